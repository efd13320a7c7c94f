//! Checks everything that is stored: each row's checksum, what refers to what, the database's own structure, and the
//! indexes against indexes built anew. Writers wait only while the two states are taken.
//!
//! Must not know: how to repair.

use rusqlite::Connection;

use super::core::Core;
use super::database::During;
use super::indexes::Indexes;
use super::rebuild;
use super::tables::{documents, memories, reading};
use crate::store::{Fault, StoreError, VerifyReport};

/// Faults that are listed; more are not counted, since the context is lost already. Chosen.
const FAULTS_MAX: usize = 100;

/// What must not be, with the query that counts it.
const RULES: &[(&str, &str, &str)] = &[
    (
        "table vectors",
        "rows without a memory",
        "SELECT count(*) FROM vectors WHERE ordinal NOT IN (SELECT ordinal FROM memories)",
    ),
    (
        "table feelings",
        "rows without a memory",
        "SELECT count(*) FROM feelings WHERE ordinal NOT IN (SELECT ordinal FROM memories)",
    ),
    (
        "table edges",
        "rows without a memory",
        "SELECT count(*) FROM edges WHERE owner NOT IN (SELECT ordinal FROM memories)",
    ),
    (
        "table edges",
        "rows that lead to no node",
        "SELECT count(*) FROM edges WHERE target_kind = 'node' AND target NOT IN (SELECT number FROM nodes)",
    ),
    (
        "table edges",
        "rows that lead to no memory",
        "SELECT count(*) FROM edges WHERE target_kind = 'memory' AND target NOT IN (SELECT ordinal FROM memories)",
    ),
    (
        "table documents",
        "rows without a memory, or without as many passages as they say",
        "SELECT count(*) FROM documents d WHERE d.passages + 1 <>
             (SELECT count(*) FROM memories WHERE ordinal BETWEEN d.ordinal AND d.ordinal + d.passages)",
    ),
    (
        "table documents",
        "memories of kind document without a row",
        "SELECT count(*) FROM memories WHERE kind = 'document' AND ordinal NOT IN (SELECT ordinal FROM documents)",
    ),
    (
        "table uses",
        "rows without a memory",
        "SELECT count(*) FROM uses WHERE ordinal NOT IN (SELECT ordinal FROM memories)",
    ),
    (
        "table claims",
        "rows without a memory",
        "SELECT count(*) FROM claims WHERE ordinal NOT IN (SELECT ordinal FROM memories)",
    ),
    (
        "table claims",
        "memories that say something and are not found by it",
        "SELECT count(*) FROM memories WHERE knowledge IS NOT NULL AND ordinal NOT IN (SELECT ordinal FROM claims)",
    ),
    (
        "table claims",
        "rows about an entity that does not exist",
        "SELECT count(*) FROM claims WHERE (subject IS NOT NULL AND subject NOT IN (SELECT ordinal FROM entities))
             OR (object IS NOT NULL AND object NOT IN (SELECT ordinal FROM entities))",
    ),
    (
        "table claim_sources",
        "rows without a claim or a memory",
        "SELECT count(*) FROM claim_sources WHERE ordinal NOT IN (SELECT ordinal FROM memories)
             OR source NOT IN (SELECT ordinal FROM memories)",
    ),
    (
        "table entities",
        "rows without a card",
        "SELECT count(*) FROM entities e WHERE NOT EXISTS (
             SELECT 1 FROM memories m WHERE m.ordinal = e.ordinal AND m.kind = 'entity')",
    ),
    (
        "table entity_names",
        "rows without an entity",
        "SELECT count(*) FROM entity_names WHERE entity NOT IN (SELECT ordinal FROM entities)",
    ),
    (
        "table episodes",
        "rows without a session",
        "SELECT count(*) FROM episodes WHERE session NOT IN (SELECT number FROM sessions)",
    ),
    (
        "table changes",
        "rows that name no memory",
        "SELECT count(*) FROM changes WHERE ordinal IS NOT NULL AND ordinal NOT IN (SELECT ordinal FROM memories)",
    ),
    (
        "table memories",
        "rows that the change log does not name",
        "SELECT count(*) FROM memories WHERE ordinal NOT IN (SELECT ordinal FROM changes WHERE op = 'write')",
    ),
    ("table changes", "numbers that are missing", "SELECT coalesce(max(sequence), 0) - count(*) FROM changes"),
];

/// Checks a context.
pub(super) fn verify(core: &Core) -> Result<VerifyReport, StoreError> {
    // Between the two states no commit may pass: the step is given back once both are held.
    let mut step = Some(core.step.lock());
    core.readers.with_one_state(|connection| {
        let sections = core.indexes.read().encode()?;
        let sequence = core.stand.lock().sequence;
        step.take();
        let mut report = VerifyReport::default();
        rows(connection, &mut report)?;
        documents::check(connection, &mut |error| fault(&mut report, error))?;
        structure(connection, &mut report)?;
        compare(connection, &sections, sequence, &mut report)?;
        report.faults.truncate(FAULTS_MAX);
        Ok(report)
    })
}

fn fault(report: &mut VerifyReport, error: StoreError) -> Result<(), StoreError> {
    match error {
        StoreError::Corrupt { what, detail } => {
            if report.faults.len() < FAULTS_MAX {
                report.faults.push(Fault { place: what, detail });
            }
            Ok(())
        }
        other => Err(other),
    }
}

fn rows(connection: &Connection, report: &mut VerifyReport) -> Result<(), StoreError> {
    let what = "reading all memories";
    let mut statement = connection.prepare(&memories::WHOLE_ALL).during(what)?;
    let mut rows = statement.query(()).during(what)?;
    loop {
        let row = match rows.next().during(what) {
            Ok(Some(row)) => row,
            Ok(None) => return Ok(()),
            Err(error) => return fault(report, error),
        };
        match reading::whole(connection, row) {
            Ok(_) => report.rows += 1,
            Err(error) => fault(report, error)?,
        }
    }
}

fn structure(connection: &Connection, report: &mut VerifyReport) -> Result<(), StoreError> {
    let found: Result<Vec<String>, StoreError> = connection
        .prepare("PRAGMA quick_check(20)")
        .and_then(|mut statement| statement.query_map((), |row| row.get(0))?.collect())
        .during("checking the database");
    match found {
        Ok(lines) => {
            for detail in lines.into_iter().filter(|line| line != "ok") {
                report.faults.push(Fault { place: "the database".to_owned(), detail });
            }
        }
        Err(error) => fault(report, error)?,
    }
    for (place, what, sql) in RULES {
        match connection.query_row(sql, (), |row| row.get::<_, i64>(0)).during("checking the tables") {
            Ok(0) => {}
            Ok(count) => {
                report.faults.push(Fault { place: (*place).to_owned(), detail: format!("{count} {what}") });
            }
            Err(error) => fault(report, error)?,
        }
    }
    Ok(())
}

fn compare(
    connection: &Connection,
    sections: &[(&'static str, Vec<u8>)],
    sequence: u64,
    report: &mut VerifyReport,
) -> Result<(), StoreError> {
    let sections: Vec<(&str, &[u8])> = sections.iter().map(|(name, bytes)| (*name, bytes.as_slice())).collect();
    let live = match Indexes::decode(&sections, sequence) {
        Ok(live) => live,
        Err(error) => {
            report.faults.push(Fault { place: format!("index {}", error.section), detail: error.detail });
            return Ok(());
        }
    };
    match rebuild::anew(connection) {
        Ok((rebuilt, _)) => {
            report.faults.extend(live.compare(&rebuilt));
            report.indexes = Indexes::names().iter().map(|name| (*name).to_owned()).collect();
            Ok(())
        }
        // The damaged rows are listed already.
        Err(StoreError::Corrupt { .. }) if !report.faults.is_empty() => Ok(()),
        Err(error) => fault(report, error),
    }
}
