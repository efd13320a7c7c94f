//! `receipts`: requests that were carried out and may be sent again.

use rusqlite::{Connection, OptionalExtension};

use super::super::database::During;
use super::cells::corrupt;
use crate::limits;
use crate::model::Micros;
use crate::store::{Receipt, StoreError};

/// Writes one, and drops those that nobody asks for any more. One that is there stays: it is of an earlier transaction of the same
/// request.
pub(in super::super) fn put(connection: &Connection, receipt: &Receipt) -> Result<(), StoreError> {
    let what = "writing a receipt";
    connection
        .prepare_cached("DELETE FROM receipts WHERE at < ?1")
        .and_then(|mut statement| statement.execute([receipt.at.0.saturating_sub(limits::REPLY_KEPT_US)]))
        .during(what)?;
    connection
        .prepare_cached("INSERT OR IGNORE INTO receipts (key, digest, at) VALUES (?1, ?2, ?3)")
        .and_then(|mut statement| statement.execute((&receipt.key, receipt.digest.as_slice(), receipt.at.0)))
        .map(drop)
        .during(what)
}

/// The receipt of a key.
pub(in super::super) fn get(connection: &Connection, key: &str) -> Result<Option<Receipt>, StoreError> {
    let found: Option<(Vec<u8>, i64)> = connection
        .prepare_cached("SELECT digest, at FROM receipts WHERE key = ?1")
        .and_then(|mut statement| statement.query_row([key], |row| Ok((row.get(0)?, row.get(1)?))).optional())
        .during("reading a receipt")?;
    found
        .map(|(digest, at)| {
            let digest = digest.try_into().map_err(|_| corrupt("receipts", key, "its digest has another length"))?;
            Ok(Receipt { key: key.to_owned(), digest, at: Micros(at) })
        })
        .transpose()
}

/// Takes one back: its request failed after it had written something, and may be tried again.
pub(in super::super) fn withdraw(connection: &Connection, key: &str) -> Result<(), StoreError> {
    let mut statement =
        connection.prepare_cached("DELETE FROM receipts WHERE key = ?1").during("taking a receipt back")?;
    statement.execute([key]).map(drop).during("taking a receipt back")
}

/// Drops all.
pub(in super::super) fn clear(connection: &Connection) -> Result<(), StoreError> {
    connection.execute("DELETE FROM receipts", ()).map(drop).during("dropping receipts")
}
