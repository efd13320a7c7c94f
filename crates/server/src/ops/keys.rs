//! `GET /api/v1/{context}/keys`: the caller's own keys; all of them for the admin.

use quintet::model::ContextId;
use serde_json::{Value, json};

use super::schema::Shape::{List, Maybe, Object, Of, Text, Time, Truth};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::authority::{Caller, Key, grants_body};
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "keys",
    summary: "The caller's own keys, without their secrets; all of them for the admin",
    method: Method::Get,
    path: "/api/v1/{context}/keys",
    verb: Verb::Known,
    read_only: true,
    example: "",
    takes: Takes::Nothing,
    answer: Answer::ok(List(&Of(&[
        ("id", Text),
        ("name", Text),
        ("principalId", Text),
        ("createdAt", Time),
        ("validUntil", Maybe(&Time)),
        ("lastUsedAt", Maybe(&Time)),
        ("grants", Maybe(&Object)),
        ("strict", Truth),
        ("isToken", Truth),
    ]))),
    handler: handle,
};

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let context = call.known_context(service)?;
    let keys = within_reach(service, call.caller()?, &context);
    Ok(Reply::ok(Value::Array(keys.iter().map(body).collect())))
}

/// The keys that a caller may know of, by age: all for the admin. Else the owner's, not those of somebody it acts for, and of
/// them such as may do no more than the calling key: a narrowed one must not reach a wider one.
fn within_reach(service: &Service, caller: &Caller, context: &ContextId) -> Vec<Key> {
    let roster = &service.gate.roster;
    if caller.is_admin() {
        return roster.keys(context, None);
    }
    let Some(principal) = roster.principal(context, caller.actor()) else { return Vec::new() };
    let holder = roster.authority(context, &principal, service.engine.now());
    let mut keys = roster.keys(context, Some(caller.actor()));
    keys.retain(|key| {
        let is_own = caller.key().is_some_and(|own| own.id == key.id);
        is_own || (caller.delegate().is_none() && caller.authority().includes(&key.reach(holder.clone())))
    });
    keys
}

/// Refuses whoever manages no keys: brokered tokens, and callers who act for somebody else.
pub(super) fn managed_by(caller: &Caller) -> Result<(), Problem> {
    if caller.key().is_some_and(|key| key.is_token) {
        return Err(Problem::new(Code::Forbidden, "a brokered token makes, changes and deletes no keys"));
    }
    if caller.delegate().is_some() {
        let detail = "keys are their owner's matter: ask again without acting for somebody else";
        return Err(Problem::new(Code::Forbidden, detail));
    }
    Ok(())
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

/// The key named in the path, by name or id, for whoever manages it; what is out of reach does not exist.
pub(super) fn named(service: &Service, call: &Call) -> Result<(ContextId, Key), Problem> {
    let (caller, context) = (call.caller()?, call.known_context(service)?);
    managed_by(caller)?;
    let name = call.path.get("name").map(String::as_str).unwrap_or_default();
    let mut keys = within_reach(service, caller, &context).into_iter().rev();
    keys.find(|key| key.name == name || key.id == name)
        .map(|key| (context, key))
        .ok_or_else(|| Problem::new(Code::NotFound, "there is no such key"))
}
