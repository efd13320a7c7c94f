//! `GET /api/v1/contexts/{context}`: one context.

use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, context_list};
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "context_get",
    summary: "One context with what is set of it",
    method: Method::Get,
    path: "/api/v1/contexts/{context}",
    verb: Verb::Manage,
    read_only: true,
    example: "",
    takes: Takes::Nothing,
    answer: Answer::ok(context_list::BODY),
    handler: handle,
};

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let context = call.known_context(service)?;
    let found = service.engine.contexts()?.into_iter().find(|spec| spec.id == context);
    let spec = found.ok_or_else(|| Problem::new(Code::ContextNotFound, "there is no such context"))?;
    Ok(Reply::ok(context_list::context_body(&spec)))
}
