//! `POST /api/v1/{context}/reflect`: what is remembered about a question, put together with its evidence.

use quintet::{Evidence, Kept, ReflectRequest};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::reading::reading;
use super::schema::Shape::{List, Maybe, Object, Of, Text, Truth};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "reflect",
    summary: "Put together what is remembered about a question, each sentence with where it stands",
    method: Method::Post,
    path: "/api/v1/{context}/reflect",
    verb: Verb::MemoryRead,
    read_only: false,
    example: r#"{"query": "How did the move to Porto go?"}"#,
    takes: Takes::Reading(Request::json_schema),
    answer: Answer::ok(Of(&[
        ("reflection", Text),
        ("evidence", List(&Object)),
        ("persistedAttributes", List(&Object)),
        ("model", Maybe(&Text)),
        ("abstain", Truth),
        ("traceId", Maybe(&Text)),
    ])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// The question.
    query: String,
    /// Keeps what follows as attributes.
    #[serde(default)]
    persist: bool,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (request, filter) = reading::<Request>(call)?;
    let caller = call.caller()?;
    let asked = ReflectRequest {
        persist: request.persist,
        write: caller.changeable(),
        principal: Some(caller.principal().to_owned()),
        ..ReflectRequest::new(request.query, filter)
    };
    let told = service.engine.reflect(&call.context()?, &asked)?;
    let evidence = |one: &Evidence| {
        json!({
            "marker": format!("[{}]", one.marker), "id": one.id, "kind": one.kind, "snippet": one.quote,
            "score": one.score, "occurredAt": one.at.to_string(), "speaker": one.speaker,
        })
    };
    let kept = |one: &Kept| {
        json!({
            "id": one.memory, "entityId": one.entity, "key": one.key, "value": one.value,
            "memoryCategory": one.category,
        })
    };
    Ok(Reply::ok(json!({
        "reflection": told.reflection,
        "evidence": told.evidence.iter().map(evidence).collect::<Vec<Value>>(),
        "persistedAttributes": told.kept.iter().map(kept).collect::<Vec<Value>>(),
        "model": told.model, "abstain": told.abstain, "traceId": told.trace,
    })))
}
