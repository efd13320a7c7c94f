//! `bridge`: rows that share key phrases with the question and with the best hits.
//!
//! A key phrase is what a text is about in its own words. Two texts that share a rare one belong together, however little else
//! they share: that is the bridge from the text that a question finds to the one it does not. Turns are too short to have key
//! phrases of their own; they are found by holding the words of one that the question speaks of.

use std::collections::BTreeMap;

use super::{Channel, ChannelError, Found, Inquiry, Needs, Scale, Spec};
use crate::model::EdgeKind;
use crate::store::{Ordinal, PhraseFound, Step};

/// The channel.
pub(super) struct Bridge;

static SPEC: Spec = Spec {
    name: "bridge",
    summary: "key phrases: rows that share rare ones with the question and with the best hits",
    weights: [0.02, 0.02, 0.02, 0.03, 0.01],
    weight_metamemory: 0.0,
    scale: Scale::ZeroMax,
    needs: Needs::Seeds,
};

/// Share of a phrase's words that the question must have. Measured: phrases that the question has in part (0.6) cost
/// cranfield 0.03 of MRR, since what they find the keyword channel finds and weighs better.
const COVERAGE_MIN: f32 = 0.99;
/// Phrases of the question that are followed. Chosen.
const PHRASES_MAX: usize = 16;
/// Rows of a phrase beyond which it says nothing. Chosen.
const PHRASE_ROWS_MAX: usize = 128;
/// Phrases of the question that are looked for in texts without key phrases, and rows taken of each. Chosen.
const HELD_PHRASES_MAX: usize = 4;
const HELD_ROWS_MAX: usize = 32;
/// First hits whose phrases lead on. As the graph's; from the recipe.
const SEEDS: usize = 10;
/// Rows of a phrase beyond which it does not lead on from a hit: only rare ones bridge. As the graph's; from the recipe.
const BRIDGE_ROWS_MAX: usize = 30;
/// What a shared phrase of the best hit is worth beside one of the question. Chosen.
const SEED_SHARE: f32 = 0.2;

/// Why a row was reached.
struct Reason {
    value: f32,
    /// The hit that shares the phrase; `None` when the question has it.
    from: Option<Ordinal>,
    phrase: String,
}

/// Values of the rows reached so far, each with its strongest reason.
#[derive(Default)]
struct Reached {
    rows: BTreeMap<Ordinal, (f32, Reason)>,
}

impl Reached {
    fn add(&mut self, row: Ordinal, value: f32, from: Option<Ordinal>, phrase: &str) {
        let reason = || Reason { value, from, phrase: phrase.to_owned() };
        let entry = self.rows.entry(row).or_insert_with(|| (0.0, reason()));
        entry.0 += value;
        if value > entry.1.value {
            entry.1 = reason();
        }
    }
}

/// Rarity of a phrase that so many rows of a view have, in `(0, 1]`.
fn rarity(having: usize, all: usize) -> f32 {
    let all = all.max(1) as f32;
    ((1.0 + all / having.max(1) as f32).ln() / (1.0 + all).ln()).min(1.0)
}

/// Rows that have the phrases the question speaks of, or hold their words.
fn asked(inquiry: &Inquiry<'_>, n_rows: usize, reached: &mut Reached) -> Result<(), ChannelError> {
    let phrases = inquiry.view.phrases_in(&inquiry.question.text, COVERAGE_MIN, PHRASE_ROWS_MAX, PHRASES_MAX)?;
    for PhraseFound { phrase, coverage, rows, .. } in &phrases {
        let value = coverage * rarity(rows.len(), n_rows);
        for row in rows {
            reached.add(*row, value, None, phrase);
        }
    }
    let whole = phrases.iter().filter(|one| one.coverage >= 1.0 && one.phrase.contains(' '));
    for PhraseFound { phrase, rows, .. } in whole.take(HELD_PHRASES_MAX) {
        let mut holding = inquiry.view.holding(phrase, HELD_ROWS_MAX)?;
        holding.retain(|row| rows.binary_search(row).is_err());
        let value = rarity(rows.len() + holding.len(), n_rows);
        for row in holding {
            reached.add(row, value, None, phrase);
        }
    }
    Ok(())
}

/// Rows that share rare phrases with the best hits.
fn bridged(inquiry: &Inquiry<'_>, n_rows: usize, reached: &mut Reached) -> Result<(), ChannelError> {
    let best = inquiry.seeds.first().map_or(1.0, |seed| seed.1).max(f32::MIN_POSITIVE);
    for (seed, score) in inquiry.seeds.iter().take(SEEDS) {
        for PhraseFound { phrase, rows, .. } in inquiry.view.phrases_of(*seed, BRIDGE_ROWS_MAX)? {
            let value = SEED_SHARE * score / best * rarity(rows.len() + 1, n_rows) / (rows.len() as f32).sqrt();
            for row in rows {
                reached.add(row, value, Some(*seed), &phrase);
            }
        }
    }
    Ok(())
}

fn path(row: Ordinal, reason: Reason) -> Vec<Step> {
    let step = |row, node| Step { kind: EdgeKind::HasKeyphrase, row, node };
    let begin = reason.from.map(|seed| step(Some(seed), None));
    begin.into_iter().chain([step(None, Some(reason.phrase)), step(Some(row), None)]).collect()
}

impl Channel for Bridge {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn search(&self, inquiry: &Inquiry<'_>, limit: usize) -> Result<Vec<Found>, ChannelError> {
        let mut reached = Reached::default();
        let n_rows = inquiry.view.len();
        asked(inquiry, n_rows, &mut reached)?;
        bridged(inquiry, n_rows, &mut reached)?;
        let mut found: Vec<Found> = reached
            .rows
            .into_iter()
            .map(|(row, (score, reason))| Found { row, score, path: path(row, reason), lift: None })
            .collect();
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.row.cmp(&b.row)));
        found.truncate(limit);
        Ok(found)
    }

    fn score(&self, _: &Inquiry<'_>, _: &[Ordinal]) -> Result<Option<Vec<f32>>, ChannelError> {
        // A row that shares no phrase shares none.
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rarer_phrases_are_worth_more() {
        assert!((rarity(1, 1_000) - 1.0).abs() < 1e-6);
        let values: Vec<f32> = [1, 2, 10, 100, 1_000].iter().map(|having| rarity(*having, 1_000)).collect();
        assert!(values.is_sorted_by(|a, b| a > b) && values[4] > 0.0, "{values:?}");
        assert!(rarity(0, 0).is_finite());
    }
}
