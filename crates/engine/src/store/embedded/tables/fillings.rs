//! Table `fillings`: texts that machines fill in, by a hash of what stays the same.

use rusqlite::Connection;

use super::super::database::During;
use crate::store::{Ordinal, StoreError};

/// Notes the form of a row.
pub(in super::super) fn insert(connection: &Connection, form: u64, ordinal: Ordinal) -> Result<(), StoreError> {
    connection
        .prepare_cached("INSERT OR IGNORE INTO fillings (form, ordinal) VALUES (?1, ?2)")
        .and_then(|mut statement| statement.execute((form.cast_signed(), ordinal.0)))
        .map(drop)
        .during("writing the form of a text")
}

/// Live rows of a form, newest first, at most `limit`.
pub(in super::super) fn live(connection: &Connection, form: u64, limit: usize) -> Result<Vec<Ordinal>, StoreError> {
    connection
        .prepare_cached(
            "SELECT f.ordinal FROM fillings f JOIN memories m ON m.ordinal = f.ordinal
             WHERE f.form = ?1 AND m.forgotten_at IS NULL AND m.duplicate_of IS NULL ORDER BY f.ordinal DESC LIMIT ?2",
        )
        .and_then(|mut statement| {
            statement.query_map((form.cast_signed(), limit as i64), |row| Ok(Ordinal(row.get(0)?)))?.collect()
        })
        .during("looking for repetitions")
}
