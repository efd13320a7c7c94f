//! What the words around a name tell of what it is: "in Tuvi", "Zed said", "Salem, Ore.", ", 44,".
//!
//! Owns the cues around a name, and where the table of places is asked. Must not know: what stands inside a name.

use std::ops::Range;

use super::cues::{
    AFTER_FIRM, AFTER_PLACE, BEFORE_FIRM, BEFORE_PERSON, BEFORE_PLACE, GOING, PERSON_VERBS, POSTS, TOWARDS_PLACE, WORK,
};
use super::ground::Name;
use super::known_names::is_surname;
use super::lexicon::{self, holds, listed};
use super::regions;
use super::token::Token;
use crate::model::EntityKind;

/// What people alone have: "Zed's wedding". Sorted.
#[rustfmt::skip]
const OF_PEOPLE: &[&str] = &[
    "behalf", "birthday", "boss", "brother", "career", "dad", "daughter", "death", "father", "hometown", "house",
    "husband", "manager", "mom", "mother", "native", "sister", "son", "wedding", "widow", "wife",
];

/// Cues around a name.
pub(super) fn around(tokens: &[Token<'_>], name: &Name, before: Option<&Name>) -> Option<EntityKind> {
    let word = |at: Option<usize>| at.and_then(|at| tokens.get(at)).map_or("", |token| token.word);
    let mut at = name.from.checked_sub(1);
    // "Dr. Kim": the dot.
    if at.is_some_and(|at| tokens[at].is_mark('.')) {
        at = at.and_then(|at| at.checked_sub(1));
    }
    let prior = word(at);
    let prior2 = word(at.and_then(|at| at.checked_sub(1)));
    let next = word(Some(name.to));
    let next2 = word(Some(name.to + 1));
    if holds(lexicon::TITLES, prior)
        || super::roles::role(prior).is_some_and(|role| {
            !role.key.is_empty()
                || matches!(role.plain, "friend" | "boss" | "manager" | "neighbour" | "cousin" | "aunt" | "uncle")
        })
    {
        return Some(EntityKind::Person);
    }
    let works = |word: &str| WORK.contains(&word);
    if listed(BEFORE_FIRM, prior) && (works(prior2) || matches!(prior, "joined" | "joining")) {
        return Some(EntityKind::Organisation);
    }
    if listed(BEFORE_PLACE, prior) {
        return Some(EntityKind::Location);
    }
    if listed(PERSON_VERBS, next) || next == "'s" && listed(OF_PEOPLE, next2) {
        return Some(EntityKind::Person);
    }
    if is_introduced(tokens, name.to) || prior == "to" && prior2 == "according" {
        return Some(EntityKind::Person);
    }
    if listed(BEFORE_PERSON, prior) || matches!(prior2, "met" | "told" | "called") && matches!(prior, "up" | "with") {
        return Some(EntityKind::Person);
    }
    if listed(AFTER_PLACE, next)
        || prior == "to" && listed(GOING, prior2) && tokens.get(name.to).is_none_or(|token| token.word != "'s")
    {
        return Some(EntityKind::Location);
    }
    if listed(AFTER_FIRM, next) {
        return Some(EntityKind::Organisation);
    }
    if matches!(prior, "project" | "initiative") || matches!(next, "project" | "initiative") {
        return Some(EntityKind::Project);
    }
    beside(tokens, name, before)
}

/// ", 44,", ", who", ", a nurse", ", owner of": said of people alone.
fn is_introduced(tokens: &[Token<'_>], at: usize) -> bool {
    let token = |at: usize| tokens.get(at);
    if !token(at).is_some_and(|token| token.is_mark(',')) {
        return false;
    }
    let Some(next) = token(at + 1) else { return false };
    let is_age = next.word.parse::<u32>().is_ok_and(|age| (1..110).contains(&age));
    if is_age {
        return token(at + 2).is_some_and(|token| token.is_mark(','));
    }
    if next.word == "who" {
        return true;
    }
    let first = at + 1 + usize::from(matches!(next.word, "a" | "an" | "the"));
    let post = (first..tokens.len().min(first + 4)).take_while(|&at| tokens[at].is_word() && !tokens[at].capital).find(
        |&at| {
            listed(POSTS, tokens[at].word)
                || tokens[at].classes & lexicon::JOBS != 0
                || matches!(tokens[at].word, "owner" | "head" | "widow")
        },
    );
    post.is_some_and(|post| {
        let after = token(post + 1);
        after.is_none_or(|after| {
            after.is_mark(',')
                || after.is_mark('.')
                || matches!(after.word, "of" | "for" | "at" | "with" | "from" | "in")
        })
    })
}

/// "Ann, Yusuf and Marta": like the names beside it.
fn beside(tokens: &[Token<'_>], name: &Name, before: Option<&Name>) -> Option<EntityKind> {
    let beside = before.filter(|other| {
        let gap = other.to..name.from;
        gap.len() <= 2
            && !gap.is_empty()
            && gap
                .clone()
                .all(|at| tokens[at].is_mark(',') || matches!(tokens[at].word, "and" | "or") || tokens[at].is_mark('&'))
    });
    beside
        .filter(|_| !is_after_comma_only(tokens, beside.map_or(0..0, |other| other.to..name.from)))
        .and_then(|other| other.kind)
}

/// "Porto, Portugal" is no list; "Ann and Bob" is one.
fn is_after_comma_only(tokens: &[Token<'_>], gap: Range<usize>) -> bool {
    gap.clone().all(|at| tokens[at].is_mark(','))
}

/// The region behind the comma after a name: "Porto, Portugal", "Salem, Ore.".
fn region_after(text: &str, tokens: &[Token<'_>], name: &Name) -> Option<String> {
    let comma = tokens.get(name.to).filter(|token| token.is_mark(','))?;
    let first = tokens.get(name.to + 1).filter(|token| token.capital && token.start <= comma.end + 1)?;
    let second = tokens.get(name.to + 2).filter(|token| token.capital);
    let two = second.map(|second| format!("{} {}", first.word, second.word));
    let is_code = |word: &str| {
        word.len() != 2 || text[first.start..first.end].chars().all(char::is_uppercase) || first.word == "ky"
    };
    two.filter(|two| regions::is_region(two))
        .or_else(|| Some(first.word.to_owned()).filter(|word| regions::is_region(word) && is_code(word)))
}

/// "Salem, Ore.": either side of that comma.
pub(super) fn is_beside_region(
    text: &str,
    tokens: &[Token<'_>],
    name: &Name,
    before: Option<&Name>,
    verbatim: &str,
) -> bool {
    let prior = name.from.checked_sub(1).map_or("", |at| tokens[at].word);
    let is_told = prior == "of" || listed(TOWARDS_PLACE, prior) || matches!(prior, "at" | "hometown");
    let is_city = region_after(text, tokens, name).is_some_and(|region| is_told || regions::is_in(verbatim, &region));
    let is_behind = before.is_some_and(|city| {
        city.kind == Some(EntityKind::Location) && city.to + 1 == name.from && tokens[city.to].is_mark(',')
    });
    is_city || is_behind && regions::is_region(&verbatim.to_lowercase())
}

/// A place that the table of places has, where the words before agree or it is a large one.
pub(super) fn of_table(
    text: &str,
    tokens: &[Token<'_>],
    name: &Name,
    before: Option<&Name>,
    verbatim: &str,
) -> Option<EntityKind> {
    let prior = name.from.checked_sub(1).map_or("", |at| tokens[at].word);
    let is_of_somebody = prior == "of"
        && before.is_some_and(|before| {
            matches!(before.kind, Some(EntityKind::Person | EntityKind::Organisation)) && name.from - before.to <= 5
        });
    let is_told = listed(TOWARDS_PLACE, prior) || is_of_somebody;
    let is_single = name.to - name.from == 1;
    if region_after(text, tokens, name).is_some() && (is_told || regions::is_place(verbatim)) {
        return Some(EntityKind::Location);
    }
    let is_place = is_told && regions::is_place(verbatim)
        || regions::is_large(verbatim) && !(is_single && is_surname(tokens[name.from].word));
    is_place.then_some(EntityKind::Location)
}
