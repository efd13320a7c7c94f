//! The usual measures of a ranking: recall, hit rate, nDCG and reciprocal rank.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

/// Means over queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Metrics {
    #[serde(rename = "R@5")]
    pub(crate) recall_5: f64,
    #[serde(rename = "R@10")]
    pub(crate) recall_10: f64,
    #[serde(rename = "hit@5")]
    pub(crate) hit_5: f64,
    #[serde(rename = "hit@10")]
    pub(crate) hit_10: f64,
    #[serde(rename = "nDCG@10")]
    pub(crate) ndcg_10: f64,
    #[serde(rename = "MRR@10")]
    pub(crate) mrr_10: f64,
}

impl Metrics {
    /// Measures one ranking (best first, without doubles) against graded relevance.
    pub(crate) fn of(ranking: &[&str], relevant: &BTreeMap<String, u32>) -> Self {
        let found = |k: usize| ranking.iter().take(k).filter(|id| relevant.contains_key(**id)).count();
        let share = |k: usize| found(k) as f64 / relevant.len().max(1) as f64;
        let hit = |k: usize| f64::from(u8::from(found(k) > 0));
        let gain = |grade: u32, position: usize| f64::from(grade) / (position as f64 + 2.0).log2();
        let dcg: f64 = ranking
            .iter()
            .take(10)
            .enumerate()
            .filter_map(|(position, id)| relevant.get(*id).map(|grade| gain(*grade, position)))
            .sum();
        let mut grades: Vec<u32> = relevant.values().copied().collect();
        grades.sort_unstable_by(|a, b| b.cmp(a));
        let ideal: f64 = grades.iter().take(10).enumerate().map(|(position, grade)| gain(*grade, position)).sum();
        let first = ranking.iter().take(10).position(|id| relevant.contains_key(*id));
        Self {
            recall_5: share(5),
            recall_10: share(10),
            hit_5: hit(5),
            hit_10: hit(10),
            ndcg_10: if ideal > 0.0 { dcg / ideal } else { 0.0 },
            mrr_10: first.map_or(0.0, |position| 1.0 / (position as f64 + 1.0)),
        }
    }

    /// What a question gets that has no right answer, and was given none.
    pub(crate) fn perfect() -> Self {
        Self { recall_5: 1.0, recall_10: 1.0, hit_5: 1.0, hit_10: 1.0, ndcg_10: 1.0, mrr_10: 1.0 }
    }

    /// The mean of several; zeros when there is none.
    pub(crate) fn mean(all: &[Self]) -> Self {
        let n = all.len().max(1) as f64;
        let mean = |field: fn(&Self) -> f64| all.iter().map(field).sum::<f64>() / n;
        Self {
            recall_5: mean(|m| m.recall_5),
            recall_10: mean(|m| m.recall_10),
            hit_5: mean(|m| m.hit_5),
            hit_10: mean(|m| m.hit_10),
            ndcg_10: mean(|m| m.ndcg_10),
            mrr_10: mean(|m| m.mrr_10),
        }
    }
}

/// The value below which a share `p` of the values lies, by nearest rank; 0 when there is none.
pub(crate) fn percentile(values: &[f64], p: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let rank = (p * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1).min(sorted.len().saturating_sub(1))).copied().unwrap_or(0.0)
}

/// A ranking of sessions from a ranking of their rows: a session stands where its first row stands.
pub(crate) fn sessions<'a>(ranking: &[&str], session_of: &BTreeMap<&str, &'a str>) -> Vec<&'a str> {
    let mut seen = BTreeSet::new();
    ranking.iter().filter_map(|id| session_of.get(id).copied()).filter(|session| seen.insert(*session)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graded(pairs: &[(&str, u32)]) -> BTreeMap<String, u32> {
        pairs.iter().map(|(id, grade)| ((*id).to_owned(), *grade)).collect()
    }

    #[test]
    fn a_perfect_ranking_scores_one() {
        let metrics = Metrics::of(&["b", "a", "x"], &graded(&[("a", 1), ("b", 4)]));
        assert_eq!(
            metrics,
            Metrics { recall_5: 1.0, recall_10: 1.0, hit_5: 1.0, hit_10: 1.0, ndcg_10: 1.0, mrr_10: 1.0 }
        );
    }

    #[test]
    fn positions_count() {
        let ranking = ["x", "a", "y", "z", "u", "b"];
        let metrics = Metrics::of(&ranking, &graded(&[("a", 1), ("b", 1)]));
        assert_eq!((metrics.recall_5, metrics.recall_10, metrics.mrr_10), (0.5, 1.0, 0.5));
        let ideal = 1.0 + 1.0 / 3f64.log2();
        let expected = (1.0 / 3f64.log2() + 1.0 / 7f64.log2()) / ideal;
        assert!((metrics.ndcg_10 - expected).abs() < 1e-12);
        assert_eq!(Metrics::of(&[], &graded(&[("a", 1)])), Metrics::default());
    }

    #[test]
    fn percentiles_are_values_that_occur() {
        let values = [3.0, 1.0, 2.0, 4.0];
        assert_eq!(percentile(&values, 0.5), 2.0);
        assert_eq!(percentile(&values, 0.99), 4.0);
        assert_eq!(percentile(&[], 0.5), 0.0);
    }

    #[test]
    fn a_session_stands_where_its_first_row_stands() {
        let of: BTreeMap<&str, &str> = [("a", "s1"), ("b", "s2"), ("c", "s1")].into();
        assert_eq!(sessions(&["b", "c", "a"], &of), ["s2", "s1"]);
    }
}
