//! `GET /api/v1/{context}/timeline`: what began, changed, ended and was done.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::reading::{entity, reading, rows};
use super::schema::Shape::{List, Maybe, Of, Text, Time};
use super::schema::{Answer, Bounded, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, shown};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "timeline",
    summary: "What began, changed, ended and was done, of an entity or one of its keys, oldest first",
    method: Method::Get,
    path: "/api/v1/{context}/timeline",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    takes: Takes::Reading(Request::json_schema),
    answer: Answer::ok(Of(&[(
        "moments",
        List(&Of(&[
            ("at", Time),
            ("event", Text),
            ("key", Text),
            ("value", Text),
            ("oldValue", Maybe(&Text)),
            ("replacedBy", Maybe(&Text)),
            ("fact", shown::STATEMENT),
        ])),
    )])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {
    /// `type/name`, a name or an id.
    entity: String,
    /// One key, label or verb; all when absent.
    #[serde(default)]
    key: Option<String>,
    /// Rows at most; 100 when not said.
    #[serde(default)]
    #[schemars(with = "Option<Bounded<1, { quintet::limits::LIST_MAX }>>")]
    limit: Option<Value>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (request, filter) = reading::<Request>(call)?;
    let name = entity("entity", &request.entity)?;
    let limit = rows(request.limit.as_ref())?;
    let moments = service.engine.timeline(&call.context()?, &name, request.key.as_deref(), &filter, limit)?;
    Ok(Reply::ok(json!({ "moments": moments.iter().map(shown::moment_body).collect::<Vec<_>>() })))
}
