/** What the client and its parts share: how a method becomes a call, and lists that come in pages. */

import { AnswerError } from "./errors.js";
import { type PageOptions, type ReadOptions, type WriteOptions, path } from "./inputs.js";
import { type Transport, split } from "./transport.js";

/** Some of a list, and where the next ones begin; `nextCursor` is null at the end. */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** The rows of an answer that is a list, or that holds one by that name. */
export function rows<T>(body: unknown, name: string): T[] {
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  const found = isObject ? (body as Record<string, unknown>)[name] : body;
  if (!Array.isArray(found)) throw new AnswerError(`the answer holds no list of ${name}`);
  return found as T[];
}

/** A list that comes in pages. Iterate it for all rows, or ask for one page after another. */
export class Pages<T> implements AsyncIterable<T> {
  readonly #name: string;
  readonly #fetch: (cursor: string | undefined) => Promise<unknown>;

  constructor(name: string, fetch: (cursor: string | undefined) => Promise<unknown>) {
    this.#name = name;
    this.#fetch = fetch;
  }

  /** One page: the one after `cursor`, as an earlier page gave it, or the first. */
  async page(cursor?: string): Promise<Page<T>> {
    const body = await this.#fetch(cursor);
    const after = (body as { nextCursor?: string | null } | null)?.nextCursor;
    return { items: rows<T>(body, this.#name), nextCursor: after ?? null };
  }

  /** All pages. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let page = await this.page();
    yield page;
    while (page.nextCursor !== null) {
      page = await this.page(page.nextCursor);
      yield page;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page.items;
  }
}

/** Methods of one context. */
export class Part {
  protected readonly transport: Transport;
  /** The context that the methods work on. */
  readonly contextId: string;

  constructor(transport: Transport, contextId: string) {
    this.transport = transport;
    this.contextId = contextId;
  }

  protected path(...segments: string[]): string {
    return path("api", "v1", this.contextId, ...segments);
  }

  protected async read<T>(where: string, options: ReadOptions, params: object = {}): Promise<T> {
    const [own, rest] = split(options);
    return (await this.transport.send({ method: "GET", path: where, params: { ...rest, ...params } }, own)) as T;
  }

  /** A question with a body: nothing is written. */
  protected async ask<T>(where: string, options: ReadOptions, fields: object = {}): Promise<T> {
    const [own, rest] = split(options);
    return (await this.transport.send({ method: "POST", path: where, body: { ...rest, ...fields } }, own)) as T;
  }

  protected async write<T>(where: string, options: WriteOptions, fields: object = {}, method = "POST"): Promise<T> {
    const [own, rest] = split(options);
    return (await this.transport.send({ method, path: where, body: { ...rest, ...fields }, write: true }, own)) as T;
  }

  /** A write that says what it means in its path and query. */
  protected async remove<T>(where: string, options: WriteOptions, params: object = {}): Promise<T> {
    const [own, rest] = split(options);
    const request = { method: "DELETE", path: where, params: { ...rest, ...params }, write: true };
    return (await this.transport.send(request, own)) as T;
  }

  protected pages<T>(name: string, where: string, options: ReadOptions & PageOptions, params: object = {}): Pages<T> {
    return new Pages<T>(name, (cursor) => this.read(where, options, cursor === undefined ? params : { ...params, cursor }));
  }
}
