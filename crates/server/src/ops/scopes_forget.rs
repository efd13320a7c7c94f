//! `POST /api/v1/{context}/scopes/forget`: purge everything under a scope.

use quintet::store::{Filter, ForgetMode};
use quintet::{Forget, ForgetRequest};
use schemars::JsonSchema;
use serde::Deserialize;

use super::fields::scope;
use super::forget::receipt;
use super::schema::Shape::{Both, Of, Whole};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "scopes_forget",
    summary: "Purge everything that is seen only through a scope or one below it; there is no way back",
    method: Method::Post,
    path: "/api/v1/{context}/scopes/forget",
    verb: Verb::MemoryForget,
    read_only: false,
    example: r#"{"path": "org/acme/user/alice", "dryRun": true}"#,
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(Both(&super::forget::RECEIPT, &Of(&[("forgotten", Whole)]))),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// The path of a scope or a file.
    path: String,
    /// Tells what would be done, and does nothing.
    #[serde(default, alias = "dry_run")]
    dry_run: bool,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let filter = Filter { grant: call.grant()?, ..Filter::default() };
    let what = Forget::Scope(scope("path", &request.path)?);
    let asked = ForgetRequest { mode: ForgetMode::Purge, dry_run: request.dry_run, ..ForgetRequest::new(what, filter) };
    let done = service.engine.forget_matching(&call.context()?, &asked)?;
    let mut body = receipt(&done);
    body["forgotten"] = done.gone.len().into();
    Ok(Reply::ok(body))
}
