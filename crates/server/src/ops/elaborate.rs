//! `POST /api/v1/{context}/elaborate`: propose ties between entities that are named together.

use quintet::limits;
use quintet::{ElaborateRequest, Elaborated, Proposal};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::reading::{entity, number};
use super::schema::Shape::{List, Object, Of, Whole};
use super::schema::{Answer, Bounded, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "elaborate",
    summary: "Propose relations between entities that memories name together; proposals are no facts",
    method: Method::Post,
    path: "/api/v1/{context}/elaborate",
    verb: Verb::MemoryWrite,
    read_only: false,
    example: r#"{"entityRef": "person/Dana", "dryRun": true}"#,
    takes: Takes::Perhaps(Request::json_schema),
    answer: Answer::ok(Of(&[("outcomes", List(&Object)), ("relationsEmitted", Whole)])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// The entity: `type/name`, a name or an id.
    #[serde(default, alias = "entity_ref")]
    entity_ref: Option<String>,
    /// Entities looked at, at most.
    #[serde(default)]
    #[schemars(with = "Option<Bounded<1, { limits::ELABORATE_BUDGET_MAX }>>")]
    budget: Option<Value>,
    /// Looks at as many entities as are allowed at all, whatever the budget.
    #[serde(default)]
    sweep: bool,
    /// Tells what would be done, and does nothing.
    #[serde(default, alias = "dry_run")]
    dry_run: bool,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request_or_nothing()?;
    let caller = call.caller()?;
    // A reference may come as views write it.
    let bare = |text: &str| entity("entityRef", text.strip_prefix("entity:").unwrap_or(text));
    let budget = request.budget.as_ref();
    let asked = ElaborateRequest {
        entity: request.entity_ref.as_deref().map(bare).transpose()?,
        budget: number("budget", budget, limits::ELABORATE_BUDGET, limits::ELABORATE_BUDGET_MAX)?,
        sweep: request.sweep,
        dry_run: request.dry_run,
        principal: Some(caller.principal().to_owned()),
        write: caller.changeable(),
        ..ElaborateRequest::new(caller.readable())
    };
    let done = service.engine.elaborate(&call.context()?, &asked)?;
    Ok(Reply::ok(answer(&done)))
}

fn answer(done: &Elaborated) -> Value {
    let proposal = |one: &Proposal| {
        json!({
            "subject": one.subject, "label": one.label, "object": one.object, "confidence": one.confidence,
            "likelihood": one.likelihood, "evidence": one.shared,
            "relationId": one.memory.filter(|_| !done.dry_run), "isNew": one.is_emitted,
        })
    };
    let outcomes: Vec<Value> = done
        .outcomes
        .iter()
        .map(|one| {
            json!({
                "entityType": one.entity.kind, "entityName": one.entity.name,
                "proposedRelations": one.proposed.iter().map(proposal).collect::<Vec<_>>(),
                "relationsEmitted": one.proposed.iter().filter(|proposed| proposed.is_emitted).count(),
                "dryRun": done.dry_run, "traceId": done.trace.map_or_else(String::new, |trace| trace.to_string()),
            })
        })
        .collect();
    json!({ "outcomes": outcomes, "relationsEmitted": done.emitted })
}
