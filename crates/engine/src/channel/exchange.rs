//! Turns around a turn: what was said before it and after it.
//!
//! Why somebody said something stands in the turns before it, whatever words these use. So a question for a cause, or one
//! that repeats a turn word for word, leads from that turn to its neighbours, the earlier ones first. Shares are measured:
//! causes lie one turn back far more often than two, and hardly ever ahead.
//!
//! Must not know: weights, fusion.

use super::{ChannelError, Inquiry, Lift};
use crate::model::EdgeKind;
use crate::store::{Facets, Ordinal, Step, Term};
use crate::text;

/// Share that the turns before the turn inherit, nearest first, and those after it.
const SHARES_BEFORE: [f32; 7] = [0.95, 0.80, 0.70, 0.62, 0.55, 0.50, 0.40];
const SHARES_AFTER: [f32; 2] = [0.45, 0.35];
/// Share of a full score that a turn gets which the question repeats. Chosen.
const QUOTED_SHARE: f32 = 0.9;
/// The same for a question that asks for a cause and repeats no turn: the best hits may be the cause themselves. Measured.
const UNQUOTED: f32 = 0.6;
/// Hits whose earlier turns are followed then. Chosen.
const UNQUOTED_HITS: usize = 2;
/// The same for a question that repeats a turn and asks for no cause. Chosen.
const BESIDE: f32 = 0.6;
/// Words that a question has to share with a turn in a row to repeat it. Chosen: shorter turns are everybody's.
const QUOTED_WORDS_MIN: usize = 3;
/// Turns said in the same words that are all followed. Chosen.
const QUOTED_MAX: usize = 4;
/// Rows that are compared with a remark. Chosen.
const REMARK_ROWS_MAX: usize = 64;

/// A turn beside one that the question is about.
#[derive(Clone, Debug)]
pub(super) struct Beside {
    /// The row.
    pub(super) row: Ordinal,
    /// What it inherits.
    pub(super) lift: Lift,
    /// From one turn to the other.
    pub(super) path: Vec<Step>,
}

/// Turns beside those that the question repeats or, when it asks for a cause, beside the best hits.
///
/// # Errors
/// As the view's readers.
pub(super) fn beside(inquiry: &Inquiry<'_>) -> Result<Vec<Beside>, ChannelError> {
    let quoted = quoted(inquiry)?;
    let asks_cause = inquiry.question.asks_cause;
    let mut found = Vec::new();
    if !quoted.is_empty() {
        for row in quoted {
            let path = vec![Step { kind: EdgeKind::Next, row: Some(row), node: None }];
            found.push(Beside { row, lift: Lift { from: None, share: QUOTED_SHARE }, path });
            around(inquiry, row, None, if asks_cause { 1.0 } else { BESIDE }, &mut found)?;
        }
    } else if asks_cause {
        for (row, _) in inquiry.seeds.iter().take(UNQUOTED_HITS) {
            around(inquiry, *row, Some(*row), UNQUOTED, &mut found)?;
        }
    }
    Ok(found)
}

/// Adds the turns around one.
fn around(
    inquiry: &Inquiry<'_>,
    turn: Ordinal,
    from: Option<Ordinal>,
    factor: f32,
    found: &mut Vec<Beside>,
) -> Result<(), ChannelError> {
    for (row, distance) in inquiry.view.around(turn, SHARES_BEFORE.len() as u32)? {
        let shares: &[f32] = if distance < 0 { &SHARES_BEFORE } else { &SHARES_AFTER };
        let Some(share) = shares.get((distance.unsigned_abs() as usize).saturating_sub(1)) else { continue };
        let path = vec![
            Step { kind: EdgeKind::Next, row: Some(turn), node: None },
            Step { kind: EdgeKind::Next, row: Some(row), node: None },
        ];
        found.push(Beside { row, lift: Lift { from, share: share * factor * QUOTED_SHARE }, path });
    }
    Ok(())
}

/// The turns whose words the question repeats in a row: the longest; several when they are said in the same words.
fn quoted(inquiry: &Inquiry<'_>) -> Result<Vec<Ordinal>, ChannelError> {
    let question = words(&inquiry.question.text);
    let mut rows: Vec<Ordinal> = inquiry.seeds.iter().map(|seed| seed.0).collect();
    for remark in remarks(&inquiry.question.text) {
        // The question's other words lead elsewhere: a remark is looked up by its own.
        let terms: Vec<Term> = text::query_terms(remark)
            .into_iter()
            .map(|token| Term { term: token.term, weight: token.weight })
            .collect();
        rows.extend(inquiry.view.matching(&terms, REMARK_ROWS_MAX, inquiry.deadline)?.into_iter().map(|found| found.0));
    }
    rows.sort_unstable();
    rows.dedup();
    // What is longer than the question is not repeated by it, and need not be loaded.
    let facets = inquiry.view.facets(&rows)?;
    let fits = |facets: &Option<Facets>| facets.as_ref().is_some_and(|f| f.words as usize <= question.len());
    let rows: Vec<Ordinal> =
        rows.into_iter().zip(&facets).filter(|(_, facets)| fits(facets)).map(|(row, _)| row).collect();
    let mut longest = 0;
    let mut quoted = Vec::new();
    for (row, memory) in rows.iter().zip(inquiry.view.memories(&rows)?) {
        let said = memory.map(|memory| words(memory.spoken())).unwrap_or_default();
        let is_long = said.len() >= QUOTED_WORDS_MIN || said.len() * 2 > question.len();
        let is_remark = || remarks(&inquiry.question.text).any(|remark| words(remark) == said);
        let repeats = !said.is_empty()
            && said.len() <= question.len()
            && said.len() >= longest
            && (is_long || is_remark())
            && question.windows(said.len()).any(|run| run == said);
        if repeats {
            if said.len() > longest {
                longest = said.len();
                quoted.clear();
            }
            quoted.push(*row);
        }
    }
    quoted.truncate(QUOTED_MAX);
    Ok(quoted)
}

/// What a question gives as somebody's words: what stands in quotation marks, and what follows its last colon.
fn remarks(question: &str) -> impl Iterator<Item = &str> {
    let marked =
        text::quoted(question).into_iter().filter_map(|span| question.get(span.start as usize..span.end as usize));
    let told = question.rsplit_once([':', '：']).map(|(_, told)| told.trim()).filter(|told| !told.is_empty());
    marked.chain(told)
}

fn words(text: &str) -> Vec<String> {
    text::name_words(text).into_iter().map(|word| word.key).collect()
}
