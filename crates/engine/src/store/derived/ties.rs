//! The readers over sections, key phrases, links and probability.

use std::collections::BTreeMap;

use super::view::{IndexView, late, pairs};
use crate::index::graph::{EdgeView, KINDS, Node, PageRank};
use crate::index::vector::VectorError;
use crate::model::{EdgeKind, NodeKind};
use crate::ports::Deadline;
use crate::store::{Keyphrase, NodeNumber, Ordinal, PhraseFound, SectionFound, Seed, StoreError, Ties, Wander};
use crate::text;

/// Rows of one section that come back. Chosen: what a section of more rows says of one of them is little.
const SECTION_ROWS_MAX: usize = 64;
/// Rows that a word may be in so that a phrase with it is looked for in all texts. Chosen: reading on costs more than rows
/// that hold so common words are worth.
const HOLDERS_MAX: usize = 4_096;
/// Rows of a phrase whose other phrases are counted. Chosen.
const BESIDE_ROWS_MAX: usize = 1_024;
/// Probability below which a row was not met: the rounding of sums near 1. Chosen.
const VISIT_MIN: f32 = 1e-6;
/// Pushes of one walk. Chosen: at the channel's epsilon a walk needs fewer; it bounds what odd settings cost.
const PUSHES_MAX: usize = 20_000;

fn vectors(error: VectorError) -> StoreError {
    match error {
        VectorError::Stopped => StoreError::Late,
        other => StoreError::BadVector { reason: other.to_string() },
    }
}

impl IndexView {
    /// May an edge be walked: its scope is seen, it holds at the view's moment, and the row it leads to is in the view.
    pub(super) fn may_walk(&self, edge: &EdgeView) -> bool {
        let in_scope = self.scopes.get(edge.scope as usize).copied().unwrap_or(false);
        let holds_now = match (edge.valid, self.at) {
            (Some((from, until)), Some(at)) => from <= at && at < until,
            _ => true,
        };
        let target_seen = match edge.to {
            Node::Memory(ordinal) => self.holds(ordinal),
            Node::Entity(_) => true,
        };
        in_scope && holds_now && target_seen
    }

    fn phrase(&self, node: u32) -> Option<&str> {
        let card = self.guard.nodes.get(node as usize)?.as_ref()?;
        (card.kind == NodeKind::Keyphrase).then_some(&*card.name)
    }

    /// Rows of the view that have a phrase, ascending; `None` when there are more than `rows_max`.
    fn having(&self, node: u32, rows_max: usize) -> Option<Vec<Ordinal>> {
        let node = Node::Entity(node);
        // Counting is cheaper than reading, where every row is seen.
        if self.mask.is_none() && self.guard.graph.degree(node, EdgeKind::HasKeyphrase) as usize > rows_max {
            return None;
        }
        let mut rows = Vec::new();
        self.guard.graph.neighbours(node, Some(EdgeKind::HasKeyphrase), &mut |end| {
            if let Node::Memory(ordinal) = end.node
                && self.holds(ordinal)
            {
                rows.push(Ordinal(ordinal));
            }
        });
        rows.sort_unstable();
        rows.dedup();
        (rows.len() <= rows_max).then_some(rows)
    }

    fn phrases_on(&self, row: Ordinal) -> Vec<u32> {
        let mut nodes = Vec::new();
        self.guard.graph.neighbours(Node::Memory(row.0), Some(EdgeKind::HasKeyphrase), &mut |end| {
            if let Node::Entity(node) = end.node {
                nodes.push(node);
            }
        });
        nodes
    }
}

impl Ties for IndexView {
    fn sections(&self, query: &[f32], limit: usize, deadline: &Deadline) -> Result<Vec<SectionFound>, StoreError> {
        let found = self.guard.sections.nearest(query, limit, self.mask.as_ref(), &|| deadline.expired());
        let section = |(lowest, cosine): (u32, f32)| {
            let seen = self.guard.sections.members(lowest).iter().filter(|row| self.holds(**row));
            SectionFound { cosine, rows: seen.take(SECTION_ROWS_MAX).map(|row| Ordinal(*row)).collect() }
        };
        let sections = found.map_err(vectors)?.into_iter().map(section);
        Ok(sections.filter(|section| !section.rows.is_empty()).collect())
    }

    fn section_similarity(&self, query: &[f32], rows: &[Ordinal]) -> Result<Vec<Option<f32>>, StoreError> {
        let rows: Vec<u32> = rows.iter().map(|row| row.0).collect();
        self.guard.sections.similarity(query, &rows).map_err(vectors)
    }

    fn siblings(&self, row: Ordinal, limit: usize) -> Result<Vec<Ordinal>, StoreError> {
        let members = self.guard.sections.members(row.0);
        let Ok(place) = members.binary_search(&row.0) else { return Ok(Vec::new()) };
        // Nearest first, what follows before what precedes: reading on is what a reader would do.
        let mut others: Vec<usize> = (0..members.len()).filter(|other| *other != place).collect();
        others.sort_by_key(|other| (other.abs_diff(place), *other < place));
        let seen = others.into_iter().map(|other| members[other]).filter(|row| self.holds(*row));
        Ok(seen.take(limit).map(Ordinal).collect())
    }

    fn leads_to(&self, row: Ordinal, kind: EdgeKind) -> Result<Vec<NodeNumber>, StoreError> {
        let mut nodes = Vec::new();
        if self.holds(row.0) {
            self.guard.graph.neighbours(Node::Memory(row.0), Some(kind), &mut |end| {
                if let (Node::Entity(node), true) = (end.node, end.forward) {
                    nodes.push(NodeNumber(node));
                }
            });
        }
        nodes.sort_unstable();
        nodes.dedup();
        Ok(nodes)
    }

    fn keyphrases(&self, count_min: u32, limit: usize) -> Result<Vec<Keyphrase>, StoreError> {
        let mut table: Vec<Keyphrase> = Vec::new();
        for node in self.guard.phrases.all() {
            let count = self.having(*node, usize::MAX).map_or(0, |rows| rows.len() as u32);
            if let Some(phrase) = self.phrase(*node).filter(|_| count >= count_min.max(1)) {
                table.push(Keyphrase { node: NodeNumber(*node), phrase: phrase.to_owned(), count });
            }
        }
        table.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.phrase.cmp(&b.phrase)));
        table.truncate(limit);
        Ok(table)
    }

    fn beside(&self, phrase: NodeNumber, limit: usize) -> Result<Vec<Keyphrase>, StoreError> {
        let mut shared: BTreeMap<u32, u32> = BTreeMap::new();
        let rows = self.having(phrase.0, usize::MAX).unwrap_or_default();
        for row in rows.into_iter().take(BESIDE_ROWS_MAX) {
            for node in self.phrases_on(row).into_iter().filter(|node| *node != phrase.0) {
                *shared.entry(node).or_default() += 1;
            }
        }
        let named = |(node, count): (u32, u32)| {
            Some(Keyphrase { node: NodeNumber(node), phrase: self.phrase(node)?.to_owned(), count })
        };
        let mut table: Vec<Keyphrase> = shared.into_iter().filter_map(named).collect();
        table.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.phrase.cmp(&b.phrase)));
        table.truncate(limit);
        Ok(table)
    }

    fn phrases_in(
        &self,
        text: &str,
        coverage_min: f32,
        rows_max: usize,
        limit: usize,
    ) -> Result<Vec<PhraseFound>, StoreError> {
        if self.guard.phrases.is_empty() {
            return Ok(Vec::new());
        }
        let words = text::query_terms(text);
        let words: Vec<&str> = words.iter().map(|word| word.term.as_str()).collect();
        // Some are of rows that are gone or not seen.
        let found = self.guard.phrases.covered(&words, coverage_min, limit.saturating_mul(2));
        let seen = found.into_iter().filter_map(|one| {
            let rows = self.having(one.phrase, rows_max).filter(|rows| !rows.is_empty())?;
            let phrase = self.phrase(one.phrase)?.to_owned();
            Some(PhraseFound { node: NodeNumber(one.phrase), phrase, coverage: one.coverage, rows })
        });
        Ok(seen.take(limit).collect())
    }

    fn phrases_of(&self, row: Ordinal, rows_max: usize) -> Result<Vec<PhraseFound>, StoreError> {
        if !self.holds(row.0) {
            return Ok(Vec::new());
        }
        let found = |node: u32| {
            // Itself is one of them.
            let mut rows = self.having(node, rows_max.saturating_add(1))?;
            rows.retain(|other| *other != row);
            let phrase = self.phrase(node)?.to_owned();
            (!rows.is_empty()).then_some(PhraseFound { node: NodeNumber(node), phrase, coverage: 1.0, rows })
        };
        Ok(self.phrases_on(row).into_iter().filter_map(found).collect())
    }

    fn holding(&self, phrase: &str, limit: usize) -> Result<Vec<Ordinal>, StoreError> {
        let words = text::query_terms(phrase);
        let mut lists: Vec<Vec<u32>> = Vec::new();
        for word in &words {
            let holders = self.guard.lexical.holders(&word.term, HOLDERS_MAX + 1);
            if holders.len() <= HOLDERS_MAX {
                lists.push(holders);
            }
        }
        // A phrase of common words alone says nothing.
        if lists.is_empty() || lists.len() < words.len() {
            return Ok(Vec::new());
        }
        lists.sort_by_key(Vec::len);
        let (first, others) = lists.split_at(1);
        let in_all = |row: &&u32| others.iter().all(|list| list.binary_search(row).is_ok());
        let rows = first[0].iter().filter(in_all).filter(|row| self.holds(**row));
        Ok(rows.take(limit).map(|row| Ordinal(*row)).collect())
    }

    fn wander(
        &self,
        seeds: &[(Seed, f32)],
        how: &Wander,
        limit: usize,
        deadline: &Deadline,
    ) -> Result<Vec<(Ordinal, f32)>, StoreError> {
        let seeds: Vec<(Node, f32)> = seeds.iter().map(|(seed, value)| (super::view::node(*seed), *value)).collect();
        let total: f32 = seeds.iter().map(|(_, value)| value.max(0.0)).sum();
        let mut kind_weights = [0.0; KINDS];
        for (kind, weight) in &how.kinds {
            kind_weights[kind.code() as usize] = *weight;
        }
        let settings = PageRank {
            damping: how.damping,
            epsilon: how.epsilon,
            pushes_max: PUSHES_MAX,
            kind_weights,
            kind_weights_against: kind_weights,
        };
        let walked = self.guard.graph.pagerank(&seeds, &settings, &|edge| self.may_walk(edge), &|| deadline.expired());
        let given = |ordinal: u32| {
            let own = seeds.iter().filter(|(node, _)| *node == Node::Memory(ordinal)).map(|(_, value)| value);
            // Who has no way out stays where he starts.
            let leads_on = how.kinds.iter().any(|(kind, _)| self.guard.graph.degree(Node::Memory(ordinal), *kind) > 0);
            let stays = if leads_on { 1.0 - how.damping } else { 1.0 };
            own.sum::<f32>() / total.max(f32::MIN_POSITIVE) * stays
        };
        let mut rows: Vec<(u32, f32)> = walked
            .map_err(late)?
            .found
            .into_iter()
            .filter_map(|(node, value)| match node {
                Node::Memory(ordinal) if self.holds(ordinal) => Some((ordinal, value - given(ordinal))),
                _ => None,
            })
            // What is left of a start by rounding is no visit.
            .filter(|(_, value)| *value > VISIT_MIN)
            .collect();
        rows.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        rows.truncate(limit);
        Ok(pairs(rows))
    }
}
