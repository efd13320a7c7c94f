//! `GET /api/v1/{context}/lifecycle/expiring`: what ends soon.

use quintet::model::DAY_US;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::reading::{number, reading};
use super::schema::Shape::{List, Of, Text, Time, Truth};
use super::schema::{Answer, Bounded, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::limits::{EXPIRING_DAYS, EXPIRING_DAYS_MAX};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "lifecycle_expiring",
    summary: "What ends within some days, soonest first, and why: it lapses, says so itself, or a rule of retention takes it",
    method: Method::Get,
    path: "/api/v1/{context}/lifecycle/expiring",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    takes: Takes::Reading(Request::json_schema),
    answer: Answer::ok(Of(&[
        ("expiring", List(&Of(&[("id", Text), ("kind", Text), ("at", Time), ("reason", Text)]))),
        ("truncated", Truth),
    ])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {
    /// Days ahead.
    #[serde(default)]
    #[schemars(with = "Option<Bounded<1, EXPIRING_DAYS_MAX>>")]
    days: Option<Value>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (request, filter) = reading::<Request>(call)?;
    let days = number("days", request.days.as_ref(), EXPIRING_DAYS, EXPIRING_DAYS_MAX)?;
    let found = service.engine.expiring(&call.context()?, days as i64 * DAY_US, &filter)?;
    let expiring: Vec<Value> = found
        .iter()
        .map(|one| json!({ "id": one.id, "kind": one.kind, "at": one.at.to_string(), "reason": one.reason }))
        .collect();
    Ok(Reply::ok(json!({ "expiring": expiring, "truncated": found.len() == quintet::limits::LIST_MAX })))
}
