//! Admission: how many operations run at once, how many wait, and how many requests a key has in a second.
//!
//! What there is no room for is refused at once, with the time after which to ask again, so that those who were let in are served
//! in time. Owned by both front ends. Must not know: operations, HTTP.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;
use prometheus_client::metrics::gauge::Gauge;
use serde_json::json;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::authority::Caller;
use crate::limits;
use crate::metrics::Metrics;
use crate::problem::{Code, Problem};

/// Requests that a key has: so many a second, and so many at once after a rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// Requests in a second, in the long run; at least 1.
    pub per_second: u32,
    /// Requests at once; at least 1.
    pub burst: u32,
}

/// How much is let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// Operations that run at once; more wait. At least 1.
    pub running_max: usize,
    /// Operations that wait; more are refused.
    pub waiting_max: usize,
    /// What each key has; `None` for no bound. The admin key has none: it is the operator's own.
    pub rate: Option<Rate>,
    /// Connections at once; more are refused.
    pub connections_max: usize,
    /// The same from one address.
    pub connections_per_address_max: usize,
}

impl Default for Load {
    /// The bounds of `limits.rs`, without a rate.
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            running_max: (cores * limits::RUNNING_PER_CORE).max(limits::RUNNING_MIN),
            waiting_max: limits::WAITING_MAX,
            rate: None,
            connections_max: limits::CONNECTIONS_MAX,
            connections_per_address_max: limits::CONNECTIONS_PER_ADDRESS_MAX,
        }
    }
}

/// What a key has left: full buckets are not kept.
#[derive(Clone, Copy)]
struct Bucket {
    /// Requests left, in millionths.
    left_millionths: u64,
    at_us: u64,
}

const WHOLE: u64 = 1_000_000;

/// Lets operations in.
pub(crate) struct Admission {
    room: Arc<Semaphore>,
    load: Mutex<Load>,
    buckets: Mutex<BTreeMap<String, Bucket>>,
    metrics: Arc<Metrics>,
}

/// Room for one operation, until it is dropped.
pub(crate) struct Place {
    _room: OwnedSemaphorePermit,
    _runs: Counted,
}

impl Admission {
    pub(crate) fn new(load: Load, metrics: Arc<Metrics>) -> Self {
        let room = Arc::new(Semaphore::new(load.running_max.max(1)));
        Self { room, load: Mutex::new(load), buckets: Mutex::default(), metrics }
    }

    /// The bounds that hold.
    pub(crate) fn load(&self) -> Load {
        *self.load.lock()
    }

    /// Other bounds from now on; how many run at once stays as it was.
    pub(crate) fn set(&self, load: Load) {
        *self.load.lock() = load;
    }

    /// Counts a request of a caller's key. `now_us` is of a clock that never goes back.
    ///
    /// # Errors
    /// [`Problem`] 429 with the seconds after which there is room again.
    pub(crate) fn count(&self, caller: &Caller, now_us: u64) -> Result<(), Problem> {
        let Some(rate) = self.load.lock().rate else { return Ok(()) };
        let Some(key) = caller.key() else { return Ok(()) };
        let (per_second, full) = (u64::from(rate.per_second.max(1)), u64::from(rate.burst.max(1)) * WHOLE);
        let mut buckets = self.buckets.lock();
        // What is full again says nothing; that it goes bounds the list by the keys that are in use.
        if buckets.len() > limits::BUCKETS_SWEPT {
            buckets.retain(|_, bucket| refilled(*bucket, per_second, full, now_us) < full);
        }
        let bucket = buckets.entry(key.id.clone()).or_insert(Bucket { left_millionths: full, at_us: now_us });
        let left = refilled(*bucket, per_second, full, now_us);
        if left < WHOLE {
            self.metrics.refused("rate");
            let wait_s = (WHOLE - left).div_ceil(per_second * WHOLE).max(1);
            let detail = format!("this key has {per_second} requests a second; ask again later");
            return Err(later(Problem::new(Code::TooManyRequests, detail), wait_s));
        }
        *bucket = Bucket { left_millionths: left - WHOLE, at_us: now_us };
        Ok(())
    }

    /// Waits for room, if there is room to wait.
    ///
    /// # Errors
    /// [`Problem`] 503 at once where too many wait already, and after [`limits::WAIT_S`] otherwise.
    pub(crate) async fn place(&self) -> Result<Place, Problem> {
        let full = || {
            self.metrics.refused("queue");
            let detail = "the server has as much to do as it can; ask again in a moment";
            later(Problem::new(Code::Unavailable, detail), 1)
        };
        let room = if let Ok(room) = Arc::clone(&self.room).try_acquire_owned() {
            room
        } else {
            let waits = Counted::begin(&self.metrics.waiting);
            if waits.before >= self.load().waiting_max as i64 {
                return Err(full());
            }
            let wait = Duration::from_secs(limits::WAIT_S);
            let room = tokio::time::timeout(wait, Arc::clone(&self.room).acquire_owned());
            room.await.ok().and_then(Result::ok).ok_or_else(full)?
        };
        Ok(Place { _room: room, _runs: Counted::begin(&self.metrics.running) })
    }
}

/// What is in a bucket after the time since it was looked at.
fn refilled(bucket: Bucket, per_second: u64, full: u64, now_us: u64) -> u64 {
    // A second has as many microseconds as a request has millionths.
    let gained = now_us.saturating_sub(bucket.at_us).saturating_mul(per_second);
    bucket.left_millionths.saturating_add(gained).min(full)
}

/// A problem that says after how many seconds to ask again.
fn later(mut problem: Problem, seconds: u64) -> Problem {
    problem.retry_after_s = Some(seconds);
    problem.more.insert("retryable", json!(true));
    problem
}

/// One more in a gauge, until it is dropped.
pub(crate) struct Counted {
    gauge: Gauge,
    /// How many there were before it.
    before: i64,
}

impl Counted {
    pub(crate) fn begin(gauge: &Gauge) -> Self {
        Self { gauge: gauge.clone(), before: gauge.inc() }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.gauge.dec();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_fill_with_time_and_never_beyond_the_burst() {
        let bucket = Bucket { left_millionths: 0, at_us: 1_000_000 };
        assert_eq!(refilled(bucket, 50, 100 * WHOLE, 1_020_000), WHOLE, "50 a second are one in 20 ms");
        assert_eq!(refilled(bucket, 50, 100 * WHOLE, 1_019_999), WHOLE - 50);
        assert_eq!(refilled(bucket, 50, 100 * WHOLE, u64::MAX), 100 * WHOLE);
        assert_eq!(refilled(bucket, 50, 100 * WHOLE, 0), 0, "a clock that stands still gives nothing");
    }

    #[tokio::test]
    async fn more_than_can_wait_are_refused_at_once() {
        let load = Load { running_max: 1, waiting_max: 1, ..Load::default() };
        let admission = Arc::new(Admission::new(load, Arc::new(Metrics::new())));
        let first = admission.place().await.ok().unwrap();
        let waits = tokio::spawn({
            let admission = Arc::clone(&admission);
            async move { admission.place().await.map(drop) }
        });
        while admission.metrics.waiting.get() == 0 {
            tokio::task::yield_now().await;
        }
        let refused = admission.place().await.err().unwrap();
        assert_eq!((refused.status, refused.retry_after_s), (503, Some(1)));
        drop(first);
        waits.await.unwrap().unwrap();
        let metrics = &admission.metrics;
        assert_eq!((metrics.waiting.get(), metrics.running.get(), admission.room.available_permits()), (0, 0, 1));
    }
}
