//! `GET /api/v1/{context}/inspect`: one thing seen from all sides.

use quintet::views::{Inspected, Ref};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::reading::reading;
use super::schema::Shape::{Any, List, Object, Partly, Text, Word};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, shown, traces};
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "inspect",
    summary: "One thing seen from all sides: what it says, where that stands written, its history, what was drawn from it",
    method: Method::Get,
    path: "/api/v1/{context}/inspect",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    takes: Takes::Reading(Request::json_schema),
    answer: Answer::ok(Partly(
        &[("kind", Word(&["entity", "attribute", "relation", "memory", "trace"])), ("ref", Text)],
        &[
            ("entity", shown::ENTITY),
            ("key", Text),
            ("current", List(&Object)),
            ("history", List(&Object)),
            ("matches", List(&Object)),
            ("memory", Object),
            ("traceId", Text),
            ("body", Any),
        ],
    )),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {
    /// `entity:<type>/<name>`, `attribute:<type>/<name>/<key>`, `relation:<subject>/<label>/<object>`, `memory:<id>`,
    /// `turn:<id>`, `document:<id>`, `passage:<id>`, `trace:<id>`.
    #[serde(rename = "ref")]
    reference: String,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (request, filter) = reading::<Request>(call)?;
    let found = service.engine.inspect(&call.context()?, &Ref::parse(&request.reference)?, &filter)?;
    let (kind, mut body) = match &found {
        Inspected::Entity(sheet) => ("entity", super::entity::body(sheet)),
        Inspected::Key(sheet) => (
            "attribute",
            json!({
                "entity": shown::entity(&sheet.entity, None),
                "key": sheet.key,
                "current": sheet.current.iter().map(shown::sheet).collect::<Vec<_>>(),
                "history": sheet.history.iter().map(shown::statement).collect::<Vec<_>>(),
            }),
        ),
        Inspected::Relations(sheets) => {
            ("relation", json!({ "matches": sheets.iter().map(shown::sheet).collect::<Vec<_>>() }))
        }
        Inspected::Memory(sheet) => ("memory", json!({ "memory": shown::sheet(sheet) })),
        // As for `GET /traces/{id}`: for those who could have seen as much as whoever asked.
        Inspected::Trace(trace) => {
            let missing = || Problem::new(Code::NotFound, "there is no such trace");
            ("trace", traces::visible(trace, &filter.grant).ok_or_else(missing)?)
        }
    };
    body["kind"] = json!(kind);
    body["ref"] = json!(request.reference);
    Ok(Reply::ok(body))
}
