//! Paths of the published interface that this version does not serve yet. They tell so plainly, to whoever has a key.

use crate::problem::{Code, Problem};

/// Paths, and what they are for.
pub(crate) const PATHS: &[(&str, &str)] = &[
    ("/api/v1/{context}/chat", "answers with a language model"),
    ("/api/v1/{context}/documents", "documents over HTTP; 'quintet ingest' takes them from the command line"),
    ("/api/v1/{context}/documents/{*rest}", "documents over HTTP; 'quintet ingest' takes them from the command line"),
    ("/api/v1/{context}/providers", "the list of model providers"),
];

/// What a caller is told there.
pub(crate) fn problem(what: &str) -> Problem {
    Problem::new(Code::NotImplemented, format!("not in this version: {what}"))
}
