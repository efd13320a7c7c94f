/**
 * What the server answers, as the wire has it. Times are RFC 3339 text, since a `Date` does not say that a year lies before the
 * first; `new Date(text)` reads them. A server may tell more than stands here.
 */

export type * from "./models/access.js";
export type * from "./models/knowledge.js";
export type * from "./models/reading.js";
export type * from "./models/upkeep.js";
export type * from "./models/writing.js";
