"""Secrets, settings, the server of one's own, and writes that are sent twice."""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import is_missing, lack
from stub import Reply, Stub

import quintet
from quintet import AsyncClient, Client, QuintetServer, ServerStartError, fact, models, relation
from quintet._async.part import AsyncPart
from quintet._sync.part import Part

SECRET = "a-very-secret-key-0123456789"
Run = Callable[[str, Callable[[Any], Awaitable[None]]], None]


@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_no_key_is_shown(kind: type[Client] | type[AsyncClient]) -> None:
    client = kind(f"http://user:{SECRET}@localhost:9/base/", SECRET, "acme")
    name = kind.__name__
    assert repr(client) == f"{name}(url='http://localhost:9/base', key='***', context='acme')"
    parts = [one for one in vars(client).values() if isinstance(one, (Part, AsyncPart))]
    for shown in (client, client._transport, client._transport.settings, vars(client), *map(vars, parts)):
        assert SECRET not in repr(vars(client._transport)) and SECRET not in repr(shown)
    minted = models.MintedKey.model_validate({"id": "k1", "key": SECRET})
    assert SECRET not in repr(minted) and SECRET not in str(minted) and SECRET not in minted.model_dump_json()
    assert minted.key.get_secret_value() == SECRET


def test_no_key_stands_in_an_error() -> None:
    with Client("http://127.0.0.1:9", SECRET, max_retries=0) as client, pytest.raises(quintet.QuintetConnectionError) as failed:
        client.state()
    error: BaseException | None = failed.value
    while error is not None:
        assert SECRET not in repr(error) and SECRET not in str(vars(error))
        error = error.__cause__
    with pytest.raises(ValueError, match="key:") as refused:
        Client("http://127.0.0.1:9", f"{SECRET}\n")
    assert SECRET not in str(refused.value)


def test_the_environment_is_asked_where_nothing_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("QUINTET_SERVER", "QUINTET_KEY", "QUINTET_CONTEXT"):
        monkeypatch.delenv(name, raising=False)
    assert repr(Client()) == "Client(url='http://127.0.0.1:9090', key=None, context='default')"
    with Stub(Reply(200, {"contexts": []})) as stub:
        monkeypatch.setenv("QUINTET_SERVER", stub.url)
        monkeypatch.setenv("QUINTET_KEY", SECRET)
        monkeypatch.setenv("QUINTET_CONTEXT", "notes")
        # A proxy cannot reach this machine's own address.
        monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
        with Client() as client:
            assert client.context_id == "notes" and client.contexts.list() == []
            assert Client(context="other").context_id == "other"
    assert stub.asked[0].headers["authorization"] == f"Bearer {SECRET}"
    with pytest.raises(ValueError, match="http://"):
        Client("localhost:9090")


def test_facts_by_name() -> None:
    assert fact("person/Dana", "role", "CTO", confidence=0.5) == {
        "entity": {"type": "person", "name": "Dana"},
        "key": "role",
        "value": "CTO",
        "confidence": 0.5,
    }
    assert relation("person/Dana", "works_at", "organisation/A/B")["target"] == {"type": "organisation", "name": "A/B"}
    with pytest.raises(ValueError, match="person/Dana"):
        fact("Dana", "role", "CTO")


def test_models_are_plain_values() -> None:
    hit = models.Hit.model_validate({"id": "m1", "text": "x", "score": 1, "sessionId": "s", "newThing": {}})
    assert hit.session_id == "s" and hit == pickle.loads(pickle.dumps(hit))
    with pytest.raises(ValueError, match="frozen"):
        hit.text = "y"


def test_a_server_keeps_its_data_or_leaves_nothing(tmp_path: Path) -> None:
    with QuintetServer(data=tmp_path / "kept") as server:
        assert server.is_running and server.key.get_secret_value() not in repr(server)
        with server.client("notes") as memory:
            memory.remember("Lunch is at noon.")
        temporary = server.data
    assert not server.is_running and temporary.exists()
    server.stop()
    server = QuintetServer(data=tmp_path / "kept")
    with server.client("notes") as memory:
        assert memory.recall("lunch").hits[0].text == "Lunch is at noon."
    server.stop()
    with QuintetServer() as passing:

        async def told() -> str:
            async with passing.async_client("notes") as api:
                await api.remember("Lunch is at one.")
                return str((await api.recall("lunch")).hits[0].text)

        assert asyncio.run(told()) == "Lunch is at one."
        temporary = passing.data
        assert temporary.exists()
    assert not temporary.exists()


def test_a_server_that_does_not_start_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ServerStartError, match="nowhere"):
        QuintetServer(tmp_path / "nowhere")
    with pytest.raises(ServerStartError, match="it ended: .*--no-such-flag"):
        QuintetServer(arguments=["--no-such-flag"])
    silent = tmp_path / "silent"
    silent.write_text(f"#!{sys.executable}\nimport time\ntime.sleep(600)\n")
    silent.chmod(0o700)
    with pytest.raises(ServerStartError, match="it said nothing for 0.1 s"):
        QuintetServer(silent, start_timeout=0.1)
    monkeypatch.setenv("PATH", os.fspath(tmp_path))
    monkeypatch.delenv("QUINTET_BINARY", raising=False)
    with pytest.raises(ServerStartError, match="QUINTET_BINARY"):
        QuintetServer()


def test_a_wrong_key_and_a_missing_context_are_told_apart(server: QuintetServer) -> None:
    with Client(server.url, "not-the-key-that-it-is") as stranger:
        with pytest.raises(quintet.AuthenticationError) as refused:
            stranger.state()
        assert refused.value.code == "unauthorized" and stranger.ready()
    with Client(server.url, server.key, "never-made") as lost:
        with pytest.raises(quintet.ContextNotFoundError):
            lost.state()
        with pytest.raises(quintet.InvalidRequestError) as wrong:
            lost.contexts.create("no such name!")
        assert wrong.value.field == "id"


def test_a_write_that_is_sent_twice_is_carried_out_once(run: Run, request: pytest.FixtureRequest) -> None:
    async def case(api: Any) -> None:
        first = await api.remember("Lunch is at noon.", idempotency_key="import-1")
        again = await api.remember("Lunch is at noon.", idempotency_key="import-1")
        if first.id != again.id:
            lack(request.config, "idempotency", "the same Idempotency-Key twice is carried out twice")
        assert first == again
        with pytest.raises(quintet.ApiError) as refused:
            await api.remember("Lunch is at one.", idempotency_key="import-1")
        assert refused.value.status in (409, 422)
        assert (await api.remember("Lunch is at noon.")).id != first.id

    run("idempotency", case)


def test_writes_of_one_key_that_run_side_by_side_are_one_write(run: Run, request: pytest.FixtureRequest) -> None:
    async def case(api: Any) -> None:
        same = [api.remember("Lunch is at noon.", idempotency_key="import-2") for _ in range(20)]
        try:
            told = await asyncio.gather(*same)
        except quintet.ConflictError:
            lack(request.config, "409 in progress", "it does not say that the first still runs")
        if len({one.id for one in told}) > 1:
            lack(request.config, "idempotency", "the same Idempotency-Key is carried out more than once")
        assert told == [told[0]] * 20

    run("409 in progress", case)


def test_a_key_does_what_it_is_granted_and_no_more(server: QuintetServer, request: pytest.FixtureRequest) -> None:
    with server.client("granted") as admin:
        admin.remember("Ann likes tea.")
        try:
            reader = admin.principals.create("reader", grants={"memory:read": ["*"]})
        except quintet.ApiError as error:
            if not is_missing(error):
                raise
            lack(request.config, "keys that may read", "it has no principals")
        minted = admin.keys.create("reads", principal=reader.id)
    with Client(server.url, minted.key, "granted") as client:
        assert client.me().principal_id == reader.id and client.recall("tea").hits
        with pytest.raises(quintet.PermissionDeniedError) as refused:
            client.remember("Ann likes coffee.")
        assert refused.value.code == "forbidden"
    with Client(server.url, minted.key, "elsewhere") as client, pytest.raises(quintet.ApiError) as outside:
        client.state()
    assert outside.value.status in (401, 403, 404)


def test_the_server_names_its_requests(server: QuintetServer, request: pytest.FixtureRequest) -> None:
    with server.client() as client, pytest.raises(quintet.NotFoundError) as refused:
        client.entities.get("person/Nobody")
    if refused.value.request_id is None:
        lack(request.config, "request ids", "an error carries neither requestId nor x-request-id")
    assert refused.value.request_id
