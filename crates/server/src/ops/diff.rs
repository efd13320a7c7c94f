//! `GET /api/v1/{context}/diff`: what changed between two instants.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::reading::{entity, needed, reading};
use super::schema::Shape::{List, Of, Time, Truth};
use super::schema::{Answer, Instant, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, shown};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "diff",
    summary: "What changed in what is known between two instants: added, replaced, ended",
    method: Method::Get,
    path: "/api/v1/{context}/diff",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    takes: Takes::Reading(Request::json_schema),
    answer: Answer::ok(Of(&[
        ("from", Time),
        ("to", Time),
        ("added", List(&shown::STATEMENT)),
        ("replaced", List(&Of(&[("before", shown::STATEMENT), ("after", shown::STATEMENT)]))),
        ("ended", List(&shown::STATEMENT)),
        ("truncated", Truth),
    ])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {
    /// Where it begins.
    #[schemars(with = "Instant")]
    from: String,
    /// Now when absent.
    #[serde(default)]
    #[schemars(with = "Option<Instant>")]
    to: Option<String>,
    /// `type/name`, a name or an id.
    #[serde(default)]
    entity: Option<String>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (request, filter) = reading::<Request>(call)?;
    let from = needed("from", &request.from)?;
    let to = request.to.as_deref().map_or(Ok(service.engine.now()), |to| needed("to", to))?;
    let of = request.entity.as_deref().map(|text| entity("entity", text)).transpose()?;
    let diff = service.engine.diff(&call.context()?, from, to, of.as_ref(), &filter)?;
    let replaced: Vec<Value> = diff
        .replaced
        .iter()
        .map(|one| json!({ "before": shown::statement(&one.before), "after": shown::statement(&one.after) }))
        .collect();
    Ok(Reply::ok(json!({
        "from": from.to_string(),
        "to": to.to_string(),
        "added": diff.added.iter().map(shown::statement).collect::<Vec<_>>(),
        "replaced": replaced,
        "ended": diff.ended.iter().map(shown::statement).collect::<Vec<_>>(),
        "truncated": diff.is_cut,
    })))
}
