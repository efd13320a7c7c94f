/** Sends calls and tries them again. Knows HTTP, and nothing of what is asked. */

import { AnswerError, ConnectionError, TimeoutError, errorOf } from "./errors.js";
import { type CallOptions, type WriteOptions, bodyText, query } from "./inputs.js";
import { type RetryPolicy, isPassing, retryAfterMs, wait } from "./retry.js";

export const VERSION = "0.1.0";

/** Waits between two tries, or until it is aborted. */
export type Pause = (ms: number, signal: AbortSignal | undefined) => Promise<void>;

/** What a client was made with. */
export interface Settings {
  url: string;
  timeoutMs: number;
  retry: RetryPolicy;
  onBehalfOf: string | undefined;
  fetch: typeof fetch;
  pause: Pause;
}

/** One request: what is sent, whatever the try. */
export interface Request {
  method: string;
  path: string;
  body?: unknown;
  params?: object;
  /** It changes something: it gets a key, so that it is carried out once. */
  write?: boolean;
}

/** The options of a call, and those that are arguments of the operation. */
export function split<T extends WriteOptions>(options: T): [WriteOptions, Omit<T, keyof WriteOptions>] {
  const { timeoutMs, signal, onBehalfOf, idempotencyKey, ...rest } = options;
  const own: WriteOptions = {};
  if (timeoutMs !== undefined) own.timeoutMs = timeoutMs;
  if (signal !== undefined) own.signal = signal;
  if (onBehalfOf !== undefined) own.onBehalfOf = onBehalfOf;
  if (idempotencyKey !== undefined) own.idempotencyKey = idempotencyKey;
  return [own, rest];
}

export const pause: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const aborted = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", aborted);
      resolve();
    }, ms);
    signal?.addEventListener("abort", aborted, { once: true });
  });

function decoded(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The way to one server, with one key. The key is in no field that is printed. */
export class Transport {
  readonly settings: Settings;
  readonly #key: string | undefined;

  constructor(settings: Settings, key: string | undefined) {
    this.settings = settings;
    this.#key = key;
  }

  get hasKey(): boolean {
    return this.#key !== undefined;
  }

  /** The same with other settings. */
  with(settings: Partial<Settings>): Transport {
    return new Transport({ ...this.settings, ...settings }, this.#key);
  }

  /** The body of the answer, once there is one that is no passing failure. */
  async send(request: Request, options: WriteOptions = {}): Promise<unknown> {
    const { settings } = this;
    const url = settings.url + request.path + (request.params ? query(request.params) : "");
    const init: RequestInit = { method: request.method, headers: this.#headers(request, options), redirect: "manual" };
    if (request.body !== undefined) init.body = bodyText(request.body);
    for (let tried = 1; ; tried += 1) {
      options.signal?.throwIfAborted();
      const share = Math.random();
      const answer = await this.#once(url, init, options, request);
      let ms: number | undefined;
      if (answer instanceof Error) {
        ms = wait(settings.retry, tried, undefined, share);
        if (ms === undefined) {
          const told = `${request.method} ${settings.url}${request.path}: not reached after ${tried} tries`;
          throw new ConnectionError(told, { cause: answer });
        }
      } else {
        const [response, text] = answer;
        const body = decoded(text);
        const asked = retryAfterMs(response.headers, Date.now());
        const passing = response.status >= 400 && isPassing(response.status, body, asked);
        ms = passing ? wait(settings.retry, tried, asked, share) : undefined;
        if (ms === undefined) {
          if (response.status >= 400) throw errorOf(response.status, body, response.headers, asked);
          if (!response.ok || (text !== "" && body === undefined)) {
            throw new AnswerError(`the server answered ${response.status} with something that is no JSON`);
          }
          return body;
        }
      }
      await settings.pause(ms, options.signal);
    }
  }

  /** One try: an answer with its text, or why there is none. */
  async #once(url: string, init: RequestInit, options: CallOptions, request: Request): Promise<[Response, string] | Error> {
    const timeoutMs = options.timeoutMs ?? this.settings.timeoutMs;
    const late = AbortSignal.timeout(timeoutMs);
    const signal = options.signal ? AbortSignal.any([options.signal, late]) : late;
    try {
      const response = await this.settings.fetch(url, { ...init, signal });
      return [response, await response.text()];
    } catch (error) {
      options.signal?.throwIfAborted();
      if (late.aborted) {
        // It may still be at work: a second try would only stand in the same queue.
        throw new TimeoutError(`${request.method} ${request.path}: no answer within ${timeoutMs} ms`);
      }
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  #headers(request: Request, options: WriteOptions): Headers {
    const headers = new Headers({
      accept: "application/json",
      "user-agent": `quintet-typescript/${VERSION}`,
      // The server gives it back with an answer, so that both sides can name the call.
      "x-request-id": crypto.randomUUID(),
    });
    if (this.#key !== undefined) headers.set("authorization", `Bearer ${this.#key}`);
    const onBehalfOf = options.onBehalfOf ?? this.settings.onBehalfOf;
    if (onBehalfOf !== undefined) headers.set("x-quintet-on-behalf-of", onBehalfOf);
    if (request.write) headers.set("idempotency-key", options.idempotencyKey ?? crypto.randomUUID());
    if (request.body !== undefined) headers.set("content-type", "application/json");
    return headers;
  }
}
