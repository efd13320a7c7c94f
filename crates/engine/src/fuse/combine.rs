//! Weighted reciprocal rank and weighted convex combination.

use serde::{Deserialize, Serialize};

/// How lists become one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fusion {
    /// Weighted convex combination of calibrated scores: the default, because it measured better on every set.
    #[default]
    Convex,
    /// Weighted reciprocal rank, `w / (k + rank)`.
    Rrf,
}

impl Fusion {
    /// The fusion of that name.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "convex" => Some(Self::Convex),
            "rrf" => Some(Self::Rrf),
            _ => None,
        }
    }
}

/// How raw scores of a list become values in `[0, 1]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calibration {
    /// The lowest of the list is 0, the highest 1.
    MinMax,
    /// Zero is 0, the highest of the list 1.
    ZeroMax,
    /// They are values already; clamped.
    Unit,
}

/// One list to fuse. Keys are whatever names a row, in ascending order for ties.
#[derive(Clone, Debug)]
pub struct Signal<K> {
    /// Its name, handed through to the contributions.
    pub name: &'static str,
    /// Its weight, 0 or more.
    pub weight: f32,
    /// How its raw scores become comparable.
    pub calibration: Calibration,
    /// What it found, best first.
    pub ranked: Vec<(K, f32)>,
    /// Raw scores of rows that others found. They have no rank.
    pub completed: Vec<(K, f32)>,
    /// True for a prior: it moves rows that others found and brings none of its own.
    pub prior: bool,
}

/// What one list did for one row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Contribution {
    /// The list.
    pub name: &'static str,
    /// 1-based place in the list; `None` when the row was only scored, not found, by it.
    pub rank: Option<u32>,
    /// The raw score.
    pub raw: f32,
    /// The calibrated value in `[0, 1]`, or for reciprocal rank `(k + 1) / (k + rank)`.
    pub value: f32,
    /// The weight.
    pub weight: f32,
    /// What it adds to the fused score; the sum over all contributions is the score.
    pub contribution: f32,
}

/// One row of the fused list.
#[derive(Clone, Debug, PartialEq)]
pub struct Fused<K> {
    /// The row.
    pub key: K,
    /// In `[0, 1]`.
    pub score: f32,
    /// Who contributed what, in the order of the signals.
    pub contributions: Vec<Contribution>,
}

fn calibrate<K>(signal: &Signal<K>) -> impl Fn(f32) -> f32 + use<K> {
    let raws = || signal.ranked.iter().map(|(_, raw)| *raw);
    let highest = raws().fold(f32::NEG_INFINITY, f32::max);
    let (low, high) = match signal.calibration {
        Calibration::MinMax => (raws().fold(f32::INFINITY, f32::min), highest),
        Calibration::ZeroMax => (0.0, highest),
        Calibration::Unit => (0.0, 1.0),
    };
    move |raw| {
        // A list of one, or of equals, says that all of it matches alike.
        if high <= low { f32::from(u8::from(raw >= high)) } else { ((raw - low) / (high - low)).clamp(0.0, 1.0) }
    }
}

/// Fuses lists into one, best first; ties by ascending key. At most `limit` rows come back.
///
/// - `k`: the constant of reciprocal rank, 60 in the paper; only used by [`Fusion::Rrf`].
/// - A list that is empty takes no part, so that a silent channel does not lower the scores of the others.
/// - Cost: O(n log n) in the number of entries; contributions are put together only for the rows that come back.
pub fn combine<K: Copy + Ord>(signals: &[Signal<K>], fusion: Fusion, k: f32, limit: usize) -> Vec<Fused<K>> {
    let active: Vec<&Signal<K>> = signals
        .iter()
        .filter(|signal| signal.weight > 0.0 && !(signal.ranked.is_empty() && signal.completed.is_empty()))
        .collect();
    let best_possible: f32 = active.iter().map(|signal| signal.weight).sum();
    if best_possible <= 0.0 {
        return Vec::new();
    }
    let mut keys: Vec<K> =
        active.iter().filter(|signal| !signal.prior).flat_map(|signal| &signal.ranked).map(|found| found.0).collect();
    keys.sort_unstable();
    keys.dedup();
    // One column a signal: what it says of each key.
    let columns: Vec<Vec<Option<Said>>> = active.iter().map(|signal| column(signal, fusion, k, &keys)).collect();
    let mut order: Vec<(f32, usize)> = (0..keys.len())
        .map(|row| {
            let said = |(column, signal): (&Vec<Option<Said>>, &&Signal<K>)| {
                column[row].as_ref().map_or(0.0, |said| signal.weight / best_possible * said.value)
            };
            (columns.iter().zip(&active).map(said).sum::<f32>().min(1.0), row)
        })
        .collect();
    order.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    order.truncate(limit);
    let fused = |(score, row): (f32, usize)| {
        let contribution = |(column, signal): (&Vec<Option<Said>>, &&Signal<K>)| {
            let Said { rank, raw, value } = column[row]?;
            let contribution = signal.weight / best_possible * value;
            Some(Contribution { name: signal.name, rank, raw, value, weight: signal.weight, contribution })
        };
        Fused { key: keys[row], score, contributions: columns.iter().zip(&active).filter_map(contribution).collect() }
    };
    order.into_iter().map(fused).collect()
}

/// What one signal says of one key.
#[derive(Clone, Copy)]
struct Said {
    rank: Option<u32>,
    raw: f32,
    value: f32,
}

fn column<K: Copy + Ord>(signal: &Signal<K>, fusion: Fusion, k: f32, keys: &[K]) -> Vec<Option<Said>> {
    let value_of = calibrate(signal);
    let mut column = vec![None; keys.len()];
    let ranked = signal.ranked.iter().enumerate().map(|(idx, (key, raw))| (*key, *raw, Some(idx as u32 + 1)));
    let completed = signal.completed.iter().map(|(key, raw)| (*key, *raw, None));
    for (key, raw, rank) in ranked.chain(completed) {
        let Ok(row) = keys.binary_search(&key) else { continue };
        let value = match (fusion, rank) {
            (Fusion::Convex, _) => value_of(raw),
            (Fusion::Rrf, Some(rank)) => (k + 1.0) / (k + rank as f32),
            (Fusion::Rrf, None) if signal.prior => value_of(raw),
            (Fusion::Rrf, None) => 0.0,
        };
        if value > 0.0 && column[row].is_none() {
            column[row] = Some(Said { rank, raw, value });
        }
    }
    column
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn list(name: &'static str, weight: f32, ranked: &[(u32, f32)]) -> Signal<u32> {
        let calibration = Calibration::ZeroMax;
        Signal { name, weight, calibration, ranked: ranked.to_vec(), completed: Vec::new(), prior: false }
    }

    #[test]
    fn reciprocal_rank_follows_the_paper() {
        let lists = [list("a", 1.0, &[(1, 9.0), (2, 3.0)]), list("b", 0.5, &[(2, 1.0)])];
        let fused = combine(&lists, Fusion::Rrf, 60.0, 99);
        // 1: 1/61; 2: 1/62 + 0.5/61; divided by the best possible 1.5/61
        assert_eq!(fused[0].key, 2);
        assert!((fused[0].score - (1.0 / 62.0 + 0.5 / 61.0) / (1.5 / 61.0)).abs() < 1e-6);
        assert!((fused[1].score - 1.0 / 1.5).abs() < 1e-6);
    }

    #[test]
    fn convex_uses_magnitudes() {
        let lists = [list("a", 0.5, &[(1, 10.0), (2, 9.0), (3, 1.0)]), list("b", 0.5, &[(3, 2.0), (2, 1.9)])];
        let fused = combine(&lists, Fusion::Convex, 60.0, 99);
        assert_eq!(fused[0].key, 2);
        assert!((fused[0].score - (0.45 + 0.475)).abs() < 1e-6);
    }

    #[test]
    fn priors_bring_no_rows_and_completed_scores_count() {
        let mut prior = list("p", 1.0, &[]);
        prior.prior = true;
        prior.calibration = Calibration::Unit;
        prior.completed = vec![(2, 1.0), (7, 1.0)];
        let fused = combine(&[list("a", 1.0, &[(1, 2.0), (2, 1.9)]), prior], Fusion::Convex, 60.0, 99);
        assert_eq!(fused.iter().map(|row| row.key).collect::<Vec<_>>(), [2, 1]);
    }

    #[test]
    fn ties_go_to_the_lower_key_and_silence_changes_nothing() {
        let fused = combine(&[list("a", 1.0, &[(5, 1.0), (3, 1.0)]), list("b", 1.0, &[])], Fusion::Convex, 60.0, 99);
        assert_eq!(fused.iter().map(|row| (row.key, row.score)).collect::<Vec<_>>(), [(3, 1.0), (5, 1.0)]);
        assert!(combine::<u32>(&[], Fusion::Rrf, 60.0, 99).is_empty());
    }

    proptest! {
        #[test]
        fn scores_stay_in_range_and_add_up(
            lists in prop::collection::vec((0.0f32..2.0, prop::collection::btree_map(0u32..30, 0.0f32..5.0, 0..20)), 1..5),
            rrf in any::<bool>(),
        ) {
            let signals: Vec<Signal<u32>> = lists.iter().map(|(weight, rows)| {
                let mut ranked: Vec<(u32, f32)> = rows.iter().map(|(key, raw)| (*key, *raw)).collect();
                ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
                list("x", *weight, &ranked)
            }).collect();
            let fusion = if rrf { Fusion::Rrf } else { Fusion::Convex };
            for row in combine(&signals, fusion, 60.0, 99) {
                prop_assert!((0.0..=1.0).contains(&row.score));
                let sum: f32 = row.contributions.iter().map(|c| c.contribution).sum();
                prop_assert!((sum.min(1.0) - row.score).abs() < 1e-5);
            }
        }

        #[test]
        fn a_vote_more_never_lowers_a_row_against_those_that_did_not_get_it(
            base in prop::collection::btree_map(0u32..20, 0.1f32..5.0, 2..15),
            chosen in 0usize..15,
        ) {
            let mut ranked: Vec<(u32, f32)> = base.into_iter().collect();
            ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            let key = ranked[chosen % ranked.len()].0;
            for fusion in [Fusion::Rrf, Fusion::Convex] {
                let place = |signals: &[Signal<u32>]| {
                    combine(signals, fusion, 60.0, 99).iter().position(|row| row.key == key).unwrap()
                };
                let before = place(&[list("a", 1.0, &ranked)]);
                let after = place(&[list("a", 1.0, &ranked), list("b", 0.5, &[(key, 1.0)])]);
                prop_assert!(after <= before);
            }
        }
    }
}
