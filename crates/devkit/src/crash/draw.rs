//! Choices drawn from a seed. The same seed, the same choices.

use quintet::ports::Random;

use crate::fake::SeededRandom;

/// A stream of choices.
pub(super) struct Draw(SeededRandom);

impl Draw {
    /// The stream of a seed and a path of numbers below it; other paths give independent streams.
    pub(super) fn new(seed: u64, path: &[u64]) -> Self {
        let step = |seed: u64, number: &u64| {
            SeededRandom::new(seed ^ number.wrapping_add(1).wrapping_mul(0xd134_2543_de82_ef95)).next_u64()
        };
        Self(SeededRandom::new(path.iter().fold(seed, step)))
    }

    /// 64 bits.
    pub(super) fn bits(&self) -> u64 {
        self.0.next_u64()
    }

    /// A number in `[first, last]`.
    pub(super) fn between(&self, first: u64, last: u64) -> u64 {
        first + self.bits() % (last.saturating_sub(first) + 1)
    }

    /// True in so many cases out of a hundred.
    pub(super) fn percent(&self, share: u64) -> bool {
        self.bits() % 100 < share
    }

    /// One of several; `choices` is not empty.
    pub(super) fn pick<T: Copy>(&self, choices: &[T]) -> T {
        choices[(self.bits() % choices.len() as u64) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_repeat_and_differ() {
        let stream = |path: &[u64]| -> Vec<u64> {
            let draw = Draw::new(7, path);
            (0..4).map(|_| draw.bits()).collect()
        };
        assert_eq!(stream(&[1, 2]), stream(&[1, 2]));
        assert_ne!(stream(&[1, 2]), stream(&[2, 1]));
        assert_ne!(stream(&[0]), stream(&[]));
        let draw = Draw::new(7, &[]);
        assert!((0..1_000).map(|_| draw.between(5, 9)).all(|number| (5..=9).contains(&number)));
    }
}
