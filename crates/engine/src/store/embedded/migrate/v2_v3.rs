//! Documents: what was read of a file, beside the memories that it became.
//!
//! `ordinal` is the row of the memory that stands for the document; its passages are the `passages` rows after it.

/// SQL from version 2 to version 3.
pub(super) const SQL: &str = "
CREATE TABLE documents (
    ordinal    INTEGER PRIMARY KEY,
    name       TEXT NOT NULL,
    hash       BLOB NOT NULL CHECK (length(hash) = 32),
    version    INTEGER NOT NULL,
    media_type TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    passages   INTEGER NOT NULL,
    checksum   INTEGER NOT NULL,
    text       TEXT NOT NULL
);
CREATE INDEX documents_by_name ON documents (name);
CREATE INDEX documents_by_hash ON documents (hash);
";
