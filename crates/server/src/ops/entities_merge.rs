//! `POST /api/v1/{context}/entities/merge`: two entities turned out to be one.

use quintet::store::{EntityChange, Filter};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::reading::entity;
use super::schema::Shape::{Of, Text};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, shown};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "entities_merge",
    summary: "Say that one entity is another; what is known of it is known of the other. Split takes it back",
    method: Method::Post,
    path: "/api/v1/{context}/entities/merge",
    verb: Verb::MemoryWrite,
    read_only: false,
    example: r#"{"from": "person/Gotham", "into": "person/Dana"}"#,
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(Of(&[("merged", Text), ("entity", shown::ENTITY)])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {
    /// The one that is no more: `type/name`, a name or an id.
    from: String,
    /// What it is.
    into: String,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let context = call.context()?;
    let filter = Filter { grant: call.grant()?, ..Filter::default() };
    let find = |field: &str, text: &str| {
        Ok::<_, Problem>(service.engine.find_entity(&context, &entity(field, text)?, &filter)?)
    };
    let (from, into) = (find("from", &request.from)?, find("into", &request.into)?);
    service.engine.change_entities(&context, vec![EntityChange::Merge { from: from.id, into: into.id }])?;
    let merged = find("into", &into.id.to_string())?;
    Ok(Reply::ok(json!({ "merged": from.id, "entity": shown::entity(&merged, None) })))
}
