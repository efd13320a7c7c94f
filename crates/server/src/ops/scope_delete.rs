//! `DELETE /api/v1/{context}/scopes?path=`: nothing more is written to a scope.

use quintet::model::Verb as Allowed;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, fields};
use crate::authority::ScopeNode;
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "scope_delete",
    summary: "Take a scope off the list: what is in it stays readable, and nothing more is written to it",
    method: Method::Delete,
    path: "/api/v1/{context}/scopes",
    verb: Verb::ScopeDelete,
    read_only: false,
    example: "",
    takes: Takes::Body(Request::json_schema),
    answer: Answer::Empty,
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {
    /// The path of a scope or a file.
    path: String,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let context = call.known_context(service)?;
    let path = fields::scope("path", &request.path)?;
    let seen = call.caller()?.authority().grant(Allowed::ScopeDelete).covers(&path);
    let node = service.gate.roster.scope(&context, &path).filter(|_| seen);
    let node = node.ok_or_else(|| Problem::new(Code::NotFound, "there is no such scope"))?;
    if node.tombstoned_at.is_none() {
        let node = ScopeNode { tombstoned_at: Some(service.engine.now()), ..node };
        service.gate.roster.put_scope(&context, node)?;
    }
    Ok(Reply::of(204, Value::Null))
}
