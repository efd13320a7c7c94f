//! The writer of a context: one thread that groups the changes that wait into one transaction and one sync of the disk.
//!
//! Everything that can fail by itself happens before the commit: rows are written, neighbours are read, entries are made.
//! After the commit there is only the step of the indexes; when that fails the context takes no more writes, since its
//! indexes lack what is durable.
//!
//! Must not know: snapshot files, other contexts.

use std::sync::Arc;

use rusqlite::Connection;

use super::core::Core;
use super::database::During;
use super::ledger::Ledger;
use super::queue::Job;
use super::snapshot::Stand;
use super::tables::traces;
use super::transact::{self, Delta};
use super::windows::Tails;
use crate::limits;
use crate::model::MemoryId;
use crate::store::{Change, Committed, Ordinal, StoreError};

/// The thread's own state.
pub(super) struct Writer {
    pub(super) core: Arc<Core>,
    pub(super) connection: Connection,
    pub(super) ledger: Ledger,
    pub(super) tails: Tails,
    pub(super) row: Option<(Ordinal, MemoryId)>,
    traces: usize,
}

/// Why a whole transaction failed.
pub(super) struct Failure {
    pub(super) error: StoreError,
    /// Nobody can tell any more what is durable, or the indexes lack what is.
    pub(super) poisons: bool,
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self { error, poisons: false }
    }
}

type Outcomes = Vec<Result<Committed, StoreError>>;

/// Poisons the context unless the thread ends in order.
struct Guard<'a>(&'a Core);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.poison("the writer panicked");
        }
    }
}

impl Writer {
    pub(super) fn new(core: Arc<Core>, connection: Connection) -> Result<Self, StoreError> {
        let ledger = Ledger::read(&connection)?;
        let row = core.stand.lock().row;
        // Old traces are looked for at once, in case many were written in short runs.
        Ok(Self { core, connection, ledger, tails: Tails::default(), row, traces: limits::TRACES_SWEEP })
    }

    /// Works until the queue is closed.
    pub(super) fn run(mut self) {
        let core = Arc::clone(&self.core);
        let _guard = Guard(&core);
        loop {
            let jobs = core.queue.take();
            if jobs.is_empty() {
                return;
            }
            // A purge is several transactions of its own.
            for run in jobs.chunk_by(|a, b| a.change.erase.is_none() && b.change.erase.is_none()) {
                match run {
                    [Job { change: Change { erase: Some(erase), .. }, .. }] => self.purge(&run[0], erase),
                    _ => self.group(run),
                }
            }
            drop(jobs);
            if core.queue.is_idle() && self.snapshot_is_due() {
                // The indexes are whole without it; the next opening takes longer.
                if let Err(error) = core.save() {
                    core.tell(&format!("context '{}': the index snapshot was not written: {error}", core.id));
                }
            }
        }
    }

    /// A big context is saved less often, so that saving costs a fixed share of writing.
    fn snapshot_is_due(&self) -> bool {
        self.core.unsaved() >= limits::SNAPSHOT_EVERY.max(u64::from(self.ledger.ordinal) / 8)
    }

    fn group(&mut self, jobs: &[Job]) {
        match self.attempt(jobs) {
            Ok(outcomes) => {
                for (job, outcome) in jobs.iter().zip(outcomes) {
                    job.answer(outcome);
                }
            }
            Err(failure) if failure.poisons => {
                self.core.poison(&failure.error.to_string());
                let error = StoreError::Poisoned { reason: failure.error.to_string() };
                for job in jobs {
                    job.answer(Err(error.clone()));
                }
            }
            Err(failure) => {
                self.start_over();
                match jobs {
                    [job] => job.answer(Err(failure.error)),
                    // One of them, or all of them together, was too much: each gets its own chance.
                    _ => jobs.iter().for_each(|job| self.group(std::slice::from_ref(job))),
                }
            }
        }
    }

    /// Leaves the transaction and forgets what was learnt in it.
    pub(super) fn start_over(&mut self) {
        if !self.connection.is_autocommit() {
            // Where this fails the next BEGIN does, too, and says so.
            drop(self.connection.execute_batch("ROLLBACK"));
        }
        self.tails.clear();
        if let Err(error) = self.refresh() {
            self.core.poison(&error.to_string());
        }
    }

    pub(super) fn refresh(&mut self) -> Result<(), StoreError> {
        self.ledger = Ledger::read(&self.connection)?;
        Ok(())
    }

    pub(super) fn run_sql(&self, sql: &str, what: &str) -> Result<(), StoreError> {
        self.connection.prepare_cached(sql).and_then(|mut statement| statement.raw_execute()).map(drop).during(what)
    }

    /// One transaction over all changes. A change that is refused leaves no trace in it.
    fn attempt(&mut self, jobs: &[Job]) -> Result<Outcomes, Failure> {
        if let Some(error) = self.core.queue.closed() {
            return Err(error.into());
        }
        #[cfg(test)]
        if let Some(pages) = self.core.faults.lock().pages_max {
            self.connection.execute_batch(&format!("PRAGMA max_page_count={pages}")).during("limiting pages")?;
        }
        self.run_sql("BEGIN IMMEDIATE", "beginning to write")?;
        let mut outcomes = Vec::with_capacity(jobs.len());
        let mut deltas = Vec::with_capacity(jobs.len());
        let mut row = self.row;
        for job in jobs {
            match self.change(job)? {
                Ok((committed, _)) if job.change.preview => outcomes.push(Ok(committed)),
                Ok((committed, delta)) => {
                    self.traces += delta.traces;
                    deltas.push(delta);
                    row = committed.memories.last().map(|last| (last.ordinal, last.id)).or(row);
                    outcomes.push(Ok(committed));
                }
                Err(error) => outcomes.push(Err(error)),
            }
        }
        if deltas.is_empty() {
            self.run_sql("ROLLBACK", "leaving an empty transaction")?;
            return Ok(outcomes);
        }
        if self.traces >= limits::TRACES_SWEEP {
            traces::keep_newest(&self.connection, limits::TRACES_MAX)?;
            self.traces = 0;
        }
        self.finish(deltas, row)?;
        Ok(outcomes)
    }

    /// Writes one change. The outer error ends the whole transaction.
    fn change(&mut self, job: &Job) -> Result<Result<(Committed, Delta), StoreError>, Failure> {
        self.run_sql("SAVEPOINT one_change", "beginning a change")?;
        match transact::apply(&self.connection, &mut self.ledger, &job.change) {
            Ok(done) => {
                if job.change.preview {
                    self.run_sql("ROLLBACK TO one_change", "taking a preview back")?;
                }
                self.run_sql("RELEASE one_change", "ending a change")?;
                if job.change.preview {
                    self.refresh()?;
                }
                Ok(Ok(done))
            }
            Err(error) if self.connection.is_autocommit() => {
                // SQLite took the whole transaction back by itself, as it does when the disk is full.
                Err(error.into())
            }
            Err(error) => {
                self.run_sql("ROLLBACK TO one_change", "taking a change back")?;
                self.run_sql("RELEASE one_change", "taking a change back")?;
                self.refresh()?;
                Ok(Err(error))
            }
        }
    }

    pub(super) fn finish(&mut self, deltas: Vec<Delta>, row: Option<(Ordinal, MemoryId)>) -> Result<(), Failure> {
        let batch = self.tails.batch(&self.connection, deltas)?;
        let stand = Stand { sequence: self.ledger.sequence, node: self.ledger.node, row };
        let core = Arc::clone(&self.core);
        let _step = core.step.lock();
        self.commit()?;
        core.keeper.moved(&core.mark, stand.sequence);
        let poisons = |error| Failure { error, poisons: true };
        #[cfg(test)]
        {
            let faults = *core.faults.lock();
            assert!(!(faults.after_commit && faults.panics), "a panic that a test asked for");
            if faults.after_commit {
                return Err(poisons(StoreError::Late));
            }
        }
        core.update(stand, |indexes| indexes.apply(batch, stand.sequence)).map_err(poisons)?;
        self.row = row;
        let mut model = core.model.lock();
        if model.is_none() {
            model.clone_from(&self.ledger.model);
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<(), Failure> {
        match self.run_sql("COMMIT", "committing") {
            Ok(()) => Ok(()),
            // Nothing reached the file, or it was taken back.
            Err(StoreError::DiskFull) => Err(StoreError::DiskFull.into()),
            // A sync that failed says nothing about what is on the disk, and one that works afterwards proves nothing.
            Err(error) => Err(Failure { error, poisons: true }),
        }
    }
}
