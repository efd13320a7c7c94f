//! Sentences taken apart into clauses: who, the verb, the rest.
//!
//! Owns where a clause begins and ends, which sentences ask, and who "she" is. Must not know: claims.

use std::ops::Range;

use super::ground::Ground;
use super::group::{self, Group, Person};
use super::lexicon::{self, holds};
use super::party::{self, Head};
use super::{pronoun, question, verbs};
use crate::model::Party;

/// A clause.
#[derive(Clone, Debug)]
pub(super) struct Clause<'a> {
    pub(super) head: Head,
    pub(super) group: Group<'a>,
    /// Tokens from the subject (or the verb, where the subject is inherited) to the end.
    pub(super) range: Range<usize>,
    /// Tokens after the verb group.
    pub(super) rest: Range<usize>,
    /// The word that joins it to what stands before: "if", "because", "that"; empty at the beginning.
    pub(super) join: &'a str,
    /// "the book I read", "what I made": what it is about stands before it.
    pub(super) is_relative: bool,
    /// "she" or "he" that could be several people.
    pub(super) is_ambiguous: bool,
}

/// The clauses of one sentence, in order.
pub(super) fn clauses<'a>(ground: &Ground<'a>, sentence: usize) -> Vec<Clause<'a>> {
    let Some(range) = ground.sentences.get(sentence).cloned() else { return Vec::new() };
    let asked_from = question::asked_from(ground, &range);
    if asked_from == Some(range.start) {
        return Vec::new();
    }
    let end = asked_from.unwrap_or(range.end);
    let mut out: Vec<Clause<'a>> = Vec::new();
    let mut at = range.start;
    while at < end {
        if ground.is_aside(at) {
            at += 1;
            continue;
        }
        let last = out.last().map(|clause| (&clause.head, &clause.group));
        match clause_at(ground, at, range.start, end, last) {
            Some((head, group, is_ambiguous)) => {
                let join = join_before(ground, at, range.start);
                let is_relative = is_relative(ground, at, range.start, out.is_empty());
                let from = at;
                at = group.to.max(at + 1);
                let rest = group.to..end;
                out.push(Clause { head, group, range: from..end, rest, join, is_relative, is_ambiguous });
            }
            None => at += 1,
        }
    }
    if let Some(last) = out.last_mut() {
        while last.rest.end > last.rest.start && !ground.tokens[last.rest.end - 1].is_word() {
            last.rest.end -= 1;
        }
        last.range.end = last.rest.end.max(last.range.start + 1);
    }
    for idx in 1..out.len() {
        let mut stop = out[idx].range.start;
        let floor = out[idx - 1].group.to;
        while stop > floor && is_joint(ground, stop - 1) {
            stop -= 1;
        }
        out[idx - 1].rest.end = stop.max(floor);
        out[idx - 1].range.end = stop.max(floor);
    }
    out
}

/// Words and marks between clauses that belong to neither.
pub(super) fn is_joint(ground: &Ground<'_>, at: usize) -> bool {
    let word = ground.word(at);
    if word.is_empty() {
        return matches!(
            ground.tokens[at].kind,
            super::token::Kind::Mark(',' | ';' | ':' | '-' | '–' | '—' | '.' | '!' | '&')
        );
    }
    matches!(word, "and" | "or" | "but") || holds(lexicon::JOINS, word) || holds(lexicon::LEAD_INS, word)
}

/// The word that joins the clause at `at` to what stands before it.
fn join_before<'a>(ground: &Ground<'a>, at: usize, start: usize) -> &'a str {
    let mut before = at;
    while before > start {
        let word = ground.word(before - 1);
        if holds(lexicon::JOINS, word) {
            // "even if", "as if", "so that".
            return word;
        }
        if !holds(lexicon::LEAD_INS, word) && !holds(lexicon::ADVERBS, word) {
            return "";
        }
        before -= 1;
    }
    ""
}

/// Whether the clause at a token says something of the noun before it.
fn is_relative(ground: &Ground<'_>, at: usize, start: usize, is_first: bool) -> bool {
    let Some(before) = at.checked_sub(1).filter(|&before| before >= start) else { return false };
    let word = ground.word(before);
    if word.is_empty() || ground.name_over(before).is_some() {
        return false;
    }
    if matches!(word, "what" | "whatever" | "whom") {
        return true;
    }
    let is_open = |at: usize| {
        let word = ground.word(at);
        is_saying(word)
            || matches!(
                word,
                "me" | "us"
                    | "him"
                    | "her"
                    | "them"
                    | "you"
                    | "glad"
                    | "happy"
                    | "sure"
                    | "so"
                    | "proud"
                    | "sad"
                    | "sorry"
                    | "is"
                    | "was"
                    | "not"
                    | ""
            )
    };
    if matches!(word, "that" | "which") {
        return before > start && !is_open(before - 1) && ground.name_over(before - 1).is_none();
    }
    if matches!(word, "and" | "or" | "but")
        || holds(lexicon::JOINS, word)
        || holds(lexicon::LEAD_INS, word)
        || holds(lexicon::HEDGES, word)
    {
        return false;
    }
    let opener = ground.word(
        start + (start..at).take_while(|&at| ground.has(at, lexicon::LEAD_INS) || ground.word(at).is_empty()).count(),
    );
    let after_phrase = is_first && (holds(lexicon::PREPOSITIONS, opener) || matches!(opener, "when" | "while"));
    let after_time = ground.times().iter().any(|time| time.to == at);
    !(is_open(before) || after_phrase || after_time || holds(lexicon::ADVERBS, word))
}

fn clause_at<'a>(
    ground: &Ground<'a>,
    at: usize,
    start: usize,
    end: usize,
    last: Option<(&Head, &Group<'a>)>,
) -> Option<(Head, Group<'a>, bool)> {
    let word = ground.word(at);
    if matches!(word, "he" | "she") && may_begin(ground, at, start) {
        let (head, is_ambiguous) = pronoun::meant(ground, at, word == "she")?;
        let group = group::group(ground, at + 1, end, Person::Third)?;
        return Some((head, group, is_ambiguous));
    }
    if matches!(word, "his" | "her") && may_begin(ground, at, start) {
        let (owner, is_ambiguous) = pronoun::meant(ground, at, word == "her")?;
        let head = party::owned(ground, Head { range: at..at + 1, ..owner }, end, 1)?;
        let group = group::group(ground, head.range.end, end, Person::Any)?;
        return Some((head, group, is_ambiguous));
    }
    if let Some(head) = party::head(ground, at, end).filter(|head| may_begin_with(ground, at, start, head)) {
        let after = after_aside(ground, head.range.end, end);
        let person = match &head.parties[..] {
            _ if head.property.is_some() => Person::Any,
            [Party::Speaker] => Person::First,
            [_] if !head.is_weak => Person::Third,
            _ => Person::Any,
        };
        if let Some(group) = group::group(ground, after, end, person) {
            return Some((head, group, false));
        }
    }
    inherited(ground, at, start, end, last).or_else(|| dropped(ground, at, start, end, last.is_none()))
}

/// Verbs whose past at the beginning tells a feeling: "Excited to see you".
const FEELINGS: &[&str] = &[
    "amaze",
    "annoy",
    "bore",
    "concern",
    "disappoint",
    "excite",
    "interest",
    "please",
    "relate",
    "scare",
    "shock",
    "surprise",
    "terrify",
    "thrill",
    "tire",
    "upset",
    "use",
    "worry",
];

/// "Just started a new job", "Promised Ann to call": chat drops the "I" at the beginning.
fn dropped<'a>(
    ground: &Ground<'a>,
    at: usize,
    start: usize,
    end: usize,
    is_first: bool,
) -> Option<(Head, Group<'a>, bool)> {
    let before_is_lead = (start..at).all(|at| ground.has(at, lexicon::LEAD_INS) || !ground.tokens[at].is_word());
    let verb = verbs::verb(ground.word(at)).filter(|_| is_first && before_is_lead && ground.name_over(at).is_none())?;
    let is_past = verb.is(verbs::PAST)
        && !verb.is(verbs::BASE | verbs::GUESSED)
        && !matches!(&*verb.lemma, "be" | "have" | "do" | "say" | "tell" | "make" | "base" | "give" | "take" | "cost")
        && !FEELINGS.contains(&&*verb.lemma);
    let is_said_of_another = matches!(ground.word(at + 1), "you" | "it" | "that" | "by" | "on" | "in" | "")
        || ground.reading.role == Some(crate::model::Role::Assistant);
    if !is_past || is_said_of_another {
        return None;
    }
    let group = group::group(ground, at, end, Person::First)?;
    Some((Head { is_weak: true, ..Head::of(Party::Speaker, at..at) }, group, false))
}

/// "and works at Siemens", "who lives in Porto": the subject of the clause before, or whom "who" follows.
fn inherited<'a>(
    ground: &Ground<'a>,
    at: usize,
    start: usize,
    end: usize,
    last: Option<(&Head, &Group<'a>)>,
) -> Option<(Head, Group<'a>, bool)> {
    let before = at.checked_sub(1).filter(|&before| before >= start)?;
    let joint = ground.word(before);
    if joint == "who" {
        let head = whom(ground, before, start)?;
        let person = if head.is_weak { Person::Any } else { Person::Third };
        let group = group::group(ground, at, end, person)?;
        return Some((head, group, false));
    }
    let (head, verb) = last?;
    let joins = matches!(joint, "and" | "but" | "then") || ground.is_mark(before, '&');
    if !joins || head.property.is_some() {
        return None;
    }
    let person = if head.is_speaker() {
        Person::First
    } else if head.is_weak {
        Person::Any
    } else {
        Person::Third
    };
    let leans = verb.mood != super::group::Mood::Plain;
    let person = if leans && !head.is_speaker() { Person::Any } else { person };
    let mut group = group::group(ground, at, end, person)?;
    // "was born and raised in Ohio".
    let is_participle = verbs::verb(ground.word(at)).is_some_and(|found| found.is(verbs::PART));
    if verb.is_passive && is_participle && group.at == at {
        group.is_passive = true;
    }
    let is_plain_form = verbs::verb(ground.word(at)).is_some_and(|found| found.is(verbs::BASE));
    if is_plain_form && leans {
        group.mood = verb.mood;
        group.tense = verb.tense;
    } else if is_plain_form && verb.tense == super::group::Tense::Past && group.tense == super::group::Tense::Present {
        // "I used to work and live": the helping verb counts for both; "I went there and love it" does not occur often.
        group.is_over |= verb.is_over;
        if !verb.is_over {
            return None;
        }
    }
    Some((head.clone(), group, false))
}

/// The party that stands right before "who".
fn whom(ground: &Ground<'_>, who: usize, start: usize) -> Option<Head> {
    let last = who - usize::from(who > start && ground.is_mark(who - 1, ','));
    (start..last)
        .rev()
        .take(5)
        .find_map(|at| party::head(ground, at, last).filter(|head| head.range.end == last && head.property.is_none()))
        .filter(|head| !head.is_speaker())
}

/// "Ann, a nurse from Rome, works": what stands between two commas after the subject is passed over.
fn after_aside(ground: &Ground<'_>, at: usize, end: usize) -> usize {
    /// Tokens between the commas at most. Chosen.
    const ASIDE_MAX: usize = 9;
    if !ground.is_mark(at, ',') {
        return at;
    }
    let close = (at + 1..end.min(at + ASIDE_MAX)).find(|&close| ground.is_mark(close, ','));
    let opens = matches!(ground.word(at + 1), "a" | "an" | "the" | "my" | "our");
    close.filter(|_| opens).map_or(at, |close| close + 1)
}

fn may_begin_with(ground: &Ground<'_>, at: usize, start: usize, head: &Head) -> bool {
    let is_first_person = matches!(ground.word(at), "i" | "we");
    if is_first_person {
        let before = if at > start { ground.word(at - 1) } else { "" };
        return !holds(lexicon::AUXILIARIES, before) && before != "not" && !is_and_of_subject(ground, at, start);
    }
    let _ = head;
    may_begin(ground, at, start)
}

/// "my wife and I": `I` is not a subject of its own.
fn is_and_of_subject(ground: &Ground<'_>, at: usize, start: usize) -> bool {
    at >= start + 2
        && ground.word(at - 1) == "and"
        && (start..at - 1)
            .rev()
            .take(5)
            // "my name is Dana and I": Dana is no subject.
            .filter(|&from| may_begin(ground, from, start))
            .any(|from| party::head(ground, from, at + 1).is_some_and(|head| head.range.end == at + 1))
}

/// Whether a clause may begin at a token: after a mark, a joining word, a verb of saying, or a time.
fn may_begin(ground: &Ground<'_>, at: usize, start: usize) -> bool {
    let mut before = at;
    while before > start {
        let word = ground.word(before - 1);
        if word.is_empty() {
            return !ground.is_soft_dot(before - 1, at + 1);
        }
        if holds(lexicon::JOINS, word) || word == "and" || word == "or" || word == "but" || is_saying(word) {
            return true;
        }
        if ground.is_aside(before - 1) {
            return true;
        }
        if holds(lexicon::LEAD_INS, word) || holds(lexicon::HEDGES, word) {
            before -= 1;
            continue;
        }
        // "told me my sister", "told Ann she".
        if matches!(word, "me" | "us" | "him" | "her" | "them") || ground.name_over(before - 1).is_some() {
            return before >= start + 2 && is_saying(ground.word(before - 2));
        }
        // "in 2019 Ann", "last week my sister".
        return matches!(
            word,
            "week" | "month" | "year" | "ago" | "morning" | "night" | "evening" | "weekend" | "days"
        ) || ground.tokens[before - 1].kind == super::token::Kind::Number
            && before >= start + 2
            && matches!(ground.word(before - 2), "in" | "since" | "may" | "june");
    }
    true
}

/// Verbs after which what is said follows, with or without "that".
pub(super) fn is_saying(word: &str) -> bool {
    matches!(
        word,
        "say"
            | "says"
            | "said"
            | "told"
            | "tell"
            | "tells"
            | "think"
            | "thinks"
            | "thought"
            | "believe"
            | "believes"
            | "believed"
            | "guess"
            | "know"
            | "knows"
            | "knew"
            | "heard"
            | "hear"
            | "suppose"
            | "hope"
            | "wish"
            | "mentioned"
            | "mentions"
            | "claims"
            | "claimed"
            | "suspect"
            | "assume"
            | "reckon"
            | "bet"
            | "imagine"
            | "learned"
            | "realised"
            | "realized"
            | "remember"
            | "confirmed"
            | "announced"
            | "explained"
            | "doubt"
            | "feel"
            | "figured"
            | "noticed"
            | "wonder"
            | "dreamed"
            | "dreamt"
            | "pretend"
            | "saying"
            | "telling"
            | "thinking"
    )
}

/// The same person as far as the words tell.
pub(super) fn same(one: &Party, two: &Party) -> bool {
    match (one, two) {
        (Party::Speaker, Party::Speaker) => true,
        (Party::Named { name: a, .. }, Party::Named { name: b, .. }) => a.eq_ignore_ascii_case(b),
        (Party::Role { role: a, of: x, .. }, Party::Role { role: b, of: y, .. }) => a == b && same(x, y),
        _ => false,
    }
}
