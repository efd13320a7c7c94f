//! `POST /api/v1/{context}/principals/{id}/grants`: let a principal do something.

use quintet::model::{Authority, Pattern, Verb as Allowed};
use schemars::JsonSchema;
use serde::Deserialize;

use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, principals};

use crate::authority::{pattern, verbs};
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "principal_grant",
    summary: "Let a principal do something in a part of the scopes",
    method: Method::Post,
    path: "/api/v1/{context}/principals/{id}/grants",
    verb: Verb::GrantManage,
    read_only: false,
    example: r#"{"path": "org/acme/*", "verbs": ["memory:read"]}"#,
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(principals::BODY),
    handler: handle,
};

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    change(service, call, |authority, verb, pattern| authority.allow(verb, pattern.clone()))
}

/// Changes what the principal named in the path may do, by each verb that is asked for.
pub(super) fn change(
    service: &Service,
    call: &Call,
    with: impl Fn(&mut Authority, Allowed, &Pattern),
) -> Result<Reply, Problem> {
    let (verbs, pattern) = asked(call)?;
    let (context, principal) = principals::named(service, call)?;
    let changed = service.gate.roster.change_principal(&context, &principal.id, |principal| {
        for verb in &verbs {
            with(&mut principal.authority, *verb, &pattern);
        }
    })?;
    let changed = changed.ok_or_else(|| Problem::new(Code::NotFound, "there is no such principal"))?;
    Ok(Reply::ok(principals::body(&changed)))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    /// The path of a scope or a file.
    path: String,
    /// What may be done, by name.
    verbs: Vec<String>,
}

/// What is asked for: verbs and a pattern, of which the caller may grant all.
fn asked(call: &Call) -> Result<(Vec<Allowed>, Pattern), Problem> {
    let request: Request = call.request()?;
    let (verbs, pattern) = (verbs(&request.verbs)?, pattern(&request.path)?);
    let mut wanted = Authority::default();
    for verb in &verbs {
        wanted.allow(*verb, pattern.clone());
    }
    if !call.caller()?.authority().includes(&wanted) {
        return Err(Problem::invalid("verbs", "nobody can grant or revoke more than they may do themselves"));
    }
    Ok((verbs, pattern))
}
