//! Every bound and default in one place, each with its unit and where the number comes from.
//!
//! "chosen" means nobody measured it: change it freely with a measurement.

/// Longest context id, in bytes. Chosen; it becomes a folder name.
pub const CONTEXT_ID_LEN_MAX: usize = 64;
/// Longest session id, in bytes. Chosen.
pub const SESSION_ID_LEN_MAX: usize = 256;
/// Longest text of one memory, in bytes; longer texts are split into passages before they get here. 64 KiB, chosen.
pub const TEXT_LEN_MAX: usize = 64 * 1024;
/// Longest question, in bytes. 8 KiB, chosen.
pub const QUERY_LEN_MAX: usize = 8 * 1024;
/// Most items of one batch. Chosen.
pub const BATCH_ITEMS_MAX: usize = 1_000;
/// Hits returned by default.
pub const K_DEFAULT: usize = 10;
/// Most hits returned.
pub const K_MAX: usize = 50;
/// Candidates each channel may return. The published designs use 256.
pub const POOL: usize = 256;
/// Longest scope path, in bytes. Chosen.
pub const SCOPE_LEN_MAX: usize = 512;
/// Most clauses of one scope set. The published design investigates above about 32; chosen.
pub const SCOPE_CLAUSES_MAX: usize = 64;
/// Most scopes in one clause. Chosen.
pub const SCOPES_PER_CLAUSE_MAX: usize = 16;
/// Most labels on one memory. Chosen.
pub const LABELS_MAX: usize = 64;
/// Longest label key or value, in bytes. Chosen.
pub const LABEL_LEN_MAX: usize = 256;
/// Longest speaker, title, section, document or reference name, in bytes. Chosen.
pub const NAME_LEN_MAX: usize = 512;
/// Intervals kept of those that one text states. Chosen.
pub const STATED_MAX: usize = 16;
/// Names kept of those that one text mentions. Chosen.
pub const MENTIONS_MAX: usize = 64;
/// Key phrases kept of one text: the published designs keep 5.
pub const KEYPHRASES_MAX: usize = 5;
/// Least score of a key phrase that is kept: the published designs use 0.8.
pub const KEYPHRASE_SCORE_MIN: f32 = 0.8;
