//! `keyword`: rows that share words with the question; identifiers count whole and in parts.
//!
//! A row that holds an identifier of the question to the letter, or what the question puts in quotation marks, is what the
//! question points at: it is lifted above rows that only resemble the question, so long as few rows hold it.

use std::collections::BTreeMap;

use super::{Channel, ChannelError, Found, Inquiry, Lift, Needs, Scale, Spec};
use crate::store::{Ordinal, Term};
use crate::text;

/// The channel.
pub(super) struct Keyword;

static SPEC: Spec = Spec {
    name: "keyword",
    summary: "words: BM25 over the text, its neighbours as a weaker field, identifiers whole and in parts",
    weights: [0.5, 0.5, 0.6, 0.5, 0.05],
    weight_metamemory: 0.9,
    scale: Scale::ZeroMax,
    needs: Needs::Question,
};

/// Share of a full score for a row that holds what the question points at. Chosen: it leaves room for what the row itself
/// is worth, so that of several holders the one that fits the rest of the question comes first.
const EXACT_SHARE: f32 = 0.7;
/// Rows that hold an identifier or a quotation, at most, for it to point at them. Chosen.
const HOLDERS_MAX: usize = 24;

/// Rows that hold what the question points at to the letter, by ascending row.
fn exact(inquiry: &Inquiry<'_>) -> Result<Vec<Ordinal>, ChannelError> {
    let mut rows: Vec<Ordinal> = Vec::new();
    for identifier in &inquiry.question.identifiers {
        let holders = inquiry.view.holders(identifier, HOLDERS_MAX + 1)?;
        if holders.len() <= HOLDERS_MAX {
            rows.extend(holders);
        }
    }
    for span in text::quoted(&inquiry.question.text) {
        let phrase = inquiry.question.text.get(span.start as usize..span.end as usize).unwrap_or_default();
        rows.extend(quoting(inquiry, phrase)?);
    }
    rows.sort_unstable();
    rows.dedup();
    Ok(rows)
}

/// Rows whose text holds a phrase of several words.
fn quoting(inquiry: &Inquiry<'_>, phrase: &str) -> Result<Vec<Ordinal>, ChannelError> {
    let words = |text: &str| text::name_words(text).into_iter().map(|word| word.key).collect::<Vec<_>>();
    let wanted = words(phrase);
    if wanted.len() < 2 {
        return Ok(Vec::new());
    }
    let terms: Vec<Term> =
        text::query_terms(phrase).into_iter().map(|token| Term { term: token.term, weight: token.weight }).collect();
    let near = inquiry.view.matching(&terms, HOLDERS_MAX, inquiry.deadline)?;
    let rows: Vec<Ordinal> = near.into_iter().map(|(row, _)| row).collect();
    let holds = |memory: &crate::model::Memory| words(&memory.text).windows(wanted.len()).any(|run| run == wanted);
    let memories = inquiry.view.memories(&rows)?;
    Ok(rows
        .into_iter()
        .zip(memories)
        .filter(|(_, memory)| memory.as_ref().is_some_and(holds))
        .map(|(row, _)| row)
        .collect())
}

impl Channel for Keyword {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn search(&self, inquiry: &Inquiry<'_>, limit: usize) -> Result<Vec<Found>, ChannelError> {
        let matching = inquiry.view.matching(&inquiry.question.terms, limit, inquiry.deadline)?;
        let mut found: Vec<Found> = matching.into_iter().map(|(row, score)| Found::new(row, score)).collect();
        let exact = exact(inquiry)?;
        if exact.is_empty() {
            return Ok(found);
        }
        let places: BTreeMap<Ordinal, usize> =
            found.iter().enumerate().map(|(place, found)| (found.row, place)).collect();
        let missing: Vec<Ordinal> = exact.iter().copied().filter(|row| !places.contains_key(row)).collect();
        let scores = inquiry.view.match_scores(&inquiry.question.terms, &missing)?;
        for row in &exact {
            if let Some(place) = places.get(row) {
                found[*place].lift = Some(Lift { from: None, share: EXACT_SHARE });
            }
        }
        for (row, score) in missing.into_iter().zip(scores) {
            found.push(Found { lift: Some(Lift { from: None, share: EXACT_SHARE }), ..Found::new(row, score) });
        }
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.row.cmp(&b.row)));
        Ok(found)
    }

    fn score(&self, inquiry: &Inquiry<'_>, rows: &[Ordinal]) -> Result<Option<Vec<f32>>, ChannelError> {
        Ok(Some(inquiry.view.match_scores(&inquiry.question.terms, rows)?))
    }
}
