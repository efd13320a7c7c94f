/** Contexts, sessions, and who may do what. */

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

/** A part of the scopes that one principal lets another see. */
export interface Share {
  id: string;
  path: string;
  from: string;
  to: string;
  verbs: string[];
  createdAt?: string | null;
  validUntil?: string | null;
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
