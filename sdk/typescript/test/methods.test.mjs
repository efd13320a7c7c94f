/** Every method does what it says, against a real server. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, ConflictError, ContextNotFoundError, NotFoundError, fact, relation } from "../dist/index.js";
import { Part } from "../dist/part.js";
import { run } from "./world.mjs";

/** Dana was CEO, is CTO, and works at Halyard. */
async function known(memory) {
  await memory.remember({ triples: [fact("person/Dana", "role", "CEO")], observedAt: new Date("2026-01-10") });
  await memory.remember({
    triples: [fact("person/Dana", "role", "CTO"), relation("person/Dana", "works_at", "organisation/Halyard")],
    observedAt: "2026-02-10T00:00:00Z",
  });
}

async function all(pages) {
  const found = [];
  for await (const one of pages) found.push(one);
  return found;
}

async function principal(memory) {
  await memory.scopes.register("org/acme");
  return memory.principals.create({ displayName: "Ann", kind: "human" });
}

const READS = { "memory:read": ["org/acme/*"] };

/** A key that may read. */
async function ci(memory) {
  const ann = await principal(memory);
  await memory.principals.grant(ann.id, "org/acme/*", ["memory:read"]);
  return memory.keys.create({ name: "ci", principal: ann.id, grants: READS, ttlSeconds: 3600 });
}

const roles = async (memory) => (await all(memory.facts("person/Dana", { key: "role" }))).map((one) => one.value);

/** Cases by the method that they try. */
const CASES = {
  async remember(memory) {
    const told = await memory.remember("I moved to Lisbon last week.", {
      sessionId: "chat-7",
      role: "user",
      speaker: "Dana",
      labels: { team: "support" },
      observedAt: "2026-03-02",
      emotions: [{ label: "relief", intensity: 0.8 }],
      location: { lat: 38.72, lng: -9.14 },
      reference: "mail-1",
    });
    assert.deepEqual([told.turnId, told.sessionId, told.seq], [told.id, "chat-7", 0]);
    assert.ok(told.extraction.attributes.some((one) => one.value === "Lisbon"));
    const foreseen = await memory.remember("I moved to Porto.", { infer: "preview" });
    assert.deepEqual([foreseen.preview, foreseen.id], [true, null]);
    const stated = await memory.remember({ triples: [fact("person/Dana", "role", "CTO", { confidence: 0.9 })] });
    assert.deepEqual([stated.mode, stated.extraction.attributes[0].outcome], ["triples", "created"]);
  },
  async rememberMany(memory) {
    const messages = [
      { role: "user", content: "Climbed with Jonas.", ts: new Date("2026-03-02"), speaker: "Nora" },
      { role: "nobody", content: "x" },
    ];
    const done = await memory.rememberMany(messages, { sessionId: "chat-8", extract: "per_message" });
    assert.deepEqual(done.results.map((one) => one.status), [200, 400]);
    assert.deepEqual([done.turnIds, done.results[1].error.field], [[done.results[0].id], "role"]);
  },
  async recall(memory) {
    await memory.remember("Dana moved to Lisbon.", { labels: ["team=support"], observedAt: "2026-03-02" });
    await memory.remember("The certificate expires on Friday.", { observedAt: "2026-03-03" });
    const found = await memory.recall("Where did Dana move?", { k: 1, explain: true, include: ["passages"] });
    assert.deepEqual(found.hits.map((hit) => hit.text), ["Dana moved to Lisbon."]);
    assert.ok(found.hits[0].contributions.some((one) => one.name === "keyword") && found.trace.traceId);
    const labelled = await memory.recall("certificate", { labels: { team: "support" }, include: ["passages"] });
    assert.ok(labelled.hits.every((hit) => !hit.text.includes("certificate")));
    const timed = await memory.recall("what was said", { timeFrom: new Date("2026-03-03"), timeTo: "2026-03-04" });
    assert.ok(timed.hits.some((hit) => hit.text === "The certificate expires on Friday."));
    assert.ok(timed.hits.every((hit) => hit.text !== "Dana moved to Lisbon."));
  },
  async context(memory) {
    await memory.remember("Dana moved to Lisbon.");
    assert.match((await memory.context("Where does Dana live?", { k: 3 })).context, /Lisbon/);
  },
  async forget(memory) {
    const told = await memory.remember("The passphrase lies in the blue safe.", { sessionId: "s-1" });
    await memory.remember("Lunch is at noon.", { sessionId: "s-2" });
    const would = await memory.forget({ ids: [told.id], dryRun: true });
    assert.ok(would.dryRun && would.deleted >= 1 && would.memories.some((one) => one.id === told.id));
    assert.equal((await memory.forget({ ids: [told.id] }, { purge: true })).deleted, would.deleted);
    assert.ok((await memory.recall("passphrase")).hits.every((hit) => !hit.text.includes("passphrase")));
    assert.ok((await memory.forget({ sessionId: "s-2" })).deleted >= 1);
    assert.ok((await memory.forget("the blue safe", { dryRun: true })).dryRun);
  },
  async correct(memory) {
    await known(memory);
    const [role] = await all(memory.facts("person/Dana", { key: "role" }));
    const done = await memory.correct(role.id, "Chair");
    assert.deepEqual([done.replaced, done.corrections[0].newValue], [role.id, "Chair"]);
    assert.deepEqual(await roles(memory), ["Chair"]);
    assert.equal((await memory.correct(role.id, { reopen: true })).reopened, role.id);
    assert.deepEqual(await roles(memory), ["CTO"]);
  },
  async used(memory) {
    const told = await memory.remember("Dana moved to Lisbon.");
    assert.equal((await memory.used([told.id], { grade: "good" })).affected, 1);
  },
  async consolidate(memory) {
    for (const day of ["2026-01-10", "2026-01-11"]) {
      const triples = [fact("person/Dana", "role", "CEO")];
      await memory.remember("Dana is CEO of the whole thing.", { triples, observedAt: day, sessionId: day });
    }
    const would = await memory.consolidate({ dryRun: true });
    assert.deepEqual([would.dryRun, would.created, would.outcomes[0].observationId], [true, 1, null]);
    const done = await memory.consolidate({ factLimit: 100, observationLimit: 10 });
    const [drawn] = done.outcomes;
    assert.deepEqual([drawn.entityName, drawn.key, drawn.value, drawn.proofCount], ["Dana", "role", "CEO", 2]);
    assert.ok(done.traceId && drawn.observationId);
  },
  async elaborate(memory) {
    const pairs = [...Array(4).fill(["Dana", "Milo"]), ["Ines", "Paul"], ["Ruth", "Otto"], ["Karl", "Nina"], ["Emma", "Hugo"]];
    for (const [n, pair] of pairs.entries()) {
      const triples = pair.map((name) => fact(`person/${name}`, "seen", String(n)));
      await memory.remember(`${pair[0]} went to the market with ${pair[1]}.`, { triples, observedAt: `2026-03-0${n + 1}` });
    }
    const would = await memory.elaborate({ entityRef: "person/Dana", dryRun: true });
    assert.deepEqual([would.outcomes[0].dryRun, would.relationsEmitted], [true, 0]);
    const done = await memory.elaborate({ budget: 5, sweep: true });
    const [tie] = done.outcomes[0].proposedRelations;
    assert.deepEqual([[tie.subject, tie.object].sort(), tie.evidence.length], [["Dana", "Milo"], 4]);
    assert.equal(done.relationsEmitted, 1);
  },
  async reflect(memory) {
    const told = await memory.remember("We rented a boat in Porto for 40 euros.", { sessionId: "s", role: "user", speaker: "Ann" });
    const thought = await memory.reflect("What about the boat in Porto?");
    assert.match(thought.reflection, /40 euros/);
    assert.deepEqual([thought.persistedAttributes, thought.evidence[0].id], [[], told.id]);
    const kept = await memory.reflect("What about the boat in Porto?", { persist: true });
    assert.equal(kept.persistedAttributes[0].value, "We rented a boat in Porto for 40 euros.");
  },
  async facts(memory) {
    await known(memory);
    const every = await all(memory.facts());
    const [works] = every.filter((one) => one.kind === "relation");
    assert.deepEqual([works.subject.name, works.label, works.object.name], ["Dana", "works_at", "Halyard"]);
    const page = await memory.facts(null, { limit: 1 }).page();
    assert.equal(page.items.length, 1);
    const beyond = await memory.facts(null, { limit: 1 }).page(page.nextCursor);
    const begun = await memory.facts(null, { limit: 1, cursor: page.nextCursor }).page();
    assert.deepEqual(beyond, begun);
    const small = [];
    for await (const one of memory.facts(null, { limit: 1 }).pages()) small.push(...one.items);
    assert.deepEqual(small, every);
    const then = await all(memory.facts("person/Dana", { kind: "attribute", asOf: new Date("2026-01-15") }));
    assert.deepEqual(then.map((one) => one.value), ["CEO"]);
  },
  async profile(memory) {
    await known(memory);
    const who = await memory.profile("person/Dana");
    assert.equal(who.self[0].name, "Dana");
    assert.ok(who.selfFacts.some((one) => one.key === "role" && one.value === "CTO"));
    assert.deepEqual((await memory.profile()).selfFacts, [], "nobody speaks without a name");
  },
  async state(memory) {
    await known(memory);
    assert.ok((await memory.state()).identity.attributes.some((one) => one.value === "CTO"));
    assert.ok((await memory.state({ asOf: "2026-01-15" })).identity.attributes.some((one) => one.value === "CEO"));
  },
  async inspect(memory) {
    await known(memory);
    const seen = await memory.inspect("attribute:person/Dana/role");
    assert.equal(seen.kind, "attribute");
    assert.deepEqual(seen.history.map((one) => one.value), ["CEO", "CTO"]);
  },
  async timeline(memory) {
    await known(memory);
    const { moments } = await memory.timeline("person/Dana", { key: "role", limit: 10 });
    const values = moments.filter((one) => ["began", "changed"].includes(one.event)).map((one) => one.value);
    assert.deepEqual(values, ["CEO", "CTO"]);
  },
  async explore(memory) {
    await known(memory);
    const way = await memory.explore("person/Dana", { to: "organisation/Halyard" });
    assert.deepEqual([way.paths[0].length, way.ties[0].label, way.ties[0].from], [2, "works_at", way.paths[0][0]]);
    assert.equal((await memory.explore("person/Dana", { hops: 1, limit: 5 })).entities.length, 2);
  },
  async diff(memory) {
    await known(memory);
    const changed = await memory.diff("2026-01-15", new Date("2026-02-15"), { entity: "person/Dana" });
    assert.deepEqual(changed.replaced.map((one) => [one.before.value, one.after.value]), [["CEO", "CTO"]]);
    assert.equal((await memory.diff("2020-01-01")).replaced.length, 0);
  },
  async arc(memory) {
    for (const text of ["I am at my wits' end.", "At last, what a relief, I am so happy!"]) {
      await memory.remember(text, { sessionId: "chat-9", role: "user", speaker: "Nora" });
    }
    assert.ok((await memory.arc({ sessionId: "chat-9", speaker: "Nora" })).arc.nPoints >= 2);
  },
  async fsck(memory) {
    await known(memory);
    const report = await memory.fsck({ duplicateThreshold: 0.95, maxResults: 10 });
    assert.ok(report.rows > 0 && !report.truncated);
  },
  async hygiene(memory) {
    const told = await memory.remember("The API key is sk-live-0123456789abcdef0123456789.");
    assert.ok((await memory.hygiene({ maxResults: 100 })).findings.some((one) => one.memoryId === told.id));
  },
  async me(memory) {
    assert.ok((await memory.me()).isAdmin);
    const ann = await principal(memory);
    assert.equal((await memory.me({ onBehalfOf: ann.id })).delegatedPrincipalId, ann.id);
    assert.equal((await memory.using({ onBehalfOf: ann.id }).me()).delegatedPrincipalId, ann.id);
  },
  async verbs(memory) {
    assert.ok((await memory.verbs()).some((one) => one.name === "memory:forget"));
  },
  async audit(memory) {
    for (const _ of [1, 2, 3]) await memory.remember("Lunch is at noon.");
    const rows = await all(memory.audit({ limit: 2, since: new Date("2020-01-01") }));
    assert.ok(rows.length >= 3 && rows.every((one) => one.createdAt && one.status));
    assert.deepEqual(await all(memory.audit({ principal: "nobody" })), []);
  },
  async ready(memory) {
    assert.equal(await memory.ready(), true);
  },
  async request(memory) {
    const path = `/api/v1/${memory.contextId}`;
    const made = await memory.request("post", `${path}/facts`, { body: { text: "Lunch is at noon." } });
    const found = await memory.request("GET", `${path}/inspect`, { params: { ref: `memory:${made.id}` } });
    assert.equal(found.memory.text, "Lunch is at noon.");
  },
  async using(memory) {
    await memory.contexts.create("elsewhere", { existOk: true });
    const other = memory.using({ context: "elsewhere", timeoutMs: 20_000, maxRetries: 1 });
    await other.remember("Lunch is at noon.");
    assert.deepEqual([(await memory.recall("lunch")).hits, other.contextId], [[], "elsewhere"]);
    assert.ok((await other.recall("lunch")).hits.length > 0);
  },
  toJSON(memory) {
    const shown = { url: memory.toJSON().url, key: "***", context: memory.contextId };
    assert.deepEqual(JSON.parse(JSON.stringify(memory)), shown);
  },
  async "contexts.create"(memory) {
    const name = `made-${memory.contextId}`;
    const made = await memory.contexts.create(name, { description: "of a test", config: { emotions: "off" } });
    assert.deepEqual([made.id, made.description, made.config.emotions], [name, "of a test", "off"]);
    assert.equal((await memory.contexts.create(name, { existOk: true })).createdAt, made.createdAt);
    await assert.rejects(memory.contexts.create(name), (error) => error instanceof ConflictError && error.code === "conflict");
  },
  async "contexts.list"(memory) {
    assert.ok((await memory.contexts.list()).some((one) => one.id === memory.contextId));
  },
  async "contexts.get"(memory) {
    assert.equal((await memory.contexts.get()).id, memory.contextId);
    assert.equal((await memory.contexts.get(memory.contextId)).config.emotions, "on");
  },
  async "contexts.delete"(memory) {
    const name = `dropped-${memory.contextId}`;
    await memory.contexts.create(name);
    assert.equal(await memory.contexts.delete(name), undefined);
    await assert.rejects(memory.contexts.get(name), ContextNotFoundError);
  },
  async "contexts.accessToken"(memory) {
    const grants = { "memory:read": ["user/ann/*"] };
    const first = await memory.contexts.accessToken("idp|42", { ttlSeconds: 900, displayName: "Ann", grants });
    const again = await memory.contexts.accessToken("idp|42", { ttlSeconds: 900 });
    assert.equal(first.principalId, again.principalId);
    assert.ok(first.key.reveal() !== again.key.reveal() && first.validUntil);
  },
  async "contexts.settings"(memory) {
    const told = await memory.contexts.settings({ emotions: "off", deleteInferredEmotions: true });
    assert.deepEqual([told.id, told.config.emotions, told.inferredEmotionsDeleted], [memory.contextId, "off", 0]);
  },
  async "entities.list"(memory) {
    await known(memory);
    assert.deepEqual((await all(memory.entities.list())).map((one) => one.name).sort(), ["Dana", "Halyard"]);
    assert.deepEqual((await all(memory.entities.list({ type: "person", limit: 1 }))).map((one) => one.name), ["Dana"]);
  },
  async "entities.get"(memory) {
    await known(memory);
    const sheet = await memory.entities.get("person/Dana");
    assert.deepEqual([sheet.name, sheet.type, sheet.attributes[0].value], ["Dana", "person", "CTO"]);
    assert.equal((await memory.entities.get("organisation/Halyard")).relationsTo[0].subject.name, "Dana");
    await assert.rejects(memory.entities.get("person/Nobody at/all?"), NotFoundError);
  },
  async "entities.history"(memory) {
    await known(memory);
    const told = await memory.entities.history("person/Dana", "role");
    assert.deepEqual([told.history.map((one) => one.value), told.current], [["CEO", "CTO"], ["CTO"]]);
  },
  async "entities.delete"(memory) {
    await known(memory);
    assert.equal(await memory.entities.delete("person/Dana"), undefined);
    assert.ok((await all(memory.entities.list())).every((one) => one.name !== "Dana"));
  },
  async "entities.merge"(memory) {
    await known(memory);
    await memory.remember({ triples: [fact("person/D. Silva", "city", "Lisbon")] });
    assert.equal((await memory.entities.merge("person/D. Silva", "person/Dana")).entity.name, "Dana");
    assert.equal((await memory.entities.get("person/Dana")).attributes.length, 2);
  },
  async "entities.split"(memory) {
    await known(memory);
    await memory.remember({ triples: [fact("person/D. Silva", "city", "Lisbon")] });
    const { merged } = await memory.entities.merge("person/D. Silva", "person/Dana");
    assert.equal((await memory.entities.split(merged)).entity.name, "D. Silva");
  },
  async "entities.aliases"(memory) {
    await known(memory);
    assert.deepEqual((await memory.entities.aliases("person/Dana", { add: ["Dee"] })).aliases, ["Dee"]);
    assert.equal((await memory.entities.get("person/Dee")).name, "Dana");
    assert.deepEqual((await memory.entities.aliases("person/Dana", { remove: ["Dee"] })).aliases, []);
  },
  async "memories.list"(memory) {
    const texts = [0, 1, 2, 3, 4].map((n) => `Note number ${n}.`);
    for (const text of texts) await memory.remember(text, { sessionId: "s", role: "user", infer: "none" });
    const every = await all(memory.memories.list({ kind: "turn", sessionId: "s", limit: 2 }));
    assert.deepEqual(every.map((one) => one.text), texts);
    const newest = await memory.memories.list({ kind: ["turn"], order: "newest", limit: 1 }).page();
    assert.equal(newest.items[0].text, texts.at(-1));
  },
  async "memories.get"(memory) {
    const told = await memory.remember("I moved to Lisbon.", { sessionId: "s", role: "user", speaker: "Dana" });
    const sheet = await memory.memories.get(told.id);
    assert.deepEqual([sheet.text, sheet.speaker], ["I moved to Lisbon.", "Dana"]);
    assert.ok(sheet.derived.some((one) => one.value === "Lisbon"));
  },
  async "memories.edit"(memory) {
    const told = await memory.remember("I moved to Lisbon.", { infer: "none" });
    const edited = await memory.memories.edit(told.id, { text: "I moved to Porto.", labels: { a: "b" }, importance: 0.4 });
    assert.equal(edited.id, told.id);
    const sheet = await memory.memories.get(told.id);
    assert.deepEqual([sheet.text, sheet.labels], ["I moved to Porto.", { a: "b" }]);
  },
  async "memories.delete"(memory) {
    const told = await memory.remember("The passphrase lies in the blue safe.");
    const would = await memory.memories.delete(told.id, { dryRun: true });
    assert.equal((await memory.memories.delete(told.id, { purge: true })).deleted, would.deleted);
    await assert.rejects(memory.memories.delete(told.id), NotFoundError);
  },
  async "memories.emotions"(memory) {
    const told = await memory.remember("The certificate works.");
    const kept = await memory.memories.emotions(told.id, [{ label: "relief", intensity: 0.8 }]);
    assert.deepEqual([kept.id, kept.emotions], [told.id, 1]);
  },
  async "lifecycle.decay"(memory) {
    await known(memory);
    await memory.lifecycle.decay();
    assert.equal((await memory.lifecycle.decay()).affected, 0);
  },
  async "lifecycle.expire"(memory) {
    await known(memory);
    assert.equal((await memory.lifecycle.expire()).affected, 0);
  },
  async "lifecycle.expiring"(memory) {
    const mood = fact("person/Dana", "mood", "tired", { memoryCategory: "context", validUntil: "2999-01-01" });
    await memory.remember({ triples: [mood] });
    assert.ok((await memory.lifecycle.expiring({ days: 30 })).expiring.every((one) => one.at && one.reason));
  },
  async "lifecycle.retention"(memory) {
    assert.deepEqual((await memory.lifecycle.retention()).rules, []);
  },
  async "lifecycle.setRetention"(memory) {
    const rule = { label: "team=support", kinds: ["turn"], days: 365, mode: "purge" };
    const { rules } = await memory.lifecycle.setRetention([rule]);
    assert.deepEqual(rules.map((one) => ({ ...one, scope: undefined })), [{ ...rule, scope: undefined }]);
  },
  async "traces.get"(memory) {
    await memory.remember("Dana moved to Lisbon.");
    const { trace } = await memory.recall("Where did Dana move?");
    assert.equal((await memory.traces.get(trace.traceId)).traceId, trace.traceId);
  },
  async "traces.list"(memory) {
    await memory.remember("Dana moved to Lisbon.");
    for (const text of ["Where did Dana move?", "Who moved?"]) await memory.recall(text);
    const found = await memory.traces.list({ limit: 2 });
    assert.deepEqual(found.map((one) => one.queryText), ["Who moved?", "Where did Dana move?"]);
  },
  async "traces.stats"(memory) {
    await memory.remember("Dana moved to Lisbon.");
    await memory.recall("Where did Dana move?");
    const told = await memory.traces.stats();
    assert.ok(told.totalQueries === 1 && told.avgLatencyMs > 0);
  },
  async "sessions.create"(memory) {
    const named = await memory.sessions.create({ id: "chat-1", scopes: "org/acme" });
    assert.deepEqual([named.id, named.scopes], ["chat-1", [["org/acme"]]]);
    const made = await memory.sessions.create({ metadata: { topic: "moving" } });
    assert.equal((await memory.remember("Hello.", { sessionId: made.id, role: "user" })).sessionId, made.id);
  },
  async "sessions.get"(memory) {
    const made = await memory.sessions.create({ metadata: { topic: "moving" } });
    assert.deepEqual((await memory.sessions.get(made.id)).metadata, { topic: "moving" });
  },
  async "sessions.delete"(memory) {
    const made = await memory.sessions.create();
    assert.equal(await memory.sessions.delete(made.id), undefined);
    assert.ok((await memory.sessions.get(made.id)).closedAt);
  },
  async "sessions.turns"(memory) {
    const made = await memory.sessions.create();
    for (const text of ["One.", "Two.", "Three."]) {
      await memory.remember(text, { sessionId: made.id, role: "user", infer: "none" });
    }
    assert.deepEqual((await memory.sessions.turns(made.id)).map((one) => one.content), ["One.", "Two.", "Three."]);
    const [second] = await memory.sessions.turns(made.id, { limit: 1, offset: 1 });
    assert.deepEqual([second.content, second.role, second.seq], ["Two.", "user", 1]);
  },
  async "sessions.context"(memory) {
    const made = await memory.sessions.create();
    await memory.remember("I moved to Lisbon.", { sessionId: made.id, role: "user", speaker: "Dana" });
    assert.match((await memory.sessions.context(made.id, "Where does Dana live?")).context, /Lisbon/);
  },
  async "scopes.register"(memory) {
    const made = await memory.scopes.register("org/acme/user/ann", { displayName: "Ann", description: "of a test" });
    assert.equal(made.path, "org/acme/user/ann");
    await memory.remember("Ann likes tea.", { scopes: "org/acme/user/ann" });
  },
  async "scopes.list"(memory) {
    await memory.scopes.register("org/acme");
    assert.ok((await memory.scopes.list()).some((one) => one.path === "org/acme"));
  },
  async "scopes.delete"(memory) {
    await memory.scopes.register("org/acme");
    assert.equal(await memory.scopes.delete("org/acme"), undefined);
    assert.ok((await memory.scopes.list()).every((one) => one.path !== "org/acme" || one.tombstonedAt));
  },
  async "scopes.share"(memory) {
    const made = await principal(memory);
    const shared = await memory.scopes.share("org/acme/*", made.id, { ttlSeconds: 600 });
    assert.deepEqual([shared.path, shared.to, shared.verbs], ["org/acme/*", made.id, ["memory:read"]]);
    assert.ok(shared.from && shared.validUntil);
  },
  async "scopes.shares"(memory) {
    const shared = await memory.scopes.share("org/acme", (await principal(memory)).id);
    assert.deepEqual((await memory.scopes.shares()).map((one) => one.id), [shared.id]);
  },
  async "scopes.unshare"(memory) {
    const shared = await memory.scopes.share("org/acme", (await principal(memory)).id);
    assert.equal(await memory.scopes.unshare(shared.id), undefined);
    assert.deepEqual(await memory.scopes.shares(), []);
  },
  async "scopes.forget"(memory) {
    await memory.remember("Ann likes tea.", { scopes: ["org/acme/user/ann"] });
    const would = await memory.scopes.forget("org/acme/user/ann", { dryRun: true });
    assert.ok(would.deleted >= 1);
    assert.equal((await memory.scopes.forget("org/acme/user/ann")).deleted, would.deleted);
  },
  async "principals.create"(memory) {
    const made = await principal(memory);
    assert.deepEqual([made.displayName, made.kind], ["Ann", "human"]);
  },
  async "principals.list"(memory) {
    const made = await principal(memory);
    assert.ok((await memory.principals.list()).some((one) => one.id === made.id));
  },
  async "principals.get"(memory) {
    const made = await principal(memory);
    assert.equal((await memory.principals.get(made.id)).displayName, "Ann");
  },
  async "principals.grant"(memory) {
    const made = await principal(memory);
    const granted = await memory.principals.grant(made.id, "org/acme/*", ["memory:read"]);
    assert.deepEqual(granted.grants["memory:read"], ["org/acme/*"]);
  },
  async "principals.revoke"(memory) {
    const made = await principal(memory);
    await memory.principals.grant(made.id, "org/acme/*", ["memory:read", "memory:write"]);
    const left = await memory.principals.revoke(made.id, "org/acme/*", ["memory:write"]);
    assert.deepEqual([left.grants["memory:read"], left.grants["memory:write"] ?? []], [["org/acme/*"], []]);
  },
  async "principals.effective"(memory) {
    const made = await principal(memory);
    await memory.principals.grant(made.id, "org/acme/*", ["memory:read"]);
    assert.deepEqual((await memory.principals.effective(made.id, "org/acme/user/ann")).verbs, ["memory:read"]);
  },
  async "keys.create"(memory) {
    const minted = await ci(memory);
    assert.ok(minted.key.reveal().length > 16 && minted.validUntil && !JSON.stringify(minted).includes(minted.key.reveal()));
  },
  async "keys.list"(memory) {
    const minted = await ci(memory);
    const found = (await memory.keys.list()).find((one) => one.name === "ci");
    assert.deepEqual([found.id, found.principalId, found.grants], [minted.id, minted.principalId, READS]);
    assert.ok(!JSON.stringify(found).includes(minted.key.reveal()));
  },
  async "keys.delete"(memory) {
    await ci(memory);
    assert.equal(await memory.keys.delete("ci"), undefined);
    assert.ok((await memory.keys.list()).every((one) => one.name !== "ci"));
  },
  async "keys.rotate"(memory) {
    const minted = await ci(memory);
    const again = await memory.keys.rotate("ci", { ttlSeconds: 60, overlapSeconds: 10 });
    assert.notEqual(again.key.reveal(), minted.key.reveal());
  },
};

/** Every public method by the name that it is called by. */
function methods() {
  const client = new Client({ url: "http://localhost:1" });
  const parts = Object.entries(client).filter(([, part]) => part instanceof Part);
  const found = [];
  for (const [prefix, part] of [["", client], ...parts.map(([name, part]) => [`${name}.`, part])]) {
    const own = Object.getOwnPropertyNames(Object.getPrototypeOf(part));
    found.push(...own.filter((name) => name !== "constructor").map((name) => prefix + name));
  }
  return found;
}

test("every method has a case", () => {
  assert.deepEqual(methods().sort(), Object.keys(CASES).sort());
});

for (const [name, one] of Object.entries(CASES)) test(name, (t) => run(t, name, one));
