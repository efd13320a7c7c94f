//! Walks the postings for one plan: the best documents, or the scores of given ones.
//!
//! Documents go by in windows. In a window, terms that together cannot lift a document into the results are not walked;
//! the others add to a dense array, and only documents that can still get in are completed from the rest. Idea: MaxScore
//! (Turtle and Flood 1995) with block bounds (Ding and Suel 2011), a window at a time. Bounds only save work: units are
//! whole numbers, so what is found does not depend on them.

use roaring::RoaringBitmap;

use super::delta::Document;
use super::error::LexicalError;
use super::pack::BLOCK;
use super::plan::{Plan, Walker};
use super::segment::Segment;
use super::top::Top;

/// Documents of one window: 16 KiB of sums stay in the first-level cache. Chosen.
const WINDOW: usize = 4096;
/// A window with fewer postings than one for this many documents is read through a list of what was touched. Chosen.
const SPARSE: usize = 8;
/// A few allowed documents are looked up one by one if that takes this many times fewer steps than walking.
/// Measured: 8 gains nothing, 16 about triples the 90th percentile under a mask of one in a hundred.
const LOOKUP_COST: usize = 4;
/// A seek costs as much as adding this many postings of a window. Chosen.
const SEEK_COST: usize = 4;
/// Look-ups between two polls of `stop`: some tens of microseconds.
const LOOKUPS_PER_POLL: usize = 4096;

/// One search in progress over the segments of an index.
pub(super) struct Search<'a> {
    plan: &'a Plan<'a>,
    mask: Option<&'a RoaringBitmap>,
    stop: &'a dyn Fn() -> bool,
    top: Top,
    /// Units by document of the window; all 0 between windows.
    sums: Box<[f32; WINDOW]>,
    candidates: Vec<u32>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        plan: &'a Plan<'a>,
        limit: usize,
        mask: Option<&'a RoaringBitmap>,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        Self { plan, mask, stop, top: Top::new(limit), sums: Box::new([0.0; WINDOW]), candidates: Vec::new() }
    }

    pub(super) fn into_top(self) -> Top {
        self.top
    }

    pub(super) fn documents(&mut self, documents: &[Document]) -> Result<(), LexicalError> {
        self.poll()?;
        let mask = self.mask;
        for document in documents.iter().filter(|document| mask.is_none_or(|mask| mask.contains(document.ordinal))) {
            let units = document_units(self.plan, document);
            if units > 0.0 {
                self.top.offer(units, document.ordinal);
            }
        }
        self.top.settle();
        Ok(())
    }

    /// `at`: the segment's place in the plan.
    pub(super) fn segment(&mut self, at: usize, segment: &Segment) -> Result<(), LexicalError> {
        self.poll()?;
        let mut walkers = self.plan.walkers(at, segment);
        let (Some(&first), Some(&last)) = (segment.ordinals.first(), segment.ordinals.last()) else { return Ok(()) };
        if walkers.is_empty() {
            return Ok(());
        }
        if let Some(mask) = self.mask {
            let n_allowed = mask.range_cardinality(first..=last) as usize;
            let n_postings = walkers.iter().map(|walker| walker.count).sum::<usize>();
            if n_allowed == 0 {
                return Ok(());
            }
            if n_allowed.saturating_mul(walkers.len() * LOOKUP_COST) < n_postings {
                return self.allowed(segment, &mut walkers, mask.range(first..=last));
            }
        }
        for walker in &mut walkers {
            walker.prepare_bounds(&segment.lengths, self.plan.norm);
        }
        self.windows(segment, &mut walkers)
    }

    /// Scores the allowed documents one by one.
    fn allowed(
        &mut self,
        segment: &Segment,
        walkers: &mut [Walker<'_>],
        ordinals: impl Iterator<Item = u32>,
    ) -> Result<(), LexicalError> {
        let documents = ordinals.filter_map(|ordinal| segment.find(ordinal)).collect::<Vec<_>>();
        let mut units = vec![0.0; documents.len()];
        for (documents, units) in documents.chunks(LOOKUPS_PER_POLL).zip(units.chunks_mut(LOOKUPS_PER_POLL)) {
            self.poll()?;
            look_up(self.plan, segment, walkers, documents, units);
        }
        for (&document, &units) in documents.iter().zip(&units).filter(|scored| *scored.1 > 0.0) {
            self.top.offer(units, segment.ordinals[document as usize]);
        }
        self.top.settle();
        Ok(())
    }

    fn windows(&mut self, segment: &Segment, walkers: &mut [Walker<'_>]) -> Result<(), LexicalError> {
        let mut order = (0..walkers.len()).map(|i| (i, 0.0)).collect::<Vec<_>>();
        let mut start = 0;
        loop {
            self.poll()?;
            for walker in &mut *walkers {
                walker.cursor.skip_to(start);
            }
            let Some(next) = walkers.iter().filter_map(|walker| walker.cursor.lower_bound()).min() else { break };
            start = start.max(next);
            // A tail that was never unpacked does not know that it ended.
            if start >= segment.n_documents() {
                break;
            }
            let end = start.saturating_add(WINDOW as u32).min(segment.n_documents());
            for (i, bound) in &mut order {
                *bound = walkers[*i].units_until(end);
            }
            order.sort_unstable_by(|a, b| a.1.total_cmp(&b.1));
            // The weakest terms whose bounds together stay below the floor: no document gets in by them alone.
            let floor = self.top.floor_units();
            let (mut n_optional, mut rest) = (0, 0.0);
            while n_optional < order.len() && rest + order[n_optional].1 < floor {
                rest += order[n_optional].1;
                n_optional += 1;
            }
            let (optional, required) = order.split_at(n_optional);
            if !required.is_empty() {
                self.window(segment, walkers, start..end, optional, required, rest);
            }
            start = end;
        }
        Ok(())
    }

    /// `rest`: what the `optional` terms, weakest first, can add together. Pairs of a walker's index and its bound.
    fn window(
        &mut self,
        segment: &Segment,
        walkers: &mut [Walker<'_>],
        span: core::ops::Range<u32>,
        optional: &[(usize, f32)],
        required: &[(usize, f32)],
        mut rest: f32,
    ) {
        let floor = self.top.floor_units();
        let n_postings = required.iter().map(|&(i, _)| walkers[i].count).sum::<usize>();
        let sparse = n_postings.saturating_mul(SPARSE) < segment.ordinals.len();
        self.candidates.clear();
        for &(i, _) in required {
            self.add_window(segment, &mut walkers[i], &span, sparse);
        }
        if sparse {
            self.candidates.sort_unstable();
        } else {
            self.collect_candidates(&span, (floor - rest).max(1.0));
        }
        let mut candidates = core::mem::take(&mut self.candidates);
        let at = |document: u32| (document - span.start) as usize % WINDOW;
        let enough = |sums: &[f32; WINDOW], document: u32, rest: f32| sums[at(document)] + rest >= floor;
        let touched = if sparse { candidates.clone() } else { Vec::new() };
        candidates.retain(|&document| enough(&self.sums, document, rest) && self.admits(segment, document));
        for &(i, bound) in optional.iter().rev() {
            let walker = &mut walkers[i];
            candidates.retain(|&document| enough(&self.sums, document, rest));
            // Many candidates: adding all postings in vector code is cheaper than seeking most of them.
            let n_near = walker.count.saturating_mul(span.len()) / segment.ordinals.len();
            if !sparse && candidates.len().saturating_mul(SEEK_COST) > n_near {
                self.add_window(segment, walker, &span, false);
                rest -= bound;
                continue;
            }
            for &document in &candidates {
                if let Some(code) = walker.cursor.seek(document) {
                    let length = segment.lengths[document as usize];
                    self.sums[at(document)] += self.plan.norm.units(walker.units_max, code, length);
                }
            }
            rest -= bound;
        }
        for &document in &candidates {
            if enough(&self.sums, document, 0.0) {
                self.top.offer(self.sums[at(document)], segment.ordinals[document as usize]);
            }
        }
        self.top.settle();
        if sparse {
            for &document in &touched {
                self.sums[at(document)] = 0.0;
            }
        } else {
            self.sums[..span.len()].fill(0.0);
        }
        self.candidates = candidates;
    }

    /// Adds a term's postings of the window to the sums; if `sparse`, notes each document when first touched.
    fn add_window(&mut self, segment: &Segment, walker: &mut Walker<'_>, span: &core::ops::Range<u32>, sparse: bool) {
        let mut units = [0.0; BLOCK];
        walker.cursor.enter(span.start);
        while let Some((documents, codes)) = walker.cursor.take_until(span.end) {
            self.plan.norm.units_of(walker.units_max, documents, codes, &segment.lengths, &mut units);
            for (&document, &units) in documents.iter().zip(&units) {
                let sum = &mut self.sums[(document - span.start) as usize % WINDOW];
                if sparse && *sum == 0.0 {
                    self.candidates.push(document);
                }
                *sum += units;
            }
        }
    }

    /// Documents of the window with at least `needed` units, ascending.
    fn collect_candidates(&mut self, span: &core::ops::Range<u32>, needed: f32) {
        const STRIDE: usize = 16;
        for (i, sums) in self.sums[..span.len()].chunks(STRIDE).enumerate() {
            // Counting has no early exit, so the stride becomes vector code.
            if sums.iter().filter(|&&sum| sum >= needed).count() > 0 {
                let first = span.start + (i * STRIDE) as u32;
                let reached = sums.iter().zip(first..).filter(|(sum, _)| **sum >= needed);
                self.candidates.extend(reached.map(|(_, document)| document));
            }
        }
    }

    #[inline]
    fn admits(&self, segment: &Segment, document: u32) -> bool {
        !segment.is_dead(document) && self.mask.is_none_or(|mask| mask.contains(segment.ordinals[document as usize]))
    }

    fn poll(&self) -> Result<(), LexicalError> {
        if (self.stop)() { Err(LexicalError::Stopped) } else { Ok(()) }
    }
}

/// Adds to `units` what each of `documents` (not descending over all calls with these walkers) has, in step.
pub(super) fn look_up(
    plan: &Plan<'_>,
    segment: &Segment,
    walkers: &mut [Walker<'_>],
    documents: &[u32],
    units: &mut [f32],
) {
    for walker in walkers {
        for (&document, units) in documents.iter().zip(&mut *units) {
            if let Some(code) = walker.cursor.seek(document) {
                *units += plan.norm.units(walker.units_max, code, segment.lengths[document as usize]);
            }
        }
    }
}

/// Units of a document of the delta; 0 if no term matches.
pub(super) fn document_units(plan: &Plan<'_>, document: &Document) -> f32 {
    let units = |term: &super::plan::PlannedTerm| {
        document.code(term.term).map_or(0.0, |code| plan.norm.units(term.units_max, code, document.length))
    };
    plan.terms.iter().map(units).sum()
}
