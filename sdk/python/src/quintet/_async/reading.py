"""What asks a memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from typing_extensions import Unpack

from .._call import split
from .._inputs import (
    CallOptions,
    Emotion,
    Instant,
    Labels,
    ReadOptions,
    ScopeSets,
)
from .._models import (
    Arc,
    ContextBlock,
    Diff,
    Explored,
    Fact,
    Profile,
    Recalled,
    Report,
    State,
    Timeline,
)
from .part import AsyncPart
from .transport import AsyncPages


class AsyncReading(AsyncPart):
    """Methods that read."""

    async def recall(
        self,
        query: str,
        *,
        k: int | None = None,
        mode: Literal["hybrid", "vector", "bm25", "graph"] | None = None,
        session_id: str | None = None,
        include: Sequence[Literal["facts", "passages"]] | None = None,
        scope_view: str | None = None,
        source: str | None = None,
        location: Mapping[str, Any] | None = None,
        include_duplicates: bool | None = None,
        explain: bool | None = None,
        channels: Sequence[str] | None = None,
        channel_weights: Mapping[str, float] | None = None,
        fusion: str | None = None,
        profile: str | None = None,
        emotions: Sequence[Emotion] | None = None,
        time_mode: Literal["boost", "filter", "off"] | None = None,
        max_tokens: int | None = None,
        rerank: bool | None = None,
        recency_decay_days: float | None = None,
        time_from: Instant | None = None,
        time_to: Instant | None = None,
        time_zone: str | None = None,
        here: Mapping[str, float] | None = None,
        now: Instant | None = None,
        vector: Sequence[float] | None = None,
        **options: Unpack[ReadOptions],
    ) -> Recalled:
        """Finds what a question needs, best first. `explain`: says why each hit came back.

        `k`: hits; `max_tokens`: what their texts may have together. `time_from`, `time_to`: when it happened.
        `location`: `{"near": {"lat": 38.7, "lng": -9.1, "radiusKm": 20}}`, `{"within": ...}` or `{"nearest": ...}`.
        """
        fields = {
            "query": query,
            "k": k,
            "mode": mode,
            "session_id": session_id,
            "include": include,
            "scope_view": scope_view,
            "source": source,
            "location": location,
            "include_duplicates": include_duplicates,
            "explain": explain,
            "channels": channels,
            "channel_weights": channel_weights,
            "fusion": fusion,
            "profile": profile,
            "emotions": emotions,
            "time_mode": time_mode,
            "max_tokens": max_tokens,
            "rerank": rerank,
            "recency_decay_days": recency_decay_days,
            "time_from": time_from,
            "time_to": time_to,
            "time_zone": time_zone,
            "here": here,
            "now": now,
            "vector": vector,
        }
        return await self._ask(Recalled, self._path("query"), options, fields)

    async def context(
        self,
        query: str,
        *,
        k: int | None = None,
        max_tokens: int | None = None,
        scope_view: str | None = None,
        labels: Labels | None = None,
        lens: ScopeSets | None = None,
        **options: Unpack[CallOptions],
    ) -> ContextBlock:
        """Text for the head of a prompt: who it is about, wishes, and what answers the question."""
        fields = {
            "query": query,
            "k": k,
            "max_tokens": max_tokens,
            "scope_view": scope_view,
            "labels": labels,
            "lens": lens,
        }
        return await self._ask(ContextBlock, self._path("context"), options, fields)

    def facts(
        self,
        entity: str | None = None,
        *,
        key: str | None = None,
        kind: Literal["attribute", "relation", "action", "instruction", "uncertainty"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> AsyncPages[Fact]:
        """What is known, of one entity or of everybody. `limit`: rows of a page."""
        params = {"entity": entity, "key": key, "kind": kind, "limit": limit, "cursor": cursor}
        return self._pages(Fact, "facts", self._path("facts"), options, params)

    async def profile(self, entity: str | None = None, **options: Unpack[ReadOptions]) -> Profile:
        """Who somebody is, in five sections, for the head of a prompt."""
        return await self._read(Profile, self._path("profile"), options, {"entity": entity})

    async def state(self, **options: Unpack[ReadOptions]) -> State:
        """All that holds, by category, with open doubts."""
        return await self._read(State, self._path("state"), options)

    async def inspect(self, ref: str, **options: Unpack[ReadOptions]) -> dict[str, Any]:
        """One thing from all sides, as the wire has it; `kind` says what.

        `ref`: `entity:<type>/<name>`, `attribute:<type>/<name>/<key>`, `relation:<subject>/<label>/<object>`,
        `memory:<id>`, `turn:<id>`, `document:<id>`, `passage:<id>` or `trace:<id>`.
        """
        own, clocks = split(options)
        found = await self._send("GET", self._path("inspect"), own, params={**clocks, "ref": ref})
        return dict(found)

    async def timeline(
        self,
        entity: str,
        *,
        key: str | None = None,
        limit: int | None = None,
        **options: Unpack[ReadOptions],
    ) -> Timeline:
        """What began, changed, ended and was done, oldest first."""
        params = {"entity": entity, "key": key, "limit": limit}
        return await self._read(Timeline, self._path("timeline"), options, params)

    async def explore(
        self,
        entity: str,
        *,
        to: str | None = None,
        hops: int | None = None,
        limit: int | None = None,
        **options: Unpack[ReadOptions],
    ) -> Explored:
        """Neighbours of an entity over relations and shared memories, and the shortest ways to another."""
        params = {"from": entity, "to": to, "hops": hops, "limit": limit}
        return await self._read(Explored, self._path("explore"), options, params)

    async def diff(
        self,
        from_: Instant,
        to: Instant | None = None,
        *,
        entity: str | None = None,
        **options: Unpack[ReadOptions],
    ) -> Diff:
        """What changed between two moments: added, replaced, ended. `to`: now when absent."""
        params = {"from": from_, "to": to, "entity": entity}
        return await self._read(Diff, self._path("diff"), options, params)

    async def arc(
        self,
        *,
        session_id: str | None = None,
        memory_id: str | None = None,
        episode_of: str | None = None,
        speaker: str | None = None,
        **options: Unpack[CallOptions],
    ) -> Arc:
        """How feelings moved along a session, a transcript or the episode of a turn."""
        fields = {
            "session_id": session_id,
            "memory_id": memory_id,
            "episode_of": episode_of,
            "speaker": speaker,
        }
        return await self._ask(Arc, self._path("arc"), options, fields)

    async def fsck(
        self,
        *,
        duplicate_threshold: float | None = None,
        max_results: int | None = None,
        **options: Unpack[ReadOptions],
    ) -> Report:
        """Looks for doubles, contradictions, unscoped memories and hidden orders; changes nothing."""
        fields = {"duplicate_threshold": duplicate_threshold, "max_results": max_results}
        return await self._ask(Report, self._path("fsck"), options, fields)

    async def hygiene(self, *, max_results: int | None = None, **options: Unpack[ReadOptions]) -> Report:
        """Looks for junk, repeats, secrets and what was never recalled; changes nothing."""
        return await self._ask(Report, self._path("hygiene"), options, {"max_results": max_results})
