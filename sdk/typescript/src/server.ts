/** A server of one's own, for tests and notebooks: starts the program `quintet` on a free port of this machine. Node only. */

import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { Client, type ClientOptions } from "./client.js";
import { ServerStartError } from "./errors.js";

const LISTENS = "quintet listens on ";
/** Milliseconds that it gets to end; it lets running requests end for 10 s. */
const STOP_MS = 15_000;

/** How to start a server. */
export interface ServerOptions {
  /** The program; else QUINTET_BINARY, else `quintet` on the path. */
  binary?: string;
  /** The folder of its data; a temporary one, which is removed at the end, when absent. */
  data?: string;
  /** Further arguments for `quintet serve`. */
  args?: readonly string[];
  /** On top of the environment. */
  env?: Record<string, string>;
  /** Milliseconds that it may take: 60,000 when absent. */
  startTimeoutMs?: number;
}

/** A running server. Start it with `QuintetServer.start`, and `stop` it. */
export class QuintetServer {
  /** Where it is reached. */
  readonly url: string;
  /** The folder of its data. */
  readonly data: string;
  readonly #key: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #atExit: () => void;
  readonly #isTemporary: boolean;

  private constructor(started: Started, url: string) {
    this.url = url;
    this.data = started.data;
    this.#key = started.key;
    this.#child = started.child;
    this.#ended = started.ended;
    this.#atExit = started.atExit;
    this.#isTemporary = started.isTemporary;
  }

  /** Starts one and waits until it can serve. */
  static async start(options: ServerOptions = {}): Promise<QuintetServer> {
    const started = await start(options);
    const timeoutMs = options.startTimeoutMs ?? 60_000;
    const server = (url: string) => new QuintetServer(started, url);
    try {
      const running = server(await within(timeoutMs, started));
      const client = running.#client({});
      if (!(await client.ready({ timeoutMs }))) throw new ServerStartError(`the server is not ready: ${started.said()}`);
      return running;
    } catch (error) {
      await server("").stop();
      throw error;
    }
  }

  #client(options: ClientOptions): Client {
    return new Client({ ...options, url: this.url, key: this.#key });
  }

  /** The admin key. */
  revealKey(): string {
    return this.#key;
  }

  /** True until it has ended. */
  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** A client of one context, which is made where it is not there yet. */
  async client(context = "default", options: Omit<ClientOptions, "url" | "key" | "context"> = {}): Promise<Client> {
    const client = this.#client({ ...options, context });
    await client.contexts.create(context, { existOk: true });
    return client;
  }

  /** Lets running requests end and stops it. A temporary data folder is removed. */
  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    const late = setTimeout(() => this.#child.kill("SIGKILL"), STOP_MS);
    await this.#ended;
    clearTimeout(late);
    process.off("exit", this.#atExit);
    if (this.#isTemporary) rmSync(this.data, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/** A program that was started and may listen soon. */
interface Started {
  child: ChildProcess;
  key: string;
  data: string;
  isTemporary: boolean;
  url: Promise<string>;
  ended: Promise<void>;
  atExit: () => void;
  said: () => string;
}

async function start(options: ServerOptions): Promise<Started> {
  const program = options.binary ?? (process.env["QUINTET_BINARY"] || "quintet");
  const isTemporary = options.data === undefined;
  const data = options.data ?? (await mkdtemp(join(tmpdir(), "quintet-")));
  const key = randomBytes(32).toString("hex");
  const child = spawn(program, ["serve", "--data", data, "--listen", "127.0.0.1:0", ...(options.args ?? [])], {
    env: { ...process.env, ...options.env, QUINTET_ADMIN_KEY: key },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const atExit = () => {
    child.kill("SIGTERM");
    if (isTemporary) rmSync(data, { recursive: true, force: true });
  };
  process.on("exit", atExit);
  let said: string[] = [];
  const toldSoFar = () => said.join(" / ");
  let isOver: () => void = () => {};
  const ended = new Promise<void>((resolve) => (isOver = resolve));
  const url = new Promise<string>((resolve, reject) => {
    let rest = "";
    child.stderr.setEncoding("utf8");
    // It is read to the end: a pipe that nobody reads would stop the server.
    child.stderr.on("data", (text) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      said = [...said, ...lines].slice(-50);
      const listens = lines.find((line) => line.startsWith(LISTENS));
      if (listens !== undefined) resolve(listens.slice(LISTENS.length).trim());
    });
    child.once("error", (error) => {
      isOver();
      const told = `the program '${program}' cannot be started; set QUINTET_BINARY, or give binary`;
      reject(new ServerStartError(told, { cause: error }));
    });
    child.once("close", () => {
      isOver();
      reject(new ServerStartError(`the server did not start, it ended: ${toldSoFar()}`));
    });
  });
  return { child, key, data, isTemporary, url, ended, atExit, said: toldSoFar };
}

async function within(timeoutMs: number, started: Started): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const told = () => `the server did not start, it said nothing for ${timeoutMs} ms: ${started.said()}`;
    timer = setTimeout(() => reject(new ServerStartError(told())), timeoutMs);
  });
  try {
    return await Promise.race([started.url, late]);
  } finally {
    clearTimeout(timer);
  }
}
