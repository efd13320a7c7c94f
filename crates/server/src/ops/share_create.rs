//! `POST /api/v1/{context}/scope-grants`: let another principal see a part of what one sees.

use quintet::model::{Grant, Verb as Allowed};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::schema::{Answer, Bounded, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, key_create, shares};
use crate::authority::{Share, new_share_id, pattern, principal_id, verbs};
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "share_create",
    summary: "Let another principal see a part of the scopes, for a while or until it is taken back",
    method: Method::Post,
    path: "/api/v1/{context}/scope-grants",
    verb: Verb::GrantManage,
    read_only: false,
    example: r#"{"path": "team/red/*", "principal": "support-bot", "ttlSeconds": 604800}"#,
    takes: Takes::Body(Request::json_schema),
    answer: Answer::Json(&[201], shares::BODY),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// A scope, or `scope/*` for all below it.
    path: String,
    /// Who is to see it.
    #[serde(alias = "to", alias = "principalId", alias = "principal_id")]
    principal: String,
    /// `memory:read` alone can be shared; that is meant when nothing is said.
    #[serde(default)]
    verbs: Option<Vec<String>>,
    /// Seconds that it holds; until it is taken back when absent.
    #[serde(default, alias = "ttl_seconds")]
    #[schemars(with = "Option<Bounded<1, { crate::limits::TTL_S_MAX }>>")]
    ttl_seconds: Option<Value>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let (caller, context) = (call.caller()?, call.known_context(service)?);
    let pattern = pattern(&request.path)?;
    if request.verbs.as_deref().map(verbs).transpose()?.is_some_and(|verbs| verbs != [Allowed::MemoryRead]) {
        let detail = "memory:read alone is shared; who is to write or forget gets a grant of their own";
        return Err(Problem::invalid("verbs", detail));
    }
    let wanted = Grant(vec![pattern.clone()]);
    let may = |verb| caller.authority().grant(verb).includes(&wanted);
    if !may(Allowed::GrantManage) || !may(Allowed::MemoryRead) {
        return Err(Problem::new(Code::Forbidden, "path: this key may not both see and manage all of it"));
    }
    let to = principal_id(&request.principal);
    if to == caller.principal() {
        return Err(Problem::invalid("principal", "it is the caller itself"));
    }
    if service.gate.roster.principal(&context, &to).is_none() {
        return Err(Problem::new(Code::NotFound, "there is no such principal"));
    }
    let now = service.engine.now();
    let valid_until = key_create::ends(request.ttl_seconds.as_ref(), now)?;
    let from = caller.principal().to_owned();
    let share = Share { id: new_share_id()?, from, to, pattern, created_at: now, valid_until };
    service.gate.roster.put_share(&context, share.clone())?;
    Ok(Reply::of(201, shares::body(&share)))
}
