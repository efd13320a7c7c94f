//! What an evaluation prints. The JSON is a promise; see the README.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;

use super::metrics::{Metrics, percentile};
use super::names::NameReport;

/// Everything that was evaluated.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Report {
    pub(crate) sets: Vec<SetReport>,
    /// Sets of labelled names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) names: Vec<NameReport>,
}

/// One set.
#[derive(Debug, Serialize)]
pub(crate) struct SetReport {
    pub(crate) name: String,
    pub(crate) split: String,
    pub(crate) documents: usize,
    pub(crate) queries: usize,
    pub(crate) metrics: Metrics,
    /// Questions answered exactly, for sets where only that counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) exact: Option<usize>,
    pub(crate) by_type: BTreeMap<String, Scores>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) session: Option<Metrics>,
    pub(crate) latency_ms: Latencies,
    pub(crate) ingest: Ingest,
}

/// Means over some queries.
#[derive(Debug, Serialize)]
pub(crate) struct Scores {
    pub(crate) n: usize,
    pub(crate) metrics: Metrics,
}

/// Latency of a whole recall and of its stages, in milliseconds.
#[derive(Debug, Serialize)]
pub(crate) struct Latencies {
    pub(crate) p50: f64,
    pub(crate) p95: f64,
    pub(crate) p99: f64,
    pub(crate) stages: BTreeMap<String, Latency>,
}

/// Latency of one stage, in milliseconds.
#[derive(Debug, Serialize)]
pub(crate) struct Latency {
    pub(crate) p50: f64,
    pub(crate) p95: f64,
    pub(crate) p99: f64,
}

impl Latency {
    pub(crate) fn of(ms: &[f64]) -> Self {
        Self { p50: percentile(ms, 0.50), p95: percentile(ms, 0.95), p99: percentile(ms, 0.99) }
    }
}

/// How fast documents went in.
#[derive(Debug, Serialize)]
pub(crate) struct Ingest {
    pub(crate) memories: usize,
    pub(crate) seconds: f64,
}

/// The report as a table for people.
pub(crate) fn table(report: &Report) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{:<26} {:>6} {:>6} {:>6} {:>6} {:>6} {:>8} {:>7} {:>8} {:>8} {:>8}",
        "set / type", "n", "R@5", "R@10", "hit@5", "hit@10", "nDCG@10", "MRR@10", "p50 ms", "p95 ms", "docs/s"
    );
    for set in &report.sets {
        let rate = set.ingest.memories as f64 / set.ingest.seconds.max(1e-9);
        let tail = format!(" {:>8.2} {:>8.2} {:>8.0}", set.latency_ms.p50, set.latency_ms.p95, rate);
        line(&mut text, &set.name, set.queries, &set.metrics, &tail);
        if let Some(exact) = set.exact {
            let _ = writeln!(text, "  exactly right: {exact} of {}", set.queries);
        }
        if let Some(session) = &set.session {
            line(&mut text, "  by session", set.queries, session, "");
        }
        for (kind, scores) in set.by_type.iter().filter(|_| set.by_type.len() > 1) {
            line(&mut text, &format!("  {kind}"), scores.n, &scores.metrics, "");
        }
    }
    text
}

fn line(text: &mut String, name: &str, n: usize, metrics: &Metrics, tail: &str) {
    let Metrics { recall_5, recall_10, hit_5, hit_10, ndcg_10, mrr_10 } = metrics;
    let _ = writeln!(
        text,
        "{name:<26} {n:>6} {recall_5:>6.3} {recall_10:>6.3} {hit_5:>6.3} {hit_10:>6.3} {ndcg_10:>8.3} {mrr_10:>7.3}{tail}"
    );
}
