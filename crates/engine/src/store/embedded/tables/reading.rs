//! Rows of `memories` as queries return them: checked against their checksum, then read column by column.
//!
//! Columns are read in the order of the queries, which is that of the checksum; no column is named by a number.

use rusqlite::types::{FromSql, ValueRef};
use rusqlite::{Connection, Row};
use serde::de::DeserializeOwned;

use super::super::database::failed;
use super::cells::{Checksum, corrupt, grain};
use super::memories::{N_CHECKED, N_FIRST, Stored};
use super::{feelings, graph, vectors};
use crate::model::{Category, EpisodeId, Interval, Kind, Memory, MemoryId, Micros, Role, SessionId, Validity};
use crate::store::Feeling;
use crate::store::derived::SourceRow;
use crate::store::{Ordinal, StoreError};

const CHECKSUM: usize = N_CHECKED;
/// The session's id, the ids behind `part_of`, `supersedes`, `superseded_by` and `duplicate_of`, and when the row behind
/// `superseded_by` was known and recorded.
const JOINED: usize = CHECKSUM + 1;
/// `checksum, affinities, points, arc, lines` of the feeling, in queries for whole rows.
const FEELING: usize = JOINED + 7;
/// `checksum, vector` of the vector, in queries for whole rows.
const VECTOR: usize = FEELING + 5;

/// Reads a whole row.
pub(in super::super) fn whole(connection: &Connection, row: &Row<'_>) -> Result<(Stored, SourceRow), StoreError> {
    let (stored, feeling) = felt(row)?;
    let present = !matches!(row.get_ref(VECTOR), Ok(ValueRef::Null));
    if present != stored.has_vector {
        return Err(corrupt("vectors", stored.ordinal.0, "the memory and its vector do not agree"));
    }
    let vector = present.then(|| vectors::decode(row, VECTOR, stored.ordinal)).transpose()?;
    let links = if stored.edges == 0 { Vec::new() } else { graph::edges(connection, stored.ordinal)? };
    if graph::checksum(&links) != stored.edges {
        return Err(corrupt("edges", stored.ordinal.0, "the checksum does not match"));
    }
    let source = SourceRow {
        ordinal: stored.ordinal,
        memory: stored.memory.clone(),
        part_of: stored.part_of,
        duplicate_of: stored.duplicate_of,
        vector,
        feeling,
        links,
        replaced_at: stored.replaced_at,
    };
    Ok((stored, source))
}

/// Reads a row and its feeling from a query for whole rows.
pub(in super::super) fn felt(row: &Row<'_>) -> Result<(Stored, Feeling), StoreError> {
    let stored = stored(row)?;
    let present = !matches!(row.get_ref(FEELING), Ok(ValueRef::Null));
    let feeling = match (present, stored.has_feeling) {
        (true, true) => feelings::decode(row, FEELING, stored.ordinal)?,
        (false, false) => Feeling::default(),
        _ => return Err(corrupt("feelings", stored.ordinal.0, "the memory and its feeling do not agree")),
    };
    Ok((stored, feeling))
}

/// Reads a row.
pub(super) fn stored(row: &Row<'_>) -> Result<Stored, StoreError> {
    let read = |error| failed("reading a memory", error);
    let number: i64 = row.get(0).map_err(read)?;
    let bad = |detail: &str| corrupt("memories", number, detail);
    let mut sum = Checksum::default();
    for position in 0..N_CHECKED {
        let value = row.get_ref(position).map_err(read)?;
        if position < N_FIRST || value != ValueRef::Null {
            sum.add(value);
        }
    }
    let stored: i64 = row.get(CHECKSUM).map_err(|_| bad("there is no checksum"))?;
    if i64::from(sum.finish()) != stored {
        return Err(bad("the checksum does not match"));
    }
    columns(row).map_err(|Unreadable(column)| bad(&format!("column {column} cannot be read")))
}

/// The position of a column that holds nothing of its type.
struct Unreadable(usize);

/// The columns of a row, one after the other.
struct Columns<'a> {
    row: &'a Row<'a>,
    at: usize,
}

impl<'a> Columns<'a> {
    fn value(&mut self) -> Result<ValueRef<'a>, Unreadable> {
        self.at += 1;
        self.row.get_ref(self.at - 1).map_err(|_| Unreadable(self.at - 1))
    }

    fn bad(&self) -> Unreadable {
        Unreadable(self.at - 1)
    }

    fn take<T: FromSql>(&mut self) -> Result<T, Unreadable> {
        let value = self.value()?;
        T::column_result(value).map_err(|_| self.bad())
    }

    fn at(&mut self) -> Result<Option<Micros>, Unreadable> {
        Ok(self.take::<Option<i64>>()?.map(Micros))
    }

    fn real(&mut self) -> Result<f32, Unreadable> {
        Ok(self.take::<f64>()? as f32)
    }

    fn name<T>(&mut self, parse: impl Fn(&str) -> Option<T>) -> Result<T, Unreadable> {
        let name = self.value()?.as_str().map_err(|_| self.bad())?;
        parse(name).ok_or_else(|| self.bad())
    }

    fn json<T: DeserializeOwned>(&mut self) -> Result<T, Unreadable> {
        let text = self.value()?.as_str().map_err(|_| self.bad())?;
        serde_json::from_str(text).map_err(|_| self.bad())
    }

    fn json_or_default<T: DeserializeOwned + Default>(&mut self) -> Result<T, Unreadable> {
        match self.value()? {
            ValueRef::Null => Ok(T::default()),
            ValueRef::Text(text) => serde_json::from_slice(text).map_err(|_| self.bad()),
            _ => Err(self.bad()),
        }
    }

    fn id(&mut self) -> Result<Option<u128>, Unreadable> {
        Ok(self.take::<Option<[u8; 16]>>()?.map(u128::from_be_bytes))
    }

    /// The id behind a reference: there is one when the reference is set.
    fn joined(&mut self, reference: Option<Ordinal>) -> Result<Option<MemoryId>, Unreadable> {
        let id = self.id()?.map(MemoryId);
        if id.is_some() == reference.is_some() { Ok(id) } else { Err(self.bad()) }
    }
}

fn columns(row: &Row<'_>) -> Result<Stored, Unreadable> {
    let mut columns = Columns { row, at: 0 };
    let ordinal = Ordinal(columns.take()?);
    let session: Option<u32> = columns.take()?;
    let part_of = columns.take::<Option<u32>>()?.map(Ordinal);
    let supersedes = columns.take::<Option<u32>>()?.map(Ordinal);
    let superseded_by = columns.take::<Option<u32>>()?.map(Ordinal);
    let duplicate_of = columns.take::<Option<u32>>()?.map(Ordinal);
    let has_vector = columns.take()?;
    let has_feeling = columns.take()?;
    let edges = columns.take()?;
    let sequence = columns.take::<i64>()?.cast_unsigned();
    let mut memory = memory(&mut columns)?;
    let mut joined = Columns { row, at: JOINED };
    let session_id: Option<String> = joined.take()?;
    if session_id.is_some() != session.is_some() {
        return Err(joined.bad());
    }
    memory.session = session_id.map(SessionId::new).transpose().map_err(|_| joined.bad())?;
    memory.part_of = joined.joined(part_of)?;
    memory.supersedes = joined.joined(supersedes)?;
    memory.superseded_by = joined.joined(superseded_by)?;
    memory.duplicate_of = joined.joined(duplicate_of)?;
    let replaced_at = joined.at()?.zip(joined.at()?);
    Ok(Stored {
        ordinal,
        memory,
        session,
        part_of,
        supersedes,
        superseded_by,
        duplicate_of,
        has_vector,
        has_feeling,
        edges,
        sequence,
        replaced_at,
    })
}

/// The memory itself, without what stands in other rows. Fields are read as they are written here.
fn memory(columns: &mut Columns<'_>) -> Result<Memory, Unreadable> {
    let id = columns.id()?.ok_or_else(|| columns.bad())?;
    Ok(Memory {
        id: MemoryId(id),
        kind: columns.name(Kind::parse)?,
        seq: columns.take()?,
        role: match columns.take::<Option<String>>()? {
            Some(name) => Some(Role::parse(&name).ok_or_else(|| columns.bad())?),
            None => None,
        },
        speaker: columns.take()?,
        title: columns.take()?,
        lang: columns.take()?,
        document: columns.take()?,
        section: columns.take()?,
        episode: columns.id()?.map(EpisodeId),
        known_at: Micros(columns.take()?),
        recorded_at: Micros(columns.take()?),
        event: Interval { start: Micros(columns.take()?), end: Micros(columns.take()?), grain: columns.name(grain)? },
        valid: Validity { from: columns.at()?, until: columns.at()? },
        category: columns.name(Category::parse)?,
        importance: columns.real()?,
        stability_days: columns.real()?,
        trust: columns.real()?,
        confidence: columns.real()?,
        forgotten_at: columns.at()?,
        simhash: columns.take::<i64>()?.cast_unsigned(),
        scopes: columns.json()?,
        labels: columns.json_or_default()?,
        stated: columns.json_or_default()?,
        source: columns.json()?,
        text: columns.take()?,
        locations: columns.json_or_default()?,
        knowledge: columns.json_or_default()?,
        repeats: columns.take::<Option<u32>>()?.unwrap_or_default(),
        session: None,
        part_of: None,
        supersedes: None,
        superseded_by: None,
        duplicate_of: None,
    })
}
