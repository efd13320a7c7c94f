//! `POST /api/v1/contexts/{context}/access-tokens`: a short-lived key for somebody whom the caller vouches for.

use quintet::limits::NAME_LEN_MAX;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::principal_create::{New, make};
use super::schema::{Answer, Bounded, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, fields, key_create};
use crate::authority::{GrantsField, Key, PrincipalKind, mint};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "access_token",
    summary: "A short-lived key for somebody whom the caller vouches for; their principal is made when it is new",
    method: Method::Post,
    path: "/api/v1/contexts/{context}/access-tokens",
    verb: Verb::Manage,
    read_only: false,
    example: r#"{"externalId": "idp|42", "displayName": "Ann", "ttlSeconds": 900, "grants": {"memory:read": ["user/ann/*"]}}"#,
    takes: Takes::Body(Request::json_schema),
    answer: Answer::made(key_create::MINTED),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// The name in another system; the same one finds the same principal.
    #[serde(alias = "external_id")]
    external_id: String,
    /// The name that people read.
    #[serde(default, alias = "display_name")]
    display_name: Option<String>,
    /// Seconds that it is valid.
    #[serde(alias = "ttl_seconds")]
    #[schemars(with = "Bounded<1, { crate::limits::TTL_S_MAX }>")]
    ttl_seconds: Value,
    /// What is allowed: patterns of scopes by verb.
    #[serde(default)]
    grants: Option<GrantsField>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let context = call.known_context(service)?;
    let authority = request.grants.as_ref().map(GrantsField::authority).transpose()?;
    let now = service.engine.now();
    let valid_until = key_create::ends(Some(&request.ttl_seconds), now)?;
    if valid_until.is_none() {
        return Err(Problem::invalid("ttlSeconds", "a token has to end"));
    }
    let name = fields::name("displayName", request.display_name, NAME_LEN_MAX)?;
    let new = New {
        id: None,
        name,
        kind: PrincipalKind::Human,
        external_id: Some(request.external_id),
        authority: authority.clone().unwrap_or_default(),
    };
    let (principal, is_new) = make(service, &context, new)?;
    let (key, text) = mint(None, &principal.id, now)?;
    let key = Key { authority, valid_until, is_token: true, ..key };
    service.gate.roster.add_key(&context, key.clone(), now)?;
    Ok(Reply::secret(if is_new { 201 } else { 200 }, key_create::minted(&key, &text, &principal)))
}
