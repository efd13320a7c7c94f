"""One server for all tests, both clients behind one face, and a word on what the server cannot do yet."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, NoReturn

import pytest

from quintet import ApiError, AsyncClient, Client, Pages, QuintetServer
from quintet._call import Call, Settings
from quintet._sync.part import Part

_contexts = itertools.count()
asked: set[tuple[str, str]] = set()
"""Method and path of every call that the cases made."""
_untested: dict[str, str] = {}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--missing-ok",
        action="store_true",
        help="what this server has no route for is told at the end and fails nothing",
    )


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if _untested:
        terminalreporter.section("NOT TESTED: this server lacks it")
        for name, why in sorted(_untested.items()):
            terminalreporter.line(f"{name}: {why}")


def is_missing(error: ApiError) -> bool:
    """True for the answer of a server that has no such route. A thing that is not there has another reason."""
    # A server without figures of traces takes their name for that of a trace.
    is_word = str(error.problem.get("instance", "")).endswith("/traces/stats")
    nothing = error.status == 404 and (error.message == "there is nothing at this path" or is_word)
    return nothing or error.status == 405


class AwaitedPages:
    """Pages of a blocking client, to be awaited."""

    def __init__(self, pages: Pages[Any]) -> None:
        self._pages = pages

    async def page(self, cursor: str | None = None) -> Any:
        return self._pages.page(cursor)

    async def pages(self) -> AsyncIterator[Any]:
        for page in self._pages.pages():
            yield page

    async def __aiter__(self) -> AsyncIterator[Any]:
        for item in self._pages:
            yield item


class Awaited:
    """A blocking client, to be awaited: what is tested of one client is tested of both."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._inner, name)
        if isinstance(value, Part):
            return Awaited(value)
        if not callable(value):
            return value

        def call(*arguments: Any, **named: Any) -> Any:
            result = value(*arguments, **named)
            if isinstance(result, Pages):
                return AwaitedPages(result)
            if isinstance(result, Client):
                return Awaited(result)

            async def done() -> Any:
                return result

            return done()

        return call


@pytest.fixture(scope="session")
def server() -> Iterator[QuintetServer]:
    with QuintetServer() as running:
        yield running


@pytest.fixture(params=["blocking", "awaited"])
def run(
    request: pytest.FixtureRequest, server: QuintetServer, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str, Callable[[Any], Awaitable[None]]], None]:
    """Runs a case with a client of a context of its own."""
    made = Call.of

    def noted(settings: Settings, method: str, path: str, **named: Any) -> Call:
        asked.add((method, path))
        return made(settings, method, path, **named)

    monkeypatch.setattr(Call, "of", noted)

    def go(name: str, case: Callable[[Any], Awaitable[None]]) -> None:
        context = f"case-{next(_contexts)}"
        server.client(context).close()

        async def both() -> None:
            if request.param == "blocking":
                with Client(server.url, server.key, context) as client:
                    await case(Awaited(client))
            else:
                async with AsyncClient(server.url, server.key, context) as api:
                    await case(api)

        try:
            asyncio.run(both())
        except ApiError as error:
            if not is_missing(error):
                raise
            lack(request.config, name, str(error.problem.get("instance", error.message)))

    return go


def lack(config: pytest.Config, name: str, why: str) -> NoReturn:
    """The server cannot do this. Fails, unless that is allowed; is told at the end in any case."""
    _untested[name] = why
    if config.getoption("--missing-ok"):
        pytest.skip(f"the server lacks it: {why}")
    pytest.fail(f"the server lacks it: {why}")
