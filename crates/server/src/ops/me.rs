//! `GET /api/v1/{context}/me`: who calls, and what they may do.

use serde_json::{Value, json};

use super::schema::Shape::{Maybe, Object, Of, Text, Truth};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::authority::{ADMIN, grants_body};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "me",
    summary: "Who calls, and what they may do",
    method: Method::Get,
    path: "/api/v1/{context}/me",
    verb: Verb::Known,
    read_only: true,
    example: "",
    takes: Takes::Nothing,
    answer: Answer::ok(Of(&[
        ("principalId", Text),
        ("displayName", Text),
        ("kind", Text),
        ("isAdmin", Truth),
        ("enforce", Truth),
        ("grants", Object),
        ("tokenGrants", Maybe(&Object)),
        ("effectiveGrants", Object),
        ("delegatedPrincipalId", Maybe(&Text)),
    ])),
    handler: handle,
};

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (caller, context) = (call.caller()?, call.known_context(service)?);
    let principal = service.gate.roster.principal(&context, caller.actor());
    let (name, kind) = match &principal {
        Some(principal) => (principal.display_name.clone(), principal.kind.as_str()),
        None => ("admin".to_owned(), "service"),
    };
    let grants = principal.as_ref().map_or_else(|| grants_body(caller.authority()), |own| grants_body(&own.authority));
    let most = caller.key().and_then(|key| key.authority.as_ref()).map(grants_body);
    Ok(Reply::ok(json!({
        "principalId": caller.actor(),
        "displayName": name,
        "kind": kind,
        "isAdmin": caller.actor() == ADMIN,
        "enforce": true,
        "grants": grants,
        "tokenGrants": most.unwrap_or(Value::Null),
        "effectiveGrants": grants_body(caller.authority()),
        "delegatedPrincipalId": caller.delegate(),
    })))
}
