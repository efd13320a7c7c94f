# Made by tools/make_sync.py of the file of that name in _async. Change it there.
"""Parts of a client that read and change what is known: entities, memories, and what keeps them in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import Unpack

from .._call import shaped
from .._inputs import (
    CallOptions,
    Category,
    Emotion,
    Labels,
    ReadOptions,
    WriteOptions,
    parts_of,
)
from .._models import (
    Emotions,
    Entity,
    EntitySheet,
    ExpiringList,
    ForgetReceipt,
    KeyHistory,
    Memory,
    MemoryEdited,
    MemorySheet,
    Merged,
    Retention,
    RetentionRule,
    Split,
    Swept,
    Trace,
    TraceStats,
    TraceSummaries,
    TraceSummary,
)
from .part import Part
from .transport import Pages


class Entities(Part):
    """Whom and what is known. An entity is named `type/name`, like `person/Dana`."""

    def list(
        self,
        *,
        type: str | None = None,
        name: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> Pages[Entity]:
        """All of them. `name`: called so, whatever its spelling. `limit`: rows of a page."""
        params = {"type": type, "name": name, "limit": limit, "cursor": cursor}
        return self._pages(Entity, "entities", self._path("entities"), options, params)

    def get(self, entity: str, **options: Unpack[ReadOptions]) -> EntitySheet:
        """One of them with all that holds of it, at any moment of the three clocks."""
        return self._read(EntitySheet, self._path("entities", *parts_of(entity)), options)

    def history(self, entity: str, key: str, **options: Unpack[ReadOptions]) -> KeyHistory:
        """Every value that a key ever had, oldest known first."""
        path = self._path("entities", *parts_of(entity), "history", key)
        return self._read(KeyHistory, path, options)

    def delete(self, entity: str, **options: Unpack[WriteOptions]) -> None:
        """Takes it with all that is known of it out of every read; what it was read in stays."""
        path = self._path("entities", *parts_of(entity))
        self._send("DELETE", path, options, write=True)

    def merge(self, from_: str, into: str, **options: Unpack[WriteOptions]) -> Merged:
        """Two turned out to be one. Each is named by `type/name`, a name or an id."""
        fields = {"from": from_, "into": into}
        return self._write(Merged, self._path("entities", "merge"), options, fields)

    def split(self, entity: str, **options: Unpack[WriteOptions]) -> Split:
        """Takes a merge back. `entity`: the id that the merge told."""
        path = self._path("entities", "split")
        return self._write(Split, path, options, {"entity": entity})

    def aliases(
        self,
        entity: str,
        *,
        add: Sequence[str] = (),
        remove: Sequence[str] = (),
        **options: Unpack[WriteOptions],
    ) -> Entity:
        """Gives it other names, or takes them away."""
        path = self._path("entities", *parts_of(entity), "aliases")
        return self._write(Entity, path, options, {"add": list(add), "remove": list(remove)})


class Memories(Part):
    """What is remembered, one by one."""

    def list(
        self,
        *,
        kind: str | Sequence[str] | None = None,
        session_id: str | None = None,
        history: bool | None = None,
        include_duplicates: bool | None = None,
        order: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> Pages[Memory]:
        """All of them, in the order of writing. `history`: replaced ones, too. `order`: `oldest` or `newest` first."""
        params = {
            "kind": kind,
            "session_id": session_id,
            "history": history,
            "include_duplicates": include_duplicates,
            "order": order,
            "limit": limit,
            "cursor": cursor,
        }
        return self._pages(Memory, "memories", self._path("memories"), options, params)

    def get(self, id: str, **options: Unpack[ReadOptions]) -> MemorySheet:
        """One of them: its words, where they stand written, what was read in it, what it replaced."""
        return self._read(MemorySheet, self._path("memories", id), options)

    def edit(
        self,
        id: str,
        *,
        text: str | None = None,
        labels: Labels | None = None,
        memory_category: Category | None = None,
        importance: float | None = None,
        **options: Unpack[WriteOptions],
    ) -> MemoryEdited:
        """Puts other words, labels, category or importance in the place of its own; what it said before stays."""
        fields = {
            "text": text,
            "labels": labels,
            "memory_category": memory_category,
            "importance": importance,
        }
        return self._write(MemoryEdited, self._path("memories", id), options, fields, method="PATCH")

    def delete(
        self,
        id: str,
        *,
        purge: bool = False,
        dry_run: bool = False,
        **options: Unpack[WriteOptions],
    ) -> ForgetReceipt:
        """Forgets one with all that was drawn from it alone. `purge`: no byte of it stays."""
        params = {"purge": purge or None, "dry_run": dry_run or None}
        path = self._path("memories", id)
        body = self._send("DELETE", path, options, params=params, write=True)
        return shaped(ForgetReceipt, body)

    def emotions(self, id: str, emotions: Sequence[Emotion], **options: Unpack[WriteOptions]) -> Emotions:
        """Puts your word in the place of what it was taken to feel like; an empty list deletes it."""
        path = self._path("memories", id, "emotions")
        return self._write(Emotions, path, options, {"emotions": list(emotions)})


class Lifecycle(Part):
    """Fading, ending, and rules of retention."""

    def decay(self, **options: Unpack[WriteOptions]) -> Swept:
        """Lets importance fade by the whole days since the last sweep."""
        return self._write(Swept, self._path("lifecycle", "decay"), options, {})

    def expire(self, **options: Unpack[WriteOptions]) -> Swept:
        """Ends what is over by now, and carries out the rules of retention."""
        return self._write(Swept, self._path("lifecycle", "expire"), options, {})

    def expiring(self, *, days: int | None = None, **options: Unpack[ReadOptions]) -> ExpiringList:
        """What ends within some days, soonest first, and why."""
        path = self._path("lifecycle", "expiring")
        return self._read(ExpiringList, path, options, {"days": days})

    def retention(self, **options: Unpack[ReadOptions]) -> Retention:
        """The rules on how long memories are kept."""
        return self._read(Retention, self._path("retention"), options)

    def set_retention(
        self,
        rules: Sequence[RetentionRule | Mapping[str, Any]],
        **options: Unpack[WriteOptions],
    ) -> Retention:
        """Puts rules in the place of those that there are; the next `expire` carries them out."""
        path = self._path("retention")
        return self._write(Retention, path, options, {"rules": list(rules)}, method="PUT")


class Traces(Part):
    """Records of what recalls did, of those whose callers could see no more than this one."""

    def list(self, *, limit: int | None = None, **options: Unpack[CallOptions]) -> list[TraceSummary]:
        """The newest, newest first."""
        found = self._read(TraceSummaries, self._path("traces"), options, {"limit": limit})
        return found.traces

    def stats(self, **options: Unpack[CallOptions]) -> TraceStats:
        """The newest in figures: how many, how fast, how sure."""
        return self._read(TraceStats, self._path("traces", "stats"), options)

    def get(self, id: str, **options: Unpack[CallOptions]) -> Trace:
        """One record, channel by channel."""
        return self._read(Trace, self._path("traces", id), options)
