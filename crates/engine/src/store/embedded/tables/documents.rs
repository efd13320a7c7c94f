//! Table `documents`: what was read of a file, beside the memories that it became.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, ToSql};

use super::super::database::{During, failed};
use super::cells::{Cell, checksum, corrupt, id_bytes};
use super::memories;
use crate::model::MemoryId;
use crate::store::{ContentHash, DocumentCard, DocumentFound, DocumentRecord, Ordinal, StoreError};

fn cells(ordinal: Ordinal, record: &DocumentRecord) -> [Cell<'_>; 8] {
    let card = &record.card;
    [
        Cell::int(ordinal.0),
        Cell::text(&card.name),
        Cell::blob(&card.hash.0),
        Cell::int(card.version),
        Cell::text(&card.media_type),
        Cell::int(card.size_bytes.cast_signed()),
        Cell::int(card.passages),
        Cell::text(&record.text),
    ]
}

/// Writes a document.
pub(in super::super) fn insert(
    connection: &Connection,
    ordinal: Ordinal,
    record: &DocumentRecord,
) -> Result<(), StoreError> {
    let cells = cells(ordinal, record);
    let sum = checksum(cells.iter().map(|cell| cell.0));
    connection
        .prepare_cached(
            "INSERT INTO documents (ordinal, name, hash, version, media_type, size_bytes, passages, text, checksum)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )
        .and_then(|mut statement| {
            for (position, cell) in cells.iter().enumerate() {
                statement.raw_bind_parameter(position + 1, cell)?;
            }
            statement.raw_bind_parameter(cells.len() + 1, sum)?;
            statement.raw_execute()
        })
        .map(drop)
        .during("writing a document")
}

const COLUMNS: &str =
    "SELECT d.ordinal, d.name, d.hash, d.version, d.media_type, d.size_bytes, d.passages, d.text, d.checksum, m.id
     FROM documents d JOIN memories m ON m.ordinal = d.ordinal";

/// Reads [`COLUMNS`], checked.
fn decode(row: &Row<'_>) -> Result<(Ordinal, DocumentRecord), StoreError> {
    let read = |error| failed("reading a document", error);
    let ordinal = Ordinal(row.get(0).map_err(read)?);
    let values = (0..8).map(|column| row.get_ref(column)).collect::<Result<Vec<ValueRef<'_>>, _>>().map_err(read)?;
    let stored: i64 = row.get(8).map_err(read)?;
    if i64::from(checksum(values)) != stored {
        return Err(corrupt("documents", ordinal.0, "the checksum does not match"));
    }
    let card = DocumentCard {
        id: MemoryId(u128::from_be_bytes(row.get(9).map_err(read)?)),
        name: row.get(1).map_err(read)?,
        hash: ContentHash(row.get(2).map_err(read)?),
        version: row.get(3).map_err(read)?,
        media_type: row.get(4).map_err(read)?,
        size_bytes: row.get::<_, i64>(5).map_err(read)?.cast_unsigned(),
        passages: row.get(6).map_err(read)?,
    };
    Ok((ordinal, DocumentRecord { card, text: row.get(7).map_err(read)? }))
}

fn all(
    connection: &Connection,
    condition: &str,
    value: &dyn ToSql,
) -> Result<Vec<(Ordinal, DocumentRecord)>, StoreError> {
    let sql = format!("{COLUMNS} WHERE {condition} ORDER BY d.ordinal");
    let rows: Vec<Result<(Ordinal, DocumentRecord), StoreError>> = connection
        .prepare_cached(&sql)
        .and_then(|mut statement| statement.query_map([value], |row| Ok(decode(row)))?.collect())
        .during("reading documents")?;
    rows.into_iter().collect()
}

/// The document whose memory has that id.
pub(in super::super) fn by_id(connection: &Connection, id: MemoryId) -> Result<Option<DocumentRecord>, StoreError> {
    let id = id_bytes(id.0);
    Ok(all(connection, "m.id = ?1", &id)?.pop().map(|(_, record)| record))
}

/// The documents of a name or a content that were neither forgotten nor replaced, oldest first.
pub(in super::super) fn current(
    connection: &Connection,
    by: &crate::store::DocumentKey<'_>,
) -> Result<Vec<DocumentFound>, StoreError> {
    let found = match by {
        crate::store::DocumentKey::Name(name) => all(connection, "d.name = ?1", name)?,
        crate::store::DocumentKey::Hash(hash) => all(connection, "d.hash = ?1", &&hash.0[..])?,
    };
    let mut documents = Vec::new();
    for (ordinal, record) in found {
        let Some(row) = memories::get(connection, ordinal)? else { continue };
        if row.memory.forgotten_at.is_none() && row.memory.superseded_by.is_none() {
            let (scopes, known_at) = (row.memory.scopes, row.memory.known_at);
            documents.push(DocumentFound { card: record.card, scopes, known_at });
        }
    }
    Ok(documents)
}

/// How many rows after a document's own are its passages; 0 for rows that are no documents.
pub(in super::super) fn passages(connection: &Connection, ordinal: Ordinal) -> Result<u32, StoreError> {
    connection
        .prepare_cached("SELECT passages FROM documents WHERE ordinal = ?1")
        .and_then(|mut statement| statement.query_row([ordinal.0], |row| row.get(0)).optional())
        .map(Option::unwrap_or_default)
        .during("reading a document")
}

/// Checks every document; `each` gets what is wrong.
pub(in super::super) fn check(
    connection: &Connection,
    each: &mut dyn FnMut(StoreError) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut statement = connection.prepare(COLUMNS).during("reading documents")?;
    let mut rows = statement.query(()).during("reading documents")?;
    loop {
        match rows.next().during("reading documents") {
            Ok(Some(row)) => decode(row).map(drop).or_else(&mut *each)?,
            Ok(None) => return Ok(()),
            Err(error) => return each(error),
        }
    }
}
