//! `POST /api/v1/contexts/{context}/settings`: what is set of a context.

use quintet::store::ContextSettings;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::schema::Shape::{Maybe, Of, Text, Whole, Word};
use super::schema::{Answer, Shape, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "context_settings",
    summary: "Set whether a context takes feelings, and take out those that were inferred",
    method: Method::Post,
    path: "/api/v1/contexts/{context}/settings",
    verb: Verb::Manage,
    read_only: false,
    example: r#"{"emotions": "off", "deleteInferredEmotions": true}"#,
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(Of(&[("id", Text), ("config", CONFIG), ("inferredEmotionsDeleted", Maybe(&Whole))])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// Feelings, in the order of time.
    #[serde(default)]
    emotions: Option<Switch>,
    /// Takes out every feeling that was inferred so far.
    #[serde(default, alias = "delete_inferred_emotions")]
    delete_inferred_emotions: bool,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Switch {
    On,
    Off,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let context = call.context()?;
    let mut settings = service.engine.settings(&context)?;
    if let Some(switch) = request.emotions {
        settings.emotions = switch == Switch::On;
        service.engine.set_settings(&context, settings.clone())?;
    }
    let deleted =
        request.delete_inferred_emotions.then(|| service.engine.delete_inferred_feelings(&context)).transpose()?;
    Ok(Reply::ok(json!({ "id": context, "config": settings_body(&settings), "inferredEmotionsDeleted": deleted })))
}

/// What is told of settings.
pub(super) const CONFIG: Shape = Of(&[("emotions", Word(&["on", "off"]))]);

/// Settings as the wire shows them.
pub(super) fn settings_body(settings: &ContextSettings) -> Value {
    json!({ "emotions": if settings.emotions { "on" } else { "off" } })
}
