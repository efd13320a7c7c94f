//! `POST /api/v1/{context}/keys/{name}/rotate`: a new secret in place of an old one.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::schema::{Answer, Bounded, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, key_create, keys, reading};
use crate::authority::{Key, mint};
use crate::limits;
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "key_rotate",
    summary: "A new key in place of an old one, which may stay valid for a while",
    method: Method::Post,
    path: "/api/v1/{context}/keys/{name}/rotate",
    verb: Verb::Known,
    read_only: false,
    example: r#"{"overlapSeconds": 3600}"#,
    takes: Takes::Perhaps(Request::json_schema),
    answer: Answer::ok(key_create::MINTED),
    handler: handle,
};

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// Seconds that the new one is valid; as long as the old one's rest when absent.
    #[serde(alias = "ttl_seconds")]
    #[schemars(with = "Option<Bounded<1, { crate::limits::TTL_S_MAX }>>")]
    ttl_seconds: Option<Value>,
    /// Seconds that the old one stays valid beside it; none when absent.
    #[serde(alias = "overlap_seconds")]
    #[schemars(with = "Option<Bounded<1, { crate::limits::TTL_S_MAX }>>")]
    overlap_seconds: Option<Value>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request_or_nothing()?;
    let (context, old) = keys::named(service, call)?;
    let principal = service.gate.roster.principal(&context, &old.principal);
    let principal = principal.ok_or_else(|| Problem::new(Code::NotFound, "there is no such key"))?;
    let now = service.engine.now();
    let overlap = match &request.overlap_seconds {
        None | Some(Value::Null) => 0,
        seconds => reading::number("overlapSeconds", seconds.as_ref(), 1, limits::TTL_S_MAX)?,
    };
    let (key, text) = mint(Some(old.name.clone()), &old.principal, now)?;
    let valid_until = key_create::ends_by(call.caller()?, request.ttl_seconds.as_ref(), old.valid_until, now)?;
    let key = Key { authority: old.authority.clone(), strict: old.strict, is_token: old.is_token, valid_until, ..key };
    service.gate.roster.rotate_key(&context, &old.id, key.clone(), now.plus(overlap as i64 * 1_000_000))?;
    Ok(Reply::secret(200, key_create::minted(&key, &text, &principal)))
}
