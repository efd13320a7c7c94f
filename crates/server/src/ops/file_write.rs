//! `POST /api/v1/{context}/files`: write one file.

use std::sync::Arc;

use quintet::model::{Labels, Span};
use quintet::ports::{Block, BlockKind, Extracted};
use quintet::retain::DocumentItem;
use quintet::store::ContentHash;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::facts::refusal;
use super::files::{EVERY, PATH, at, path};
use super::schema::Shape::{Any, List, Maybe, Of, Text, Whole};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::limits;
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "file_write",
    summary: "Write a text under a path; what stood there stays as an older version",
    method: Method::Post,
    path: "/api/v1/{context}/files",
    verb: Verb::MemoryWrite,
    read_only: false,
    example: r#"{"path": "/notes/gateway.md", "text": "Renew the certificate in May."}"#,
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(Of(&[
        ("path", Text),
        ("id", Text),
        ("version", Whole),
        ("supersedes", Maybe(&Text)),
        ("degraded", List(&Any)),
    ])),
    handler: handle,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {
    /// The path of a scope or a file.
    path: String,
    /// The text.
    text: String,
    /// Only where nothing is there yet.
    #[serde(default)]
    create: bool,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let path = path(&request.path)?;
    if path == "/" {
        return Err(Problem::invalid("path", "it names no file"));
    }
    if request.text.len() > limits::FILE_LEN_MAX {
        let detail = format!("text: a file has at most {} bytes; part it into several", limits::FILE_LEN_MAX);
        let mut problem = Problem::new(Code::PayloadTooLarge, detail);
        problem.field = Some("text".to_owned());
        return Err(problem);
    }
    let old = at(service, call, &path)?;
    if request.create && old.is_some() {
        return Err(Problem::new(Code::Conflict, "there is such a file already"));
    }
    let text = format!("{path}\n{}", request.text);
    // The same text may stand in several files, and come back after another: each write is content of its own.
    let before = old.map(|old| old.id.to_string()).unwrap_or_default();
    let now = service.engine.now().to_string();
    let hash = Sha256::digest(format!("{before}\n{now}\n{text}").as_bytes());
    let extracted = Extracted { title: None, blocks: blocks(&path, &text), links: Vec::new(), text };
    let item = DocumentItem {
        size_bytes: request.text.len() as u64,
        title: Some(path.clone()),
        labels: Labels::from([(PATH.to_owned(), path.clone()), (EVERY.0.to_owned(), EVERY.1.to_owned())]),
        scopes: call.written_to(service, None, None)?,
        principal: Some(call.caller()?.principal().to_owned()),
        ..DocumentItem::new(path.trim_start_matches('/'), "text/plain", ContentHash(hash.into()), extracted)
    };
    let written = service.engine.ingest(&call.context()?, item).map_err(|error| refusal(error, &[("name", "path")]))?;
    Ok(Reply::ok(json!({
        "path": path, "id": written.id, "version": written.version, "supersedes": written.superseded,
        "degraded": written.degraded,
    })))
}

/// The path as the heading of what stands under it, and paragraphs where blank lines part them.
fn blocks(path: &str, text: &str) -> Vec<Block> {
    let under: Arc<[String]> = Arc::from([path.to_owned()]);
    let span = |from: usize, to: usize| Span { start: from as u32, end: to as u32 };
    let mut blocks = vec![Block { kind: BlockKind::Heading, path: Arc::clone(&under), span: span(0, path.len()) }];
    let mut open: Option<(usize, usize)> = None;
    let mut at = path.len() + 1;
    let mut close = |open: &mut Option<(usize, usize)>| {
        if let Some((from, to)) = open.take() {
            blocks.push(Block { kind: BlockKind::Paragraph, path: Arc::clone(&under), span: span(from, to) });
        }
    };
    for line in text[at..].split_inclusive('\n') {
        let words = line.trim();
        if words.is_empty() {
            close(&mut open);
        } else {
            let from = at + line.len() - line.trim_start().len();
            open = Some((open.map_or(from, |(from, _)| from), from + words.len()));
        }
        at += line.len();
    }
    close(&mut open);
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_cut_at_blank_lines() {
        let text = "/a\n\n one\ntwo \n \t\n\u{6771}\u{4eac}\n";
        let told: Vec<&str> =
            blocks("/a", text).iter().map(|block| &text[block.span.start as usize..block.span.end as usize]).collect();
        assert_eq!(told, ["/a", "one\ntwo", "\u{6771}\u{4eac}"]);
        assert_eq!(blocks("/a", "/a\n").len(), 1, "an empty file");
    }
}
