"""What the client and its parts share: how a method becomes a call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from .._call import Call, rows, shaped, split
from .._inputs import path_of, wire
from .._models import Model
from .transport import AsyncPages, AsyncTransport

T = TypeVar("T", bound=Model)


class AsyncPart:
    """Methods of one context."""

    def __init__(self, transport: AsyncTransport, context_id: str) -> None:
        self._transport = transport
        self._context_id = context_id

    def _path(self, *segments: str) -> str:
        return path_of("api", "v1", self._context_id, *segments)

    async def _send(
        self,
        method: str,
        path: str,
        options: Mapping[str, Any],
        *,
        body: Any = None,
        params: Mapping[str, Any] | None = None,
        write: bool = False,
    ) -> Any:
        settings = self._transport.settings
        return await self._transport.send(
            Call.of(settings, method, path, body=body, params=params, write=write, options=options)
        )

    async def _read(
        self,
        model: type[T],
        path: str,
        options: Mapping[str, Any],
        params: Mapping[str, Any] | None = None,
    ) -> T:
        own, clocks = split(options)
        return shaped(model, await self._send("GET", path, own, params={**clocks, **(params or {})}))

    async def _ask(self, model: type[T], path: str, options: Mapping[str, Any], fields: Mapping[str, Any]) -> T:
        """A question with a body: nothing is written."""
        own, clocks = split(options)
        body = wire({**clocks, **fields})
        return shaped(model, await self._send("POST", path, own, body=body))

    async def _write(
        self,
        model: type[T],
        path: str,
        options: Mapping[str, Any],
        fields: Mapping[str, Any],
        method: str = "POST",
    ) -> T:
        own, clocks = split(options)
        body = wire({**clocks, **fields})
        return shaped(model, await self._send(method, path, own, body=body, write=True))

    async def _list(self, model: type[T], name: str, path: str, options: Mapping[str, Any]) -> list[T]:
        own, params = split(options)
        body = await self._send("GET", path, own, params=params)
        return [shaped(model, row) for row in rows(body, name)]

    def _pages(
        self,
        model: type[T],
        name: str,
        path: str,
        options: Mapping[str, Any],
        params: Mapping[str, Any],
    ) -> AsyncPages[T]:
        own, clocks = split(options)
        first = params.get("cursor")

        async def fetch(cursor: str | None) -> Any:
            asked = {**clocks, **params, "cursor": cursor}
            return await self._send("GET", path, own, params=asked)

        return AsyncPages(model, name, fetch, first)
