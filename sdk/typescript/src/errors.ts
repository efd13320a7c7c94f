/** What can go wrong, as classes. They carry what a program decides by: `status`, `code`, `requestId`, `field`. */

/** Whatever this package throws beside wrong arguments and the caller's own abort. */
export class QuintetError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The server program was not found, or ended before it listened. */
export class ServerStartError extends QuintetError {}

/** The server was not reached, or hung up before it answered, however often it was tried. */
export class ConnectionError extends QuintetError {}

/** The server was silent for longer than the call's `timeoutMs`. A write may have been carried out all the same. */
export class TimeoutError extends ConnectionError {}

/** The server's answer has another form than this version of the package knows. */
export class AnswerError extends QuintetError {}

/** What is known of a refusal. */
export interface Refusal {
  status: number;
  message: string;
  code: string;
  requestId: string | undefined;
  field: string | undefined;
  retryAfterMs: number | undefined;
  problem: Record<string, unknown>;
}

/** The server refused. */
export class ApiError extends QuintetError {
  /** The HTTP status. */
  readonly status: number;
  /** The kind of error, short and stable, like `validation-error`; empty where the server told none. */
  readonly code: string;
  /** What happened and what to do about it. */
  readonly detail: string;
  /** What the operator finds this call by. */
  readonly requestId: string | undefined;
  /** The field that is wrong, where there is one. */
  readonly field: string | undefined;
  /** Milliseconds after which the server may be asked again, where it says so. */
  readonly retryAfterMs: number | undefined;
  /** The whole problem document (RFC 9457); empty where there was none. */
  readonly problem: Record<string, unknown>;

  constructor(refusal: Refusal) {
    const told = refusal.code ? `${refusal.status} ${refusal.code}` : `${refusal.status}`;
    const request = refusal.requestId ? ` (request ${refusal.requestId})` : "";
    super(`${told}: ${refusal.message}${request}`);
    this.status = refusal.status;
    this.code = refusal.code;
    this.detail = refusal.message;
    this.requestId = refusal.requestId;
    this.field = refusal.field;
    this.retryAfterMs = refusal.retryAfterMs;
    this.problem = refusal.problem;
  }
}

/** 400, 413, 415 or 422: the request has to change. */
export class InvalidRequestError extends ApiError {}
/** 401: no key, or a wrong one. */
export class AuthenticationError extends ApiError {}
/** 403: the key is good and does not allow this. */
export class PermissionDeniedError extends ApiError {}
/** 404: there is no such thing, or none that the key may see. */
export class NotFoundError extends ApiError {}
/** 404: there is no such context; create it first. */
export class ContextNotFoundError extends NotFoundError {}
/** 409 or 412: it conflicts with what is there. */
export class ConflictError extends ApiError {}
/** 429: too much at once. `retryAfterMs` says how long to wait. */
export class RateLimitError extends ApiError {}
/** 500 and above: the server failed, or cannot serve right now. */
export class ServerError extends ApiError {}

function kindOf(status: number, code: string): new (refusal: Refusal) => ApiError {
  if (code === "context-not-found") return ContextNotFoundError;
  switch (status) {
    case 400:
    case 413:
    case 415:
    case 422:
      return InvalidRequestError;
    case 401:
      return AuthenticationError;
    case 403:
      return PermissionDeniedError;
    case 404:
      return NotFoundError;
    case 409:
    case 412:
      return ConflictError;
    case 429:
      return RateLimitError;
    default:
      return status >= 500 ? ServerError : ApiError;
  }
}

function text(...candidates: unknown[]): string | undefined {
  return candidates.find((one): one is string => typeof one === "string" && one !== "");
}

/** The error that an answer stands for. */
export function errorOf(status: number, body: unknown, headers: Headers, retryAfterMs: number | undefined): ApiError {
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  const problem = isObject ? (body as Record<string, unknown>) : {};
  const code = text(problem["code"]) ?? "";
  return new (kindOf(status, code))({
    status,
    message: text(problem["detail"], problem["message"], problem["title"]) ?? "the server gave no reason",
    code,
    requestId: text(problem["requestId"], problem["request_id"], headers.get("x-request-id")),
    field: text(problem["field"]),
    retryAfterMs,
    problem,
  });
}
