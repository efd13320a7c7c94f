//! The time line of an entity, or of one of its keys: what began, changed, ended and was done, in order.

use std::collections::BTreeMap;

use super::{EntityName, Reader, Statement, ViewError};
use crate::limits;
use crate::model::{Knowledge, MemoryId, Micros};
use crate::store::KnowledgeAsk;

/// What happened at a place of a time line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MomentKind {
    /// A value or relation that nothing was known before.
    Began,
    /// A value in the place of another.
    Changed,
    /// A value or relation that held before does not hold any more.
    Ended,
    /// Something was done.
    Done,
    /// A wish was laid down.
    Wished,
    /// A doubt was noted.
    Doubted,
}

impl MomentKind {
    /// The printed name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Began => "began",
            Self::Changed => "changed",
            Self::Ended => "ended",
            Self::Done => "done",
            Self::Wished => "wished",
            Self::Doubted => "doubted",
        }
    }
}

/// One place of a time line.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// When it was so in the world, as far as that is known; else when it was learnt.
    pub at: Micros,
    /// What happened.
    pub kind: MomentKind,
    /// The row that says so.
    pub statement: Statement,
    /// What it took the place of.
    pub older: Option<String>,
    /// The row that took its place since, of those that may be seen.
    pub replaced_by: Option<MemoryId>,
}

impl Reader<'_> {
    /// The time line of an entity, of one key or of all, oldest first; at most `limit` moments. `sorts`: all when empty.
    pub(crate) fn timeline(&self, of: &EntityName, key: Option<&str>, limit: usize) -> Result<Vec<Moment>, ViewError> {
        let entity = self.find(of)?;
        let reader = self.with_history();
        let own = KnowledgeAsk { subject: Some(entity.id), key: key.map(str::to_owned), ..KnowledgeAsk::default() };
        let mut statements = reader.statements(&own, limits::DIFF_ROWS_MAX)?;
        // Relations from others lead here, too.
        let to = KnowledgeAsk { subject: None, object: Some(entity.id), ..own };
        statements.extend(reader.statements(&to, limits::DIFF_ROWS_MAX)?);
        let mut moments = moments(statements);
        moments.truncate(limit);
        Ok(moments)
    }
}

/// Statements with their history as moments, oldest first.
pub(super) fn moments(statements: Vec<Statement>) -> Vec<Moment> {
    let values: BTreeMap<MemoryId, String> =
        statements.iter().map(|statement| (statement.memory.id, statement.value().to_owned())).collect();
    let mut moments: Vec<Moment> = statements
        .into_iter()
        .map(|statement| {
            let memory = &statement.memory;
            let older = memory.supersedes.and_then(|id| values.get(&id)).cloned();
            let over = memory.valid.until.filter(|until| *until <= memory.known_at);
            let (kind, at) = match (&memory.knowledge, over) {
                (Some(Knowledge::Action { .. }), _) => (MomentKind::Done, memory.event.start),
                (Some(Knowledge::Uncertainty { .. }), _) => (MomentKind::Doubted, memory.known_at),
                (Some(Knowledge::Instruction { .. }), _) => (MomentKind::Wished, memory.known_at),
                (_, Some(until)) => (MomentKind::Ended, until),
                _ if older.is_some() => (MomentKind::Changed, memory.valid.from.unwrap_or(memory.known_at)),
                _ => (MomentKind::Began, memory.valid.from.unwrap_or(memory.known_at)),
            };
            let replaced_by = memory.superseded_by.filter(|id| values.contains_key(id));
            Moment { at, kind, statement, older, replaced_by }
        })
        .collect();
    moments.sort_by_key(|moment| (moment.at, moment.statement.memory.known_at, moment.statement.memory.id));
    moments.dedup_by_key(|moment| moment.statement.memory.id);
    moments
}
