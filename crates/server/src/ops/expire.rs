//! `POST /api/v1/{context}/lifecycle/expire`: end what is over, and carry out the rules of retention.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::schema::Shape::{Of, Truth, Whole};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "lifecycle_expire",
    summary: "End what is over by now, and forget or purge what the rules of retention name",
    method: Method::Post,
    path: "/api/v1/{context}/lifecycle/expire",
    verb: Verb::MemoryForget,
    read_only: false,
    example: "{}",
    takes: Takes::Perhaps(Request::json_schema),
    answer: Answer::ok(Of(&[
        ("affected", Whole),
        ("lapsed", Whole),
        ("forgotten", Whole),
        ("purged", Whole),
        ("complete", Truth),
    ])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let Request {} = call.request_or_nothing()?;
    let done = service.engine.expire(&call.context()?, service.engine.now())?;
    Ok(Reply::ok(json!({
        "affected": done.lapsed + done.forgotten + done.purged,
        "lapsed": done.lapsed,
        "forgotten": done.forgotten,
        "purged": done.purged,
        "complete": done.complete,
    })))
}
