"""What the server answers. Times are RFC 3339 text as sent, since `datetime` ends at the year 1 and memories do not;
`datetime.fromisoformat` reads them. Members that this version does not know are ignored."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, SecretStr, model_validator
from pydantic.alias_generators import to_camel

from ._json import members


class Model(BaseModel):
    """Snake case here, camel case on the wire."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore", frozen=True)


T = TypeVar("T")


class Page(Model, Generic[T]):
    """Some of a list, and where the next ones begin; `next_cursor` is `None` at the end."""

    items: list[T]
    next_cursor: str | None = None


# What is known.


class Party(Model):
    """Somebody or something that a fact is about."""

    id: str | None = None
    name: str
    type: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _named(cls, data: Any) -> Any:
        return {"name": data} if isinstance(data, str) else data


class Entity(Model):
    id: str
    name: str
    type: str | None = Field(default=None, validation_alias=AliasChoices("type", "entityType"))
    aliases: list[str] = []
    merged_into: str | None = None
    memory_category: str | None = None
    importance: float | None = None
    created_at: str | None = None
    updated_at: str | None = None
    is_new: bool | None = None
    """Of an entity that a write touched: it was not known before."""
    hops: int | None = None
    """Of an entity that `explore` found: steps from where it began."""


class Span(Model):
    """Characters of a text, from `start` to before `end`."""

    start: int
    end: int


class Citation(Model):
    turn_id: str | None = None
    memory_id: str | None = None
    document_id: str | None = None
    span: Span | None = None
    quote: str | None = None
    spoken_at: str | None = None


class Source(Model):
    kind: str | None = None
    ref: str | None = None
    session_id: str | None = None
    derived_from: list[str] = []
    principal: str | None = None
    reference: str | None = None
    trust: float | None = None


class Fact(Model):
    """One row of knowledge. `kind` says which members it has: `attribute` (entity, key, value), `relation` (subject,
    label, object), `action` (subject, verb, object), `instruction` (label, description), `uncertainty` (about, reason).
    """

    id: str | None = None
    kind: str | None = None
    text: str | None = None
    memory_category: str | None = None
    importance: float | None = None
    confidence: float | None = None
    trust: float | None = None
    valid_from: str | None = None
    valid_until: str | None = None
    occurred_at: str | None = None
    created_at: str | None = None
    recorded_at: str | None = None
    supersedes: str | None = None
    superseded_by: str | None = None
    repeats: int | None = None
    source: Source | None = None
    outcome: str | None = None
    """Of a fact that was just written: `created`, `repeated`, `superseded`, `backfilled`, `closed`, `doubted` or `dropped`."""
    stance: str | None = None
    span: Span | None = None
    ends: bool | None = None
    entity: Party | None = None
    key: str | None = None
    value: str | None = None
    subject: Party | None = None
    label: str | None = None
    object: Party | None = None
    verb: str | None = None
    description: str | None = None
    active: bool | None = None
    about: str | None = None
    reason: str | None = None
    between: list[str] | None = None
    resolved: bool | None = None


class Memory(Model):
    """A memory with its words."""

    id: str
    kind: str | None = None
    text: str | None = None
    session_id: str | None = None
    seq: int | None = None
    role: str | None = None
    speaker: str | None = None
    title: str | None = None
    labels: dict[str, str] = {}
    memory_category: str | None = None
    created_at: str | None = None
    occurred_at: str | None = None
    confidence: float | None = None
    trust: float | None = None
    source: Source | None = None


class MemorySheet(Memory):
    """A memory seen from all sides: where it stands written, what it was drawn from, what was drawn from it."""

    citation: Citation | None = None
    sources: list[Memory] = []
    derived: list[Fact] = []
    older: list[Memory] = []
    newer: list[Memory] = []


class EntitySheet(Entity):
    """An entity with all that holds of it."""

    attributes: list[Fact] = []
    relations: list[Fact] = []
    actions: list[Fact] = []
    instructions: list[Fact] = []
    unknowns: list[Fact] = []
    relations_to: list[Fact] = []
    """Relations of others that lead here."""

    @model_validator(mode="before")
    @classmethod
    def _flat(cls, data: Any) -> Any:
        told = members(data)
        return {**members(told.get("entity")), **told} if told else data


class KeyHistory(Model):
    """Every value that a key ever had, oldest known first."""

    entity: Entity | None = None
    key: str | None = None
    current: list[str] = []
    history: list[Fact] = []


class Merged(Model):
    merged: str
    """The id of the one that is no more; `split` takes it."""
    entity: Entity


class Split(Model):
    entity: Entity


# Writing.


class Correction(Model):
    entity_id: str | None = None
    key: str | None = None
    old_value: str | None = None
    new_value: str | None = None


class Extraction(Model):
    """What was read out of a text, and what became of each piece."""

    turn_id: str | None = None
    entities: list[Entity] = []
    attributes: list[Fact] = []
    relations: list[Fact] = []
    actions: list[Fact] = []
    instructions: list[Fact] = []
    uncertainties: list[Fact] = []
    corrections: list[Correction] = []


class Remembered(Model):
    """A text that is durable and findable. Of a preview or of facts alone, `id` is `None`."""

    id: str | None = None
    mode: str | None = None
    preview: bool = False
    session_id: str | None = None
    turn_id: str | None = None
    chunk_id: str | None = None
    seq: int | None = None
    episode_id: str | None = None
    occurred_at: str | None = None
    parts: list[str] = []
    locations: list[dict[str, Any]] = []
    names: list[str] = []
    degraded: list[Any] = []
    extraction: Extraction = Extraction()


class MessageResult(Model):
    """What became of one message: a status as in HTTP, and an id or a problem document."""

    status: int
    id: str | None = None
    seq: int | None = None
    error: dict[str, Any] | None = None


class RememberedMany(Model):
    mode: str | None = None
    preview: bool = False
    session_id: str | None = None
    turn_ids: list[str] = []
    extractions: list[Extraction] = []
    results: list[MessageResult] = []
    """One for each message, in their order."""


class Corrected(Extraction):
    """The fact that holds now, and the one whose place it took."""

    id: str
    replaced: str | None = None
    reopened: str | None = None


class Forgotten(Model):
    """What is gone, or would be. `deleted` is exact; of the memories some are named."""

    id: str | None = None
    kind: str | None = None


class ForgetReceipt(Model):
    deleted: int
    dry_run: bool = False
    mode: str | None = None
    memories: list[Forgotten] = []
    truncated: bool = False
    kinds: dict[str, int] = {}
    missing: list[str] = []
    erased: Any = None
    complete: bool | None = None
    forgotten: int | None = None
    """Of a scope: the same as `deleted`."""

    @model_validator(mode="before")
    @classmethod
    def _counted(cls, data: Any) -> Any:
        told = members(data)
        return {"deleted": told["forgotten"], **told} if "forgotten" in told else data


class MemoryEdited(Remembered):
    """A memory with other words. `replaced`: of a fact, the one whose place it took."""

    replaced: str | None = None


class Emotions(Model):
    id: str
    emotions: int
    """How many are kept now."""


class Used(Model):
    affected: int


# Reading.


class Contribution(Model):
    """What one channel added to a hit's score."""

    name: str
    contribution: float
    rank: int | None = None
    raw: float | None = None
    value: float | None = None
    weight: float | None = None


class ContextHit(Model):
    """A passage that stands beside a hit."""

    id: str
    text: str
    source: str | None = None
    kind: str | None = None
    occurred_at: str | None = None
    known_at: str | None = None
    valid_from: str | None = None
    valid_until: str | None = None
    trust: float | None = None
    confidence: float | None = None
    importance: float | None = None
    memory_category: str | None = None
    supersedes: str | None = None
    superseded_by: str | None = None
    session_id: str | None = None
    seq: int | None = None
    role: str | None = None
    speaker: str | None = None
    title: str | None = None
    document_id: str | None = None
    section: str | None = None
    locations: list[dict[str, Any]] = []
    span: Span | None = None
    citation: Citation | None = None
    reference: str | None = None
    beside_id: str | None = None


class Hit(ContextHit):
    """A memory that answers, best first. With `explain`, why it came back."""

    score: float
    rank: int | None = None
    contributions: list[Contribution] = []
    part: int | None = None
    duplicates: list[str] = []
    path: list[dict[str, Any]] = []


class TraceNote(Model):
    trace_id: str | None = None
    resolution_tier: Any = None
    tier_reason: str | None = None
    latency_ms: float | None = None
    retrieved_count: int | None = None
    top_scores: list[float] = []


class Recalled(Model):
    hits: list[Hit] = []
    context_hits: list[ContextHit] = []
    tier: Any = None
    classification_kind: str | None = None
    seed_entities: list[str] = []
    query_ms: float | None = None
    confidence: float | None = None
    abstain: bool = False
    """Nothing that was found answers the question."""
    degraded: list[Any] = []
    """Channels that failed or ran late: the answer may miss what they alone find."""
    time_relaxed: bool = False
    trace: TraceNote = TraceNote()
    explain: dict[str, Any] | None = None


class ContextBlock(Model):
    """Text for the head of a prompt."""

    context: str
    query_ms: float | None = None
    tier: Any = None


class ProfileEntry(Model):
    key: str
    value: str
    entity: str | None = None
    memory_category: str | None = None
    id: str | None = None


class Instruction(Model):
    id: str | None = None
    label: str | None = None
    description: str | None = None


class Profile(Model):
    """Who somebody is, in five sections."""

    selves: list[Entity] = Field(default=[], alias="self")
    self_facts: list[ProfileEntry] = []
    static: list[ProfileEntry] = []
    dynamic: list[ProfileEntry] = []
    preferences: list[ProfileEntry] = []
    instructions: list[Instruction] = []
    truncated: bool = False


class StateSection(Model):
    entities: list[Entity] = []
    attributes: list[Fact] = []
    relations: list[Fact] = []


class State(Model):
    """All that holds, by category, with open doubts."""

    identity: StateSection = StateSection()
    knowledge: StateSection = StateSection()
    context: StateSection = StateSection()
    instructions: list[Fact] = []
    unknowns: list[Fact] = []
    truncated: bool = False


class Moment(Model):
    """One place of a time line: what began, changed, ended or was done."""

    at: str
    event: str
    key: str | None = None
    value: str | None = None
    old_value: str | None = None
    replaced_by: str | None = None
    fact: Fact | None = None


class Timeline(Model):
    moments: list[Moment] = []


class Tie(Model):
    """What connects two entities, by their ids: a relation, or memories that name both."""

    from_: str = Field(alias="from")
    to: str
    kind: str
    label: str | None = None
    relation: Fact | None = None
    memory_ids: list[str] = []


class Explored(Model):
    entities: list[Entity] = []
    ties: list[Tie] = []
    paths: list[list[str]] = []
    """The shortest ways, as ids."""
    truncated: bool = False


class Replaced(Model):
    before: Fact
    after: Fact


class Diff(Model):
    from_: str = Field(alias="from")
    to: str
    added: list[Fact] = []
    replaced: list[Replaced] = []
    ended: list[Fact] = []
    truncated: bool = False


class Trace(Model):
    """The stored record of one recall."""

    trace_id: str
    at: str | None = None
    kind: str | None = None
    body: dict[str, Any] = {}

    @model_validator(mode="before")
    @classmethod
    def _named(cls, data: Any) -> Any:
        told = members(data)
        return {"traceId": told["id"], **told} if "id" in told else data


class TraceSummary(Model):
    """A recall in a list."""

    id: str
    created_at: str | None = None
    kind: str | None = None
    query_text: str | None = None
    latency_ms: float | None = None
    hits: int | None = None
    confidence: float | None = None
    resolution_tier: str | None = None
    tier_reason: str | None = None
    cached: bool = False


class TraceSummaries(Model):
    traces: list[TraceSummary] = []


class TraceStats(Model):
    """Recalls in figures."""

    total_queries: int = 0
    avg_latency_ms: float = 0.0
    avg_confidence: float | None = None
    abstained: int | None = None
    degraded: int | None = None
    window_hours: int | None = None


class Report(Model):
    """What a check found. Nothing was changed."""

    findings: list[dict[str, Any]] = []
    counts: dict[str, int] = {}
    rows: int | None = None
    traces: int | None = None
    truncated: bool = False


class Arc(Model):
    """How feelings moved."""

    arc: dict[str, Any] | None = None


# Upkeep.


class Swept(Model):
    """What a sweep changed."""

    affected: int = 0
    lapsed: int | None = None
    forgotten: int | None = None
    purged: int | None = None
    complete: bool | None = None


class Expiring(Model):
    id: str
    kind: str | None = None
    at: str
    reason: str | None = None


class ExpiringList(Model):
    expiring: list[Expiring] = []
    truncated: bool = False


class RetentionRule(Model):
    """How long what it names is kept: `days` from when it was learnt, then `expire` or `purge`."""

    days: int
    scope: str | None = None
    label: str | None = None
    kinds: list[str] = []
    mode: str = "expire"


class Retention(Model):
    rules: list[RetentionRule] = []


class ConsolidateOutcome(Model):
    """An observation that was drawn, or would be."""

    kind: str | None = None
    """`create`, `update` or `supersede`."""
    entity_id: str | None = None
    entity_name: str | None = None
    key: str | None = None
    value: str | None = None
    text: str | None = None
    proof_count: int | None = None
    observation_id: str | None = None
    committed: bool | None = None
    rationale: str | None = None


class Consolidated(Model):
    created: int = 0
    updated: int = 0
    superseded: int = 0
    outcomes: list[ConsolidateOutcome] = []
    dry_run: bool = False
    truncated: bool = False
    trace_id: str | None = None


class ProposedRelation(Model):
    """A tie that memories suggest and nobody stated."""

    subject: str
    label: str
    object: str
    confidence: float | None = None
    likelihood: float | None = None
    evidence: list[Any] = []
    relation_id: str | None = None
    is_new: bool | None = None


class ElaborateOutcome(Model):
    entity_type: str | None = None
    entity_name: str | None = None
    proposed_relations: list[ProposedRelation] = []
    relations_emitted: int = 0
    dry_run: bool = False
    trace_id: str | None = None


class Elaborated(Model):
    outcomes: list[ElaborateOutcome] = []
    relations_emitted: int = 0


class Evidence(Model):
    """Where a sentence of a reflection stands; `marker` is how the text names it."""

    id: str
    marker: str | None = None
    kind: str | None = None
    snippet: str | None = None
    score: float | None = None
    occurred_at: str | None = None
    speaker: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _named(cls, data: Any) -> Any:
        return {"id": data} if isinstance(data, str) else data


class Reflection(Model):
    """What memories come to, taken together."""

    reflection: str
    evidence: list[Evidence] = []
    persisted_attributes: list[dict[str, Any]] = []
    model: str | None = None
    """The language model that wrote it; none where its words are those of memories."""
    abstain: bool = False
    """Nothing that is remembered answers the question."""
    trace_id: str | None = None


# Contexts, sessions, and who may do what.


class Context(Model):
    """A memory space of its own, from which nothing crosses."""

    id: str
    description: str | None = None
    namespace: str | None = None
    database: str | None = None
    config: dict[str, Any] = {}
    created_at: str | None = None


class ContextSettings(Model):
    id: str
    config: dict[str, Any] = {}
    inferred_emotions_deleted: int | None = None


class Session(Model):
    id: str
    created_at: str | None = None
    closed_at: str | None = None
    scopes: list[list[str]] = []
    metadata: dict[str, Any] | None = None


class Turn(Model):
    id: str
    content: str
    role: str | None = None
    seq: int | None = None
    session: str | None = None
    created_at: str | None = None


class Turns(Model):
    turns: list[Turn] = []


class SessionContext(Model):
    context: str


class Scope(Model):
    path: str
    display_name: str | None = None
    description: str | None = None
    created_at: str | None = None
    tombstoned_at: str | None = None


class Principal(Model):
    """Who acts. `grants`: patterns of scopes by verb."""

    id: str
    display_name: str | None = None
    kind: str | None = None
    external_id: str | None = None
    created_at: str | None = None
    grants: dict[str, list[str]] = {}


class EffectiveGrants(Model):
    path: str
    verbs: list[str] = []
    as_of: str | None = None


class WhoAmI(Model):
    """Whose key it is. `grants` are the principal's, `token_grants` the key's, `effective_grants` what both allow."""

    principal_id: str
    display_name: str | None = None
    kind: str | None = None
    is_admin: bool = False
    grants: dict[str, list[str]] = {}
    token_grants: dict[str, list[str]] | None = None
    effective_grants: dict[str, list[str]] = {}
    delegated_principal_id: str | None = None


class Key(Model):
    """A key without its secret."""

    id: str
    name: str | None = None
    principal_id: str | None = None
    strict: bool = False
    is_token: bool = False
    grants: dict[str, list[str]] | None = None
    created_at: str | None = None
    last_used_at: str | None = None
    valid_until: str | None = None


class MintedKey(Model):
    """A new key. The secret is shown this once: `minted.key.get_secret_value()`."""

    id: str
    key: SecretStr
    name: str | None = None
    principal_id: str | None = None
    valid_until: str | None = None


class AuditRow(Model):
    """What somebody did; never any text of a memory."""

    created_at: str
    principal: str | None = None
    on_behalf_of: str | None = None
    key: str | None = None
    kind: str | None = None
    operation: str | None = None
    outcome: str | None = None
    status: int | None = None
    code: str | None = None
    latency_ms: float | None = None


class Verb(Model):
    """Something that can be allowed."""

    name: str
    description: str | None = None
