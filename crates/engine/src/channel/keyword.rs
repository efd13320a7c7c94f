//! `keyword`: rows that share words with the question; identifiers count whole and in parts.
//!
//! A row that holds an identifier of the question to the letter, or the whole of a hash that it begins, or what the
//! question puts in quotation marks, or the one word of a script without spaces that it consists of, is what the question points at: it is lifted above rows that only resemble the question, so long as few rows hold it.

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
        let mut holders = inquiry.view.holders(identifier, HOLDERS_MAX + 1)?;
        if holders.is_empty() {
            holders = quoting_hash(inquiry, identifier)?;
        }
        if holders.len() <= HOLDERS_MAX {
            rows.extend(holders);
        }
    }
    for span in text::quoted(&inquiry.question.text) {
        let phrase = inquiry.question.text.get(span.start as usize..span.end as usize).unwrap_or_default();
        rows.extend(quoting(inquiry, phrase)?);
    }
    let asked = inquiry.question.text.trim_matches(|c: char| {
        c.is_whitespace() || c.is_ascii_punctuation() || "\u{3002}\u{ff1f}\u{ff01}\u{3001}".contains(c)
    });
    if text::is_unspaced(asked) {
        rows.extend(holding(inquiry, asked)?);
    }
    rows.sort_unstable();
    rows.dedup();
    Ok(rows)
}

/// Rows that hold a hash of which this is the beginning, or that quote less of it.
fn quoting_hash(inquiry: &Inquiry<'_>, identifier: &str) -> Result<Vec<Ordinal>, ChannelError> {
    let Some(prefix) = text::hash_prefix(identifier) else { return Ok(Vec::new()) };
    let rows = inquiry.view.holders(prefix, HOLDERS_MAX + 1)?;
    let quotes = |term: &str| {
        text::hash_prefix(term) == Some(prefix) && (term.starts_with(identifier) || identifier.starts_with(term))
    };
    told_by(inquiry, rows, &|said| text::identifiers(said).iter().any(|(term, _)| quotes(term)))
}

/// Rows whose text holds a piece of a script without spaces: no space tells where its words begin, and models of other languages
/// know nothing of it.
fn holding(inquiry: &Inquiry<'_>, piece: &str) -> Result<Vec<Ordinal>, ChannelError> {
    let terms: Vec<Term> =
        text::query_terms(piece).into_iter().map(|token| Term { term: token.term, weight: token.weight }).collect();
    let near = inquiry.view.matching(&terms, HOLDERS_MAX, inquiry.deadline)?;
    let piece = text::normalise(piece);
    told_by(inquiry, near.into_iter().map(|(row, _)| row).collect(), &|said| text::normalise(said).contains(&piece))
}

/// Those of the rows whose text is such.
fn told_by(
    inquiry: &Inquiry<'_>,
    rows: Vec<Ordinal>,
    is_such: &dyn Fn(&str) -> bool,
) -> Result<Vec<Ordinal>, ChannelError> {
    let memories = inquiry.view.memories(&rows)?;
    let with_text = rows.into_iter().zip(memories);
    Ok(with_text
        .filter(|(_, memory)| memory.as_ref().is_some_and(|one| is_such(&one.text)))
        .map(|(row, _)| row)
        .collect())
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
    let holds = |said: &str| words(said).windows(wanted.len()).any(|run| run == wanted);
    told_by(inquiry, near.into_iter().map(|(row, _)| row).collect(), &holds)
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
