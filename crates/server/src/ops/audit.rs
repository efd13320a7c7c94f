//! `GET /api/v1/{context}/audit`: who did what.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::schema::Shape::{List, Maybe, Of, Text, Time, Whole};
use super::schema::{Answer, Bounded, Instant, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, fields, reading};
use crate::limits;
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "audit",
    summary: "Who did what, newest first: one's own deeds, and everybody's for whoever may grant everything",
    method: Method::Get,
    path: "/api/v1/{context}/audit",
    verb: Verb::Known,
    read_only: true,
    example: "",
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(Of(&[
        ("rows", List(&Of(&[("kind", Text), ("verb", Text), ("createdAt", Time), ("latencyMs", Whole)]))),
        ("nextCursor", Maybe(&Text)),
    ])),
    handler: handle,
};

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// Whose rows, by id.
    principal: Option<String>,
    /// One key, label or verb.
    key: Option<String>,
    /// The kind.
    kind: Option<String>,
    /// From then.
    #[schemars(with = "Option<Instant>")]
    since: Option<String>,
    /// Until then.
    #[schemars(with = "Option<Instant>")]
    until: Option<String>,
    /// Rows at most; 100 when not said.
    #[schemars(with = "Option<Bounded<1, { quintet::limits::LIST_MAX }>>")]
    limit: Option<Value>,
    /// Where to go on: `nextCursor` of an earlier answer.
    cursor: Option<String>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let (caller, context) = (call.caller()?, call.known_context(service)?);
    let limit = reading::rows(request.limit.as_ref())?;
    let moment =
        |field: &str, text: &Option<String>| text.as_deref().map(|text| fields::instant(field, text)).transpose();
    let (since, until) = (moment("since", &request.since)?, moment("until", &request.until)?);
    let mut before = match request.cursor.as_deref() {
        None => None,
        Some(text) => Some(text.parse().map_err(|_| Problem::invalid("cursor", "give what an earlier answer gave"))?),
    };
    let sees_all = caller.authority().includes(&quintet::model::Authority::everything());
    let wanted = request.principal.as_deref().map(crate::authority::principal_id);
    let mut rows: Vec<Value> = Vec::new();
    let mut n_read = 0;
    // Rows that are not asked for are read over, so many in one call: then a page is short, and the cursor goes on from there.
    'pages: while n_read < limits::DEEDS_READ_MAX {
        let page = service.gate.audit.rows(&context, before, limits::DEEDS_PAGE)?;
        n_read += page.len();
        let Some(last) = page.last() else {
            before = None;
            break;
        };
        let is_last = since.is_some_and(|since| last.at < since);
        let numbers = last.number;
        for deed in &page {
            let body: Value = serde_json::from_str(&deed.body).unwrap_or(Value::Null);
            let is_own = body["principal"] == caller.actor() || body["onBehalfOf"] == caller.principal();
            let is_asked = (sees_all || is_own)
                && wanted.as_ref().is_none_or(|wanted| body["principal"] == **wanted)
                && request.key.as_ref().is_none_or(|key| body["key"] == **key)
                && request.kind.as_ref().is_none_or(|kind| body["kind"] == **kind || published(&body) == kind)
                && since.is_none_or(|since| deed.at >= since)
                && until.is_none_or(|until| deed.at < until);
            if !is_asked {
                continue;
            }
            if rows.len() == limit {
                break 'pages;
            }
            before = Some(deed.number);
            rows.push(row(deed.at.to_string(), body));
        }
        if is_last {
            before = None;
            break;
        }
        before = Some(numbers);
    }
    Ok(Reply::ok(json!({ "rows": rows, "nextCursor": before.map(|number: u64| number.to_string()) })))
}

/// The kind of a row, as published: reads are retrievals, everything else decides something.
fn published(body: &Value) -> &'static str {
    if body["kind"] == "read" { "retrieval" } else { "decision" }
}

/// A row as the wire shows it.
fn row(at: String, mut body: Value) -> Value {
    let kind = published(&body);
    body["verb"] = body["kind"].take();
    body["kind"] = json!(kind);
    body["createdAt"] = json!(at);
    body["latencyMs"] = json!(body["latencyUs"].as_u64().unwrap_or_default() / 1_000);
    body
}
