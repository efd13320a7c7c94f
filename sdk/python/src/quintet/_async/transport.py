"""Sends calls and tries them again. Knows HTTP, and nothing of what is asked."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Generic, TypeVar

import anyio
import httpx

from .._call import Answer, Call, Settings, checked, rows, shaped
from .._errors import QuintetConnectionError, QuintetTimeoutError
from .._json import members
from .._models import Model, Page

T = TypeVar("T", bound=Model)


async def pause(seconds: float) -> None:
    """Waits between two tries."""
    await anyio.sleep(seconds)


class AsyncTransport:
    """One pool of connections."""

    def __init__(self, settings: Settings, http: httpx.AsyncClient | None = None) -> None:
        self.settings = settings
        self.owned = http is None
        self.http = http or httpx.AsyncClient(trust_env=not settings.is_loopback, verify=settings.tls())

    async def send(self, call: Call) -> Any:
        """The body of the answer, once there is one that is no passing failure."""
        return checked(await self.answer(call))

    async def answer(self, call: Call) -> Answer:
        tried = 0
        while True:
            tried += 1
            share = random.random()
            try:
                answer = await self._once(call)
                wait = call.again(answer, tried, share)
                if wait is None:
                    return answer
            except (httpx.ReadTimeout, httpx.WriteTimeout, httpx.PoolTimeout) as error:
                # It may still be at work: a second try would only stand in the same queue.
                raise QuintetTimeoutError(f"{call.method} {call.path}: no answer within {call.timeout:g} s") from error
            except httpx.TransportError as error:
                wait = call.retry.wait(tried, None, share)
                if wait is None:
                    told = f"{call.method} {self.settings.shown()}{call.path}: {type(error).__name__}"
                    raise QuintetConnectionError(f"{told} after {tried} tries") from error
            await pause(wait)

    async def _once(self, call: Call) -> Answer:
        response = await self.http.request(
            call.method,
            self.settings.url + call.path,
            params=call.params,
            content=call.content,
            headers=call.headers,
            timeout=call.timeout,
        )
        headers = {name.lower(): value for name, value in response.headers.items()}
        return Answer(response.status_code, headers, response.content)

    async def close(self) -> None:
        if self.owned:
            await self.http.aclose()


class AsyncPages(Generic[T]):
    """A list that comes in pages. Iterate it for all rows, or ask for one page after another."""

    def __init__(
        self,
        model: type[T],
        name: str,
        fetch: Callable[[str | None], Awaitable[Any]],
        cursor: str | None = None,
    ) -> None:
        self._model, self._name, self._fetch, self._cursor = model, name, fetch, cursor

    async def page(self, cursor: str | None = None) -> Page[T]:
        """One page: the one after `cursor`, as an earlier page gave it, or the first."""
        body = await self._fetch(cursor or self._cursor)
        items = [shaped(self._model, row) for row in rows(body, self._name)]
        return Page[T](items=items, next_cursor=members(body).get("nextCursor"))

    async def pages(self) -> AsyncIterator[Page[T]]:
        """All pages."""
        page = await self.page()
        yield page
        while page.next_cursor is not None:
            page = await self.page(page.next_cursor)
            yield page

    async def __aiter__(self) -> AsyncIterator[T]:
        async for page in self.pages():
            for item in page.items:
                yield item
