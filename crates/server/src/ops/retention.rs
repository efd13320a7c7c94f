//! `GET /api/v1/{context}/retention`: how long memories are kept.

use quintet::store::RetentionRule;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::schema::Shape::{List, Maybe, Of, Text, Whole, Word};
use super::schema::{Answer, Shape, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "retention",
    summary: "The rules on how long memories are kept",
    method: Method::Get,
    path: "/api/v1/{context}/retention",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(RULES),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let Request {} = call.request()?;
    Ok(Reply::ok(rules(&service.engine.settings(&call.context()?)?.retention)))
}

/// What is told of rules.
pub(super) const RULES: Shape = Of(&[(
    "rules",
    List(&Of(&[
        ("scope", Maybe(&Text)),
        ("label", Maybe(&Text)),
        ("kinds", List(&Text)),
        ("days", Whole),
        ("mode", Word(&["expire", "purge"])),
    ])),
)]);

/// Rules as the wire shows them, and takes them.
pub(super) fn rules(rules: &[RetentionRule]) -> Value {
    let rule = |rule: &RetentionRule| {
        json!({
            "scope": rule.scope.as_ref().map(ToString::to_string),
            "label": rule.label.as_ref().map(|(key, value)| format!("{key}={value}")),
            "kinds": rule.kinds,
            "days": rule.days,
            "mode": rule.action,
        })
    };
    json!({ "rules": rules.iter().map(rule).collect::<Vec<_>>() })
}
