/** The README's examples run as they stand there, with the package as it would be published. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { server } from "./world.mjs";

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "quintet-readme-"));
after(() => rm(folder, { recursive: true, force: true }));

/** The code that stands under `<!-- run: NAME -->`. */
async function block(name, readme = join(root, "README.md")) {
  const after = (await readFile(readme, "utf8")).split(`<!-- run: ${name} -->\n\`\`\`ts\n`);
  assert.equal(after.length, 2, `the README has ${after.length - 1} examples of that name`);
  return after[1].split("```")[0];
}

/** Checks an example's types, and runs it. */
async function ran(name, code) {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  await writeFile(join(folder, `${name}.mts`), code);
  const options = ["--strict", "--target", "ES2022", "--module", "NodeNext", "--lib", "ES2022,DOM,ESNext.Disposable", "--types", ""];
  const checked = await run(process.execPath, [tsc, ...options, `${name}.mts`], { cwd: folder }).catch((error) => error);
  assert.ok(!(checked instanceof Error), checked.stdout);
  return (await run(process.execPath, [`${name}.mjs`], { cwd: folder })).stdout;
}

await run("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: root });
await mkdir(join(folder, "node_modules", "quintet"), { recursive: true });
await run("tar", ["-xzf", join(folder, "quintet-0.1.0.tgz"), "--strip-components=1", "-C", join(folder, "node_modules", "quintet")]);

test("the quick start", async () => {
  const said = await ran("start", await block("typescript"));
  assert.match(said, /^Dana moved to Lisbon last week\.\n {2}semantic [^]*\nrole CTO\n$/);
});

test("the quick start of the whole", async () => {
  const code = await block("typescript", join(root, "..", "..", "README.md"));
  assert.equal(await ran("whole", code), "Dana moved to Lisbon last week.\n");
});

test("a server that runs already", async () => {
  const code = await block("typescript-server");
  assert.ok(code.includes("http://127.0.0.1:9090") && code.includes("my-secret-admin-key"));
  const here = code.replace("http://127.0.0.1:9090", server.url).replace("my-secret-admin-key", server.revealKey());
  assert.equal(await ran("already", here), "I climbed with Jonas again, my hands still hurt.\n");
});
