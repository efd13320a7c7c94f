//! The first half of a purge: what stays lets go of what goes. Edges, sources, names and labels that point at, or were taken over from, rows on their way out.
//!
//! Each step looks at what there is and can be run again. Must not know: files, indexes.

use std::collections::BTreeSet;

use rusqlite::{Connection, Params};

use super::closure::terms;
use super::database::During;
use super::erasing::{Log, chunked, execute};
use super::tables::entities::{self, Card};
use super::tables::memories::{self, Stored};
use super::tables::{graph, sessions};
use crate::limits;
use crate::model::NAMELESS;
use crate::model::{EdgeKind, MemoryId};
use crate::store::derived::{SourceLink, SourceTarget};
use crate::store::{Erased, Ordinal, StoreError};
use crate::text;

pub(super) fn numbers(connection: &Connection, sql: &str, values: impl Params) -> Result<Vec<Ordinal>, StoreError> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.query_map(values, |row| Ok(Ordinal(row.get(0)?)))?.collect())
        .during("reading what is purged")
}

/// Lets every row that stays go of the rows of the purge.
pub(super) fn loosen(
    connection: &Connection,
    unknown: &BTreeSet<String>,
    log: &mut Log,
    erased: &mut Erased,
) -> Result<(), StoreError> {
    let mut loosened: BTreeSet<Ordinal> = BTreeSet::new();
    // Rows lose their sources before their edges, which then say what is left to lead back to.
    for (sql, step) in STEPS {
        let rows = numbers(connection, sql, ())?;
        chunked(connection, &rows, limits::ERASE_BATCH, |row| {
            let row = *row;
            let mut stored = stored(connection, row)?;
            erased.edges += step(connection, &mut stored)?;
            memories::rewrite(connection, &stored)?;
            loosened.insert(row);
            log.changed(connection, row)
        })?;
    }
    erased.names += names(connection, unknown, log)?;
    erased.loosened = loosened.len() as u64;
    Ok(())
}

type Step = fn(&Connection, &mut Stored) -> Result<u64, StoreError>;

/// Which rows have to let go of what.
const STEPS: &[(&str, Step)] = &[
    (
        "SELECT DISTINCT ordinal FROM claim_sources WHERE source IN (SELECT ordinal FROM erasure_rows)
             AND ordinal NOT IN (SELECT ordinal FROM erasure_rows) ORDER BY ordinal",
        resource,
    ),
    (
        "SELECT DISTINCT owner FROM edges WHERE target_kind = 'memory' AND target IN (SELECT ordinal FROM erasure_rows)
             AND owner NOT IN (SELECT ordinal FROM erasure_rows) ORDER BY owner",
        unlink,
    ),
];

fn stored(connection: &Connection, row: Ordinal) -> Result<Stored, StoreError> {
    memories::get(connection, row)?
        .ok_or_else(|| super::tables::cells::corrupt("memories", row.0, "another row leads to it and it is missing"))
}

fn id_is_erased(connection: &Connection, id: MemoryId) -> Result<bool, StoreError> {
    let Some((row, _)) = memories::locate(connection, id)? else { return Ok(true) };
    Ok(!numbers(connection, "SELECT ordinal FROM erasure_rows WHERE ordinal = ?1", [row.0])?.is_empty())
}

/// A row that was read in one of them: it names the sources that are left, and what it took over from the one that goes it takes
/// over from another.
fn resource(connection: &Connection, stored: &mut Stored) -> Result<u64, StoreError> {
    let left = numbers(
        connection,
        "SELECT c.source FROM claim_sources c JOIN memories s ON s.ordinal = c.source
         WHERE c.ordinal = ?1 AND c.source NOT IN (SELECT ordinal FROM erasure_rows)
         ORDER BY s.forgotten_at IS NOT NULL, c.source",
        [stored.ordinal.0],
    )?;
    let memory = &mut stored.memory;
    let mut kept = Vec::new();
    let mut lost_first = false;
    for (place, id) in std::mem::take(&mut memory.source.derived_from).into_iter().enumerate() {
        if id_is_erased(connection, id)? {
            lost_first |= place == 0;
        } else {
            kept.push(id);
        }
    }
    let source = left.first().map(|source| self::stored(connection, *source)).transpose()?;
    if lost_first {
        memory.source.span = None;
        let told = source.as_ref().map(|source| &source.memory);
        memory.source.reference = told.and_then(|told| told.source.reference.clone());
        memory.source.principal = told.and_then(|told| told.source.principal.clone());
        memory.labels = told.map(|told| told.labels.clone()).unwrap_or_default();
        memory.lang = told.and_then(|told| told.lang.clone());
        memory.speaker = memory.speaker.is_some().then(|| told.and_then(|told| told.speaker.clone())).flatten();
        memory.session = memory.session.is_some().then(|| told.and_then(|told| told.session.clone())).flatten();
        stored.session = match &memory.session {
            Some(id) => sessions::number(connection, id)?,
            None => None,
        };
    }
    if kept.is_empty() {
        kept.extend(source.as_ref().map(|source| source.memory.id));
    }
    memory.source.derived_from = kept;
    execute(
        connection,
        "DELETE FROM claim_sources WHERE ordinal = ?1 AND source IN (SELECT ordinal FROM erasure_rows)",
        [stored.ordinal.0],
    )?;
    let back = source.filter(|_| memory.knowledge.is_some()).map(|source| source.ordinal);
    relink(connection, stored, back)
}

/// A row with an edge to one of them.
fn unlink(connection: &Connection, stored: &mut Stored) -> Result<u64, StoreError> {
    relink(connection, stored, None)
}

/// Writes the edges of a row anew without those to rows on their way out; where none leads back to a source, one to `back`.
fn relink(connection: &Connection, stored: &mut Stored, back: Option<Ordinal>) -> Result<u64, StoreError> {
    let mut links = Vec::new();
    let had = graph::edges(connection, stored.ordinal)?;
    let n_had = had.len() as u64;
    for link in had {
        let goes = match link.target {
            SourceTarget::Row(row) => {
                !numbers(connection, "SELECT ordinal FROM erasure_rows WHERE ordinal = ?1", [row.0])?.is_empty()
            }
            SourceTarget::Node(_) => false,
        };
        if !goes {
            links.push(link);
        }
    }
    let lost = n_had - links.len() as u64;
    let leads_back = links.iter().any(|link| link.kind == EdgeKind::DerivedFrom);
    if let Some(back) = back.filter(|_| !leads_back) {
        links.push(SourceLink {
            target: SourceTarget::Row(back),
            kind: EdgeKind::DerivedFrom,
            weight: 1.0,
            valid: None,
        });
    }
    execute(connection, "DELETE FROM edges WHERE owner = ?1", [stored.ordinal.0])?;
    graph::insert_edges(connection, stored.ordinal, &links)?;
    stored.edges = graph::checksum(&links);
    Ok(lost)
}

/// Takes from entities that stay what only rows on their way out call them, and the roles that only these say they have.
fn names(connection: &Connection, unknown: &BTreeSet<String>, log: &mut Log) -> Result<u64, StoreError> {
    let mut n_gone = 0;
    let cards = numbers(connection, TOUCHED, ())?;
    let is_lost = |name: &str| terms(name).iter().any(|term| unknown.contains(term));
    chunked(connection, &cards, limits::ERASE_BATCH, |row| {
        let Some(card) = entities::get(connection, *row)? else { return Ok(()) };
        for (key, name) in entities::keyed_names(connection, *row)? {
            if name.is_empty() || !is_lost(&name) {
                continue;
            }
            n_gone += execute(connection, "DELETE FROM entity_names WHERE key = ?1 AND entity = ?2", (key, row.0))?;
        }
        n_gone += execute(connection, LOST_ROLES, [row.0])?;
        let mut stored = stored(connection, *row)?;
        if !is_lost(&card.name) && !is_lost(&stored.memory.text) {
            return Ok(());
        }
        let other = entities::names(connection, *row)?.into_iter().next();
        let name = other.unwrap_or_else(|| NAMELESS.to_owned());
        (stored.memory.simhash, stored.memory.text) = (text::simhash(&name), name.clone());
        memories::rewrite(connection, &stored)?;
        entities::upsert(connection, &Card { name, ..card })?;
        log.changed(connection, *row)
    })?;
    Ok(n_gone)
}

/// Cards that stay and of which something goes.
const TOUCHED: &str = "SELECT c.subject FROM claims c JOIN erasure_rows e ON e.ordinal = c.ordinal
     WHERE c.subject IS NOT NULL AND c.subject NOT IN (SELECT ordinal FROM erasure_rows)
     UNION SELECT c.object FROM claims c JOIN erasure_rows e ON e.ordinal = c.ordinal
     WHERE c.object IS NOT NULL AND c.object NOT IN (SELECT ordinal FROM erasure_rows) ORDER BY 1";
/// Roles of a card towards whom nothing that stays relates it to, but something that goes.
const LOST_ROLES: &str = "DELETE FROM entity_names AS n WHERE entity = ?1 AND EXISTS (
         SELECT 1 FROM claims c JOIN erasure_rows e ON e.ordinal = c.ordinal
         WHERE c.sort = 'relation' AND c.subject = ?1 AND n.key LIKE '@role ' || c.object || ' %')
     AND NOT EXISTS (SELECT 1 FROM claims c WHERE c.sort = 'relation' AND c.subject = ?1
         AND n.key LIKE '@role ' || c.object || ' %' AND c.ordinal NOT IN (SELECT ordinal FROM erasure_rows))";

/// Entities that were merged into one that goes: the first of them stands for the others from now on.
pub(super) fn reroot(connection: &Connection, card: Ordinal) -> Result<(), StoreError> {
    let merged = entities::merged(connection, card)?;
    let stays = |row: &Ordinal| -> Result<bool, StoreError> {
        Ok(numbers(connection, "SELECT ordinal FROM erasure_rows WHERE ordinal = ?1", [row.0])?.is_empty())
    };
    let mut root = None;
    for member in merged {
        let Some(card) = entities::get(connection, member)? else { continue };
        let merged_into = if stays(&member)? { root } else { None };
        if stays(&member)? {
            root = root.or(Some(member));
        }
        entities::upsert(connection, &Card { merged_into, ..card })?;
    }
    Ok(())
}
