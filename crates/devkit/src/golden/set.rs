//! Reading worlds: `corpus.jsonl`, `queries.jsonl` and `qrels.tsv` in one folder each, the form that `quintet eval` reads.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;

/// One memory of `corpus.jsonl`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// Its id, unique in its world.
    pub id: String,
    /// What was said or written.
    pub text: String,
    /// The title of its page; absent for turns.
    #[serde(default)]
    pub title: Option<String>,
    /// When, in UTC.
    pub time: String,
    /// Who said it; absent for pages.
    #[serde(default)]
    pub speaker: Option<String>,
    /// The conversation or page.
    #[serde(default)]
    pub session: Option<String>,
    /// Its place in the conversation.
    #[serde(default)]
    pub turn: Option<u32>,
}

/// One question of `queries.jsonl`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Query {
    /// Its id, unique in the set.
    pub id: String,
    /// The question.
    pub text: String,
    /// Its family.
    #[serde(rename = "type")]
    pub kind: String,
    /// When it is asked, in UTC.
    pub time: String,
}

/// One world: memories that belong together, and questions about them.
#[derive(Clone, Debug)]
pub struct World {
    /// The folder's name.
    pub name: String,
    /// Its memories, turns of one conversation in their order.
    pub documents: Vec<Document>,
    /// Its questions.
    pub queries: Vec<Query>,
    /// For each question the memories that may come first.
    pub relevant: BTreeMap<String, BTreeSet<String>>,
}

/// A world cannot be read, or is wrong in itself.
#[derive(Debug, thiserror::Error)]
pub enum SetError {
    /// A file or folder cannot be read.
    #[error("cannot read {path}: {source}")]
    Io {
        /// Which.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A line means nothing.
    #[error("{path}, line {line}: {reason}")]
    Line {
        /// The file.
        path: PathBuf,
        /// 1-based.
        line: usize,
        /// Why.
        reason: String,
    },
    /// Its parts do not fit together.
    #[error("{world}: {reason}")]
    Wrong {
        /// The world.
        world: String,
        /// Why.
        reason: String,
    },
}

impl World {
    /// Reads every world below a folder, by ascending name.
    ///
    /// # Errors
    /// [`SetError`].
    pub fn read_all(folder: &Path) -> Result<Vec<Self>, SetError> {
        let io = |source| SetError::Io { path: folder.to_path_buf(), source };
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(io)? {
            let path = entry.map_err(io)?.path();
            if path.is_dir() {
                paths.push(path);
            }
        }
        paths.sort();
        paths.iter().map(|path| Self::read(path)).collect()
    }

    /// Reads one world and checks that ids are unique and that every label names something.
    ///
    /// # Errors
    /// [`SetError`].
    pub fn read(folder: &Path) -> Result<Self, SetError> {
        let world = Self {
            name: folder.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
            documents: json_lines(&folder.join("corpus.jsonl"))?,
            queries: json_lines(&folder.join("queries.jsonl"))?,
            relevant: relevance(&folder.join("qrels.tsv"))?,
        };
        match world.fault() {
            Some(reason) => Err(SetError::Wrong { world: world.name, reason }),
            None => Ok(world),
        }
    }

    fn fault(&self) -> Option<String> {
        let documents: BTreeSet<&str> = self.documents.iter().map(|document| document.id.as_str()).collect();
        let queries: BTreeSet<&str> = self.queries.iter().map(|query| query.id.as_str()).collect();
        if documents.len() < self.documents.len() || queries.len() < self.queries.len() {
            return Some("an id is used twice".to_owned());
        }
        if let Some(query) = queries.iter().find(|id| !self.relevant.contains_key(**id)) {
            return Some(format!("question {query} has no right answer"));
        }
        for (query, ids) in &self.relevant {
            if !queries.contains(query.as_str()) {
                return Some(format!("an answer is given for {query}, which is not asked"));
            }
            if let Some(id) = ids.iter().find(|id| !documents.contains(id.as_str())) {
                return Some(format!("the answer of {query} is {id}, which is no memory"));
            }
        }
        None
    }
}

fn lines(path: &Path) -> Result<Vec<(usize, String)>, SetError> {
    let text = std::fs::read_to_string(path).map_err(|source| SetError::Io { path: path.to_path_buf(), source })?;
    let numbered = text.lines().enumerate().map(|(idx, line)| (idx + 1, line.to_owned()));
    Ok(numbered.filter(|(_, line)| !line.trim().is_empty()).collect())
}

fn json_lines<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, SetError> {
    let read = |(line, text): (usize, String)| {
        serde_json::from_str(&text).map_err(|error| SetError::Line {
            path: path.to_path_buf(),
            line,
            reason: error.to_string(),
        })
    };
    lines(path)?.into_iter().map(read).collect()
}

fn relevance(path: &Path) -> Result<BTreeMap<String, BTreeSet<String>>, SetError> {
    let mut relevant: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (line, text) in lines(path)? {
        let fields: Vec<&str> = text.split('\t').collect();
        let [query, document, "1"] = fields[..] else {
            let reason = "expected question id, memory id and 1, separated by tabs".to_owned();
            return Err(SetError::Line { path: path.to_path_buf(), line, reason });
        };
        relevant.entry(query.to_owned()).or_default().insert(document.to_owned());
    }
    Ok(relevant)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CORPUS: &str = r#"{"id": "a", "text": "x", "time": "2026-03-02T09:30:00Z"}"#;
    const QUERIES: &str = r#"{"id": "q", "text": "y", "type": "place", "time": "2026-03-02T09:30:00Z"}"#;

    fn read(corpus: &str, queries: &str, qrels: &str) -> Result<World, SetError> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [("corpus.jsonl", corpus), ("queries.jsonl", queries), ("qrels.tsv", qrels)] {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        World::read(folder.path())
    }

    #[test]
    fn a_world_whose_labels_lead_nowhere_is_refused() {
        assert_eq!(read(CORPUS, QUERIES, "q\ta\t1\n").unwrap().relevant["q"].len(), 1);
        let fault = |qrels: &str| read(CORPUS, QUERIES, qrels).unwrap_err().to_string();
        assert!(fault("").contains("no right answer"));
        assert!(fault("q\tb\t1\n").contains("which is no memory"));
        assert!(fault("q\ta\t1\nr\ta\t1\n").contains("which is not asked"));
        assert!(fault("q\ta\n").contains("line 1"));
        let twice = format!("{CORPUS}\n{CORPUS}\n");
        assert!(read(&twice, QUERIES, "q\ta\t1\n").unwrap_err().to_string().contains("twice"));
        assert!(read("{\"id\": 1}", QUERIES, "q\ta\t1\n").unwrap_err().to_string().contains("line 1"));
    }
}
