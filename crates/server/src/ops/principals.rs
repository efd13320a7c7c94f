//! `GET /api/v1/{context}/principals`: who may do something in a context.

use quintet::model::ContextId;
use serde_json::{Value, json};

use super::schema::Shape::{List, Maybe, Object, Of, Text, Time};
use super::schema::{Answer, Shape, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::authority::{Principal, grants_body, principal_id};
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "principals",
    summary: "Who may do something in a context",
    method: Method::Get,
    path: "/api/v1/{context}/principals",
    verb: Verb::GrantManage,
    read_only: true,
    example: "",
    takes: Takes::Nothing,
    answer: Answer::ok(List(&BODY)),
    handler: handle,
};

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let caller = call.caller()?;
    let all = service.gate.roster.principals(&call.known_context(service)?);
    // Whoever may do more than the caller may manage is none of the caller's business.
    let shown = all.iter().filter(|principal| caller.authority().includes(&principal.authority)).map(body);
    Ok(Reply::ok(Value::Array(shown.collect())))
}

/// What is told of a principal.
pub(super) const BODY: Shape = Of(&[
    ("id", Text),
    ("displayName", Text),
    ("kind", Text),
    ("externalId", Maybe(&Text)),
    ("createdAt", Time),
    ("grants", Object),
]);

/// A principal as the wire shows it.
pub(super) fn body(principal: &Principal) -> Value {
    json!({
        "id": principal.id,
        "displayName": principal.display_name,
        "kind": principal.kind.as_str(),
        "externalId": principal.external_id,
        "createdAt": principal.created_at.to_string(),
        "grants": grants_body(&principal.authority),
    })
}

/// The principal named in the path, if the caller may manage it or is it.
pub(super) fn named(service: &Service, call: &Call) -> Result<(ContextId, Principal), Problem> {
    let (context, caller) = (call.known_context(service)?, call.caller()?);
    let id = principal_id(call.path.get("id").map(String::as_str).unwrap_or_default());
    let found = service.gate.roster.principal(&context, &id).filter(|principal| {
        principal.id == caller.actor()
            || (caller.needs(quintet::model::Verb::GrantManage).is_ok()
                && caller.authority().includes(&principal.authority))
    });
    found
        .map(|principal| (context, principal))
        .ok_or_else(|| Problem::new(Code::NotFound, "there is no such principal"))
}
