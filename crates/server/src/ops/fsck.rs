//! `POST /api/v1/{context}/fsck`: what is wrong with what is known.

use quintet::limits::FINDINGS_MAX;
use quintet::views::{Finding, FindingKind, FsckAsk};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::reading::{number, reading};
use super::schema::Shape::{Any, List, Maybe, Number, Of, Text, Truth, Whole};
use super::schema::{Answer, Bounded, Shape, Takes};
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
    takes: Takes::Reading(Request::json_schema),
    answer: Answer::ok(Of(&[
        ("total", Whole),
        ("duplicates", List(&FINDING)),
        ("contradictions", List(&FINDING)),
        ("injection", List(&FINDING)),
        ("unscoped", List(&FINDING)),
        ("findings", List(&FINDING)),
        ("rows", Whole),
        ("truncated", Truth),
    ])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// One kind of finding; all when absent.
    #[serde(default)]
    check: Option<String>,
    /// Cosine from which two values count as doubles.
    #[serde(default, alias = "duplicate_threshold")]
    duplicate_threshold: Option<f32>,
    /// Findings at most.
    #[serde(default, alias = "max_results")]
    #[schemars(with = "Option<Bounded<1, FINDINGS_MAX>>")]
    max_results: Option<Value>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (request, filter) = reading::<Request>(call)?;
    let check = request.check.as_deref().map(check).transpose()?.flatten();
    let ask = FsckAsk {
        duplicate_threshold: request.duplicate_threshold.unwrap_or(FsckAsk::default().duplicate_threshold),
        kind: check,
        results_max: number("maxResults", request.max_results.as_ref(), FINDINGS_MAX, FINDINGS_MAX)?,
    };
    let report = service.engine.fsck(&call.context()?, &ask, &filter)?;
    let findings = &report.findings;
    let of =
        |kind: FindingKind| -> Vec<Value> { findings.iter().filter(|one| one.kind == kind).map(finding).collect() };
    Ok(Reply::ok(json!({
        "total": findings.len(),
        "duplicates": of(FindingKind::Duplicate),
        "contradictions": of(FindingKind::Contradiction),
        "injection": of(FindingKind::Injection),
        "unscoped": of(FindingKind::Unscoped),
        "findings": findings.iter().map(finding).collect::<Vec<Value>>(),
        "rows": report.rows,
        "truncated": report.is_cut,
    })))
}

/// The kind of finding that is asked for; `None` for all of them.
fn check(name: &str) -> Result<Option<FindingKind>, Problem> {
    let kinds = [FindingKind::Duplicate, FindingKind::Contradiction, FindingKind::Unscoped, FindingKind::Injection];
    // Lists are named in the plural.
    let named = |kind: &FindingKind| name.strip_suffix('s').unwrap_or(name) == kind.as_str();
    match kinds.into_iter().find(named) {
        Some(kind) => Ok(Some(kind)),
        None if name == "all" => Ok(None),
        None => Err(Problem::invalid("check", "there are all, duplicates, contradictions, unscoped, injection")),
    }
}

/// What is told of one finding.
const FINDING: Shape = Of(&[
    ("kind", Text),
    ("memoryIds", List(&Text)),
    ("entityIds", List(&Text)),
    ("detail", Text),
    ("similarity", Maybe(&Number)),
    ("span", Any),
]);

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
