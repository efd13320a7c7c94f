/** Parts of a client that say where memories lie and who may do what: contexts, sessions, scopes, principals, keys. */

import { ConflictError } from "./errors.js";
import { type CallOptions, type Instant, type ScopeSets, type WriteOptions, path } from "./inputs.js";
import type * as models from "./models.js";
import { Part, rows } from "./part.js";

/** Memory spaces, from which nothing crosses. They need the management key. */
export class Contexts extends Part {
  /** Makes one. `existOk`: one that is there already is given back as it is. */
  async create(
    id: string,
    options: WriteOptions & {
      description?: string;
      namespace?: string;
      database?: string;
      config?: Record<string, unknown>;
      existOk?: boolean;
    } = {},
  ): Promise<models.Context> {
    const { existOk, ...rest } = options;
    try {
      return await this.write(path("api", "v1", "contexts"), rest, { id });
    } catch (error) {
      if (!existOk || !(error instanceof ConflictError)) throw error;
      const found = (await this.list()).find((one) => one.id === id);
      if (found === undefined) throw error;
      return found;
    }
  }

  /** Those that there are. */
  async list(options: CallOptions = {}): Promise<models.Context[]> {
    return rows(await this.read(path("api", "v1", "contexts"), options), "contexts");
  }

  /** One of them: this client's own when no id is given. */
  get(id?: string | null, options: CallOptions = {}): Promise<models.Context> {
    return this.read(this.#of(id), options);
  }

  /** Drops one with every memory, key and principal in it; there is no way back. */
  async delete(id: string, options: WriteOptions = {}): Promise<void> {
    await this.remove(this.#of(id), options);
  }

  /** A short-lived key for somebody whom the caller vouches for; their principal is made when it is new. */
  async accessToken(
    externalId: string,
    options: WriteOptions & { ttlSeconds: number; displayName?: string; grants?: Grants; id?: string },
  ): Promise<MintedKey> {
    const { id, ...rest } = options;
    return minted(await this.write(this.#of(id, "access-tokens"), rest, { externalId }));
  }

  /** Sets what is given, and tells all. `id`: this client's own context when absent. */
  settings(
    options: WriteOptions & { id?: string; emotions?: "on" | "off"; deleteInferredEmotions?: boolean } = {},
  ): Promise<models.ContextSettings> {
    const { id, ...rest } = options;
    return this.write(this.#of(id, "settings"), rest);
  }

  #of(id: string | null | undefined, ...segments: string[]): string {
    return path("api", "v1", "contexts", id ?? this.contextId, ...segments);
  }
}

/** Conversations. `remember` with a `sessionId` adds turns. */
export class Sessions extends Part {
  /** Opens one. `id`: chosen by the server when absent; one that is open already is given back as it is. */
  create(
    options: WriteOptions & { id?: string; scopes?: ScopeSets; metadata?: Record<string, string> } = {},
  ): Promise<models.Session> {
    return this.write(this.path("sessions"), options);
  }

  /** One of them. */
  get(id: string, options: CallOptions = {}): Promise<models.Session> {
    return this.read(this.path("sessions", id), options);
  }

  /** Closes one; what was read out of it stays. */
  async delete(id: string, options: WriteOptions = {}): Promise<void> {
    await this.remove(this.path("sessions", id), options);
  }

  /** Its turns, oldest first. */
  async turns(id: string, options: CallOptions & { limit?: number; offset?: number } = {}): Promise<models.Turn[]> {
    return rows(await this.read(this.path("sessions", id, "turns"), options), "turns");
  }

  /** Text for the head of a prompt, for the next turn of this conversation. */
  context(id: string, query: string, options: CallOptions = {}): Promise<models.SessionContext> {
    return this.ask(this.path("sessions", id, "context"), options, { query });
  }
}

/** Slash paths inside a context, by which memories are seen or not. */
export class Scopes extends Part {
  /** Makes a path known. */
  register(scope: string, options: WriteOptions & { displayName?: string; description?: string } = {}): Promise<models.Scope> {
    return this.write(this.path("scopes"), options, { path: scope });
  }

  /** Those that are known. */
  async list(options: CallOptions = {}): Promise<models.Scope[]> {
    return rows(await this.read(this.path("scopes"), options), "scopes");
  }

  /** Retires a path; what lies under it stays. */
  async delete(scope: string, options: WriteOptions = {}): Promise<void> {
    await this.remove(this.path("scopes"), options, { path: scope });
  }

  /** Purges everything that is seen only through a path or one below it; there is no way back. */
  async forget(scope: string, options: WriteOptions & { dryRun?: boolean } = {}): Promise<models.ForgetReceipt> {
    const done = await this.write<models.ForgetReceipt>(this.path("scopes", "forget"), options, { path: scope });
    return { ...done, deleted: done.deleted ?? done.forgotten };
  }

  /** Lets another principal see a path, or `path/*` for all below it. The caller has to see and to manage it. */
  share(scope: string, principal: string, options: WriteOptions & { ttlSeconds?: number } = {}): Promise<models.Share> {
    return this.write(this.path("scope-grants"), options, { path: scope, principal });
  }

  /** What the caller lets others see, and is let see. */
  async shares(options: CallOptions = {}): Promise<models.Share[]> {
    return rows(await this.read(this.path("scope-grants"), options), "shares");
  }

  /** Takes a share back: nothing is seen through it any more. */
  async unshare(id: string, options: WriteOptions = {}): Promise<void> {
    await this.remove(this.path("scope-grants", id), options);
  }
}

/** Patterns of scopes by verb, like `{ "memory:read": ["org/acme/*"] }`. */
export type Grants = Readonly<Record<string, readonly string[]>>;

/** Who acts, and what they may do: verbs on patterns of scopes. */
export class Principals extends Part {
  /** Makes one. */
  create(
    options: WriteOptions & {
      id?: string;
      displayName?: string;
      kind?: "human" | "agent" | "service" | "unknown";
      externalId?: string;
      grants?: Grants;
    } = {},
  ): Promise<models.Principal> {
    return this.write(this.path("principals"), options);
  }

  /** Those that there are. */
  async list(options: CallOptions = {}): Promise<models.Principal[]> {
    return rows(await this.read(this.path("principals"), options), "principals");
  }

  /** One of them. */
  get(id: string, options: CallOptions = {}): Promise<models.Principal> {
    return this.read(this.path("principals", id), options);
  }

  /** The verbs that they have at a path. */
  effective(id: string, scope: string, options: CallOptions & { asOf?: Instant } = {}): Promise<models.EffectiveGrants> {
    return this.read(this.path("principals", id, "effective"), options, { path: scope });
  }

  /** Gives verbs on a pattern of scopes. */
  grant(id: string, scope: string, verbs: readonly string[], options: WriteOptions = {}): Promise<models.Principal> {
    return this.write(this.path("principals", id, "grants"), options, { path: scope, verbs });
  }

  /** Takes verbs back. */
  revoke(id: string, scope: string, verbs: readonly string[], options: WriteOptions = {}): Promise<models.Principal> {
    return this.write(this.path("principals", id, "grants"), options, { path: scope, verbs }, "DELETE");
  }
}

/** A secret that is printed as `***`, in logs and in JSON. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The secret itself. */
  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return "***";
  }

  toJSON(): string {
    return "***";
  }
}

/** A new key. The secret is told this once: `minted.key.reveal()`. */
export interface MintedKey {
  id: string;
  key: Secret;
  name?: string | null;
  principalId?: string | null;
  validUntil?: string | null;
}

function minted(told: Omit<MintedKey, "key"> & { key: string }): MintedKey {
  return { ...told, key: new Secret(told.key) };
}

/** Keys: each is a secret of one principal. */
export class Keys extends Part {
  /**
   * Makes one; its secret is told this once. `principal`: whose it is; the caller when absent, and only the admin can name
   * another. `grants` can only take away from what the principal may do. `strict`: reads outside of its region are errors, not
   * empty.
   */
  async create(
    options: WriteOptions & { name?: string; principal?: string; grants?: Grants; ttlSeconds?: number; strict?: boolean } = {},
  ): Promise<MintedKey> {
    return minted(await this.write(this.path("keys"), options));
  }

  /** The caller's own, without their secrets; all of them for the admin. */
  async list(options: CallOptions = {}): Promise<models.Key[]> {
    return rows(await this.read(this.path("keys"), options), "keys");
  }

  /** Takes one away; it opens nothing from then on. */
  async delete(name: string, options: WriteOptions = {}): Promise<void> {
    await this.remove(this.path("keys", name), options);
  }

  /** A new key in the place of an old one, which stays valid for `overlapSeconds`. */
  async rotate(
    name: string,
    options: WriteOptions & { ttlSeconds?: number; overlapSeconds?: number } = {},
  ): Promise<MintedKey> {
    return minted(await this.write(this.path("keys", name, "rotate"), options));
  }
}
