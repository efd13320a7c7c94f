"""Every method of both clients does what it says, against a real server."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from cases import CASES
from conftest import asked

from quintet import AsyncClient, Client
from quintet._async.part import AsyncPart
from quintet._sync.part import Part

Run = Callable[[str, Callable[[Any], Awaitable[None]]], None]


def methods(client: Client | AsyncClient) -> dict[str, inspect.Signature]:
    """Every public method by the name that it is called by."""
    found = {}
    parts = {f"{name}.": part for name, part in vars(client).items() if isinstance(part, (Part, AsyncPart))}
    for prefix, part in {"": client, **parts}.items():
        for name, method in inspect.getmembers(part, inspect.ismethod):
            if not name.startswith("_"):
                found[prefix + name] = inspect.signature(method)
    return found


def test_every_method_has_a_case() -> None:
    with Client("http://localhost:1", "a-key") as client:
        assert sorted(methods(client)) == sorted(CASES)


def test_both_clients_have_the_same_methods() -> None:
    blocking, awaited = methods(Client("http://localhost:1")), methods(AsyncClient("http://localhost:1"))
    assert list(blocking) == list(awaited)
    for name, signature in blocking.items():
        assert list(signature.parameters.values()) == list(awaited[name].parameters.values()), name


@pytest.mark.parametrize("name", CASES)
def test_method(name: str, run: Run) -> None:
    run(name, CASES[name])


OPERATIONS = Path(__file__).resolve().parents[3] / "crates" / "server" / "src" / "ops"
WITHOUT_A_METHOD = {"health", "livez", "metrics", "openapi", "status", "files", "file_read", "file_write"}
"""Operations that `ready` stands for, the document of the interface, and what programs keep for themselves over MCP."""


def test_every_operation_of_the_server_is_called() -> None:
    """Runs after the cases, and looks at what they asked for."""
    if len(asked) < len(CASES):
        pytest.skip("only some of the cases ran")
    found = re.compile(r'name: "(\w+)",.*?method: Method::(\w+),\s+path: "([^"]+)"', re.DOTALL)
    operations = [one for file in sorted(OPERATIONS.glob("*.rs")) for one in found.findall(file.read_text(encoding="utf-8"))]
    assert len(operations) > 60
    uncalled = []
    for name, method, path in operations:
        pattern = re.compile(re.sub(r"\{\w+\}", "[^/]+", path))
        if not any(verb == method.upper() and pattern.fullmatch(where) for verb, where in asked):
            uncalled.append(name)
    assert set(uncalled) == WITHOUT_A_METHOD
