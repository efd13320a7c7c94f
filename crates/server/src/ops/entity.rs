//! `GET /api/v1/{context}/entities/{type}/{name}`: one entity with all that holds of it.

use quintet::views::EntitySheet;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::reading::{entity_of, reading};
use super::schema::Shape::{Both, List, Maybe, Of, Time};
use super::schema::{Answer, Shape, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, shown};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "entity",
    summary: "One entity with all that holds of it, at any moment of the three clocks",
    method: Method::Get,
    path: "/api/v1/{context}/entities/{type}/{name}",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    takes: Takes::Reading(Request::json_schema),
    answer: Answer::ok(BODY),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (Request {}, filter) = reading::<Request>(call)?;
    let sheet = service.engine.entity_sheet(&call.context()?, &entity_of(call)?, &filter)?;
    Ok(Reply::ok(body(&sheet)))
}

/// What is told of an entity with what is known of it.
const BODY: Shape = Both(
    &shown::ENTITY,
    &Of(&[
        ("updatedAt", Maybe(&Time)),
        ("entity", shown::ENTITY),
        ("attributes", List(&shown::STATEMENT)),
        ("relations", List(&shown::STATEMENT)),
        ("actions", List(&shown::STATEMENT)),
        ("instructions", List(&shown::STATEMENT)),
        ("unknowns", List(&shown::STATEMENT)),
        ("relationsTo", List(&shown::STATEMENT)),
    ]),
);

/// An entity with what is known of it.
pub(super) fn body(sheet: &EntitySheet) -> Value {
    let mut body = shown::entity(&sheet.entity, sheet.card.as_ref());
    let updated = sheet.statements.iter().chain(&sheet.pointing).map(|one| one.memory.known_at).max();
    body["updatedAt"] = shown::moment(updated.or(sheet.card.as_ref().map(|card| card.known_at)));
    // Published clients look for the entity in a member of its own.
    body["entity"] = body.clone();
    if let Value::Object(body) = &mut body {
        body.extend(shown::by_sort(&sheet.statements));
    }
    body["relationsTo"] = json!(sheet.pointing.iter().map(shown::statement).collect::<Vec<_>>());
    body
}
