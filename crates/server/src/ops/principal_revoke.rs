//! `DELETE /api/v1/{context}/principals/{id}/grants`: take away what was granted.

use schemars::JsonSchema;

use super::principals;
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};

use super::principal_grant::change;
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "principal_revoke",
    summary: "Take away what a principal was allowed, as it was granted",
    method: Method::Delete,
    path: "/api/v1/{context}/principals/{id}/grants",
    verb: Verb::GrantManage,
    read_only: false,
    example: r#"{"path": "org/acme/*", "verbs": ["memory:read"]}"#,
    takes: Takes::Body(super::principal_grant::Request::json_schema),
    answer: Answer::ok(principals::BODY),
    handler: handle,
};

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    change(service, call, |authority, verb, pattern| {
        authority.deny(verb, pattern);
    })
}
