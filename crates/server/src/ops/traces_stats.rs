//! `GET /api/v1/{context}/traces/stats`: the newest recalls in figures.

use serde_json::{Value, json};

use super::schema::Shape::{Number, Object, Of, Whole};
use super::schema::{Answer, Takes};
use super::traces::{latency_ms, visible};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "traces_stats",
    summary: "The newest recalls in figures: how many, how fast, how sure",
    method: Method::Get,
    path: "/api/v1/{context}/traces/stats",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    takes: Takes::Nothing,
    answer: Answer::ok(Of(&[
        ("totalQueries", Whole),
        ("avgLatencyMs", Number),
        ("avgConfidence", Number),
        ("abstained", Whole),
        ("degraded", Whole),
        ("cacheHits", Whole),
        ("cacheHitRate", Number),
        ("windowHours", Whole),
        ("tierCounts", Object),
    ])),
    handler: handle,
};

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let grant = call.grant()?;
    let traces = service.engine.traces(&call.context()?, quintet::limits::LIST_MAX)?;
    let seen: Vec<Value> = traces.iter().filter_map(|trace| visible(trace, &grant)).collect();
    let n = seen.len();
    let mean = |of: &dyn Fn(&Value) -> f64| if n == 0 { 0.0 } else { seen.iter().map(of).sum::<f64>() / n as f64 };
    let hours = match (traces.first(), traces.last()) {
        (Some(newest), Some(oldest)) => (newest.at.0 - oldest.at.0).unsigned_abs().div_ceil(3_600_000_000),
        _ => 0,
    };
    Ok(Reply::ok(json!({
        "totalQueries": n,
        "avgLatencyMs": mean(&latency_ms),
        "avgConfidence": mean(&|record| record["body"]["confidence"].as_f64().unwrap_or_default()),
        "abstained": seen.iter().filter(|record| record["body"]["abstain"] == true).count(),
        "degraded": seen.iter().filter(|record| record["body"]["degraded"].as_array().is_some_and(|d| !d.is_empty())).count(),
        "cacheHits": 0,
        "cacheHitRate": 0.0,
        "responseTracesTotal": 0,
        "responseTracesCached": 0,
        "windowHours": hours,
        "tierCounts": { "hybrid": n },
        "retrieval": {},
        "contradiction": {},
        "supersession": {},
        "sourceKindDistribution": [],
    })))
}
