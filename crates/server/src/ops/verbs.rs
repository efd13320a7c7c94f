//! `GET /api/v1/verbs`: what can be allowed.

use serde_json::{Value, json};

use super::schema::Shape::{List, Of, Text};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "verbs",
    summary: "What can be allowed",
    method: Method::Get,
    path: "/api/v1/verbs",
    verb: Verb::Known,
    read_only: true,
    example: "",
    takes: Takes::Nothing,
    answer: Answer::ok(Of(&[("verbs", List(&Of(&[("name", Text), ("description", Text)])))])),
    handler: handle,
};

#[expect(clippy::unnecessary_wraps, reason = "the signature of handlers")]
fn handle(_: &Service, _: &Call) -> Result<Reply, Problem> {
    let verbs: Vec<Value> = quintet::model::Verb::ALL
        .iter()
        .map(|(_, name, allows)| json!({ "name": name, "description": allows }))
        .collect();
    Ok(Reply::ok(json!({ "verbs": verbs })))
}
