"""What each method does, against a real server. Both clients run all of them."""

from __future__ import annotations

from datetime import date
from typing import Any

import cases_access
import cases_kept
import pytest
from given import all_of, known, principal

from quintet import fact

Api = Any


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


async def close(api: Api) -> None:
    await api.close()
    with pytest.raises(RuntimeError):
        await api.remember("Lunch is at noon.")


CASES = {
    name.replace("_", ".", 1)
    if name.split("_")[0]
    in ("contexts", "entities", "keys", "lifecycle", "memories", "principals", "scopes", "sessions", "traces")
    else name: case
    for module in (dict(globals()), vars(cases_kept), vars(cases_access))
    for name, case in module.items()
    if getattr(case, "__module__", None) == module["__name__"] and callable(case) and name != "ci"
}
"""Cases by the method that they try, as it is called: `entities.list`."""
