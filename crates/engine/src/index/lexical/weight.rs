//! Weights as integers: thousandths while they are summed, tenths or a byte once stored.
//!
//! Integers make the sums exact, so that neither the order of the terms nor the history of the index can show in a score.

/// Largest weight one occurrence can bring, in thousandths. Chosen: far beyond any byte code, and sums cannot overflow.
const OCCURRENCE_MAX: f64 = 1e9;
/// Up to this many tenths a code is the weight itself.
const LINEAR_MAX: u64 = 100;
/// Tenths a code step stands for above [`LINEAR_MAX`].
const COARSE_STEP: u64 = 8;
/// Code of a weighted term frequency of 1.0.
pub(super) const CODE_ONE: u8 = 10;

/// One occurrence in thousandths, at least 1; `None` for a weight that is not above 0 or not finite.
pub(super) fn thousandths(weight: f32) -> Option<u64> {
    (weight.is_finite() && weight > 0.0).then(|| (f64::from(weight) * 1000.0).round().clamp(1.0, OCCURRENCE_MAX) as u64)
}

/// Byte code of a summed weight, 1..=255: steps of 0.1 up to 10.0, of 0.8 up to 134.0, saturating there.
///
/// BM25 flattens with the frequency, so a step of 0.8 beyond 10.0 moves a score by less than a step of 0.1 below 1.0.
/// Rounding never lifts a weight below 1.0 to 1.0: that mark tells own text from neighbours.
pub(super) fn code(thousandths: u64) -> u8 {
    let tenths = match thousandths {
        0..1000 => tenths_rounded(thousandths).clamp(1, 9),
        _ => tenths_rounded(thousandths),
    };
    if tenths <= LINEAR_MAX {
        return tenths as u8;
    }
    (LINEAR_MAX + (tenths - LINEAR_MAX + COARSE_STEP / 2) / COARSE_STEP).min(255) as u8
}

/// Tenths a code stands for. The same value for every code as the integer form, written without a branch.
#[inline]
pub(super) fn tenths(code: u32) -> f32 {
    let code = code as i32 as f32;
    code.max(code * COARSE_STEP as f32 - ((COARSE_STEP - 1) * LINEAR_MAX) as f32)
}

/// Document length in tenths from the sum of all its weights: 0 only if there are none, at most `i32::MAX`.
pub(super) fn length(thousandths: u64) -> u32 {
    match thousandths {
        0 => 0,
        _ => tenths_rounded(thousandths).clamp(1, i32::MAX as u64) as u32,
    }
}

const fn tenths_rounded(thousandths: u64) -> u64 {
    thousandths.saturating_add(50) / 100
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored(weight: f32) -> f32 {
        tenths(u32::from(code(thousandths(weight).unwrap()))) / 10.0
    }

    #[test]
    fn weights_keep_a_tenth_then_four_percent() {
        for step in 1..=100 {
            let weight = step as f32 / 10.0;
            assert!((stored(weight) - weight).abs() < 1e-6, "{weight}");
        }
        for step in 100..1340 {
            let weight = step as f32 / 10.0;
            assert!((stored(weight) - weight).abs() <= 0.4001, "{weight}");
        }
        assert_eq!(stored(1e30), 134.0);
        assert_eq!(stored(0.0001), 0.1);
        assert_eq!((stored(0.96), stored(0.9999), stored(1.0)), (0.9, 1.0, 1.0));
    }

    #[test]
    fn codes_grow_with_the_weight() {
        let codes = (1..200_000).map(code).collect::<Vec<_>>();
        assert!(codes.is_sorted());
        assert!((1..=254_u32).all(|code| tenths(code) < tenths(code + 1)));
        assert_eq!(code(999), CODE_ONE - 1);
        assert_eq!(code(1000), CODE_ONE);
    }

    #[test]
    fn what_is_no_weight_is_refused() {
        for weight in [0.0, -1.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            assert_eq!(thousandths(weight), None);
        }
        assert_eq!((length(0), length(1), length(1_050), length(u64::MAX)), (0, 1, 11, i32::MAX as u32));
    }
}
