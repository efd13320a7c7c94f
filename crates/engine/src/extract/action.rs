//! Actions: what somebody did or will do.
//!
//! Owns which verbs are deeds and how much of a clause is their object. Must not know: rows, keys.

use std::ops::Range;

use super::clause::Clause;
use super::ground::Ground;
use super::group::{Mood, Tense};
use super::lexicon::{self, holds, listed};
use super::phrase::{self, Loose};

/// Verbs that are states of mind, talk about talk, or say nothing without another verb.
const NO_DEEDS: &[&str] = &[
    "agree",
    "appear",
    "appreciate",
    "assume",
    "be",
    "bear",
    "become",
    "believe",
    "belong",
    "bet",
    "concern",
    "consider",
    "cost",
    "depend",
    "deserve",
    "detest",
    "dislike",
    "do",
    "doubt",
    "enjoy",
    "exist",
    "expect",
    "feel",
    "figure",
    "forget",
    "get",
    "give",
    "guess",
    "happen",
    "hate",
    "have",
    "hear",
    "help",
    "hope",
    "imagine",
    "include",
    "involve",
    "keep",
    "know",
    "lack",
    "last",
    "let",
    "like",
    "look",
    "love",
    "matter",
    "mean",
    "mention",
    "mind",
    "need",
    "notice",
    "own",
    "please",
    "prefer",
    "pretend",
    "put",
    "realise",
    "realize",
    "reckon",
    "regret",
    "relate",
    "remain",
    "remember",
    "say",
    "see",
    "seem",
    "smell",
    "sound",
    "stay",
    "suit",
    "suppose",
    "surprise",
    "suspect",
    "sweat",
    "take",
    "taste",
    "tell",
    "tend",
    "think",
    "trust",
    "understand",
    "use",
    "value",
    "want",
    "wish",
    "wonder",
    "worry",
];

/// Verbs of [`NO_DEEDS`] that are deeds with a thing as their object: "took a pottery class", "got a new puppy".
const LIGHT: &[&str] = &[
    "do", "forget", "get", "give", "have", "hear", "help", "keep", "notice", "put", "see", "take", "tell", "own",
    "stay", "look", "remember", "realise", "realize", "use", "enjoy", "love",
];

/// A deed that a clause tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Deed {
    pub(super) verb: String,
    pub(super) object: Option<Range<usize>>,
    /// It lies ahead.
    pub(super) is_planned: bool,
}

/// Reads a clause as a deed; `None` for states, general truths and what did not happen.
pub(super) fn deed(ground: &Ground<'_>, clause: &Clause<'_>) -> Option<Deed> {
    let group = &clause.group;
    let is_ahead = group.mood == Mood::Planned
        && (group.tense == Tense::Future || group.before.is_some_and(|before| before.0 == "go"))
        || group.mood == Mood::Plain
            && group.is_progressive
            && group.tense == Tense::Present
            && has_coming_time(ground, clause);
    // "I'm reading a fantasy novel": what somebody is at.
    let is_ongoing = group.mood == Mood::Plain
        && group.is_progressive
        && group.tense == Tense::Present
        && !group.is_passive
        && !group.is_over
        && !matches!(&*group.lemma, "die" | "hope" | "look" | "try" | "joke" | "kid" | "talk" | "come" | "excite");
    if group.before.is_some_and(|before| before.0 == "decide") && matches!(group.tense, Tense::Past | Tense::Perfect) {
        return decision(ground, clause);
    }
    let is_done = group.mood == Mood::Plain
        && matches!(group.tense, Tense::Past | Tense::Perfect)
        && !group.is_passive
        && !group.is_over;
    let is_plain = !group.is_negated && !clause.is_ambiguous && clause.head.property.is_none() && !clause.is_relative;
    if !(is_ahead || is_done || is_ongoing)
        || !is_plain
        || (group.is_progressive && group.tense == Tense::Past && !clause.head.is_speaker())
    {
        return None;
    }
    let verb = group.lemma.to_string();
    let is_light = listed(NO_DEEDS, &verb);
    if is_light && !(LIGHT.contains(&&*verb) && is_done_or_planned(&verb, is_done)) {
        return None;
    }
    let object = object(ground, clause);
    let is_substantial = match &object {
        Some(range) => !(is_light || is_ongoing && !is_ahead) || has_thing(ground, range),
        // "I resigned", "we married": a deed without an object counts when it is a known verb and something tells when.
        None => !is_light && !group.is_guessed && !is_ongoing && has_time(ground, clause),
    };
    is_substantial.then_some(Deed { verb, object, is_planned: is_ahead })
}

/// "I decided to run for office": the decision is the deed.
fn decision(ground: &Ground<'_>, clause: &Clause<'_>) -> Option<Deed> {
    let group = &clause.group;
    let (_, start) = group.before.filter(|_| !group.is_negated && !clause.is_ambiguous && !clause.is_relative)?;
    let range = phrase::whole(ground, start, clause.rest.end)?;
    let object = start.checked_sub(1)?..trimmed(ground, &range);
    (object.len() > 2).then(|| Deed { verb: "decide".to_owned(), object: Some(object), is_planned: false })
}

fn is_done_or_planned(verb: &str, is_done: bool) -> bool {
    is_done
        || !matches!(
            verb,
            "have" | "love" | "own" | "enjoy" | "hear" | "notice" | "remember" | "forget" | "realise" | "realize"
        )
}

fn has_time(ground: &Ground<'_>, clause: &Clause<'_>) -> bool {
    clause.rest.clone().any(|at| ground.time_at(at).is_some())
}

fn has_coming_time(ground: &Ground<'_>, clause: &Clause<'_>) -> bool {
    clause
        .rest
        .clone()
        .any(|at| ground.time_at(at).is_some() || matches!(ground.word(at), "tomorrow" | "tonight" | "soon" | "next"))
        && !matches!(&*clause.group.lemma, "look" | "feel" | "think")
}

/// The object, times cut off where they end it.
fn object(ground: &Ground<'_>, clause: &Clause<'_>) -> Option<Range<usize>> {
    let rest = clause.rest.clone();
    let first = rest.start;
    let mut end = rest.end;
    if let Some(mark) = (first..end).find(|&at| ends_object(ground, at, end)) {
        end = mark;
    }
    let range = phrase::bounded(ground, first, end, Loose { prepositions: true, times: true })
        .or_else(|| prepositional(ground, first, end))?;
    let mut range = range.start..trimmed(ground, &range);
    // A time at the beginning is no object.
    if let Some(time) = ground.time_at(range.start).filter(|time| time.to <= range.end) {
        range.start = time.to;
    }
    (!range.is_empty() && phrase::is_value(ground, &range) && !is_bare_pronoun(ground, &range)).then_some(range)
}

/// "to the beach", "with Ann".
fn prepositional(ground: &Ground<'_>, first: usize, end: usize) -> Option<Range<usize>> {
    let is_preposition = ground.has(first, lexicon::PREPOSITIONS) || ground.word(first) == "to";
    if !is_preposition || first + 1 >= end || matches!(ground.word(first), "like" | "as") {
        return None;
    }
    let inner = phrase::bounded(ground, first + 1, end, Loose { prepositions: true, times: true })?;
    Some(first..inner.end)
}

fn ends_object(ground: &Ground<'_>, at: usize, end: usize) -> bool {
    ground.is_mark(at, '(')
        || ground.is_mark(at, '—')
        || ground.is_mark(at, '–')
        || ground.is_mark(at, ';')
        || ground.is_soft_end(at, end) && !ground.is_soft_dot(at, end)
}

/// Where the object ends once a time that closes it is cut off.
fn trimmed(ground: &Ground<'_>, range: &Range<usize>) -> usize {
    let mut end = range.end;
    loop {
        let Some(time) = ground.times().iter().find(|time| time.to == end && time.from >= range.start) else {
            return end;
        };
        let before = ground.word(time.from.saturating_sub(1));
        end = time.from;
        if end > range.start && (holds(lexicon::PREPOSITIONS, before) || matches!(before, "the" | "this")) {
            end -= 1;
        }
        if end <= range.start {
            return range.start;
        }
    }
}

fn is_bare_pronoun(ground: &Ground<'_>, range: &Range<usize>) -> bool {
    let first =
        range.start + usize::from(ground.has(range.start, lexicon::PREPOSITIONS) || ground.word(range.start) == "to");
    matches!(
        ground.word(first),
        "it" | "that"
            | "this"
            | "them"
            | "him"
            | "her"
            | "you"
            | "me"
            | "us"
            | "what"
            | "something"
            | "everything"
            | "nothing"
            | "anything"
    ) && range.end <= first + 1
}

/// Something of substance: a name, or a word that is no filler after the article.
fn has_thing(ground: &Ground<'_>, range: &Range<usize>) -> bool {
    let n_words = range
        .clone()
        .filter(|&at| {
            ground.name_over(at).is_some()
                || ground.tokens[at].is_word()
                    && !ground.has(at, lexicon::EMPTY)
                    && !crate::text::is_stop_word(ground.word(at))
        })
        .count();
    n_words >= 1 && (range.len() > 1 || ground.name_over(range.start).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted() {
        assert!(NO_DEEDS.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
