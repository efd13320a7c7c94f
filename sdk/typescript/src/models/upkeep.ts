/** Upkeep. */

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
