//! `POST /api/v1/{context}/entities/split`: a merge was wrong.

use quintet::model::EntityId;
use quintet::store::{EntityChange, Filter};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::schema::Shape::Of;
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, shown};
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "entities_split",
    summary: "Take a merge back: the entity is one of its own again",
    method: Method::Post,
    path: "/api/v1/{context}/entities/split",
    verb: Verb::MemoryWrite,
    read_only: false,
    example: "",
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(Of(&[("entity", shown::ENTITY)])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {
    /// The id of the one that was merged, as the merge told it: its name is the other's by now.
    entity: String,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let context = call.context()?;
    let filter = Filter { grant: call.grant()?, ..Filter::default() };
    let missing = || Problem::new(Code::NotFound, "there is no such entity");
    let id: EntityId =
        request.entity.parse().map_err(|_| Problem::invalid("entity", "give the id that the merge told"))?;
    service.engine.entity(&context, id, &filter)?.ok_or_else(missing)?;
    service.engine.change_entities(&context, vec![EntityChange::Split { entity: id }])?;
    let split = service.engine.entity(&context, id, &filter)?.ok_or_else(missing)?;
    Ok(Reply::ok(json!({ "entity": shown::entity(&split, None) })))
}
