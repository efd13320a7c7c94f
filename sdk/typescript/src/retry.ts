/** When a call is tried again, and after how long. Pure: no clock, no randomness, no network of its own. */

/**
 * The n-th wait is drawn between the half and the whole of `baseMs * 2 ** (n - 1)`, and never above `capMs`. A `Retry-After`
 * of the server is kept to; one above `waitMaxMs` is not waited for, and the error is thrown.
 */
export interface RetryPolicy {
  /** Further tries after the first. */
  retries: number;
  baseMs: number;
  capMs: number;
  waitMaxMs: number;
}

export const RETRY: RetryPolicy = { retries: 3, baseMs: 250, capMs: 8_000, waitMaxMs: 60_000 };

/**
 * Milliseconds until the next try; undefined when there is none. `tried`: tries so far, from 1. `askedMs`: what `Retry-After`
 * says. `share`: a random number of 0 to 1.
 */
export function wait(policy: RetryPolicy, tried: number, askedMs: number | undefined, share: number): number | undefined {
  if (tried > policy.retries || (askedMs !== undefined && askedMs > policy.waitMaxMs)) return undefined;
  const own = Math.min(policy.baseMs * 2 ** (tried - 1), policy.capMs) * (0.5 + share / 2);
  return askedMs === undefined ? own : Math.max(own, askedMs);
}

/** True for an answer that may be another one soon: too busy, failed, or the same write is still running. */
export function isPassing(status: number, problem: unknown, askedMs: number | undefined): boolean {
  if (status === 409) {
    const told = (typeof problem === "object" && problem !== null ? problem : {}) as Record<string, unknown>;
    return String(told["code"] ?? "").endsWith("in-progress") || told["retryable"] === true || askedMs !== undefined;
  }
  return status === 408 || status === 425 || status === 429 || (status >= 500 && status !== 501);
}

/** Milliseconds that `Retry-After` asks for, whether it names seconds or a date; undefined where it says nothing. */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (text === "") return undefined;
  const seconds = Number(text);
  const ms = Number.isNaN(seconds) ? Date.parse(text) - nowMs : seconds * 1_000;
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}
