# Made by tools/make_sync.py of the file of that name in _async. Change it there.
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
from .access import Contexts, Keys, Principals, Scopes, Sessions
from .knowledge import Entities, Lifecycle, Memories, Traces
from .reading import Reading
from .transport import Pages, Transport
from .writing import Writing


class Client(Reading, Writing):
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
        http: httpx.Client | None = None,
    ) -> None:
        settings = Settings.of(url, key, timeout, max_retries, on_behalf_of)
        self._bind(Transport(settings, http), context or default_context() or DEFAULT_CONTEXT)

    def _bind(self, transport: Transport, context_id: str) -> None:
        super().__init__(transport, context_id)
        self.contexts = Contexts(transport, context_id)
        self.entities = Entities(transport, context_id)
        self.keys = Keys(transport, context_id)
        self.lifecycle = Lifecycle(transport, context_id)
        self.memories = Memories(transport, context_id)
        self.principals = Principals(transport, context_id)
        self.scopes = Scopes(transport, context_id)
        self.sessions = Sessions(transport, context_id)
        self.traces = Traces(transport, context_id)

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
        other._bind(Transport(settings, self._transport.http), context or self._context_id)
        return other

    def __repr__(self) -> str:
        settings = self._transport.settings
        key = "'***'" if settings.key is not None else None
        name = type(self).__name__
        return f"{name}(url={settings.shown()!r}, key={key}, context={self._context_id!r})"

    def me(self, **options: Unpack[CallOptions]) -> WhoAmI:
        """Whose key this is, and what it may do."""
        return self._read(WhoAmI, self._path("me"), options)

    def verbs(self, **options: Unpack[CallOptions]) -> list[Verb]:
        """What can be allowed."""
        return self._list(Verb, "verbs", path_of("api", "v1", "verbs"), options)

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
    ) -> Pages[AuditRow]:
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

    def ready(self, **options: Unpack[CallOptions]) -> bool:
        """True when the server can serve."""
        try:
            self._send("GET", "/readyz", options)
        except (ApiError, QuintetConnectionError):
            return False
        return True

    def request(
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
        return self._send(method.upper(), path, options, body=body, params=params, write=write)

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
