//! `POST /api/v1/contexts`: make a context.

use quintet::limits::NAME_LEN_MAX;
use quintet::model::Labels;
use quintet::store::ContextSettings;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::context_list;
use super::context_settings::Switch;
use super::fields;
use super::schema::Shape::{Both, Of, Truth};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::limits;
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "context_create",
    summary: "Make a context: a memory space of its own, from which nothing crosses",
    method: Method::Post,
    path: "/api/v1/contexts",
    verb: Verb::Manage,
    read_only: false,
    example: r#"{"id": "acme", "description": "the support bot's memory"}"#,
    takes: Takes::Body(Request::json_schema),
    answer: Answer::Json(&[201], Both(&context_list::BODY, &Of(&[("created", Truth)]))),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {
    /// The id.
    id: String,
    /// What it is for.
    #[serde(default)]
    description: Option<String>,
    /// Kept as it is.
    #[serde(default)]
    namespace: Option<String>,
    /// Kept as it is.
    #[serde(default)]
    database: Option<String>,
    /// Settings.
    #[serde(default)]
    config: Option<Config>,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Config {
    /// Feelings, in the order of time.
    #[serde(default)]
    emotions: Option<Switch>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let emotions = request.config.unwrap_or_default().emotions;
    let settings = ContextSettings { emotions: emotions != Some(Switch::Off), ..ContextSettings::default() };
    let mut metadata = Labels::new();
    for (key, value) in [("namespace", request.namespace), ("database", request.database)] {
        metadata.extend(fields::name(key, value, NAME_LEN_MAX)?.map(|value| (key.to_owned(), value)));
    }
    let description = fields::name("description", request.description, limits::DESCRIPTION_LEN_MAX)?;
    let spec = service.engine.create_context_with(&request.id, description, metadata, settings)?;
    let mut body = super::context_list::context_body(&spec);
    body["created"] = json!(true);
    Ok(Reply::of(201, body))
}
