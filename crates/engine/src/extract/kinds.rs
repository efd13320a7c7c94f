//! Which names a text holds and what each is: person, organisation, place, product and so on.
//!
//! Owns the cues inside a name and around it, and names in small letters. Must not know: clauses, claims.

use std::collections::HashMap;
use std::ops::Range;

use super::cues::{
    AFTER_FIRM, AFTER_PLACE, BEFORE_FIRM, BEFORE_PERSON, BEFORE_PLACE, EVENT_ENDS, FIRM_ENDS, FIRM_STARTS, GOING, PERSON_VERBS,
    PLACE_ENDS, PLACE_STARTS, POSTS, TOWARDS_PLACE, WORK,
};
use super::ground::Name;
use super::known_names::{given_name, is_surname, known};
use super::lexicon::{self, holds, listed};
use super::token::{Kind, Token};
use super::{cut, regions, verbs};
use crate::model::{EntityKind, Span};

/// The names of a text. `found` are spans with their confidence, in order; names in small letters join them where `small` is set.
pub(super) fn names(text: &str, tokens: &[Token<'_>], found: &[Span], speaker: Option<&str>, small: bool) -> Vec<Name> {
    let mut out: Vec<Name> = found
        .iter()
        .filter_map(|span| {
            let (start, end) = (span.start as usize, span.end as usize);
            let from = tokens.partition_point(|token| token.end <= start);
            let to = tokens.partition_point(|token| token.start < end);
            // "Ich bin Anna": no name.
            let is_pronoun = tokens
                .get(from)
                .is_some_and(|token| matches!(token.word, "ich" | "je" | "yo" | "mein" | "meine" | "mon" | "mi"));
            (from < to && !is_pronoun).then_some(Name { from, to, span: *span, kind: None, is_small: false })
        })
        .collect();
    // A name that shares a token with the one before is part of it.
    out.dedup_by(|later, earlier| later.from < earlier.to);
    let mut out = cut::cut(text, tokens, &out);
    if small {
        add_small(tokens, &mut out);
    }
    for idx in 0..out.len() {
        let (before, name) = (idx.checked_sub(1).map(|before| out[before]), out[idx]);
        out[idx].kind = kind(text, tokens, &name, before.as_ref(), speaker);
    }
    tell_by_pronoun(text, tokens, &mut out);
    // One name is one thing: what one place tells holds for the others.
    let words = lowered(text, &out);
    let mut told: HashMap<&str, EntityKind> = HashMap::new();
    for (name, words) in out.iter().zip(&words) {
        if let Some(kind) = name.kind {
            told.entry(words).or_insert(kind);
            // "Dana Reed ... Reed": a last name stands for the whole.
            if let Some((_, last)) = words.rsplit_once(' ').filter(|(first, _)| kind == EntityKind::Person && !first.is_empty()) {
                told.entry(last).or_insert(kind);
            }
        }
    }
    for (name, words) in out.iter_mut().zip(&words) {
        name.kind = name.kind.or_else(|| told.get(words.as_str()).copied());
    }
    out
}

/// Each name in lower case.
fn lowered(text: &str, names: &[Name]) -> Vec<String> {
    let words = |name: &Name| text.get(name.span.start as usize..name.span.end as usize).unwrap_or("").to_lowercase();
    names.iter().map(words).collect()
}

/// Tokens between a name and the "she" that is taken for it. Chosen.
const PRONOUN_REACH: usize = 25;

/// "Saela had been waiting; she runs the lab": the one name before "she" is a person.
fn tell_by_pronoun(text: &str, tokens: &[Token<'_>], names: &mut [Name]) {
    let words = lowered(text, names);
    for (at, token) in tokens.iter().enumerate() {
        if !matches!(token.word, "she" | "he" | "her" | "his") {
            continue;
        }
        // Names have no overlap, so that those in reach stand side by side.
        let to = names.partition_point(|name| name.to <= at);
        let from = names[..to].partition_point(|name| at - name.to > PRONOUN_REACH);
        let is_open = |idx: &usize| matches!(names[*idx].kind, None | Some(EntityKind::Person));
        let mut candidates = (from..to).filter(is_open);
        let Some(first) = candidates.next() else { continue };
        if candidates.any(|idx| words[idx] != words[first]) {
            continue;
        }
        let is_bare = !words[first].contains(['_', '.', '@']) && !words[first].bytes().any(|b| b.is_ascii_digit());
        if !is_bare {
            continue;
        }
        for idx in first..names.len() {
            let name = &mut names[idx];
            if name.kind.is_none()
                && words[idx] == words[first]
                && tokens[name.from].kind == Kind::Word
                && name.to - name.from <= 3
            {
                name.kind = Some(EntityKind::Person);
            }
        }
    }
}

/// Well-known names in small letters.
fn add_small(tokens: &[Token<'_>], names: &mut Vec<Name>) {
    let mut added = Vec::new();
    let mut at = 0;
    let mut next = 0;
    while at < tokens.len() {
        while next < names.len() && names[next].to <= at {
            next += 1;
        }
        if let Some(name) = names.get(next).filter(|name| name.from <= at) {
            at = name.to;
            continue;
        }
        let limit = names.get(next).map_or(tokens.len(), |name| name.from);
        match small_name(tokens, at, limit) {
            Some((to, kind)) => {
                let span = Span { start: tokens[at].start as u32, end: tokens[to - 1].end as u32 };
                added.push(Name { from: at, to, span, kind: Some(kind), is_small: true });
                at = to;
            }
            None => at += 1,
        }
    }
    if !added.is_empty() {
        names.extend(added);
        names.sort_by_key(|name| name.from);
    }
}

/// The longest well-known name of one to three words at a token.
fn small_name(tokens: &[Token<'_>], at: usize, limit: usize) -> Option<(usize, EntityKind)> {
    let first = tokens.get(at).filter(|token| token.kind == Kind::Word && token.word.len() > 1)?;
    if first.classes & (lexicon::KNOWN_FIRST | lexicon::GIVEN) == 0 {
        return None;
    }
    let follows = |at: usize| {
        tokens.get(at).filter(|token| token.is_word() && at < limit && tokens[at - 1].end + 1 == token.start)
    };
    if let Some(second) = follows(at + 1) {
        let two = format!("{} {}", first.word, second.word);
        if let Some(third) = follows(at + 2)
            && let Some(found) = known(&format!("{two} {}", third.word)).filter(|found| found.sure)
        {
            return Some((at + 3, found.kind));
        }
        if let Some(found) = known(&two).filter(|found| found.sure) {
            return Some((at + 2, found.kind));
        }
    }
    if let Some(found) = known(first.word).filter(|found| found.sure && first.word.len() > 2) {
        return Some((at + 1, found.kind));
    }
    if given_name(first.word) == Some(true) {
        // "emma lindqvist": a word that no list knows is the last name.
        let is_last = |token: &&Token<'_>| {
            token.kind == Kind::Word
                && token.word.chars().count() > 3
                && token.word.chars().all(char::is_alphabetic)
                && token.classes == 0
                && !crate::text::is_everyday(token.word)
                && verbs::verb(token.word).is_none()
        };
        let to = if follows(at + 1).as_ref().is_some_and(is_last) { at + 2 } else { at + 1 };
        return Some((to, EntityKind::Person));
    }
    None
}

/// What a name is, as far as it and the words around it tell.
fn kind(
    text: &str,
    tokens: &[Token<'_>],
    name: &Name,
    before: Option<&Name>,
    speaker: Option<&str>,
) -> Option<EntityKind> {
    if name.kind.is_some() {
        return name.kind;
    }
    let words: Vec<&str> =
        tokens[name.from..name.to].iter().filter(|token| token.is_word()).map(|token| token.word).collect();
    let (first, last) = (*words.first()?, *words.last()?);
    let verbatim = text.get(name.span.start as usize..name.span.end as usize)?;
    if speaker.is_some_and(|speaker| speaker.eq_ignore_ascii_case(verbatim)) {
        return Some(EntityKind::Person);
    }
    // "the Chinese", "a German": peoples and languages are nobody in particular.
    if tokens[name.from..name.to].iter().all(|token| token.classes & (lexicon::NATIONS | lexicon::LANGUAGES | lexicon::FAITHS) != 0) {
        return None;
    }
    // "E. Howard Hunt", "Martin Luther King Jr."
    let forename = if first.chars().count() == 1 { words.get(1).copied().unwrap_or(first) } else { first };
    let count = words.len() - usize::from(matches!(last, "jr" | "sr" | "ii" | "iii")) - usize::from(forename != first);
    let is_given = given_name(forename).is_some();
    // "Robin Woods" is somebody, "Baker Woods" a place.
    let is_hilly = words.len() == 2 && matches!(last, "woods" | "hill" | "hills" | "lane" | "rivers");
    if is_given && is_hilly {
        return Some(EntityKind::Person);
    }
    if let Some(found) = inside(&words, verbatim) {
        return Some(found);
    }
    if words.len() <= 3 && is_beside_region(text, tokens, name, before, verbatim) {
        return Some(EntityKind::Location);
    }
    let around = around(tokens, name, before);
    if let Some(found) = known(&words.join(" ")) {
        // "Jordan said" is a person whatever the lists have.
        let is_given = is_given && words.len() == 1;
        return if is_given && around == Some(EntityKind::Person) { around } else { Some(found.kind) };
    }
    let is_title = text[..name.span.start as usize].ends_with(['"', '“', '«']);
    if is_title && words.len() > 1 {
        return Some(EntityKind::Product);
    }
    if is_given && (1..=3).contains(&count) && !listed(FIRM_ENDS, last) && !words.contains(&"of") {
        return Some(EntityKind::Person);
    }
    around
        .or_else(|| of_table(text, tokens, name, before, verbatim))
        .or_else(|| looks_like_a_person(tokens, name, &words).then_some(EntityKind::Person))
        .or_else(|| (words.len() == 1 && is_surname(first)).then_some(EntityKind::Person))
}

/// The region behind the comma after a name: "Porto, Portugal", "Salem, Ore.".
fn region_after(text: &str, tokens: &[Token<'_>], name: &Name) -> Option<String> {
    let comma = tokens.get(name.to).filter(|token| token.is_mark(','))?;
    let first = tokens.get(name.to + 1).filter(|token| token.capital && token.start <= comma.end + 1)?;
    let second = tokens.get(name.to + 2).filter(|token| token.capital);
    let two = second.map(|second| format!("{} {}", first.word, second.word));
    let is_code = |word: &str| word.len() != 2 || text[first.start..first.end].chars().all(char::is_uppercase) || first.word == "ky";
    two.filter(|two| regions::is_region(two))
        .or_else(|| Some(first.word.to_owned()).filter(|word| regions::is_region(word) && is_code(word)))
}

/// "Salem, Ore.": either side of that comma.
fn is_beside_region(text: &str, tokens: &[Token<'_>], name: &Name, before: Option<&Name>, verbatim: &str) -> bool {
    let prior = name.from.checked_sub(1).map_or("", |at| tokens[at].word);
    let is_told = prior == "of" || listed(TOWARDS_PLACE, prior) || matches!(prior, "at" | "hometown");
    let is_city = region_after(text, tokens, name).is_some_and(|region| is_told || regions::is_in(verbatim, &region));
    let is_behind = before.is_some_and(|city| {
        city.kind == Some(EntityKind::Location) && city.to + 1 == name.from && tokens[city.to].is_mark(',')
    });
    is_city || is_behind && regions::is_region(&verbatim.to_lowercase())
}

/// A place that the table of places has, where the words before agree or it is a large one.
fn of_table(
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

/// Two or three words with capitals of which no list knows one, without an article: a first name and a last name.
fn looks_like_a_person(tokens: &[Token<'_>], name: &Name, words: &[&str]) -> bool {
    let parts = &tokens[name.from..name.to];
    let is_part = |token: &Token<'_>| {
        token.capital
            && token.word.chars().count() > 1
            && token.word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’'))
            && !crate::text::is_everyday(token.word)
            && token.classes & (lexicon::NATIONS | lexicon::LANGUAGES | lexicon::DAYS | lexicon::KNOWN_FIRST) == 0
            && verbs::verb(token.word).is_none()
    };
    let before = name.from.checked_sub(1).map_or("", |at| tokens[at].word);
    let is_described = tokens
        .get(name.from.wrapping_sub(1))
        .is_some_and(|token| token.classes & (lexicon::DETERMINERS | lexicon::ADJECTIVES) != 0);
    (2..=3).contains(&words.len()) && parts.iter().all(is_part) && !is_described && before != "the"
}

/// Cues inside a name.
fn inside(words: &[&str], verbatim: &str) -> Option<EntityKind> {
    let (first, last) = (*words.first()?, *words.last()?);
    if verbatim.starts_with('@') {
        return Some(EntityKind::Person);
    }
    if words.len() > 1 {
        if first == "project" || last == "project" {
            return Some(EntityKind::Project);
        }
        if matches!(last, "act" | "policy" | "agreement" | "treaty" | "directive" | "regulation" | "law") {
            return Some(EntityKind::Policy);
        }
        if matches!(last, "api" | "service" | "gateway" | "portal") {
            return Some(EntityKind::Service);
        }
        if matches!(last, "agent" | "bot" | "assistant") {
            return Some(EntityKind::Agent);
        }
        if listed(EVENT_ENDS, last) {
            return Some(EntityKind::Event);
        }
        // "State Department of Health".
        let names_office = words.windows(2).any(|pair| pair[1] == "of" && listed(FIRM_STARTS, pair[0]));
        if listed(FIRM_ENDS, last) || listed(FIRM_STARTS, first) || names_office {
            return Some(EntityKind::Organisation);
        }
        if listed(PLACE_ENDS, last) || listed(PLACE_STARTS, first) {
            return Some(EntityKind::Location);
        }
    }
    if matches!(last, "inc" | "ltd" | "gmbh" | "llc" | "corp" | "plc") && words.len() > 1 {
        return Some(EntityKind::Organisation);
    }
    // "iPhone 15", "Windows 11".
    let is_numbered = words.len() > 1 && last.bytes().all(|b| b.is_ascii_digit());
    if is_numbered {
        return Some(EntityKind::Product);
    }
    None
}

/// Cues around a name.
fn around(tokens: &[Token<'_>], name: &Name, before: Option<&Name>) -> Option<EntityKind> {
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
    if listed(PERSON_VERBS, next)
        || matches!(
            (next, next2),
            (
                "'s",
                "birthday"
                    | "hometown"
                    | "native"
                    | "career"
                    | "behalf"
                    | "death"
                    | "widow"
                    | "sister"
                    | "brother"
                    | "mom"
                    | "mother"
                    | "dad"
                    | "father"
                    | "wife"
                    | "husband"
                    | "house"
                    | "wedding"
                    | "daughter"
                    | "son"
                    | "boss"
                    | "manager"
            )
        )
    {
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
    let post = (first..tokens.len().min(first + 4)).take_while(|&at| tokens[at].is_word() && !tokens[at].capital).find(|&at| {
        listed(POSTS, tokens[at].word) || tokens[at].classes & lexicon::JOBS != 0 || matches!(tokens[at].word, "owner" | "head" | "widow")
    });
    post.is_some_and(|post| {
        let after = token(post + 1);
        after.is_none_or(|after| after.is_mark(',') || after.is_mark('.') || matches!(after.word, "of" | "for" | "at" | "with" | "from" | "in"))
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

#[cfg(test)]
mod tests {
    use super::super::token::{lowered, tokens};
    use super::*;

    #[test]
    fn names_have_kinds() {
        for (text, expected) in [
            ("I met Marta at the Ocean Museum of Lisbon.", "Marta=person"),
            ("She works at Zorblax in Tuvi.", "Zorblax=organisation Tuvi=location"),
            ("Dr. Okonjo and Pem Vask", "Okonjo=person"),
            ("My friend Zed said hi to Project Apollo", "Zed=person Project Apollo=project"),
            ("lunch with emma in berlin after siemens", "emma=person berlin=location siemens=organisation"),
            ("i may mark the rose in may", ""),
            (
                "We saw Windows 11 at the Tallinn Marathon on Elm Street",
                "Windows 11=product Tallinn Marathon=event Elm Street=location",
            ),
        ] {
            let lower = lowered(text);
            let tokens = tokens(text, &lower);
            let spans: Vec<Span> = crate::text::mentions(text).into_iter().map(|(span, _)| span).collect();
            let found: Vec<String> = names(text, &tokens, &spans, None, true)
                .iter()
                .filter_map(|name| {
                    Some(format!("{}={}", &text[name.span.start as usize..name.span.end as usize], name.kind?.as_str()))
                })
                .collect();
            assert!(found.join(" ").contains(expected), "{text}: {found:?}");
        }
    }
}
