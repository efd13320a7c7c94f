//! How a clause is meant: lived, heard, read, imagined, doubted, or in jest.
//!
//! Owns the reading of what stands around a clause. Must not know: keys, claims.

use super::clause::Clause;
use super::ground::Ground;
use super::group::Mood;
use super::lexicon::{self, holds};
use super::worlds;
use crate::model::{Role, Stance};

/// How one clause is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) stance: Stance,
    /// The speaker is not sure.
    pub(super) is_hedged: bool,
    /// The speaker may not mean it.
    pub(super) is_jest: bool,
    /// It is of another world ([`worlds`]): nothing of it was done or will be.
    pub(super) is_unreal: bool,
}

/// What a clause makes of those after it in the sentence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reported {
    Stance(Stance),
    /// In a letter or a work: of others told, of the speaker a story.
    Written,
    Hedged,
}

/// The frames of the clauses of one sentence.
pub(super) fn frames(ground: &Ground<'_>, sentence: usize, clauses: &[Clause<'_>], reading_on: bool) -> Vec<Frame> {
    let Some(range) = ground.sentences.get(sentence).cloned() else { return Vec::new() };
    let base = if ground.reading.role == Some(Role::Assistant) { Stance::Claimed } else { Stance::Lived };
    let is_jest = is_jest(ground, range.clone());
    let world = worlds::told(ground, &range);
    let is_told = range.clone().any(|at| {
        ground.word(at) == "according" && ground.word(at + 1) == "to" && !matches!(ground.word(at + 2), "my" | "me")
    });
    let has_if = clauses.iter().any(|clause| holds(lexicon::IFS, clause.join));
    let mut reported: Option<Reported> = None;
    let mut out = Vec::with_capacity(clauses.len());
    for (idx, clause) in clauses.iter().enumerate() {
        let from = if idx == 0 { range.start } else { clauses[idx - 1].rest.end };
        if reported.is_none() && clause.join == "that" && is_written(ground, clause, range.start) {
            reported = Some(Reported::Written);
        }
        let mut frame = Frame { stance: base, is_hedged: clause.group.is_hedged, is_jest, is_unreal: false };
        frame.is_hedged |= (from..clause.range.start).any(|at| ground.has(at, lexicon::HEDGES));
        frame.is_hedged |=
            (clause.rest.start..clause.rest.end).last().is_some_and(|at| ground.has(at, lexicon::HEDGES));
        if reading_on && !clause.head.is_speaker() {
            frame.stance = Stance::Read;
        } else if is_told {
            frame.stance = Stance::Told;
        }
        match reported {
            Some(Reported::Stance(stance)) => frame.stance = stance,
            Some(Reported::Written) => {
                frame.stance = if clause.head.is_speaker() { Stance::Read } else { Stance::Told };
            }
            Some(Reported::Hedged) => frame.is_hedged = true,
            None => {}
        }
        let is_thought = matches!(clause.group.mood, Mood::Thought | Mood::Doubted | Mood::Wished);
        let follows_if = has_if && matches!(clause.group.mood, Mood::Planned | Mood::Able);
        if is_thought || follows_if || holds(lexicon::IFS, clause.join) {
            frame.stance = Stance::Hypothetical;
        }
        if let Some((_, stance)) = world.filter(|(from, _)| clause.range.start >= *from) {
            (frame.stance, frame.is_unreal) = (stance, true);
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

/// "She wrote that", "wrote me that", whoever "she" is.
fn is_written(ground: &Ground<'_>, clause: &Clause<'_>, start: usize) -> bool {
    let that = (start..clause.range.start).rev().find(|&at| ground.word(at) == "that");
    let Some(before) = that.and_then(|that| that.checked_sub(1)).filter(|&before| before >= start) else {
        return false;
    };
    let is_whom = matches!(ground.word(before), "me" | "us" | "him" | "her" | "them");
    let verb = if is_whom { before.saturating_sub(1) } else { before };
    matches!(ground.word(verb), "wrote" | "writes" | "written" | "writing")
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
        "write" if is_open => Some(Reported::Written),
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

/// Whether a clause says that the writer read, watched or played a work; what is told next may be its story.
pub(super) fn is_of_a_work(ground: &Ground<'_>, clause: &Clause<'_>) -> bool {
    clause.head.is_speaker()
        && matches!(&*clause.group.lemma, "read" | "watch" | "play" | "finish" | "reread" | "re-read")
        && !clause.group.is_negated
        && (clause.rest.clone().any(|at| worlds::is_work(ground.word(at)))
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
