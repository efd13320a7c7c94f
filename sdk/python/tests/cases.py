"""What each method does, against a real server. Both clients run all of them."""

from __future__ import annotations

from datetime import date, datetime, timezone
from typing import Any

import pytest

from quintet import ConflictError, ContextNotFoundError, NotFoundError, fact, relation

Api = Any


async def known(api: Api) -> None:
    """Dana was CEO, is CTO, and works at Halyard."""
    early = datetime(2026, 1, 10, tzinfo=timezone.utc)
    late = datetime(2026, 2, 10, tzinfo=timezone.utc)
    await api.remember(triples=[fact("person/Dana", "role", "CEO")], observed_at=early)
    await api.remember(
        triples=[
            fact("person/Dana", "role", "CTO"),
            relation("person/Dana", "works_at", "organisation/Halyard"),
        ],
        observed_at=late,
    )


async def all_of(pages: Any) -> list[Any]:
    return [item async for item in pages]


async def remember(api: Api) -> None:
    told = await api.remember(
        "I moved to Lisbon last week.",
        session_id="chat-7",
        role="user",
        speaker="Dana",
        labels={"team": "support"},
        observed_at=date(2026, 3, 2),
        emotions=[{"label": "relief", "intensity": 0.8}],
        location={"lat": 38.72, "lng": -9.14},
        reference="mail-1",
    )
    assert told.id == told.turn_id and told.session_id == "chat-7" and told.seq == 0
    assert any(one.value == "Lisbon" for one in told.extraction.attributes)
    entity = told.extraction.entities[0]
    assert (entity.name, entity.type, entity.is_new) == ("Dana", "person", True)
    foreseen = await api.remember("I moved to Porto.", infer="preview")
    assert foreseen.preview and foreseen.id is None
    stated = await api.remember(triples=[fact("person/Dana", "role", "CTO", confidence=0.9)])
    assert stated.mode == "triples" and stated.extraction.attributes[0].outcome == "created"


async def remember_many(api: Api) -> None:
    messages = [
        {"role": "user", "content": "Climbed with Jonas.", "ts": date(2026, 3, 2), "speaker": "Nora"},
        {"role": "nobody", "content": "x"},
    ]
    done = await api.remember_many(messages, session_id="chat-8", extract="per_message")
    assert [one.status for one in done.results] == [200, 400]
    assert done.turn_ids == [done.results[0].id] and len(done.extractions) == 1
    assert done.results[1].error["field"] == "role"


async def recall(api: Api) -> None:
    await api.remember("Dana moved to Lisbon.", labels=["team=support"], observed_at="2026-03-02")
    await api.remember("The certificate expires on Friday.", observed_at="2026-03-03")
    found = await api.recall("Where did Dana move?", k=1, explain=True, include=["passages"])
    assert [hit.text for hit in found.hits] == ["Dana moved to Lisbon."]
    hit = found.hits[0]
    assert hit.score > 0 and hit.rank == 1 and found.trace.trace_id
    assert {one.name for one in hit.contributions} > {"semantic", "keyword"}
    assert found.explain and found.explain["channels"]
    labelled = await api.recall("certificate", labels={"team": "support"}, include=["passages"])
    assert all("certificate" not in hit.text for hit in labelled.hits)
    timed = await api.recall("what was said", time_from=date(2026, 3, 3), time_to=date(2026, 3, 4))
    assert [hit.text for hit in timed.hits if hit.kind != "fact"] == ["The certificate expires on Friday."]
    one = await api.recall("Lisbon", channels=["keyword"], channel_weights={"keyword": 2.0}, max_tokens=50)
    assert one.hits and not one.degraded


async def context(api: Api) -> None:
    await api.remember("Dana moved to Lisbon.")
    block = await api.context("Where does Dana live?", k=3)
    assert "Lisbon" in block.context


async def forget(api: Api) -> None:
    told = await api.remember("The passphrase lies in the blue safe.", session_id="s-1")
    await api.remember("Lunch is at noon.", session_id="s-2")
    would = await api.forget(ids=[told.id], dry_run=True)
    assert would.dry_run and would.deleted >= 1 and told.id in [one.id for one in would.memories]
    done = await api.forget(ids=[told.id], purge=True)
    assert done.deleted == would.deleted and not done.dry_run
    assert all("passphrase" not in hit.text for hit in (await api.recall("passphrase")).hits)
    assert (await api.forget(session_id="s-2")).deleted >= 1


async def correct(api: Api) -> None:
    await known(api)
    (role,) = await all_of(api.facts("person/Dana", key="role"))
    done = await api.correct(role.id, "Chair")
    assert done.replaced == role.id and done.corrections[0].new_value == "Chair"
    assert [one.value for one in await all_of(api.facts("person/Dana", key="role"))] == ["Chair"]
    again = await api.correct(role.id, reopen=True)
    assert again.reopened == role.id
    assert [one.value for one in await all_of(api.facts("person/Dana", key="role"))] == ["CTO"]


async def used(api: Api) -> None:
    told = await api.remember("Dana moved to Lisbon.")
    assert (await api.used([told.id], grade="good")).affected == 1


async def consolidate(api: Api) -> None:
    for day in (10, 11):
        role = fact("person/Dana", "role", "CEO")
        await api.remember(
            "Dana is CEO of the whole thing.", triples=[role], observed_at=date(2026, 1, day), session_id=f"s-{day}"
        )
    would = await api.consolidate(dry_run=True)
    assert would.dry_run and would.created == 1 and would.outcomes[0].observation_id is None
    done = await api.consolidate(fact_limit=100, observation_limit=10)
    (drawn,) = done.outcomes
    assert (drawn.entity_name, drawn.key, drawn.value, drawn.proof_count) == ("Dana", "role", "CEO", 2)
    assert not done.dry_run and done.trace_id and drawn.observation_id


async def elaborate(api: Api) -> None:
    pairs = [("Dana", "Milo")] * 4 + [("Ines", "Paul"), ("Ruth", "Otto"), ("Karl", "Nina"), ("Emma", "Hugo")]
    for day, (one, other) in enumerate(pairs, 1):
        seen = [fact(f"person/{name}", "seen", str(day)) for name in (one, other)]
        await api.remember(f"{one} went to the market with {other}.", triples=seen, observed_at=date(2026, 3, day))
    would = await api.elaborate(entity_ref="person/Dana", dry_run=True)
    assert would.outcomes[0].dry_run and would.relations_emitted == 0
    done = await api.elaborate(budget=5, sweep=True)
    (tie,) = done.outcomes[0].proposed_relations
    assert {tie.subject, tie.object} == {"Dana", "Milo"} and len(tie.evidence) == 4 and done.relations_emitted == 1


async def reflect(api: Api) -> None:
    told = await api.remember("We rented a boat in Porto for 40 euros.", session_id="s", role="user", speaker="Ann")
    thought = await api.reflect("What about the boat in Porto?")
    assert "40 euros" in thought.reflection and not thought.persisted_attributes and not thought.abstain
    assert told.id in [one.id for one in thought.evidence]
    kept = await api.reflect("What about the boat in Porto?", persist=True)
    assert kept.persisted_attributes[0]["value"] == "We rented a boat in Porto for 40 euros."


async def facts(api: Api) -> None:
    await known(api)
    every = await all_of(api.facts())
    assert {one.kind for one in every} == {"attribute", "relation"}
    relation_ = next(one for one in every if one.kind == "relation")
    assert (relation_.subject.name, relation_.label, relation_.object.name) == ("Dana", "works_at", "Halyard")
    page = await api.facts(limit=1).page()
    assert len(page.items) == 1 and page.next_cursor
    beyond = await api.facts(limit=1).page(page.next_cursor)
    assert beyond.items[0].id != page.items[0].id
    small = [one.id async for page in api.facts(limit=1).pages() for one in page.items]
    assert small == [one.id for one in every]
    then = await all_of(api.facts("person/Dana", kind="attribute", as_of=date(2026, 1, 15)))
    assert [one.value for one in then] == ["CEO"]


async def profile(api: Api) -> None:
    await known(api)
    who = await api.profile("person/Dana")
    assert [one.name for one in who.selves] == ["Dana"]
    assert ("role", "CTO") in [(one.key, one.value) for one in who.self_facts]


async def state(api: Api) -> None:
    await known(api)
    now = await api.state()
    assert "CTO" in [one.value for one in now.identity.attributes]
    then = await api.state(as_of=date(2026, 1, 15))
    assert "CEO" in [one.value for one in then.identity.attributes]


async def inspect(api: Api) -> None:
    await known(api)
    assert (await api.inspect("entity:person/Dana"))["kind"] == "entity"
    seen = await api.inspect("attribute:person/Dana/role")
    assert [one["value"] for one in seen["history"]] == ["CEO", "CTO"]


async def timeline(api: Api) -> None:
    await known(api)
    line = await api.timeline("person/Dana", key="role", limit=10)
    assert [one.value for one in line.moments if one.event in ("began", "changed")] == ["CEO", "CTO"]
    assert line.moments[0].fact.key == "role"


async def explore(api: Api) -> None:
    await known(api)
    near = await api.explore("person/Dana", hops=1, limit=5)
    assert {one.name for one in near.entities} == {"Dana", "Halyard"}
    way = await api.explore("person/Dana", to="organisation/Halyard")
    assert len(way.paths[0]) == 2 and way.ties[0].label == "works_at" and way.ties[0].from_ == way.paths[0][0]


async def diff(api: Api) -> None:
    await known(api)
    changed = await api.diff(date(2026, 1, 15), date(2026, 2, 15), entity="person/Dana")
    assert [(one.before.value, one.after.value) for one in changed.replaced] == [("CEO", "CTO")]
    assert changed.from_.startswith("2026-01-15")


async def arc(api: Api) -> None:
    for text in ("I am at my wits' end.", "At last, what a relief, I am so happy!"):
        await api.remember(text, session_id="chat-9", role="user", speaker="Nora")
    assert (await api.arc(session_id="chat-9", speaker="Nora")).arc["nPoints"] >= 2


async def fsck(api: Api) -> None:
    await known(api)
    report = await api.fsck(duplicate_threshold=0.95, max_results=10)
    assert report.rows and not report.truncated


async def hygiene(api: Api) -> None:
    told = await api.remember("The password is hunter2, and the API key is sk-live-0123456789abcdef0123456789.")
    report = await api.hygiene(max_results=100)
    assert told.id in [one["memoryId"] for one in report.findings]


async def me(api: Api) -> None:
    assert (await api.me()).is_admin
    ann = await principal(api)
    assert (await api.me(on_behalf_of=ann.id)).delegated_principal_id == ann.id
    assert (await api.using(on_behalf_of=ann.id).me()).delegated_principal_id == ann.id


async def verbs(api: Api) -> None:
    assert "memory:forget" in [one.name for one in await api.verbs()]


async def audit(api: Api) -> None:
    for _ in range(3):
        await api.remember("Lunch is at noon.")
    rows = await all_of(api.audit(limit=2, since=date(2020, 1, 1)))
    assert len(rows) >= 3 and all(one.created_at and one.status for one in rows)
    assert await all_of(api.audit(principal="nobody")) == []


async def ready(api: Api) -> None:
    assert await api.ready() is True


async def request(api: Api) -> None:
    made = await api.request("POST", f"/api/v1/{api.context_id}/facts", body={"text": "Lunch is at noon."})
    assert made["id"]
    found = await api.request("GET", f"/api/v1/{api.context_id}/inspect", params={"ref": f"memory:{made['id']}"})
    assert found["memory"]["text"] == "Lunch is at noon."


async def using(api: Api) -> None:
    await api.contexts.create("elsewhere", exist_ok=True)
    other = api.using(context="elsewhere", timeout=20.0, max_retries=1)
    await other.remember("Lunch is at noon.")
    assert (await other.recall("lunch")).hits and not (await api.recall("lunch")).hits
    await other.close()
    assert await api.ready(), "the connections are the first one's"


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


async def scopes_register(api: Api) -> None:
    made = await api.scopes.register("org/acme/user/ann", display_name="Ann", description="of a test")
    assert made.path == "org/acme/user/ann"
    await api.remember("Ann likes tea.", scopes="org/acme/user/ann")


async def scopes_list(api: Api) -> None:
    await api.scopes.register("org/acme")
    assert "org/acme" in [one.path for one in await api.scopes.list()]


async def scopes_delete(api: Api) -> None:
    await api.scopes.register("org/acme")
    assert await api.scopes.delete("org/acme") is None
    assert all(one.tombstoned_at for one in await api.scopes.list() if one.path == "org/acme")


async def scopes_forget(api: Api) -> None:
    await api.remember("Ann likes tea.", scopes=["org/acme/user/ann"])
    would = await api.scopes.forget("org/acme/user/ann", dry_run=True)
    assert would.deleted >= 1
    assert (await api.scopes.forget("org/acme/user/ann")).deleted == would.deleted
    assert not (await api.recall("tea")).hits


async def principal(api: Api) -> Any:
    await api.scopes.register("org/acme")
    return await api.principals.create(display_name="Ann", kind="human")


async def principals_create(api: Api) -> None:
    made = await principal(api)
    assert made.id and (made.display_name, made.kind) == ("Ann", "human")


async def principals_list(api: Api) -> None:
    made = await principal(api)
    assert made.id in [one.id for one in await api.principals.list()]


async def principals_get(api: Api) -> None:
    made = await principal(api)
    assert (await api.principals.get(made.id)).display_name == "Ann"


async def principals_grant(api: Api) -> None:
    made = await principal(api)
    granted = await api.principals.grant(made.id, "org/acme/*", ["memory:read"])
    assert granted.grants["memory:read"] == ["org/acme/*"]


async def principals_revoke(api: Api) -> None:
    made = await principal(api)
    await api.principals.grant(made.id, "org/acme/*", ["memory:read", "memory:write"])
    left = await api.principals.revoke(made.id, "org/acme/*", ["memory:write"])
    assert left.grants["memory:read"] == ["org/acme/*"] and not left.grants.get("memory:write")


async def principals_effective(api: Api) -> None:
    made = await principal(api)
    await api.principals.grant(made.id, "org/acme/*", ["memory:read"])
    told = await api.principals.effective(made.id, "org/acme/user/ann")
    assert told.verbs == ["memory:read"]


async def ci(api: Api) -> Any:
    """A key that may read."""
    ann = await principal(api)
    await api.principals.grant(ann.id, "org/acme/*", ["memory:read"])
    return await api.keys.create("ci", principal=ann.id, grants={"memory:read": ["org/acme/*"]}, ttl_seconds=3600)


async def keys_create(api: Api) -> None:
    minted = await ci(api)
    secret = minted.key.get_secret_value()
    assert len(secret) > 16 and secret not in repr(minted) and minted.valid_until and minted.name == "ci"


async def keys_list(api: Api) -> None:
    minted = await ci(api)
    found = next(one for one in await api.keys.list() if one.name == "ci")
    assert (found.id, found.principal_id) == (minted.id, minted.principal_id)
    assert found.grants == {"memory:read": ["org/acme/*"]}
    assert minted.key.get_secret_value() not in repr(found)


async def keys_delete(api: Api) -> None:
    await ci(api)
    assert await api.keys.delete("ci") is None
    assert "ci" not in [one.name for one in await api.keys.list()]


async def keys_rotate(api: Api) -> None:
    minted = await ci(api)
    again = await api.keys.rotate("ci", ttl_seconds=60, overlap_seconds=10)
    assert again.key.get_secret_value() != minted.key.get_secret_value()


async def close(api: Api) -> None:
    await api.close()
    with pytest.raises(RuntimeError):
        await api.remember("Lunch is at noon.")


CASES = {
    name.replace("_", ".", 1)
    if name.split("_")[0]
    in ("contexts", "entities", "keys", "lifecycle", "memories", "principals", "scopes", "sessions", "traces")
    else name: case
    for name, case in list(globals().items())
    if getattr(case, "__module__", None) == __name__ and callable(case) and name not in ("known", "all_of", "principal", "ci")
}
"""Cases by the method that they try, as it is called: `entities.list`."""
