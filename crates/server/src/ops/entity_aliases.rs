//! `POST /api/v1/{context}/entities/{type}/{name}/aliases`: names that an entity goes by, too.

use quintet::limits::NAME_LEN_MAX;
use quintet::store::{EntityChange, Filter};
use quintet::views::EntityName;
use schemars::JsonSchema;
use serde::Deserialize;

use super::reading::entity_of;
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, fields, shown};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "entity_aliases",
    summary: "Give an entity another name, or take one from it",
    method: Method::Post,
    path: "/api/v1/{context}/entities/{type}/{name}/aliases",
    verb: Verb::MemoryWrite,
    read_only: false,
    example: r#"{"add": ["Dee"]}"#,
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(shown::ENTITY),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {
    /// Names to add.
    #[serde(default)]
    add: Vec<String>,
    /// Names to take away.
    #[serde(default)]
    remove: Vec<String>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    if request.add.is_empty() && request.remove.is_empty() {
        return Err(Problem::invalid("add", "give names to add or to remove"));
    }
    let context = call.context()?;
    let filter = Filter { grant: call.grant()?, ..Filter::default() };
    let id = service.engine.find_entity(&context, &entity_of(call)?, &filter)?.id;
    let mut changes = Vec::new();
    for name in request.remove {
        changes.push(EntityChange::Unalias { entity: id, name });
    }
    for name in request.add {
        let name = fields::name("add", Some(name), NAME_LEN_MAX)?.unwrap_or_default();
        changes.push(EntityChange::Alias { entity: id, name });
    }
    service.engine.change_entities(&context, changes)?;
    let by_id = EntityName { kind: None, name: id.to_string() };
    let changed = service.engine.find_entity(&context, &by_id, &filter)?;
    Ok(Reply::ok(shown::entity(&changed, None)))
}
