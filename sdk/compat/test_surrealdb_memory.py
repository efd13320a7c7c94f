"""The published client `surrealdb-memory`, unmodified, calls each of its methods, and gets what it declares.

`pytest -s` prints a table: `ok`; or an HTTP status with what the server said; or what is wrong with the answer: it cannot be
decoded, it says something else, or a member is of another type than the client declares.
"""

from __future__ import annotations

import asyncio
import dataclasses
import inspect
import re
import typing
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union, get_args, get_origin

import pytest
import requests
from calls import CALLS, Call, World
from surrealdb_memory import AsyncMemory, Memory
from surrealdb_memory._errors import MemoryAPIError
from surrealdb_memory._models.common import Model
from surrealdb_memory._transport import BlockingTransport

from quintet import ApiError, QuintetServer


@pytest.fixture(scope="module")
def server() -> Iterator[QuintetServer]:
    with QuintetServer() as running:
        yield running


class Heard(requests.Session):
    """The connections of the client, which keep what was sent last."""

    sent = ""

    def send(self, request: requests.PreparedRequest, **named: Any) -> requests.Response:
        body = request.body
        text = body.decode("utf-8", "replace") if isinstance(body, bytes) else str(body or "")
        where = (request.url or "").split("/api/v1", 1)[-1]
        self.sent = f"{request.method} {where} {text[:300]!r}"
        return super().send(request, **named)


NULL_ALLOWED = {"RememberResponse.session_id", "ExtractionResult.turn_id"}
"""Members that may be null though the client declares a text: it opens no session for a text that is told outside of one, and
decodes null as it is."""


@dataclass
class Outcome:
    call: Call
    said: str
    sent: str = ""

    @property
    def is_ok(self) -> bool:
        return self.said == "ok"


def methods(memory: Any, prefix: str = "") -> set[str]:
    """Every public method of the client, as it is called."""
    found = set()
    for name in dir(memory):
        value = getattr(memory, name)
        if name.startswith("_"):
            continue
        if inspect.ismethod(value):
            found.add(prefix + name)
        elif type(value).__module__.startswith("surrealdb_memory._namespaces"):
            found |= methods(value, f"{prefix}{name}.")
    return found


def test_every_method_is_called() -> None:
    with Memory("x", endpoint="http://localhost:1", api_key="x") as memory:
        assert methods(memory) == {call.method for call in CALLS}


def other_types(value: Any, declared: Any, where: str = "") -> list[str]:
    """Members that are of another type than the client declares for them."""
    if declared is Any:
        return []
    origin, arguments = get_origin(declared), get_args(declared)
    if origin is Union or type(declared).__name__ == "UnionType":
        return min((other_types(value, one, where) for one in arguments), key=len)
    if origin is list and isinstance(value, list):
        return [wrong for n, one in enumerate(value) for wrong in other_types(one, arguments[0], f"{where}[{n}]")]
    if origin is dict and isinstance(value, dict):
        return [wrong for key, one in value.items() for wrong in other_types(one, arguments[1], f"{where}[{key}]")]
    kind = origin or declared
    # A number without a fraction is one with a fraction, too.
    if isinstance(value, bool) and kind is not bool or not isinstance(value, (int, float) if kind is float else kind):
        return [f"{where} is {type(value).__name__}, declared {getattr(kind, '__name__', kind)}"]
    if isinstance(value, Model):
        hints = typing.get_type_hints(type(value))
        members = ((one.name, getattr(value, one.name)) for one in dataclasses.fields(typing.cast(Any, value)))
        return [
            wrong
            for name, one in members
            if not (one is None and f"{type(value).__name__}.{name}" in NULL_ALLOWED)
            for wrong in other_types(one, hints[name], f"{where}.{name}")
        ]
    return []


def judged(call: Call, answer: Any, world: World) -> str:
    """What there is to say of an answer that came."""
    try:
        is_right = call.check(answer, world)
    except (KeyError, IndexError, TypeError, AttributeError) as error:
        is_right, answer = False, f"{answer!r} ({type(error).__name__}: {error})"
    if not is_right:
        return f"wrong answer: {answer!r}"[:300]
    wrong = [one for part in (answer if isinstance(answer, list) else [answer]) for one in other_types(part, type(part))]
    # Of a list, one tells what all have.
    told = dict.fromkeys(re.sub(r"\[\d+\]", "[]", one) for one in wrong)
    return "other types: " + "; ".join(told) if told else "ok"


def failed(error: Exception) -> str:
    """What there is to say of an answer that did not come."""
    if isinstance(error, MemoryAPIError):
        return f"HTTP {error.status_code}: {error.message}"
    return f"not decoded: {type(error).__name__}: {error}"


VERBS = ["memory:read", "memory:write", "memory:forget", "scope:read", "scope:create", "scope:delete", "grant:manage"]


def prepared(server: QuintetServer, context: str, file: Path) -> tuple[str, World]:
    """A context, a key of a principal that may do everything in it, and somebody of whom less is known."""
    world = World(file=str(file), notes={"ann": "no-principal"})
    with server.client(context) as admin:
        try:
            # The client makes no principals.
            world.notes["ann"] = admin.principals.create("ann", display_name="Ann", kind="human").id
            caller = admin.principals.create("caller", grants={verb: ["*"] for verb in VERBS})
            return admin.keys.create("all", principal=caller.id).key.get_secret_value(), world
        except ApiError:
            # A server without principals has one key for everything.
            return server.key.get_secret_value(), world


FAILURES = (MemoryAPIError, ValueError, TypeError, AttributeError)


def blocking(server: QuintetServer, key: str, world: World) -> list[Outcome]:
    heard = Heard()
    transport = BlockingTransport(endpoint=server.url, api_key=key, max_retries=0, session=heard)
    memory = Memory("blocking", transport=transport)
    outcomes = []
    for call in CALLS:
        heard.sent = ""
        try:
            answer = call.run(memory, world)
            answer = list(answer) if inspect.isgenerator(answer) else answer
            said = judged(call, answer, world)
        except FAILURES as error:
            said = failed(error)
        outcomes.append(Outcome(call, said, heard.sent))
    return outcomes


async def awaited(server: QuintetServer, key: str, world: World) -> list[Outcome]:
    outcomes = []
    async with AsyncMemory("awaited", endpoint=server.url, api_key=key, max_retries=0) as memory:
        for call in CALLS:
            try:
                answer = await call.run(memory, world)
                answer = [one async for one in answer] if inspect.isasyncgen(answer) else answer
                said = judged(call, answer, world)
            except FAILURES as error:
                said = failed(error)
            outcomes.append(Outcome(call, said))
    return outcomes


def table(title: str, outcomes: list[Outcome]) -> str:
    width = max(len(one.call.name) for one in outcomes)
    lines = [f"{one.call.name:{width}}  {one.said}" for one in outcomes]
    good = sum(one.is_ok for one in outcomes)
    return "\n".join([f"\n{title}: {good} of {len(outcomes)} calls are ok", *lines])


@pytest.mark.parametrize("kind", ["blocking", "awaited"])
def test_every_method_works(kind: str, server: QuintetServer, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    file = tmp_path / "shifts.md"
    file.write_text(f"# Shifts\n\nNora has the night shift on Fridays, {kind}.\n", encoding="utf-8")
    key, world = prepared(server, kind, file)
    outcomes = blocking(server, key, world) if kind == "blocking" else asyncio.run(awaited(server, key, world))
    print(table(f"surrealdb-memory, {kind}", outcomes))
    wrong = [one for one in outcomes if not one.is_ok]
    for one in wrong:
        print(f"  {one.call.name}\n    sent: {one.sent}\n    said: {one.said}") if one.sent else None
    if not request.config.getoption("--missing-ok"):
        assert not wrong, f"{len(wrong)} calls do not work, see the table"
