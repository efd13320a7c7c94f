//! Search and similarity: which rows to read, in which form, and the scores that leave the index.
//!
//! Every score comes from `Query::score` over the row's codes, whichever scan nominated the row.

use roaring::RoaringBitmap;

use super::kernel::Kernel;
use super::nominate::nominate;
use super::query::{Query, SignQuery};
use super::rows::{BLOCK, CHUNK, Rows, SIGN_ROWS_MIN};
use super::top::Top;
use super::{VectorError, VectorIndex};

/// Up to this many rows left by the filter, their codes are read one by one. Measured: about 0.15 ms at 384 dimensions.
const GATHER_ROWS_MAX: usize = 5_000;
/// Up to this many rows in the index, the codes are scanned. Chosen: that costs about 1 ms at most and misses nothing the
/// codes keep; a sign scan would take about 0.3 ms.
const CODES_ROWS_MAX: usize = 50_000;
const _: () = assert!(CODES_ROWS_MAX >= SIGN_ROWS_MIN, "a sign scan needs sign bits");
/// A filter that keeps less than one row in this many is read by codes at any size: a masked sign scan reads the signs
/// of every row. Chosen, from one run at 1M rows with another value.
const SPARSE: usize = 60;
/// Candidates of a sign scan for each hit asked for. Measured: with them recall at the limit is that of a full scan to
/// within 0.002 on sentence embeddings.
const CANDIDATES_PER_HIT: usize = 16;
/// Fewest candidates of a sign scan. Measured, as above.
const CANDIDATES_MIN: usize = 1_024;
/// Rows scored by one call of the kernel. Chosen: the pointers and products of a batch stay in the first-level cache.
const BATCH: usize = 128;

/// Which form of the rows nominates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scan {
    /// The codes of every row the filter keeps.
    Codes,
    /// The signs of all rows, then the codes of the best candidates.
    Signs,
}

impl VectorIndex {
    /// The `limit` nearest vectors by cosine: ordinal and score in `[-1, 1]`, best first, ties by ascending ordinal.
    ///
    /// - `query`: [`dims`](Self::dims) finite values of any length but zero.
    /// - `mask`: only these ordinals, `None` for all; ordinals without a vector are skipped.
    /// - `stop` is asked before the first row and then every 4,096 rows.
    /// - exact over the 8-bit codes, except in an index above 50,000 rows whose filter keeps more than one row in 60:
    ///   there the best 16 · `limit` (at least 1,024) by sign bits are scored.
    /// - cost: O(rows kept · dims), at most about 1/8 of that above 50,000 rows.
    ///
    /// # Errors
    /// [`VectorError::WrongLength`], [`VectorError::NotFinite`] and [`VectorError::ZeroVector`] for the query;
    /// [`VectorError::Stopped`] when `stop` answered true.
    pub fn search(
        &self,
        query: &[f32],
        limit: usize,
        mask: Option<&RoaringBitmap>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<(u32, f32)>, VectorError> {
        let query = Query::new(query, self.dims())?;
        if limit == 0 {
            return Ok(Vec::new());
        }
        let kept = mask.and_then(|mask| self.slots.slots_in(mask));
        let scan = plan(self.len(), kept.as_ref().map_or(self.len(), Vec::len), limit);
        self.scan(Kernel::detect(), scan, &query, limit, kept.as_deref(), stop)
    }

    /// Cosine of the query to each of `ordinals`, `None` where there is no vector: the score [`search`](Self::search)
    /// gives. Cost: O(ordinals · dims).
    ///
    /// # Errors
    /// [`VectorError::WrongLength`], [`VectorError::NotFinite`], [`VectorError::ZeroVector`].
    pub fn similarity(&self, query: &[f32], ordinals: &[u32]) -> Result<Vec<Option<f32>>, VectorError> {
        let query = Query::new(query, self.dims())?;
        let slots: Vec<Option<u32>> = ordinals.iter().map(|&ordinal| self.slots.get(ordinal)).collect();
        let mut scores = Vec::with_capacity(slots.len());
        let known = slots.iter().flatten().copied();
        score_rows(Kernel::detect(), &self.rows, &query, known, &|| false, |_, score| scores.push(score))?;
        let mut scores = scores.into_iter();
        Ok(slots.into_iter().map(|slot| slot.and_then(|_| scores.next())).collect())
    }

    /// Runs one scan over the slots in `kept` (`None` for all).
    pub(super) fn scan(
        &self,
        kernel: Kernel,
        scan: Scan,
        query: &Query,
        limit: usize,
        kept: Option<&[u32]>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<(u32, f32)>, VectorError> {
        let mut top = Top::new(limit, kept.map_or(self.len(), <[u32]>::len));
        let keep = |slot: u32, score: f32| top.push(score, self.rows.ordinal(slot));
        match (scan, kept) {
            (Scan::Codes, None) => score_rows(kernel, &self.rows, query, 0..self.len() as u32, stop, keep)?,
            (Scan::Codes, Some(kept)) => score_rows(kernel, &self.rows, query, kept.iter().copied(), stop, keep)?,
            (Scan::Signs, _) => {
                let allowed = allowed_words(self.len(), kept);
                let wanted = candidates(limit);
                let slots = nominate(kernel, &self.rows, &SignQuery::new(query), &allowed, wanted, stop)?;
                score_rows(kernel, &self.rows, query, slots.into_iter(), stop, keep)?;
            }
        }
        Ok(top.into_hits())
    }
}

/// Picks the scan for an index of `len` rows of which the filter keeps `kept`.
pub(super) fn plan(len: usize, kept: usize, limit: usize) -> Scan {
    let few = kept <= GATHER_ROWS_MAX.max(len / SPARSE) || kept <= candidates(limit);
    if few || len <= CODES_ROWS_MAX { Scan::Codes } else { Scan::Signs }
}

/// Rows a sign scan has to nominate for `limit` hits.
fn candidates(limit: usize) -> usize {
    limit.saturating_mul(CANDIDATES_PER_HIT).max(CANDIDATES_MIN)
}

/// One word for each block of rows, bit `row` set where the slot may be returned.
pub(super) fn allowed_words(len: usize, kept: Option<&[u32]>) -> Vec<u32> {
    let blocks = len.div_ceil(BLOCK);
    let Some(kept) = kept else {
        let mut words = vec![u32::MAX; blocks];
        if let (Some(last), rest @ 1..) = (words.last_mut(), len % BLOCK) {
            *last = (1 << rest) - 1;
        }
        return words;
    };
    let mut words = vec![0; blocks];
    for &slot in kept {
        words[slot as usize / BLOCK] |= 1 << (slot as usize % BLOCK);
    }
    words
}

/// Scores the rows of `slots` in their order.
fn score_rows(
    kernel: Kernel,
    rows: &Rows,
    query: &Query,
    mut slots: impl Iterator<Item = u32>,
    stop: &dyn Fn() -> bool,
    mut keep: impl FnMut(u32, f32),
) -> Result<(), VectorError> {
    let mut batch = Vec::with_capacity(BATCH);
    let mut codes = Vec::with_capacity(BATCH);
    let mut dots = [0; BATCH];
    for n_batches in 0_usize.. {
        if n_batches.is_multiple_of(CHUNK / BATCH) && stop() {
            return Err(VectorError::Stopped);
        }
        batch.clear();
        batch.extend(slots.by_ref().take(BATCH));
        if batch.is_empty() {
            break;
        }
        codes.clear();
        codes.extend(batch.iter().map(|&slot| rows.codes(slot)));
        kernel.dots(query.codes(), &codes, &mut dots[..batch.len()]);
        for (&slot, &dot) in batch.iter().zip(&dots) {
            keep(slot, query.score(dot, rows.inv_norm(slot)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scan_follows_the_rows_the_filter_keeps() {
        let cases = [
            (50_000, 50_000, 10, Scan::Codes),
            (50_001, 50_001, 10, Scan::Signs),
            (100_000, 5_000, 256, Scan::Codes),
            (100_000, 5_001, 256, Scan::Signs),
            (1_200_000, 20_000, 10, Scan::Codes),
            (1_200_000, 20_001, 10, Scan::Signs),
            (100_000, 60_000, 4_000, Scan::Codes),
            (100_000, 100_000, usize::MAX, Scan::Codes),
        ];
        for (len, kept, limit, expected) in cases {
            assert_eq!(plan(len, kept, limit), expected, "{len} rows, {kept} kept, limit {limit}");
        }
    }
}
