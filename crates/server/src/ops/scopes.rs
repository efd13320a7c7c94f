//! `GET /api/v1/{context}/scopes`: which scopes there are.

use quintet::model::Verb as Allowed;
use serde_json::{Value, json};

use super::schema::Shape::{List, Maybe, Of, Text, Time};
use super::schema::{Answer, Shape, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::authority::ScopeNode;
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "scopes",
    summary: "Which scopes there are, as far as the caller may see them",
    method: Method::Get,
    path: "/api/v1/{context}/scopes",
    verb: Verb::ScopeRead,
    read_only: true,
    example: "",
    takes: Takes::Nothing,
    answer: Answer::ok(List(&BODY)),
    handler: handle,
};

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let seen = call.caller()?.authority().grant(Allowed::ScopeRead);
    let nodes = service.gate.roster.scopes(&call.known_context(service)?);
    Ok(Reply::ok(Value::Array(nodes.iter().filter(|node| seen.covers(&node.path)).map(body).collect())))
}

/// What is told of a scope.
pub(super) const BODY: Shape = Of(&[
    ("path", Text),
    ("displayName", Maybe(&Text)),
    ("description", Maybe(&Text)),
    ("createdAt", Time),
    ("tombstonedAt", Maybe(&Time)),
]);

/// A scope as the wire shows it.
pub(super) fn body(node: &ScopeNode) -> Value {
    json!({
        "path": node.path.to_string(),
        "displayName": node.display_name,
        "description": node.description,
        "createdAt": node.created_at.to_string(),
        "tombstonedAt": node.tombstoned_at.map(|at| at.to_string()),
    })
}
