//! Tables `erasures` and `erasure_rows`: purges that are under way, and what those that are done took out.

use rusqlite::{Connection, Params};

use super::super::database::During;
use crate::model::Micros;
use crate::store::{Erased, Ordinal, StoreError};

fn execute(connection: &Connection, sql: &str, values: impl Params) -> Result<u64, StoreError> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.execute(values))
        .map(|rows| rows as u64)
        .during("noting a purge")
}

/// Notes that a purge of these rows is under way.
pub(in super::super) fn begin(connection: &Connection, at: Micros, rows: &[(Ordinal, bool)]) -> Result<(), StoreError> {
    execute(connection, "INSERT INTO erasures (at, counts) VALUES (?1, '{}')", [at.0])?;
    for (ordinal, is_card) in rows {
        let sql = "INSERT OR IGNORE INTO erasure_rows (ordinal, is_card) VALUES (?1, ?2)";
        execute(connection, sql, (ordinal.0, *is_card))?;
    }
    Ok(())
}

/// True when a purge waits to be finished.
pub(in super::super) fn is_pending(connection: &Connection) -> Result<bool, StoreError> {
    connection
        .query_row("SELECT EXISTS (SELECT 1 FROM erasures WHERE NOT done)", (), |row| row.get(0))
        .during("looking for purges")
}

/// Rows of purges under way with a higher number than `after`, cards last; at most `limit`.
pub(in super::super) fn rows(
    connection: &Connection,
    after: (bool, Ordinal),
    limit: usize,
) -> Result<Vec<(bool, Ordinal)>, StoreError> {
    connection
        .prepare_cached(
            "SELECT is_card, ordinal FROM erasure_rows WHERE (is_card, ordinal) > (?1, ?2)
             ORDER BY is_card, ordinal LIMIT ?3",
        )
        .and_then(|mut statement| {
            let wanted = (after.0, after.1.0, limit as i64);
            statement.query_map(wanted, |row| Ok((row.get(0)?, Ordinal(row.get(1)?))))?.collect()
        })
        .during("looking for purges")
}

/// Empties the list of rows: nothing of them is in any table.
pub(in super::super) fn forget_rows(connection: &Connection) -> Result<(), StoreError> {
    execute(connection, "DELETE FROM erasure_rows", ()).map(drop)
}

/// Notes that every purge is done.
pub(in super::super) fn finish(connection: &Connection, erased: &Erased) -> Result<(), StoreError> {
    let counts = serde_json::to_string(erased)
        .map_err(|error| StoreError::Io { what: "noting a purge".to_owned(), reason: error.to_string() })?;
    execute(connection, "UPDATE erasures SET done = 1, counts = ?1 WHERE NOT done", [counts]).map(drop)
}
