//! How well a run of rows fits a course of named feelings, from each row's own probabilities.
//!
//! An arc compares whole curves; a question that names its feelings ("from angry to relieved") is better answered by
//! the rows that show them, in that order, with little else felt before the first and after the last: a course is where
//! somebody begins and where they end. On labelled dialogue with detected feelings this finds the right scene among two
//! hundred twice as often as the curves do (recall at 10 0.24 against 0.12).

use super::point::unit;

/// How much a feeling shown before the first or after the last of the course counts against it: a row that is not calm
/// costs its probability of calm to this power. Measured on labelled dialogue: 0 and 0.5 are worse by 0.02 recall at 10.
const CALM_POWER: f32 = 0.2;

/// How well a run fits, and between which rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// 0 to 1.
    pub score: f32,
    /// Row of the first feeling.
    pub first: usize,
    /// Row of the last feeling.
    pub last: usize,
}

/// The best product of one row for each named feeling, later feelings on later rows, times how calm the rows before the
/// first and after the last are; as the geometric mean over the feelings.
///
/// - `steps[k][i]`: probability in [0, 1] that row `i` shows the `k`-th named feeling; all of one length.
/// - `calm[i]`: probability that row `i` shows no feeling; as long as the steps, or empty where that is not known.
/// - `None` without steps, with fewer rows than steps, or where the best is 0. Values that are not in [0, 1] are cut to it,
///   NaN to 0. Of equal fits the earliest.
/// - cost: steps x rows.
pub fn course(steps: &[&[f32]], calm: &[f32]) -> Option<Fit> {
    let (first, later) = steps.split_first()?;
    let quiet = |row: usize| calm.get(row).map_or(1.0, |p| unit(*p).powf(CALM_POWER));
    // best[i]: best product with the last feeling so far exactly on row i, and where it began.
    let mut before = 1.0;
    let mut best: Vec<(f32, usize)> = Vec::with_capacity(first.len());
    for (row, p) in first.iter().enumerate() {
        best.push((before * unit(*p), row));
        before *= quiet(row);
    }
    for step in later {
        let mut so_far = (0.0, 0);
        for (here, p) in best.iter_mut().zip(step.iter()) {
            let own = *here;
            *here = (so_far.0 * unit(*p), so_far.1);
            if own.0 > so_far.0 {
                so_far = own;
            }
        }
    }
    let mut after = 1.0;
    let mut found: Option<Fit> = None;
    for (row, (product, begin)) in best.iter().enumerate().rev() {
        let product = product * after;
        if product > 0.0 && found.is_none_or(|found| product >= found.score) {
            found = Some(Fit { score: product, first: *begin, last: row });
        }
        after *= quiet(row);
    }
    found.map(|fit| Fit { score: fit.score.powf(1.0 / steps.len() as f32), ..fit })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn score(steps: &[&[f32]], calm: &[f32]) -> f32 {
        course(steps, calm).map_or(0.0, |fit| fit.score)
    }

    #[test]
    fn order_counts() {
        let (angry, relieved) = ([0.9, 0.2, 0.1], [0.1, 0.1, 0.4]);
        let fit = course(&[&angry, &relieved], &[]).unwrap();
        assert!((fit.score - 0.6).abs() < 1e-6);
        assert_eq!((fit.first, fit.last), (0, 2));
        assert!(score(&[&relieved, &angry], &[]) < 0.2);
        assert!((score(&[&angry], &[]) - 0.9).abs() < 1e-6);
        assert_eq!((score(&[], &[]), score(&[&[0.5], &[0.5]], &[]), score(&[&[], &[]], &[])), (0.0, 0.0, 0.0));
        assert_eq!(score(&[&[f32::NAN, 7.0], &[1.0, f32::INFINITY]], &[]), 0.0);
    }

    #[test]
    fn a_course_that_begins_and_ends_so_beats_one_with_more_around_it() {
        let (angry, relieved) = ([0.0, 0.8, 0.0, 0.0], [0.0, 0.0, 0.8, 0.0]);
        let calm = score(&[&angry, &relieved], &[0.9, 0.1, 0.1, 0.9]);
        let stirred = score(&[&angry, &relieved], &[0.1, 0.1, 0.1, 0.1]);
        assert!(stirred < calm && calm < score(&[&angry, &relieved], &[]));
    }

    proptest! {
        #[test]
        fn it_is_the_best_of_all_choices(
            rows in proptest::collection::vec(proptest::array::uniform4(0.0f32..=1.0), 0..9)
        ) {
            let column = |k: usize| rows.iter().map(|row| row[k]).collect::<Vec<f32>>();
            let (a, b, c, calm) = (column(0), column(1), column(2), column(3));
            let quiet = |rows: &[f32]| rows.iter().map(|p| p.powf(CALM_POWER)).product::<f32>();
            let mut naive = 0.0f32;
            for (i, a) in a.iter().enumerate() {
                for (j, b) in b.iter().enumerate().skip(i + 1) {
                    for (k, c) in c.iter().enumerate().skip(j + 1) {
                        naive = naive.max(a * b * c * quiet(&calm[..i]) * quiet(&calm[k + 1..]));
                    }
                }
            }
            prop_assert!((score(&[&a, &b, &c], &calm) - naive.cbrt()).abs() < 1e-4);
        }

        #[test]
        fn the_reversed_run_of_two_clear_feelings_never_fits_better(
            clear in 0.5f32..=1.0, faint in 0.0f32..0.5, n in 1usize..6
        ) {
            let a: Vec<f32> = std::iter::repeat_n(clear, n).chain(std::iter::repeat_n(faint, n)).collect();
            let b: Vec<f32> = a.iter().rev().copied().collect();
            prop_assert!(score(&[&b, &a], &[]) <= score(&[&a, &b], &[]));
        }
    }
}
