//! `fsck` of what is known: doubles, contradictions, memories that everybody of a context sees, orders hidden in texts. It
//! reports and changes nothing.

use std::collections::BTreeMap;

use super::injection::injections;
use super::{Reader, Statement, ViewError};
use crate::limits;
use crate::model::{Doubt, EntityId, Knowledge, Memory, MemoryId, Scope, ScopeSets, Span};
use crate::reconcile;
use crate::store::{Entity, EntityAsk, KnowledgeAsk};
use crate::text;

/// What is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FindingKind {
    /// Two rows say the same, or two entities may be one.
    Duplicate,
    /// Two rows cannot both be right.
    Contradiction,
    /// It lies in the root scope, while others lie in scopes of their own.
    Unscoped,
    /// It tries to give orders to whoever reads it.
    Injection,
}

impl FindingKind {
    /// The printed name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Duplicate => "duplicate",
            Self::Contradiction => "contradiction",
            Self::Unscoped => "unscoped",
            Self::Injection => "injection",
        }
    }
}

/// One finding.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What is wrong.
    pub kind: FindingKind,
    /// The memories it is about.
    pub memories: Vec<MemoryId>,
    /// The entities it is about.
    pub entities: Vec<EntityId>,
    /// What it is, in words that hold no text of a memory: a kind of order, a key.
    pub detail: String,
    /// How alike two are, in `[0, 1]`; of doubles alone.
    pub similarity: Option<f32>,
    /// Where it stands in the memory's text, in characters; of orders alone.
    pub chars: Option<Span>,
}

/// What to check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FsckAsk {
    /// How alike two texts are that count as doubles, in `[0, 1]`. Published default 0.95.
    pub duplicate_threshold: f32,
    /// Findings told at most.
    pub results_max: usize,
    /// Only findings of this kind.
    pub kind: Option<FindingKind>,
}

impl Default for FsckAsk {
    fn default() -> Self {
        Self { duplicate_threshold: 0.95, results_max: limits::FINDINGS_MAX, kind: None }
    }
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FsckReport {
    /// The findings, by kind.
    pub findings: Vec<Finding>,
    /// Memories that were looked at.
    pub rows: usize,
    /// There are more findings than are told, or more memories than were looked at.
    pub is_cut: bool,
}

/// How alike texts are, for each pair of a list, by meaning; `None` where no model is there.
pub(crate) type Alike<'a> = dyn Fn(&[&str]) -> Option<Vec<Vec<f32>>> + 'a;

impl Reader<'_> {
    /// Looks for all that is wrong. `alike` compares texts by meaning.
    pub(crate) fn fsck(&self, ask: &FsckAsk, alike: &Alike<'_>) -> Result<FsckReport, ViewError> {
        if !(0.0..=1.0).contains(&ask.duplicate_threshold) {
            return Err(ViewError::Invalid { field: "duplicateThreshold", reason: "0 to 1 is allowed".to_owned() });
        }
        let statements = self.statements(&KnowledgeAsk::default(), limits::CHECKED_ROWS_MAX)?;
        let mut found = doubles(&statements, ask.duplicate_threshold, alike);
        found.extend(self.namesakes()?);
        found.extend(contradictions(&statements));
        let (mut orders, mut bare, mut is_scoped) = (Vec::new(), Vec::new(), false);
        let (n_scanned, mut is_cut) = self.scan(&mut |memory| {
            orders.extend(ordering(&memory));
            if memory.scopes == ScopeSets::single(Scope::root()) {
                bare.push(memory.id);
            } else {
                is_scoped = true;
            }
        })?;
        // Where nobody uses scopes, nothing is amiss.
        let unscoped = |id: MemoryId| Finding {
            kind: FindingKind::Unscoped,
            memories: vec![id],
            entities: Vec::new(),
            detail: "it lies in the root scope, and other memories lie in scopes of their own".to_owned(),
            similarity: None,
            chars: None,
        };
        found.extend(bare.into_iter().filter(|_| is_scoped).map(unscoped));
        found.extend(orders);
        found.retain(|finding| ask.kind.is_none_or(|kind| kind == finding.kind));
        is_cut |= found.len() > ask.results_max;
        found.sort_by_key(|finding| finding.kind);
        found.truncate(ask.results_max);
        Ok(FsckReport { findings: found, rows: n_scanned, is_cut })
    }

    /// Entities of one name and different kinds: they may be one.
    fn namesakes(&self) -> Result<Vec<Finding>, ViewError> {
        let mut by_name: BTreeMap<String, Vec<Entity>> = BTreeMap::new();
        let mut ask = EntityAsk::default();
        loop {
            let page = self.store.entities(&ask, &self.filter, limits::LIST_MAX)?;
            let Some(last) = page.last() else { break };
            ask.after = last.row;
            for entity in page {
                for name in std::iter::once(&entity.name).chain(&entity.aliases) {
                    let list = by_name.entry(text::name_key(name)).or_default();
                    if list.iter().all(|known| known.id != entity.id) {
                        list.push(entity.clone());
                    }
                }
            }
        }
        let several = by_name.into_iter().filter(|(key, list)| list.len() > 1 && !key.is_empty());
        let finding = |(_, list): (String, Vec<Entity>)| Finding {
            kind: FindingKind::Duplicate,
            memories: Vec::new(),
            entities: list.iter().map(|entity| entity.id).collect(),
            detail: "entities of one name; merge them where they are one".to_owned(),
            similarity: Some(1.0),
            chars: None,
        };
        Ok(several.map(finding).collect())
    }
}

/// Statements of one entity, key and set of scopes.
fn groups(statements: &[Statement]) -> Vec<Vec<&Statement>> {
    let mut groups: BTreeMap<(EntityId, &'static str, &str, &ScopeSets), Vec<&Statement>> = BTreeMap::new();
    for statement in statements.iter().filter(|one| matches!(one.sort(), "attribute" | "relation" | "instruction")) {
        let Some(subject) = &statement.subject else { continue };
        let place = (subject.id, statement.sort(), statement.key(), &statement.memory.scopes);
        groups.entry(place).or_default().push(statement);
    }
    groups.into_values().filter(|group| group.len() > 1).collect()
}

/// Pairs of rows that say the same of the same.
fn doubles(statements: &[Statement], threshold: f32, alike: &Alike<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for group in groups(statements).into_iter().filter(|group| group.len() <= limits::CLAIMS_COMPARED_MAX) {
        if group[0].sort() == "relation" {
            continue;
        }
        let texts: Vec<&str> = group.iter().map(|one| one.value()).collect();
        let meanings = alike(&texts);
        for second in 1..group.len() {
            for first in 0..second {
                let similarity = match &meanings {
                    Some(cosines) => cosines[first][second].max(same_words(texts[first], texts[second])),
                    None => same_words(texts[first], texts[second]),
                };
                if similarity >= threshold {
                    found.push(Finding {
                        kind: FindingKind::Duplicate,
                        memories: vec![group[first].memory.id, group[second].memory.id],
                        entities: group[first].subject.iter().map(|subject| subject.id).collect(),
                        detail: format!("two values of '{}' say the same", group[first].key()),
                        similarity: Some(similarity.clamp(0.0, 1.0)),
                        chars: None,
                    });
                }
            }
        }
    }
    found
}

/// Share of words that two values have in common, in `[0, 1]`.
fn same_words(one: &str, other: &str) -> f32 {
    let words = |value: &str| -> std::collections::BTreeSet<String> {
        reconcile::value_key(value).split(' ').map(str::to_owned).collect()
    };
    let (a, b) = (words(one), words(other));
    let (both, all) = (a.intersection(&b).count(), a.union(&b).count());
    if all == 0 { 0.0 } else { both as f32 / all as f32 }
}

/// Doubts between rows that wait, and keys of one value that have several.
fn contradictions(statements: &[Statement]) -> Vec<Finding> {
    let mut found: Vec<Finding> = Vec::new();
    for statement in statements {
        let Some(Knowledge::Uncertainty { reason, between, .. }) = &statement.memory.knowledge else { continue };
        if !matches!(reason, Doubt::Clash | Doubt::Contradiction) {
            continue;
        }
        let mut memories = between.clone();
        memories.push(statement.memory.id);
        found.push(Finding {
            kind: FindingKind::Contradiction,
            memories,
            entities: statement.subject.iter().map(|subject| subject.id).collect(),
            detail: "a doubt that waits to be settled".to_owned(),
            similarity: None,
            chars: None,
        });
    }
    for group in groups(statements) {
        let (sort, key) = (group[0].sort(), group[0].key());
        let ids: Vec<MemoryId> = group.iter().map(|one| one.memory.id).collect();
        let is_noted = found.iter().any(|finding| ids.iter().filter(|id| finding.memories.contains(id)).count() > 1);
        if sort != "instruction" && reconcile::is_one_valued(key, sort == "relation") && !is_noted {
            found.push(Finding {
                kind: FindingKind::Contradiction,
                memories: ids,
                entities: group[0].subject.iter().map(|subject| subject.id).collect(),
                detail: format!("'{key}' has several values that hold at once"),
                similarity: None,
                chars: None,
            });
        }
    }
    found
}

/// Orders in a memory's text.
fn ordering(memory: &Memory) -> Vec<Finding> {
    let finding = |one: super::Injection| Finding {
        kind: FindingKind::Injection,
        memories: vec![memory.id],
        entities: Vec::new(),
        detail: one.kind.as_str().to_owned(),
        similarity: None,
        chars: super::citation::in_characters(&memory.text, one.span).map(|(chars, _)| chars),
    };
    injections(&memory.text).into_iter().map(finding).collect()
}
