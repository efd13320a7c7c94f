//! `GET /api/v1/{context}/entities`: whom and what is known, page by page.

use quintet::model::MemoryId;
use quintet::store::EntityAsk;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::fields::entity_kind;
use super::reading::{cursor, reading, rows};
use super::schema::Shape::{List, Maybe, Of, Text};
use super::schema::{Answer, Bounded, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, shown};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "entities",
    summary: "Whom and what is known, page by page",
    method: Method::Get,
    path: "/api/v1/{context}/entities",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    takes: Takes::Reading(Request::json_schema),
    answer: Answer::ok(Of(&[("entities", List(&shown::ENTITY)), ("nextCursor", Maybe(&Text))])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// The kind.
    #[serde(default, rename = "type")]
    kind: Option<String>,
    /// Called so, whatever its spelling.
    #[serde(default)]
    name: Option<String>,
    /// Rows at most; 100 when not said.
    #[serde(default)]
    #[schemars(with = "Option<Bounded<1, { quintet::limits::LIST_MAX }>>")]
    limit: Option<Value>,
    /// Where to go on: `nextCursor` of an earlier answer.
    #[serde(default)]
    cursor: Option<String>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (request, filter) = reading::<Request>(call)?;
    let limit = rows(request.limit.as_ref())?;
    let ask = EntityAsk {
        kind: request.kind.as_deref().map(|kind| entity_kind("type", kind)).transpose()?,
        name: request.name,
        after: cursor(request.cursor.as_deref())?,
        ..EntityAsk::default()
    };
    let context = call.context()?;
    let found = service.engine.entities(&context, &ask, &filter, limit)?;
    let next = found.last().filter(|_| found.len() == limit).map(|last| last.row.to_string());
    let mut entities = Vec::with_capacity(found.len());
    for entity in &found {
        let card = service.engine.memory(&context, MemoryId(entity.id.0))?.map(|row| row.memory);
        entities.push(shown::entity(entity, card.filter(|card| filter.grant.sees(&card.scopes)).as_ref()));
    }
    Ok(Reply::ok(json!({ "entities": entities, "nextCursor": next })))
}
