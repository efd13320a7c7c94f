//! `GET /api/v1/{context}/keys`: the caller's own keys; all of them for the admin.

use quintet::model::ContextId;
use serde_json::{Value, json};

use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::authority::{Key, grants_body};
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "keys",
    summary: "The caller's own keys, without their secrets; all of them for the admin",
    method: Method::Get,
    path: "/api/v1/{context}/keys",
    verb: Verb::Known,
    read_only: true,
    example: "",
    handler: handle,
};

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (caller, context) = (call.caller()?, call.known_context(service)?);
    let of = (!caller.is_admin()).then(|| caller.principal());
    let keys = service.gate.roster.keys(&context, of);
    Ok(Reply::ok(Value::Array(keys.iter().map(body).collect())))
}

/// A key as the wire shows it.
pub(super) fn body(key: &Key) -> Value {
    json!({
        "id": key.id,
        "name": key.name,
        "principalId": key.principal,
        "createdAt": key.created_at.to_string(),
        "validUntil": key.valid_until.map(|at| at.to_string()),
        "lastUsedAt": key.last_used_at.map(|at| at.to_string()),
        "grants": key.authority.as_ref().map(grants_body),
        "strict": key.strict,
        "isToken": key.is_token,
    })
}

/// The key named in the path, by name or id; others' keys do not exist for whoever is not the admin.
pub(super) fn named(service: &Service, call: &Call) -> Result<(ContextId, Key), Problem> {
    let (caller, context) = (call.caller()?, call.known_context(service)?);
    let name = call.path.get("name").map(String::as_str).unwrap_or_default();
    let of = (!caller.is_admin()).then(|| caller.principal());
    let mut keys = service.gate.roster.keys(&context, of).into_iter().rev();
    keys.find(|key| key.name == name || key.id == name)
        .map(|key| (context, key))
        .ok_or_else(|| Problem::new(Code::NotFound, "there is no such key"))
}
