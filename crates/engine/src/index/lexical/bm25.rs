//! The score: what a term adds to a document, in whole units. Knows nothing of where postings are kept.
//!
//! Contributions are rounded to whole numbers small enough that `f32` adds them exactly. So a sum does not depend on its
//! order, every way of walking the postings gives the same bits, and the arithmetic still runs in vector registers.

use super::pack::BLOCK;
use super::weight;

/// Term frequency saturation. Source: Robertson and Zaragoza 2009.
pub(super) const K1: f64 = 1.2;
/// Share of the length normalisation. Same source.
pub(super) const B: f64 = 0.75;
/// Units all terms of a query can reach together: sums stay below 2^24, where `f32` is exact.
const UNITS_MAX_LOG2: i32 = 22;
/// Adding and taking away 2^23 rounds an `f32` below it to a whole number.
const ROUNDER: f32 = 8_388_608.0;

/// What the scores of one query have in common: `saturation + slope x length`, all in tenths.
#[derive(Clone, Copy, Debug)]
pub(super) struct LengthNorm {
    saturation: f32,
    slope: f32,
}

impl LengthNorm {
    /// For an average document length in tenths, above 0.
    pub(super) fn new(length_mean: f64) -> Self {
        Self { saturation: (10.0 * K1 * (1.0 - B)) as f32, slope: (10.0 * K1 * B / length_mean) as f32 }
    }

    /// Whole units a posting adds, at least 1: a match is never worth nothing.
    #[inline]
    pub(super) fn units(self, units_max: f32, code: u32, length: u32) -> f32 {
        let frequency = weight::tenths(code);
        let exact = units_max * frequency / (frequency + (self.saturation + self.slope * length as i32 as f32));
        ((exact + ROUNDER) - ROUNDER).max(1.0)
    }

    /// [`Self::units`] for up to 128 postings: `lengths` is indexed by document, the other two run in step.
    #[inline]
    pub(super) fn units_of(
        self,
        units_max: f32,
        documents: &[u32],
        codes: &[u32],
        lengths: &[u32],
        out: &mut [f32; BLOCK],
    ) {
        let mut gathered = [0; BLOCK];
        for (length, &document) in gathered.iter_mut().zip(documents) {
            *length = lengths[document as usize];
        }
        for ((units, &code), &length) in out.iter_mut().zip(codes).zip(&gathered) {
            *units = self.units(units_max, code, length);
        }
    }
}

/// Inverse document frequency, always above 0. Source: Robertson and Zaragoza 2009 with 1 added inside the logarithm.
pub(super) fn idf(n_documents: u64, n_holding: u32) -> f64 {
    let (all, holding) = (n_documents as f64, f64::from(n_holding));
    ((all - holding + 0.5) / (holding + 0.5)).ln_1p()
}

/// How many units make a score of 1.0: the power of two that lets `score_max` use the units up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    log2: i32,
}

impl Scale {
    /// `score_max`: what all terms together cannot exceed; finite and above 0.
    pub(super) fn new(score_max: f64) -> Self {
        Self { log2: UNITS_MAX_LOG2 - score_max.log2().ceil() as i32 }
    }

    pub(super) fn units(self, score: f64) -> f32 {
        (score * 2.0_f64.powi(self.log2)) as f32
    }

    pub(super) fn score(self, units: f32) -> f32 {
        (f64::from(units) * 2.0_f64.powi(-self.log2)).min(f64::from(f32::MAX)) as f32
    }
}

/// A posting's share of what its term can add at most, in 255ths, rounded up: the seed of block bounds.
pub(super) fn impact(norm: LengthNorm, code: u32, length: u32) -> u8 {
    let frequency = weight::tenths(code);
    let share = frequency / (frequency + (norm.saturation + norm.slope * length as f32));
    // The added thousandth covers f32 rounding; it only loosens the bound.
    (share * 255.0 + 0.001).ceil().clamp(1.0, 255.0) as u8
}

/// Turns stored impacts into bounds in units, for impacts taken at another mean length than today's.
#[derive(Clone, Copy, Debug)]
pub(super) struct ImpactBound {
    per_impact: f32,
}

impl ImpactBound {
    /// If the mean length has grown since, a share grows by at most the same factor; if it shrank, shares only shrink.
    pub(super) fn new(units_max: f32, length_mean: f64, length_mean_then: f64) -> Self {
        let growth = (length_mean / length_mean_then).max(1.0);
        Self { per_impact: (f64::from(units_max) * growth / 255.0 * 1.00001) as f32 }
    }

    /// A whole number no smaller than any contribution under this impact. Rounded up so that sums of bounds stay exact.
    #[inline]
    pub(super) fn units(self, impact: u8) -> f32 {
        (self.per_impact * f32::from(impact)).ceil() + 2.0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_term_at_mean_length_and_frequency_one_scores_its_idf() {
        let norm = LengthNorm::new(200.0);
        let scale = Scale::new(3.0 * (K1 + 1.0));
        let units = norm.units(scale.units(3.0 * (K1 + 1.0)), 10, 200);
        assert!((scale.score(units) - 3.0).abs() < 1e-5);
    }

    #[test]
    fn idf_falls_with_the_holders_and_stays_positive() {
        assert!((idf(10, 2) - (1.0 + 8.5 / 2.5_f64).ln()).abs() < 1e-12);
        assert!(idf(10, 10) > 0.0);
        assert!(idf(1_000, 3) > idf(1_000, 4));
    }

    proptest! {
        #[test]
        fn bounds_hold_whatever_the_mean_length_became(
            code in 1..256_u32, length in 0..100_000_u32, then in 1.0..5_000.0_f64, now in 1.0..5_000.0_f64,
            units_max in 1.0..4_194_304.0_f32,
        ) {
            let stored = impact(LengthNorm::new(then), code, length);
            let bound = ImpactBound::new(units_max, now, then).units(stored);
            prop_assert!(LengthNorm::new(now).units(units_max, code, length) <= bound);
        }

        #[test]
        fn units_are_whole_and_the_vector_form_agrees(
            postings in proptest::collection::vec((1..256_u32, 0..100_000_u32), 1..BLOCK),
            units_max in 0.001..4_194_304.0_f32, mean in 1.0..5_000.0_f64,
        ) {
            let norm = LengthNorm::new(mean);
            let (codes, lengths): (Vec<u32>, Vec<u32>) = postings.iter().copied().unzip();
            let documents = (0..codes.len() as u32).collect::<Vec<_>>();
            let mut units = [0.0; BLOCK];
            norm.units_of(units_max, &documents, &codes, &lengths, &mut units);
            for (i, (code, length)) in postings.into_iter().enumerate() {
                prop_assert_eq!(units[i].fract(), 0.0);
                prop_assert_eq!(units[i], norm.units(units_max, code, length));
            }
        }
    }
}
