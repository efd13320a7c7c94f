/** Client of Quintet, long-term memory for AI agents. */

export { type Grants, type MintedKey, Secret } from "./access.js";
export {
  Client,
  type ClientOptions,
  type ForgetOptions,
  type RecallOptions,
  type RememberManyOptions,
  type RememberOptions,
} from "./client.js";
export {
  AnswerError,
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  ContextNotFoundError,
  InvalidRequestError,
  NotFoundError,
  PermissionDeniedError,
  QuintetError,
  RateLimitError,
  ServerError,
  ServerStartError,
  TimeoutError,
} from "./errors.js";
export {
  type CallOptions,
  type Emotion,
  type Instant,
  type Labels,
  type Message,
  type ReadOptions,
  type ScopeSets,
  type Triple,
  type TripleOptions,
  type WriteOptions,
  fact,
  relation,
} from "./inputs.js";
export type * from "./models.js";
export { type Page, Pages } from "./part.js";
export { VERSION } from "./transport.js";
