//! Where a sentence asks; from there on it says nothing.
//!
//! Owns the forms of questions, with and without a mark. Must not know: clauses.

use std::ops::Range;

use super::clause::is_joint;
use super::ground::Ground;
use super::lexicon::{self, holds};

/// Where a sentence begins to ask, if it does; everything from there on says nothing.
pub(super) fn asked_from(ground: &Ground<'_>, range: &Range<usize>) -> Option<usize> {
    let last = range
        .clone()
        .rev()
        .find(|&at| !matches!(ground.tokens[at].kind, super::token::Kind::Mark('"' | '\'' | ')' | '”' | '’')));
    let has_mark = last
        .is_some_and(|at| (at.saturating_sub(3)..=at).any(|at| ground.is_mark(at, '?') || ground.is_mark(at, '？')));
    let opens = |at: usize| {
        at == range.start
            || is_joint(ground, at - 1)
            || matches!(ground.tokens[at - 1].kind, super::token::Kind::Mark(_))
    };
    let asks = range.clone().filter(|&at| opens(at) && is_question_at(ground, at)).last();
    let from_start = range.clone().find(|&at| {
        !ground.has(at, lexicon::LEAD_INS)
            && !ground.word(at).is_empty()
            && !matches!(ground.word(at), "and" | "but" | "so")
    });
    if has_mark {
        return Some(asks.unwrap_or(range.start));
    }
    // Without a mark only a sentence that is a question from its beginning is one.
    from_start.filter(|&at| is_question_at(ground, at)).map(|_| range.start)
}

/// "where do", "am i", "does ann", "who is".
fn is_question_at(ground: &Ground<'_>, at: usize) -> bool {
    let (word, next) = (ground.word(at), ground.word(at + 1));
    if ground.name_over(at).is_some_and(|name| !name.is_small)
        && ground.tokens[at].capital
        && !holds(lexicon::AUXILIARIES, word)
    {
        return false;
    }
    match word {
        "where" | "what" | "when" | "why" | "how" | "which" | "whose" | "whom" => {
            holds(lexicon::AUXILIARIES, next)
                || next == "'s"
                || (at + 2..at + 5).any(|at| ground.has(at, lexicon::AUXILIARIES))
                    && !matches!(next, "i" | "we" | "my" | "he" | "she" | "they" | "ann")
                    && word != "when"
                    && ground.name_over(at + 1).is_none()
        }
        "who" => holds(lexicon::AUXILIARIES, next) || next == "'s",
        "am" | "is" | "are" | "was" | "were" | "do" | "does" | "did" | "have" | "has" | "had" | "can" | "could"
        | "will" | "would" | "should" | "may" | "shall" => {
            let after = if next == "not" { ground.word(at + 2) } else { next };
            matches!(
                after,
                "i" | "we"
                    | "you"
                    | "he"
                    | "she"
                    | "they"
                    | "it"
                    | "my"
                    | "our"
                    | "your"
                    | "his"
                    | "her"
                    | "their"
                    | "there"
                    | "this"
                    | "that"
                    | "anyone"
                    | "anybody"
                    | "someone"
            ) || ground.name_over(at + 1).is_some() && word != "have" && !ground.tokens[at].capital
                || ground.name_over(at + 1).is_some() && matches!(word, "is" | "are" | "does" | "did" | "was" | "has")
        }
        _ => false,
    }
}
