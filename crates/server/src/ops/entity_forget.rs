//! `DELETE /api/v1/{context}/entities/{type}/{name}`: forget what is known of an entity.

use quintet::store::Filter;
use quintet::{Forget, ForgetRequest};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::reading::entity_of;
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "entity_forget",
    summary: "Take an entity with all that is known of it out of every read; what it was read in stays",
    method: Method::Delete,
    path: "/api/v1/{context}/entities/{type}/{name}",
    verb: Verb::MemoryForget,
    read_only: false,
    example: "",
    takes: Takes::Body(Request::json_schema),
    answer: Answer::Empty,
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let Request {} = call.request()?;
    let context = call.context()?;
    let filter = Filter { grant: call.grant()?, history: true, ..Filter::default() };
    let entity = service.engine.find_entity(&context, &entity_of(call)?, &filter)?;
    let what = Forget::Entity { id: entity.id, with_sources: false };
    service.engine.forget_matching(&context, &ForgetRequest::new(what, filter))?;
    Ok(Reply::of(204, Value::Null))
}
