//! Tables `entities` and `entity_names`.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension};

use super::super::database::During;
use super::cells::{Cell, checksum, corrupt};
use crate::limits;
use crate::model::{EntityId, EntityKind};
use crate::store::{Ordinal, StoreError};

/// An entity with row numbers in the place of ids.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Card {
    pub(in super::super) ordinal: Ordinal,
    pub(in super::super) id: EntityId,
    pub(in super::super) kind: EntityKind,
    pub(in super::super) name: String,
    pub(in super::super) merged_into: Option<Ordinal>,
}

fn sum(card: &Card) -> u32 {
    let cells = [
        Cell::int(card.ordinal.0),
        Cell::text(card.kind.as_str()),
        Cell::text(&card.name),
        Cell::maybe_int(card.merged_into.map(|into| into.0)),
    ];
    checksum(cells.iter().map(|cell| -> ValueRef<'_> { cell.0 }))
}

/// Writes an entity, or what became of it.
pub(in super::super) fn upsert(connection: &Connection, card: &Card) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO entities (ordinal, kind, name, merged_into, checksum) VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (ordinal) DO UPDATE SET kind = excluded.kind, name = excluded.name,
                 merged_into = excluded.merged_into, checksum = excluded.checksum",
        )
        .and_then(|mut statement| {
            let into = card.merged_into.map(|into| into.0);
            statement.execute((card.ordinal.0, card.kind.as_str(), &card.name, into, sum(card)))
        })
        .map(drop)
        .during("writing an entity")
}

/// The entity of that card, checked.
pub(in super::super) fn get(connection: &Connection, ordinal: Ordinal) -> Result<Option<Card>, StoreError> {
    type Stored = (String, String, Option<u32>, i64, [u8; 16]);
    let found: Option<Stored> = connection
        .prepare_cached(
            "SELECT e.kind, e.name, e.merged_into, e.checksum, m.id
             FROM entities e JOIN memories m ON m.ordinal = e.ordinal WHERE e.ordinal = ?1",
        )
        .and_then(|mut statement| {
            statement
                .query_row([ordinal.0], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)))
                .optional()
        })
        .during("reading an entity")?;
    let Some((kind, name, merged_into, stored, id)) = found else { return Ok(None) };
    let bad = |detail| corrupt("entities", ordinal.0, detail);
    let kind = EntityKind::parse(&kind).ok_or_else(|| bad("an unknown kind"))?;
    let id = EntityId(u128::from_be_bytes(id));
    let card = Card { ordinal, id, kind, name, merged_into: merged_into.map(Ordinal) };
    if i64::from(sum(&card)) != stored {
        return Err(bad("the checksum does not match"));
    }
    Ok(Some(card))
}

/// Gives an entity a name, under the key it is looked up by.
pub(in super::super) fn insert_name(
    connection: &Connection,
    key: &str,
    entity: Ordinal,
    name: &str,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("INSERT OR IGNORE INTO entity_names (key, entity, name) VALUES (?1, ?2, ?3)")
        .and_then(|mut statement| statement.execute((key, entity.0, name)))
        .map(drop)
        .during("writing a name")
}

/// Takes a name from an entity. True when it had it.
pub(in super::super) fn delete_name(connection: &Connection, entity: Ordinal, name: &str) -> Result<bool, StoreError> {
    connection
        .prepare_cached("DELETE FROM entity_names WHERE entity = ?1 AND name = ?2")
        .and_then(|mut statement| statement.execute((entity.0, name)))
        .map(|gone| gone > 0)
        .during("deleting a name")
}

/// Entities that are looked up by that key, by ascending row; forgotten ones are not found again.
pub(in super::super) fn by_key(connection: &Connection, key: &str, limit: usize) -> Result<Vec<Ordinal>, StoreError> {
    connection
        .prepare_cached(
            "SELECT n.entity FROM entity_names n JOIN memories m ON m.ordinal = n.entity
             WHERE n.key = ?1 AND m.forgotten_at IS NULL ORDER BY n.entity LIMIT ?2",
        )
        .and_then(|mut statement| statement.query_map((key, limit as i64), |row| Ok(Ordinal(row.get(0)?)))?.collect())
        .during("reading names")
}

/// People of conversations who have no name, those that may be seen, at most `limit`. Reads all of them: one for each set of
/// scopes that anybody wrote to.
pub(in super::super) fn speakers(
    connection: &Connection,
    may_see: &dyn Fn(Ordinal) -> bool,
    limit: usize,
) -> Result<Vec<Ordinal>, StoreError> {
    let what = "reading names";
    let mut statement = connection
        .prepare_cached("SELECT entity FROM entity_names WHERE key >= '@speaker ' AND key < '@speaker!' ORDER BY key")
        .during(what)?;
    let mut rows = statement.query(()).during(what)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().during(what)? {
        let card = Ordinal(row.get(0).during(what)?);
        if found.len() < limit && may_see(card) {
            found.push(card);
        }
    }
    Ok(found)
}

/// The keys of an entity with the name that each stands for.
pub(in super::super) fn keyed_names(
    connection: &Connection,
    entity: Ordinal,
) -> Result<Vec<(String, String)>, StoreError> {
    connection
        .prepare_cached("SELECT key, name FROM entity_names WHERE entity = ?1 ORDER BY key")
        .and_then(|mut statement| statement.query_map([entity.0], |row| Ok((row.get(0)?, row.get(1)?)))?.collect())
        .during("reading names")
}

/// The names of an entity, sorted, each once.
pub(in super::super) fn names(connection: &Connection, entity: Ordinal) -> Result<Vec<String>, StoreError> {
    connection
        .prepare_cached("SELECT DISTINCT name FROM entity_names WHERE entity = ?1 AND name <> '' ORDER BY name")
        .and_then(|mut statement| statement.query_map([entity.0], |row| row.get(0))?.collect())
        .during("reading names")
}

/// Entities that were merged into one, directly, by ascending row.
pub(in super::super) fn merged(connection: &Connection, into: Ordinal) -> Result<Vec<Ordinal>, StoreError> {
    connection
        .prepare_cached("SELECT ordinal FROM entities WHERE merged_into = ?1 ORDER BY ordinal")
        .and_then(|mut statement| statement.query_map([into.0], |row| Ok(Ordinal(row.get(0)?)))?.collect())
        .during("reading entities")
}

/// What an entity was merged into, as far as that leads.
pub(in super::super) fn root(connection: &Connection, ordinal: Ordinal) -> Result<Option<Card>, StoreError> {
    let mut ordinal = ordinal;
    for _ in 0..limits::MERGES_FOLLOWED_MAX {
        match get(connection, ordinal)? {
            Some(Card { merged_into: Some(into), .. }) => ordinal = into,
            found => return Ok(found),
        }
    }
    Ok(None)
}

/// An entity with all that were merged into it, itself first.
pub(in super::super) fn members(connection: &Connection, root: Ordinal) -> Result<Vec<Ordinal>, StoreError> {
    let mut cluster = vec![root];
    let mut looked = 0;
    while looked < cluster.len() && cluster.len() < limits::NAMESAKES_MAX {
        for member in merged(connection, cluster[looked])? {
            if !cluster.contains(&member) {
                cluster.push(member);
            }
        }
        looked += 1;
    }
    Ok(cluster)
}

/// Cards with a higher row number than `after` that were not merged into others, ascending; of one kind where it is given.
pub(in super::super) fn after(
    connection: &Connection,
    after: Ordinal,
    kind: Option<EntityKind>,
    limit: usize,
) -> Result<Vec<Ordinal>, StoreError> {
    connection
        .prepare_cached(
            "SELECT ordinal FROM entities WHERE ordinal > ?1 AND merged_into IS NULL AND (?2 IS NULL OR kind = ?2)
             ORDER BY ordinal LIMIT ?3",
        )
        .and_then(|mut statement| {
            let wanted = (after.0, kind.map(EntityKind::as_str), limit as i64);
            statement.query_map(wanted, |row| Ok(Ordinal(row.get(0)?)))?.collect()
        })
        .during("reading entities")
}
