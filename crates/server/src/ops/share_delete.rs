//! `DELETE /api/v1/{context}/scope-grants/{id}`: nothing is seen through a share any more, from now on.

use serde_json::Value;

use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, shares};
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "share_delete",
    summary: "Take back what another principal was let see",
    method: Method::Delete,
    path: "/api/v1/{context}/scope-grants/{id}",
    verb: Verb::Known,
    read_only: false,
    example: "",
    takes: Takes::Nothing,
    answer: Answer::Empty,
    handler: handle,
};

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (caller, context) = (call.caller()?, call.known_context(service)?);
    let id = call.path.get("id").map(String::as_str).unwrap_or_default();
    let all = service.gate.roster.shares(&context);
    let found = all.iter().find(|share| share.id == id && shares::manages(caller, share));
    let share = found.ok_or_else(|| Problem::new(Code::NotFound, "there is no such share"))?;
    service.gate.roster.remove_share(&context, share)?;
    Ok(Reply::of(204, Value::Null))
}
