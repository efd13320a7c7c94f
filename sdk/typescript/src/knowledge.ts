/** Parts of a client that read and change what is known: entities, memories, and what keeps them in order. */

import {
  type CallOptions,
  type Category,
  type Emotion,
  type Labels,
  type PageOptions,
  type ReadOptions,
  type WriteOptions,
  partsOf,
} from "./inputs.js";
import type * as models from "./models.js";
import { type Pages, Part, rows } from "./part.js";

/** Whom and what is known. An entity is named `type/name`, like `person/Dana`. */
export class Entities extends Part {
  /** All of them. `name`: called so, whatever its spelling. */
  list(options: ReadOptions & PageOptions & { type?: string; name?: string } = {}): Pages<models.Entity> {
    return this.pages("entities", this.path("entities"), options);
  }

  /** One of them with all that holds of it, at any moment of the three clocks. */
  async get(entity: string, options: ReadOptions = {}): Promise<models.EntitySheet> {
    const found = await this.read<models.EntitySheet & { entity?: models.Entity }>(
      this.path("entities", ...partsOf(entity)),
      options,
    );
    return { ...found.entity, ...found };
  }

  /** Every value that a key ever had, oldest known first. */
  history(entity: string, key: string, options: ReadOptions = {}): Promise<models.KeyHistory> {
    return this.read(this.path("entities", ...partsOf(entity), "history", key), options);
  }

  /** Takes it with all that is known of it out of every read; what it was read in stays. */
  async delete(entity: string, options: WriteOptions = {}): Promise<void> {
    await this.remove(this.path("entities", ...partsOf(entity)), options);
  }

  /** Two turned out to be one. Each is named by `type/name`, a name or an id. */
  merge(from: string, into: string, options: WriteOptions = {}): Promise<models.Merged> {
    return this.write(this.path("entities", "merge"), options, { from, into });
  }

  /** Takes a merge back. `entity`: the id that the merge told. */
  split(entity: string, options: WriteOptions = {}): Promise<models.Split> {
    return this.write(this.path("entities", "split"), options, { entity });
  }

  /** Gives it other names, or takes them away. */
  aliases(
    entity: string,
    options: WriteOptions & { add?: readonly string[]; remove?: readonly string[] },
  ): Promise<models.Entity> {
    return this.write(this.path("entities", ...partsOf(entity), "aliases"), options);
  }
}

/** What is remembered, one by one. */
export class Memories extends Part {
  /** All of them, in the order of writing. `history`: replaced ones, too. */
  list(
    options: ReadOptions &
      PageOptions & {
        kind?: string | readonly string[];
        sessionId?: string;
        history?: boolean;
        includeDuplicates?: boolean;
        order?: "oldest" | "newest";
      } = {},
  ): Pages<models.Memory> {
    return this.pages("memories", this.path("memories"), options);
  }

  /** One of them: its words, where they stand written, what was read in it, what it replaced. */
  get(id: string, options: ReadOptions = {}): Promise<models.MemorySheet> {
    return this.read(this.path("memories", id), options);
  }

  /** Puts other words, labels, category or importance in the place of its own; what it said before stays. */
  edit(
    id: string,
    options: WriteOptions & { text?: string; labels?: Labels; memoryCategory?: Category; importance?: number },
  ): Promise<models.MemoryEdited> {
    return this.write(this.path("memories", id), options, {}, "PATCH");
  }

  /** Forgets one with all that was drawn from it alone. `purge`: no byte of it stays. */
  delete(id: string, options: WriteOptions & { purge?: boolean; dryRun?: boolean } = {}): Promise<models.ForgetReceipt> {
    return this.remove(this.path("memories", id), options);
  }

  /** Puts your word in the place of what it was taken to feel like; an empty list deletes it. */
  emotions(id: string, emotions: readonly Emotion[], options: WriteOptions = {}): Promise<models.Emotions> {
    return this.write(this.path("memories", id, "emotions"), options, { emotions });
  }
}

/** Fading, ending, and rules of retention. */
export class Lifecycle extends Part {
  /** Lets importance fade by the whole days since the last sweep. */
  decay(options: WriteOptions = {}): Promise<models.Swept> {
    return this.write(this.path("lifecycle", "decay"), options);
  }

  /** Ends what is over by now, and carries out the rules of retention. */
  expire(options: WriteOptions = {}): Promise<models.Swept> {
    return this.write(this.path("lifecycle", "expire"), options);
  }

  /** What ends within some days, soonest first, and why. */
  expiring(options: ReadOptions & { days?: number } = {}): Promise<models.ExpiringList> {
    return this.read(this.path("lifecycle", "expiring"), options);
  }

  /** The rules on how long memories are kept. */
  retention(options: ReadOptions = {}): Promise<models.Retention> {
    return this.read(this.path("retention"), options);
  }

  /** Puts rules in the place of those that there are; the next `expire` carries them out. */
  setRetention(rules: readonly models.RetentionRule[], options: WriteOptions = {}): Promise<models.Retention> {
    return this.write(this.path("retention"), options, { rules }, "PUT");
  }
}

/** Records of what recalls did, of those whose callers could see no more than this one. */
export class Traces extends Part {
  /** The newest, newest first. */
  async list(options: CallOptions & { limit?: number } = {}): Promise<models.TraceSummary[]> {
    return rows(await this.read(this.path("traces"), options), "traces");
  }

  /** The newest in figures: how many, how fast, how sure. */
  stats(options: CallOptions = {}): Promise<models.TraceStats> {
    return this.read(this.path("traces", "stats"), options);
  }

  /** One record, channel by channel. */
  async get(id: string, options: CallOptions = {}): Promise<models.Trace> {
    const found = await this.read<models.Trace & { id?: string }>(this.path("traces", id), options);
    return { ...found, traceId: found.traceId ?? found.id };
  }
}
