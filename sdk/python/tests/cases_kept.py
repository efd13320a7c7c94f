"""What each method does that keeps what is remembered: contexts, entities, memories, sessions and the rest."""

from __future__ import annotations

from typing import Any

import pytest
from given import all_of, known

from quintet import ConflictError, ContextNotFoundError, NotFoundError, fact

Api = Any


async def contexts_create(api: Api) -> None:
    name = f"made-{api.context_id}"
    made = await api.contexts.create(name, description="of a test", config={"emotions": "off"})
    assert (made.id, made.description, made.config["emotions"]) == (name, "of a test", "off")
    assert (await api.contexts.create(name, exist_ok=True)).created_at == made.created_at
    with pytest.raises(ConflictError) as refused:
        await api.contexts.create(name)
    assert refused.value.code == "conflict"


async def contexts_list(api: Api) -> None:
    assert api.context_id in [one.id for one in await api.contexts.list()]


async def contexts_get(api: Api) -> None:
    assert (await api.contexts.get()).id == api.context_id
    assert (await api.contexts.get(api.context_id)).config["emotions"] == "on"


async def contexts_delete(api: Api) -> None:
    name = f"dropped-{api.context_id}"
    await api.contexts.create(name)
    assert await api.contexts.delete(name) is None
    with pytest.raises(ContextNotFoundError):
        await api.contexts.get(name)


async def contexts_access_token(api: Api) -> None:
    grants = {"memory:read": ["user/ann/*"]}
    first = await api.contexts.access_token("idp|42", ttl_seconds=900, display_name="Ann", grants=grants)
    again = await api.contexts.access_token("idp|42", ttl_seconds=900)
    assert first.principal_id == again.principal_id and first.key != again.key and first.valid_until


async def contexts_settings(api: Api) -> None:
    told = await api.contexts.settings(emotions="off", delete_inferred_emotions=True)
    assert (told.id, told.config["emotions"], told.inferred_emotions_deleted) == (api.context_id, "off", 0)


async def entities_list(api: Api) -> None:
    await known(api)
    assert {one.name for one in await all_of(api.entities.list())} == {"Dana", "Halyard"}
    assert [one.name for one in await all_of(api.entities.list(type="person", limit=1))] == ["Dana"]


async def entities_get(api: Api) -> None:
    await known(api)
    sheet = await api.entities.get("person/Dana")
    assert (sheet.name, sheet.type) == ("Dana", "person")
    assert [one.value for one in sheet.attributes] == ["CTO"] and sheet.relations[0].object.name == "Halyard"
    halyard = await api.entities.get("organisation/Halyard")
    assert halyard.relations_to[0].subject.name == "Dana"
    with pytest.raises(NotFoundError):
        await api.entities.get("person/Nobody at/all?")


async def entities_history(api: Api) -> None:
    await known(api)
    told = await api.entities.history("person/Dana", "role")
    assert [one.value for one in told.history] == ["CEO", "CTO"] and told.current == ["CTO"]
    assert told.history[0].superseded_by == told.history[1].id


async def entities_delete(api: Api) -> None:
    await known(api)
    assert await api.entities.delete("person/Dana") is None
    assert "Dana" not in [one.name for one in await all_of(api.entities.list())]


async def entities_merge(api: Api) -> None:
    await known(api)
    await api.remember(triples=[fact("person/D. Silva", "city", "Lisbon")])
    done = await api.entities.merge("person/D. Silva", "person/Dana")
    assert done.entity.name == "Dana" and done.merged
    assert {one.key for one in (await api.entities.get("person/Dana")).attributes} == {"role", "city"}


async def entities_split(api: Api) -> None:
    await known(api)
    await api.remember(triples=[fact("person/D. Silva", "city", "Lisbon")])
    merged = await api.entities.merge("person/D. Silva", "person/Dana")
    again = await api.entities.split(merged.merged)
    assert (again.entity.name, again.entity.merged_into) == ("D. Silva", None)


async def entities_aliases(api: Api) -> None:
    await known(api)
    assert (await api.entities.aliases("person/Dana", add=["Dee"])).aliases == ["Dee"]
    assert (await api.entities.get("person/Dee")).name == "Dana"
    assert (await api.entities.aliases("person/Dana", remove=["Dee"])).aliases == []


async def memories_list(api: Api) -> None:
    texts = [f"Note number {n}." for n in range(5)]
    for text in texts:
        await api.remember(text, session_id="s", role="user", infer="none")
    every = [one.text async for one in api.memories.list(kind="turn", session_id="s", limit=2)]
    assert every == texts
    newest = await api.memories.list(kind=["turn"], order="newest", limit=1).page()
    assert newest.items[0].text == texts[-1] and newest.next_cursor


async def memories_get(api: Api) -> None:
    told = await api.remember("I moved to Lisbon.", session_id="s", role="user", speaker="Dana")
    sheet = await api.memories.get(told.id)
    assert (sheet.text, sheet.session_id, sheet.speaker) == ("I moved to Lisbon.", "s", "Dana")
    assert "Lisbon" in [one.value for one in sheet.derived]


async def memories_edit(api: Api) -> None:
    told = await api.remember("I moved to Lisbon.", infer="none")
    edited = await api.memories.edit(told.id, text="I moved to Porto.", labels={"a": "b"}, importance=0.4)
    assert edited.id == told.id
    sheet = await api.memories.get(told.id)
    assert sheet.text == "I moved to Porto." and sheet.labels == {"a": "b"}


async def memories_delete(api: Api) -> None:
    told = await api.remember("The passphrase lies in the blue safe.")
    would = await api.memories.delete(told.id, dry_run=True)
    assert would.dry_run and would.deleted >= 1
    assert (await api.memories.delete(told.id, purge=True)).deleted == would.deleted
    with pytest.raises(NotFoundError):
        await api.memories.delete(told.id)


async def memories_emotions(api: Api) -> None:
    told = await api.remember("The certificate works.")
    kept = await api.memories.emotions(told.id, [{"label": "relief", "intensity": 0.8}])
    assert (kept.id, kept.emotions) == (told.id, 1)
    assert (await api.memories.emotions(told.id, [])).emotions == 0


async def lifecycle_decay(api: Api) -> None:
    await known(api)
    await api.lifecycle.decay()
    assert (await api.lifecycle.decay()).affected == 0, "the same day twice"


async def lifecycle_expire(api: Api) -> None:
    await known(api)
    assert (await api.lifecycle.expire()).affected == 0


async def lifecycle_expiring(api: Api) -> None:
    await api.remember(triples=[fact("person/Dana", "mood", "tired", memory_category="context", valid_until="2999-01-01")])
    soon = await api.lifecycle.expiring(days=30)
    assert all(one.at and one.reason for one in soon.expiring)


async def lifecycle_retention(api: Api) -> None:
    assert (await api.lifecycle.retention()).rules == []


async def lifecycle_set_retention(api: Api) -> None:
    rule = {"label": "team=support", "kinds": ["turn"], "days": 365, "mode": "purge"}
    (kept,) = (await api.lifecycle.set_retention([rule])).rules
    assert (kept.label, kept.kinds, kept.days, kept.mode) == ("team=support", ["turn"], 365, "purge")
    assert (await api.lifecycle.set_retention([kept])).rules == [kept]


async def traces_get(api: Api) -> None:
    await api.remember("Dana moved to Lisbon.")
    found = await api.recall("Where did Dana move?")
    assert (await api.traces.get(found.trace.trace_id)).trace_id == found.trace.trace_id


async def traces_list(api: Api) -> None:
    await api.remember("Dana moved to Lisbon.")
    for text in ("Where did Dana move?", "Who moved?"):
        await api.recall(text)
    assert [one.query_text for one in await api.traces.list(limit=2)] == ["Who moved?", "Where did Dana move?"]


async def traces_stats(api: Api) -> None:
    await api.remember("Dana moved to Lisbon.")
    await api.recall("Where did Dana move?")
    told = await api.traces.stats()
    assert told.total_queries == 1 and told.avg_latency_ms > 0


async def sessions_create(api: Api) -> None:
    named = await api.sessions.create("chat-1", scopes="org/acme")
    assert (named.id, named.scopes) == ("chat-1", [["org/acme"]])
    made = await api.sessions.create(metadata={"topic": "moving"})
    assert made.id
    assert (await api.remember("Hello.", session_id=made.id, role="user")).session_id == made.id


async def sessions_get(api: Api) -> None:
    made = await api.sessions.create(metadata={"topic": "moving"})
    assert (await api.sessions.get(made.id)).metadata == {"topic": "moving"}


async def sessions_delete(api: Api) -> None:
    made = await api.sessions.create()
    assert await api.sessions.delete(made.id) is None
    assert (await api.sessions.get(made.id)).closed_at


async def sessions_turns(api: Api) -> None:
    made = await api.sessions.create()
    for text in ("One.", "Two.", "Three."):
        await api.remember(text, session_id=made.id, role="user", infer="none")
    assert [one.content for one in await api.sessions.turns(made.id)] == ["One.", "Two.", "Three."]
    (second,) = await api.sessions.turns(made.id, limit=1, offset=1)
    assert (second.content, second.role, second.seq) == ("Two.", "user", 1)


async def sessions_context(api: Api) -> None:
    made = await api.sessions.create()
    await api.remember("I moved to Lisbon.", session_id=made.id, role="user", speaker="Dana")
    assert "Lisbon" in (await api.sessions.context(made.id, "Where does Dana live?")).context
