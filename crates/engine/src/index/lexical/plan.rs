//! A query made ready: known terms, what each can add at most, and its list in every segment.
//!
//! Knows nothing of how the lists are walked.

use super::bm25::{self, ImpactBound, LengthNorm, Scale};
use super::postings::{Cursor, List};
use super::segment::Segment;
use super::{LexicalIndex, QueryTerm};

/// One known term of a query.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlannedTerm {
    pub(super) term: u32,
    /// What the term adds at most, in units.
    pub(super) units_max: f32,
}

/// A query against one state of the index.
pub(super) struct Plan<'i> {
    /// In the order of their texts.
    pub(super) terms: Vec<PlannedTerm>,
    /// By segment, then as `terms`.
    lists: Vec<Vec<Option<List<'i>>>>,
    pub(super) norm: LengthNorm,
    pub(super) scale: Scale,
    length_mean: f64,
}

impl<'i> Plan<'i> {
    /// `None` if nothing can match: no live document holds any of the terms.
    pub(super) fn new(index: &'i LexicalIndex, query: &[QueryTerm<'_>]) -> Option<Self> {
        let length_mean = index.length_mean()?;
        let mut terms = Vec::new();
        let mut lists = vec![Vec::new(); index.segments.len()];
        let mut score_max = 0.0;
        for (text, weight) in summed(query) {
            let Some(term) = index.dictionary.find(text) else { continue };
            let of_term = index.segments.iter().map(|segment| segment.list(term)).collect::<Vec<_>>();
            let n_holding = index.count_holders(term, &of_term);
            if n_holding == 0 {
                continue;
            }
            lists.iter_mut().zip(of_term).for_each(|(lists, list)| lists.push(list));
            let most = weight * bm25::idf(index.len() as u64, n_holding) * (bm25::K1 + 1.0);
            score_max += most;
            terms.push((term, most));
        }
        if terms.is_empty() {
            return None;
        }
        let scale = Scale::new(score_max);
        let planned = |(term, most)| PlannedTerm { term, units_max: scale.units(most) };
        let terms = terms.into_iter().map(planned).collect();
        Some(Self { terms, lists, norm: LengthNorm::new(length_mean), scale, length_mean })
    }

    /// The terms that `segment`, the one at `at`, holds, ready to walk.
    pub(super) fn walkers(&self, at: usize, segment: &Segment) -> Vec<Walker<'i>> {
        let present = self.terms.iter().zip(&self.lists[at]).filter_map(|(term, list)| Some((term, (*list)?)));
        let walker = |(term, list): (&PlannedTerm, List<'i>)| Walker {
            cursor: Cursor::new(list),
            count: list.count as usize,
            units_max: term.units_max,
            bound: ImpactBound::new(term.units_max, self.length_mean, segment.length_mean_then),
            tail_impact: 0,
        };
        present.map(walker).collect()
    }
}

/// One term on its way through one segment.
pub(super) struct Walker<'i> {
    pub(super) cursor: Cursor<'i>,
    /// Postings in all.
    pub(super) count: usize,
    pub(super) units_max: f32,
    bound: ImpactBound,
    tail_impact: u8,
}

impl Walker<'_> {
    /// Prepares [`Self::units_until`]; call before any step.
    pub(super) fn prepare_bounds(&mut self, lengths: &[u32], norm: LengthNorm) {
        self.tail_impact = self.cursor.tail_impact(lengths, norm);
    }

    /// What the term adds at most to a document from here and below `end`, in units.
    pub(super) fn units_until(&self, end: u32) -> f32 {
        match self.cursor.impact_until(end, self.tail_impact) {
            0 => 0.0,
            impact => self.bound.units(impact),
        }
    }
}

/// Terms with usable weights, repeated ones summed, in the order of their texts: no trace of the caller's order.
fn summed<'q>(query: &[QueryTerm<'q>]) -> Vec<(&'q str, f64)> {
    let usable = query.iter().filter(|term| term.weight.is_finite() && term.weight > 0.0);
    let mut terms = usable.map(|term| (term.term, f64::from(term.weight))).collect::<Vec<_>>();
    terms.sort_unstable_by(|a, b| a.0.cmp(b.0).then(a.1.total_cmp(&b.1)));
    terms.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    terms
}
