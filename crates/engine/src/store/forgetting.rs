//! Forgetting as data: which rows are meant, what goes with them, and what was taken out.

use serde::{Deserialize, Serialize};

use super::view::Ordinal;
use crate::model::{Category, EntityId, Kind, Memory, MemoryId, Micros, Pattern, SessionId, Validity};

/// How much of a memory goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ForgetMode {
    /// It is in no read any more, of no moment; its text stays as a tombstone that an operator may look at.
    #[default]
    Expire,
    /// Its bytes are in no file of the context any more. There is no way back.
    Purge,
}

/// Which rows are meant, before a filter says which of them the asker may reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// All of them.
    All,
    /// These. The card of an entity stands for all that is known of it.
    Ids(Vec<MemoryId>),
    /// What was said in a session, with its parts and what was read in it.
    Session(SessionId),
    /// What is known of an entity and of all that were merged into it, from both ends of relations.
    Entity {
        /// The entity, or one of those merged into it.
        id: EntityId,
        /// The memories that any of it was read in, and those that mention one of its names, are meant, too.
        with_sources: bool,
    },
    /// Rows that are seen only through such scopes: every clause has one.
    Scope(Pattern),
}

/// A row in a list, without its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    /// Its number.
    pub ordinal: Ordinal,
    /// Its id.
    pub id: MemoryId,
    /// What it is.
    pub kind: Kind,
    /// What it is to the person.
    pub category: Category,
    /// When it was learnt.
    pub known_at: Micros,
    /// When it was told last: the latest of what it was read in, or else as `known_at`.
    pub told_at: Micros,
    /// When it held.
    pub valid: Validity,
    /// It was replaced.
    pub is_superseded: bool,
    /// When it was forgotten, where it was.
    pub forgotten_at: Option<Micros>,
    /// It is a fact, an action, an instruction or a doubt.
    pub is_knowledge: bool,
}

impl Listed {
    pub(crate) fn of(ordinal: Ordinal, memory: &Memory, told_at: Micros) -> Self {
        Self {
            ordinal,
            id: memory.id,
            kind: memory.kind,
            category: memory.category,
            known_at: memory.known_at,
            told_at,
            valid: memory.valid,
            is_superseded: memory.superseded_by.is_some(),
            forgotten_at: memory.forgotten_at,
            is_knowledge: memory.knowledge.is_some(),
        }
    }
}

/// A memory that goes, or went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Gone {
    /// Its id.
    pub id: MemoryId,
    /// What it was.
    pub kind: Kind,
}

/// Rows to purge with everything that goes with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Erase {
    /// The rows; unknown ones are refused.
    pub ids: Vec<MemoryId>,
    /// When that was asked for.
    pub at: Micros,
}

/// What a purge took out, by where it was kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Erased {
    /// Rows of memories of every kind, the following two included.
    pub memories: u64,
    /// Facts, actions, instructions and doubts among them.
    pub facts: u64,
    /// Cards of entities among them.
    pub entities: u64,
    /// Of the rows, those that stay as bare numbers, since others name them: no text, no scope, no label.
    pub tombstones: u64,
    /// Rows that the indexes held: postings, times, places, names.
    pub indexed: u64,
    /// Vectors.
    pub vectors: u64,
    /// Feelings.
    pub feelings: u64,
    /// Edges, from and to them.
    pub edges: u64,
    /// Names, key phrases, sections and other nodes that nothing else leads to.
    pub nodes: u64,
    /// Names of entities, also of such that stay.
    pub names: u64,
    /// Notes of what was read in what.
    pub sources: u64,
    /// Sessions that nothing else was said in.
    pub sessions: u64,
    /// Episodes that nothing else lies in.
    pub episodes: u64,
    /// Traces that returned one of them or asked for what only they told.
    pub traces: u64,
    /// Documents with their texts.
    pub documents: u64,
    /// Rows that stay and lost a source, a repetition or an edge.
    pub loosened: u64,
    /// Index snapshots that were deleted and written anew.
    pub snapshots: u64,
    /// Bytes of texts, vectors and traces.
    pub bytes: u64,
    /// The files hold none of it any more. Until then the purge is finished at the next opening.
    pub complete: bool,
}
