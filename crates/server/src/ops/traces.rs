//! `GET /api/v1/{context}/traces`: the newest recalls.

use quintet::model::Grant;
use quintet::store::TraceRecord;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::schema::Shape::{List, Maybe, Number, Of, Text, Time, Truth, Whole};
use super::schema::{Answer, Bounded, Shape, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, reading};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "traces",
    summary: "The newest recalls, newest first, of those whose callers could see no more than this one",
    method: Method::Get,
    path: "/api/v1/{context}/traces",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(Of(&[("traces", List(&SUMMARY))])),
    handler: handle,
};

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Request {
    /// Rows at most; 100 when not said.
    #[schemars(with = "Option<Bounded<1, { quintet::limits::LIST_MAX }>>")]
    limit: Option<Value>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let limit = reading::rows(request.limit.as_ref())?;
    let grant = call.grant()?;
    let traces = service.engine.traces(&call.context()?, quintet::limits::LIST_MAX)?;
    let shown: Vec<Value> =
        traces.iter().filter_map(|trace| visible(trace, &grant)).take(limit).map(|record| summary(&record)).collect();
    Ok(Reply::ok(json!({ "traces": shown })))
}

/// A trace's record with its body, if whoever asked then could see no more than this grant.
pub(super) fn visible(trace: &TraceRecord, grant: &Grant) -> Option<Value> {
    let mut body: Value = serde_json::from_str(&trace.body).ok()?;
    let seen = body.as_object_mut()?.remove("grant");
    // Traces from before grants were kept are for those who see everything.
    let seen: Grant = seen.map_or(Ok(Grant::everything()), serde_json::from_value).ok()?;
    if !grant.includes(&seen) {
        return None;
    }
    let at = trace.at.to_string();
    let mut record = json!({ "traceId": trace.id, "id": trace.id, "at": at, "kind": trace.kind, "body": body });
    let summary = summary(&record);
    if let (Value::Object(record), Value::Object(summary)) = (&mut record, summary) {
        record.extend(summary);
    }
    Some(record)
}

/// How long a recall took, in milliseconds: the sum of its stages.
pub(super) fn latency_ms(record: &Value) -> f64 {
    let stages = record["body"]["timings"].as_array();
    let own = |timing: &&Value| !timing["stage"].as_str().is_some_and(|stage| stage.starts_with("channel."));
    let us: u64 =
        stages.iter().flat_map(|stages| stages.iter()).filter(own).filter_map(|timing| timing["us"].as_u64()).sum();
    us as f64 / 1_000.0
}

/// What is told of every trace.
pub(super) const SUMMARY: Shape = Of(&[
    ("id", Text),
    ("createdAt", Time),
    ("kind", Text),
    ("queryText", Text),
    ("latencyMs", Whole),
    ("hits", Whole),
    ("confidence", Maybe(&Number)),
    ("resolutionTier", Text),
    ("tierReason", Text),
    ("cached", Truth),
]);

/// A trace in a list.
fn summary(record: &Value) -> Value {
    json!({
        "id": record["id"],
        "createdAt": record["at"],
        "kind": record["kind"],
        "queryText": record["body"]["query"].as_str().unwrap_or_default(),
        "latencyMs": latency_ms(record).ceil() as u64,
        "hits": record["body"]["hits"].as_array().map_or(0, Vec::len),
        "confidence": record["body"]["confidence"],
        "resolutionTier": "hybrid",
        "tierReason": "every question is answered by all channels in this version",
        "cached": false,
    })
}
