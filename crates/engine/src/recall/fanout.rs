//! Running channels side by side, each under the deadline.
//!
//! A channel that fails, panics or runs late is left out and named; it cannot fail the question. Small contexts are
//! searched on the calling thread, since handing over costs more than the search.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

use crate::channel::{Channel, Found, Inquiry, Question};
use crate::limits;
use crate::ports::{Clock, Deadline};
use crate::store::{Ordinal, View};

type Job = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    closed: bool,
}

/// Threads that run channels. Shared by all questions of an engine; joined when dropped.
pub struct Pool {
    shared: Arc<(Mutex<Queue>, Condvar)>,
    threads: Vec<std::thread::JoinHandle<()>>,
}

impl Pool {
    /// A pool of `n_threads` threads; none means that everything runs on the calling thread.
    pub fn new(n_threads: usize) -> Self {
        let shared = Arc::new((Mutex::new(Queue::default()), Condvar::new()));
        let spawn = |idx: usize| {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new().name(format!("channel-{idx}")).spawn(move || work(&shared)).ok()
        };
        let threads = (0..n_threads).filter_map(spawn).collect();
        Self { shared, threads }
    }

    /// Queues a job; gives it back when the queue is full or nobody would take it.
    fn push(&self, job: Job) -> Result<(), Job> {
        let mut queue = self.shared.0.lock();
        if self.threads.is_empty() || queue.jobs.len() >= limits::FANOUT_QUEUE_MAX {
            return Err(job);
        }
        queue.jobs.push_back(job);
        self.shared.1.notify_one();
        Ok(())
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.0.lock().closed = true;
        self.shared.1.notify_all();
        for thread in self.threads.drain(..) {
            // A panic of a channel is caught where it runs, so that a thread has nothing to report here.
            drop(thread.join());
        }
    }
}

fn work(shared: &(Mutex<Queue>, Condvar)) {
    loop {
        let job = {
            let mut queue = shared.0.lock();
            loop {
                if let Some(job) = queue.jobs.pop_front() {
                    break job;
                }
                if queue.closed {
                    return;
                }
                shared.1.wait(&mut queue);
            }
        };
        job();
    }
}

/// What the channels of one stage work on.
#[derive(Clone)]
pub(crate) struct Brief {
    pub(crate) question: Arc<Question>,
    pub(crate) view: Arc<dyn View>,
    pub(crate) seeds: Arc<[(Ordinal, f32)]>,
    pub(crate) deadline: Deadline,
    pub(crate) clock: Arc<dyn Clock>,
}

impl Brief {
    pub(crate) fn inquiry(&self) -> Inquiry<'_> {
        Inquiry { question: &self.question, view: self.view.as_ref(), seeds: &self.seeds, deadline: &self.deadline }
    }
}

/// What became of one channel.
pub(crate) struct Outcome {
    pub(crate) channel: &'static dyn Channel,
    /// What it found, or why it is missing.
    pub(crate) found: Result<Vec<Found>, String>,
    /// How long it took, in microseconds; 0 when it never came back.
    pub(crate) us: u64,
}

fn run_one(channel: &'static dyn Channel, brief: &Brief, limit: usize) -> Outcome {
    let begin = brief.clock.monotonic_us();
    let found = catch_unwind(AssertUnwindSafe(|| channel.search(&brief.inquiry(), limit)));
    let found = match found {
        Ok(Ok(found)) => Ok(found),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("it panicked".to_owned()),
    };
    Outcome { channel, found, us: brief.clock.monotonic_us().saturating_sub(begin) }
}

/// Runs channels side by side and waits for them until the deadline. Outcomes are in the order of `channels`.
pub(crate) fn run(pool: &Pool, channels: &[&'static dyn Channel], brief: &Brief, limit: usize) -> Vec<Outcome> {
    if brief.view.len() < limits::FANOUT_ROWS_MIN || channels.len() < 2 {
        return channels.iter().map(|channel| run_one(*channel, brief, limit)).collect();
    }
    let (send, receive) = mpsc::channel::<(usize, Outcome)>();
    // The calling thread takes the first itself instead of idling.
    for (idx, channel) in channels.iter().copied().enumerate().skip(1) {
        let (send, brief) = (send.clone(), brief.clone());
        let job: Job = Box::new(move || {
            // Nobody listens any more when the deadline has passed: then the outcome is dropped, as it should be.
            drop(send.send((idx, run_one(channel, &brief, limit))));
        });
        if let Err(job) = pool.push(job) {
            job();
        }
    }
    drop(send);
    let mut outcomes: Vec<Option<Outcome>> = channels.iter().map(|_| None).collect();
    outcomes[0] = Some(run_one(channels[0], brief, limit));
    while outcomes.iter().any(Option::is_none) {
        match receive.recv_timeout(Duration::from_micros(brief.deadline.left_us())) {
            Ok((idx, outcome)) => outcomes[idx] = Some(outcome),
            Err(_) => break,
        }
    }
    let late = |channel| Outcome { channel, found: Err("it missed the deadline".to_owned()), us: 0 };
    outcomes.into_iter().zip(channels).map(|(outcome, channel)| outcome.unwrap_or_else(|| late(*channel))).collect()
}
