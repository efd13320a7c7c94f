//! `GET /api/v1/{context}/traces/{id}`: what a recall did.

use quintet::model::TraceId;
use serde_json::{Value, json};

use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "trace",
    summary: "The stored record of one recall",
    method: Method::Get,
    path: "/api/v1/{context}/traces/{id}",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    handler: handle,
};

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    call.caller()?;
    let missing = || Problem::new(Code::NotFound, "there is no such trace; traces are kept for a limited time");
    let id: TraceId = call.path.get("id").and_then(|id| id.parse().ok()).ok_or_else(missing)?;
    let trace = service.engine.trace(&call.context()?, id)?.ok_or_else(missing)?;
    let body: Value = serde_json::from_str(&trace.body).unwrap_or(Value::Null);
    Ok(Reply::ok(json!({ "traceId": trace.id, "at": trace.at.to_string(), "kind": trace.kind, "body": body })))
}
