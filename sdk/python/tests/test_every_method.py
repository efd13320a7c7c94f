"""Every method of both clients does what it says, against a real server."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from cases import CASES

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
