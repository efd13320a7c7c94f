//! `GET /api/v1/{context}/explore`: neighbours and ways between entities.

use quintet::ExploreAsk;
use quintet::limits::{EXPLORE_ENTITIES_MAX, EXPLORE_HOPS_MAX};
use quintet::views::TieKind;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::reading::{entity, number, reading};
use super::schema::Shape::{Any, Both, List, Of, Text, Truth, Whole, Word};
use super::schema::{Answer, Bounded, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, shown};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "explore",
    summary: "Neighbours of an entity over relations and shared memories, and the shortest ways to another",
    method: Method::Get,
    path: "/api/v1/{context}/explore",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    takes: Takes::Reading(Request::json_schema),
    answer: Answer::ok(Of(&[
        ("entities", List(&Both(&shown::ENTITY, &Of(&[("hops", Whole)])))),
        ("ties", List(&Of(&[("from", Text), ("to", Text), ("kind", Word(&["relation", "sharedMemory"]))]))),
        ("paths", List(&Any)),
        ("truncated", Truth),
    ])),
    handler: handle,
};

/// Entities told when the caller does not say. Chosen.
const ENTITIES_DEFAULT: usize = 50;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {
    /// Where to begin: `type/name`, a name or an id.
    from: String,
    /// Where to look for a way to.
    #[serde(default)]
    to: Option<String>,
    /// How far to go.
    #[serde(default)]
    #[schemars(with = "Option<Bounded<1, EXPLORE_HOPS_MAX>>")]
    hops: Option<Value>,
    /// Rows at most; 100 when not said.
    #[serde(default)]
    #[schemars(with = "Option<Bounded<1, EXPLORE_ENTITIES_MAX>>")]
    limit: Option<Value>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (request, filter) = reading::<Request>(call)?;
    let default = if request.to.is_some() { EXPLORE_HOPS_MAX } else { 1 };
    let ask = ExploreAsk {
        from: entity("from", &request.from)?,
        to: request.to.as_deref().map(|text| entity("to", text)).transpose()?,
        hops: number("hops", request.hops.as_ref(), default, EXPLORE_HOPS_MAX)?,
        limit: number("limit", request.limit.as_ref(), ENTITIES_DEFAULT, EXPLORE_ENTITIES_MAX)?,
    };
    let found = service.engine.explore(&call.context()?, &ask, &filter)?;
    let entities: Vec<Value> = found
        .entities
        .iter()
        .map(|one| {
            let mut body = shown::entity(&one.entity, None);
            body["hops"] = json!(one.hops);
            body
        })
        .collect();
    let ties: Vec<Value> = found
        .ties
        .iter()
        .map(|tie| match &tie.kind {
            TieKind::Relation(statement) => json!({
                "from": tie.from, "to": tie.to, "kind": "relation", "label": statement.key(),
                "relation": shown::statement(statement),
            }),
            TieKind::Shared(memories) => {
                json!({ "from": tie.from, "to": tie.to, "kind": "sharedMemory", "memoryIds": memories })
            }
        })
        .collect();
    Ok(Reply::ok(json!({ "entities": entities, "ties": ties, "paths": found.paths, "truncated": found.is_cut })))
}
