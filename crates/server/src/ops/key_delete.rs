//! `DELETE /api/v1/{context}/keys/{name}`: a key opens nothing any more, from now on.

use serde_json::Value;

use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, keys};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "key_delete",
    summary: "Take a key away; it opens nothing from then on",
    method: Method::Delete,
    path: "/api/v1/{context}/keys/{name}",
    verb: Verb::Known,
    read_only: false,
    example: "",
    takes: Takes::Nothing,
    answer: Answer::Empty,
    handler: handle,
};

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (context, key) = keys::named(service, call)?;
    service.gate.roster.remove_key(&context, &key.id)?;
    Ok(Reply::of(204, Value::Null))
}
