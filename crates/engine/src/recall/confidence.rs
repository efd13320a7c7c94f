//! How sure an answer is that it holds what was asked for.
//!
//! Fused scores say which row is better, never whether any is good: the best of nothing scores as high as the best of much.
//! So confidence comes from absolute measures: how near in meaning the nearest hit is, and how many of the question's words
//! the first hits have. Fitted by logistic regression on questions put to the conversation they are about and to another one
//! (`docs/measurements.md`, confidence). It tells a foreign subject from a known one; whether a detail of a known subject was
//! ever mentioned it cannot tell.

use std::collections::BTreeSet;

use super::answer::Hit;
use crate::channel::Question;
use crate::text;

/// Coefficients of the fit, for cosines of the bundled model.
const PER_COSINE: f32 = 15.5;
const PER_COVERAGE: f32 = 2.1;
const OFFSET: f32 = -8.5;
/// Confidence below which an answer had better be none: 4 of 5 questions put to the wrong conversation lie below it, and 3 of
/// 100 put to the right one.
pub(super) const ABSTAIN_BELOW: f32 = 0.3;
/// Confidence of an answer that holds an identifier or a quotation of the question to the letter, at least. Chosen.
const EXACT: f32 = 0.9;
/// Hits whose words are counted.
const COVERING: usize = 3;

/// In `[0, 1]`; 0 without hits. Without any vector it is the share of the question's words in the first hits.
pub(super) fn confidence(question: &Question, hits: &[Hit]) -> f32 {
    let Some(first) = hits.first() else { return 0.0 };
    let coverage = coverage(question, hits);
    let cosine = hits
        .iter()
        .flat_map(|hit| &hit.contributions)
        .filter(|contribution| contribution.name == "semantic")
        .map(|contribution| contribution.raw)
        .fold(f32::NEG_INFINITY, f32::max);
    let fitted = if cosine.is_finite() {
        1.0 / (1.0 + (-(PER_COSINE * cosine + PER_COVERAGE * coverage + OFFSET)).exp())
    } else {
        coverage
    };
    let holds = |identifier: &String| words(first).contains(identifier);
    if question.identifiers.iter().any(holds) { fitted.max(EXACT) } else { fitted }
}

/// The largest share of the question's words that one of the first hits has, in `[0, 1]`.
fn coverage(question: &Question, hits: &[Hit]) -> f32 {
    if question.terms.is_empty() {
        return 0.0;
    }
    let share = |hit: &Hit| {
        let words = words(hit);
        let shared = question.terms.iter().filter(|term| words.contains(&term.term)).count();
        shared as f32 / question.terms.len() as f32
    };
    hits.iter().take(COVERING).map(share).fold(0.0, f32::max)
}

fn words(hit: &Hit) -> BTreeSet<String> {
    let memory = &hit.memory;
    let front = [memory.speaker.as_deref(), memory.title.as_deref(), Some(memory.spoken())];
    let terms = front.into_iter().flatten().flat_map(|text| text::index_terms(text, usize::MAX, 1.0));
    terms.map(|(term, _)| term).collect()
}
