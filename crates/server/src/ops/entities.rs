//! `GET /api/v1/{context}/entities`: whom and what is known, page by page.

use quintet::model::MemoryId;
use quintet::store::EntityAsk;
use serde::Deserialize;
use serde_json::{Value, json};

use super::fields::entity_kind;
use super::reading::{cursor, reading, rows};
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
    handler: handle,
};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    #[serde(default, rename = "type")]
    kind: Option<String>,
    /// Called so, whatever its spelling.
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    limit: Option<Value>,
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
