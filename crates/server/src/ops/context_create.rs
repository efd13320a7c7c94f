//! `POST /api/v1/contexts`: make a context.

use quintet::limits::NAME_LEN_MAX;
use quintet::model::Labels;
use serde::Deserialize;
use serde_json::{Value, json};

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
    config: Option<Value>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    if request.config.as_ref().is_some_and(|config| config.as_object().is_none_or(|config| !config.is_empty())) {
        return Err(Problem::invalid("config", "this version has no settings of a context"));
    }
    let mut metadata = Labels::new();
    for (key, value) in [("namespace", request.namespace), ("database", request.database)] {
        metadata.extend(fields::name(key, value, NAME_LEN_MAX)?.map(|value| (key.to_owned(), value)));
    }
    let description = fields::name("description", request.description, limits::DESCRIPTION_LEN_MAX)?;
    let spec = service.engine.create_context(&request.id, description, metadata)?;
    let mut body = super::context_list::context_body(&spec);
    body["created"] = json!(true);
    Ok(Reply { status: 201, body })
}
