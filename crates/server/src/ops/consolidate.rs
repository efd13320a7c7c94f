//! `POST /api/v1/{context}/consolidate`: draw observations from what several memories tell.

use quintet::limits;
use quintet::{ConsolidateRequest, Consolidated, Outcome};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::reading::number;
use super::schema::Shape::{List, Object, Of, Text, Truth, Whole};
use super::schema::{Answer, Bounded, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "consolidate",
    summary: "Draw observations, with their proofs, from facts and sentences that several memories tell",
    method: Method::Post,
    path: "/api/v1/{context}/consolidate",
    verb: Verb::MemoryWrite,
    read_only: false,
    example: r#"{"dryRun": true}"#,
    takes: Takes::Perhaps(Request::json_schema),
    answer: Answer::ok(Of(&[
        ("created", Whole),
        ("updated", Whole),
        ("superseded", Whole),
        ("outcomes", List(&Object)),
        ("dryRun", Truth),
        ("truncated", Truth),
        ("traceId", Text),
    ])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// Tells what would be done, and does nothing.
    #[serde(default, alias = "dry_run")]
    dry_run: bool,
    /// Newest facts, and newest turns, that are looked at.
    #[serde(default, alias = "fact_limit")]
    #[schemars(with = "Option<Bounded<1, { limits::CONSOLIDATE_POOL_MAX }>>")]
    fact_limit: Option<Value>,
    /// Observations written, at most.
    #[serde(default, alias = "observation_limit")]
    #[schemars(with = "Option<Bounded<1, { limits::OBSERVATIONS_MAX }>>")]
    observation_limit: Option<Value>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request_or_nothing()?;
    let caller = call.caller()?;
    let asked = ConsolidateRequest {
        dry_run: request.dry_run,
        fact_limit: number(
            "factLimit",
            request.fact_limit.as_ref(),
            limits::CONSOLIDATE_POOL,
            limits::CONSOLIDATE_POOL_MAX,
        )?,
        observation_limit: number(
            "observationLimit",
            request.observation_limit.as_ref(),
            limits::OBSERVATIONS,
            limits::OBSERVATIONS_MAX,
        )?,
        principal: Some(caller.principal().to_owned()),
        write: caller.changeable(),
        ..ConsolidateRequest::new(caller.readable())
    };
    let done = service.engine.consolidate(&call.context()?, &asked)?;
    Ok(Reply::ok(answer(&done)))
}

fn answer(done: &Consolidated) -> Value {
    let outcome = |one: &Outcome| {
        json!({
            "kind": one.kind, "entityId": one.entity, "entityName": one.entity_name, "key": one.key, "value": one.value,
            "text": one.text, "proofCount": one.proofs,
            // What was not written has no id that anybody could ask for.
            "observationId": one.observation.filter(|_| one.is_written), "committed": one.is_written,
            "rationale": one.rationale,
        })
    };
    json!({
        "created": done.created, "updated": done.updated, "superseded": done.superseded,
        "outcomes": done.outcomes.iter().map(outcome).collect::<Vec<_>>(),
        "dryRun": done.dry_run, "truncated": done.is_cut, "traceId": done.trace.map_or_else(String::new, |trace| trace.to_string()),
    })
}
