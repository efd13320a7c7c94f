//! `POST /api/v1/{context}/principals`: make a principal, or find the one of that external name.

use quintet::limits::NAME_LEN_MAX;
use quintet::model::{Authority, ContextId};
use schemars::JsonSchema;
use serde::Deserialize;

use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, fields, principals};
use crate::authority::{ADMIN, GrantsField, Principal, PrincipalKind, SYSTEM, new_principal_id, principal_id};
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "principal_create",
    summary: "Make a principal: somebody who may do something in a context",
    method: Method::Post,
    path: "/api/v1/{context}/principals",
    verb: Verb::GrantManage,
    read_only: false,
    example: r#"{"id": "support-bot", "kind": "agent", "grants": {"memory:read": ["org/acme/*"]}}"#,
    takes: Takes::Body(Request::json_schema),
    answer: Answer::made(principals::BODY),
    handler: handle,
};

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// Chosen by the server when absent.
    id: Option<String>,
    /// The name that people read.
    #[serde(alias = "display_name")]
    display_name: Option<String>,
    /// The kind.
    #[schemars(extend("enum" = ["human", "agent", "service", "unknown", null]))]
    kind: Option<String>,
    /// The name in another system; the same one finds the same principal.
    #[serde(alias = "external_id")]
    external_id: Option<String>,
    /// What is allowed: patterns of scopes by verb.
    grants: Option<GrantsField>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let context = call.known_context(service)?;
    let authority = request.grants.as_ref().map(GrantsField::authority).transpose()?.unwrap_or_default();
    if !call.caller()?.authority().includes(&authority) {
        return Err(Problem::invalid("grants", "nobody can grant more than they may do themselves"));
    }
    let kind = match request.kind.as_deref() {
        None => PrincipalKind::default(),
        Some(name) => PrincipalKind::parse(name)
            .ok_or_else(|| Problem::invalid("kind", "there are human, agent, service, unknown"))?,
    };
    let (principal, is_new) = make(
        service,
        &context,
        New { id: request.id, name: request.display_name, kind, external_id: request.external_id, authority },
    )?;
    Ok(Reply::of(if is_new { 201 } else { 200 }, principals::body(&principal)))
}

/// What a principal is made with.
pub(super) struct New {
    pub(super) id: Option<String>,
    pub(super) name: Option<String>,
    pub(super) kind: PrincipalKind,
    pub(super) external_id: Option<String>,
    pub(super) authority: Authority,
}

/// Makes a principal, or finds the one of that external name, which keeps what it has.
pub(super) fn make(service: &Service, context: &ContextId, new: New) -> Result<(Principal, bool), Problem> {
    let external_id = fields::name("externalId", new.external_id, NAME_LEN_MAX)?;
    let all = service.gate.roster.principals(context);
    if let Some(external) = &external_id
        && let Some(known) = all.iter().find(|principal| principal.external_id.as_ref() == Some(external))
    {
        return Ok((known.clone(), false));
    }
    let id = match fields::name("id", new.id, NAME_LEN_MAX)? {
        Some(name) => principal_id(&name),
        None => new_principal_id()?,
    };
    let is_odd = |c: char| c.is_control() || c.is_whitespace() || c == '/';
    if id == ADMIN || id == SYSTEM || id.chars().any(is_odd) {
        return Err(Problem::invalid("id", "this name is kept for the server, or holds a space or a slash"));
    }
    let display_name = fields::name("displayName", new.name, NAME_LEN_MAX)?;
    let is_taken = |principal: &Principal| {
        principal.id == id || display_name.as_ref().is_some_and(|name| *name == principal.display_name)
    };
    if all.iter().any(is_taken) {
        return Err(Problem::new(Code::Conflict, "there is a principal of that id or display name; give another"));
    }
    let principal = Principal {
        display_name: display_name.unwrap_or_else(|| id.trim_start_matches("principal:").to_owned()),
        id,
        kind: new.kind,
        external_id,
        created_at: service.engine.now(),
        authority: new.authority,
    };
    service.gate.roster.put_principal(context, principal.clone())?;
    Ok((principal, true))
}
