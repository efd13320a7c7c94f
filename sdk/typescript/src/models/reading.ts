/** Reading. */

import type { Citation, Entity, Fact, Span } from "./knowledge.js";

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
