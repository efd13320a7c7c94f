//! The last word on an order: cosine in full precision. Knows nothing of the index.

use super::top::rank_key;

/// Re-orders the best hits by cosine of the query and the full-precision vectors, best first, ties by ascending ordinal.
///
/// - `fetch` gives the vector of an ordinal where it is cheap to get. A hit without one, or whose vector is not
///   comparable (other width, not finite, zero), keeps the score it has, which is within about 0.002 of the exact one.
/// - cost: one `fetch` and O(dims) a hit.
pub fn rescore_exact(query: &[f32], hits: &mut [(u32, f32)], fetch: &mut dyn FnMut(u32) -> Option<Vec<f32>>) {
    for (ordinal, score) in &mut *hits {
        if let Some(cosine) = fetch(*ordinal).and_then(|vector| cosine(query, &vector)) {
            *score = cosine;
        }
    }
    hits.sort_unstable_by_key(|&(ordinal, score)| core::cmp::Reverse(rank_key(score, ordinal)));
}

/// Cosine in -1..=1, summed in 64 bits; `None` where it is not defined.
fn cosine(a: &[f32], b: &[f32]) -> Option<f32> {
    if a.len() != b.len() {
        return None;
    }
    let (mut dot, mut a_squares, mut b_squares) = (0.0_f64, 0.0_f64, 0.0_f64);
    for (&a, &b) in a.iter().zip(b) {
        let (a, b) = (f64::from(a), f64::from(b));
        dot += a * b;
        a_squares += a * a;
        b_squares += b * b;
    }
    let cosine = dot / (a_squares.sqrt() * b_squares.sqrt());
    // Adding zero turns -0 into 0, which would otherwise rank below it.
    cosine.is_finite().then(|| cosine.clamp(-1.0, 1.0) as f32 + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_scores_reorder_and_unknown_hits_keep_theirs() {
        let mut hits = [(7, 0.9), (3, 0.8), (5, 0.7), (1, 0.6), (2, 0.5)];
        rescore_exact(&[3.0, 0.0], &mut hits, &mut |ordinal| match ordinal {
            7 => Some(vec![0.0, -1.0]),
            5 | 3 => Some(vec![0.1, 0.0]),
            1 => Some(vec![f32::NAN, 0.0]),
            _ => None,
        });
        assert_eq!(hits, [(3, 1.0), (5, 1.0), (1, 0.6), (2, 0.5), (7, 0.0)]);
    }

    #[test]
    fn a_zero_query_leaves_the_order() {
        let mut hits = [(1, 0.4), (2, 0.3)];
        rescore_exact(&[0.0], &mut hits, &mut |_| Some(vec![1.0]));
        assert_eq!(hits, [(1, 0.4), (2, 0.3)]);
    }
}
