//! Table `feelings`: what memories feel like. A memory without any feeling has no row here.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row};

use super::super::database::{During, failed};
use super::cells::{Cell, checksum, corrupt, float_bytes, floats};
use crate::affect::Point;
use crate::store::{Feeling, LineFeeling, Ordinal, StoreError};

/// True when every number can be read back as it is.
pub(in super::super) fn is_finite(feeling: &Feeling) -> bool {
    let points = feeling.points.iter();
    let lines = feeling.lines.iter().flat_map(|line| &line.affinities);
    feeling.affinities.iter().chain(feeling.arc.iter().flatten()).chain(lines).all(|value| value.is_finite())
        && points
            .flat_map(|point| [point.valence, point.arousal, point.dominance, point.intensity, point.confidence])
            .all(f32::is_finite)
}

/// Writes a feeling in place of the older one; none when it is empty.
pub(in super::super) fn replace(
    connection: &Connection,
    ordinal: Ordinal,
    feeling: &Feeling,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("DELETE FROM feelings WHERE ordinal = ?1")
        .and_then(|mut statement| statement.execute([ordinal.0]))
        .during("writing a feeling")?;
    insert(connection, ordinal, feeling)
}

/// Writes a feeling; nothing when it is empty.
pub(in super::super) fn insert(connection: &Connection, ordinal: Ordinal, feeling: &Feeling) -> Result<(), StoreError> {
    if feeling.is_empty() {
        return Ok(());
    }
    let failed = |error: &dyn core::fmt::Display| StoreError::Io {
        what: "writing a feeling".to_owned(),
        reason: error.to_string(),
    };
    let affinities = float_bytes(&feeling.affinities);
    let arc = feeling.arc.as_deref().map(float_bytes);
    let points = if feeling.points.is_empty() {
        None
    } else {
        Some(serde_json::to_string(&feeling.points).map_err(|error| failed(&error))?)
    };
    let lines = if feeling.lines.is_empty() {
        None
    } else {
        Some(postcard::to_stdvec(&feeling.lines).map_err(|error| failed(&error))?)
    };
    let cells = [
        if affinities.is_empty() { Cell::NULL } else { Cell::blob(&affinities) },
        Cell::maybe_text(points.as_deref()),
        arc.as_deref().map_or(Cell::NULL, Cell::blob),
        lines.as_deref().map_or(Cell::NULL, Cell::blob),
    ];
    let sum = sum(ordinal, cells.map(|cell| cell.0));
    connection
        .prepare_cached(
            "INSERT INTO feelings (ordinal, checksum, affinities, points, arc, lines) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )
        .and_then(|mut statement| statement.execute((ordinal.0, sum, cells[0], cells[1], cells[2], cells[3])))
        .map(drop)
        .during("writing a feeling")
}

/// The feeling of a row, checked.
pub(in super::super) fn get(connection: &Connection, ordinal: Ordinal) -> Result<Option<Feeling>, StoreError> {
    connection
        .prepare_cached("SELECT checksum, affinities, points, arc, lines FROM feelings WHERE ordinal = ?1")
        .and_then(|mut statement| statement.query_row([ordinal.0], |row| Ok(decode(row, 0, ordinal))).optional())
        .during("reading a feeling")?
        .transpose()
}

/// Lines count only where there are any: feelings from before there were lines keep their sum.
fn sum(ordinal: Ordinal, values: [ValueRef<'_>; 4]) -> u32 {
    let counted = if matches!(values[3], ValueRef::Null) { 3 } else { 4 };
    checksum([ValueRef::Integer(i64::from(ordinal.0))].into_iter().chain(values.into_iter().take(counted)))
}

/// Reads `checksum, affinities, points, arc, lines` from a row, beginning at that column.
pub(super) fn decode(row: &Row<'_>, first: usize, ordinal: Ordinal) -> Result<Feeling, StoreError> {
    let read = |error| failed("reading a feeling", error);
    let bad = |detail| corrupt("feelings", ordinal.0, detail);
    let stored: i64 = row.get(first).map_err(read)?;
    let value = |column: usize| row.get_ref(first + column).map_err(read);
    let values = [value(1)?, value(2)?, value(3)?, value(4)?];
    if i64::from(sum(ordinal, values)) != stored {
        return Err(bad("the checksum does not match"));
    }
    let numbers = |value: ValueRef<'_>| match value {
        ValueRef::Null => Ok(None),
        ValueRef::Blob(bytes) => floats(bytes).map(Some).ok_or_else(|| bad("the length is no multiple of 4")),
        _ => Err(bad("no blob")),
    };
    let points: Vec<Point> = match values[1] {
        ValueRef::Null => Vec::new(),
        ValueRef::Text(text) => serde_json::from_slice(text).map_err(|_| bad("the points are no JSON"))?,
        _ => return Err(bad("the points are no text")),
    };
    let lines: Vec<LineFeeling> = match values[3] {
        ValueRef::Null => Vec::new(),
        ValueRef::Blob(bytes) => postcard::from_bytes(bytes).map_err(|_| bad("the lines cannot be read"))?,
        _ => return Err(bad("no blob")),
    };
    Ok(Feeling { affinities: numbers(values[0])?.unwrap_or_default(), points, arc: numbers(values[2])?, lines })
}
