//! The best `limit` of many scored ordinals. Knows nothing of where they come from.

/// Keeps the highest units, ties by ascending ordinal. The order of offers does not matter.
pub(super) struct Top {
    limit: usize,
    /// Units in the upper half, complement of the ordinal in the lower: one comparison orders both.
    keys: Vec<u64>,
    /// The worst key that is still in, once `limit` keys are known; keys are distinct.
    floor: Option<u64>,
}

impl Top {
    /// `limit` is at least 1.
    pub(super) fn new(limit: usize) -> Self {
        Self { limit, keys: Vec::new(), floor: None }
    }

    /// Fewer units than this cannot enter any more; 0 while there is room.
    #[inline]
    pub(super) fn floor_units(&self) -> f32 {
        self.floor.map_or(0.0, |key| (key >> 32) as f32)
    }

    /// `units` is whole, at least 1 and below 2^24.
    #[inline]
    pub(super) fn offer(&mut self, units: f32, ordinal: u32) {
        let key = u64::from(units as u32) << 32 | u64::from(!ordinal);
        if self.floor.is_some_and(|floor| key < floor) {
            return;
        }
        self.keys.push(key);
        let slack = (self.limit / 2).max(32);
        let full = if self.floor.is_none() { self.limit } else { self.limit + slack };
        if self.keys.len() >= full {
            self.settle();
        }
    }

    /// Raises the floor to what is known. Cost: linear in `limit`, nothing if less than an eighth came in since.
    pub(super) fn settle(&mut self) {
        if self.keys.len() < self.limit || (self.floor.is_some() && self.keys.len() <= self.limit + self.limit / 8) {
            return;
        }
        let (_, &mut worst, _) = self.keys.select_nth_unstable_by(self.limit - 1, |a, b| b.cmp(a));
        self.keys.truncate(self.limit);
        self.floor = Some(worst);
    }

    /// (units, ordinal), best first.
    pub(super) fn into_sorted(mut self) -> impl Iterator<Item = (f32, u32)> {
        self.keys.sort_unstable_by(|a, b| b.cmp(a));
        self.keys.truncate(self.limit);
        self.keys.into_iter().map(|key| ((key >> 32) as f32, !(key as u32)))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_best_stay_whatever_the_order(
            offers in proptest::collection::btree_map(any::<u32>(), 1..40_u32, 0..400), limit in 1..90_usize,
        ) {
            let mut expected = offers.iter().map(|(&ordinal, &units)| (units as f32, ordinal)).collect::<Vec<_>>();
            let mut top = Top::new(limit);
            for &(units, ordinal) in &expected {
                let floor = top.floor_units();
                prop_assert!(offers.values().filter(|&&units| units as f32 >= floor).count() >= limit.min(offers.len()));
                top.offer(units, ordinal);
            }
            expected.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            expected.truncate(limit);
            prop_assert_eq!(top.into_sorted().collect::<Vec<_>>(), expected);
        }
    }
}
