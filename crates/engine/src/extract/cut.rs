//! Names cut where capitals run on: "Defence Secretary Ann Reed", "Ann Reed of the Forest Service", "Oslo NTB", and places in a
//! dateline, whose capitals tell nothing by themselves.
//!
//! Owns where one name ends and the next begins, once the words are known. Must not know: clauses, claims.

use super::cues::{FIRM_ENDS, POSTS};
use super::ground::Name;
use super::known_names::known;
use super::lexicon::{self, listed};
use super::regions;
use super::token::{Kind, Token};
use crate::model::{EntityKind, Span};
use crate::text::given_name;

/// Words of a person's name, at most. Chosen: "Javier Perez de Cuellar" has four.
const PERSON_WORDS_MAX: usize = 5;
/// Words of a place in a dateline, at most. Chosen: "RIO DE JANEIRO".
const PLACE_WORDS_MAX: usize = 3;
/// Tokens between a dateline's place and the bracket that names the agency, at most. Chosen: ", Iraq".
const BRACKET_REACH: usize = 4;

/// Cuts the names of a text, in order, and adds those of datelines.
pub(super) fn cut(text: &str, tokens: &[Token<'_>], names: &[Name]) -> Vec<Name> {
    let mut out = Vec::with_capacity(names.len() + 2);
    for name in names {
        // A title in quotes stays as it is.
        let is_quoted = text[..name.span.start as usize].ends_with(['"', '“', '«']);
        let is_post = name.to - name.from == 1 && tokens.get(name.to).is_some_and(|dot| dot.is_mark('.'));
        if is_post && listed(POSTS, tokens[name.from].word) && tokens.get(name.to + 1).is_some_and(|next| next.capital)
        {
            continue;
        }
        if is_quoted || name.to - name.from < 2 || known(&joined(tokens, name.from, name.to)).is_some() {
            out.push(*name);
            continue;
        }
        parts(text, tokens, name, &mut out);
    }
    datelines(text, tokens, &mut out);
    out
}

fn joined(tokens: &[Token<'_>], from: usize, to: usize) -> String {
    let words: Vec<&str> = tokens[from..to].iter().filter(|token| token.is_word()).map(|token| token.word).collect();
    words.join(" ")
}

fn part(tokens: &[Token<'_>], from: usize, to: usize, kind: Option<EntityKind>) -> Name {
    let span = Span { start: tokens[from].start as u32, end: tokens[to - 1].end as u32 };
    Name { from, to, span, kind, is_small: false }
}

/// The parts of one name.
fn parts(text: &str, tokens: &[Token<'_>], name: &Name, out: &mut Vec<Name>) {
    let (from, mut to) = (name.from, name.to);
    if let Some((post, first)) = post_before_person(tokens, from, to) {
        let words = tokens[from..post].iter().any(|token| {
            token.is_word()
                && !crate::text::is_everyday(token.word)
                && !listed(POSTS, token.word)
                && !is_of_nation(token)
        });
        if words {
            parts(text, tokens, &part(tokens, from, post, None), out);
        }
        let person = part(tokens, first, to, None);
        match person_of(tokens, first, to) {
            Some(of) => split_at_of(tokens, first, of, to, out),
            None => out.push(Name { kind: Some(EntityKind::Person), ..person }),
        }
        return;
    }
    if let Some(of) = person_of(tokens, from, to) {
        split_at_of(tokens, from, of, to, out);
        return;
    }
    if let Some(at) = shout(text, tokens, from, to) {
        out.push(part(tokens, from, at, Some(EntityKind::Location)));
        out.push(part(tokens, at, to, Some(EntityKind::Organisation)));
        return;
    }
    // "Ohio Gov. Ann Reed": the post stands before the name that follows.
    let is_short = tokens.get(to).is_some_and(|dot| dot.is_mark('.') && dot.start == tokens[to - 1].end);
    if is_short && listed(POSTS, tokens[to - 1].word) && tokens.get(to + 1).is_some_and(|next| next.capital) {
        out.push(part(tokens, from, to - 1, None));
        return;
    }
    // "in Russian 14 Jan": the number belongs to what follows.
    if tokens[to - 1].kind == Kind::Number && is_of_nation(&tokens[to - 2]) {
        to -= 1;
    }
    out.push(if to < name.to { part(tokens, from, to, None) } else { *name });
}

fn is_of_nation(token: &Token<'_>) -> bool {
    token.classes & (lexicon::NATIONS | lexicon::LANGUAGES) != 0
}

/// The last post in a name with words after it that can be somebody's: its token, and the first of the words after.
fn post_before_person(tokens: &[Token<'_>], from: usize, to: usize) -> Option<(usize, usize)> {
    let post = (from..to - 1).rev().find(|&at| listed(POSTS, tokens[at].word))?;
    let first = post + 1 + usize::from(tokens[post + 1].is_mark('.'));
    let rest = tokens.get(first..to).filter(|rest| !rest.is_empty())?;
    let end = rest.iter().position(|token| token.word == "of").unwrap_or(rest.len());
    let is_part = |token: &Token<'_>| {
        let is_bare =
            matches!(token.word, "de" | "del" | "der" | "den" | "di" | "da" | "la" | "van" | "von" | "bin" | "al");
        !token.is_word()
            || is_bare
            || token.capital && token.kind == Kind::Word && !crate::text::is_everyday(token.word)
    };
    let last = rest[..end].iter().rev().find(|token| token.is_word())?;
    let fits = end > 0 && end <= PERSON_WORDS_MAX + 2 && rest[..end].iter().all(is_part);
    let is_other = listed(FIRM_ENDS, last.word)
        || listed(POSTS, last.word)
        || rest[..end].iter().any(is_of_nation)
        || known(&joined(tokens, first, first + end)).is_some();
    (fits && !is_other).then_some((post, first))
}

/// The "of" after a first and a last name: "Greg Thayer of the Forest Service".
fn person_of(tokens: &[Token<'_>], from: usize, to: usize) -> Option<usize> {
    let of = (from + 2..to.saturating_sub(1)).find(|&at| tokens[at].word == "of" && !tokens[at].capital)?;
    let words = tokens[from..of].iter().filter(|token| token.is_word()).count();
    let is_person = given_name(tokens[from].word).is_some()
        && (2..=PERSON_WORDS_MAX).contains(&words)
        && !listed(FIRM_ENDS, tokens[of - 1].word);
    is_person.then_some(of)
}

fn split_at_of(tokens: &[Token<'_>], from: usize, of: usize, to: usize, out: &mut Vec<Name>) {
    out.push(part(tokens, from, of, Some(EntityKind::Person)));
    let first = of + 1 + usize::from(tokens[of + 1].word == "the");
    if first < to {
        out.push(part(tokens, first, to, None));
    }
}

fn is_shouted(text: &str, token: &Token<'_>) -> bool {
    let word = text.get(token.start..token.end).unwrap_or_default();
    word.chars().filter(|c| c.is_alphabetic()).count() > 1 && !word.chars().any(char::is_lowercase)
}

/// Where a place ends and capitals throughout begin: "Oslo NTB".
fn shout(text: &str, tokens: &[Token<'_>], from: usize, to: usize) -> Option<usize> {
    let at = (from + 1..to).find(|&at| is_shouted(text, &tokens[at]))?;
    let all = (at..to).all(|at| is_shouted(text, &tokens[at]) || !tokens[at].is_word());
    let place = joined(tokens, from, at);
    let is_place = known(&place).map_or_else(|| regions::is_place(&place), |found| found.kind == EntityKind::Location);
    // "New York NY" is one place.
    let is_code = to - at == 1 && (tokens[at].word.len() < 3 || regions::is_region(tokens[at].word));
    let is_plain = (from..at).all(|at| !is_shouted(text, &tokens[at]));
    (all && is_place && is_plain && !is_code).then_some(at)
}

/// "OSLO, Norway (NTB)": the place that a report begins with, and who reports.
fn datelines(text: &str, tokens: &[Token<'_>], names: &mut Vec<Name>) {
    let is_start = |at: usize| {
        at == 0
            || text[tokens[at - 1].end..tokens[at].start].contains('\n')
            || matches!(tokens[at - 1].kind, Kind::Mark('.' | '!' | '?'))
    };
    let mut added = Vec::new();
    for at in 0..tokens.len() {
        if !tokens[at].capital || !is_start(at) || !is_shouted(text, &tokens[at]) {
            continue;
        }
        let run = tokens[at..].iter().take_while(|token| token.capital && is_shouted(text, token)).count();
        let to = at + run;
        let follows = |mark: char| tokens.get(to).is_some_and(|token| token.is_mark(mark));
        if run > PLACE_WORDS_MAX || !(follows(',') || follows('(') || follows('-') || follows('—') || follows('–'))
        {
            continue;
        }
        let place = joined(tokens, at, to);
        let in_region =
            follows(',') && tokens.get(to + 1).is_some_and(|next| next.capital && regions::is_region(next.word));
        if in_region
            || known(&place).is_some_and(|found| found.kind == EntityKind::Location)
            || regions::is_place(&place)
        {
            added.push(part(tokens, at, to, Some(EntityKind::Location)));
            let open = (to..tokens.len().min(to + BRACKET_REACH)).find(|&at| tokens[at].is_mark('('));
            let agency = open.filter(|&open| {
                tokens.get(open + 2).is_some_and(|token| token.is_mark(')')) && is_shouted(text, &tokens[open + 1])
            });
            added.extend(agency.map(|open| part(tokens, open + 1, open + 2, Some(EntityKind::Organisation))));
        }
    }
    for name in added {
        match names.iter_mut().find(|other| other.from < name.to && name.from < other.to) {
            Some(other) if other.from == name.from && other.to == name.to => other.kind = name.kind,
            Some(_) => {}
            None => names.push(name),
        }
    }
    names.sort_by_key(|name| name.from);
}

#[cfg(test)]
mod tests {
    use super::super::token::{lowered, tokens};
    use super::*;

    #[test]
    fn names_are_cut_where_another_begins() {
        for (text, expected) in [
            ("We met Defence Secretary Ann Reed today", "Defence|Ann Reed"),
            ("said Greg Thayer of the Forest Service", "Greg Thayer|Forest Service"),
            ("from Oslo NTB in English 5 Feb", "Oslo|NTB|English"),
            ("OSLO, Norway (NTB) - It rained.", "OSLO|Norway|NTB"),
            ("We visited the Boston Symphony Orchestra", "Boston Symphony Orchestra"),
            ("The Attorney General resigned", "Attorney General"),
            ("He works for General Motors", "General Motors"),
            ("SO GOOD (LOL)", ""),
        ] {
            let lower = lowered(text);
            let tokens = tokens(text, &lower);
            let found: Vec<Span> = crate::text::mentions(text).into_iter().map(|(span, _)| span).collect();
            let names = super::super::kinds::names(text, &tokens, &found, None, true);
            let got: Vec<&str> =
                names.iter().map(|name| &text[name.span.start as usize..name.span.end as usize]).collect();
            assert_eq!(got.join("|"), expected, "{text}");
        }
    }
}
