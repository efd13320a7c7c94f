//! `POST /api/v1/contexts`: make a context.

use quintet::limits::NAME_LEN_MAX;
use quintet::model::Labels;
use quintet::store::ContextSettings;
use serde::Deserialize;
use serde_json::json;

use super::context_settings::Switch;
use super::fields;
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
    handler: handle,
};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    id: String,
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    namespace: Option<String>,
    #[serde(default)]
    database: Option<String>,
    #[serde(default)]
    config: Option<Config>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
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
