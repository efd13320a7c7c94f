//! `GET /livez`: the process runs.

use serde_json::json;

use super::schema::Shape::{Of, Text};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "livez",
    summary: "The process runs",
    method: Method::Get,
    path: "/livez",
    verb: Verb::Nothing,
    read_only: true,
    example: "",
    takes: Takes::Nothing,
    answer: Answer::ok(Of(&[("status", Text)])),
    handler: handle,
};

#[expect(clippy::unnecessary_wraps, reason = "handlers share one signature")]
fn handle(_: &Service, _: &Call) -> Result<Reply, Problem> {
    Ok(Reply::ok(json!({ "status": "ok" })))
}
