//! What changed in what is known between two instants of the known clock.

use std::collections::{BTreeMap, BTreeSet};

use super::{EntityName, Reader, Statement, ViewError};
use crate::limits;
use crate::model::{MemoryId, Micros};
use crate::store::{Filter, KnowledgeAsk};

/// A value that took the place of another.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    /// What was known at the first instant.
    pub before: Statement,
    /// What is known at the second.
    pub after: Statement,
}

/// The difference between what was known at two instants.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diff {
    /// Known at the second and not at the first, in the place of nothing.
    pub added: Vec<Statement>,
    /// Values that took the place of others.
    pub replaced: Vec<Changed>,
    /// Known at the first, and no longer so at the second, without anything in its place.
    pub ended: Vec<Statement>,
    /// There is more than one comparison reads; what is told is right, and not all.
    pub is_cut: bool,
}

impl Reader<'_> {
    /// What changed from one instant to a later one, of one entity or of everything.
    pub(crate) fn diff(&self, from: Micros, to: Micros, of: Option<&EntityName>) -> Result<Diff, ViewError> {
        if to < from {
            return Err(ViewError::Invalid { field: "to", reason: "it lies before 'from'".to_owned() });
        }
        let subject = of.map(|name| self.find(name)).transpose()?.map(|entity| entity.id);
        let ask = KnowledgeAsk { subject, ..KnowledgeAsk::default() };
        let read = |at: Micros| {
            let filter = Filter { as_of: Some(at), now: Some(at), ..self.filter.clone() };
            Reader::new(self.store, filter).statements(&ask, limits::DIFF_ROWS_MAX)
        };
        let (before, after) = (read(from)?, read(to)?);
        let is_cut = before.len() == limits::DIFF_ROWS_MAX || after.len() == limits::DIFF_ROWS_MAX;
        let ids =
            |statements: &[Statement]| -> BTreeSet<MemoryId> { statements.iter().map(|one| one.memory.id).collect() };
        let (had, has) = (ids(&before), ids(&after));
        let after: BTreeMap<MemoryId, Statement> = after.into_iter().map(|one| (one.memory.id, one)).collect();
        let mut diff = Diff { is_cut, ..Diff::default() };
        let mut successors = BTreeSet::new();
        for statement in before.into_iter().filter(|one| !has.contains(&one.memory.id)) {
            match self.successor(&statement, &after)? {
                Some(newer) => {
                    successors.insert(newer.memory.id);
                    diff.replaced.push(Changed { before: statement, after: newer.clone() });
                }
                None => diff.ended.push(statement),
            }
        }
        let is_news = |one: &Statement| !had.contains(&one.memory.id) && !successors.contains(&one.memory.id);
        diff.added = after.into_values().filter(is_news).collect();
        Ok(diff)
    }

    /// The row known at the second instant that a chain of corrections leads to.
    fn successor<'s>(
        &self,
        statement: &Statement,
        after: &'s BTreeMap<MemoryId, Statement>,
    ) -> Result<Option<&'s Statement>, ViewError> {
        let mut newer = statement.memory.superseded_by;
        for _ in 0..limits::CHAIN_MAX {
            let Some(id) = newer else { return Ok(None) };
            if let Some(found) = after.get(&id) {
                return Ok(Some(found));
            }
            newer = self.store.memory(id)?.and_then(|row| row.memory.superseded_by);
        }
        Ok(None)
    }
}
