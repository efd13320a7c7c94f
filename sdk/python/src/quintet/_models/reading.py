"""What reads answer."""

from __future__ import annotations

from typing import Any

from pydantic import Field, model_validator

from .._json import members
from .base import Model
from .knowledge import Citation, Entity, Fact, Span


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
