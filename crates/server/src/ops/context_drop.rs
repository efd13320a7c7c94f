//! `DELETE /api/v1/contexts/{context}`: drop a context with everything in it.

use serde_json::Value;

use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "context_drop",
    summary: "Drop a context with every memory, key and principal in it; there is no way back",
    method: Method::Delete,
    path: "/api/v1/contexts/{context}",
    verb: Verb::Manage,
    read_only: false,
    example: "",
    takes: Takes::Nothing,
    answer: Answer::Empty,
    handler: handle,
};

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let context = call.known_context(service)?;
    service.engine.drop_context(&context)?;
    service.gate.roster.forget_context(&context);
    Ok(Reply::of(204, Value::Null))
}
