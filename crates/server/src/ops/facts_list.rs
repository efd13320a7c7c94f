//! `GET /api/v1/{context}/facts`: what is known, page by page.

use quintet::store::KnowledgeAsk;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::reading::{cursor, entity, reading, rows};
use super::schema::Shape::{List, Maybe, Of, Text};
use super::schema::{Answer, Bounded, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, shown};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "facts_list",
    summary: "What is known, page by page: attributes, relations, actions, instructions and doubts",
    method: Method::Get,
    path: "/api/v1/{context}/facts",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    takes: Takes::Reading(Request::json_schema),
    answer: Answer::ok(Of(&[("facts", List(&shown::STATEMENT)), ("nextCursor", Maybe(&Text))])),
    handler: handle,
};

/// The sorts of knowledge, in the order of lists.
const SORTS: [&str; 5] = ["attribute", "relation", "action", "instruction", "uncertainty"];

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// `type/name`, a name or an id; everybody when absent.
    #[serde(default)]
    entity: Option<String>,
    /// One key, label or verb.
    #[serde(default)]
    key: Option<String>,
    /// One sort; all when absent.
    #[serde(default)]
    #[schemars(extend("enum" = ["attribute", "relation", "action", "instruction", "uncertainty", null]))]
    kind: Option<String>,
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
    let context = call.context()?;
    let limit = rows(request.limit.as_ref())?;
    let name = request.entity.as_deref().map(|text| entity("entity", text)).transpose()?;
    let found = name.map(|name| service.engine.find_entity(&context, &name, &filter)).transpose()?;
    let sort = request.kind.as_deref().map(|kind| {
        let sort = SORTS.iter().copied().find(|sort| *sort == kind);
        sort.ok_or_else(|| Problem::invalid("kind", format!("there are {}", SORTS.join(", "))))
    });
    let ask = KnowledgeAsk {
        subject: found.map(|entity| entity.id),
        key: request.key,
        sorts: sort.transpose()?.into_iter().collect(),
        after: cursor(request.cursor.as_deref())?,
        ..KnowledgeAsk::default()
    };
    let rows = service.engine.knowledge(&context, &ask, &filter, limit)?;
    let next = rows.last().filter(|_| rows.len() == limit).map(|row| row.ordinal.0.to_string());
    let statements = service.engine.statements(&context, &ask, &filter, limit)?;
    let facts: Vec<Value> = statements.iter().map(shown::statement).collect();
    Ok(Reply::ok(json!({ "facts": facts, "nextCursor": next })))
}
