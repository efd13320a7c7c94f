/** Secrets, settings, the server of one's own, and writes that are sent twice. */

import assert from "node:assert/strict";
import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { inspect } from "node:util";
import * as quintet from "../dist/index.js";
import { QuintetServer } from "../dist/server.js";
import { stub } from "./stub.mjs";
import { isMissing, lack, run, server } from "./world.mjs";

const SECRET = "a-very-secret-key-0123456789";
const shown = (value) => inspect(value, { depth: 20, showHidden: true, getters: true }) + JSON.stringify(value) + String(value);
const exists = (path) => stat(path).then(() => true, () => false);

/** A folder that is gone after the test. */
async function folder(t) {
  const made = await mkdtemp(join(tmpdir(), "quintet-test-"));
  t.after(() => rm(made, { recursive: true, force: true }));
  return made;
}

test("no key is shown", async () => {
  const client = new quintet.Client({ url: "http://localhost:9/base/", key: SECRET, context: "acme" });
  assert.deepEqual(client.toJSON(), { url: "http://localhost:9/base", key: "***", context: "acme" });
  assert.ok(!shown(client).includes(SECRET) && !shown(client.keys).includes(SECRET));
  assert.ok(!shown(server).includes(server.revealKey()));
  const told = await stub({ body: { id: "k1", key: SECRET } });
  const minted = await new quintet.Client({ url: told.url }).keys.create({ name: "ci" });
  await told.close();
  assert.deepEqual([`${minted.key}`, JSON.stringify(minted.key), minted.key.reveal()], ["***", '"***"', SECRET]);
  assert.ok(!shown(minted).includes(SECRET));
});

test("no key stands in an error", async () => {
  const client = new quintet.Client({ url: "http://127.0.0.1:9", key: SECRET, maxRetries: 0 });
  const error = await client.state().then(assert.fail, (error) => error);
  assert.ok(error instanceof quintet.ConnectionError && !shown(error).includes(SECRET));
  for (const wrong of [{ key: `${SECRET}\n` }, { url: `http://user:${SECRET}@localhost:9` }, { url: "localhost:9090" }]) {
    assert.throws(() => new quintet.Client(wrong), (error) => error instanceof TypeError && !shown(error).includes(SECRET));
  }
});

test("the environment is asked where nothing is given", async (t) => {
  const names = ["QUINTET_SERVER", "QUINTET_KEY", "QUINTET_CONTEXT"];
  const before = names.map((name) => process.env[name]);
  t.after(() => names.forEach((name, n) => (before[n] === undefined ? delete process.env[name] : (process.env[name] = before[n]))));
  for (const name of names) delete process.env[name];
  assert.deepEqual(new quintet.Client().toJSON(), { url: "http://127.0.0.1:9090", key: null, context: "default" });
  const told = await stub({ body: { contexts: [] } });
  Object.assign(process.env, { QUINTET_SERVER: told.url, QUINTET_KEY: SECRET, QUINTET_CONTEXT: "notes" });
  const client = new quintet.Client();
  assert.deepEqual([client.contextId, await client.contexts.list()], ["notes", []]);
  assert.equal(new quintet.Client({ context: "other" }).contextId, "other");
  await told.close();
  assert.equal(told.asked[0].headers.authorization, `Bearer ${SECRET}`);
});

test("a fetch of one's own is used", async () => {
  const seen = [];
  const own = async (url, init) => {
    seen.push([url, init.method]);
    return new Response("{}");
  };
  assert.equal(await new quintet.Client({ url: "https://memory.example", fetch: own }).ready(), true);
  assert.deepEqual(seen, [["https://memory.example/readyz", "GET"]]);
});

test("facts by name", () => {
  assert.deepEqual(quintet.fact("person/Dana", "role", "CTO", { confidence: 0.5 }), {
    entity: { type: "person", name: "Dana" },
    key: "role",
    value: "CTO",
    confidence: 0.5,
  });
  assert.deepEqual(quintet.relation("person/Dana", "works_at", "organisation/A/B").target, { type: "organisation", name: "A/B" });
  assert.throws(() => quintet.fact("Dana", "role", "CTO"), /person\/Dana/);
});

test("a server keeps its data or leaves nothing", async (t) => {
  const data = join(await folder(t), "kept");
  const first = await QuintetServer.start({ data });
  await (await first.client("notes")).remember("Lunch is at noon.");
  await first.stop();
  await first.stop();
  assert.ok(!first.isRunning && (await exists(data)));
  const second = await QuintetServer.start({ data });
  assert.equal((await (await second.client("notes")).recall("lunch")).hits[0].text, "Lunch is at noon.");
  await second.stop();
  const passing = await QuintetServer.start();
  assert.ok(passing.isRunning && (await exists(passing.data)));
  await passing[Symbol.asyncDispose]();
  assert.ok(!(await exists(passing.data)));
});

test("a server that does not start says why", async (t) => {
  const where = await folder(t);
  await assert.rejects(QuintetServer.start({ binary: join(where, "nowhere") }), /nowhere' cannot be started; set QUINTET_BINARY/);
  await assert.rejects(QuintetServer.start({ args: ["--no-such-flag"] }), /it ended: .*--no-such-flag/);
  const silent = join(where, "silent");
  await writeFile(silent, `#!${process.execPath}\nsetTimeout(() => {}, 600000);\n`);
  await chmod(silent, 0o700);
  await assert.rejects(QuintetServer.start({ binary: silent, startTimeoutMs: 100 }), /it said nothing for 100 ms/);
});

test("a wrong key and a missing context are told apart", async () => {
  const stranger = new quintet.Client({ url: server.url, key: "not-the-key-that-it-is" });
  await assert.rejects(stranger.state(), (error) => error instanceof quintet.AuthenticationError && error.code === "unauthorized");
  const lost = new quintet.Client({ url: server.url, key: server.revealKey(), context: "never-made" });
  await assert.rejects(lost.state(), quintet.ContextNotFoundError);
  await assert.rejects(lost.contexts.create("no such name!"), { name: "InvalidRequestError", field: "id" });
});

test("a write that is sent twice is carried out once", (t) =>
  run(t, "idempotency", async (memory) => {
    const twice = { idempotencyKey: "import-1" };
    const first = await memory.remember("Lunch is at noon.", twice);
    const again = await memory.remember("Lunch is at noon.", twice);
    if (first.id !== again.id) return lack(t, "idempotency", "the same Idempotency-Key twice is carried out twice");
    assert.deepEqual(again, first);
    await assert.rejects(memory.remember("Lunch is at one.", twice), (error) => [409, 422].includes(error.status));
    assert.notEqual((await memory.remember("Lunch is at noon.")).id, first.id);
  }));

test("writes of one key that run side by side are one write", (t) =>
  run(t, "409 in progress", async (memory) => {
    const same = Array.from({ length: 20 }, () => memory.remember("Lunch is at noon.", { idempotencyKey: "import-2" }));
    const told = await Promise.all(same).catch((error) => error);
    if (told instanceof quintet.ConflictError) return lack(t, "409 in progress", "it does not say that the first still runs");
    if (new Set(told.map((one) => one.id)).size > 1) return lack(t, "idempotency", "one Idempotency-Key is carried out often");
    assert.deepEqual(told, Array(20).fill(told[0]));
  }));

test("a key does what it is granted and no more", async (t) => {
  const admin = await server.client("granted");
  await admin.remember("Ann likes tea.");
  const reader = await admin.principals.create({ id: "reader", grants: { "memory:read": ["*"] } }).catch((error) => error);
  if (reader instanceof quintet.ApiError && isMissing(reader)) return lack(t, "keys that may read", "it has no principals");
  const minted = await admin.keys.create({ name: "reads", principal: reader.id });
  const client = new quintet.Client({ url: server.url, key: minted.key.reveal(), context: "granted" });
  assert.ok((await client.me()).principalId === reader.id && (await client.recall("tea")).hits.length > 0);
  await assert.rejects(client.remember("Ann likes coffee."), { name: "PermissionDeniedError", code: "forbidden" });
});

test("the server names its requests", async (t) => {
  const memory = await server.client();
  const error = await memory.entities.get("person/Nobody").then(assert.fail, (error) => error);
  if (error.requestId === undefined) lack(t, "request ids", "an error carries neither requestId nor x-request-id");
});
