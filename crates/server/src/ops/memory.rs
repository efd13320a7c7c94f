//! `GET /api/v1/{context}/memories/{id}`: one memory.

use quintet::views::{Inspected, Ref};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::reading::reading;
use super::schema::Shape::Both;
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, shown};
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "memory",
    summary: "One memory: its words, where they stand written, what was read in it, what it replaced",
    method: Method::Get,
    path: "/api/v1/{context}/memories/{id}",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    takes: Takes::Reading(Request::json_schema),
    answer: Answer::ok(Both(&shown::MEMORY, &shown::SHEET)),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (Request {}, filter) = reading::<Request>(call)?;
    let missing = || Problem::new(Code::NotFound, "there is no such memory");
    let id = call.path.get("id").and_then(|id| id.parse().ok()).ok_or_else(missing)?;
    match service.engine.inspect(&call.context()?, &Ref::Memory(id), &filter)? {
        Inspected::Memory(sheet) => {
            let mut body = shown::memory(&sheet.statement.memory);
            // What is knowledge says more of itself under the same names.
            if let (Value::Object(body), Value::Object(own)) = (&mut body, shown::sheet(&sheet)) {
                body.extend(own);
            }
            Ok(Reply::ok(body))
        }
        _ => Err(missing()),
    }
}
