//! Which names a text holds and what each is: person, organisation, place, product and so on.
//!
//! Owns the cues inside a name, and names in small letters; those around it are in `around`. Must not know: clauses, claims.

use std::collections::HashMap;

use super::around::{around, is_beside_region, of_table};
use super::cues::{EVENT_ENDS, FIRM_ENDS, FIRM_STARTS, PLACE_ENDS, PLACE_STARTS};
use super::ground::Name;
use super::known_names::{is_surname, known};
use super::lexicon::{self, listed};
use super::token::{Kind, Token};
use super::{cut, verbs};
use crate::model::{EntityKind, Span};
use crate::text::given_name;

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
            if let Some((_, last)) =
                words.rsplit_once(' ').filter(|(first, _)| kind == EntityKind::Person && !first.is_empty())
            {
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
    if tokens[name.from..name.to]
        .iter()
        .all(|token| token.classes & (lexicon::NATIONS | lexicon::LANGUAGES | lexicon::FAITHS) != 0)
    {
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
