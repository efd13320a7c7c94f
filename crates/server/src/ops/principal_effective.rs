//! `GET /api/v1/{context}/principals/{id}/effective`: what a principal may do at one scope.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::schema::Shape::{List, Maybe, Of, Text, Time};
use super::schema::{Answer, Instant, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb, fields, principals};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "principal_effective",
    summary: "What a principal may do at one scope",
    method: Method::Get,
    path: "/api/v1/{context}/principals/{id}/effective",
    verb: Verb::Known,
    read_only: true,
    example: "",
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(Of(&[("path", Text), ("verbs", List(&Text)), ("asOf", Maybe(&Time))])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// The path of a scope or a file.
    path: String,
    /// Taken and told back: grants have no history, so that the present is told.
    #[serde(default, alias = "as_of")]
    #[schemars(with = "Option<Instant>")]
    as_of: Option<String>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let as_of = request.as_of.as_deref().map(|text| fields::instant("asOf", text)).transpose()?;
    let scope = fields::scope("path", &request.path)?;
    let (context, principal) = principals::named(service, call)?;
    let authority = service.gate.roster.authority(&context, &principal, service.engine.now());
    let verbs: Vec<&str> =
        authority.iter().filter(|(_, grant)| grant.covers(&scope)).map(|(verb, _)| verb.as_str()).collect();
    Ok(Reply::ok(json!({ "path": scope.to_string(), "verbs": verbs, "asOf": as_of.map(|at| at.to_string()) })))
}
