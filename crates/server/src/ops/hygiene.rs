//! `POST /api/v1/{context}/hygiene`: what is unclean in what is remembered.

use quintet::limits::FINDINGS_MAX;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::reading::{number, reading};
use super::schema::Shape::{Any, List, Maybe, Object, Of, Text, Truth, Whole};
use super::schema::{Answer, Bounded, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "hygiene",
    summary: "Look for junk, near-doubles, secrets and what was never recalled; changes nothing",
    method: Method::Post,
    path: "/api/v1/{context}/hygiene",
    verb: Verb::MemoryRead,
    read_only: true,
    example: r#"{"maxResults": 100}"#,
    takes: Takes::Reading(Request::json_schema),
    answer: Answer::ok(Of(&[
        (
            "findings",
            List(&Of(&[
                ("kind", Text),
                ("memoryId", Text),
                ("repeats", Maybe(&Text)),
                ("detail", Text),
                ("span", Any),
            ])),
        ),
        ("counts", Object),
        ("rows", Whole),
        ("traces", Whole),
        ("truncated", Truth),
    ])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// Findings at most.
    #[serde(default, alias = "max_results")]
    #[schemars(with = "Option<Bounded<1, FINDINGS_MAX>>")]
    max_results: Option<Value>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (request, filter) = reading::<Request>(call)?;
    let most = number("maxResults", request.max_results.as_ref(), FINDINGS_MAX, FINDINGS_MAX)?;
    let report = service.engine.hygiene(&call.context()?, &filter, most)?;
    let findings: Vec<Value> = report
        .findings
        .iter()
        .map(|one| {
            json!({
                "kind": one.kind.as_str(), "memoryId": one.memory, "repeats": one.of, "detail": one.detail, "span": one.chars,
            })
        })
        .collect();
    Ok(Reply::ok(json!({
        "findings": findings, "counts": report.counts, "rows": report.rows, "traces": report.traces,
        "truncated": report.is_cut,
    })))
}
