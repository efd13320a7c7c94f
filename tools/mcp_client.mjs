// Runs mcp-conversation.json with the official TypeScript client: every tool of every profile, over HTTP and over standard input
// and output. Arguments: URL, key, the program, a data folder. The packages are looked up in the working folder.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const require = createRequire(`${process.cwd()}/`);
const load = (name) => import(pathToFileURL(require.resolve(`@modelcontextprotocol/sdk/${name}`)));
const { Client } = await load("client/index.js");
const { StreamableHTTPClientTransport } = await load("client/streamableHttp.js");
const { StdioClientTransport } = await load("client/stdio.js");

const steps = JSON.parse(readFileSync(new URL("mcp-conversation.json", import.meta.url)));
const [url, key, program, data] = process.argv.slice(2);

function filled(value, saved) {
  if (Array.isArray(value)) return value.map((one) => filled(one, saved));
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one, saved)]));
  }
  if (typeof value !== "string") return value;
  return value.replace(/\{\{([^}]+)\}\}/g, (_, path) => path.split(".").reduce((found, part) => found[part], saved));
}

const transports = {
  http: (profile) =>
    new StreamableHTTPClientTransport(new URL(`${url}/mcp${profile === "core" ? "" : `/${profile}`}`), {
      requestInit: { headers: { Authorization: `Bearer ${key}` } },
    }),
  stdio: (profile) =>
    new StdioClientTransport({ command: program, args: ["mcp", "--data", data, "--profile", profile], stderr: "ignore" }),
};

for (const [name, transport] of Object.entries(transports)) {
  const saved = { run: `ts-${name}` };
  const clients = {};
  const listed = new Set();
  const called = new Set();
  for (const step of steps) {
    if (!clients[step.profile]) {
      const client = new Client({ name: "quintet-check", version: "1" });
      await client.connect(transport(step.profile));
      assert(client.getInstructions(), step.profile);
      // The client checks structured results against the schemas that it listed.
      for (const tool of (await client.listTools()).tools) listed.add(tool.name);
      clients[step.profile] = client;
    }
    const result = await clients[step.profile].callTool({ name: step.tool, arguments: filled(step.arguments, saved) });
    called.add(step.tool);
    const text = result.content.map((block) => block.text).join(" ");
    if (step.fails) {
      assert(result.isError && text.includes(step.fails), `${JSON.stringify(step)}: ${text}`);
      continue;
    }
    assert(!result.isError, `${JSON.stringify(step)}: ${text}`);
    const told = JSON.stringify(result.structuredContent);
    const want = JSON.stringify(step.holds ?? "").slice(1, -1);
    assert(told.includes(want), `${JSON.stringify(step)}: ${told}`);
    if (step.as) saved[step.as] = result.structuredContent;
  }
  assert.deepStrictEqual([...called].sort(), [...listed].sort(), "every tool was called");
  for (const client of Object.values(clients)) await client.close();
  console.log(`typescript sdk, ${name}, initialize: ${steps.length} calls of ${called.size} tools: ok`);
}
