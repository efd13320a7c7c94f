//! `GET /api/v1/health`: that the server answers. It tells nothing else.

use serde_json::json;

use super::schema::Shape::{Of, Text};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "health",
    summary: "That the server answers",
    method: Method::Get,
    path: "/api/v1/health",
    verb: Verb::Nothing,
    read_only: true,
    example: "",
    takes: Takes::Nothing,
    answer: Answer::ok(Of(&[("status", Text)])),
    handler: handle,
};

#[expect(clippy::unnecessary_wraps, reason = "the signature of handlers")]
fn handle(_: &Service, _: &Call) -> Result<Reply, Problem> {
    Ok(Reply::ok(json!({ "status": "ok" })))
}
