//! The queue of changes that wait for the writer of a context. Bounded; closed for good by a failure or at the end.
//!
//! Must not know: tables, indexes.

use std::collections::VecDeque;
use std::sync::Arc;

use parking_lot::{Condvar, Mutex};

use crate::limits;
use crate::store::{Change, Committed, StoreError};

type Outcome = Result<Committed, StoreError>;

/// A change on its way. When it is dropped without an answer, its sender learns that the writer failed.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) change: Change,
    reply: Arc<Reply>,
}

impl Job {
    pub(super) fn answer(&self, outcome: Outcome) {
        self.reply.set(outcome);
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        self.reply.set(Err(StoreError::Poisoned { reason: "the writer stopped".to_owned() }));
    }
}

/// Where the sender waits.
#[derive(Debug, Default)]
pub(super) struct Reply {
    outcome: Mutex<Option<Outcome>>,
    ready: Condvar,
}

impl Reply {
    /// The first answer counts.
    fn set(&self, outcome: Outcome) {
        let mut place = self.outcome.lock();
        if place.is_none() {
            *place = Some(outcome);
            self.ready.notify_one();
        }
    }

    /// Waits for the answer.
    pub(super) fn wait(&self) -> Outcome {
        let mut outcome = self.outcome.lock();
        loop {
            if let Some(outcome) = outcome.as_ref() {
                return outcome.clone();
            }
            self.ready.wait(&mut outcome);
        }
    }
}

/// The queue.
#[derive(Debug, Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    jobs: VecDeque<Job>,
    closed: Option<StoreError>,
}

impl Queue {
    /// Puts a change at the end.
    ///
    /// # Errors
    /// The reason the queue was closed for; an error that names `QUEUE_MAX` when it is full.
    pub(super) fn push(&self, change: Change) -> Result<Arc<Reply>, StoreError> {
        let mut state = self.state.lock();
        if let Some(error) = &state.closed {
            return Err(error.clone());
        }
        if state.jobs.len() >= limits::QUEUE_MAX {
            return Err(StoreError::Io {
                what: "queueing a change".to_owned(),
                reason: format!("{} changes wait already (QUEUE_MAX); try again later", limits::QUEUE_MAX),
            });
        }
        let reply = Arc::new(Reply::default());
        state.jobs.push_back(Job { change, reply: Arc::clone(&reply) });
        self.changed.notify_one();
        Ok(reply)
    }

    /// Waits until there is a change, and takes what is there. Empty when the queue was closed.
    pub(super) fn take(&self) -> Vec<Job> {
        let mut state = self.state.lock();
        while state.jobs.is_empty() && state.closed.is_none() {
            self.changed.wait(&mut state);
        }
        let count = state.jobs.len().min(limits::GROUP_MAX);
        state.jobs.drain(..count).collect()
    }

    /// True when nothing waits.
    pub(super) fn is_idle(&self) -> bool {
        self.state.lock().jobs.is_empty()
    }

    /// Refuses what waits and what comes. The first reason counts.
    pub(super) fn close(&self, reason: &StoreError) {
        let waiting = {
            let mut state = self.state.lock();
            state.closed.get_or_insert_with(|| reason.clone());
            std::mem::take(&mut state.jobs)
        };
        for job in &waiting {
            job.answer(Err(reason.clone()));
        }
        self.changed.notify_all();
    }

    /// Why it was closed.
    pub(super) fn closed(&self) -> Option<StoreError> {
        self.state.lock().closed.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_queue_names_its_bound() {
        let queue = Queue::default();
        let replies: Vec<_> = (0..limits::QUEUE_MAX).map(|_| queue.push(Change::default()).unwrap()).collect();
        let error = queue.push(Change::default()).unwrap_err();
        assert!(error.to_string().contains("QUEUE_MAX"), "{error}");
        assert_eq!(queue.take().len(), limits::GROUP_MAX);
        assert!(queue.push(Change::default()).is_ok());
        drop(replies);
    }

    #[test]
    fn a_dropped_change_is_answered() {
        let queue = Queue::default();
        let reply = queue.push(Change::default()).unwrap();
        drop(queue.take());
        assert!(matches!(reply.wait(), Err(StoreError::Poisoned { .. })));
    }

    #[test]
    fn closing_refuses_what_waits_and_what_comes() {
        let queue = Queue::default();
        let reply = queue.push(Change::default()).unwrap();
        queue.close(&StoreError::DiskFull);
        queue.close(&StoreError::Late);
        assert_eq!(reply.wait(), Err(StoreError::DiskFull));
        assert_eq!(queue.push(Change::default()).unwrap_err(), StoreError::DiskFull);
        assert!(queue.take().is_empty());
    }
}
