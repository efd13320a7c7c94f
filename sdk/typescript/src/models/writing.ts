/** Writing. */

import type { Entity, Fact } from "./knowledge.js";

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
