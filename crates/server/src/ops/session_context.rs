//! `POST /api/v1/{context}/sessions/{id}/context`: what is known about a question, as a block, with what was said last.

use serde_json::{Map, Value, json};

use super::schema::Shape::{Both, List, Of, Text};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, context, session_open, session_turns};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "session_context",
    summary: "What is known about a question, as a block to put in front of it, beside the last turns of a session",
    method: Method::Post,
    path: "/api/v1/{context}/sessions/{id}/context",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    takes: Takes::Body(context::described),
    answer: Answer::ok(Both(&context::TOLD, &Of(&[("session", Text), ("turns", List(&session_turns::TURN))]))),
    handler: handle,
};

/// Turns that come along. As published.
const TURNS: usize = 10;

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let session = session_open::named(service, call)?;
    let asked: Map<String, Value> = call.body.as_object().cloned().unwrap_or_default();
    let told = (context::OPERATION.handler)(service, &call.with(Value::Object(asked)))?;
    let turns = session_turns::turns(service, call, &session)?;
    let last: Vec<Value> = turns.iter().skip(turns.len().saturating_sub(TURNS)).map(session_turns::turn).collect();
    let mut body = told.body;
    body["session"] = json!(session.id);
    body["turns"] = json!(last);
    Ok(Reply::ok(body))
}
