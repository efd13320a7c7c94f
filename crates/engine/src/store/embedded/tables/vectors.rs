//! Table `vectors`: full-precision vectors of unit length.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row};

use super::super::database::{During, failed};
use super::cells::{checksum, corrupt, float_bytes, floats};
use crate::store::{Ordinal, StoreError};

fn sum(ordinal: Ordinal, vector: &[u8]) -> u32 {
    checksum([ValueRef::Integer(i64::from(ordinal.0)), ValueRef::Blob(vector)])
}

/// The vector scaled to unit length.
///
/// # Errors
/// [`StoreError::BadVector`] when it has another length than `dims`, a value that is not finite, or no direction.
pub(in super::super) fn normalised(vector: &[f32], dims: u32) -> Result<Vec<f32>, StoreError> {
    let bad = |reason: String| Err(StoreError::BadVector { reason });
    if vector.len() != dims as usize {
        return bad(format!("it has {} values, but its model makes {dims}", vector.len()));
    }
    if let Some(position) = vector.iter().position(|value| !value.is_finite()) {
        return bad(format!("value {position} is not finite"));
    }
    let length = vector.iter().map(|value| f64::from(*value) * f64::from(*value)).sum::<f64>().sqrt();
    if length == 0.0 {
        return bad("all values are zero".to_owned());
    }
    Ok(vector.iter().map(|value| (f64::from(*value) / length) as f32).collect())
}

/// True when a vector has unit length, but for what rounding does.
pub(in super::super) fn is_unit(vector: &[f32]) -> bool {
    let length: f64 = vector.iter().map(|value| f64::from(*value) * f64::from(*value)).sum();
    (length - 1.0).abs() < 1e-6
}

/// Writes a vector.
pub(in super::super) fn insert(connection: &Connection, ordinal: Ordinal, vector: &[f32]) -> Result<(), StoreError> {
    let bytes = float_bytes(vector);
    connection
        .prepare_cached("INSERT INTO vectors (ordinal, checksum, vector) VALUES (?1, ?2, ?3)")
        .and_then(|mut statement| statement.execute((ordinal.0, sum(ordinal, &bytes), &bytes)))
        .map(drop)
        .during("writing a vector")
}

/// The vector of a row, checked.
pub(in super::super) fn get(connection: &Connection, ordinal: Ordinal) -> Result<Option<Vec<f32>>, StoreError> {
    connection
        .prepare_cached("SELECT checksum, vector FROM vectors WHERE ordinal = ?1")
        .and_then(|mut statement| statement.query_row([ordinal.0], |row| Ok(decode(row, 0, ordinal))).optional())
        .during("reading a vector")?
        .transpose()
}

/// Reads `checksum, vector` from a row, beginning at that column.
pub(super) fn decode(row: &Row<'_>, first: usize, ordinal: Ordinal) -> Result<Vec<f32>, StoreError> {
    let read = |error| failed("reading a vector", error);
    let stored: i64 = row.get(first).map_err(read)?;
    let bytes = match row.get_ref(first + 1).map_err(read)? {
        ValueRef::Blob(bytes) if i64::from(sum(ordinal, bytes)) == stored => bytes,
        _ => return Err(corrupt("vectors", ordinal.0, "the checksum does not match")),
    };
    floats(bytes).ok_or_else(|| corrupt("vectors", ordinal.0, "the length is no multiple of 4"))
}
