/** One server for the tests of a file, and a word on what it cannot do yet. */

import { after } from "node:test";
import { ApiError } from "../dist/index.js";
import { QuintetServer } from "../dist/server.js";

const missingOk = process.env.MISSING_OK === "1";
const untested = new Map();
let contexts = 0;

export const server = await QuintetServer.start();

after(async () => {
  await server.stop();
  for (const [name, why] of [...untested].sort()) console.log(`NOT TESTED: this server lacks it: ${name}: ${why}`);
});

/** A client of a context of its own. */
export async function fresh() {
  contexts += 1;
  return server.client(`case-${contexts}`);
}

/** True for the answer of a server that has no such route. A thing that is not there has another reason. */
export function isMissing(error) {
  // A server without figures of traces takes their name for that of a trace.
  const isWord = String(error.problem.instance).endsWith("/traces/stats");
  const nothing = error.status === 404 && (error.detail === "there is nothing at this path" || isWord);
  return nothing || error.status === 405;
}

/** The server cannot do this. Fails, unless that is allowed; is told at the end in any case. */
export function lack(test, name, why) {
  untested.set(name, why);
  if (!missingOk) throw new Error(`the server lacks it: ${why}`);
  test.skip(`the server lacks it: ${why}`);
}

/** Runs a case with a client of a context of its own. */
export async function run(test, name, one) {
  try {
    await one(await fresh());
  } catch (error) {
    if (!(error instanceof ApiError && isMissing(error))) throw error;
    lack(test, name, error.problem.instance ?? error.message);
  }
}
