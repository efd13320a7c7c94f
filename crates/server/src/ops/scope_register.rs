//! `POST /api/v1/{context}/scopes`: register a scope, so that something can be written to it.

use quintet::limits::NAME_LEN_MAX;
use quintet::model::Verb as Allowed;
use schemars::JsonSchema;
use serde::Deserialize;

use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, fields, scopes};
use crate::authority::ScopeNode;
use crate::limits;
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "scope_register",
    summary: "Register a scope; one that was taken off the list comes back",
    method: Method::Post,
    path: "/api/v1/{context}/scopes",
    verb: Verb::ScopeCreate,
    read_only: false,
    example: r#"{"path": "org/acme/user/alice", "displayName": "Alice"}"#,
    takes: Takes::Body(Request::json_schema),
    answer: Answer::made(scopes::BODY),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// The path of a scope or a file.
    path: String,
    /// The name that people read.
    #[serde(default, alias = "display_name")]
    display_name: Option<String>,
    /// What it is for.
    #[serde(default)]
    description: Option<String>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let context = call.known_context(service)?;
    let path = fields::scope("path", &request.path)?;
    if !call.caller()?.authority().grant(Allowed::ScopeCreate).covers(&path) {
        return Err(Problem::new(Code::Forbidden, "path: this key may not register it"));
    }
    let known = service.gate.roster.scope(&context, &path);
    let is_new = known.is_none();
    let display_name = fields::name("displayName", request.display_name, NAME_LEN_MAX)?;
    let description = fields::name("description", request.description, limits::DESCRIPTION_LEN_MAX)?;
    let node = ScopeNode {
        display_name: display_name.or_else(|| known.as_ref().and_then(|node| node.display_name.clone())),
        description: description.or_else(|| known.as_ref().and_then(|node| node.description.clone())),
        created_at: known.map_or_else(|| service.engine.now(), |node| node.created_at),
        tombstoned_at: None,
        path,
    };
    service.gate.roster.put_scope(&context, node.clone())?;
    Ok(Reply::of(if is_new { 201 } else { 200 }, scopes::body(&node)))
}
