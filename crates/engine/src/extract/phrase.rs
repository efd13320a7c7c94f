//! Phrases that stand for values: where a noun phrase, a list, a place, a doing ends.
//!
//! Owns the bounds of values and what is no value at all ("it", "that"). Must not know: keys, claims.

use std::ops::Range;

use super::ground::Ground;
use super::lexicon::{self, holds};
use super::token::Kind;
use super::verbs::{self, ING};

/// Words of a value at most. Chosen: more is a clause.
const WORDS_MAX: usize = 9;
/// Entries of a list at most. Chosen.
const ENTRIES_MAX: usize = 12;

/// What a phrase may hold.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Loose {
    /// Prepositions inside: "hiking in the mountains".
    pub(super) prepositions: bool,
    /// Times inside: "visit Japan in May".
    pub(super) times: bool,
}

/// The noun phrase at a token, without its article: `None` where nothing of substance stands there.
pub(super) fn noun(ground: &Ground<'_>, at: usize, end: usize) -> Option<Range<usize>> {
    let first = after_article(ground, at);
    let is_doing = is_gerund(ground, first, end);
    bounded(ground, first, end, Loose { prepositions: is_doing, times: false })
}

/// The phrase at a token up to the end of the clause, prepositions and times inside.
pub(super) fn whole(ground: &Ground<'_>, at: usize, end: usize) -> Option<Range<usize>> {
    bounded(ground, at, end, Loose { prepositions: true, times: true })
}

/// One value.
pub(super) fn only(range: Range<usize>) -> Vec<Range<usize>> {
    vec![range]
}

pub(super) fn after_article(ground: &Ground<'_>, at: usize) -> usize {
    at + usize::from(matches!(ground.word(at), "a" | "an" | "the" | "some") && ground.name_at(at).is_none())
}

/// "hiking", "playing chess"; not "thing".
fn is_gerund(ground: &Ground<'_>, at: usize, end: usize) -> bool {
    at < end && verbs::verb(ground.word(at)).is_some_and(|verb| verb.is(ING)) && ground.name_over(at).is_none()
}

/// The phrase that begins at a token.
pub(super) fn bounded(ground: &Ground<'_>, first: usize, end: usize, loose: Loose) -> Option<Range<usize>> {
    let mut at = first;
    // A phrase in quotation marks is a title and ends with them.
    if matches!(ground.tokens.get(at).map(|token| token.kind), Some(Kind::Mark('"' | '“' | '„' | '«'))) {
        let close = (at + 1..end).find(|&at| matches!(ground.tokens[at].kind, Kind::Mark('"' | '”' | '“' | '»')))?;
        return (close > at + 1 && close - at <= WORDS_MAX && !ground.is_aside(at + 1)).then_some(at + 1..close);
    }
    while at < end && at - first < WORDS_MAX * 2 {
        if let Some(name) = ground.name_at(at).filter(|name| name.to <= end) {
            at = name.to;
            continue;
        }
        if !goes_on(ground, first, at, end, loose) {
            break;
        }
        at += 1;
    }
    let mut range = first..at;
    while range.end > range.start && is_weak_end(ground, range.end - 1) {
        range.end -= 1;
    }
    is_value(ground, &range).then_some(range)
}

/// Whether the word at `at` continues the phrase.
fn goes_on(ground: &Ground<'_>, first: usize, at: usize, end: usize, loose: Loose) -> bool {
    let token = &ground.tokens[at];
    if ground.is_aside(at) {
        return false;
    }
    if let Kind::Mark(mark) = token.kind {
        // "St. Gallen", "rock & roll", "half/half", "AC-DC", "$50", "#1".
        let tight = at > first
            && at + 1 < end
            && ground.tokens[at - 1].end == token.start
            && token.end == ground.tokens[at + 1].start;
        return ground.is_soft_dot(at, end) && at > first
            || matches!(mark, '&') && at > first && at + 1 < end
            || matches!(mark, '/' | '-' | '–' | '\'' | '’' | '+' | '_') && tight
            || matches!(mark, '$' | '€' | '£' | '#' | '¥') && at + 1 < end && token.end == ground.tokens[at + 1].start;
    }
    let word = token.word;
    if word == "'s" {
        // "Ann's cooking" is one phrase.
        return at > first && ground.name_over(at - 1).is_some() && at + 1 < end;
    }
    if word == "and" || word == "or" || word == "but" {
        return false;
    }
    // "visit Japan in May".
    let in_time = |at: usize| ground.times().iter().any(|time| time.from < at && at < time.to);
    if loose.times && at > first && holds(lexicon::STOPS, word) && in_time(at) {
        return true;
    }
    if at == first && holds(lexicon::STOPS, word) {
        return false;
    }
    if holds(lexicon::STOPS, word) && word != "to" {
        return false;
    }
    let is_inside = at > first;
    if holds(lexicon::PREPOSITIONS, word) || word == "to" {
        let of = word == "of" && is_inside;
        if !(of || loose.prepositions && is_inside && at + 1 < end) {
            return false;
        }
    }
    // "pizza the most", "tea a lot".
    if is_inside && matches!(word, "the" | "a" | "an" | "this" | "that") {
        let before = ground.word(at - 1);
        let is_object = holds(lexicon::PREPOSITIONS, before) || verbs::verb(before).is_some();
        let quantity = matches!(ground.word(at + 1), "lot" | "bit" | "most" | "little" | "ton" | "while");
        if !(is_object || loose.times) || quantity {
            return false;
        }
    }
    if is_inside && matches!(word, "i" | "we" | "he" | "they" | "you" | "it") {
        return false;
    }
    loose.times || !is_inside || ground.time_at(at).is_none() || is_part_of_noun(ground, at)
}

/// "Monday meetings": the time belongs to the noun.
fn is_part_of_noun(ground: &Ground<'_>, at: usize) -> bool {
    ground.time_at(at).is_some_and(|time| {
        time.to == at + 1
            && !matches!(
                ground.word(at),
                "today" | "tomorrow" | "yesterday" | "now" | "tonight" | "lately" | "recently"
            )
    }) && at + 1 < ground.tokens.len()
        && ground.tokens[at + 1].is_word()
        && !ground.has(at + 1, lexicon::PREPOSITIONS)
        && !ground.has(at + 1, lexicon::STOPS)
        && ground.word(at + 1) != "and"
}

fn is_weak_end(ground: &Ground<'_>, at: usize) -> bool {
    let word = ground.word(at);
    let is_mark = !ground.tokens[at].is_word();
    is_mark && !matches!(ground.tokens[at].kind, Kind::Mark('+' | '#'))
        || ground.name_over(at).is_none()
            && (holds(lexicon::PREPOSITIONS, word) && !matches!(word, "up" | "off" | "down")
                || holds(lexicon::DETERMINERS, word)
                || word == "to"
                || matches!(word, "very" | "so" | "much" | "lot" | "more" | "and"))
}

/// Whether a range holds anything but filler.
pub(super) fn is_value(ground: &Ground<'_>, range: &Range<usize>) -> bool {
    let n_words = range.clone().filter(|&at| ground.tokens[at].is_word()).count();
    let has_substance = range
        .clone()
        .any(|at| ground.name_over(at).is_some() || ground.tokens[at].is_word() && !ground.has(at, lexicon::EMPTY));
    let has_letters = ground.slice(range).chars().any(char::is_alphanumeric);
    n_words > 0
        && n_words <= WORDS_MAX
        && has_substance
        && has_letters
        && !range.clone().any(|at| ground.is_aside(at))
        && !(n_words == 1 && ground.slice(range).chars().count() < 2)
}

/// The entries of a list: "hiking, chess and old maps"; one entry where there is no list. Empty where there is no value.
///
/// `rest` says where the list ended.
pub(super) fn list(ground: &Ground<'_>, at: usize, end: usize) -> (Vec<Range<usize>>, usize) {
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut at = at;
    while out.len() < ENTRIES_MAX {
        let Some(entry) = noun(ground, at, end) else { break };
        at = entry.end;
        // A closing quotation mark.
        at += usize::from(
            at < end
                && matches!(ground.tokens[at].kind, Kind::Mark('"' | '”' | '»'))
                && entry.start > 0
                && matches!(ground.tokens[entry.start - 1].kind, Kind::Mark('"' | '“' | '„' | '«')),
        );
        out.push(entry);
        let mut next = at;
        let mut joined = false;
        if ground.is_mark(next, ',') {
            next += 1;
        }
        if matches!(ground.word(next), "and" | "or" | "plus") || ground.is_mark(next, '&') {
            next += 1;
            joined = true;
        }
        if matches!(ground.word(next), "also" | "especially") {
            next += 1;
        }
        if next == at || next >= end {
            break;
        }
        // A comma alone continues a list only when a joined entry follows somewhere, or nothing else does.
        if !joined && !closes_list(ground, next, end) {
            break;
        }
        at = next;
    }
    let to = out.last().map_or(at, |last| last.end.max(at.min(end)));
    (out, to)
}

/// Whether after a comma entries follow up to an "and", or up to the end.
fn closes_list(ground: &Ground<'_>, mut at: usize, end: usize) -> bool {
    for _ in 0..ENTRIES_MAX {
        let Some(entry) = noun(ground, at, end) else { return false };
        at = entry.end;
        if at >= end
            || matches!(ground.word(at), "and" | "or")
            || ground.is_mark(at, '&')
            || ground.is_soft_end(at, end)
        {
            return true;
        }
        if !ground.is_mark(at, ',') {
            return false;
        }
        at += 1;
        if matches!(ground.word(at), "and" | "or") {
            return true;
        }
    }
    false
}

/// The last word of the core of a noun phrase: "of" and what follows is not of the core.
pub(super) fn core_end(ground: &Ground<'_>, range: &Range<usize>) -> usize {
    range.clone().find(|&at| at > range.start && ground.has(at, lexicon::PREPOSITIONS)).unwrap_or(range.end)
}

/// That last word, in the singular.
pub(super) fn core<'a>(ground: &Ground<'a>, range: &Range<usize>) -> &'a str {
    let end = core_end(ground, range);
    lexicon::singular(ground.word(end.saturating_sub(1)))
}
