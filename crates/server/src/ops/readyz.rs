//! `GET /readyz`: the server can serve.

use serde_json::json;

use super::schema::Shape::{Of, Text};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "readyz",
    summary: "The server can serve",
    method: Method::Get,
    path: "/readyz",
    verb: Verb::Nothing,
    read_only: true,
    example: "",
    takes: Takes::Nothing,
    answer: Answer::ok(Of(&[("status", Text)])),
    handler: handle,
};

fn handle(service: &Service, _: &Call) -> Result<Reply, Problem> {
    match service.engine.contexts() {
        Ok(_) => Ok(Reply::ok(json!({ "status": "ok" }))),
        // Which part it is, and nothing about it: anybody may ask this.
        Err(_) => Err(Problem::new(Code::Unavailable, "failing: store")),
    }
}
