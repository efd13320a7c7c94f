//! `GET /api/v1/{context}/scope-grants`: what principals let each other see.

use quintet::model::{Grant, Verb as Allowed};
use serde_json::{Value, json};

use super::schema::Shape::{List, Maybe, Of, Text, Time};
use super::schema::{Answer, Shape, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::authority::{Caller, Share};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "shares",
    summary: "What the caller lets others see and is let see; all that it manages",
    method: Method::Get,
    path: "/api/v1/{context}/scope-grants",
    verb: Verb::Known,
    read_only: true,
    example: "",
    takes: Takes::Nothing,
    answer: Answer::ok(List(&BODY)),
    handler: handle,
};

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (caller, context) = (call.caller()?, call.known_context(service)?);
    let all = service.gate.roster.shares(&context);
    let shown = all.iter().filter(|share| share.to == caller.principal() || manages(caller, share));
    Ok(Reply::ok(Value::Array(shown.map(body).collect())))
}

/// True when a share is the caller's to take back: its own, or one of scopes whose grants it manages.
pub(super) fn manages(caller: &Caller, share: &Share) -> bool {
    let managed = caller.authority().grant(Allowed::GrantManage);
    share.from == caller.principal() || managed.includes(&Grant(vec![share.pattern.clone()]))
}

/// What is told of a share.
pub(super) const BODY: Shape = Of(&[
    ("id", Text),
    ("path", Text),
    ("from", Text),
    ("to", Text),
    ("verbs", List(&Text)),
    ("createdAt", Time),
    ("validUntil", Maybe(&Time)),
]);

/// A share as the wire shows it.
pub(super) fn body(share: &Share) -> Value {
    json!({
        "id": share.id,
        "path": share.pattern.to_string(),
        "from": share.from,
        "to": share.to,
        "verbs": [Allowed::MemoryRead.as_str()],
        "createdAt": share.created_at.to_string(),
        "validUntil": share.valid_until.map(|at| at.to_string()),
    })
}
