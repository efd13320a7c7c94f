//! Tables `claims` and `claim_sources`: where knowledge is found by whom it is about, and what it was read in.

use rusqlite::{Connection, OptionalExtension, ToSql};

use super::super::database::During;
use super::cells::corrupt;
use crate::store::{KnowledgeAsk, Ordinal, StoreError};

/// What was drawn from several memories that say the same: no fact of its own.
pub(in super::super) const OBSERVATION: &str = "observation";
/// A tie between two entities that memories suggest: no fact.
pub(in super::super) const PROPOSAL: &str = "proposal";
/// Sorts of knowledge. The last two are read only where they are asked for.
const SORTS: [&str; 7] = ["attribute", "relation", "action", "instruction", "uncertainty", OBSERVATION, PROPOSAL];

/// What a row of knowledge is found by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Place {
    /// `attribute`, `relation`, `action`, `instruction` or `uncertainty`.
    pub(in super::super) sort: &'static str,
    /// The card of the entity it is about.
    pub(in super::super) subject: Option<Ordinal>,
    /// Key, label or verb.
    pub(in super::super) key: String,
    /// The value in its normal form.
    pub(in super::super) value: String,
    /// The card of the entity that a relation leads to.
    pub(in super::super) object: Option<Ordinal>,
}

/// Writes where a row is found.
pub(in super::super) fn insert(connection: &Connection, ordinal: Ordinal, place: &Place) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO claims (ordinal, sort, subject, key, value, object) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )
        .and_then(|mut statement| {
            let card = |card: Option<Ordinal>| card.map(|card| card.0);
            let subject = card(place.subject);
            statement.execute((ordinal.0, place.sort, subject, &place.key, &place.value, card(place.object)))
        })
        .map(drop)
        .during("writing a claim")
}

/// Notes that a row was read in another, too. False where that was known.
pub(in super::super) fn insert_source(
    connection: &Connection,
    ordinal: Ordinal,
    source: Ordinal,
) -> Result<bool, StoreError> {
    connection
        .prepare_cached("INSERT OR IGNORE INTO claim_sources (source, ordinal) VALUES (?1, ?2)")
        .and_then(|mut statement| statement.execute((source.0, ordinal.0)))
        .map(|count| count > 0)
        .during("writing a claim")
}

/// What a row was read in, or drawn from, and is not forgotten; ascending.
pub(in super::super) fn sources(connection: &Connection, ordinal: Ordinal) -> Result<Vec<Ordinal>, StoreError> {
    connection
        .prepare_cached(
            "SELECT c.source FROM claim_sources c JOIN memories m ON m.ordinal = c.source
             WHERE c.ordinal = ?1 AND m.forgotten_at IS NULL ORDER BY c.source",
        )
        .and_then(|mut statement| statement.query_map([ordinal.0], |row| Ok(Ordinal(row.get(0)?)))?.collect())
        .during("reading claims")
}

/// The same, forgotten ones included.
pub(in super::super) fn all_sources(connection: &Connection, ordinal: Ordinal) -> Result<Vec<Ordinal>, StoreError> {
    connection
        .prepare_cached("SELECT source FROM claim_sources WHERE ordinal = ?1 ORDER BY source")
        .and_then(|mut statement| statement.query_map([ordinal.0], |row| Ok(Ordinal(row.get(0)?)))?.collect())
        .during("reading claims")
}

/// True for rows of knowledge.
pub(in super::super) fn is_there(connection: &Connection, ordinal: Ordinal) -> Result<bool, StoreError> {
    connection
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM claims WHERE ordinal = ?1)")
        .and_then(|mut statement| statement.query_row([ordinal.0], |row| row.get(0)))
        .during("reading a claim")
}

/// The sort of that name.
pub(in super::super) fn sort(name: &str) -> Option<&'static str> {
    SORTS.iter().find(|known| **known == name).copied()
}

/// Rows of one entity, key and scope that are neither forgotten nor replaced, oldest first; those of one value where it is
/// given.
pub(in super::super) fn live(
    connection: &Connection,
    place: &Place,
    scopes: &str,
    value: Option<&str>,
    limit: usize,
) -> Result<Vec<Ordinal>, StoreError> {
    // The newest, should there be more than anybody compares.
    let sql = if value.is_some() {
        "SELECT c.ordinal FROM claims c JOIN memories m ON m.ordinal = c.ordinal
         WHERE c.subject IS ?1 AND c.key = ?2 AND c.value = ?5 AND c.sort = ?3 AND m.scopes = ?4
             AND m.superseded_by IS NULL AND m.forgotten_at IS NULL ORDER BY c.ordinal DESC LIMIT ?6"
    } else {
        "SELECT c.ordinal FROM claims c JOIN memories m ON m.ordinal = c.ordinal
         WHERE c.subject IS ?1 AND c.key = ?2 AND ?5 IS NULL AND c.sort = ?3 AND m.scopes = ?4
             AND m.superseded_by IS NULL AND m.forgotten_at IS NULL ORDER BY c.ordinal DESC LIMIT ?6"
    };
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| {
            let subject = place.subject.map(|card| card.0);
            let wanted = (subject, &place.key, place.sort, scopes, value, limit as i64);
            statement.query_map(wanted, |row| Ok(Ordinal(row.get(0)?)))?.collect()
        })
        .during("reading claims")
}

/// A row of that entity, key and value that was read in the same words as `source` has, said at the same moment of the same
/// conversation to the same readers.
pub(in super::super) fn told_at_once(
    connection: &Connection,
    place: &Place,
    source: Ordinal,
) -> Result<Option<Ordinal>, StoreError> {
    connection
        .prepare_cached(
            "SELECT c.ordinal FROM claims c
             JOIN memories m ON m.ordinal = c.ordinal
             JOIN claim_sources o ON o.ordinal = c.ordinal
             JOIN memories old ON old.ordinal = o.source
             JOIN memories new ON new.ordinal = ?5
             WHERE c.subject IS ?1 AND c.key = ?2 AND c.value = ?3 AND c.sort = ?4 AND old.ordinal <> new.ordinal
                 AND old.known_at = new.known_at AND old.session = new.session AND old.text = new.text
                 AND old.speaker IS new.speaker AND old.scopes = new.scopes
                 AND old.forgotten_at IS NULL AND m.forgotten_at IS NULL
             ORDER BY c.ordinal LIMIT 1",
        )
        .and_then(|mut statement| {
            let wanted = (place.subject.map(|card| card.0), &place.key, &place.value, place.sort, source.0);
            statement.query_row(wanted, |row| Ok(Ordinal(row.get(0)?))).optional()
        })
        .during("reading claims")
}

/// The value of a row in its normal form.
pub(in super::super) fn value(connection: &Connection, ordinal: Ordinal) -> Result<String, StoreError> {
    connection
        .prepare_cached("SELECT value FROM claims WHERE ordinal = ?1")
        .and_then(|mut statement| statement.query_row([ordinal.0], |row| row.get(0)))
        .during("reading a claim")
}

/// Where a row is found.
pub(in super::super) fn place(connection: &Connection, ordinal: Ordinal) -> Result<Place, StoreError> {
    let (sort, subject, key, value, object): (String, Option<u32>, String, String, Option<u32>) = connection
        .prepare_cached("SELECT sort, subject, key, value, object FROM claims WHERE ordinal = ?1")
        .and_then(|mut statement| {
            statement
                .query_row([ordinal.0], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))
        })
        .during("reading a claim")?;
    let sort = self::sort(&sort).ok_or_else(|| corrupt("claims", ordinal.0, "an unknown sort"))?;
    Ok(Place { sort, subject: subject.map(Ordinal), key, value, object: object.map(Ordinal) })
}

/// Leaves out what is no fact.
const NO_DRAWN: &str = "c.sort NOT IN ('observation', 'proposal')";

/// Rows of knowledge by ascending number, at most `limit`; forgotten and replaced ones included.
pub(in super::super) fn asked(
    connection: &Connection,
    ask: &KnowledgeAsk,
    subject: &[Ordinal],
    object: &[Ordinal],
    source: Option<Ordinal>,
    limit: usize,
) -> Result<Vec<Ordinal>, StoreError> {
    let list = |rows: &[Ordinal]| {
        let numbers: Vec<String> = rows.iter().map(|row| row.0.to_string()).collect();
        format!("[{}]", numbers.join(","))
    };
    let (subjects, objects, sorts) = (list(subject), list(object), ask.sorts.join(","));
    let (source, limit) = (source.map(|row| row.0), limit as i64);
    let wanted: [(bool, &dyn ToSql, &str); 5] = [
        (!subject.is_empty(), &subjects, "c.subject IN (SELECT value FROM json_each(?))"),
        (!object.is_empty(), &objects, "c.object IN (SELECT value FROM json_each(?))"),
        (source.is_some(), &source, "c.ordinal IN (SELECT ordinal FROM claim_sources WHERE source = ?)"),
        (ask.key.is_some(), &ask.key, "c.key = ?"),
        (!ask.sorts.is_empty(), &sorts, "instr(',' || ? || ',', ',' || c.sort || ',') > 0"),
    ];
    let wanted = wanted.into_iter().filter(|(is_asked, ..)| *is_asked);
    let (mut values, mut conditions): (Vec<&dyn ToSql>, Vec<&str>) = (vec![&ask.after], vec!["c.ordinal > ?"]);
    if ask.sorts.is_empty() {
        conditions.push(NO_DRAWN);
    }
    for (_, value, condition) in wanted {
        values.push(value);
        conditions.push(condition);
    }
    values.push(&limit);
    let sql = format!("SELECT c.ordinal FROM claims c WHERE {} ORDER BY c.ordinal LIMIT ?", conditions.join(" AND "));
    connection
        .prepare_cached(&sql)
        .and_then(|mut statement| statement.query_map(values.as_slice(), |row| Ok(Ordinal(row.get(0)?)))?.collect())
        .during("reading claims")
}

/// Rows of one key of an entity, newest first; forgotten and replaced ones included.
pub(in super::super) fn newest(
    connection: &Connection,
    subject: &[Ordinal],
    key: &str,
    limit: usize,
) -> Result<Vec<Ordinal>, StoreError> {
    let numbers: Vec<String> = subject.iter().map(|row| row.0.to_string()).collect();
    connection
        .prepare_cached(
            "SELECT c.ordinal FROM claims c WHERE c.subject IN (SELECT value FROM json_each(?1)) AND c.key = ?2
                 AND c.sort NOT IN ('observation', 'proposal')
             ORDER BY c.ordinal DESC LIMIT ?3",
        )
        .and_then(|mut statement| {
            let wanted = (format!("[{}]", numbers.join(",")), key, limit as i64);
            statement.query_map(wanted, |row| Ok(Ordinal(row.get(0)?)))?.collect()
        })
        .during("reading claims")
}
