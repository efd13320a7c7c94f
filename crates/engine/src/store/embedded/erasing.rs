//! A purge inside the database, after its rows were marked and listed: traces, what points at the rows, the rows themselves,
//! what nothing needs without them. And the file afterwards.
//!
//! Every step is a transaction, or several, that looks at what there is: a purge that was interrupted is begun again and comes to
//! the same end. Records are sound after each of them. Deleted bytes are overwritten (`secure_delete`), but copies of rows that
//! pages were split or rewritten with earlier lie in gaps that nobody knows of: so the whole file is rewritten at the end.
//!
//! Must not know: threads, indexes, snapshots.

use std::collections::BTreeSet;
use std::path::Path;

use rusqlite::{Connection, Params, Transaction, TransactionBehavior};

use super::closure::terms;
use super::database::During;
use super::loosening::{self, numbers};
use super::tables::changes::{self, Op};
use super::tables::memories::{self, Stored};
use super::tables::{erasures, traces};
use crate::limits;
use crate::model::{Category, Grain, Interval, Kind, Memory, MemoryId, ScopeSets, Source, Validity};
use crate::store::{Erased, Ordinal, StoreError};
use crate::text;

/// Traces looked at in one transaction. Chosen.
const TRACES_PAGE: usize = 512;

/// The change log's end.
pub(super) struct Log(u64);

impl Log {
    pub(super) fn at(connection: &Connection) -> Result<Self, StoreError> {
        changes::last(connection).map(Self)
    }

    /// Notes that a row is not what it was.
    pub(super) fn changed(&mut self, connection: &Connection, row: Ordinal) -> Result<(), StoreError> {
        self.0 += 1;
        changes::append(connection, self.0, Op::Other, Some(row))
    }
}

/// Runs something over all items, so many in one transaction.
pub(super) fn chunked<T>(
    connection: &Connection,
    items: &[T],
    size: usize,
    mut each: impl FnMut(&T) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    for chunk in items.chunks(size) {
        in_transaction(connection, || chunk.iter().try_for_each(&mut each))?;
    }
    Ok(())
}

fn in_transaction<T>(connection: &Connection, work: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    let transaction =
        Transaction::new_unchecked(connection, TransactionBehavior::Immediate).during("beginning to purge")?;
    // Dropped on an error, it takes everything back.
    let result = work()?;
    transaction.commit().during("committing a purge")?;
    Ok(result)
}

/// Runs one statement of a purge; how many rows it touched.
pub(super) fn execute(connection: &Connection, sql: &str, values: impl Params) -> Result<u64, StoreError> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.execute(values))
        .map(|rows| rows as u64)
        .during("purging")
}

fn bytes(connection: &Connection, sql: &str, row: Ordinal) -> Result<u64, StoreError> {
    let read: i64 = connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.query_row([row.0], |row| row.get(0)))
        .during("measuring what is purged")?;
    Ok(read.unsigned_abs())
}

/// Whether a row other than those given holds a term.
pub(super) type Knows<'a> = dyn Fn(&str, &BTreeSet<Ordinal>) -> bool + 'a;

/// Takes out of the tables what purges that are under way are about. `knows` looks at the rows that stay;
/// `tell` is told of each step, for operators and for tests that stop between two.
pub(super) fn erase(connection: &Connection, knows: &Knows<'_>, tell: &dyn Fn(&str)) -> Result<Erased, StoreError> {
    connection.execute_batch("PRAGMA secure_delete=ON").during("beginning to purge")?;
    let mut erased = Erased::default();
    let mut log = Log::at(connection)?;
    let (ids, unknown) = told(connection, knows)?;
    drop_traces(connection, &ids, &unknown, &mut erased)?;
    tell("traces of them are gone");
    loosening::loosen(connection, &unknown, &mut log, &mut erased)?;
    tell("nothing leads to them");
    blank(connection, &mut erased, tell)?;
    tell("they are empty");
    drop_rows(connection, &mut log, &mut erased)?;
    tell("they are gone");
    connection.execute_batch("PRAGMA secure_delete=OFF").during("ending a purge")?;
    Ok(erased)
}

fn all_rows(
    connection: &Connection,
    mut each: impl FnMut(&[(bool, Ordinal)]) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut after = (false, Ordinal(0));
    loop {
        let page = erasures::rows(connection, after, limits::ERASE_BATCH)?;
        let Some(last) = page.last() else { return Ok(()) };
        after = *last;
        each(&page)?;
    }
}

/// The ids of the rows, and the terms of their texts that no row that stays holds. Cards that were made when one of the rows was
/// read do not count: they were given their name by it.
fn told(connection: &Connection, knows: &Knows<'_>) -> Result<(BTreeSet<MemoryId>, BTreeSet<String>), StoreError> {
    let made = numbers(
        connection,
        "SELECT DISTINCT c.ordinal FROM claim_sources c JOIN memories m ON m.ordinal = c.ordinal
         WHERE m.kind = 'entity' AND c.source IN (SELECT ordinal FROM erasure_rows)",
        (),
    )?;
    let made: BTreeSet<Ordinal> = made.into_iter().collect();
    let (mut ids, mut unknown) = (BTreeSet::new(), BTreeSet::new());
    all_rows(connection, |page| {
        for (_, row) in page {
            let Some(stored) = memories::get(connection, *row)? else { continue };
            let memory = stored.memory;
            ids.insert(memory.id);
            let session = memory.session.as_ref().map(|session| session.as_str().to_owned());
            let said = [memory.text.clone(), memory.front().into_owned(), session.unwrap_or_default()];
            for text in said.iter().chain(memory.labels.values()) {
                unknown.extend(terms(text).into_iter().filter(|term| !knows(term, &made)));
            }
        }
        Ok(())
    })?;
    Ok((ids, unknown))
}

/// Deletes traces that returned one of the rows, and those that ask in words that nothing left in memory holds: their question
/// is text about what goes.
fn drop_traces(
    connection: &Connection,
    ids: &BTreeSet<MemoryId>,
    unknown: &BTreeSet<String>,
    erased: &mut Erased,
) -> Result<(), StoreError> {
    let mut after = 0;
    loop {
        let page = traces::after(connection, after, TRACES_PAGE)?;
        let Some((last, _)) = page.last() else { return Ok(()) };
        after = *last;
        let told = page.iter().filter(|(_, body)| tells_of(body, ids, unknown));
        let told: Vec<(u64, u64)> = told.map(|(number, body)| (*number, body.len() as u64)).collect();
        chunked(connection, &told, TRACES_PAGE, |(number, n_bytes)| {
            erased.traces += 1;
            erased.bytes += n_bytes;
            traces::delete(connection, *number)
        })?;
    }
}

/// True for a trace that holds one of the ids, or whose question has one of the terms.
fn tells_of(body: &str, ids: &BTreeSet<MemoryId>, unknown: &BTreeSet<String>) -> bool {
    let asks = |text: &str| text::query_terms(text).iter().any(|token| unknown.contains(&token.term));
    let Ok(json) = serde_json::from_str::<serde_json::Value>(body) else { return asks(body) };
    let mut left = vec![&json];
    while let Some(value) = left.pop() {
        match value {
            serde_json::Value::String(text) if text.parse().is_ok_and(|id: MemoryId| ids.contains(&id)) => return true,
            serde_json::Value::Array(values) => left.extend(values),
            serde_json::Value::Object(values) => left.extend(values.values()),
            _ => {}
        }
    }
    match json.get("query").and_then(serde_json::Value::as_str) {
        Some(query) => asks(query),
        None => asks(body),
    }
}

/// Deletes everything of each row but its number, its id and its times. Cards come last: facts name them.
fn blank(connection: &Connection, erased: &mut Erased, tell: &dyn Fn(&str)) -> Result<(), StoreError> {
    all_rows(connection, |page| {
        in_transaction(connection, || {
            let mut sessions: BTreeSet<u32> = BTreeSet::new();
            for (is_card, row) in page {
                blank_row(connection, *row, *is_card, erased, &mut sessions)?;
            }
            let list = sessions.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
            let gone = "SELECT value FROM json_each(?1) WHERE value NOT IN (SELECT session FROM memories WHERE session IS NOT NULL)";
            let list = format!("[{list}]");
            erased.episodes +=
                execute(connection, &format!("DELETE FROM episodes WHERE session IN ({gone})"), [&list])?;
            erased.sessions += execute(connection, &format!("DELETE FROM sessions WHERE number IN ({gone})"), [&list])?;
            Ok(())
        })?;
        tell("some of them are empty");
        Ok(())
    })
}

fn blank_row(
    connection: &Connection,
    row: Ordinal,
    is_card: bool,
    erased: &mut Erased,
    sessions: &mut BTreeSet<u32>,
) -> Result<(), StoreError> {
    let Some(old) = memories::get(connection, row)? else { return Ok(()) };
    sessions.extend(old.session);
    erased.facts += u64::from(old.memory.knowledge.is_some());
    erased.bytes += old.memory.text.len() as u64;
    erased.bytes += bytes(connection, "SELECT coalesce(sum(length(vector)), 0) FROM vectors WHERE ordinal = ?1", row)?;
    erased.bytes += bytes(
        connection,
        "SELECT coalesce(sum(length(CAST(text AS BLOB))), 0) FROM documents WHERE ordinal = ?1",
        row,
    )?;
    if is_card {
        loosening::reroot(connection, row)?;
        erased.entities += execute(connection, "DELETE FROM entities WHERE ordinal = ?1", [row.0])?;
        erased.names += execute(connection, "DELETE FROM entity_names WHERE entity = ?1", [row.0])?;
        let role = format!("@role {} %", row.0);
        erased.names += execute(connection, "DELETE FROM entity_names WHERE key LIKE ?1", [role])?;
    }
    let delete =
        |table: &str, column: &str| execute(connection, &format!("DELETE FROM {table} WHERE {column} = ?1"), [row.0]);
    erased.vectors += delete("vectors", "ordinal")?;
    erased.feelings += delete("feelings", "ordinal")?;
    erased.edges += delete("edges", "owner")?;
    erased.documents += delete("documents", "ordinal")?;
    erased.sources += delete("claim_sources", "ordinal")? + delete("claim_sources", "source")?;
    delete("claims", "ordinal")?;
    delete("uses", "ordinal")?;
    delete("fillings", "ordinal")?;
    memories::rewrite(connection, &bare(old))
}

/// What is left of a row: enough for others to name it and to know when it replaced them.
fn bare(old: Stored) -> Stored {
    let Memory { id, kind, known_at, recorded_at, forgotten_at, source, .. } = old.memory;
    Stored {
        ordinal: old.ordinal,
        sequence: old.sequence,
        session: None,
        part_of: None,
        supersedes: None,
        superseded_by: None,
        duplicate_of: None,
        has_vector: false,
        has_feeling: false,
        edges: 0,
        replaced_at: None,
        memory: Memory {
            id,
            // Nothing else says what it was, and some kinds have rows in other tables.
            kind: if kind == Kind::Document { Kind::Passage } else { kind },
            text: String::new(),
            lang: None,
            title: None,
            scopes: ScopeSets::default(),
            labels: crate::model::Labels::new(),
            session: None,
            seq: None,
            role: None,
            speaker: None,
            document: None,
            section: None,
            part_of: None,
            episode: None,
            known_at,
            recorded_at,
            event: Interval::new(known_at, known_at, Grain::Second),
            valid: Validity::default(),
            stated: Vec::new(),
            locations: Vec::new(),
            category: Category::Context,
            importance: 0.0,
            stability_days: 0.0,
            trust: 0.0,
            confidence: 0.0,
            source: Source::of(source.origin),
            supersedes: None,
            superseded_by: None,
            forgotten_at: forgotten_at.or(Some(recorded_at)),
            simhash: 0,
            duplicate_of: None,
            knowledge: None,
            repeats: 0,
        },
    }
}

/// Deletes the empty rows that no other row names, and what hung on them alone.
fn drop_rows(connection: &Connection, log: &mut Log, erased: &mut Erased) -> Result<(), StoreError> {
    in_transaction(connection, || {
        let named = numbers(
            connection,
            "SELECT ordinal FROM erasure_rows WHERE ordinal IN (
                 SELECT supersedes FROM memories WHERE supersedes IS NOT NULL
                 UNION SELECT superseded_by FROM memories WHERE superseded_by IS NOT NULL) ORDER BY ordinal",
            (),
        )?;
        for row in &named {
            log.changed(connection, *row)?;
        }
        let list = named.iter().map(|row| row.0.to_string()).collect::<Vec<_>>().join(",");
        let list = format!("[{list}]");
        let rows = "SELECT ordinal FROM erasure_rows WHERE ordinal NOT IN (SELECT value FROM json_each(?1))";
        execute(connection, &format!("UPDATE changes SET ordinal = NULL WHERE ordinal IN ({rows})"), [&list])?;
        let dropped = execute(connection, &format!("DELETE FROM memories WHERE ordinal IN ({rows})"), [&list])?;
        erased.tombstones = named.len() as u64;
        erased.memories = dropped + erased.tombstones;
        erased.nodes = execute(
            connection,
            "DELETE FROM nodes WHERE number NOT IN (SELECT target FROM edges WHERE target_kind = 'node')",
            (),
        )?;
        erased.episodes += execute(
            connection,
            "DELETE FROM episodes WHERE id NOT IN (SELECT episode FROM memories WHERE episode IS NOT NULL)",
            (),
        )?;
        erasures::forget_rows(connection)
    })
}

/// Rewrites the database file and empties its write-ahead log. False when somebody reads an older state all the time: the log
/// holds what was deleted until it is emptied.
pub(super) fn rewrite_file(connection: &Connection, path: &Path) -> Result<bool, StoreError> {
    let what = "rewriting the database";
    let size = std::fs::metadata(path).map_err(|error| super::folder::io_error(what, &error))?.len();
    let in_memory = size <= limits::REWRITE_MEMORY_BYTES;
    connection.execute_batch(if in_memory { "VACUUM" } else { "PRAGMA temp_store=FILE; VACUUM" }).during(what)?;
    if !in_memory {
        connection.execute_batch("PRAGMA temp_store=MEMORY").during(what)?;
    }
    for _ in 0..limits::CHECKPOINT_TRIES {
        // Waits for readers for some seconds by itself.
        let busy: i64 =
            connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |row| row.get(0)).during("emptying the log")?;
        if busy == 0 {
            return Ok(true);
        }
    }
    Ok(false)
}
