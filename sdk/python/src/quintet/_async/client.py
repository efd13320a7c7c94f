"""The client: one method for each thing that a memory does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import TracebackType
from typing import Any

import httpx
from pydantic import SecretStr
from typing_extensions import Self, Unpack

from .._call import DEFAULT_CONTEXT, DEFAULT_TIMEOUT, Settings, default_context
from .._errors import ApiError, QuintetConnectionError
from .._inputs import (
    CallOptions,
    Instant,
    WriteOptions,
    path_of,
)
from .._models import (
    AuditRow,
    Verb,
    WhoAmI,
)
from .access import AsyncContexts, AsyncKeys, AsyncPrincipals, AsyncScopes, AsyncSessions
from .knowledge import AsyncEntities, AsyncLifecycle, AsyncMemories, AsyncTraces
from .reading import AsyncReading
from .transport import AsyncPages, AsyncTransport
from .writing import AsyncWriting


class AsyncClient(AsyncReading, AsyncWriting):
    """A memory on a server.

    `url`, `key` and `context` come from QUINTET_SERVER, QUINTET_KEY and QUINTET_CONTEXT where they are not given.
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
            retry=settings.retry if max_retries is None else replace(settings.retry, retries=max_retries),
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
        return await self._send(method.upper(), path, options, body=body, params=params, write=write)

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
