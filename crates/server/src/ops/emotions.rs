//! `POST /api/v1/{context}/memories/{id}/emotions`: correct or delete what a memory feels like.

use quintet::model::MemoryId;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::fields::{self, EmotionField};
use super::schema::Shape::{Of, Text, Whole};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "emotions_set",
    summary: "Put your word in the place of what a memory was taken to feel like; an empty list deletes it",
    method: Method::Post,
    path: "/api/v1/{context}/memories/{id}/emotions",
    verb: Verb::MemoryWrite,
    read_only: false,
    example: r#"{"emotions": [{"label": "relief", "intensity": 0.8}]}"#,
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(Of(&[("id", Text), ("emotions", Whole)])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {
    /// Feelings, in the order of time.
    #[schemars(length(max = quintet::limits::EMOTIONS_MAX))]
    emotions: Vec<EmotionField>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let context = call.context()?;
    let id = memory(service, call, call.path.get("id").map(String::as_str).unwrap_or_default())?;
    let points = fields::emotions(&request.emotions)?;
    if points.is_empty() {
        service.engine.delete_feeling(&context, id)?;
    } else {
        service.engine.correct_feeling(&context, id, points)?;
    }
    Ok(Reply::ok(json!({ "id": id, "emotions": request.emotions.len() })))
}

/// A memory of the context that the caller may see; what they may not see does not exist for them.
pub(super) fn memory(service: &Service, call: &Call, id: &str) -> Result<MemoryId, Problem> {
    let missing = || Problem::new(Code::NotFound, "there is no such memory");
    let id: MemoryId = id.parse().map_err(|_| missing())?;
    let row = service.engine.memory(&call.context()?, id)?.ok_or_else(missing)?;
    let grant = &call.grant()?;
    if grant.sees(&row.memory.scopes) && row.memory.forgotten_at.is_none() { Ok(id) } else { Err(missing()) }
}
