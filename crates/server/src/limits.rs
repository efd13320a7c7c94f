//! Bounds of the server, each with its unit and source.

/// Largest request body, in bytes: 4 MiB (`spec/reliability.md` 11).
pub(crate) const BODY_BYTES_MAX: usize = 4 * 1024 * 1024;
/// Bytes of a body that is too large which are read and thrown away, so that the client gets to read why: 32 MiB. Chosen.
pub(crate) const BODY_DRAIN_BYTES_MAX: usize = 32 * 1024 * 1024;
/// Longest reason that names what was sent, in characters. Chosen.
pub(crate) const REASON_CHARS_MAX: usize = 256;
/// Longest description of a context, in bytes. Chosen.
pub(crate) const DESCRIPTION_LEN_MAX: usize = 4 * 1024;
/// Time for one request, in seconds (`spec/reliability.md` 11).
pub(crate) const REQUEST_TIMEOUT_S: u64 = 30;
/// Time that running requests get after the signal to stop, in seconds. Chosen.
pub(crate) const DRAIN_S: u64 = 10;
/// Shortest admin key that is taken from outside, in bytes: 128 bits in hexadecimal. Chosen.
pub(crate) const ADMIN_KEY_LEN_MIN: usize = 16;
/// Longest time that a key, a token or an overlap of two keys may be given, in seconds: ten years. Chosen.
pub(crate) const TTL_S_MAX: usize = 10 * 365 * 24 * 3600;
/// Longest idempotency key, in bytes. Chosen.
pub(crate) const IDEMPOTENCY_KEY_LEN_MAX: usize = 255;
/// Longest id that a request may give itself, in bytes. Chosen.
pub(crate) const REQUEST_ID_LEN_MAX: usize = 64;
/// How often waiting traces are written, in seconds. Chosen.
pub(crate) const TRACE_WRITE_S: u64 = 2;
/// Tokens that the answer of a tool has when its caller does not say: 2,000 (`spec/ecosystem.md` 2.4).
pub(crate) const ANSWER_TOKENS_DEFAULT: usize = 2_000;
/// Most tokens that the answer of a tool may have: 8,000 (`spec/ecosystem.md` 2.4).
pub(crate) const ANSWER_TOKENS_MAX: usize = 8_000;
/// The context of a connection that names none; the command line's default as well.
pub(crate) const CONTEXT_DEFAULT: &str = "default";
/// Memories that a receipt of forgetting names; its counts are of all. Chosen: half a megabyte of ids.
pub(crate) const FORGOTTEN_TOLD_MAX: usize = 10_000;
/// Days that a look at what ends soon goes ahead, when it is not said. Chosen: as long as what is going on lasts.
pub(crate) const EXPIRING_DAYS: usize = 7;
/// The same at most: a hundred years. Chosen.
pub(crate) const EXPIRING_DAYS_MAX: usize = 36_525;
/// Longest path of a file, in bytes: what a label holds.
pub(crate) const FILE_PATH_LEN_MAX: usize = 256;
/// Longest text of a file, in bytes: 128 KiB. Chosen: it is embedded as a whole within half of a request's time.
pub(crate) const FILE_LEN_MAX: usize = 128 * 1024;
/// Files of one context. Chosen: a model that keeps notes has tens of them.
pub(crate) const FILES_MAX: usize = 10_000;
/// Facts that a graph is made of. Chosen: more do not fit into a model.
pub(crate) const GRAPH_FACTS_MAX: usize = 10_000;
/// Operations that run at once for each core. Chosen: some of them wait for the disk.
pub(crate) const RUNNING_PER_CORE: usize = 4;
/// The same at least. Chosen.
pub(crate) const RUNNING_MIN: usize = 8;
/// Operations that wait for room; more are refused at once. Chosen: at some 5 ms each, those who wait longest wait seconds.
pub(crate) const WAITING_MAX: usize = 512;
/// Longest wait for room, in seconds. Chosen.
pub(crate) const WAIT_S: u64 = 5;
/// Connections at once (`spec/reliability.md` 11).
pub(crate) const CONNECTIONS_MAX: usize = 2_048;
/// Connections at once from one address (`spec/reliability.md` 11).
pub(crate) const CONNECTIONS_PER_ADDRESS_MAX: usize = 256;
/// Keys whose requests are counted before those that rest are taken off the list. Chosen: 100 KB.
pub(crate) const BUCKETS_SWEPT: usize = 1_024;
/// Largest head of a request, in bytes (`spec/reliability.md` 11).
pub(crate) const HEAD_BYTES_MAX: usize = 16 * 1024;
/// Time for the first head of a connection, in seconds (`spec/reliability.md` 11).
pub(crate) const HEAD_TIMEOUT_S: u64 = 10;
/// Time that a connection may rest between two requests, in seconds (`spec/reliability.md` 11).
pub(crate) const IDLE_TIMEOUT_S: u64 = 60;
/// Smallest answer that is compressed, in bytes. Chosen: a smaller one fits into one packet anyway.
pub(crate) const COMPRESSED_BYTES_MIN: u64 = 1_024;
/// Spans that wait to be sent; more are lost. Chosen: 2 MB, and some seconds of a busy server.
pub(crate) const SPANS_WAITING_MAX: usize = 4_096;
/// Rows of the audit log that are read at once. Chosen.
pub(crate) const DEEDS_PAGE: usize = 1_000;
/// Rows of the audit log that one call reads over to find those that are asked for. Chosen: a tenth of a second.
pub(crate) const DEEDS_READ_MAX: usize = 20_000;
