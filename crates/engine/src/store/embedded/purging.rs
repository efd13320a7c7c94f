//! A purge, run by the writer: rows are marked and listed first, so that they are in no read and an interrupted purge is known;
//! then everything else, while later writes wait; then the indexes anew and the files.
//!
//! Must not know: what is in a table.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use rusqlite::Connection;

use super::closure::closure;
use super::core::Core;
use super::queue::Job;
use super::snapshot::Stand;
use super::tables::{changes, erasures, memories, receipts};
use super::writer::{Failure, Writer};
use super::{DATABASE_FILE, SNAPSHOT_FILE, erasing, folder, rebuild, transact};
use crate::model::Kind;
use crate::store::{Committed, Erase, Erased, ForgetMode, Gone, Ordinal, Receipt, StoreError};

/// What files that are replaced as a whole are called until they are complete.
const UNFINISHED: &str = "tmp";

/// Deletes the snapshot, and what interrupted writes left beside it. Returns how many snapshots there were.
pub(super) fn drop_snapshot(context: &Path) -> Result<u64, StoreError> {
    let snapshot = context.join(SNAPSHOT_FILE);
    let mut n_dropped = 0;
    for path in [snapshot.with_extension(UNFINISHED), snapshot] {
        match std::fs::remove_file(&path) {
            Ok(()) => n_dropped = 1,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => n_dropped = 0,
            Err(error) => return Err(folder::io_error("deleting the index snapshot", &error)),
        }
    }
    Ok(n_dropped)
}

/// Finishes the purges that were interrupted, while nobody else has the context open. Its indexes are to be built after it.
pub(super) fn resume(connection: &Connection, context: &Path, tell: &dyn Fn(&str)) -> Result<(), StoreError> {
    let dropped = drop_snapshot(context)?;
    let (indexes, _) = rebuild::anew(connection)?;
    let mut erased = erasing::erase(connection, &|term, but| indexes.knows(term, but), tell)?;
    drop(indexes);
    erased.snapshots = dropped;
    settle(connection, context, &mut erased)
}

/// Rewrites the file and notes that all is done.
fn settle(connection: &Connection, context: &Path, erased: &mut Erased) -> Result<(), StoreError> {
    erased.complete = erasing::rewrite_file(connection, &context.join(DATABASE_FILE))?;
    if erased.complete { erasures::finish(connection, erased) } else { Ok(()) }
}

impl Writer {
    /// Carries a purge out and answers its sender.
    pub(super) fn purge(&mut self, job: &Job, erase: &Erase) {
        let outcome = if job.change.memories.is_empty() && job.change.assertions.is_empty() {
            self.purged(erase, job.change.receipt.as_ref())
        } else {
            let reason = "a purge is a change of its own; write the rest in another".to_owned();
            Err(StoreError::Io { what: "purging".to_owned(), reason }.into())
        };
        job.answer(outcome.map_err(|failure| {
            self.start_over();
            if failure.poisons {
                self.core.poison(&failure.error.to_string());
            }
            failure.error
        }));
    }

    fn purged(&mut self, erase: &Erase, receipt: Option<&Receipt>) -> Result<Committed, Failure> {
        if let Some(error) = self.core.queue.closed() {
            return Err(error.into());
        }
        let (gone, n_indexed) = self.mark_for_purge(erase, receipt)?;
        let core = Arc::clone(&self.core);
        core.tell(&format!("context '{}': purging {} rows: they are marked", core.id, gone.len()));
        // No snapshot is written and nothing is compared until the indexes are in step again.
        let _step = core.step.lock();
        let mut erased = self.take_out(&core);
        // Whatever became of it, the indexes follow the tables.
        self.renew_indexes(&core).map_err(|error| Failure { error, poisons: true })?;
        if let Ok(erased) = &mut erased {
            erased.indexed = n_indexed;
            // What is gone is gone; where the file cannot be rewritten now, the next opening does it.
            if let Err(error) = settle(&self.connection, &core.folder, erased) {
                core.tell(&format!("context '{}': a purge is to be finished at the next opening: {error}", core.id));
            }
            core.tell(&format!("context '{}': the database is rewritten", core.id));
        }
        if let Err(error) = core.save() {
            core.tell(&format!("context '{}': the index snapshot was not written: {error}", core.id));
        }
        let sequence = self.ledger.sequence;
        Ok(Committed { gone, erased: Some(erased?), sequence, ..Committed::default() })
    }

    /// Forgets the rows with all that goes along and lists them, in one transaction.
    fn mark_for_purge(&mut self, erase: &Erase, receipt: Option<&Receipt>) -> Result<(Vec<Gone>, u64), Failure> {
        self.connection
            .execute_batch("PRAGMA secure_delete=ON")
            .map_err(|error| super::database::failed("purging", error))?;
        self.run_sql("BEGIN IMMEDIATE", "beginning to write")?;
        let mut rows = Vec::with_capacity(erase.ids.len());
        for id in &erase.ids {
            let (ordinal, _) = memories::locate(&self.connection, *id)?.ok_or(StoreError::NoSuchMemory(*id))?;
            rows.push(ordinal);
        }
        let rows = closure(&self.connection, &rows, ForgetMode::Purge)?;
        let mut delta = transact::Delta::default();
        let gone = transact::mark_forgotten(&self.connection, &mut self.ledger, &rows, erase.at, &mut delta)?;
        let n_indexed = delta.removed.len() as u64;
        let listed: Vec<_> = rows.iter().zip(&gone).map(|(row, gone)| (*row, gone.kind == Kind::Entity)).collect();
        erasures::begin(&self.connection, erase.at, &listed)?;
        // Digests are of requests that held what is purged now.
        receipts::clear(&self.connection)?;
        if let Some(receipt) = receipt {
            receipts::put(&self.connection, receipt)?;
        }
        let row = self.row;
        self.finish(vec![delta], row)?;
        Ok((gone, n_indexed))
    }

    fn take_out(&mut self, core: &Core) -> Result<Erased, StoreError> {
        let dropped = drop_snapshot(&core.folder)?;
        *core.saved.lock() = 0;
        let knows = |term: &str, but: &BTreeSet<Ordinal>| core.indexes.read().knows(term, but);
        let tell = |text: &str| core.tell(&format!("context '{}': purging: {text}", core.id));
        let mut erased = erasing::erase(&self.connection, &knows, &tell)?;
        erased.snapshots = dropped;
        Ok(erased)
    }

    /// Builds the indexes anew and puts them in the place of the old ones.
    fn renew_indexes(&mut self, core: &Core) -> Result<(), StoreError> {
        if !self.connection.is_autocommit() {
            self.run_sql("ROLLBACK", "leaving a transaction")?;
        }
        self.tails.clear();
        self.refresh()?;
        self.row = memories::last(&self.connection)?;
        let sequence = changes::last(&self.connection)?;
        let (indexes, _) = rebuild::anew(&self.connection)?;
        core.keeper.moved(&core.mark, sequence);
        let stand = Stand { sequence, node: self.ledger.node, row: self.row };
        core.update(stand, |old| {
            *old = indexes;
            Ok(())
        })
    }
}
