"""What goes over the wire, when a call is tried again, and what errors come out of it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from typing import Any

import pytest
from conftest import Awaited
from stub import Reply, Stub, problem

import quintet
from quintet import AsyncClient, Client, models
from quintet._async import transport as awaited_transport
from quintet._retry import RetryPolicy, is_passing, retry_after
from quintet._sync import transport as blocking_transport

Go = Callable[..., list[float]]


@pytest.fixture(params=["blocking", "awaited"])
def go(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Go:
    """Runs a case with a client; gives the waits between its tries, which are not waited for."""
    waits: list[float] = []

    async def awaited(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(awaited_transport, "pause", awaited)
    monkeypatch.setattr(blocking_transport, "pause", waits.append)

    def run(url: str, case: Callable[[Any], Awaitable[object]], **options: Any) -> list[float]:
        async def both() -> None:
            if request.param == "blocking":
                with Client(url, "a-key", "acme", **options) as client:
                    await case(Awaited(client))
            else:
                async with AsyncClient(url, "a-key", "acme", **options) as api:
                    await case(api)

        asyncio.run(both())
        return waits

    return run


def test_a_write_is_tried_again_with_the_same_key_and_the_same_bytes(go: Go) -> None:
    told = {"id": "m1", "mode": "full", "unheardOf": 1}
    passing = [
        problem(503, "unavailable"),
        problem(409, "request-in-progress"),
        Reply(hang_up=True),
        Reply(200, told),
    ]
    with Stub(*passing) as stub:

        async def case(api: Any) -> None:
            assert (await api.remember("Dana", session_id="s")).id == "m1"

        waits = go(stub.url, case)
    assert len(stub.asked) == 4 and len({(one.headers["idempotency-key"], one.body) for one in stub.asked}) == 1
    assert stub.asked[0].json == {"text": "Dana", "sessionId": "s"}
    assert stub.asked[0].path == "/api/v1/acme/facts" and stub.asked[0].headers["authorization"] == "Bearer a-key"
    for wait, whole in zip(waits, [0.25, 0.5, 1.0], strict=True):
        assert whole / 2 <= wait <= whole


def test_each_write_has_a_key_of_its_own_and_reads_have_none(go: Go) -> None:
    with Stub(Reply(200, {"hits": [], "facts": []})) as stub:

        async def case(api: Any) -> None:
            await api.remember("one")
            await api.remember("one")
            await api.remember("one", idempotency_key="mine")
            await api.recall("one")
            await api.facts().page()

        go(stub.url, case)
    keys = [one.headers.get("idempotency-key") for one in stub.asked]
    assert keys[0] and keys[1] and keys[0] != keys[1] and keys[2:] == ["mine", None, None]


def test_the_server_says_how_long_to_wait(go: Go) -> None:
    soon = format_datetime(datetime.now(timezone.utc) + timedelta(seconds=30), usegmt=True)
    replies = [
        problem(429, "rate-limited", {"retry-after": "7"}),
        problem(503, "unavailable", {"retry-after": soon}),
        Reply(200, {"hits": []}),
    ]
    with Stub(*replies) as stub:
        waits = go(stub.url, lambda api: api.recall("x"))
    assert waits[0] == 7.0 and 20.0 < waits[1] <= 30.0


def test_it_does_not_wait_for_hours(go: Go) -> None:
    with Stub(problem(429, "rate-limited", {"retry-after": "3600"})) as stub:

        async def case(api: Any) -> None:
            with pytest.raises(quintet.RateLimitError) as refused:
                await api.recall("x")
            assert refused.value.retry_after == 3600.0

        assert go(stub.url, case) == []
    assert len(stub.asked) == 1


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 413, 422, 501])
def test_what_will_not_pass_is_not_tried_again(go: Go, status: int) -> None:
    with Stub(problem(status, "some-code")) as stub:

        async def case(api: Any) -> None:
            with pytest.raises(quintet.ApiError):
                await api.remember("x")

        assert go(stub.url, case) == []
    assert len(stub.asked) == 1


def test_tries_end(go: Go) -> None:
    with Stub(problem(500, "internal")) as stub:

        async def case(api: Any) -> None:
            with pytest.raises(quintet.ServerError) as refused:
                await api.recall("x")
            assert (refused.value.status, refused.value.code) == (500, "internal")

        assert len(go(stub.url, case, max_retries=2)) == 2
    assert len(stub.asked) == 3


def test_nobody_there(go: Go) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"

        async def case(api: Any) -> None:
            with pytest.raises(quintet.QuintetConnectionError, match="after 4 tries"):
                await api.recall("x")
            assert await api.using(max_retries=0).ready() is False

        assert len(go(url, case)) == 3


def test_silence_ends_a_call_and_is_not_tried_again(go: Go) -> None:
    with Stub(Reply(200, {"hits": []}, held_s=60.0)) as stub:

        async def case(api: Any) -> None:
            with pytest.raises(quintet.QuintetTimeoutError):
                await api.recall("x", timeout=0.05)

        assert go(stub.url, case) == []


KINDS = [
    (400, "validation-error", quintet.InvalidRequestError),
    (401, "unauthorized", quintet.AuthenticationError),
    (403, "forbidden", quintet.PermissionDeniedError),
    (404, "not-found", quintet.NotFoundError),
    (404, "context-not-found", quintet.ContextNotFoundError),
    (409, "conflict", quintet.ConflictError),
    (412, "precondition-failed", quintet.ConflictError),
    (413, "payload-too-large", quintet.InvalidRequestError),
    (415, "unsupported-media-type", quintet.InvalidRequestError),
    (422, "unprocessable", quintet.InvalidRequestError),
    (429, "rate-limited", quintet.RateLimitError),
    (500, "internal", quintet.ServerError),
    (501, "not-implemented", quintet.ServerError),
    (503, "unavailable", quintet.ServerError),
]


@pytest.mark.parametrize(("status", "code", "kind"), KINDS)
def test_errors_say_what_a_program_decides_by(go: Go, status: int, code: str, kind: type[Exception]) -> None:
    told = problem(status, code, {"x-request-id": "r-1"}, field="text", more=[1])
    with Stub(told) as stub:

        async def case(api: Any) -> None:
            with pytest.raises(quintet.ApiError) as refused:
                await api.remember("x")
            error = refused.value
            assert type(error) is kind
            assert (error.status, error.code, error.request_id, error.field) == (status, code, "r-1", "text")
            assert str(error) == f"{status} {code}: because of {code} (request r-1)"
            assert error.problem["more"] == [1]

        go(stub.url, case, max_retries=0)


def test_a_request_id_may_stand_in_the_problem(go: Go) -> None:
    with Stub(problem(404, "not-found", requestId="r-2")) as stub:

        async def case(api: Any) -> None:
            with pytest.raises(quintet.NotFoundError) as refused:
                await api.memories.get("x")
            assert refused.value.request_id == "r-2"

        go(stub.url, case)


def test_answers_of_something_else(go: Go) -> None:
    html = Reply(502, raw=b"<html>bad gateway</html>")
    page = Reply(200, raw=b"<html>hello</html>")
    moved = Reply(302, headers={"location": "http://example.invalid/"}, raw=b"")
    shapeless = Reply(200, {"hits": [{"id": "m1", "text": "a secret thought", "score": "high"}]})
    with Stub(html, page, moved, shapeless) as stub:

        async def case(api: Any) -> None:
            with pytest.raises(quintet.ServerError, match="502: the server gave no reason"):
                await api.recall("x")
            for _ in range(2):
                with pytest.raises(quintet.AnswerError, match="no JSON"):
                    await api.recall("x")
            with pytest.raises(quintet.AnswerError, match=r"hits\.0\.score") as wrong:
                await api.recall("x")
            assert "secret" not in repr(wrong.value) and wrong.value.__cause__ is None

        go(stub.url, case, max_retries=0)


def test_names_are_escaped_whole_and_only_what_is_given_is_sent(go: Go) -> None:
    answer = {"id": "e1", "name": "x", "entities": []}
    with Stub(Reply(200, answer)) as stub:

        async def case(api: Any) -> None:
            await api.entities.get("person/AC/DC & 100%?", as_of=datetime(2026, 1, 2, tzinfo=timezone.utc))
            await api.entities.list(labels={"a": "b", "c": "d"}, lens=["org/acme"]).page()
            await api.forget(all=True, scope=None)
            await api.memories.delete("m1", purge=True, on_behalf_of="ann")
            for name in ("person/..", "person/", "Dana", "/Dana"):
                with pytest.raises(ValueError, match="cannot be a part of a path|names no entity"):
                    await api.entities.get(name)
            with pytest.raises(ValueError, match="no time zone"):
                await api.state(as_of=datetime(2026, 1, 2))  # noqa: DTZ001
            with pytest.raises(ValueError, match="one scope"):
                await api.state(lens=["a", "b"])
            with pytest.raises(ValueError, match="JSON"):
                await api.recall("x", vector=[float("nan")])

        with pytest.raises(quintet.AnswerError):
            go(stub.url, case)
        stub.replies = [Reply(200, {**answer, "deleted": 1})]
        stub.asked.clear()
        go(stub.url, case)
    first, listed, forgotten, deleted = stub.asked
    assert first.path == "/api/v1/acme/entities/person/AC%2FDC%20%26%20100%25%3F?asOf=2026-01-02T00%3A00%3A00%2B00%3A00"
    assert listed.path in (
        "/api/v1/acme/entities?labels=a%3Db%2Cc%3Dd&lens=org%2Facme",
        "/api/v1/acme/entities?lens=org%2Facme&labels=a%3Db%2Cc%3Dd",
    )
    assert forgotten.json == {"all": True}
    assert deleted.path == "/api/v1/acme/memories/m1?purge=true" and deleted.method == "DELETE"
    assert deleted.headers["x-quintet-on-behalf-of"] == "ann" and deleted.body == b""


def test_lists_may_be_bare(go: Go) -> None:
    with Stub(Reply(200, [{"id": "k1", "name": "ci"}]), Reply(200, {"keys": [{"id": "k1"}]}), Reply(200, {})) as stub:

        async def case(api: Any) -> None:
            assert [one.name for one in await api.keys.list()] == ["ci"]
            assert [one.id for one in await api.keys.list()] == ["k1"]
            with pytest.raises(quintet.AnswerError, match="keys"):
                await api.keys.list()

        go(stub.url, case)


def test_both_forms_of_an_entity_are_read() -> None:
    inner = {"id": "e1", "name": "Dana", "entityType": "person"}
    fact = {"id": "f1", "entity": "Dana", "key": "role", "value": "CTO"}
    flat = models.EntitySheet.model_validate({**inner, "attributes": [fact]})
    assert flat == models.EntitySheet.model_validate({"entity": inner, "attributes": [fact]})
    assert flat.type == "person" and flat.attributes[0].entity == models.Party(name="Dana")


def test_when_to_try_again() -> None:
    policy = RetryPolicy(retries=9)
    assert [policy.wait(tried, None, 1.0) for tried in (1, 2, 3, 6, 7)] == [0.25, 0.5, 1.0, 8.0, 8.0]
    assert policy.wait(1, None, 0.0) == 0.125 and policy.wait(10, None, 0.0) is None
    assert policy.wait(1, 60.0, 0.5) == 60.0 and policy.wait(1, 60.1, 0.5) is None
    assert policy.wait(3, 0.0, 1.0) == 1.0, "the own wait is the least"
    assert is_passing(409, {"code": "idempotency-in-progress"}, None)
    assert is_passing(409, {"code": "conflict", "retryable": True}, None) and is_passing(409, None, 1.0)
    assert not is_passing(409, {"code": "conflict"}, None)
    assert is_passing(429, None, None) and is_passing(599, None, None) and not is_passing(501, None, None)
    now = datetime(2026, 3, 2, 12, 0, 0, tzinfo=timezone.utc)
    asked = {"1.5": 1.5, "-3": 0.0, "Mon, 02 Mar 2026 12:00:10 GMT": 10.0, "Mon, 02 Mar 2026 11:00:00 GMT": 0.0}
    for text, seconds in asked.items():
        assert retry_after({"retry-after": text}, now) == seconds
    for text in ("", "soon", "nan"):
        assert retry_after({"retry-after": text}, now) is None
