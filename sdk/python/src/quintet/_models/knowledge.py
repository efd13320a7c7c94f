"""What is known."""

from __future__ import annotations

from typing import Any

from pydantic import AliasChoices, Field, model_validator

from .._json import members
from .base import Model


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
