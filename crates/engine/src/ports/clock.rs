//! The clock.

use crate::model::Micros;

/// Wall and monotonic time.
pub trait Clock: Send + Sync {
    /// Wall-clock time in UTC. May jump.
    fn now(&self) -> Micros;
    /// Microseconds since some fixed moment; never decreases. For measuring durations and deadlines.
    fn monotonic_us(&self) -> u64;
}
