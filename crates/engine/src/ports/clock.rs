//! The clock, and deadlines measured with it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::model::Micros;

/// Wall and monotonic time.
pub trait Clock: Send + Sync {
    /// Wall-clock time in UTC. May jump.
    fn now(&self) -> Micros;
    /// Microseconds since some fixed moment; never decreases. For measuring durations and deadlines.
    fn monotonic_us(&self) -> u64;
}

/// The moment by which work has to be done, shared by everybody who works on it.
#[derive(Clone)]
pub struct Deadline {
    clock: Arc<dyn Clock>,
    at_us: u64,
    cancelled: Arc<AtomicBool>,
}

impl Deadline {
    /// Passes `budget_us` microseconds from now.
    pub fn after(clock: Arc<dyn Clock>, budget_us: u64) -> Self {
        let at_us = clock.monotonic_us().saturating_add(budget_us);
        Self { clock, at_us, cancelled: Arc::new(AtomicBool::new(false)) }
    }

    /// True once the moment has passed or the work was called off.
    pub fn expired(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed) || self.clock.monotonic_us() >= self.at_us
    }

    /// Calls the work off: everybody who shares this deadline sees it as passed.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Microseconds left, 0 when it has passed.
    pub fn left_us(&self) -> u64 {
        if self.expired() { 0 } else { self.at_us.saturating_sub(self.clock.monotonic_us()) }
    }
}
