//! Nouns that tell their own key ("two sisters", "a dog", "asthma"), and names that the words around say are names.
//!
//! Owns these two readings. Must not know: verbs.

use std::ops::Range;

use super::ground::Ground;
use super::lexicon::{self, holds};
use super::pattern::Filled;
use super::phrase::{self, Loose};
use super::slot::illness;
use super::token::Kind;
use super::{party, roles};
use crate::model::{EntityKind, Party};

/// What the noun tells by itself.
pub(super) fn own(ground: &Ground<'_>, at: usize, end: usize) -> Option<(Filled, usize)> {
    let range = phrase::noun(ground, at, end)?;
    let core_end = phrase::core_end(ground, &range);
    let last = ground.word(core_end - 1);
    let one = lexicon::singular(last);
    let range = range.start..core_end;
    let keyed = |key: &'static str| Some((Filled::Keyed(key, range.clone()), range.end));
    if let Some(role) = roles::role(last).filter(|role| !role.key.is_empty()) {
        return keyed(role.key);
    }
    if holds(lexicon::PETS, one) || holds(lexicon::PETS, last) {
        return keyed("pet");
    }
    if matches!(last, "allergy" | "allergies") {
        let value = range.start..core_end - 1;
        let key_range = if value.is_empty() || !phrase::is_value(ground, &value) { return None } else { value };
        return Some((Filled::Keyed("allergy", key_range), range.end));
    }
    if illness(ground, range.start, core_end).is_some() {
        return keyed("condition");
    }
    if matches!(one, "degree" | "phd" | "diploma" | "mba" | "bachelor" | "doctorate") {
        let whole = phrase::bounded(ground, range.start, end, Loose { prepositions: true, times: false })?;
        return Some((Filled::Keyed("education", whole.clone()), whole.end));
    }
    if holds(lexicon::POSSESSIONS, one) {
        return keyed("possession");
    }
    None
}

/// A pet or a relative, with whatever stands before the noun; the value is the noun phrase.
pub(super) fn kin(ground: &Ground<'_>, at: usize, end: usize) -> Option<(Filled, usize)> {
    let range = phrase::noun(ground, at, end)?;
    let range = range.start..phrase::core_end(ground, &range).min(name_word(ground, &range));
    if range.is_empty() {
        return None;
    }
    let (role, _) = party::role_at(ground, range.end - 1, end)?;
    Some((Filled::Keyed(role.plain, range.clone()), range.end))
}

/// Where "named" or "called" stands in a phrase.
fn name_word(ground: &Ground<'_>, range: &Range<usize>) -> usize {
    range.clone().find(|&at| matches!(ground.word(at), "named" | "called")).unwrap_or(range.end)
}

/// A name that the words around say is one.
pub(super) fn name(ground: &Ground<'_>, at: usize, end: usize) -> Option<(Filled, usize)> {
    let mut parties = Vec::new();
    let mut at = at;
    let start = at;
    let mut to = at;
    while at < end {
        let mut first = at;
        while ground.has(first, lexicon::TITLES) && ground.name_at(first).is_none() {
            first += 1 + usize::from(ground.is_mark(first + 1, '.'));
        }
        let known = ground.name_at(first).map(|name| (name.from..name.to, name.span));
        let (range, span) = known.or_else(|| {
            let token = ground.tokens.get(first).filter(|token| token.kind == Kind::Word && !ground.is_aside(first))?;
            let is_name = (token.capital || !crate::text::is_everyday(token.word))
                && !holds(lexicon::EMPTY, token.word)
                && !holds(lexicon::STOPS, token.word)
                && super::verbs::verb(token.word).is_none_or(|_| token.capital)
                && !holds(lexicon::ADVERBS, token.word)
                && !holds(lexicon::NATIONS, token.word);
            (is_name && first < end && token.word.len() > 1)
                .then(|| (first..first + 1, ground.span(&(first..first + 1))))
        })?;
        let name = ground.text.get(span.start as usize..span.end as usize)?.to_owned();
        parties.push(Party::Named { name, kind: EntityKind::Person, span });
        to = range.end;
        let mut next = to;
        next += usize::from(ground.is_mark(next, ','));
        next += usize::from(ground.word(next) == "and" || ground.is_mark(next, '&'));
        let goes_on = next > to
            && next < end
            && ground.tokens[next].capital
            && ground.word(next) != "i"
            && ground.name_at(next).is_some();
        if !goes_on {
            break;
        }
        at = next;
    }
    (!parties.is_empty()).then_some((Filled::Parties(parties, start..to), to))
}
