//! `GET /api/v1/{context}/entities/{type}/{name}/history/{key}`: every value that a key ever had.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::reading::{entity_of, reading};
use super::schema::Shape::{List, Of, Text};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, shown};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "entity_history",
    summary: "Every value that a key of an entity ever had, oldest known first",
    method: Method::Get,
    path: "/api/v1/{context}/entities/{type}/{name}/history/{key}",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    takes: Takes::Reading(Request::json_schema),
    answer: Answer::ok(Of(&[
        ("entity", shown::ENTITY),
        ("key", Text),
        ("current", List(&Text)),
        ("history", List(&shown::STATEMENT)),
    ])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (Request {}, filter) = reading::<Request>(call)?;
    let key = call.path.get("key").map(String::as_str).unwrap_or_default();
    let sheet = service.engine.key_sheet(&call.context()?, &entity_of(call)?, key, &filter)?;
    let history: Vec<Value> = sheet.history.iter().map(shown::statement).collect();
    let current: Vec<&str> = sheet.current.iter().map(|one| one.statement.value()).collect();
    Ok(Reply::ok(json!({
        "entity": shown::entity(&sheet.entity, None), "key": sheet.key, "current": current, "history": history,
    })))
}
