//! Connections for reading: a few per context, opened when needed.
//!
//! Must not know: indexes, the writer.

use std::path::{Path, PathBuf};

use parking_lot::{Condvar, Mutex};
use rusqlite::Connection;

use super::database;
use super::indexes::RowSource;
use super::knowledge;
use super::tables::{feelings, memories, vectors};
use crate::affect::Point;
use crate::limits;
use crate::model::Memory;
use crate::store::{Ordinal, StoreError, Whom};

/// The readers of one context.
#[derive(Debug)]
pub(super) struct Readers {
    path: PathBuf,
    pool: Mutex<Pool>,
    freed: Condvar,
}

#[derive(Debug, Default)]
struct Pool {
    idle: Vec<Connection>,
    open: usize,
}

impl Readers {
    pub(super) fn new(path: &Path) -> Self {
        Self { path: path.to_path_buf(), pool: Mutex::new(Pool::default()), freed: Condvar::new() }
    }

    /// Runs something with a connection of its own. Waits when [`limits::READERS_MAX`] are busy.
    pub(super) fn with<T>(&self, read: impl FnOnce(&Connection) -> Result<T, StoreError>) -> Result<T, StoreError> {
        let mut lent = self.lend()?;
        match lent.connection.as_mut() {
            Some(connection) => read(connection),
            None => Err(StoreError::Io { what: "reading".to_owned(), reason: "there is no connection".to_owned() }),
        }
    }

    /// Like [`Readers::with`], and everything that is read belongs to one state of the tables.
    pub(super) fn with_one_state<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        use database::During;
        self.with(|connection| {
            let transaction = connection.unchecked_transaction().during("beginning to read")?;
            // A deferred transaction gets its state with the first read.
            super::tables::changes::last(&transaction)?;
            read(&transaction)
        })
    }

    fn lend(&self) -> Result<Lent<'_>, StoreError> {
        let mut pool = self.pool.lock();
        while pool.idle.is_empty() && pool.open >= limits::READERS_MAX {
            self.freed.wait(&mut pool);
        }
        if let Some(connection) = pool.idle.pop() {
            return Ok(Lent { readers: self, connection: Some(connection) });
        }
        pool.open += 1;
        drop(pool);
        // From here on the place is given back by `Lent`, also when opening fails.
        let mut lent = Lent { readers: self, connection: None };
        lent.connection = Some(database::open_reader(&self.path)?);
        Ok(lent)
    }
}

/// A connection that goes back when it is dropped.
struct Lent<'a> {
    readers: &'a Readers,
    connection: Option<Connection>,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        let mut pool = self.readers.pool.lock();
        match self.connection.take() {
            Some(connection) if pool.idle.len() < limits::READERS_KEPT => pool.idle.push(connection),
            _ => pool.open -= 1,
        }
        self.readers.freed.notify_one();
    }
}

impl RowSource for Readers {
    fn memories(&self, rows: &[Ordinal]) -> Result<Vec<Option<Memory>>, StoreError> {
        self.with_one_state(|connection| {
            rows.iter().map(|ordinal| Ok(memories::get(connection, *ordinal)?.map(|stored| stored.memory))).collect()
        })
    }

    fn points(&self, rows: &[Ordinal]) -> Result<Vec<Vec<Point>>, StoreError> {
        self.with_one_state(|connection| {
            let points =
                |ordinal: &Ordinal| Ok(feelings::get(connection, *ordinal)?.map(|f| f.points).unwrap_or_default());
            rows.iter().map(points).collect()
        })
    }

    fn known(
        &self,
        whom: &Whom,
        keys: &[String],
        may_see: &dyn Fn(Ordinal) -> bool,
    ) -> Result<Vec<Ordinal>, StoreError> {
        self.with_one_state(|connection| knowledge::known(connection, whom, keys, may_see))
    }

    fn vectors(&self, rows: &[Ordinal]) -> Result<Vec<Option<Vec<f32>>>, StoreError> {
        self.with_one_state(|connection| rows.iter().map(|ordinal| vectors::get(connection, *ordinal)).collect())
    }
}
