/** What the types promise, checked by `npm run check`; nothing here runs. Lines that must not compile say so. */

import { ApiError, Client, type Fact, type Page, type Pages, type Secret, fact } from "quintet";
import { QuintetServer } from "quintet/server";

export async function promises(): Promise<void> {
  await using server = await QuintetServer.start();
  const memory: Client = await server.client("notes", { maxRetries: 1 });
  const told = await memory.remember("x", { sessionId: "s", observedAt: new Date(), signal: AbortSignal.timeout(1) });
  const id: string | null | undefined = told.id;
  await memory.remember({ triples: [fact("person/Dana", "role", "CTO", { validFrom: "2026-01-01" })] });
  const facts: Pages<Fact> = memory.facts("person/Dana", { kind: "attribute", limit: 10 });
  for await (const one of facts) {
    const value: string | null | undefined = one.value;
    void [id, value];
  }
  const page: Page<Fact> = await facts.page();
  const next: string | null = page.nextCursor;
  const key: Secret = (await memory.keys.create({ name: "ci" })).key;
  void [next, key.reveal()];
  try {
    await memory.correct("id", { reopen: true });
  } catch (error) {
    if (error instanceof ApiError) void [error.status, error.code, error.requestId?.length];
  }
  // @ts-expect-error: a kind that there is not
  memory.facts(null, { kind: "rumour" });
  // @ts-expect-error: an option that there is not
  await memory.recall("x", { sesionId: "s" });
  // @ts-expect-error: facts by name, or a text
  await memory.remember({ labels: ["a=b"] });
  // @ts-expect-error: it is read only
  memory.contextId = "other";
}
