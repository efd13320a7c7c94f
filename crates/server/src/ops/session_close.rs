//! `DELETE /api/v1/{context}/sessions/{id}`: close a session. What was said in it stays.

use serde_json::Value;

use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, session_open};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "session_close",
    summary: "Close a session; what was said in it stays, and is forgotten by /forget",
    method: Method::Delete,
    path: "/api/v1/{context}/sessions/{id}",
    verb: Verb::MemoryWrite,
    read_only: false,
    example: "",
    takes: Takes::Nothing,
    answer: Answer::Empty,
    handler: handle,
};

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let session = session_open::named(service, call)?;
    service.engine.close_session(&call.context()?, &session.id, service.engine.now())?;
    Ok(Reply::of(204, Value::Null))
}
