/** The client: one method for each thing that a memory does. */

import { Contexts, Keys, Principals, Scopes, Sessions } from "./access.js";
import { ApiError, ConnectionError } from "./errors.js";
import type {
  CallOptions,
  Category,
  Emotion,
  FactKind,
  Infer,
  Instant,
  Labels,
  Message,
  PageOptions,
  ReadOptions,
  Role,
  ScopeSets,
  Triple,
  WriteOptions,
} from "./inputs.js";
import { Entities, Lifecycle, Memories, Traces } from "./knowledge.js";
import type * as models from "./models.js";
import { type Pages, Part, rows } from "./part.js";
import { RETRY } from "./retry.js";
import { Transport, pause } from "./transport.js";

/** How to reach a memory. What is absent comes from QUINTET_SERVER, QUINTET_KEY and QUINTET_CONTEXT. */
export interface ClientOptions {
  url?: string;
  key?: string;
  context?: string;
  /** Milliseconds that one try may take: 40,000 when absent; the server gives up on a request after 30 s and says so. */
  timeoutMs?: number;
  /** Further tries after a passing failure: 3 when absent. */
  maxRetries?: number;
  /** The principal for whom every call is made. */
  onBehalfOf?: string;
  /** In the place of the global `fetch`. */
  fetch?: typeof fetch;
}

/** What else is known of a text. */
export interface RememberOptions extends WriteOptions {
  /** How much is read out of it; `preview` writes nothing. */
  infer?: Infer;
  sessionId?: string;
  role?: Role;
  speaker?: string;
  title?: string;
  scopes?: ScopeSets;
  labels?: Labels;
  memoryCategory?: Category;
  /** When it was said; now when absent. */
  observedAt?: Instant;
  /** Facts by name. */
  triples?: readonly Triple[];
  emotions?: readonly Emotion[];
  signals?: Record<string, unknown>;
  vector?: readonly number[];
  /** GeoJSON, WKT, or `{ lat, lng }`. */
  location?: unknown;
  reference?: string;
  timeZone?: string;
}

export interface RememberManyOptions extends WriteOptions {
  sessionId?: string;
  scopes?: ScopeSets;
  labels?: Labels;
  extract?: "whole_conversation" | "per_message";
  infer?: "full" | "rules" | "none" | "preview";
}

export interface ForgetOptions extends WriteOptions {
  query?: string;
  ids?: readonly string[];
  entity?: string;
  sessionId?: string;
  /** Everything that is seen only through this scope or one below it. */
  scope?: string;
  all?: boolean;
  /** Of an entity: the memories that it was read in, too. */
  withSources?: boolean;
  minScore?: number;
  limit?: number;
  kinds?: readonly string[];
  knownFrom?: Instant;
  knownUntil?: Instant;
  labels?: Labels;
  lens?: ScopeSets;
  /** No byte of it stays, and there is no way back. */
  purge?: boolean;
  /** Tells exactly what would go. */
  dryRun?: boolean;
}

export interface RecallOptions extends ReadOptions {
  /** Hits. */
  k?: number;
  mode?: "hybrid" | "vector" | "bm25" | "graph";
  sessionId?: string;
  include?: readonly ("facts" | "passages")[];
  scopeView?: string;
  source?: string;
  /** `{ near: { lat, lng, radiusKm } }`, `{ within }` or `{ nearest: { lat, lng, k } }`. */
  location?: Record<string, unknown>;
  includeDuplicates?: boolean;
  /** Says why each hit came back. */
  explain?: boolean;
  channels?: readonly string[];
  channelWeights?: Readonly<Record<string, number>>;
  fusion?: string;
  profile?: string;
  emotions?: readonly Emotion[];
  timeMode?: "boost" | "filter" | "off";
  /** Tokens that the texts of all hits may have together. */
  maxTokens?: number;
  rerank?: boolean;
  recencyDecayDays?: number;
  /** When it happened. */
  timeFrom?: Instant;
  timeTo?: Instant;
  timeZone?: string;
  here?: { lat: number; lng: number };
  now?: Instant;
  vector?: readonly number[];
}

function environment(name: string): string | undefined {
  const host = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return host.process?.env?.[name] || undefined;
}

function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw new TypeError("url: write it with http:// or https://");
  if (url.username !== "" || url.password !== "") throw new TypeError("url: it holds a password; give the key as key");
  return text.replace(/\/+$/, "");
}

function checkedKey(key: string | undefined): string | undefined {
  // The transport would quote it in its error.
  if (key !== undefined && !/^[!-~]+$/.test(key)) {
    throw new TypeError("key: it has characters that no key has, like a space or a line break");
  }
  return key;
}

/** The way to the server that options name. */
function reached(options: ClientOptions): Transport {
  const settings = {
    url: checkedUrl(options.url ?? environment("QUINTET_SERVER") ?? "http://127.0.0.1:9090"),
    timeoutMs: options.timeoutMs ?? 40_000,
    retry: { ...RETRY, retries: options.maxRetries ?? RETRY.retries },
    onBehalfOf: options.onBehalfOf,
    fetch: options.fetch ?? ((input: RequestInfo | URL, init?: RequestInit) => fetch(input, init)),
    pause,
  };
  return new Transport(settings, checkedKey(options.key ?? environment("QUINTET_KEY")));
}

/**
 * A memory on a server. A call that meets a passing failure is tried again; a write carries a key, so that it is carried out
 * once.
 */
export class Client extends Part {
  /** Ways to a server that clients with other settings go on using. */
  static readonly #over = new WeakMap<ClientOptions, Transport>();

  readonly contexts: Contexts;
  readonly entities: Entities;
  readonly keys: Keys;
  readonly lifecycle: Lifecycle;
  readonly memories: Memories;
  readonly principals: Principals;
  readonly scopes: Scopes;
  readonly sessions: Sessions;
  readonly traces: Traces;

  constructor(options: ClientOptions = {}) {
    super(Client.#over.get(options) ?? reached(options), options.context ?? environment("QUINTET_CONTEXT") ?? "default");
    this.contexts = new Contexts(this.transport, this.contextId);
    this.entities = new Entities(this.transport, this.contextId);
    this.keys = new Keys(this.transport, this.contextId);
    this.lifecycle = new Lifecycle(this.transport, this.contextId);
    this.memories = new Memories(this.transport, this.contextId);
    this.principals = new Principals(this.transport, this.contextId);
    this.scopes = new Scopes(this.transport, this.contextId);
    this.sessions = new Sessions(this.transport, this.contextId);
    this.traces = new Traces(this.transport, this.contextId);
  }

  /** The same client with other settings. */
  using(options: { context?: string; timeoutMs?: number; maxRetries?: number; onBehalfOf?: string }): Client {
    const { settings } = this.transport;
    const transport = this.transport.with({
      timeoutMs: options.timeoutMs ?? settings.timeoutMs,
      retry: { ...settings.retry, retries: options.maxRetries ?? settings.retry.retries },
      onBehalfOf: options.onBehalfOf ?? settings.onBehalfOf,
    });
    const own: ClientOptions = { context: options.context ?? this.contextId };
    Client.#over.set(own, transport);
    return new Client(own);
  }

  /** What may be printed of it: no key. */
  toJSON(): { url: string; key: string | null; context: string } {
    return { url: this.transport.settings.url, key: this.transport.hasKey ? "***" : null, context: this.contextId };
  }

  // Writing.

  /** Remembers one text; durable and findable when it returns. Without a text: facts by name. */
  remember(text: string, options?: RememberOptions): Promise<models.Remembered>;
  remember(facts: RememberOptions & { triples: readonly Triple[] }): Promise<models.Remembered>;
  remember(what: string | RememberOptions, options: RememberOptions = {}): Promise<models.Remembered> {
    const [fields, rest] = typeof what === "string" ? [{ text: what }, options] : [{ infer: "triples" }, what];
    return this.write(this.path("facts"), rest, fields);
  }

  /** Remembers the messages of a conversation. One that is wrong does not fail the others: `results` tells. */
  rememberMany(messages: readonly Message[], options: RememberManyOptions = {}): Promise<models.RememberedMany> {
    return this.write(this.path("facts", "batch"), options, { messages });
  }

  /**
   * Puts a value in the place of what a fact says; the old one stays as history. `reopen`: takes a correction back instead, and
   * what this older fact says holds again.
   */
  correct(id: string, change: string | { reopen: true }, options: WriteOptions = {}): Promise<models.Corrected> {
    return this.write(this.path("correct"), options, typeof change === "string" ? { id, value: change } : { id, ...change });
  }

  /** Forgets what is named, with all that was drawn from it alone. */
  forget(what: string | ForgetOptions, options: ForgetOptions = {}): Promise<models.ForgetReceipt> {
    const asked = typeof what === "string" ? { ...options, query: what } : { ...what, ...options };
    return this.write(this.path("forget"), asked);
  }

  /** Says which memories were of use in an answer, or of none (`again`): use keeps them. */
  used(ids: readonly string[], options: WriteOptions & { grade?: "good" | "again" } = {}): Promise<models.Used> {
    return this.write(this.path("used"), options, { ids });
  }

  // Thinking over.

  /** Draws observations from facts that say the same. */
  consolidate(
    options: WriteOptions & { dryRun?: boolean; factLimit?: number; observationLimit?: number } = {},
  ): Promise<models.Consolidated> {
    return this.write(this.path("consolidate"), options);
  }

  /** Looks for relations that nobody stated, of one entity or of those that are due. */
  elaborate(
    options: WriteOptions & { entityRef?: string; budget?: number; sweep?: boolean; dryRun?: boolean } = {},
  ): Promise<models.Elaborated> {
    return this.write(this.path("elaborate"), options);
  }

  /** What memories come to, taken together, on one question. `persist`: keeps it. */
  reflect(query: string, options: WriteOptions & { persist?: boolean } = {}): Promise<models.Reflection> {
    return this.write(this.path("reflect"), options, { query });
  }

  // Reading.

  /** Finds what a question needs, best first. */
  recall(query: string, options: RecallOptions = {}): Promise<models.Recalled> {
    return this.ask(this.path("query"), options, { query });
  }

  /** Text for the head of a prompt: who it is about, wishes, and what answers the question. */
  context(
    query: string,
    options: CallOptions & { k?: number; maxTokens?: number; scopeView?: string; labels?: Labels; lens?: ScopeSets } = {},
  ): Promise<models.ContextBlock> {
    return this.ask(this.path("context"), options, { query });
  }

  /** What is known, of one entity or of everybody. */
  facts(
    entity?: string | null,
    options: ReadOptions & PageOptions & { key?: string; kind?: FactKind } = {},
  ): Pages<models.Fact> {
    return this.pages("facts", this.path("facts"), options, { entity });
  }

  /** Who somebody is, in five sections, for the head of a prompt. */
  profile(entity?: string | null, options: ReadOptions = {}): Promise<models.Profile> {
    return this.read(this.path("profile"), options, { entity });
  }

  /** All that holds, by category, with open doubts. */
  state(options: ReadOptions = {}): Promise<models.State> {
    return this.read(this.path("state"), options);
  }

  /**
   * One thing from all sides; `kind` says what. `ref`: `entity:<type>/<name>`, `attribute:<type>/<name>/<key>`,
   * `relation:<subject>/<label>/<object>`, `memory:<id>`, `turn:<id>`, `document:<id>`, `passage:<id>` or `trace:<id>`.
   */
  inspect(ref: string, options: ReadOptions = {}): Promise<models.Inspected> {
    return this.read(this.path("inspect"), options, { ref });
  }

  /** What began, changed, ended and was done, oldest first. */
  timeline(entity: string, options: ReadOptions & { key?: string; limit?: number } = {}): Promise<models.Timeline> {
    return this.read(this.path("timeline"), options, { entity });
  }

  /** Neighbours of an entity over relations and shared memories, and the shortest ways to another. */
  explore(entity: string, options: ReadOptions & { to?: string; hops?: number; limit?: number } = {}): Promise<models.Explored> {
    return this.read(this.path("explore"), options, { from: entity });
  }

  /** What changed between two moments: added, replaced, ended. `to`: now when absent. */
  diff(from: Instant, to?: Instant | null, options: ReadOptions & { entity?: string } = {}): Promise<models.Diff> {
    return this.read(this.path("diff"), options, { from, to });
  }

  /** How feelings moved along a session, a transcript or the episode of a turn. */
  arc(
    options: CallOptions & { sessionId?: string; memoryId?: string; episodeOf?: string; speaker?: string },
  ): Promise<models.Arc> {
    return this.ask(this.path("arc"), options);
  }

  /** Looks for doubles, contradictions, unscoped memories and hidden orders; changes nothing. */
  fsck(options: ReadOptions & { duplicateThreshold?: number; maxResults?: number } = {}): Promise<models.Report> {
    return this.ask(this.path("fsck"), options);
  }

  /** Looks for junk, repeats, secrets and what was never recalled; changes nothing. */
  hygiene(options: ReadOptions & { maxResults?: number } = {}): Promise<models.Report> {
    return this.ask(this.path("hygiene"), options);
  }

  // The server.

  /** Whose key this is, and what it may do. */
  me(options: CallOptions = {}): Promise<models.WhoAmI> {
    return this.read(this.path("me"), options);
  }

  /** What can be allowed. */
  async verbs(options: CallOptions = {}): Promise<models.Verb[]> {
    return rows(await this.read("/api/v1/verbs", options), "verbs");
  }

  /** Who did what, newest first: one's own deeds, and everybody's for whoever may grant everything. */
  audit(
    options: CallOptions &
      PageOptions & { principal?: string; key?: string; kind?: string; since?: Instant; until?: Instant } = {},
  ): Pages<models.AuditRow> {
    return this.pages("rows", this.path("audit"), options);
  }

  /** True when the server can serve. */
  async ready(options: CallOptions = {}): Promise<boolean> {
    try {
      await this.read("/readyz", options);
      return true;
    } catch (error) {
      if (error instanceof ApiError || error instanceof ConnectionError) return false;
      throw error;
    }
  }

  /** A call that has no method here: its body as JSON. `path`: with its slash, like `/api/v1/contexts`. */
  request(method: string, path: string, options: WriteOptions & { body?: unknown; params?: object } = {}): Promise<unknown> {
    const { body, params, ...own } = options;
    const write = !["GET", "HEAD"].includes(method.toUpperCase());
    const request = { method: method.toUpperCase(), path, body, write, ...(params ? { params } : {}) };
    return this.transport.send(request, own);
  }
}
