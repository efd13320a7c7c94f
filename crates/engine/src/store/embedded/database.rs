//! Connections to SQLite: how they are opened, and what their errors mean.
//!
//! Must not know: tables, indexes.

use std::path::Path;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::folder;
use crate::store::StoreError;

/// Page size of a new database, in bytes. A row with its vector takes 2 to 4 KiB, so that several share a page and few are
/// split over two. Chosen.
const PAGE_BYTES: u32 = 8192;
/// Pages that the write-ahead log holds before they go to the database file: 8 MiB. Short, so that little can be lost with it.
const CHECKPOINT_PAGES: u32 = 1_000;
/// Prepared statements kept per connection; more than there are different ones. Chosen.
const STATEMENTS_KEPT: usize = 64;

/// Makes a new database file and leaves it in write-ahead mode.
pub(super) fn create(path: &Path) -> Result<Connection, StoreError> {
    folder::make_file(path)?;
    let connection = open_with(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let pragmas = format!("PRAGMA page_size={PAGE_BYTES}; PRAGMA journal_mode=WAL;");
    connection.execute_batch(&pragmas).map_err(|error| failed("making a database", error))?;
    tune_writer(&connection)?;
    Ok(connection)
}

/// Opens an existing database for writing.
pub(super) fn open_writer(path: &Path) -> Result<Connection, StoreError> {
    if !path.exists() {
        return Err(StoreError::Corrupt { what: name(path), detail: "the file is missing".to_owned() });
    }
    let connection = open_with(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    tune_writer(&connection)?;
    Ok(connection)
}

/// Opens an existing database for reading. The file is not mapped: a mapped file that is cut short kills the process.
pub(super) fn open_reader(path: &Path) -> Result<Connection, StoreError> {
    open_with(path, OpenFlags::SQLITE_OPEN_READ_ONLY)
}

fn open_with(path: &Path, access: OpenFlags) -> Result<Connection, StoreError> {
    // Every connection is used by one thread at a time, so that SQLite's own mutex is not needed.
    let connection = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)
        .map_err(|error| failed("opening a database", error))?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS_KEPT);
    // Without this, a bound value that is compared with the condition of a partial index makes SQLite plan the statement anew
    // every time: reading a row by its number then costs ten times as much, nearly all of it in the parser.
    connection
        .set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)
        .map_err(|error| failed("opening a database", error))?;
    Ok(connection)
}

fn tune_writer(connection: &Connection) -> Result<(), StoreError> {
    let pragmas =
        format!("PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY; PRAGMA wal_autocheckpoint={CHECKPOINT_PAGES};");
    connection.execute_batch(&pragmas).map_err(|error| failed("opening a database", error))
}

/// The last part of a path, for messages.
pub(super) fn name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// What an error of SQLite means to a caller. SQLite's messages name tables and columns, never values.
pub(super) fn failed(what: &str, error: rusqlite::Error) -> StoreError {
    if matches!(
        error,
        rusqlite::Error::FromSqlConversionFailure(..)
            | rusqlite::Error::IntegralValueOutOfRange(..)
            | rusqlite::Error::InvalidColumnType(..)
    ) {
        return StoreError::Corrupt {
            what: what.to_owned(),
            detail: "a column holds a value of another type".to_owned(),
        };
    }
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => StoreError::DiskFull,
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            StoreError::Corrupt { what: "the database".to_owned(), detail: error.to_string() }
        }
        _ => StoreError::Io { what: what.to_owned(), reason: error.to_string() },
    }
}

/// Turns errors of SQLite into errors of the store.
pub(super) trait During<T> {
    /// Names what was tried.
    fn during(self, what: &str) -> Result<T, StoreError>;
}

impl<T> During<T> for Result<T, rusqlite::Error> {
    fn during(self, what: &str) -> Result<T, StoreError> {
        self.map_err(|error| failed(what, error))
    }
}
