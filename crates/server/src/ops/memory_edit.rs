//! `PATCH /api/v1/{context}/memories/{id}`: say something else.

use quintet::retain::{MemoryEdit, RememberItem};
use quintet::store::Filter;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::emotions::memory;
use super::facts::{refusal, written};
use super::fields::{self, LabelField};
use super::schema::Shape::{Maybe, Partly, Text, Time, Whole};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, shown};
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "memory_edit",
    summary: "Put other words, labels, category or importance in the place of a memory's own; its id stays, and what it said before",
    method: Method::Patch,
    path: "/api/v1/{context}/memories/{id}",
    verb: Verb::MemoryWrite,
    read_only: false,
    example: r#"{"text": "Dana moved to Porto.", "importance": 0.8}"#,
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(Partly(
        &[("id", Text), ("extraction", shown::EXTRACTION)],
        &[
            ("replaced", Text),
            ("turnId", Maybe(&Text)),
            ("chunkId", Maybe(&Text)),
            ("seq", Maybe(&Whole)),
            ("episodeId", Maybe(&Text)),
            ("occurredAt", Time),
        ],
    )),
    handler: handle,
};

/// What is absent stays as it is.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// Of a fact: what is right in the place of its value.
    #[serde(default)]
    text: Option<String>,
    /// All labels, in the place of those that there are.
    #[serde(default)]
    labels: Option<LabelField>,
    /// The category.
    #[serde(default, alias = "memory_category")]
    memory_category: Option<String>,
    /// How much it matters, 0 to 1.
    #[serde(default)]
    #[schemars(range(min = 0.0, max = 1.0))]
    importance: Option<f32>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let context = call.context()?;
    let caller = call.caller()?;
    let id = memory(service, call, call.path.get("id").map(String::as_str).unwrap_or_default())?;
    let filter = Filter { grant: call.grant()?, ..Filter::default() };
    let row = service.engine.memory(&context, id)?;
    let old = row.ok_or_else(|| Problem::new(Code::NotFound, "there is no such memory"))?.memory;
    let edit = MemoryEdit {
        text: request.text,
        labels: request.labels.map(|labels| labels.labels()).transpose()?,
        category: request.memory_category.as_deref().map(fields::category).transpose()?,
        importance: request.importance,
        principal: Some(caller.principal().to_owned()),
    };
    if edit == (MemoryEdit { principal: edit.principal.clone(), ..MemoryEdit::default() }) {
        return Err(Problem::invalid("text", "say what is to change: text, labels, memoryCategory or importance"));
    }
    if old.knowledge.is_some() {
        let Some(value) = edit.text else {
            return Err(Problem::invalid("text", "of a fact only what it says can be changed; give it as text"));
        };
        let learned = service.engine.correct(&context, id, &value, edit.principal, &filter);
        let learned = learned.map_err(|error| refusal(error, &[("value", "text")]))?;
        let mut body = json!({
            "id": learned.asserted.memory,
            "extraction": Value::Object(shown::extraction(std::slice::from_ref(&learned), None)),
        });
        body["replaced"] = json!(id);
        return Ok(Reply::ok(body));
    }
    let given =
        RememberItem { text: edit.text.clone().unwrap_or(old.text), speaker: old.speaker, ..RememberItem::default() };
    let edited = service.engine.edit(&context, id, edit, &filter).map_err(|error| refusal(error, &[]))?;
    Ok(Reply::ok(written(&edited, &given)))
}
