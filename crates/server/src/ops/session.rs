//! `GET /api/v1/{context}/sessions/{id}`: one session.

use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, session_open};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "session",
    summary: "One session: since when, for whom, and whether it was closed",
    method: Method::Get,
    path: "/api/v1/{context}/sessions/{id}",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    takes: Takes::Nothing,
    answer: Answer::ok(session_open::BODY),
    handler: handle,
};

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    Ok(Reply::ok(session_open::body(&session_open::named(service, call)?)))
}
