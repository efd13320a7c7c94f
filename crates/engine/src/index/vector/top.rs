//! The best `limit` scores seen, in the one order every list of the index has: higher score first, then lower ordinal.

/// A score and an ordinal as one integer that sorts like the pair: greater is better.
#[inline]
pub(super) fn rank_key(score: f32, ordinal: u32) -> u64 {
    let bits = score.to_bits();
    let sortable = if bits >> 31 == 1 { !bits } else { bits | 1 << 31 };
    u64::from(sortable) << 32 | u64::from(!ordinal)
}

/// Ordinal and score of a key.
#[inline]
fn hit(key: u64) -> (u32, f32) {
    let sortable = (key >> 32) as u32;
    let bits = if sortable >> 31 == 1 { sortable & !(1 << 31) } else { !sortable };
    (!(key as u32), f32::from_bits(bits))
}

/// Collects the best hits. Holds at most twice the limit.
pub(super) struct Top {
    limit: usize,
    floor: u64,
    keys: Vec<u64>,
}

impl Top {
    /// For the best `limit` of at most `rows` scores.
    pub(super) fn new(limit: usize, rows: usize) -> Self {
        let limit = limit.min(rows);
        Self { limit, floor: 0, keys: Vec::with_capacity(2 * limit) }
    }

    /// Takes note of one score.
    #[inline]
    pub(super) fn push(&mut self, score: f32, ordinal: u32) {
        let key = rank_key(score, ordinal);
        if key > self.floor {
            self.keys.push(key);
            if self.keys.len() >= 2 * self.limit {
                self.shrink();
            }
        }
    }

    fn shrink(&mut self) {
        if let Some(last) = self.limit.checked_sub(1) {
            let (_, &mut floor, _) = self.keys.select_nth_unstable_by(last, |a, b| b.cmp(a));
            self.floor = floor;
        }
        self.keys.truncate(self.limit);
    }

    /// The hits, best first.
    pub(super) fn into_hits(mut self) -> Vec<(u32, f32)> {
        if self.keys.len() > self.limit {
            self.shrink();
        }
        self.keys.sort_unstable_by(|a, b| b.cmp(a));
        self.keys.into_iter().map(hit).collect()
    }
}
