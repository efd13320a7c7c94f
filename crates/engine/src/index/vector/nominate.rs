//! Candidates of a large context by their sign bits: a pass over 1/8 of the bytes a full scan would read.
//!
//! Knows rows and sign sums, not scores. The set it returns depends on the rows alone, not on their slots: the best
//! `wanted` by (sum descending, ordinal ascending).

use super::VectorError;
use super::kernel::Kernel;
use super::query::SignQuery;
use super::rows::{BLOCK, CHUNK, Rows};

/// Blocks of a full chunk.
const BLOCKS: usize = CHUNK / BLOCK;

/// Slots of the `wanted` best rows by sign sum, ascending; all rows of `allowed` when there are fewer.
///
/// `allowed`: one word for each block of rows, bit `row` set where the row may be returned.
pub(super) fn nominate(
    kernel: Kernel,
    rows: &Rows,
    query: &SignQuery,
    allowed: &[u32],
    wanted: usize,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<u32>, VectorError> {
    let mut pool = Pool::new(wanted, query.sum_max());
    let mut sums = vec![[0; BLOCK]; BLOCKS];
    let mut passed = vec![0; BLOCKS];
    for (chunk, (signs, allowed)) in rows.sign_chunks().zip(allowed.chunks(BLOCKS)).enumerate() {
        if stop() {
            return Err(VectorError::Stopped);
        }
        if allowed.iter().all(|&word| word == 0) {
            continue;
        }
        let (sums, passed) = (&mut sums[..allowed.len()], &mut passed[..allowed.len()]);
        kernel.sign_sums(query.tables(), signs, pool.floor, sums, passed);
        for (block, ((sums, &passed), &allowed)) in sums.iter().zip(passed.iter()).zip(allowed).enumerate() {
            let mut bits = passed & allowed;
            while bits != 0 {
                let row = bits.trailing_zeros();
                bits &= bits - 1;
                pool.push(sums[row as usize], (chunk * CHUNK + block * BLOCK) as u32 + row);
            }
        }
        pool.raise_floor();
    }
    Ok(pool.into_slots(rows))
}

/// Rows that may still be among the wanted, and the sum below which no row can be.
struct Pool {
    wanted: usize,
    /// Fewer than `wanted` rows have a higher sum; none below it is needed.
    floor: u16,
    /// Rows pushed with a sum of at least the floor.
    kept: usize,
    /// Rows pushed by sum.
    histogram: Vec<u32>,
    /// Sum and slot, by ascending slot.
    rows: Vec<(u16, u32)>,
    /// Rows held before those under the floor are dropped.
    prune_at: usize,
}

impl Pool {
    fn new(wanted: usize, sum_max: usize) -> Self {
        let prune_at = 4 * wanted + CHUNK;
        Self { wanted, floor: 0, kept: 0, histogram: vec![0; sum_max + 1], rows: Vec::new(), prune_at }
    }

    #[inline]
    fn push(&mut self, sum: u16, slot: u32) {
        self.rows.push((sum, slot));
        self.histogram[usize::from(sum)] += 1;
        self.kept += 1;
    }

    /// Lifts the floor as far as `wanted` rows at or above it allow.
    fn raise_floor(&mut self) {
        while let at_floor = self.histogram[usize::from(self.floor)] as usize
            && self.kept - at_floor >= self.wanted
        {
            self.kept -= at_floor;
            self.floor += 1;
        }
        if self.rows.len() >= self.prune_at {
            self.rows.retain(|&(sum, _)| sum >= self.floor);
            self.prune_at = self.prune_at.max(2 * self.rows.len());
        }
    }

    fn into_slots(self, rows: &Rows) -> Vec<u32> {
        let above = self.rows.iter().filter(|&&(sum, _)| sum > self.floor).count();
        let mut tied: Vec<u32> =
            self.rows.iter().filter(|&&(sum, _)| sum == self.floor).map(|&(_, slot)| rows.ordinal(slot)).collect();
        let places = self.wanted.saturating_sub(above);
        let last = if places < tied.len() { *tied.select_nth_unstable(places).1 } else { u32::MAX };
        let all = places >= tied.len();
        let takes = |sum: u16, slot: u32| sum > self.floor || (sum == self.floor && (all || rows.ordinal(slot) < last));
        self.rows.iter().filter(|&&(sum, slot)| takes(sum, slot)).map(|&(_, slot)| slot).collect()
    }
}
