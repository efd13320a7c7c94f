//! `GET /api/v1/{context}/traces/{id}`: what a recall did.

use quintet::model::TraceId;

use super::schema::Shape::{Both, Object, Of, Text, Time};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, traces};
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "trace",
    summary: "The stored record of one recall",
    method: Method::Get,
    path: "/api/v1/{context}/traces/{id}",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    takes: Takes::Nothing,
    answer: Answer::ok(Both(&traces::SUMMARY, &Of(&[("traceId", Text), ("at", Time), ("body", Object)]))),
    handler: handle,
};

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let missing = || Problem::new(Code::NotFound, "there is no such trace; traces are kept for a limited time");
    let id: TraceId = call.path.get("id").and_then(|id| id.parse().ok()).ok_or_else(missing)?;
    let trace = service.engine.trace(&call.context()?, id)?.ok_or_else(missing)?;
    let record = traces::visible(&trace, &call.grant()?).ok_or_else(missing)?;
    Ok(Reply::ok(record))
}
