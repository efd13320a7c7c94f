"""The client: one method for each thing that a memory does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Any, Literal

import httpx
from pydantic import SecretStr
from typing_extensions import Self, Unpack

from .._call import DEFAULT_CONTEXT, DEFAULT_TIMEOUT, Settings, default_context, split
from .._errors import ApiError, QuintetConnectionError
from .._inputs import (
    CallOptions,
    Category,
    Emotion,
    Infer,
    Instant,
    Labels,
    Message,
    ReadOptions,
    Role,
    ScopeSets,
    Triple,
    WriteOptions,
    path_of,
)
from .._models import (
    Arc,
    AuditRow,
    Consolidated,
    ContextBlock,
    Corrected,
    Diff,
    Elaborated,
    Explored,
    Fact,
    ForgetReceipt,
    Profile,
    Recalled,
    Reflection,
    Remembered,
    RememberedMany,
    Report,
    State,
    Timeline,
    Used,
    Verb,
    WhoAmI,
)
from .access import AsyncContexts, AsyncKeys, AsyncPrincipals, AsyncScopes, AsyncSessions
from .knowledge import AsyncEntities, AsyncLifecycle, AsyncMemories, AsyncTraces
from .part import AsyncPart
from .transport import AsyncPages, AsyncTransport


class AsyncClient(AsyncPart):
    """A memory on a server.

    `url`, `key` and `context` come from QUINTET_URL, QUINTET_API_KEY and QUINTET_CONTEXT where they are not given.
    A call that meets a passing failure is tried again, up to `max_retries` times; a write carries a key, so that it is
    carried out once. `http`: connections of your own, which stay open when this client is closed.
    """

    def __init__(
        self,
        url: str | None = None,
        key: str | SecretStr | None = None,
        context: str | None = None,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        max_retries: int = 3,
        on_behalf_of: str | None = None,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        settings = Settings.of(url, key, timeout, max_retries, on_behalf_of)
        self._bind(AsyncTransport(settings, http), context or default_context() or DEFAULT_CONTEXT)

    def _bind(self, transport: AsyncTransport, context_id: str) -> None:
        super().__init__(transport, context_id)
        self.contexts = AsyncContexts(transport, context_id)
        self.entities = AsyncEntities(transport, context_id)
        self.keys = AsyncKeys(transport, context_id)
        self.lifecycle = AsyncLifecycle(transport, context_id)
        self.memories = AsyncMemories(transport, context_id)
        self.principals = AsyncPrincipals(transport, context_id)
        self.scopes = AsyncScopes(transport, context_id)
        self.sessions = AsyncSessions(transport, context_id)
        self.traces = AsyncTraces(transport, context_id)

    @property
    def context_id(self) -> str:
        """The context that the methods work on."""
        return self._context_id

    def using(
        self,
        *,
        context: str | None = None,
        timeout: float | None = None,
        max_retries: int | None = None,
        on_behalf_of: str | None = None,
    ) -> Self:
        """The same client with other settings, over the same connections. Closing it closes nothing."""
        settings = self._transport.settings
        settings = replace(
            settings,
            timeout=settings.timeout if timeout is None else timeout,
            retry=settings.retry
            if max_retries is None
            else replace(settings.retry, retries=max_retries),
            on_behalf_of=on_behalf_of or settings.on_behalf_of,
        )
        other = type(self).__new__(type(self))
        other._bind(AsyncTransport(settings, self._transport.http), context or self._context_id)
        return other

    def __repr__(self) -> str:
        settings = self._transport.settings
        key = "'***'" if settings.key is not None else None
        name = type(self).__name__
        return f"{name}(url={settings.shown()!r}, key={key}, context={self._context_id!r})"

    # Writing.

    async def remember(
        self,
        text: str | None = None,
        *,
        infer: Infer | None = None,
        session_id: str | None = None,
        role: Role | None = None,
        speaker: str | None = None,
        title: str | None = None,
        scopes: ScopeSets | None = None,
        labels: Labels | None = None,
        memory_category: Category | None = None,
        observed_at: Instant | None = None,
        triples: Sequence[Triple] | None = None,
        emotions: Sequence[Emotion] | None = None,
        signals: Mapping[str, Any] | None = None,
        vector: Sequence[float] | None = None,
        location: Any = None,
        reference: str | None = None,
        time_zone: str | None = None,
        **options: Unpack[WriteOptions],
    ) -> Remembered:
        """Remembers one text; durable and findable when it returns.

        `infer`: how much is read out of it; `preview` writes nothing. `triples`: facts by name, with or without a text.
        `observed_at`: when it was said; now when absent.
        """
        fields = {
            "text": text,
            "infer": infer or ("triples" if text is None and triples else None),
            "session_id": session_id,
            "role": role,
            "speaker": speaker,
            "title": title,
            "scopes": scopes,
            "labels": labels,
            "memory_category": memory_category,
            "observed_at": observed_at,
            "triples": triples,
            "emotions": emotions,
            "signals": signals,
            "vector": vector,
            "location": location,
            "reference": reference,
            "time_zone": time_zone,
        }
        return await self._write(Remembered, self._path("facts"), options, fields)

    async def remember_many(
        self,
        messages: Sequence[Message],
        *,
        session_id: str | None = None,
        scopes: ScopeSets | None = None,
        labels: Labels | None = None,
        extract: Literal["whole_conversation", "per_message"] | None = None,
        infer: Literal["full", "rules", "none", "preview"] | None = None,
        **options: Unpack[WriteOptions],
    ) -> RememberedMany:
        """Remembers the messages of a conversation. One that is wrong does not fail the others: `results` tells."""
        fields = {
            "messages": list(messages),
            "session_id": session_id,
            "scopes": scopes,
            "labels": labels,
            "extract": extract,
            "infer": infer,
        }
        return await self._write(RememberedMany, self._path("facts", "batch"), options, fields)

    async def correct(
        self,
        id: str,
        value: str | None = None,
        *,
        reopen: bool = False,
        **options: Unpack[WriteOptions],
    ) -> Corrected:
        """Puts a value in the place of what a fact says; the old one stays as history.

        `reopen`: takes a correction back instead, and what this older fact says holds again.
        """
        fields = {"id": id, "value": value, "reopen": reopen or None}
        return await self._write(Corrected, self._path("correct"), options, fields)

    async def forget(
        self,
        query: str | None = None,
        *,
        ids: Sequence[str] | None = None,
        entity: str | None = None,
        session_id: str | None = None,
        scope: str | None = None,
        all: bool = False,
        with_sources: bool = False,
        min_score: float | None = None,
        limit: int | None = None,
        kinds: Sequence[str] | None = None,
        known_from: Instant | None = None,
        known_until: Instant | None = None,
        labels: Labels | None = None,
        lens: ScopeSets | None = None,
        purge: bool = False,
        dry_run: bool = False,
        **options: Unpack[WriteOptions],
    ) -> ForgetReceipt:
        """Forgets what is named, with all that was drawn from it alone.

        `dry_run`: tells exactly what would go. `purge`: no byte of it stays, and there is no way back.
        """
        fields = {
            "query": query,
            "ids": ids,
            "entity": entity,
            "session_id": session_id,
            "scope": scope,
            "all": all or None,
            "with_sources": with_sources or None,
            "min_score": min_score,
            "limit": limit,
            "kinds": kinds,
            "known_from": known_from,
            "known_until": known_until,
            "labels": labels,
            "lens": lens,
            "purge": purge or None,
            "dry_run": dry_run or None,
        }
        return await self._write(ForgetReceipt, self._path("forget"), options, fields)

    async def used(
        self,
        ids: Sequence[str],
        *,
        grade: Literal["good", "again"] | None = None,
        **options: Unpack[WriteOptions],
    ) -> Used:
        """Says which memories were of use in an answer, or of none (`again`): use keeps them."""
        fields = {"ids": list(ids), "grade": grade}
        return await self._write(Used, self._path("used"), options, fields)

    # Thinking over.

    async def consolidate(
        self,
        *,
        dry_run: bool = False,
        fact_limit: int | None = None,
        observation_limit: int | None = None,
        **options: Unpack[WriteOptions],
    ) -> Consolidated:
        """Draws observations from facts that say the same."""
        fields = {
            "dry_run": dry_run or None,
            "fact_limit": fact_limit,
            "observation_limit": observation_limit,
        }
        return await self._write(Consolidated, self._path("consolidate"), options, fields)

    async def elaborate(
        self,
        *,
        entity_ref: str | None = None,
        budget: int | None = None,
        sweep: bool = False,
        dry_run: bool = False,
        **options: Unpack[WriteOptions],
    ) -> Elaborated:
        """Looks for relations that nobody stated, of one entity or of those that are due."""
        fields = {
            "entity_ref": entity_ref,
            "budget": budget,
            "sweep": sweep or None,
            "dry_run": dry_run or None,
        }
        return await self._write(Elaborated, self._path("elaborate"), options, fields)

    async def reflect(
        self, query: str, *, persist: bool = False, **options: Unpack[WriteOptions]
    ) -> Reflection:
        """What memories come to, taken together, on one question. `persist`: keeps it."""
        fields = {"query": query, "persist": persist or None}
        return await self._write(Reflection, self._path("reflect"), options, fields)

    # Reading.

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

    async def profile(
        self, entity: str | None = None, **options: Unpack[ReadOptions]
    ) -> Profile:
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

    async def hygiene(
        self, *, max_results: int | None = None, **options: Unpack[ReadOptions]
    ) -> Report:
        """Looks for junk, repeats, secrets and what was never recalled; changes nothing."""
        return await self._ask(
            Report, self._path("hygiene"), options, {"max_results": max_results}
        )

    # The server.

    async def me(self, **options: Unpack[CallOptions]) -> WhoAmI:
        """Whose key this is, and what it may do."""
        return await self._read(WhoAmI, self._path("me"), options)

    async def verbs(self, **options: Unpack[CallOptions]) -> list[Verb]:
        """What can be allowed."""
        return await self._list(Verb, "verbs", path_of("api", "v1", "verbs"), options)

    def audit(
        self,
        *,
        principal: str | None = None,
        key: str | None = None,
        kind: str | None = None,
        since: Instant | None = None,
        until: Instant | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        **options: Unpack[CallOptions],
    ) -> AsyncPages[AuditRow]:
        """Who did what, newest first: one's own deeds, and everybody's for whoever may grant everything."""
        params = {
            "principal": principal,
            "key": key,
            "kind": kind,
            "since": since,
            "until": until,
            "limit": limit,
            "cursor": cursor,
        }
        return self._pages(AuditRow, "rows", self._path("audit"), options, params)

    async def ready(self, **options: Unpack[CallOptions]) -> bool:
        """True when the server can serve."""
        try:
            await self._send("GET", "/readyz", options)
        except (ApiError, QuintetConnectionError):
            return False
        return True

    async def request(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        params: Mapping[str, Any] | None = None,
        **options: Unpack[WriteOptions],
    ) -> Any:
        """A call that has no method here: its body as JSON. `path`: with its slash, like `/api/v1/contexts`."""
        write = method.upper() not in ("GET", "HEAD")
        return await self._send(
            method.upper(), path, options, body=body, params=params, write=write
        )

    async def close(self) -> None:
        """Closes the connections."""
        await self._transport.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
