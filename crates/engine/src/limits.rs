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
