//! `GET /api/v1/{context}/files`: notes that are kept as files, under paths.
//!
//! A file is a document that carries its path as a label; its first line is its path, so that it is found by its name and may be
//! empty beside it. Writing it again is a new version, and the old one stays as history.

use quintet::limits::LIST_MAX;
use quintet::model::{Kind, Memory};
use quintet::store::Filter;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use super::schema::Shape::{List, Maybe, Of, Text, Time, Whole};
use super::schema::{Answer, Takes};
use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::limits::{FILE_PATH_LEN_MAX, FILES_MAX};
use crate::problem::{Code, Problem};

pub(super) static OPERATION: Operation = Operation {
    name: "files",
    summary: "Notes that are kept as files, by path",
    method: Method::Get,
    path: "/api/v1/{context}/files",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    takes: Takes::Body(Request::json_schema),
    answer: Answer::ok(Of(&[(
        "files",
        List(&Of(&[("path", Text), ("id", Text), ("sizeBytes", Maybe(&Whole)), ("updatedAt", Time)])),
    )])),
    handler: handle,
};

/// The label that holds a file's path.
pub(super) const PATH: &str = "file";
/// The label of every file.
pub(super) const EVERY: (&str, &str) = ("kept_as", "file");

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Request {
    /// Only what lies below this folder.
    #[serde(default)]
    below: Option<String>,
}

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let request: Request = call.request()?;
    let below = request.below.as_deref().map(path).transpose()?;
    let is_inside = |file: &str| {
        let folder = below.as_deref().unwrap_or_default();
        file.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
    };
    let mut files: Vec<Value> = Vec::new();
    for memory in labelled(service, call, EVERY)? {
        let Some(file) = memory.labels.get(PATH).filter(|file| is_inside(file)) else { continue };
        let record = service.engine.document(&call.context()?, memory.id)?;
        let size = record.map(|record| record.card.size_bytes);
        files.push(json!({
            "path": file, "id": memory.id, "sizeBytes": size, "updatedAt": memory.known_at.to_string(),
        }));
    }
    files.sort_by(|a, b| a["path"].as_str().cmp(&b["path"].as_str()));
    Ok(Reply::ok(json!({ "files": files })))
}

/// The files that carry a label, of those that the caller may see.
///
/// # Errors
/// [`Problem`] where there are more than [`FILES_MAX`]; the store's own.
pub(super) fn labelled(service: &Service, call: &Call, label: (&str, &str)) -> Result<Vec<Memory>, Problem> {
    let filter = Filter {
        grant: call.grant()?,
        kinds: Some(vec![Kind::Document]),
        labels: vec![(label.0.to_owned(), label.1.to_owned())],
        include_duplicates: true,
        ..Filter::default()
    };
    let context = call.context()?;
    let (mut files, mut after) = (Vec::new(), None);
    loop {
        let page = service.engine.memories(&context, &filter, after, false, LIST_MAX)?;
        after = page.last().filter(|_| page.len() == LIST_MAX).map(|row| row.ordinal);
        files.extend(page.into_iter().map(|row| row.memory));
        if files.len() > FILES_MAX {
            return Err(Problem::new(Code::Unprocessable, format!("there are more than {FILES_MAX} files")));
        }
        if after.is_none() {
            return Ok(files);
        }
    }
}

/// The file at a path.
pub(super) fn at(service: &Service, call: &Call, path: &str) -> Result<Option<Memory>, Problem> {
    Ok(labelled(service, call, (PATH, path))?.pop())
}

/// A path of a file or folder: absolute, of plain names alone. Nothing resolves to anything else, so that nothing gets outside.
pub(crate) fn path(text: &str) -> Result<String, Problem> {
    let wrong = |reason: String| Err(Problem::invalid("path", reason));
    if !text.starts_with('/') {
        return wrong("it begins with '/'".to_owned());
    }
    if text.len() > FILE_PATH_LEN_MAX {
        return wrong(format!("at most {FILE_PATH_LEN_MAX} bytes are allowed"));
    }
    let names: Vec<&str> = text.split('/').filter(|name| !name.is_empty()).collect();
    for name in &names {
        // Dots of other scripts and escapes are read as dots by somebody.
        let plain: String =
            name.chars().map(|c| if matches!(c, '\u{2024}' | '\u{ff0e}' | '\u{fe52}') { '.' } else { c }).collect();
        let folded = plain.to_ascii_lowercase().replace("%2e", ".").replace('\u{2025}', "..");
        let is_odd = folded.chars().all(|c| c == '.') || folded.contains("%2f") || folded.contains("%5c");
        if is_odd || name.chars().any(|c| c.is_control() || c == '\\') || name.trim() != *name {
            return wrong(format!("'{}' is no name of a file or folder", name.escape_default()));
        }
    }
    Ok(format!("/{}", names.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_where_they_are() {
        for (given, meant) in [
            ("/memories", "/memories"),
            ("/memories/", "/memories"),
            ("/memories//a.txt", "/memories/a.txt"),
            ("/memories/.hidden", "/memories/.hidden"),
            ("/memories/a..b", "/memories/a..b"),
            ("/memories/\u{6771}\u{4eac}.md", "/memories/\u{6771}\u{4eac}.md"),
        ] {
            assert_eq!(path(given).ok().as_deref(), Some(meant), "{given}");
        }
        for given in [
            "",
            "memories",
            "/memories/..",
            "/memories/../etc",
            "/memories/./a",
            "/memories/%2e%2e/etc",
            "/memories/.%2E/etc",
            "/memories/%2fetc",
            "/memories/..%2fetc",
            "/memories/\u{2025}/etc",
            "/memories/\u{2024}\u{2024}/etc",
            "/memories/\u{ff0e}\u{ff0e}/etc",
            "/memories/...",
            "/memories/a\0b",
            "/memories/a\\..\\b",
            "/memories/a\nb",
            "/memories/ a",
        ] {
            assert!(path(given).is_err(), "{given:?}");
        }
        assert!(path(&format!("/{}", "a".repeat(FILE_PATH_LEN_MAX))).is_err());
    }
}
