/** Arguments: what callers may write, and how it goes over the wire. Pure. */

/** A moment: a `Date`, or text: RFC 3339 or a date. */
export type Instant = Date | string;
/** `"a"`, `["a", "b"]` (a or b), `[["a", "b"]]` (a and b). */
export type ScopeSets = string | readonly (string | readonly string[])[];
/** `{ team: "support" }`, or `["team=support"]`. */
export type Labels = Readonly<Record<string, string>> | readonly string[];
export type Infer = "full" | "rules" | "none" | "preview" | "triples";
export type Role = "user" | "assistant" | "system" | "tool";
export type Category = "identity" | "knowledge" | "context";
export type FactKind = "attribute" | "relation" | "action" | "instruction" | "uncertainty";

/** What every method takes beside its own arguments. */
export interface CallOptions {
  /** Milliseconds that one try may take; the client's own when absent. */
  timeoutMs?: number;
  /** Aborts the call, with all its tries. */
  signal?: AbortSignal;
  /** The principal for whom the call is made. */
  onBehalfOf?: string;
}

/** What every method that writes takes. */
export interface WriteOptions extends CallOptions {
  /** Names the write: one with the same key is carried out once. Made for each call when absent. */
  idempotencyKey?: string;
}

/** What every method that reads knowledge takes: the three clocks, and filters. */
export interface ReadOptions extends CallOptions {
  /** What was known then. */
  asOf?: Instant;
  /** What the store held then. */
  atInstant?: Instant;
  /** Only what holds from then on, or later. */
  validFrom?: Instant;
  /** Only what holds until then, or less long. */
  validUntil?: Instant;
  lens?: ScopeSets;
  labels?: Labels;
}

/** What every list takes. */
export interface PageOptions {
  /** Rows of a page. */
  limit?: number;
  /** Where to begin, as an earlier page told it. */
  cursor?: string;
}

export interface EntityInput {
  type?: string;
  name: string;
}

/** What may be said of a fact by name beside what it says. */
export interface TripleOptions {
  memoryCategory?: Category;
  confidence?: number;
  validFrom?: Instant;
  validUntil?: Instant;
  /** It no longer holds. */
  ends?: boolean;
}

/** A fact by name. `fact` and `relation` make them. */
export interface Triple extends TripleOptions {
  entity: EntityInput;
  key: string;
  value?: string | number | boolean;
  target?: EntityInput;
}

/** One message of a conversation. */
export interface Message {
  role: Role;
  content: string;
  ts?: Instant;
  speaker?: string;
  location?: unknown;
  signals?: Record<string, unknown>;
}

/** A feeling: its name, and how strong it is, from 0 to 1. */
export interface Emotion {
  label: string;
  intensity?: number;
  timestamp?: Instant;
}

/** The type and the name of `type/name`. The name may have slashes. */
export function partsOf(ref: string): [string, string] {
  const slash = ref.indexOf("/");
  if (slash < 1 || slash === ref.length - 1) {
    throw new TypeError(`'${ref}' names no entity: write <type>/<name>, like person/Dana`);
  }
  return [ref.slice(0, slash), ref.slice(slash + 1)];
}

/** An entity as a fact names it: `type/name`. */
export function entityInput(ref: string): EntityInput {
  const [type, name] = partsOf(ref);
  return { type, name };
}

/** A fact by name, for `remember`: `fact("person/Dana", "role", "CTO")`. */
export function fact(entity: string, key: string, value: string | number | boolean, options: TripleOptions = {}): Triple {
  return { ...options, entity: entityInput(entity), key, value };
}

/** A relation by name: `relation("person/Dana", "works_at", "organisation/Halyard")`. */
export function relation(entity: string, label: string, target: string, options: TripleOptions = {}): Triple {
  return { ...options, entity: entityInput(entity), key: label, target: entityInput(target) };
}

/** JSON. Made once for a call, so that every try sends the same bytes. */
export function bodyText(body: unknown): string {
  return JSON.stringify(body, (_, value: unknown) => {
    // JSON would write null and leave nobody the wiser.
    if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`${value} is no number in JSON`);
    return value;
  });
}

function queryText(name: string, value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) {
    // The server reads commas between labels and kinds, and none in a scope.
    if (name === "lens" && (value.length !== 1 || typeof value[0] !== "string")) {
      throw new TypeError("lens: one scope can be given here; several can in recall and forget");
    }
    return value.join(",");
  }
  if (typeof value === "object" && value !== null) {
    return Object.entries(value)
      .map(([key, one]) => `${key}=${one}`)
      .join(",");
  }
  return String(value);
}

/** Arguments as a query, with its question mark; empty when there are none. */
export function query(fields: object): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  const parameters = new URLSearchParams(given.map(([name, value]) => [name, queryText(name, value)]));
  return given.length > 0 ? `?${parameters}` : "";
}

/** A path of segments, each escaped whole. */
export function path(...segments: string[]): string {
  for (const segment of segments) {
    // A URL would take the last two for a way up.
    if (["", ".", ".."].includes(segment)) throw new TypeError(`'${segment}' cannot be a part of a path`);
  }
  return `/${segments.map(encodeURIComponent).join("/")}`;
}
