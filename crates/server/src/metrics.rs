//! Metrics: what was asked, how long it took, what was refused; as the Prometheus text format.
//!
//! Labels are names of operations and numbers of statuses, so that there are some thousands of series at most, whatever callers
//! send. No label and no value comes from a memory, a scope or a caller. Must not know: operations, HTTP.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};

/// Bounds of the durations that are told apart, in seconds. Chosen: from a look-up of half a millisecond to the time limit.
const BOUNDS_S: [f64; 13] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0, 30.0];

/// What a request was.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Asked {
    front: &'static str,
    operation: &'static str,
}

/// How a request ended.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Ended {
    front: &'static str,
    operation: &'static str,
    status: u16,
}

/// Why something was not let in.
#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Reason {
    reason: &'static str,
}

type Durations = Family<Asked, Histogram, fn() -> Histogram>;

/// What is counted.
pub(crate) struct Metrics {
    registry: Registry,
    ended: Family<Ended, Counter>,
    took: Durations,
    refused: Family<Reason, Counter>,
    /// Operations that run.
    pub(crate) running: Gauge,
    /// Operations that wait for room.
    pub(crate) waiting: Gauge,
    /// Open connections.
    pub(crate) connections: Gauge,
    contexts: Gauge,
    resident: Gauge,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let histogram: fn() -> Histogram = || Histogram::new(BOUNDS_S);
        let mut registry = Registry::with_prefix("quintet");
        let (ended, refused) = (Family::default(), Family::default());
        let took = Durations::new_with_constructor(histogram);
        let [running, waiting, connections, contexts, resident] = std::array::from_fn(|_| Gauge::default());
        registry.register("requests", "Requests by operation and how they ended", Family::clone(&ended));
        let help = "How long requests took";
        registry.register_with_unit("request_duration", help, Unit::Seconds, Family::clone(&took));
        registry.register("refused", "What was not let in, by reason", Family::clone(&refused));
        for (name, help, gauge) in [
            ("operations_running", "Operations that run", &running),
            ("operations_waiting", "Operations that wait for room", &waiting),
            ("connections", "Open connections", &connections),
            ("contexts", "Contexts that exist", &contexts),
        ] {
            registry.register(name, help, gauge.clone());
        }
        let help = "Memory that the process holds";
        registry.register_with_unit("resident_memory", help, Unit::Bytes, resident.clone());
        registry.register("build", "The program", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
        Self { registry, ended, took, refused, running, waiting, connections, contexts, resident }
    }

    /// Counts a request.
    pub(crate) fn ended(&self, front: &'static str, operation: &'static str, status: u16, took: Duration) {
        self.ended.get_or_create(&Ended { front, operation, status }).inc();
        self.took.get_or_create(&Asked { front, operation }).observe(took.as_secs_f64());
    }

    /// Counts something that was not let in.
    pub(crate) fn refused(&self, reason: &'static str) {
        self.refused.get_or_create(&Reason { reason }).inc();
    }

    /// Everything as text, with the number of contexts that exist now.
    pub(crate) fn text(&self, contexts: usize) -> String {
        self.contexts.set(contexts as i64);
        if let Some(bytes) = resident_bytes() {
            self.resident.set(bytes as i64);
        }
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// Memory that the process holds, where the system says so.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_counted_is_told() {
        let metrics = Metrics::new();
        metrics.ended("http", "recall", 200, Duration::from_millis(3));
        metrics.ended("http", "recall", 200, Duration::from_millis(30));
        metrics.refused("rate");
        metrics.running.inc();
        let text = metrics.text(4);
        for line in [
            "quintet_requests_total{front=\"http\",operation=\"recall\",status=\"200\"} 2",
            "quintet_request_duration_seconds_bucket{le=\"0.005\",front=\"http\",operation=\"recall\"} 1",
            "quintet_request_duration_seconds_count{front=\"http\",operation=\"recall\"} 2",
            "quintet_refused_total{reason=\"rate\"} 1",
            "quintet_operations_running 1",
            "quintet_contexts 4",
        ] {
            assert!(text.lines().any(|own| own == line), "{line}\n{text}");
        }
    }
}
