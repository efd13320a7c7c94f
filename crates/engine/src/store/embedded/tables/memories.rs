//! Table `memories`: one row for each memory, with a checksum over all its columns.

use std::sync::LazyLock;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row};

use super::super::database::During;
use super::cells::{Cell, checksum, grain_name, id_bytes};
use super::reading;
use crate::model::{Kind, Memory, MemoryId, Micros, Role, ScopeSets};
use crate::store::Feeling;
use crate::store::derived::SourceRow;
use crate::store::{Ordinal, StoreError};
use crate::text;

/// Where a whole turn stands: its session's number and its place there. `None` for rows that stand in no session, and
/// for those that belong to one without standing in its order, such as the later parts of a long turn.
pub(in super::super) type Spot = Option<(u32, u32)>;

/// A row with its references as row numbers.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct Stored {
    pub(in super::super) ordinal: Ordinal,
    pub(in super::super) memory: Memory,
    /// Number of its session.
    pub(in super::super) session: Option<u32>,
    pub(in super::super) part_of: Option<Ordinal>,
    pub(in super::super) supersedes: Option<Ordinal>,
    pub(in super::super) superseded_by: Option<Ordinal>,
    pub(in super::super) duplicate_of: Option<Ordinal>,
    pub(in super::super) has_vector: bool,
    pub(in super::super) has_feeling: bool,
    /// Checksum of its edges.
    pub(in super::super) edges: u32,
    /// Sequence of the change that wrote it.
    pub(in super::super) sequence: u64,
    /// When the row that replaced it was known, and when it was recorded.
    pub(in super::super) replaced_at: Option<(Micros, Micros)>,
}

impl Stored {
    pub(in super::super) fn spot(&self) -> Spot {
        let whole_turn = self.memory.kind == Kind::Turn && self.part_of.is_none();
        self.session.zip(self.memory.seq).filter(|_| whole_turn)
    }
}

/// Columns under the checksum, in its order: first those of [`Stored`], then those of the memory, the longest last, then those
/// that came with later versions.
const CHECKED: [&str; 42] = [
    "ordinal",
    "session",
    "part_of",
    "supersedes",
    "superseded_by",
    "duplicate_of",
    "has_vector",
    "has_feeling",
    "edges",
    "sequence",
    "id",
    "kind",
    "seq",
    "role",
    "speaker",
    "title",
    "lang",
    "document",
    "section",
    "episode",
    "known_at",
    "recorded_at",
    "event_start",
    "event_end",
    "event_grain",
    "valid_from",
    "valid_until",
    "category",
    "importance",
    "stability_days",
    "trust",
    "confidence",
    "forgotten_at",
    "simhash",
    "scopes",
    "labels",
    "stated",
    "source",
    "text",
    "locations",
    "knowledge",
    "repeats",
];
/// How many there are.
pub(super) const N_CHECKED: usize = CHECKED.len();
/// How many the first version had. Later ones count into the checksum only where they are set, so that rows written before
/// keep theirs.
pub(super) const N_FIRST: usize = 39;

/// What follows the checked columns in every query: the checksum, and the ids behind the references.
const JOINED: &str = "m.checksum, s.id, p.id, o.id, n.id, d.id, n.known_at, n.recorded_at";
const JOINS: &str = "FROM memories m LEFT JOIN sessions s ON s.number = m.session
    LEFT JOIN memories p ON p.ordinal = m.part_of LEFT JOIN memories o ON o.ordinal = m.supersedes
    LEFT JOIN memories n ON n.ordinal = m.superseded_by LEFT JOIN memories d ON d.ordinal = m.duplicate_of";
/// And what follows these in queries for whole rows.
const JOINED_WHOLE: &str = "f.checksum, f.affinities, f.points, f.arc, f.lines, v.checksum, v.vector";
const JOINS_WHOLE: &str = "LEFT JOIN feelings f ON f.ordinal = m.ordinal LEFT JOIN vectors v ON v.ordinal = m.ordinal";

fn checked() -> String {
    CHECKED.map(|column| format!("m.{column}")).join(", ")
}

fn bare(condition: &str) -> String {
    format!("SELECT {}, {JOINED} {JOINS} WHERE {condition}", checked())
}

fn whole(condition: &str) -> String {
    format!("SELECT {}, {JOINED}, {JOINED_WHOLE} {JOINS} {JOINS_WHOLE} WHERE {condition}", checked())
}

static BY_ORDINAL: LazyLock<String> = LazyLock::new(|| bare("m.ordinal = ?1"));
static WHOLE_BY_ORDINAL: LazyLock<String> = LazyLock::new(|| whole("m.ordinal = ?1"));
static WHOLE_BY_ID: LazyLock<String> = LazyLock::new(|| whole("m.id = ?1"));
/// The live turns of a stretch of a session, in order.
pub(in super::super) static WHOLE_BY_PLACE: LazyLock<String> = LazyLock::new(|| {
    whole(
        "m.session = ?1 AND m.seq BETWEEN ?2 AND ?3 AND m.kind = 'turn' AND m.part_of IS NULL
         AND m.forgotten_at IS NULL ORDER BY m.seq",
    )
});
/// Every live turn of every session, in order.
pub(in super::super) static WHOLE_IN_SESSIONS: LazyLock<String> = LazyLock::new(|| {
    whole(
        "m.session IS NOT NULL AND m.kind = 'turn' AND m.part_of IS NULL AND m.forgotten_at IS NULL
         ORDER BY m.session, m.seq",
    )
});
/// Every live row that stands in no session's order.
pub(in super::super) static WHOLE_OUTSIDE: LazyLock<String> = LazyLock::new(|| {
    whole(
        "(m.session IS NULL OR m.kind <> 'turn' OR m.part_of IS NOT NULL) AND m.forgotten_at IS NULL
         ORDER BY m.ordinal",
    )
});
/// Every row.
pub(in super::super) static WHOLE_ALL: LazyLock<String> = LazyLock::new(|| whole("TRUE ORDER BY m.ordinal"));
/// Live rows with a feeling from a row number on, in order, so many of them.
pub(in super::super) static WHOLE_FELT: LazyLock<String> =
    LazyLock::new(|| whole("m.ordinal > ?1 AND m.has_feeling AND m.forgotten_at IS NULL ORDER BY m.ordinal LIMIT ?2"));
static INSERT: LazyLock<String> = LazyLock::new(|| {
    let places: Vec<String> = (1..=N_CHECKED + 1).map(|position| format!("?{position}")).collect();
    format!("INSERT INTO memories ({}, checksum) VALUES ({})", CHECKED.join(", "), places.join(", "))
});

static REWRITE: LazyLock<String> = LazyLock::new(|| {
    let set = |(position, column): (usize, &&str)| format!("{column} = ?{}", position + 1);
    let columns: Vec<String> = CHECKED.iter().enumerate().skip(1).map(set).collect();
    format!("UPDATE memories SET {}, checksum = ?{} WHERE ordinal = ?1", columns.join(", "), N_CHECKED + 1)
});

/// The columns that are JSON, kept alive while the others are borrowed.
struct Json {
    scopes: String,
    labels: Option<String>,
    stated: Option<String>,
    source: String,
    locations: Option<String>,
    knowledge: Option<String>,
}

impl Json {
    fn of(memory: &Memory) -> Result<Self, StoreError> {
        let text = |result: serde_json::Result<String>| {
            result.map_err(|error| StoreError::Io { what: "writing a memory".to_owned(), reason: error.to_string() })
        };
        Ok(Self {
            scopes: text(serde_json::to_string(&memory.scopes))?,
            labels: (!memory.labels.is_empty()).then(|| text(serde_json::to_string(&memory.labels))).transpose()?,
            stated: (!memory.stated.is_empty()).then(|| text(serde_json::to_string(&memory.stated))).transpose()?,
            source: text(serde_json::to_string(&memory.source))?,
            locations: (!memory.locations.is_empty())
                .then(|| text(serde_json::to_string(&memory.locations)))
                .transpose()?,
            knowledge: memory.knowledge.as_ref().map(|knowledge| text(serde_json::to_string(knowledge))).transpose()?,
        })
    }
}

fn cells<'a>(row: &'a Stored, json: &'a Json, ids: &'a ([u8; 16], Option<[u8; 16]>)) -> [Cell<'a>; N_CHECKED] {
    let memory = &row.memory;
    let at = |at: Option<Micros>| Cell::maybe_int(at.map(|at| at.0));
    let reference = |to: Option<Ordinal>| Cell::maybe_int(to.map(|to| to.0));
    [
        Cell::int(row.ordinal.0),
        Cell::maybe_int(row.session),
        reference(row.part_of),
        reference(row.supersedes),
        reference(row.superseded_by),
        reference(row.duplicate_of),
        Cell::int(row.has_vector),
        Cell::int(row.has_feeling),
        Cell::int(row.edges),
        Cell::int(row.sequence.cast_signed()),
        Cell::blob(&ids.0),
        Cell::text(memory.kind.as_str()),
        Cell::maybe_int(memory.seq),
        Cell::maybe_text(memory.role.map(Role::as_str)),
        Cell::maybe_text(memory.speaker.as_deref()),
        Cell::maybe_text(memory.title.as_deref()),
        Cell::maybe_text(memory.lang.as_deref()),
        Cell::maybe_text(memory.document.as_deref()),
        Cell::maybe_text(memory.section.as_deref()),
        ids.1.as_ref().map_or(Cell::NULL, |id| Cell::blob(id)),
        Cell::int(memory.known_at.0),
        Cell::int(memory.recorded_at.0),
        Cell::int(memory.event.start.0),
        Cell::int(memory.event.end.0),
        Cell::text(grain_name(memory.event.grain)),
        at(memory.valid.from),
        at(memory.valid.until),
        Cell::text(memory.category.as_str()),
        Cell::real(memory.importance),
        Cell::real(memory.stability_days),
        Cell::real(memory.trust),
        Cell::real(memory.confidence),
        at(memory.forgotten_at),
        Cell::int(memory.simhash.cast_signed()),
        Cell::text(&json.scopes),
        Cell::maybe_text(json.labels.as_deref()),
        Cell::maybe_text(json.stated.as_deref()),
        Cell::text(&json.source),
        Cell::text(&memory.text),
        Cell::maybe_text(json.locations.as_deref()),
        Cell::maybe_text(json.knowledge.as_deref()),
        Cell::maybe_int((memory.repeats > 0).then_some(memory.repeats)),
    ]
}

fn with_cells<T>(row: &Stored, then: impl FnOnce(&[Cell<'_>; N_CHECKED], u32) -> T) -> Result<T, StoreError> {
    let json = Json::of(&row.memory)?;
    let ids = (id_bytes(row.memory.id.0), row.memory.episode.map(|id| id_bytes(id.0)));
    let cells = cells(row, &json, &ids);
    let counts = |(position, value): &(usize, ValueRef<'_>)| *position < N_FIRST || *value != ValueRef::Null;
    let sum = checksum(cells.iter().map(|cell| cell.0).enumerate().filter(counts).map(|(_, value)| value));
    Ok(then(&cells, sum))
}

/// Writes a new row. The error is SQLite's own, since the caller knows what a broken rule means.
pub(in super::super) fn insert(connection: &Connection, row: &Stored) -> Result<rusqlite::Result<()>, StoreError> {
    write(connection, &INSERT, row)
}

/// Writes every column of an older row anew.
pub(in super::super) fn rewrite(connection: &Connection, row: &Stored) -> Result<(), StoreError> {
    write(connection, &REWRITE, row)?.during("updating a memory")
}

fn write(connection: &Connection, sql: &str, row: &Stored) -> Result<rusqlite::Result<()>, StoreError> {
    with_cells(row, |cells, sum| {
        let mut statement = connection.prepare_cached(sql)?;
        for (position, cell) in cells.iter().enumerate() {
            statement.raw_bind_parameter(position + 1, cell)?;
        }
        statement.raw_bind_parameter(N_CHECKED + 1, sum)?;
        statement.raw_execute().map(drop)
    })
}

/// Writes the columns that change after a row was written: `superseded_by`, `forgotten_at`, `has_feeling`, `repeats` and
/// what wears with time and use: `importance` and `stability_days`.
pub(in super::super) fn update(connection: &Connection, row: &Stored) -> Result<(), StoreError> {
    with_cells(row, |_, sum| {
        connection
            .prepare_cached(
                "UPDATE memories SET superseded_by = ?2, forgotten_at = ?3, checksum = ?4, has_feeling = ?5, repeats = ?6,
                     importance = ?7, stability_days = ?8 WHERE ordinal = ?1",
            )
            .and_then(|mut statement| {
                let superseded_by = row.superseded_by.map(|ordinal| ordinal.0);
                let memory = &row.memory;
                let repeats = (memory.repeats > 0).then_some(memory.repeats);
                statement.execute((
                    row.ordinal.0,
                    superseded_by,
                    memory.forgotten_at.map(|at| at.0),
                    sum,
                    row.has_feeling,
                    repeats,
                    Cell::real(memory.importance),
                    Cell::real(memory.stability_days),
                ))
            })
            .map(drop)
    })?
    .during("updating a memory")
}

/// Scope sets as they are stored, for comparing.
pub(in super::super) fn scopes_text(scopes: &ScopeSets) -> Result<String, StoreError> {
    serde_json::to_string(scopes)
        .map_err(|error| StoreError::Io { what: "writing a memory".to_owned(), reason: error.to_string() })
}

/// The row number and spot of a memory.
pub(in super::super) fn locate(connection: &Connection, id: MemoryId) -> Result<Option<(Ordinal, Spot)>, StoreError> {
    connection
        .prepare_cached("SELECT ordinal, session, seq, kind = 'turn' AND part_of IS NULL FROM memories WHERE id = ?1")
        .and_then(|mut statement| {
            statement
                .query_row([id_bytes(id.0)], |row| {
                    let (session, seq): (Option<u32>, Option<u32>) = (row.get(1)?, row.get(2)?);
                    let whole_turn: bool = row.get(3)?;
                    Ok((Ordinal(row.get(0)?), session.zip(seq).filter(|_| whole_turn)))
                })
                .optional()
        })
        .during("reading a memory")
}

/// The row with the highest number.
pub(in super::super) fn last(connection: &Connection) -> Result<Option<(Ordinal, MemoryId)>, StoreError> {
    connection
        .prepare_cached("SELECT ordinal, id FROM memories ORDER BY ordinal DESC LIMIT 1")
        .and_then(|mut statement| statement.query_row((), numbered_id).optional())
        .during("reading a memory")
}

/// The id of a row.
pub(in super::super) fn id(connection: &Connection, ordinal: Ordinal) -> Result<Option<MemoryId>, StoreError> {
    connection
        .prepare_cached("SELECT ordinal, id FROM memories WHERE ordinal = ?1")
        .and_then(|mut statement| statement.query_row([ordinal.0], numbered_id).optional())
        .map(|found| found.map(|(_, id)| id))
        .during("reading a memory")
}

/// The rows that are parts of a row, by ascending number.
pub(in super::super) fn parts(connection: &Connection, whole: Ordinal) -> Result<Vec<(Ordinal, MemoryId)>, StoreError> {
    connection
        .prepare_cached("SELECT ordinal, id FROM memories WHERE part_of = ?1 ORDER BY ordinal")
        .and_then(|mut statement| statement.query_map([whole.0], numbered_id)?.collect())
        .during("reading the parts of a memory")
}

fn numbered_id(row: &Row<'_>) -> rusqlite::Result<(Ordinal, MemoryId)> {
    Ok((Ordinal(row.get(0)?), MemoryId(u128::from_be_bytes(row.get(1)?))))
}

/// The last turn of a session and its place, forgotten or not.
pub(in super::super) fn last_turn(connection: &Connection, session: u32) -> Result<Option<(Ordinal, u32)>, StoreError> {
    connection
        .prepare_cached(
            "SELECT ordinal, seq FROM memories WHERE session = ?1 AND kind = 'turn' AND part_of IS NULL
             ORDER BY seq DESC LIMIT 1",
        )
        .and_then(|mut statement| {
            statement.query_row([session], |row| Ok((Ordinal(row.get(0)?), row.get(1)?))).optional()
        })
        .during("reading a session")
}

/// A row by number, checked.
pub(in super::super) fn get(connection: &Connection, ordinal: Ordinal) -> Result<Option<Stored>, StoreError> {
    connection
        .prepare_cached(&BY_ORDINAL)
        .and_then(|mut statement| statement.query_row([ordinal.0], |row| Ok(reading::stored(row))).optional())
        .during("reading a memory")?
        .transpose()
}

/// A row by number with everything that belongs to it, checked.
pub(in super::super) fn get_whole(
    connection: &Connection,
    ordinal: Ordinal,
) -> Result<Option<(Stored, SourceRow)>, StoreError> {
    connection
        .prepare_cached(&WHOLE_BY_ORDINAL)
        .and_then(|mut statement| {
            statement.query_row([ordinal.0], |row| Ok(reading::whole(connection, row))).optional()
        })
        .during("reading a memory")?
        .transpose()
}

/// A row by id with its feeling, checked.
pub(in super::super) fn by_id(connection: &Connection, id: MemoryId) -> Result<Option<(Stored, Feeling)>, StoreError> {
    connection
        .prepare_cached(&WHOLE_BY_ID)
        .and_then(|mut statement| statement.query_row([id_bytes(id.0)], |row| Ok(reading::felt(row))).optional())
        .during("reading a memory")?
        .transpose()
}

/// A live row of the same words by the same speaker for the same readers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Twin {
    pub(in super::super) ordinal: Ordinal,
    pub(in super::super) session: Option<String>,
    pub(in super::super) known_at: Micros,
}

/// Rows that say the same, newest first, at most `limit`.
pub(in super::super) fn twins(connection: &Connection, memory: &Memory, limit: usize) -> Result<Vec<Twin>, StoreError> {
    let scopes = scopes_text(&memory.scopes)?;
    connection
        .prepare_cached(
            "SELECT m.ordinal, s.id, m.known_at FROM memories m
             LEFT JOIN sessions s ON s.number = m.session
             WHERE m.simhash = ?1 AND m.forgotten_at IS NULL AND m.duplicate_of IS NULL AND m.text = ?2
                 AND m.superseded_by IS NULL AND m.scopes = ?3 AND m.speaker IS ?4 AND m.role IS ?5 AND m.kind = ?6 AND m.part_of IS NULL
             ORDER BY m.ordinal DESC LIMIT ?7",
        )
        .and_then(|mut statement| {
            let wanted = (
                memory.simhash.cast_signed(),
                &memory.text,
                scopes,
                memory.speaker.as_deref(),
                memory.role.map(Role::as_str),
                memory.kind.as_str(),
                limit as i64,
            );
            let twin = |row: &Row<'_>| {
                Ok(Twin { ordinal: Ordinal(row.get(0)?), session: row.get(1)?, known_at: Micros(row.get(2)?) })
            };
            statement.query_map(wanted, twin)?.collect()
        })
        .during("looking for repetitions")
}

/// True when a live row of those scopes has that text.
pub(in super::super) fn says(connection: &Connection, words: &str, scopes: &ScopeSets) -> Result<bool, StoreError> {
    connection
        .prepare_cached(
            "SELECT EXISTS (SELECT 1 FROM memories
                 WHERE simhash = ?1 AND forgotten_at IS NULL AND duplicate_of IS NULL AND text = ?2 AND scopes = ?3)",
        )
        .and_then(|mut statement| {
            let scopes =
                scopes_text(scopes).map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
            statement.query_row((text::simhash(words).cast_signed(), words, scopes), |row| row.get(0))
        })
        .during("looking for repetitions")
}

/// When a row was told last: the latest of what it was read in, or else when it was known.
pub(in super::super) fn told_at(connection: &Connection, row: &Stored) -> Result<Micros, StoreError> {
    let known_at = row.memory.known_at;
    if row.memory.knowledge.is_none() {
        return Ok(known_at);
    }
    let latest: Option<i64> = connection
        .prepare_cached(
            "SELECT max(s.known_at) FROM claim_sources c JOIN memories s ON s.ordinal = c.source WHERE c.ordinal = ?1",
        )
        .and_then(|mut statement| statement.query_row([row.ordinal.0], |row| row.get(0)))
        .during("reading sources")?;
    Ok(latest.map_or(known_at, Micros).max(known_at))
}
