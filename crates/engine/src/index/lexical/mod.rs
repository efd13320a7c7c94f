//! Keyword search: an inverted index with BM25 over the ordinals of one context.
//!
//! Owns which documents hold which terms with which weight. Knows no text: the caller splits, stems and weighs (own words
//! 1.0 each, neighbouring turns less). Knows no storage: [`LexicalIndex::encode`] and [`LexicalIndex::decode`] are bytes.
//!
//! ```text
//! score(d) = sum over query terms t of  weight(t) x idf(t) x tf x (k1 + 1) / (tf + k1 x (1 - b + b x length(d) / mean))
//! idf(t)   = ln(1 + (N - n + 0.5) / (n + 0.5))       N live documents, n of them hold t; k1 = 1.2, b = 0.75
//! tf       = summed weight of t in d, in a byte      length(d) = summed weight of all terms, in tenths
//! ```
//!
//! New documents gather in a small `delta`; when it is full it becomes an immutable compressed `segment`, and segments of
//! like size are merged, a few at a time (O'Neil et al. 1996), so each posting is rewritten a logarithmic number of times.
//! A replaced or removed document is marked dead in its segment and leaves with a merge.
//!
//! **Answers depend on the live documents only.** Lengths and counts are integers, document frequencies leave the dead
//! out, and scores are sums of whole numbers (`bm25`), so an index gives the same bits after any history of upserts,
//! removals, merges and snapshots as one built afresh.

mod bm25;
mod delta;
mod dictionary;
mod digest;
mod error;
mod merge;
mod pack;
mod plan;
mod postings;
#[cfg(test)]
mod properties;
mod search;
mod segment;
mod snapshot;
mod top;
mod varint;
mod weight;

use roaring::RoaringBitmap;

use self::delta::{Delta, Document};
use self::dictionary::Dictionary;
pub use self::error::LexicalError;
use self::plan::Plan;
use self::postings::{Cursor, List};
use self::search::Search;
use self::segment::Segment;

/// How an index grows. Answers do not depend on it; tests use small numbers to force every step.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// Documents of the delta that make it fold, and how many of the newest stay behind.
    fold_documents: usize,
    kept_documents: usize,
    /// Postings of the delta that make it fold, whole.
    fold_postings: usize,
    /// Segments of one size class that make a merge; also the ratio between classes.
    fan_in: usize,
    /// Segments with at least this many live documents are left alone by merges.
    merge_documents_max: usize,
    /// A segment is rewritten when one in this many of its documents is dead.
    dead_share: usize,
}

impl Shape {
    /// Chosen so that the largest merge (four times 32,768 documents) stays bounded, that a delta is
    /// searched quickly, and that a turn is still in it when the next two turns rewrite it.
    const DEFAULT: Self = Self {
        fold_documents: 48,
        kept_documents: 16,
        fold_postings: 16_384,
        fan_in: 4,
        merge_documents_max: 32_768 * 2,
        dead_share: 4,
    };
}

/// One term of a query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueryTerm<'a> {
    /// As the caller indexed it: same normalisation, same stemmer, same field mark.
    pub term: &'a str,
    /// Factor of the term's score; not above 0 or not finite: the term is ignored. Repeated terms add up.
    pub weight: f32,
}

/// An inverted index in memory. See the module.
#[derive(Clone, Debug)]
pub struct LexicalIndex {
    shape: Shape,
    dictionary: Dictionary,
    /// Terms the dictionary held after it was last cleaned.
    n_terms_cleaned: usize,
    delta: Delta,
    segments: Vec<Segment>,
    n_live: usize,
    /// Sum over live documents, in tenths: exact, unlike a running mean.
    length_sum: u64,
}

impl Default for LexicalIndex {
    fn default() -> Self {
        Self::new()
    }
}

impl LexicalIndex {
    /// An index without documents; takes no heap memory yet.
    pub fn new() -> Self {
        Self::with_shape(Shape::DEFAULT)
    }

    fn with_shape(shape: Shape) -> Self {
        Self {
            shape,
            dictionary: Dictionary::default(),
            n_terms_cleaned: 0,
            delta: Delta::default(),
            segments: Vec::new(),
            n_live: 0,
            length_sum: 0,
        }
    }

    /// Live documents, those without terms included.
    pub fn len(&self) -> usize {
        self.n_live
    }

    /// Whether there are no live documents.
    pub fn is_empty(&self) -> bool {
        self.n_live == 0
    }

    /// Replaces what is indexed under `ordinal`.
    ///
    /// - `terms`: in any order; repeated ones are summed. A weight counts in thousandths, a sum is kept in steps of 0.1 up
    ///   to 10.0 (never rounded up to 1.0), then of 0.8 up to 134.0. A weight that is not above 0 or not finite is ignored.
    /// - an empty list leaves a document of length 0: it counts among all documents and never matches.
    /// - cost: a dictionary look-up a term, and a share of folds and merges: each posting is rewritten once for each size
    ///   class. Merges are rare; the slowest upsert on the way to 100,000 documents took 0.1 s (`benches/lexical.rs`
    ///   corpus, 137 terms a document).
    pub fn upsert(&mut self, ordinal: u32, terms: &[(&str, f32)]) {
        self.remove(ordinal);
        let document = self.document(ordinal, terms);
        self.n_live += 1;
        self.length_sum += u64::from(document.length);
        self.delta.insert(document);
        if self.delta.n_postings() >= self.shape.fold_postings {
            self.fold(0);
        } else if self.delta.documents().len() >= self.shape.fold_documents {
            self.fold(self.shape.kept_documents);
        }
    }

    /// Takes a document out; whether there was one.
    ///
    /// Cost: microseconds, and now and then a pass over the segment that held it.
    pub fn remove(&mut self, ordinal: u32) -> bool {
        let length = if let Some(document) = self.delta.remove(ordinal) {
            document.length
        } else {
            let held = |(at, segment): (usize, &Segment)| Some((at, segment.find(ordinal)?));
            let Some((at, document)) = self.segments.iter().enumerate().rev().find_map(held) else { return false };
            let segment = &mut self.segments[at];
            let length = segment.lengths[document as usize];
            segment.kill(document);
            if segment.n_dead() * self.shape.dead_share >= segment.ordinals.len() {
                self.rewrite(|i, _| i == at);
            }
            length
        };
        self.n_live -= 1;
        self.length_sum -= u64::from(length);
        true
    }

    /// The best documents for a query by BM25.
    ///
    /// - `mask`: if given, only ordinals in it are returned; statistics are those of the whole index.
    /// - returns at most `limit` (ordinal, score) pairs, best first, ties by ascending ordinal, score above 0.
    /// - `stop` is polled every few tens of microseconds; `true` ends the search with [`LexicalError::Stopped`].
    /// - cost: postings of the rarer terms, and of the others where a document can still get in. A small mask is looked
    ///   up document by document.
    pub fn search(
        &self,
        query: &[QueryTerm<'_>],
        limit: usize,
        mask: Option<&RoaringBitmap>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<(u32, f32)>, LexicalError> {
        if stop() {
            return Err(LexicalError::Stopped);
        }
        let Some(plan) = (limit > 0).then(|| Plan::new(self, query)).flatten() else { return Ok(Vec::new()) };
        let mut search = Search::new(&plan, limit.min(self.n_live), mask, stop);
        // The largest first: it raises the floor, and the others are then mostly stepped over.
        let mut by_size = self.segments.iter().enumerate().collect::<Vec<_>>();
        by_size.sort_by_key(|(_, segment)| core::cmp::Reverse(segment.n_live()));
        for (at, segment) in by_size {
            search.segment(at, segment)?;
        }
        search.documents(self.delta.documents())?;
        let scored = search.into_top().into_sorted();
        Ok(scored.map(|(units, ordinal)| (ordinal, plan.scale.score(units))).collect())
    }

    /// The score of each given ordinal, in step: 0 where no term matches or no document lives.
    ///
    /// The same bits as [`Self::search`] returns. Cost: a look-up per ordinal and term; cheapest when ordinals lie close.
    pub fn score(&self, query: &[QueryTerm<'_>], ordinals: &[u32]) -> Vec<f32> {
        let mut scores = vec![0.0; ordinals.len()];
        let Some(plan) = Plan::new(self, query) else { return scores };
        let mut asked = ordinals.iter().copied().zip(0..).collect::<Vec<(u32, usize)>>();
        asked.sort_unstable();
        asked.retain(|&(ordinal, at)| {
            let found = self.delta.find(ordinal);
            if let Some(document) = found {
                scores[at] = plan.scale.score(search::document_units(&plan, document));
            }
            found.is_none()
        });
        for (i, segment) in self.segments.iter().enumerate() {
            let (Some(&first), Some(&last)) = (segment.ordinals.first(), segment.ordinals.last()) else { continue };
            let from = asked.partition_point(|asked| asked.0 < first);
            let in_reach = asked[from..].iter().take_while(|asked| asked.0 <= last);
            let (documents, places): (Vec<u32>, Vec<usize>) =
                in_reach.filter_map(|&(ordinal, at)| Some((segment.find(ordinal)?, at))).unzip();
            let mut units = vec![0.0; documents.len()];
            if !documents.is_empty() {
                search::look_up(&plan, segment, &mut plan.walkers(i, segment), &documents, &mut units);
            }
            places.into_iter().zip(units).for_each(|(at, units)| scores[at] = plan.scale.score(units));
        }
        scores
    }

    /// Live documents that hold the term.
    pub fn doc_freq(&self, term: &str) -> u32 {
        let Some(term) = self.dictionary.find(term) else { return 0 };
        let lists = self.segments.iter().map(|segment| segment.list(term)).collect::<Vec<_>>();
        self.count_holders(term, &lists)
    }

    /// The first live ordinals, ascending, at most `limit`, that hold the term with a summed weight of at least 1.0: once
    /// in their own text, or as much in their neighbours'.
    ///
    /// Cost: the term's postings up to the last one returned, in each segment.
    pub fn holders(&self, term: &str, limit: usize) -> Vec<u32> {
        let Some(term) = self.dictionary.find(term) else { return Vec::new() };
        let one = u32::from(weight::CODE_ONE);
        let holds = |document: &&Document| document.code(term).is_some_and(|code| code >= one);
        let in_delta = self.delta.documents().iter().filter(holds).take(limit);
        let mut ordinals = in_delta.map(|document| document.ordinal).collect::<Vec<_>>();
        for segment in &self.segments {
            let Some(list) = segment.list(term) else { continue };
            let mut cursor = Cursor::new(list);
            let mut n_found = 0;
            while n_found < limit
                && let Some((documents, codes)) = cursor.take_until(u32::MAX)
            {
                let own = documents
                    .iter()
                    .zip(codes)
                    .filter(|(document, code)| **code >= one && !segment.is_dead(**document));
                let n_before = ordinals.len();
                ordinals.extend(own.take(limit - n_found).map(|(&document, _)| segment.ordinals[document as usize]));
                n_found += ordinals.len() - n_before;
            }
        }
        ordinals.sort_unstable();
        ordinals.truncate(limit);
        ordinals
    }

    /// Heap and inline bytes held, spare capacity included.
    pub fn memory_bytes(&self) -> usize {
        size_of::<Self>()
            + self.dictionary.memory_bytes()
            + self.delta.memory_bytes()
            + self.segments.iter().map(Segment::memory_bytes).sum::<usize>()
            + (self.segments.capacity() - self.segments.len()) * size_of::<Segment>()
    }

    /// Folds everything into one segment and drops what is dead: documents, postings and term texts.
    ///
    /// Cost: all postings are rewritten, with both copies in memory meanwhile. Nothing to do costs nothing.
    pub fn compact(&mut self) {
        self.fold_delta(0);
        if self.segments.len() > 1 || self.segments.iter().any(|segment| segment.n_dead() > 0) {
            self.rewrite(|_, _| true);
        }
        self.segments.shrink_to_fit();
        self.delta = Delta::default();
        self.clean_dictionary();
    }

    /// Mean length in tenths; `None` while no document has a term.
    fn length_mean(&self) -> Option<f64> {
        (self.length_sum > 0).then(|| self.length_sum as f64 / self.n_live as f64)
    }

    fn document(&mut self, ordinal: u32, terms: &[(&str, f32)]) -> Document {
        let mut summed = Vec::with_capacity(terms.len());
        let mut length = 0_u64;
        for &(term, weight) in terms {
            let Some(thousandths) = weight::thousandths(weight) else { continue };
            let Some(term) = self.dictionary.intern(term) else { continue };
            length = length.saturating_add(thousandths);
            summed.push((term, thousandths));
        }
        summed.sort_unstable();
        let by_term = summed.chunk_by(|a, b| a.0 == b.0);
        let (terms, codes): (Vec<u32>, Vec<u8>) =
            by_term.map(|same| (same[0].0, weight::code(same.iter().map(|entry| entry.1).sum()))).unzip();
        Document { ordinal, length: weight::length(length), terms: terms.into(), codes: codes.into() }
    }

    fn count_holders(&self, term: u32, lists: &[Option<List<'_>>]) -> u32 {
        let in_delta = self.delta.documents().iter().filter(|document| document.code(term).is_some()).count() as u32;
        let in_segments = self.segments.iter().zip(lists);
        in_segments.filter_map(|(segment, list)| Some(segment.n_live_holders(term, (*list)?))).sum::<u32>() + in_delta
    }

    /// Folds the delta, merges until no size class is full, and cleans the dictionary when it has doubled.
    fn fold(&mut self, n_kept: usize) {
        self.fold_delta(n_kept);
        while let Some(class) = self.full_class() {
            let shape = self.shape;
            self.rewrite(|_, segment| shape.class(segment) == Some(class));
        }
        if self.dictionary.len() > self.n_terms_cleaned * 2 + 1024 {
            self.clean_dictionary();
        }
    }

    fn fold_delta(&mut self, n_kept: usize) {
        // Documents without a term have no postings, so any mean will do for their bounds.
        let length_mean = self.length_mean().unwrap_or(1.0);
        self.segments.extend(self.delta.fold(n_kept, length_mean));
    }

    /// The smallest size class with enough segments to merge.
    fn full_class(&self) -> Option<u32> {
        let mut classes = self.segments.iter().filter_map(|segment| self.shape.class(segment)).collect::<Vec<_>>();
        classes.sort_unstable();
        classes.chunk_by(|a, b| a == b).find(|same| same.len() >= self.shape.fan_in).map(|same| same[0])
    }

    /// Replaces the chosen segments by one without dead documents.
    fn rewrite(&mut self, mut chosen: impl FnMut(usize, &Segment) -> bool) {
        let mut at = 0;
        let inputs = self.segments.extract_if(.., |segment| {
            at += 1;
            chosen(at - 1, segment)
        });
        let inputs = inputs.collect::<Vec<_>>();
        self.segments.extend(merge::merge(&inputs, self.length_mean().unwrap_or(1.0)));
    }

    /// Drops terms no posting names any more, dead postings included, and renumbers the rest in order.
    fn clean_dictionary(&mut self) {
        let mut used = vec![false; self.dictionary.len()];
        self.segments.iter().flat_map(Segment::entries).for_each(|(term, _)| used[term as usize] = true);
        let in_delta = self.delta.documents().iter().flat_map(|document| document.terms.iter());
        in_delta.for_each(|&term| used[term as usize] = true);
        if used.contains(&false) {
            let numbers = self.dictionary.retain(|term| used[term as usize]);
            self.segments.iter_mut().for_each(|segment| segment.renumber(&numbers));
            self.delta.renumber(&numbers);
        }
        self.n_terms_cleaned = self.dictionary.len();
    }
}

impl Shape {
    /// Size class of a segment by its live documents; `None` for one too large to be merged.
    fn class(&self, segment: &Segment) -> Option<u32> {
        let n_live = segment.n_live();
        let unit = self.fold_documents.saturating_sub(self.kept_documents).max(1);
        (n_live < self.merge_documents_max).then(|| (n_live / unit).checked_ilog(self.fan_in).map_or(0, |log| log + 1))
    }
}
