//! A second, closer look at the best hits.

use super::answer::{Degraded, RecallError};
use crate::fuse::{Contribution, Fused};
use crate::ports::Reranker;
use crate::store::{Ordinal, View};

/// Hits looked at again. From the recipe.
const RERANKED_MAX: usize = 50;
/// Weight of the second look beside the fused score, which stays 1. Measured on dialogues.
const WEIGHT: f32 = 0.2;

/// Adds the reranker's calibrated score to the head of the list and sorts it again. Without a reranker, or when it fails, the
/// order stays and the answer says so.
///
/// # Errors
/// As the view's readers.
pub(super) fn rerank(
    reranker: Option<&dyn Reranker>,
    view: &dyn View,
    query: &str,
    fused: &mut [Fused<Ordinal>],
    degraded: &mut Vec<Degraded>,
) -> Result<(), RecallError> {
    let mut missing = |reason: &str| degraded.push(Degraded { name: "reranker".to_owned(), reason: reason.to_owned() });
    let Some(reranker) = reranker else {
        missing("the engine was built without one");
        return Ok(());
    };
    let n_looked_at = fused.len().min(RERANKED_MAX);
    let head = &mut fused[..n_looked_at];
    let rows: Vec<Ordinal> = head.iter().map(|row| row.key).collect();
    let texts: Vec<String> =
        view.memories(&rows)?.into_iter().map(|memory| memory.map(|m| m.embedded_text()).unwrap_or_default()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let scores = match reranker.score(query, &texts) {
        Ok(scores) if scores.len() == head.len() => scores,
        Ok(_) => {
            missing("it answered for another number of texts");
            return Ok(());
        }
        Err(error) => {
            missing(&error.to_string());
            return Ok(());
        }
    };
    let (low, high) =
        scores.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), x| (low.min(*x), high.max(*x)));
    for (row, score) in head.iter_mut().zip(scores) {
        let value = if high > low { (score - low) / (high - low) } else { 0.0 };
        // The sum is brought back to [0, 1] by its own best possible.
        for contribution in &mut row.contributions {
            contribution.contribution /= 1.0 + WEIGHT;
        }
        let contribution = WEIGHT * value / (1.0 + WEIGHT);
        row.score = row.score / (1.0 + WEIGHT) + contribution;
        row.contributions.push(Contribution {
            name: "rerank",
            rank: None,
            raw: score,
            value,
            weight: WEIGHT,
            contribution,
        });
    }
    head.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.key.cmp(&b.key)));
    // What was not looked at stays below what was.
    let floor = head.last().map_or(0.0, |row| row.score);
    for row in &mut fused[n_looked_at..] {
        row.score = row.score.min(floor);
    }
    Ok(())
}
