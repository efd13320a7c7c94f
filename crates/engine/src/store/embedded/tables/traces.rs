//! Table `traces`: what retrievals and writes did. The newest are kept.

use rusqlite::{Connection, OptionalExtension};

use super::super::database::During;
use super::cells::id_bytes;
use crate::model::{Micros, TraceId};
use crate::store::{StoreError, TraceRecord};

/// Writes a trace, or replaces the one of that id.
pub(in super::super) fn upsert(connection: &Connection, trace: &TraceRecord) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO traces (id, at, kind, body) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (id) DO UPDATE SET at = ?2, kind = ?3, body = ?4",
        )
        .and_then(|mut statement| statement.execute((id_bytes(trace.id.0), trace.at.0, &trace.kind, &trace.body)))
        .map(drop)
        .during("writing a trace")
}

/// A trace by id.
pub(in super::super) fn get(connection: &Connection, id: TraceId) -> Result<Option<TraceRecord>, StoreError> {
    connection
        .prepare_cached("SELECT at, kind, body FROM traces WHERE id = ?1")
        .and_then(|mut statement| {
            statement
                .query_row([id_bytes(id.0)], |row| {
                    Ok(TraceRecord { id, at: Micros(row.get(0)?), kind: row.get(1)?, body: row.get(2)? })
                })
                .optional()
        })
        .during("reading a trace")
}

/// The newest traces by order of writing, newest first, at most `limit`.
pub(in super::super) fn newest(connection: &Connection, limit: usize) -> Result<Vec<TraceRecord>, StoreError> {
    connection
        .prepare_cached("SELECT id, at, kind, body FROM traces ORDER BY number DESC LIMIT ?1")
        .and_then(|mut statement| {
            let rows = statement.query_map([limit.min(i64::MAX as usize) as i64], |row| {
                let id = TraceId(u128::from_be_bytes(row.get(0)?));
                Ok(TraceRecord { id, at: Micros(row.get(1)?), kind: row.get(2)?, body: row.get(3)? })
            })?;
            rows.collect()
        })
        .during("reading traces")
}

/// Deletes all but the newest `keep` traces, by order of writing.
pub(in super::super) fn keep_newest(connection: &Connection, keep: u64) -> Result<usize, StoreError> {
    connection
        .prepare_cached("DELETE FROM traces WHERE number <= (SELECT coalesce(max(number), 0) FROM traces) - ?1")
        .and_then(|mut statement| statement.execute([keep as i64]))
        .during("deleting old traces")
}

/// Traces with a higher number than `after`, with their bodies, ascending; at most `limit`.
pub(in super::super) fn after(
    connection: &Connection,
    after: u64,
    limit: usize,
) -> Result<Vec<(u64, String)>, StoreError> {
    connection
        .prepare_cached("SELECT number, body FROM traces WHERE number > ?1 ORDER BY number LIMIT ?2")
        .and_then(|mut statement| {
            let rows = statement.query_map((after as i64, limit as i64), |row| {
                Ok((row.get::<_, i64>(0)?.cast_unsigned(), row.get(1)?))
            })?;
            rows.collect()
        })
        .during("reading traces")
}

/// Deletes the trace of that number.
pub(in super::super) fn delete(connection: &Connection, number: u64) -> Result<(), StoreError> {
    connection
        .prepare_cached("DELETE FROM traces WHERE number = ?1")
        .and_then(|mut statement| statement.execute([number as i64]))
        .map(drop)
        .during("deleting a trace")
}
