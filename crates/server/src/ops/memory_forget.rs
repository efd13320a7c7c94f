//! `DELETE /api/v1/{context}/memories/{id}`: forget one memory.

use quintet::store::{Filter, ForgetMode};
use quintet::{Forget, ForgetRequest};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::emotions::memory;
use super::forget::receipt;
use super::reading::flag;
use super::schema::{Answer, Flag, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "memory_forget",
    summary: "Forget one memory with all that was drawn from it alone; purge=true leaves no byte of it",
    method: Method::Delete,
    path: "/api/v1/{context}/memories/{id}",
    verb: Verb::MemoryForget,
    read_only: false,
    example: "",
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(super::forget::RECEIPT),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Request {
    /// Takes it out of the store, beyond recall.
    #[serde(default)]
    #[schemars(with = "Option<Flag>")]
    purge: Option<Value>,
    /// Tells what would be done, and does nothing.
    #[serde(default, alias = "dry_run")]
    #[schemars(with = "Option<Flag>")]
    dry_run: Option<Value>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let id = memory(service, call, call.path.get("id").map(String::as_str).unwrap_or_default())?;
    let filter = Filter { grant: call.grant()?, ..Filter::default() };
    let purge = flag("purge", request.purge.as_ref())?;
    let asked = ForgetRequest {
        mode: if purge { ForgetMode::Purge } else { ForgetMode::Expire },
        dry_run: flag("dryRun", request.dry_run.as_ref())?,
        ..ForgetRequest::new(Forget::Ids(vec![id]), filter)
    };
    Ok(Reply::ok(receipt(&service.engine.forget_matching(&call.context()?, &asked)?)))
}
