//! `POST /api/v1/{context}/keys`: a key for oneself; for anybody when the admin asks.

use quintet::limits::NAME_LEN_MAX;
use quintet::model::Micros;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::schema::Shape::{Maybe, Of, Text, Time};
use super::schema::{Answer, Bounded, Shape, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, fields, keys};
use crate::authority::{Caller, GrantsField, Key, Principal, mint, principal_id};
use crate::limits;
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "key_create",
    summary: "Make a key, shown this once; it may do at most what its principal may",
    method: Method::Post,
    path: "/api/v1/{context}/keys",
    verb: Verb::Known,
    read_only: false,
    example: r#"{"name": "laptop", "principal": "support-bot", "ttlSeconds": 86400}"#,
    takes: Takes::Perhaps(Request::json_schema),
    answer: Answer::Json(&[201], MINTED),
    handler: handle,
};

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// Its name.
    name: Option<String>,
    /// What is allowed: patterns of scopes by verb.
    grants: Option<GrantsField>,
    /// Seconds that it is valid; for ever when absent.
    #[serde(alias = "ttl_seconds")]
    #[schemars(with = "Option<Bounded<1, { crate::limits::TTL_S_MAX }>>")]
    ttl_seconds: Option<Value>,
    /// Reads outside of its region are errors, not empty.
    strict: bool,
    /// Whose it is; only the admin may name another than oneself.
    #[serde(alias = "principalId", alias = "principal_id")]
    principal: Option<String>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request_or_nothing()?;
    let (caller, context) = (call.caller()?, call.known_context(service)?);
    keys::managed_by(caller)?;
    let owner = match &request.principal {
        Some(name) if caller.is_admin() || principal_id(name) == caller.actor() => principal_id(name),
        Some(_) => return Err(Problem::new(Code::Forbidden, "principal: a key makes keys of its own principal alone")),
        None if caller.is_admin() => {
            return Err(Problem::invalid("principal", "say whose key it is to be: the admin has none in a context"));
        }
        None => caller.actor().to_owned(),
    };
    let principal = service.gate.roster.principal(&context, &owner);
    let principal = principal.ok_or_else(|| Problem::new(Code::NotFound, "there is no such principal"))?;
    let authority = request.grants.as_ref().map(GrantsField::authority).transpose()?;
    let most = if caller.is_admin() { &principal.authority } else { caller.authority() };
    if authority.as_ref().is_some_and(|wanted| !most.includes(wanted)) {
        return Err(Problem::invalid("grants", "a key may do at most what its principal and the calling key may"));
    }
    // A narrowed key cannot make a wide one.
    let authority = authority.or_else(|| (!caller.is_admin()).then(|| caller.authority().clone()));
    let now = service.engine.now();
    let name = fields::name("name", request.name, NAME_LEN_MAX)?;
    let (key, text) = mint(name, &principal.id, now)?;
    let key = Key {
        authority,
        strict: request.strict,
        valid_until: ends_by(caller, request.ttl_seconds.as_ref(), None, now)?,
        ..key
    };
    service.gate.roster.add_key(&context, key.clone(), now)?;
    Ok(Reply::secret(201, minted(&key, &text, &principal)))
}

/// What is told of a new key.
pub(super) const MINTED: Shape =
    Of(&[("id", Text), ("key", Text), ("name", Text), ("principalId", Text), ("validUntil", Maybe(&Time))]);

/// A new key as the wire tells it: the only time that its text is told.
pub(super) fn minted(key: &Key, text: &str, principal: &Principal) -> Value {
    json!({
        "id": key.id,
        "key": text,
        "name": key.name,
        "principalId": principal.id,
        "validUntil": key.valid_until.map(|at| at.to_string()),
    })
}

/// When a key ends that somebody makes: not after the key that makes it. `otherwise` is when it ends if nothing is said.
pub(super) fn ends_by(
    caller: &Caller,
    ttl_seconds: Option<&Value>,
    otherwise: Option<Micros>,
    now: Micros,
) -> Result<Option<Micros>, Problem> {
    let latest = caller.key().and_then(|key| key.valid_until);
    match (ends(ttl_seconds, now)?, latest) {
        (Some(wanted), Some(latest)) if wanted > latest => {
            Err(Problem::invalid("ttlSeconds", "a key makes none that is valid for longer than itself"))
        }
        (Some(wanted), _) => Ok(Some(wanted)),
        (None, latest) => Ok([otherwise, latest].into_iter().flatten().min()),
    }
}

/// When a key ends that is valid for so many seconds.
pub(super) fn ends(ttl_seconds: Option<&Value>, now: Micros) -> Result<Option<Micros>, Problem> {
    if matches!(ttl_seconds, None | Some(Value::Null)) {
        return Ok(None);
    }
    let seconds = super::reading::number("ttlSeconds", ttl_seconds, 1, limits::TTL_S_MAX)?;
    Ok(Some(now.plus(seconds as i64 * 1_000_000)))
}
