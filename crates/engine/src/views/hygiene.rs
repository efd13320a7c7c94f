//! The audit of hygiene: junk, near-doubles, what was never recalled, secrets. It reports and changes nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::secrets::secrets;
use super::{Reader, ViewError};
use crate::limits;
use crate::model::{Kind, Memory, MemoryId, Span};
use crate::text;

/// What is unclean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HygieneKind {
    /// It says nothing that a question could ask for.
    Junk,
    /// It says nearly word for word what an older one says.
    NearDuplicate,
    /// It holds what looks like a secret.
    Secret,
    /// No recall that is still on record brought it back.
    NeverRecalled,
}

impl HygieneKind {
    /// The printed name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Junk => "junk",
            Self::NearDuplicate => "near_duplicate",
            Self::Secret => "secret",
            Self::NeverRecalled => "never_recalled",
        }
    }
}

/// One finding.
#[derive(Clone, Debug, PartialEq)]
pub struct HygieneFinding {
    /// What is unclean.
    pub kind: HygieneKind,
    /// The memory.
    pub memory: MemoryId,
    /// The older one that it repeats.
    pub of: Option<MemoryId>,
    /// What it is, in words that hold no text of a memory.
    pub detail: &'static str,
    /// Where it stands, in characters of the memory's text; of secrets alone.
    pub chars: Option<Span>,
}

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HygieneReport {
    /// The findings, by kind; what was never recalled last, since that is often most.
    pub findings: Vec<HygieneFinding>,
    /// How many there are of each kind, told or not.
    pub counts: BTreeMap<&'static str, usize>,
    /// Memories that were looked at.
    pub rows: usize,
    /// Recalls on record that were looked through.
    pub traces: usize,
    /// There are more findings than are told, or more memories than were looked at.
    pub is_cut: bool,
}

/// Memories with one shape hash that a new one is compared with. Chosen.
const SHAPES_COMPARED_MAX: usize = 64;

impl Reader<'_> {
    /// Looks for what is unclean; at most `limit` findings are told. `recent`: bodies of traces that are not written yet.
    pub(crate) fn hygiene(&self, limit: usize, recent: &[String]) -> Result<HygieneReport, ViewError> {
        let traces = self.store.traces(limits::AUDITED_TRACES_MAX)?;
        let bodies: Vec<&str> =
            recent.iter().map(String::as_str).chain(traces.iter().map(|t| t.body.as_str())).collect();
        let recalled: BTreeSet<MemoryId> = bodies.iter().flat_map(|body| recalled_in(body)).collect();
        let mut found = Vec::new();
        let mut shapes = Shapes::default();
        let (rows, mut is_cut) = self.scan(&mut |memory| {
            let note = |kind, of, detail, chars| HygieneFinding { kind, memory: memory.id, of, detail, chars };
            let is_told = matches!(memory.kind, Kind::Turn | Kind::Passage);
            if is_told && text::is_empty_talk(&memory.text) {
                found.push(note(HygieneKind::Junk, None, "it says nothing that a question could ask for", None));
            } else if let Some(older) = shapes.older(&memory) {
                let detail = "it says nearly word for word what an older one says";
                found.push(note(HygieneKind::NearDuplicate, Some(older), detail, None));
            }
            for one in secrets(&memory.text) {
                let chars = super::citation::in_characters(&memory.text, one.span).map(|(chars, _)| chars);
                found.push(note(HygieneKind::Secret, None, one.kind.as_str(), chars));
            }
            if is_told && !recalled.contains(&memory.id) {
                found.push(note(HygieneKind::NeverRecalled, None, "no recall on record brought it back", None));
            }
        })?;
        let mut counts = BTreeMap::new();
        for one in &found {
            *counts.entry(one.kind.as_str()).or_insert(0) += 1;
        }
        is_cut |= found.len() > limit;
        found.sort_by_key(|one| one.kind);
        found.truncate(limit);
        Ok(HygieneReport { findings: found, counts, rows, traces: bodies.len(), is_cut })
    }
}

/// Ids of what a recall brought back, from its stored record.
fn recalled_in(body: &str) -> Vec<MemoryId> {
    let Ok(record) = serde_json::from_str::<serde_json::Value>(body) else { return Vec::new() };
    let hits = record["hits"].as_array().into_iter().flatten();
    hits.filter_map(|hit| hit["id"].as_str()?.parse().ok()).collect()
}

/// Shapes that were seen, to compare with.
#[derive(Default)]
struct Shapes {
    /// By each quarter of the hash: two that differ in three bits or fewer share one of the four.
    quarters: BTreeMap<(usize, u16), Vec<(u64, MemoryId)>>,
}

impl Shapes {
    /// An older memory of nearly the same shape; notes this one where there is none.
    fn older(&mut self, memory: &Memory) -> Option<MemoryId> {
        let n_words = memory.text.split_whitespace().count();
        if n_words < limits::DUPLICATE_WORDS_MIN as usize || memory.knowledge.is_some() {
            return None;
        }
        let quarters = [0, 16, 32, 48].map(|shift| (shift, (memory.simhash >> shift) as u16));
        for place in quarters {
            let close =
                |(hash, _): &&(u64, MemoryId)| text::hamming(*hash, memory.simhash) <= limits::DUPLICATE_DISTANCE_MAX;
            if let Some((_, older)) = self.quarters.get(&place).and_then(|list| list.iter().find(close)) {
                return Some(*older);
            }
        }
        for place in quarters {
            let list = self.quarters.entry(place).or_default();
            if list.len() < SHAPES_COMPARED_MAX {
                list.push((memory.simhash, memory.id));
            }
        }
        None
    }
}
