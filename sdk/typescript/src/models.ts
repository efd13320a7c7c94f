/**
 * What the server answers, as the wire has it. Times are RFC 3339 text, since a `Date` does not say that a year lies before the
 * first; `new Date(text)` reads them. A server may tell more than stands here.
 */

// What is known.

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

// Writing.

export interface Correction {
  entityId?: string | null;
  key?: string | null;
  oldValue?: string | null;
  newValue?: string | null;
}

/** What was read out of a text, and what became of each piece. */
export interface Extraction {
  turnId?: string | null;
  entities: Entity[];
  attributes: Fact[];
  relations: Fact[];
  actions: Fact[];
  instructions: Fact[];
  uncertainties: Fact[];
  corrections: Correction[];
}

/** A text that is durable and findable. Of a preview or of facts alone, `id` is null. */
export interface Remembered {
  id?: string | null;
  mode?: string | null;
  preview: boolean;
  sessionId?: string | null;
  turnId?: string | null;
  chunkId?: string | null;
  seq?: number | null;
  episodeId?: string | null;
  occurredAt?: string | null;
  parts?: string[];
  locations?: Record<string, unknown>[];
  names?: string[];
  degraded?: unknown[];
  extraction: Extraction;
}

/** What became of one message: a status as in HTTP, and an id or a problem document. */
export interface MessageResult {
  status: number;
  id?: string | null;
  seq?: number | null;
  error?: Record<string, unknown> | null;
}

export interface RememberedMany {
  mode?: string | null;
  preview: boolean;
  sessionId?: string | null;
  turnIds: string[];
  extractions: Extraction[];
  /** One for each message, in their order. */
  results: MessageResult[];
}

/** The fact that holds now, and the one whose place it took. */
export interface Corrected extends Extraction {
  id: string;
  replaced?: string | null;
  reopened?: string | null;
}

/** What is gone, or would be. `deleted` is exact; of the memories some are named. */
export interface Forgotten {
  id?: string | null;
  kind?: string | null;
}

export interface ForgetReceipt {
  deleted: number;
  dryRun?: boolean;
  mode?: string | null;
  memories?: Forgotten[];
  truncated?: boolean;
  kinds?: Record<string, number>;
  missing?: string[];
  erased?: unknown;
  complete?: boolean | null;
  /** Of a scope: the same as `deleted`. */
  forgotten?: number | null;
}

/** A memory with other words. `replaced`: of a fact, the one whose place it took. */
export interface MemoryEdited extends Remembered {
  replaced?: string | null;
}

export interface Emotions {
  id: string;
  /** How many are kept now. */
  emotions: number;
}

export interface Used {
  affected: number;
}

// Reading.

/** What one channel added to a hit's score. */
export interface Contribution {
  name: string;
  contribution: number;
  rank?: number | null;
  raw?: number | null;
  value?: number | null;
  weight?: number | null;
}

/** A passage that stands beside a hit. */
export interface ContextHit {
  id: string;
  text: string;
  source?: string | null;
  kind?: string | null;
  occurredAt?: string | null;
  knownAt?: string | null;
  validFrom?: string | null;
  validUntil?: string | null;
  trust?: number | null;
  confidence?: number | null;
  importance?: number | null;
  memoryCategory?: string | null;
  supersedes?: string | null;
  supersededBy?: string | null;
  sessionId?: string | null;
  seq?: number | null;
  role?: string | null;
  speaker?: string | null;
  title?: string | null;
  documentId?: string | null;
  section?: string | null;
  locations?: Record<string, unknown>[];
  span?: Span | null;
  citation?: Citation | null;
  reference?: string | null;
  besideId?: string | null;
}

/** A memory that answers, best first. With `explain`, why it came back. */
export interface Hit extends ContextHit {
  score: number;
  rank?: number | null;
  contributions?: Contribution[];
  part?: number | null;
  duplicates?: string[];
  path?: Record<string, unknown>[];
}

export interface TraceNote {
  traceId?: string | null;
  resolutionTier?: unknown;
  tierReason?: string | null;
  latencyMs?: number | null;
  retrievedCount?: number | null;
  topScores: number[];
}

export interface Recalled {
  hits: Hit[];
  contextHits: ContextHit[];
  tier?: unknown;
  classificationKind?: string | null;
  seedEntities: string[];
  queryMs?: number | null;
  confidence?: number | null;
  /** Nothing that was found answers the question. */
  abstain: boolean;
  /** Channels that failed or ran late: the answer may miss what they alone find. */
  degraded: unknown[];
  timeRelaxed: boolean;
  trace: TraceNote;
  explain?: Record<string, unknown> | null;
}

/** Text for the head of a prompt. */
export interface ContextBlock {
  context: string;
  queryMs?: number | null;
  tier?: unknown;
}

export interface ProfileEntry {
  key: string;
  value: string;
  entity?: string | null;
  memoryCategory?: string | null;
  id?: string | null;
}

export interface Instruction {
  id?: string | null;
  label?: string | null;
  description?: string | null;
}

/** Who somebody is, in five sections. */
export interface Profile {
  self: Entity[];
  selfFacts: ProfileEntry[];
  static: ProfileEntry[];
  dynamic: ProfileEntry[];
  preferences: ProfileEntry[];
  instructions: Instruction[];
  truncated: boolean;
}

export interface StateSection {
  entities: Entity[];
  attributes: Fact[];
  relations: Fact[];
}

/** All that holds, by category, with open doubts. */
export interface State {
  identity: StateSection;
  knowledge: StateSection;
  context: StateSection;
  instructions: Fact[];
  unknowns: Fact[];
  truncated: boolean;
}

/** One place of a time line: what began, changed, ended or was done. */
export interface Moment {
  at: string;
  event: string;
  key?: string | null;
  value?: string | null;
  oldValue?: string | null;
  replacedBy?: string | null;
  fact?: Fact | null;
}

export interface Timeline {
  moments: Moment[];
}

/** What connects two entities, by their ids: a relation, or memories that name both. */
export interface Tie {
  from: string;
  to: string;
  kind: string;
  label?: string | null;
  relation?: Fact | null;
  memoryIds?: string[];
}

export interface Explored {
  entities: Entity[];
  ties: Tie[];
  /** The shortest ways, as ids. */
  paths: string[][];
  truncated: boolean;
}

export interface Replaced {
  before: Fact;
  after: Fact;
}

export interface Diff {
  from: string;
  to: string;
  added: Fact[];
  replaced: Replaced[];
  ended: Fact[];
  truncated: boolean;
}

/** The stored record of one recall. */
export interface Trace {
  traceId: string;
  at?: string | null;
  kind?: string | null;
  body: Record<string, unknown>;
}

/** A recall in a list. */
export interface TraceSummary {
  id: string;
  createdAt?: string | null;
  kind?: string | null;
  queryText?: string | null;
  latencyMs?: number | null;
  hits?: number | null;
  confidence?: number | null;
  resolutionTier?: string | null;
  tierReason?: string | null;
  cached?: boolean;
}

export interface TraceSummaries {
  traces: TraceSummary[];
}

/** Recalls in figures. */
export interface TraceStats {
  totalQueries: number;
  avgLatencyMs: number;
  avgConfidence?: number | null;
  abstained?: number | null;
  degraded?: number | null;
  windowHours?: number | null;
}

/** What a check found. Nothing was changed. */
export interface Report {
  findings: Record<string, unknown>[];
  counts?: Record<string, number>;
  rows?: number | null;
  traces?: number | null;
  truncated: boolean;
}

/** How feelings moved. */
export interface Arc {
  arc?: Record<string, unknown> | null;
}

// Upkeep.

/** What a sweep changed. */
export interface Swept {
  affected: number;
  lapsed?: number | null;
  forgotten?: number | null;
  purged?: number | null;
  complete?: boolean | null;
}

export interface Expiring {
  id: string;
  kind?: string | null;
  at: string;
  reason?: string | null;
}

export interface ExpiringList {
  expiring: Expiring[];
  truncated: boolean;
}

/** How long what it names is kept: `days` from when it was learnt, then `expire` or `purge`. */
export interface RetentionRule {
  days: number;
  scope?: string | null;
  label?: string | null;
  kinds?: string[];
  mode?: string;
}

export interface Retention {
  rules: RetentionRule[];
}

/** An observation that was drawn, or would be. */
export interface ConsolidateOutcome {
  /** `create`, `update` or `supersede`. */
  kind?: string | null;
  entityId?: string | null;
  entityName?: string | null;
  key?: string | null;
  value?: string | null;
  text?: string | null;
  proofCount?: number | null;
  observationId?: string | null;
  committed?: boolean | null;
  rationale?: string | null;
}

export interface Consolidated {
  created: number;
  updated: number;
  superseded: number;
  outcomes: ConsolidateOutcome[];
  dryRun: boolean;
  truncated?: boolean;
  traceId?: string | null;
}

/** A tie that memories suggest and nobody stated. */
export interface ProposedRelation {
  subject: string;
  label: string;
  object: string;
  confidence?: number | null;
  likelihood?: number | null;
  evidence?: unknown[];
  relationId?: string | null;
  isNew?: boolean | null;
}

export interface ElaborateOutcome {
  entityType?: string | null;
  entityName?: string | null;
  proposedRelations: ProposedRelation[];
  relationsEmitted: number;
  dryRun: boolean;
  traceId?: string | null;
}

export interface Elaborated {
  outcomes: ElaborateOutcome[];
  relationsEmitted: number;
}

/** Where a sentence of a reflection stands; `marker` is how the text names it. */
export interface Evidence {
  id: string;
  marker?: string | null;
  kind?: string | null;
  snippet?: string | null;
  score?: number | null;
  occurredAt?: string | null;
  speaker?: string | null;
}

/** What memories come to, taken together. */
export interface Reflection {
  reflection: string;
  evidence: Evidence[];
  persistedAttributes: Record<string, unknown>[];
  /** The language model that wrote it; none where its words are those of memories. */
  model?: string | null;
  /** Nothing that is remembered answers the question. */
  abstain?: boolean;
  traceId?: string | null;
}

// Contexts, sessions, and who may do what.

/** A memory space of its own, from which nothing crosses. */
export interface Context {
  id: string;
  description?: string | null;
  namespace?: string | null;
  database?: string | null;
  config: Record<string, unknown>;
  createdAt?: string | null;
}

export interface ContextSettings {
  id: string;
  config: Record<string, unknown>;
  inferredEmotionsDeleted?: number | null;
}

export interface Session {
  id: string;
  createdAt?: string | null;
  closedAt?: string | null;
  scopes?: string[][];
  metadata?: Record<string, unknown> | null;
}

export interface Turn {
  id: string;
  content: string;
  role?: string | null;
  seq?: number | null;
  session?: string | null;
  createdAt?: string | null;
}

export interface Turns {
  turns: Turn[];
}

export interface SessionContext {
  context: string;
}

export interface Scope {
  path: string;
  displayName?: string | null;
  description?: string | null;
  createdAt?: string | null;
  tombstonedAt?: string | null;
}

/** Who acts. `grants`: patterns of scopes by verb. */
export interface Principal {
  id: string;
  displayName?: string | null;
  kind?: string | null;
  externalId?: string | null;
  createdAt?: string | null;
  grants: Record<string, string[]>;
}

export interface EffectiveGrants {
  path: string;
  verbs: string[];
  asOf?: string | null;
}

/** Whose key it is. `grants` are the principal's, `token_grants` the key's, `effective_grants` what both allow. */
export interface WhoAmI {
  principalId: string;
  displayName?: string | null;
  kind?: string | null;
  isAdmin?: boolean;
  grants: Record<string, string[]>;
  tokenGrants?: Record<string, string[]> | null;
  effectiveGrants?: Record<string, string[]>;
  delegatedPrincipalId?: string | null;
}

/** A key without its secret. */
export interface Key {
  id: string;
  name?: string | null;
  principalId?: string | null;
  strict?: boolean;
  isToken?: boolean;
  grants?: Record<string, string[]> | null;
  createdAt?: string | null;
  lastUsedAt?: string | null;
  validUntil?: string | null;
}

/** What somebody did; never any text of a memory. */
export interface AuditRow {
  createdAt: string;
  principal?: string | null;
  onBehalfOf?: string | null;
  key?: string | null;
  kind?: string | null;
  operation?: string | null;
  outcome?: string | null;
  status?: number | null;
  code?: string | null;
  latencyMs?: number | null;
}

/** Something that can be allowed. */
export interface Verb {
  name: string;
  description?: string | null;
}

/** One thing from all sides; `kind` says what, and with it which members there are. */
export interface Inspected {
  kind: "entity" | "attribute" | "relation" | "memory" | "trace" | (string & {});
  ref: string;
  [member: string]: unknown;
}
