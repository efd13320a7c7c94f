//! `POST /api/v1/{context}/used`: memories that were of use, or of none.

use quintet::model::MemoryId;
use quintet::store::Grade;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::emotions::memory;
use super::schema::Shape::{Of, Whole};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "used",
    summary: "Say which memories were of use in an answer, or of none: use keeps them, being found does not",
    method: Method::Post,
    path: "/api/v1/{context}/used",
    verb: Verb::MemoryWrite,
    read_only: false,
    example: r#"{"ids": [], "grade": "good"}"#,
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(Of(&[("affected", Whole)])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {
    /// Ids of memories.
    ids: Vec<String>,
    /// `good` or `again`.
    #[serde(default)]
    #[schemars(extend("enum" = ["good", "again", null]))]
    grade: Option<String>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let grade = match request.grade.as_deref() {
        None | Some("good") => Grade::Good,
        Some("again") => Grade::Again,
        Some(_) => return Err(Problem::invalid("grade", "there are good and again")),
    };
    let ids: Vec<MemoryId> = request.ids.iter().map(|id| memory(service, call, id)).collect::<Result<_, _>>()?;
    let affected = service.engine.used(&call.context()?, &ids, grade)?;
    Ok(Reply::ok(json!({ "affected": affected })))
}
