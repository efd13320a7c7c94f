//! `POST /api/v1/{context}/lifecycle/decay`: let importance fade.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::schema::Shape::{Of, Whole};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "lifecycle_decay",
    summary: "Let importance fade by the whole days since the last sweep; a second call at the same time changes nothing",
    method: Method::Post,
    path: "/api/v1/{context}/lifecycle/decay",
    verb: Verb::MemoryWrite,
    read_only: false,
    example: "{}",
    takes: Takes::Perhaps(Request::json_schema),
    answer: Answer::ok(Of(&[("affected", Whole)])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let Request {} = call.request_or_nothing()?;
    let affected = service.engine.decay(&call.context()?, service.engine.now())?;
    Ok(Reply::ok(json!({ "affected": affected })))
}
