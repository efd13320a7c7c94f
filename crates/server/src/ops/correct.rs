//! `POST /api/v1/{context}/correct`: put a fact right.

use quintet::store::Filter;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::emotions::memory;
use super::facts::refusal;
use super::schema::Shape::{List, Object, Partly, Text};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, shown};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "correct",
    summary: "Put a value in the place of what a fact says; the old one stays as history",
    method: Method::Post,
    path: "/api/v1/{context}/correct",
    verb: Verb::MemoryWrite,
    read_only: false,
    example: "",
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(Partly(
        &[("id", Text)],
        &[
            ("reopened", Text),
            ("replaced", Text),
            ("entities", List(&Object)),
            ("attributes", List(&Object)),
            ("relations", List(&Object)),
            ("actions", List(&Object)),
            ("instructions", List(&Object)),
            ("uncertainties", List(&Object)),
            ("corrections", List(&Object)),
        ],
    )),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {
    /// The fact, by its id.
    id: String,
    /// What is right: a value, a wish, or the name of whom a relation leads to. Absent: the fact that it replaced holds again.
    #[serde(default)]
    value: Option<String>,
    /// Take a correction back: what this older fact says holds again.
    #[serde(default)]
    reopen: bool,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let context = call.context()?;
    let id = memory(service, call, &request.id)?;
    let caller = call.caller()?;
    let value = match (request.value, request.reopen) {
        (Some(value), false) => value,
        (None, true) => {
            let again = service.engine.reopen(&context, id)?;
            return Ok(Reply::ok(json!({ "id": again, "reopened": id })));
        }
        _ => return Err(Problem::invalid("value", "give a value, or 'reopen': true")),
    };
    let filter = Filter { grant: call.grant()?, ..Filter::default() };
    let principal = Some(caller.principal().to_owned());
    let learned =
        service.engine.correct(&context, id, &value, principal, &filter).map_err(|error| refusal(error, &[]))?;
    let mut body = Value::Object(shown::extraction(std::slice::from_ref(&learned), None));
    body["id"] = json!(learned.asserted.memory);
    body["replaced"] = json!(id);
    Ok(Reply::ok(body))
}
