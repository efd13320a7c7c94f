"""What keeping memory in order answers."""

from __future__ import annotations

from typing import Any

from pydantic import model_validator

from .base import Model


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
