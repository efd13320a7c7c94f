//! Table `changes`: the log that indexes follow. One row for each memory written, forgotten or superseded, and one for a
//! transaction that did none of these, so that the sequence grows with each.

use rusqlite::Connection;

use super::super::database::During;
use crate::store::{Ordinal, StoreError};

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Op {
    Write,
    Forget,
    Supersede,
    Other,
}

impl Op {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Write => "write",
            Self::Forget => "forget",
            Self::Supersede => "supersede",
            Self::Other => "other",
        }
    }
}

/// Appends to the log. `sequence` is the caller's, one more than the last.
pub(in super::super) fn append(
    connection: &Connection,
    sequence: u64,
    op: Op,
    ordinal: Option<Ordinal>,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("INSERT INTO changes (sequence, op, ordinal) VALUES (?1, ?2, ?3)")
        .and_then(|mut statement| statement.execute((sequence as i64, op.as_str(), ordinal.map(|ordinal| ordinal.0))))
        .map(drop)
        .during("writing the change log")
}

/// The highest sequence, 0 when there is none.
pub(in super::super) fn last(connection: &Connection) -> Result<u64, StoreError> {
    connection
        .prepare_cached("SELECT coalesce(max(sequence), 0) FROM changes")
        .and_then(|mut statement| statement.query_row((), |row| row.get::<_, i64>(0)))
        .map(|sequence| sequence as u64)
        .during("reading the change log")
}

/// Rows that were touched after a sequence, ascending, each once.
pub(in super::super) fn touched_after(connection: &Connection, sequence: u64) -> Result<Vec<Ordinal>, StoreError> {
    connection
        .prepare_cached(
            "SELECT DISTINCT ordinal FROM changes WHERE sequence > ?1 AND ordinal IS NOT NULL ORDER BY ordinal",
        )
        .and_then(|mut statement| {
            let rows = statement.query_map([sequence as i64], |row| row.get(0).map(Ordinal))?;
            rows.collect()
        })
        .during("reading the change log")
}
