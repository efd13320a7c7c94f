//! `GET /api/v1/{context}/memories`: what is remembered, page by page.

use quintet::store::{Filter, Ordinal};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::fields;
use super::reading::{cursor, flag, reading, rows};
use super::schema::Shape::{List, Maybe, Of, Text};
use super::schema::{Answer, Bounded, Flag, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, shown};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "memories",
    summary: "What is remembered, page by page, in the order of writing; writes in between move no page",
    method: Method::Get,
    path: "/api/v1/{context}/memories",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    takes: Takes::Reading(Request::json_schema),
    answer: Answer::ok(Of(&[("memories", List(&shown::MEMORY)), ("nextCursor", Maybe(&Text))])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// Kinds with commas between; all but documents and cards when absent.
    #[serde(default, alias = "kinds")]
    kind: Option<String>,
    /// The session.
    #[serde(default, alias = "session_id")]
    session_id: Option<String>,
    /// Replaced and ended ones, too.
    #[serde(default)]
    #[schemars(with = "Option<Flag>")]
    history: Option<Value>,
    /// Repetitions, too.
    #[serde(default, alias = "include_duplicates")]
    #[schemars(with = "Option<Flag>")]
    include_duplicates: Option<Value>,
    /// `oldest` or `newest` first.
    #[serde(default)]
    #[schemars(extend("enum" = ["oldest", "newest", null]))]
    order: Option<String>,
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
    let kinds: Vec<String> = request.kind.iter().flat_map(|text| text.split(',')).map(str::to_owned).collect();
    let newest_first = match request.order.as_deref() {
        None | Some("oldest") => false,
        Some("newest") => true,
        Some(_) => return Err(Problem::invalid("order", "there are oldest and newest")),
    };
    let filter = Filter {
        kinds: fields::kinds("kind", &kinds)?,
        session: request.session_id.as_deref().map(super::facts::session).transpose()?,
        history: flag("history", request.history.as_ref())?,
        include_duplicates: flag("includeDuplicates", request.include_duplicates.as_ref())?,
        ..filter
    };
    let after = request.cursor.as_deref().map(|text| cursor(Some(text)).map(Ordinal)).transpose()?;
    let limit = rows(request.limit.as_ref())?;
    let found = service.engine.memories(&call.context()?, &filter, after, newest_first, limit)?;
    let next = found.last().filter(|_| found.len() == limit).map(|row| row.ordinal.0.to_string());
    let memories: Vec<Value> = found.iter().map(|row| shown::memory(&row.memory)).collect();
    Ok(Reply::ok(json!({ "memories": memories, "nextCursor": next })))
}
