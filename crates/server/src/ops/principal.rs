//! `GET /api/v1/{context}/principals/{id}`: one principal.

use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, principals};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "principal",
    summary: "One principal with what it may do",
    method: Method::Get,
    path: "/api/v1/{context}/principals/{id}",
    verb: Verb::Known,
    read_only: true,
    example: "",
    takes: Takes::Nothing,
    answer: Answer::ok(principals::BODY),
    handler: handle,
};

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (_, principal) = principals::named(service, call)?;
    Ok(Reply::ok(principals::body(&principal)))
}
