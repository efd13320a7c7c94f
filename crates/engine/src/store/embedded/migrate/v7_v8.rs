//! Receipts of requests that were carried out and may be sent again.
//!
//! `key` names the request, `digest` is of all that it says.

/// SQL from version 7 to version 8.
pub(super) const SQL: &str = "
CREATE TABLE receipts (
    key    TEXT PRIMARY KEY,
    digest BLOB NOT NULL CHECK (length(digest) = 32),
    at     INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX receipts_by_age ON receipts (at);
";
