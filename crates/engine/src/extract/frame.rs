//! How a clause is meant: lived, heard, read, imagined, doubted, or in jest.
//!
//! Owns the reading of what stands around a clause. Must not know: keys, claims.

use super::clause::Clause;
use super::ground::Ground;
use super::group::Mood;
use super::lexicon::{self, holds, listed};
use crate::model::{Role, Stance};

/// How one clause is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) stance: Stance,
    /// The speaker is not sure.
    pub(super) is_hedged: bool,
    /// The speaker may not mean it.
    pub(super) is_jest: bool,
}

/// Words for works in which somebody else's world is told.
const WORKS: &[&str] = &[
    "anime",
    "book",
    "comic",
    "documentary",
    "drama",
    "dream",
    "episode",
    "fanfic",
    "film",
    "game",
    "manga",
    "movie",
    "musical",
    "myth",
    "novel",
    "play",
    "saga",
    "screenplay",
    "script",
    "series",
    "show",
    "sitcom",
    "story",
    "tale",
    "trilogy",
];

/// What a clause makes of those after it in the sentence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reported {
    Stance(Stance),
    Hedged,
}

/// The frames of the clauses of one sentence.
pub(super) fn frames(ground: &Ground<'_>, sentence: usize, clauses: &[Clause<'_>], reading_on: bool) -> Vec<Frame> {
    let Some(range) = ground.sentences.get(sentence).cloned() else { return Vec::new() };
    let base = if ground.reading.role == Some(Role::Assistant) { Stance::Claimed } else { Stance::Lived };
    let is_jest = is_jest(ground, range.clone());
    let in_work = in_a_work(ground, range.clone());
    let is_told = range.clone().any(|at| {
        ground.word(at) == "according" && ground.word(at + 1) == "to" && !matches!(ground.word(at + 2), "my" | "me")
    });
    let has_if = clauses.iter().any(|clause| holds(lexicon::IFS, clause.join));
    let mut reported: Option<Reported> = None;
    let mut out = Vec::with_capacity(clauses.len());
    for (idx, clause) in clauses.iter().enumerate() {
        let from = if idx == 0 { range.start } else { clauses[idx - 1].rest.end };
        let mut frame = Frame { stance: base, is_hedged: clause.group.is_hedged, is_jest };
        frame.is_hedged |= (from..clause.range.start).any(|at| ground.has(at, lexicon::HEDGES));
        frame.is_hedged |=
            (clause.rest.start..clause.rest.end).last().is_some_and(|at| ground.has(at, lexicon::HEDGES));
        if in_work || reading_on && !clause.head.is_speaker() {
            frame.stance = Stance::Read;
        } else if is_told {
            frame.stance = Stance::Told;
        }
        match reported {
            Some(Reported::Stance(stance)) => frame.stance = stance,
            Some(Reported::Hedged) => frame.is_hedged = true,
            None => {}
        }
        let is_thought = matches!(clause.group.mood, Mood::Thought | Mood::Doubted | Mood::Wished);
        let follows_if = has_if && matches!(clause.group.mood, Mood::Planned | Mood::Able);
        if is_thought || follows_if || holds(lexicon::IFS, clause.join) {
            frame.stance = Stance::Hypothetical;
        }
        out.push(frame);
        if let Some(next) = reports(ground, clause) {
            // "I live in Rome, I think."
            if next == Reported::Hedged
                && idx > 0
                && idx + 1 == clauses.len()
                && clause.join.is_empty()
                && ground.is_mark(clause.range.start.saturating_sub(1), ',')
            {
                out[idx - 1].is_hedged = true;
            }
            reported = Some(next);
        } else if clause.join != "that" && !matches!(clause.join, "and" | "") {
            // A clause with a join of its own ends the report unless it is coordinate.
            reported = reported
                .filter(|_| matches!(clause.join, "because" | "who" | "which" | "where" | "when" | "if" | "while"));
        }
    }
    out
}

/// What a clause of saying, thinking or reading makes of what follows.
fn reports(ground: &Ground<'_>, clause: &Clause<'_>) -> Option<Reported> {
    // "I said hello": an object of its own, and nothing is reported.
    let mut at = clause.rest.start;
    while at < clause.rest.end
        && (ground.name_over(at).is_some()
            || matches!(
                ground.word(at),
                "me" | "us"
                    | "him"
                    | "her"
                    | "them"
                    | "that"
                    | "to"
                    | "about"
                    | "how"
                    | "my"
                    | "somewhere"
                    | "from"
                    | "everyone"
                    | "once"
            ))
    {
        at += 1;
    }
    let is_open = at >= clause.rest.end || clause.rest.is_empty();
    let own = clause.head.is_speaker();
    match &*clause.group.lemma {
        "wish" | "dream" | "pretend" | "imagine" | "hope" if is_open => Some(Reported::Stance(Stance::Hypothetical)),
        "think" | "believe" | "guess" | "suppose" | "assume" | "reckon" | "suspect" | "feel" | "figure" | "bet"
        | "doubt"
            if is_open =>
        {
            Some(if own { Reported::Hedged } else { Reported::Stance(Stance::Told) })
        }
        "say" | "tell" | "mention" | "claim" | "announce" | "explain" | "confirm" | "promise" | "insist" | "report"
            if is_open && !own =>
        {
            Some(Reported::Stance(Stance::Told))
        }
        "want" | "expect" if !own => Some(Reported::Stance(Stance::Hypothetical)),
        "hear" if is_open => Some(Reported::Stance(Stance::Told)),
        "read" | "watch" | "play" | "see" if own && is_open && clause.group.lemma != "play" => {
            Some(Reported::Stance(Stance::Read))
        }
        "be" if matches!(ground.word(clause.rest.start), "sure" | "certain" | "convinced" | "positive")
            && clause.group.is_negated =>
        {
            Some(Reported::Hedged)
        }
        "be" if matches!(ground.word(clause.rest.start), "unsure" | "uncertain") => Some(Reported::Hedged),
        _ => None,
    }
}

/// "in the book", "of the show".
fn in_a_work(ground: &Ground<'_>, range: std::ops::Range<usize>) -> bool {
    range.clone().any(|at| {
        if !matches!(ground.word(at), "in" | "of" | "from")
            || !matches!(ground.word(at + 1), "the" | "this" | "that" | "a" | "my")
        {
            return false;
        }
        (at + 2..at + 5)
            .take_while(|&at| at < range.end && ground.tokens[at].is_word())
            .any(|at| listed(WORKS, ground.word(at)))
            && !matches!(ground.word(at + 3), "club" | "store" | "shop" | "fair" | "theater" | "theatre")
    })
}

/// Whether a clause says that the writer read, watched or played a work; what is told next may be its story.
pub(super) fn is_of_a_work(ground: &Ground<'_>, clause: &Clause<'_>) -> bool {
    clause.head.is_speaker()
        && matches!(&*clause.group.lemma, "read" | "watch" | "play" | "finish" | "reread" | "re-read")
        && !clause.group.is_negated
        && (clause.rest.clone().any(|at| listed(WORKS, ground.word(at)))
            || clause.rest.clone().any(|at| ground.is_mark(at, '"') || ground.is_mark(at, '“'))
            || clause.group.lemma.ends_with("read") && clause.rest.clone().any(|at| ground.name_over(at).is_some()))
}

/// Marks of sarcasm in a sentence, and right after it.
fn is_jest(ground: &Ground<'_>, range: std::ops::Range<usize>) -> bool {
    let end = range.end.min(ground.tokens.len());
    (range.start..end).any(|at| {
        let next = ground.word(at + 1);
        let after_comma = if ground.is_mark(at + 1, ',') { ground.word(at + 2) } else { next };
        match ground.word(at) {
            "yeah" | "yea" => after_comma == "right" && at + 2 <= range.end,
            "as" => next == "if" && (at + 2 >= end || !ground.tokens[at + 2].is_word()),
            "said" => next == "no" && ground.word(at + 2) == "one" && ground.word(at + 3) == "ever",
            "s" => {
                at > 0
                    && ground.is_mark(at - 1, '/')
                    && at + 1 == end
                    && (at < 2 || ground.tokens[at - 2].end < ground.tokens[at - 1].start)
            }
            "sarcasm" => true,
            _ => ground.is_mark(at, '🙄'),
        }
    })
}
