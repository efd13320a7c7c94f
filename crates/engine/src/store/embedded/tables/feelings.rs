//! Table `feelings`: what memories feel like. A memory without any feeling has no row here.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row};

use super::super::database::{During, failed};
use super::cells::{Cell, checksum, corrupt, float_bytes, floats};
use crate::affect::Point;
use crate::store::Feeling;
use crate::store::{Ordinal, StoreError};

/// True when there is nothing to store.
pub(in super::super) fn is_empty(feeling: &Feeling) -> bool {
    feeling.affinities.is_empty() && feeling.points.is_empty() && feeling.arc.is_none()
}

/// True when every number can be read back as it is.
pub(in super::super) fn is_finite(feeling: &Feeling) -> bool {
    let points = feeling.points.iter();
    feeling.affinities.iter().chain(feeling.arc.iter().flatten()).all(|value| value.is_finite())
        && points
            .flat_map(|point| [point.valence, point.arousal, point.dominance, point.intensity, point.confidence])
            .all(f32::is_finite)
}

/// Writes a feeling; nothing when it is empty.
pub(in super::super) fn insert(connection: &Connection, ordinal: Ordinal, feeling: &Feeling) -> Result<(), StoreError> {
    if is_empty(feeling) {
        return Ok(());
    }
    let affinities = float_bytes(&feeling.affinities);
    let arc = feeling.arc.as_deref().map(float_bytes);
    let points = if feeling.points.is_empty() {
        None
    } else {
        Some(
            serde_json::to_string(&feeling.points)
                .map_err(|error| StoreError::Io { what: "writing a feeling".to_owned(), reason: error.to_string() })?,
        )
    };
    let cells = [
        if affinities.is_empty() { Cell::NULL } else { Cell::blob(&affinities) },
        Cell::maybe_text(points.as_deref()),
        arc.as_deref().map_or(Cell::NULL, Cell::blob),
    ];
    let sum = sum(ordinal, cells.map(|cell| cell.0));
    connection
        .prepare_cached("INSERT INTO feelings (ordinal, checksum, affinities, points, arc) VALUES (?1, ?2, ?3, ?4, ?5)")
        .and_then(|mut statement| statement.execute((ordinal.0, sum, cells[0], cells[1], cells[2])))
        .map(drop)
        .during("writing a feeling")
}

fn sum(ordinal: Ordinal, values: [ValueRef<'_>; 3]) -> u32 {
    checksum([ValueRef::Integer(i64::from(ordinal.0))].into_iter().chain(values))
}

/// Reads `checksum, affinities, points, arc` from a row, beginning at that column.
pub(super) fn decode(row: &Row<'_>, first: usize, ordinal: Ordinal) -> Result<Feeling, StoreError> {
    let read = |error| failed("reading a feeling", error);
    let bad = |detail| corrupt("feelings", ordinal.0, detail);
    let stored: i64 = row.get(first).map_err(read)?;
    let value = |column: usize| row.get_ref(first + column).map_err(read);
    let values = [value(1)?, value(2)?, value(3)?];
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
    Ok(Feeling { affinities: numbers(values[0])?.unwrap_or_default(), points, arc: numbers(values[2])? })
}
