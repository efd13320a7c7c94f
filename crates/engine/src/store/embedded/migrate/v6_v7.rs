//! Texts that machines fill in, by what stays the same of them.
//!
//! `fillings` has a row for each text that something was filled into and that repeats no other; texts written before this
//! version have none. `form` is a hash of the rest, of who says it and of who may see it.

/// SQL from version 6 to version 7.
pub(super) const SQL: &str = "
CREATE TABLE fillings (
    form    INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    PRIMARY KEY (form, ordinal)
) WITHOUT ROWID;
CREATE INDEX fillings_rows ON fillings (ordinal);
";
