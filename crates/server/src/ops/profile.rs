//! `GET /api/v1/{context}/profile`: who somebody is.

use quintet::views::Statement;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::reading::{entity, reading};
use super::schema::Shape::{List, Maybe, Of, Text, Truth};
use super::schema::{Answer, Shape, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, shown};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "profile",
    summary: "Who somebody is, in five sections, for the head of a prompt",
    method: Method::Get,
    path: "/api/v1/{context}/profile",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    takes: Takes::Reading(Request::json_schema),
    answer: Answer::ok(Of(&[
        ("self", List(&shown::ENTITY)),
        ("selfFacts", List(&PAIR)),
        ("static", List(&PAIR)),
        ("dynamic", List(&PAIR)),
        ("preferences", List(&PAIR)),
        ("instructions", List(&Of(&[("id", Text), ("label", Text), ("description", Text)]))),
        ("truncated", Truth),
    ])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {
    /// Whose facts are `selfFacts`: `type/name`, a name or an id; whoever speaks without a name when absent.
    #[serde(default)]
    entity: Option<String>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (request, filter) = reading::<Request>(call)?;
    let of = request.entity.as_deref().map(|text| entity("entity", text)).transpose()?;
    let profile = service.engine.profile(&call.context()?, of.as_ref(), &filter)?;
    let instructions: Vec<Value> = profile.instructions.iter().map(wish).collect();
    Ok(Reply::ok(json!({
        "self": profile.selves.iter().map(|entity| shown::entity(entity, None)).collect::<Vec<_>>(),
        "selfFacts": pairs(&profile.self_facts),
        "static": pairs(&profile.fixed),
        "dynamic": pairs(&profile.dynamic),
        "preferences": pairs(&profile.preferences),
        "instructions": instructions,
        "truncated": profile.is_cut,
    })))
}

/// What is told of one fact.
const PAIR: Shape =
    Of(&[("id", Text), ("key", Text), ("value", Text), ("entity", Maybe(&Text)), ("memoryCategory", Text)]);

fn pairs(section: &[Statement]) -> Vec<Value> {
    let pair = |one: &Statement| {
        json!({
            "key": one.key(), "value": one.value(), "entity": one.subject.as_ref().map(|subject| &subject.name),
            "memoryCategory": one.memory.category, "id": one.memory.id,
        })
    };
    section.iter().map(pair).collect()
}

fn wish(one: &Statement) -> Value {
    json!({ "id": one.memory.id, "label": one.key(), "description": one.value() })
}
