/**
 * What goes over the wire, when a call is tried again, and what errors come out of it, against a server that is told what to
 * say.
 */

import assert from "node:assert/strict";
import { createServer } from "node:net";
import { test } from "node:test";
import * as quintet from "../dist/index.js";
import { RETRY, isPassing, retryAfterMs, wait } from "../dist/retry.js";
import { pause } from "../dist/transport.js";
import { problem, stub } from "./stub.mjs";

/** Runs a case against replies; gives the waits between the tries, which are not waited for, and what was asked. */
async function go(replies, one, options = {}) {
  const server = await stub(...replies);
  const waits = [];
  try {
    const memory = new quintet.Client({ url: server.url, key: "a-key", context: "acme", ...options });
    memory.transport.settings.pause = async (ms) => void waits.push(ms);
    await one(memory);
  } finally {
    await server.close();
  }
  return { waits, asked: server.asked };
}

test("a write is tried again with the same key and the same bytes", async () => {
  const told = { body: { id: "m1", mode: "full", unheardOf: 1 } };
  const replies = [problem(503, "unavailable"), problem(409, "request-in-progress"), { hangUp: true }, told];
  const { waits, asked } = await go(replies, async (memory) => {
    assert.equal((await memory.remember("Dana", { sessionId: "s" })).id, "m1");
  });
  assert.equal(asked.length, 4);
  assert.equal(new Set(asked.map((one) => `${one.headers["idempotency-key"]} ${one.body}`)).size, 1);
  assert.deepEqual(JSON.parse(asked[0].body), { sessionId: "s", text: "Dana" });
  assert.deepEqual([asked[0].path, asked[0].headers.authorization], ["/api/v1/acme/facts", "Bearer a-key"]);
  [250, 500, 1_000].forEach((whole, n) => assert.ok(whole / 2 <= waits[n] && waits[n] <= whole, `${waits}`));
});

test("each write has a key of its own and reads have none", async () => {
  const { asked } = await go([{ body: { hits: [], facts: [] } }], async (memory) => {
    await memory.remember("one");
    await memory.remember("one");
    await memory.remember("one", { idempotencyKey: "mine" });
    await memory.recall("one");
    await memory.facts().page();
  });
  const keys = asked.map((one) => one.headers["idempotency-key"]);
  assert.ok(keys[0] && keys[1] && keys[0] !== keys[1]);
  assert.deepEqual(keys.slice(2), ["mine", undefined, undefined]);
});

test("the server says how long to wait", async () => {
  const soon = new Date(Date.now() + 30_000).toUTCString();
  const replies = [
    problem(429, "rate-limited", { "retry-after": "7" }),
    problem(503, "unavailable", { "retry-after": soon }),
    { body: { hits: [] } },
  ];
  const { waits } = await go(replies, (memory) => memory.recall("x"));
  assert.ok(waits[0] === 7_000 && waits[1] > 20_000 && waits[1] <= 30_000, `${waits}`);
});

test("it does not wait for hours", async () => {
  const { waits, asked } = await go([problem(429, "rate-limited", { "retry-after": "3600" })], async (memory) => {
    const check = (error) => error instanceof quintet.RateLimitError && error.retryAfterMs === 3_600_000;
    await assert.rejects(memory.recall("x"), check);
  });
  assert.deepEqual([waits, asked.length], [[], 1]);
});

for (const status of [400, 401, 403, 404, 409, 413, 422, 501]) {
  test(`what will not pass is not tried again: ${status}`, async () => {
    const { asked } = await go([problem(status, "some-code")], (memory) => assert.rejects(memory.remember("x"), quintet.ApiError));
    assert.equal(asked.length, 1);
  });
}

test("tries end", async () => {
  const { waits, asked } = await go(
    [problem(500, "internal")],
    (memory) => assert.rejects(memory.recall("x"), { status: 500, code: "internal", name: "ServerError" }),
    { maxRetries: 2 },
  );
  assert.deepEqual([waits.length, asked.length], [2, 3]);
});

test("nobody there", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const url = `http://127.0.0.1:${taken.address().port}`;
  await new Promise((resolve) => taken.close(resolve));
  const { waits } = await go(
    [{}],
    async (memory) => {
      const check = (error) => error instanceof quintet.ConnectionError && /after 4 tries/.test(error.message);
      await assert.rejects(memory.recall("x"), check);
      assert.equal(await memory.using({ maxRetries: 0 }).ready(), false);
    },
    { url },
  );
  assert.equal(waits.length, 3);
});

test("silence ends a call and is not tried again", async () => {
  const { waits } = await go([{ hold: true }], (memory) =>
    assert.rejects(memory.recall("x", { timeoutMs: 50 }), quintet.TimeoutError),
  );
  assert.deepEqual(waits, []);
});

test("the caller's own abort is the caller's own error", async () => {
  const why = new Error("enough");
  await go([{ hold: true }], async (memory) => {
    const abort = new AbortController();
    const asked = memory.recall("x", { signal: abort.signal });
    abort.abort(why);
    await assert.rejects(asked, why);
    await assert.rejects(memory.recall("x", { signal: abort.signal }), why);
    await assert.rejects(memory.ready({ signal: abort.signal }), why);
  });
  const abort = new AbortController();
  const waiting = pause(600_000, abort.signal);
  abort.abort(why);
  await assert.rejects(waiting, why);
  await pause(1, new AbortController().signal);
});

const KINDS = [
  [400, "validation-error", quintet.InvalidRequestError],
  [401, "unauthorized", quintet.AuthenticationError],
  [403, "forbidden", quintet.PermissionDeniedError],
  [404, "not-found", quintet.NotFoundError],
  [404, "context-not-found", quintet.ContextNotFoundError],
  [409, "conflict", quintet.ConflictError],
  [412, "precondition-failed", quintet.ConflictError],
  [413, "payload-too-large", quintet.InvalidRequestError],
  [415, "unsupported-media-type", quintet.InvalidRequestError],
  [422, "unprocessable", quintet.InvalidRequestError],
  [429, "rate-limited", quintet.RateLimitError],
  [500, "internal", quintet.ServerError],
  [501, "not-implemented", quintet.ServerError],
  [503, "unavailable", quintet.ServerError],
];

for (const [status, code, kind] of KINDS) {
  test(`errors say what a program decides by: ${status} ${code}`, async () => {
    const told = problem(status, code, { "x-request-id": "r-1" }, { field: "text", more: [1] });
    await go(
      [told],
      async (memory) => {
        const error = await memory.remember("x").then(assert.fail, (error) => error);
        assert.equal(error.constructor, kind);
        assert.deepEqual([error.status, error.code, error.requestId, error.field], [status, code, "r-1", "text"]);
        assert.equal(error.message, `${status} ${code}: because of ${code} (request r-1)`);
        assert.deepEqual([error.problem.more, error.name], [[1], kind.name]);
      },
      { maxRetries: 0 },
    );
  });
}

test("a request id may stand in the problem", async () => {
  await go([problem(404, "not-found", {}, { requestId: "r-2" })], (memory) =>
    assert.rejects(memory.memories.get("x"), { requestId: "r-2" }),
  );
});

test("answers of something else", async () => {
  const replies = [
    { status: 502, raw: "<html>bad gateway</html>" },
    { raw: "<html>hello</html>" },
    { status: 302, headers: { location: "http://example.invalid/" }, raw: "" },
    { body: { facts: "none" } },
  ];
  await go(
    replies,
    async (memory) => {
      await assert.rejects(memory.recall("x"), /502: the server gave no reason/);
      for (const _ of [1, 2]) {
        const check = (error) => error instanceof quintet.AnswerError && /no JSON/.test(error.message);
        await assert.rejects(memory.recall("x"), check);
      }
      await assert.rejects(memory.facts().page(), /no list of facts/);
    },
    { maxRetries: 0 },
  );
});

test("names are escaped whole and only what is given is sent", async () => {
  const { asked } = await go([{ body: { id: "e1", name: "x", entities: [], deleted: 1 } }], async (memory) => {
    await memory.entities.get("person/AC/DC & 100%?", { asOf: new Date("2026-01-02") });
    await memory.entities.list({ labels: { a: "b", c: "d" }, lens: ["org/acme"] }).page();
    await memory.forget({ all: true, scope: undefined });
    await memory.memories.delete("m1", { purge: true, onBehalfOf: "ann" });
    for (const name of ["person/..", "person/", "Dana", "/Dana"]) {
      await assert.rejects(memory.entities.get(name), /cannot be a part of a path|names no entity/);
    }
    await assert.rejects(memory.state({ lens: ["a", "b"] }), /one scope/);
    await assert.rejects(memory.recall("x", { vector: [Number.NaN] }), /JSON/);
  });
  const [first, listed, forgotten, deleted] = asked;
  assert.equal(asked.length, 4);
  assert.equal(first.path, "/api/v1/acme/entities/person/AC%2FDC%20%26%20100%25%3F?asOf=2026-01-02T00%3A00%3A00.000Z");
  assert.equal(listed.path, "/api/v1/acme/entities?labels=a%3Db%2Cc%3Dd&lens=org%2Facme");
  assert.equal(forgotten.body, '{"all":true}');
  assert.deepEqual([deleted.method, deleted.path, deleted.body], ["DELETE", "/api/v1/acme/memories/m1?purge=true", ""]);
  assert.equal(deleted.headers["x-quintet-on-behalf-of"], "ann");
});

test("lists may be bare", async () => {
  await go([{ body: [{ id: "k1", name: "ci" }] }, { body: { keys: [{ id: "k1" }] } }, {}], async (memory) => {
    assert.equal((await memory.keys.list())[0].name, "ci");
    assert.equal((await memory.keys.list())[0].id, "k1");
    await assert.rejects(memory.keys.list(), quintet.AnswerError);
  });
});

test("both forms of an entity are read", async () => {
  const inner = { id: "e1", name: "Dana" };
  const replies = [{ body: { ...inner, attributes: [] } }, { body: { entity: inner, attributes: [] } }];
  await go(replies, async (memory) => {
    const flat = await memory.entities.get("person/Dana");
    const { entity, ...nested } = await memory.entities.get("person/Dana");
    assert.deepEqual([nested, entity], [flat, inner]);
  });
});

test("when to try again", () => {
  const policy = { ...RETRY, retries: 9 };
  assert.deepEqual([1, 2, 3, 6, 7].map((tried) => wait(policy, tried, undefined, 1)), [250, 500, 1_000, 8_000, 8_000]);
  assert.deepEqual([wait(policy, 1, undefined, 0), wait(policy, 10, undefined, 0)], [125, undefined]);
  assert.deepEqual([wait(policy, 1, 60_000, 0.5), wait(policy, 1, 60_001, 0.5)], [60_000, undefined]);
  assert.equal(wait(policy, 3, 0, 1), 1_000, "the own wait is the least");
  assert.ok(isPassing(409, { code: "idempotency-in-progress" }, undefined));
  assert.ok(isPassing(409, { code: "conflict", retryable: true }, undefined) && isPassing(409, undefined, 1));
  assert.ok(!isPassing(409, { code: "conflict" }, undefined) && !isPassing(501, undefined, undefined));
  assert.ok(isPassing(429, undefined, undefined) && isPassing(599, undefined, undefined));
  const now = Date.parse("2026-03-02T12:00:00Z");
  const asked = { "1.5": 1_500, "-3": 0, "Mon, 02 Mar 2026 12:00:10 GMT": 10_000, "Mon, 02 Mar 2026 11:00:00 GMT": 0 };
  for (const [text, ms] of Object.entries(asked)) assert.equal(retryAfterMs(new Headers({ "retry-after": text }), now), ms);
  for (const text of ["", "soon", "nan"]) assert.equal(retryAfterMs(new Headers({ "retry-after": text }), now), undefined);
});
