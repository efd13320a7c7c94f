"""What writes answer."""

from __future__ import annotations

from typing import Any

from pydantic import model_validator

from .._json import members
from .base import Model
from .knowledge import Entity, Fact


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
