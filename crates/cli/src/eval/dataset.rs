//! Reading a labelled set.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// One document of `corpus.jsonl`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Document {
    pub(crate) id: String,
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) title: Option<String>,
    #[serde(default)]
    pub(crate) time: Option<String>,
    #[serde(default)]
    pub(crate) speaker: Option<String>,
    #[serde(default)]
    pub(crate) session: Option<String>,
    #[serde(default)]
    pub(crate) group: Option<String>,
    #[serde(default)]
    pub(crate) turn: Option<u32>,
}

/// One question of `queries.jsonl`. Fields that are labels are not even read, but for `target`, which scoring needs.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Query {
    pub(crate) id: String,
    pub(crate) text: String,
    #[serde(default, rename = "type")]
    pub(crate) kind: Option<String>,
    #[serde(default)]
    pub(crate) time: Option<String>,
    #[serde(default)]
    pub(crate) group: Option<String>,
    /// A document that the question quotes: dropped from the ranking before scoring.
    #[serde(default)]
    pub(crate) target: Option<String>,
}

/// A set, read.
#[derive(Debug)]
pub(crate) struct Dataset {
    /// The folder's name.
    pub(crate) name: String,
    /// Which part of a larger set it is, where a file `split` says so; `dev` else.
    pub(crate) split: String,
    pub(crate) documents: Vec<Document>,
    pub(crate) queries: Vec<Query>,
    /// Relevant documents of each query, with their grade.
    pub(crate) relevant: BTreeMap<String, BTreeMap<String, u32>>,
}

/// A set cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DatasetError {
    #[error("cannot read {path}: {source}")]
    Io { path: PathBuf, source: std::io::Error },
    #[error("{path}, line {line}: {reason}")]
    Line { path: PathBuf, line: usize, reason: String },
}

impl Dataset {
    /// Reads a folder.
    pub(crate) fn read(folder: &Path) -> Result<Self, DatasetError> {
        let absolute =
            folder.canonicalize().map_err(|source| DatasetError::Io { path: folder.to_path_buf(), source })?;
        let name = absolute.file_name().map_or_else(|| "set".to_owned(), |name| name.to_string_lossy().into_owned());
        let split = std::fs::read_to_string(folder.join("split"))
            .map_or_else(|_| "dev".to_owned(), |text| text.trim().to_owned());
        Ok(Self {
            name,
            split,
            documents: json_lines(&folder.join("corpus.jsonl"))?,
            queries: json_lines(&folder.join("queries.jsonl"))?,
            relevant: relevance(&folder.join("qrels.tsv"))?,
        })
    }
}

pub(super) fn lines(
    path: &Path,
) -> Result<impl Iterator<Item = Result<(usize, String), DatasetError>> + '_, DatasetError> {
    let io = |source| DatasetError::Io { path: path.to_path_buf(), source };
    let file = File::open(path).map_err(io)?;
    Ok(BufReader::new(file).lines().enumerate().map(move |(idx, line)| {
        line.map(|line| (idx + 1, line)).map_err(|source| DatasetError::Io { path: path.to_path_buf(), source })
    }))
}

pub(super) fn json_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, DatasetError> {
    let mut items = Vec::new();
    for line in lines(path)? {
        let (number, line) = line?;
        if line.trim().is_empty() {
            continue;
        }
        let fail = |error: serde_json::Error| DatasetError::Line {
            path: path.to_path_buf(),
            line: number,
            reason: error.to_string(),
        };
        items.push(serde_json::from_str(&line).map_err(fail)?);
    }
    Ok(items)
}

fn relevance(path: &Path) -> Result<BTreeMap<String, BTreeMap<String, u32>>, DatasetError> {
    let mut relevant: BTreeMap<String, BTreeMap<String, u32>> = BTreeMap::new();
    for line in lines(path)? {
        let (number, line) = line?;
        let fail =
            |reason: &str| DatasetError::Line { path: path.to_path_buf(), line: number, reason: reason.to_owned() };
        let mut fields = line.split('\t');
        let (Some(query), Some(document)) = (fields.next(), fields.next()) else {
            return Err(fail("expected query id, document id and grade, separated by tabs"));
        };
        let grade = fields.next().map_or(Ok(1), |grade| grade.trim().parse::<u32>());
        let grade = grade.map_err(|_| fail("the grade is no whole number"))?;
        if grade > 0 {
            relevant.entry(query.to_owned()).or_default().insert(document.to_owned(), grade);
        }
    }
    Ok(relevant)
}
