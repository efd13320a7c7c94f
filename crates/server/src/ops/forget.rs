//! `POST /api/v1/{context}/forget`: take memories out of every read, or out of every file.

use quintet::model::{EntityId, MemoryId};
use quintet::store::{Filter, ForgetMode};
use quintet::{Forget, ForgetReceipt, ForgetRequest, QUERY_SCORE, limits};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::fields;
use super::reading::{entity, number, reading};
use super::schema::Shape::{Any, List, Object, Of, Text, Truth, Whole, Word};
use super::schema::{Answer, Bounded, Instant, Shape, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::limits::FORGOTTEN_TOLD_MAX;
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "forget",
    summary: "Forget what is named, with all that was drawn from it alone; a dry run lists exactly what would go",
    method: Method::Post,
    path: "/api/v1/{context}/forget",
    verb: Verb::MemoryForget,
    read_only: false,
    example: r#"{"query": "the gateway incident", "dryRun": true}"#,
    takes: Takes::Reading(Request::json_schema),
    answer: Answer::ok(RECEIPT),
    handler: handle,
};

/// What is meant: one of the first five, of those that the conditions let through; the conditions alone without any of them.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// The question.
    query: Option<String>,
    /// Ids of memories.
    ids: Option<Vec<String>>,
    /// `type/name`, a name or an id.
    entity: Option<String>,
    /// The session.
    #[serde(alias = "session", alias = "session_id")]
    session_id: Option<String>,
    /// Everything that is seen only through this scope or one below it.
    scope: Option<String>,
    /// Everything that may be seen, where no condition is given.
    all: bool,
    /// Of an entity: the memories that it was read in or is named in, too.
    #[serde(alias = "with_sources")]
    with_sources: bool,
    /// Of a question: the least score that counts, and how many of the closest.
    #[serde(alias = "min_score")]
    #[schemars(range(min = 0.0, max = 1.0))]
    min_score: Option<f32>,
    /// Rows at most; 100 when not said.
    #[schemars(with = "Option<Bounded<1, { limits::K_MAX }>>")]
    limit: Option<Value>,
    /// Kinds of memories; all when there is none.
    kinds: Vec<String>,
    /// Only what was learnt in between.
    #[serde(alias = "known_from")]
    #[schemars(with = "Option<Instant>")]
    known_from: Option<String>,
    #[serde(alias = "known_until")]
    #[schemars(with = "Option<Instant>")]
    known_until: Option<String>,
    /// `expire` or `purge`; `purge: true` says the same.
    #[schemars(extend("enum" = ["expire", "purge", null]))]
    mode: Option<String>,
    /// Takes it out of the store, beyond recall.
    purge: bool,
    /// Tells what would be done, and does nothing.
    #[serde(alias = "dry_run")]
    dry_run: bool,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let (request, mut filter) = reading::<Request>(call)?;
    let instant =
        |field: &str, text: &Option<String>| text.as_deref().map(|text| fields::instant(field, text)).transpose();
    let known_from = instant("knownFrom", &request.known_from)?;
    let known_until = instant("knownUntil", &request.known_until)?;
    filter.kinds = fields::kinds("kinds", &request.kinds)?;
    let what = match what(service, call, &request, &filter)? {
        Some(what) => what,
        None if request.all || known_from.is_some() || known_until.is_some() || narrows(&filter) => Forget::Matching,
        None => {
            let reason = "say what: query, ids, entity, sessionId or scope, a condition, or 'all': true";
            return Err(Problem::invalid("query", reason));
        }
    };
    let mode = match (request.mode.as_deref(), request.purge) {
        (None | Some("expire"), false) => ForgetMode::Expire,
        (None | Some("purge"), true) | (Some("purge"), false) => ForgetMode::Purge,
        _ => return Err(Problem::invalid("mode", "there are expire and purge; give mode or purge, not both")),
    };
    let asked =
        ForgetRequest { known_from, known_until, mode, dry_run: request.dry_run, ..ForgetRequest::new(what, filter) };
    Ok(Reply::ok(receipt(&service.engine.forget_matching(&call.context()?, &asked)?)))
}

/// The one thing that is named; `None` where only conditions are.
fn what(service: &Service, call: &Call, request: &Request, filter: &Filter) -> Result<Option<Forget>, Problem> {
    let named = [
        request.query.is_some(),
        request.ids.is_some(),
        request.entity.is_some(),
        request.session_id.is_some(),
        request.scope.is_some(),
        request.all,
    ];
    if named.into_iter().filter(|is_named| *is_named).count() > 1 {
        return Err(Problem::invalid("query", "give one of query, ids, entity, sessionId, scope and all"));
    }
    if let Some(query) = &request.query {
        let limit = number("limit", request.limit.as_ref(), limits::K_DEFAULT, limits::K_MAX)?;
        let min_score = request.min_score.unwrap_or(QUERY_SCORE);
        if !(0.0..=1.0).contains(&min_score) {
            return Err(Problem::invalid("minScore", "0 to 1 is allowed"));
        }
        return Ok(Some(Forget::Query { query: query.clone(), min_score, limit }));
    }
    if let Some(texts) = &request.ids {
        let id = |text: &String| text.parse().map_err(|_| Problem::invalid("ids", "one of them is no id of a memory"));
        return Ok(Some(Forget::Ids(texts.iter().map(id).collect::<Result<Vec<MemoryId>, _>>()?)));
    }
    if let Some(text) = &request.entity {
        return Ok(Some(Forget::Entity {
            id: entity_id(service, call, text, filter)?,
            with_sources: request.with_sources,
        }));
    }
    if let Some(text) = &request.session_id {
        return super::facts::session(text).map(Forget::Session).map(Some);
    }
    let scope = request.scope.as_deref().map(|text| fields::scope("scope", text)).transpose()?;
    Ok(scope.map(Forget::Scope))
}

/// An entity by name, or by an id that may stand for one of which all was forgotten.
fn entity_id(service: &Service, call: &Call, text: &str, filter: &Filter) -> Result<EntityId, Problem> {
    if let Ok(id) = text.parse() {
        return Ok(id);
    }
    let seen = Filter { grant: filter.grant.clone(), history: true, ..Filter::default() };
    Ok(service.engine.find_entity(&call.context()?, &entity("entity", text)?, &seen)?.id)
}

/// True where a filter has a condition of its own, beside what the caller may see.
fn narrows(filter: &Filter) -> bool {
    let bare = Filter { grant: filter.grant.clone(), ..Filter::default() };
    *filter != bare
}

/// What is told of what was forgotten.
pub(super) const RECEIPT: Shape = Of(&[
    ("deleted", Whole),
    ("dryRun", Truth),
    ("mode", Word(&["expire", "purge"])),
    ("memories", List(&Of(&[("id", Text), ("kind", Text)]))),
    ("truncated", Truth),
    ("kinds", Object),
    ("missing", Any),
    ("erased", Any),
    ("complete", Truth),
]);

/// What was forgotten, as the wire says it: the count is exact, of the memories at most [`FORGOTTEN_TOLD_MAX`] are named.
pub(super) fn receipt(receipt: &ForgetReceipt) -> Value {
    let told = receipt.gone.iter().take(FORGOTTEN_TOLD_MAX);
    json!({
        "deleted": receipt.gone.len(),
        "dryRun": receipt.dry_run,
        "mode": receipt.mode,
        "memories": told.map(|gone| json!({ "id": gone.id, "kind": gone.kind })).collect::<Vec<_>>(),
        "truncated": receipt.gone.len() > FORGOTTEN_TOLD_MAX,
        "kinds": receipt.kinds,
        "missing": receipt.missing,
        "erased": receipt.erased,
        "complete": receipt.complete,
    })
}
