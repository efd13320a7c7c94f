//! `GET /api/v1/contexts`: the contexts there are.

use quintet::store::ContextSpec;
use serde_json::{Value, json};

use super::schema::Shape::{List, Maybe, Of, Text, Time};
use super::schema::{Answer, Shape, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "context_list",
    summary: "The contexts there are",
    method: Method::Get,
    path: "/api/v1/contexts",
    verb: Verb::Manage,
    read_only: true,
    example: "",
    takes: Takes::Nothing,
    answer: Answer::ok(Of(&[("contexts", List(&BODY))])),
    handler: handle,
};

fn handle(service: &Service, _: &Call) -> Result<Reply, Problem> {
    let contexts: Vec<Value> = service.engine.contexts()?.iter().map(context_body).collect();
    Ok(Reply::ok(json!({ "contexts": contexts })))
}

/// What is told of a context.
pub(super) const BODY: Shape = Of(&[
    ("id", Text),
    ("description", Maybe(&Text)),
    ("namespace", Maybe(&Text)),
    ("database", Maybe(&Text)),
    ("config", super::context_settings::CONFIG),
    ("createdAt", Time),
]);

/// A context as the wire shows it.
pub(super) fn context_body(spec: &ContextSpec) -> Value {
    json!({
        "id": spec.id,
        "description": spec.description,
        "namespace": spec.metadata.get("namespace"),
        "database": spec.metadata.get("database"),
        "config": super::context_settings::settings_body(&spec.settings),
        "createdAt": spec.created_at.to_string(),
    })
}
