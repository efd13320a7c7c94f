//! `GET /api/v1/{context}/state`: all that holds.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::reading::reading;
use super::schema::Shape::{List, Of, Truth};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, shown};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "state",
    summary: "All that holds at a moment, by category, with open doubts",
    method: Method::Get,
    path: "/api/v1/{context}/state",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    takes: Takes::Reading(Request::json_schema),
    answer: Answer::ok(Of(&[
        ("instructions", List(&shown::STATEMENT)),
        ("unknowns", List(&shown::STATEMENT)),
        ("truncated", Truth),
    ])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (Request {}, filter) = reading::<Request>(call)?;
    let state = service.engine.state(&call.context()?, &filter)?;
    let list =
        |statements: &[quintet::views::Statement]| statements.iter().map(shown::statement).collect::<Vec<Value>>();
    let mut body = json!({
        "instructions": list(&state.instructions), "unknowns": list(&state.unknowns), "truncated": state.is_cut,
    });
    for section in &state.sections {
        body[section.category.as_str()] = json!({
            "entities": section.entities.iter().map(|entity| shown::entity(entity, None)).collect::<Vec<_>>(),
            "attributes": list(&section.attributes),
            "relations": list(&section.relations),
        });
    }
    Ok(Reply::ok(body))
}
