//! `GET /api/v1/{context}/file?path=`: one file.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::files::{at, path};
use super::schema::Shape::{Of, Text, Time, Whole};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "file_read",
    summary: "The text of one file, and which version it is",
    method: Method::Get,
    path: "/api/v1/{context}/file",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(Of(&[("path", Text), ("id", Text), ("text", Text), ("version", Whole), ("updatedAt", Time)])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {
    /// The path of a scope or a file.
    path: String,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let path = path(&request.path)?;
    let missing = || Problem::new(Code::NotFound, "there is no such file");
    let file = at(service, call, &path)?.ok_or_else(missing)?;
    let record = service.engine.document(&call.context()?, file.id)?.ok_or_else(missing)?;
    // The first line is the path.
    let text = record.text.split_once('\n').map_or("", |(_, text)| text);
    Ok(Reply::ok(json!({
        "path": path,
        "id": file.id,
        "text": text,
        "version": record.card.version,
        "updatedAt": file.known_at.to_string(),
    })))
}
