//! Schema versions of a context's database: each step one file, run in one transaction, counted by `user_version`.
//!
//! Must not know: what the rows mean.

mod v0_v1;
mod v1_v2;
mod v2_v3;
mod v3_v4;
mod v4_v5;
mod v5_v6;
mod v6_v7;
mod v7_v8;

use rusqlite::Connection;

use super::database::During;
use crate::store::StoreError;

/// Every step, in order; step `n` leads from version `n` to version `n + 1`.
pub(super) const STEPS: &[&str] =
    &[v0_v1::SQL, v1_v2::SQL, v2_v3::SQL, v3_v4::SQL, v4_v5::SQL, v5_v6::SQL, v6_v7::SQL, v7_v8::SQL];

/// Brings a context's database to the version that this program writes.
///
/// # Errors
/// [`StoreError::Newer`] when a newer program wrote it; nothing is touched then.
pub(super) fn migrate(connection: &mut Connection, what: &str) -> Result<(), StoreError> {
    run(connection, what, STEPS)
}

/// Refuses a file without a schema: contexts are made with one, so that the file lost everything.
pub(super) fn refuse_empty(connection: &Connection, what: &str) -> Result<(), StoreError> {
    if version(connection)? > 0 {
        return Ok(());
    }
    Err(StoreError::Corrupt { what: what.to_owned(), detail: "it has no schema".to_owned() })
}

fn version(connection: &Connection) -> Result<u32, StoreError> {
    connection.query_row("PRAGMA user_version", (), |row| row.get(0)).during("reading the schema version")
}

/// Runs the steps that a database lacks.
///
/// # Errors
/// [`StoreError::Newer`] when it has had more steps than there are.
pub(super) fn run(connection: &mut Connection, what: &str, steps: &[&str]) -> Result<(), StoreError> {
    let found = version(connection)?;
    let known = steps.len() as u32;
    if found > known {
        return Err(StoreError::Newer { what: what.to_owned(), found, known });
    }
    for (step, sql) in steps.iter().enumerate().skip(found as usize) {
        let transaction = connection.transaction().during("changing the schema")?;
        transaction.execute_batch(sql).during("changing the schema")?;
        transaction.pragma_update(None, "user_version", step as u32 + 1).during("changing the schema")?;
        transaction.commit().during("changing the schema")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_to_the_version_and_are_run_once() {
        let mut connection = Connection::open_in_memory().unwrap();
        migrate(&mut connection, "a").unwrap();
        migrate(&mut connection, "a").unwrap();
        let version: u32 = connection.query_row("PRAGMA user_version", (), |row| row.get(0)).unwrap();
        assert_eq!(version as usize, STEPS.len());
    }

    #[test]
    fn a_newer_file_is_refused_untouched() {
        let mut connection = Connection::open_in_memory().unwrap();
        connection.pragma_update(None, "user_version", 99).unwrap();
        let error = migrate(&mut connection, "memory.db").unwrap_err();
        assert_eq!(error, StoreError::Newer { what: "memory.db".to_owned(), found: 99, known: STEPS.len() as u32 });
        let tables: u32 = connection.query_row("SELECT count(*) FROM sqlite_schema", (), |row| row.get(0)).unwrap();
        assert_eq!(tables, 0);
    }
}
