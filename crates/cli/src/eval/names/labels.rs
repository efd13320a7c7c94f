//! Reading sets of labelled names.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::super::dataset::{DatasetError, json_lines, lines};

/// A name that somebody marked.
#[derive(Clone, Debug)]
pub(super) struct Entity {
    pub(super) name: String,
    pub(super) kind: String,
    /// Bytes of the text; zero where the set does not tell.
    pub(super) span: (usize, usize),
}

/// A relation that somebody marked.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Relation {
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) head: String,
    pub(super) tail: String,
}

/// One text with its labels.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) text: String,
    pub(super) entities: Vec<Entity>,
    pub(super) relations: Vec<Relation>,
    pub(super) has_spans: bool,
}

/// A set, read.
#[derive(Debug)]
pub(crate) struct NameSet {
    pub(super) name: String,
    pub(super) folder: PathBuf,
    pub(super) items: Vec<Item>,
    pub(super) has_relations: bool,
}

#[derive(Deserialize)]
struct RawItem {
    text: String,
    #[serde(default)]
    tokens: Vec<String>,
    #[serde(default)]
    entities: Vec<RawEntity>,
    #[serde(default)]
    relations: Vec<Relation>,
}

#[derive(Deserialize)]
struct RawEntity {
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(alias = "text")]
    name: String,
    start: Option<usize>,
    end: Option<usize>,
}

/// Files of labelled names in a folder, in order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut out: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| {
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
            name == "items.jsonl" || name == "entity_extraction.jsonl" || name.ends_with("_entities.tsv")
        })
        .collect();
    out.sort();
    out
}

pub(super) fn is_in(folder: &Path) -> bool {
    !files(folder).is_empty() && !folder.join("corpus.jsonl").exists()
}

impl NameSet {
    /// Reads a folder; one without names may still hold facts.
    pub(crate) fn read(folder: &Path) -> Result<Self, DatasetError> {
        let absolute =
            folder.canonicalize().map_err(|source| DatasetError::Io { path: folder.to_path_buf(), source })?;
        let mut items = Vec::new();
        for path in files(folder) {
            if path.extension().is_some_and(|extension| extension == "tsv") {
                table(&path, &mut items)?;
            } else {
                items.extend(json_lines::<RawItem>(&path)?.into_iter().map(item));
            }
        }
        let has_relations = items.iter().any(|item: &Item| !item.relations.is_empty());
        let name = absolute.file_name().map_or_else(|| "set".to_owned(), |name| name.to_string_lossy().into_owned());
        Ok(Self { name, folder: folder.to_path_buf(), items, has_relations })
    }
}

fn item(raw: RawItem) -> Item {
    // Tokens stand in the text with one space between them.
    let mut places = Vec::with_capacity(raw.tokens.len());
    let mut at = 0;
    for token in &raw.tokens {
        places.push((at, at + token.len()));
        at += token.len() + 1;
    }
    let entities = raw.entities.into_iter().map(|entity| {
        let first = entity.start.and_then(|start| places.get(start));
        let last = entity.end.and_then(|end| end.checked_sub(1)).and_then(|end| places.get(end));
        let span = first.zip(last).map_or((0, 0), |(first, last)| (first.0, last.1));
        Entity { name: entity.name, kind: entity.kind, span }
    });
    Item { text: raw.text, entities: entities.collect(), relations: raw.relations, has_spans: !places.is_empty() }
}

/// A text and its names between bars, a line each.
fn table(path: &Path, items: &mut Vec<Item>) -> Result<(), DatasetError> {
    for line in lines(path)? {
        let (_, line) = line?;
        let (text, names) = line.split_once('\t').unwrap_or((&line, ""));
        let names = names.split('|').map(str::trim).filter(|name| !name.is_empty());
        let entities = names.map(|name| Entity { name: name.to_owned(), kind: String::new(), span: (0, 0) }).collect();
        items.push(Item { text: text.to_owned(), entities, relations: Vec::new(), has_spans: false });
    }
    Ok(())
}

/// Our word for a kind of a set; `None` for kinds that we do not have.
pub(super) fn kind_of(label: &str) -> Option<&'static str> {
    Some(match label {
        "person" | "Peop" | "PERSON" => "person",
        "location" | "Loc" | "place" | "LOC" => "location",
        "corporation" | "group" | "Org" | "organization" | "organisation" | "ORG" => "organisation",
        "product" | "creative-work" => "product",
        "project" => "project",
        "event" => "event",
        _ => return None,
    })
}
