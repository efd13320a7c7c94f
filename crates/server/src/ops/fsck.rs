//! `POST /api/v1/{context}/fsck`: what is wrong with what is known.

use quintet::limits::FINDINGS_MAX;
use quintet::views::{Finding, FsckAsk};
use serde::Deserialize;
use serde_json::{Value, json};

use super::reading::{number, reading};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "fsck",
    summary: "Look for doubles, contradictions, unscoped memories and orders hidden in texts; changes nothing",
    method: Method::Post,
    path: "/api/v1/{context}/fsck",
    verb: Verb::MemoryRead,
    read_only: true,
    example: r#"{"duplicateThreshold": 0.95, "maxResults": 100}"#,
    handler: handle,
};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// Cosine from which two values count as doubles.
    #[serde(default, alias = "duplicate_threshold")]
    duplicate_threshold: Option<f32>,
    #[serde(default, alias = "max_results")]
    max_results: Option<Value>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (request, filter) = reading::<Request>(call)?;
    let ask = FsckAsk {
        duplicate_threshold: request.duplicate_threshold.unwrap_or(FsckAsk::default().duplicate_threshold),
        results_max: number("maxResults", request.max_results.as_ref(), FINDINGS_MAX, FINDINGS_MAX)?,
    };
    let report = service.engine.fsck(&call.context()?, &ask, &filter)?;
    let findings: Vec<Value> = report.findings.iter().map(finding).collect();
    Ok(Reply::ok(json!({ "findings": findings, "rows": report.rows, "truncated": report.is_cut })))
}

fn finding(one: &Finding) -> Value {
    json!({
        "kind": one.kind.as_str(),
        "memoryIds": one.memories,
        "entityIds": one.entities,
        "detail": one.detail,
        "similarity": one.similarity,
        "span": one.chars,
    })
}
