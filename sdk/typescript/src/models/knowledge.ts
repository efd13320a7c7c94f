/** What is known. */

/** Somebody or something that a fact is about. */
export interface Party {
  id?: string | null;
  name: string;
  type?: string | null;
}

export interface Entity {
  id: string;
  name: string;
  type?: string | null;
  aliases: string[];
  mergedInto?: string | null;
  memoryCategory?: string | null;
  importance?: number | null;
  createdAt?: string | null;
  updatedAt?: string | null;
  /** Of an entity that a write touched: it was not known before. */
  isNew?: boolean | null;
  /** Of an entity that `explore` found: steps from where it began. */
  hops?: number | null;
}

/** Characters of a text, from `start` to before `end`. */
export interface Span {
  start: number;
  end: number;
}

export interface Citation {
  turnId?: string | null;
  memoryId?: string | null;
  documentId?: string | null;
  span?: Span | null;
  quote?: string | null;
  spokenAt?: string | null;
}

export interface Source {
  kind?: string | null;
  ref?: string | null;
  sessionId?: string | null;
  derivedFrom?: string[];
  principal?: string | null;
  reference?: string | null;
  trust?: number | null;
}

/**
 * One row of knowledge. `kind` says which members it has: `attribute` (entity, key, value), `relation` (subject, label,
 * object), `action` (subject, verb, object), `instruction` (label, description), `uncertainty` (about, reason).
 */
export interface Fact {
  id?: string | null;
  kind?: string | null;
  text?: string | null;
  memoryCategory?: string | null;
  importance?: number | null;
  confidence?: number | null;
  trust?: number | null;
  validFrom?: string | null;
  validUntil?: string | null;
  occurredAt?: string | null;
  createdAt?: string | null;
  recordedAt?: string | null;
  supersedes?: string | null;
  supersededBy?: string | null;
  repeats?: number | null;
  source?: Source | null;
  /** Of a fact that was just written: `created`, `repeated`, `superseded`, `backfilled`, `closed`, `doubted` or `dropped`. */
  outcome?: string | null;
  stance?: string | null;
  span?: Span | null;
  ends?: boolean | null;
  entity?: Party | null;
  key?: string | null;
  value?: string | null;
  subject?: Party | null;
  label?: string | null;
  /** Of a relation, whom it leads to; of an action, words. */
  object?: Party | string | null;
  verb?: string | null;
  description?: string | null;
  active?: boolean | null;
  about?: string | null;
  reason?: string | null;
  between?: string[] | null;
  resolved?: boolean | null;
}

/** A memory with its words. */
export interface Memory {
  id: string;
  kind?: string | null;
  text?: string | null;
  sessionId?: string | null;
  seq?: number | null;
  role?: string | null;
  speaker?: string | null;
  title?: string | null;
  labels?: Record<string, string>;
  memoryCategory?: string | null;
  createdAt?: string | null;
  occurredAt?: string | null;
  confidence?: number | null;
  trust?: number | null;
  source?: Source | null;
}

/** A memory seen from all sides: where it stands written, what it was drawn from, what was drawn from it. */
export interface MemorySheet extends Memory {
  citation?: Citation | null;
  sources: Memory[];
  derived: Fact[];
  older: Memory[];
  newer: Memory[];
}

/** An entity with all that holds of it. */
export interface EntitySheet extends Entity {
  attributes: Fact[];
  relations: Fact[];
  actions: Fact[];
  instructions: Fact[];
  unknowns: Fact[];
  /** Relations of others that lead here. */
  relationsTo: Fact[];
}

/** Every value that a key ever had, oldest known first. */
export interface KeyHistory {
  entity?: Entity | null;
  key?: string | null;
  current: string[];
  history: Fact[];
}

export interface Merged {
  /** The id of the one that is no more; `split` takes it. */
  merged: string;
  entity: Entity;
}

export interface Split {
  entity: Entity;
}
