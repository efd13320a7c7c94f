//! What names say beside each other: "Porto, Portugal", "Dana Reed, an engineer at Acme", "Acme spokesman Jon Li", "Ines, 50, of Bath".
//!
//! Owns these forms, which news and documents are full of. Must not know: verbs.

use std::ops::Range;

use super::cues::{PLACE_ENDS, POSTS, TOWARDS_PLACE};
use super::ground::{Ground, Name};
use super::lexicon::{self, listed};
use super::maker::{Maker, Setting};
use super::{party, regions, slot, verbs};
use crate::model::{EntityKind, Stance, Validity};

/// Words between a name and the place or firm that belongs to it, at most. Chosen.
const REACH: usize = 9;
/// How sure these forms are. Chosen: below the reconciler's floor, as no verb says them.
const CONFIDENCE: f32 = 0.65;
/// Tokens between a name and a post with its holder, at most. Chosen: "Acme vice president for sales Jon Li".
const STAFF_REACH: usize = 5;
/// Tokens between two places of which one lies in the other, at most. Chosen: "in the extreme northern".
const WITHIN_REACH: usize = 4;

/// Reads the names of a sentence.
pub(super) fn read(maker: &mut Maker<'_, '_>, range: &Range<usize>, stance: Stance) {
    let ground = maker.ground;
    let first = ground.names.partition_point(|name| name.from < range.start);
    let last = ground.names.partition_point(|name| name.from < range.end);
    for idx in first..last {
        let name = ground.names[idx];
        if ground.is_aside(name.from) || name.is_small {
            continue;
        }
        let next = ground.names.get(idx + 1).filter(|next| idx + 1 < last && !ground.is_aside(next.from)).copied();
        let setting = |to: usize| Setting {
            range: name.from..to,
            confidence: CONFIDENCE,
            stance,
            valid: Validity { from: None, until: None },
            ends: false,
        };
        match (name.kind, next) {
            (Some(EntityKind::Location), Some(next)) => {
                let after = ground.names.get(idx + 2).filter(|_| idx + 2 < last).copied();
                of_place(maker, &name, &next, after.as_ref(), &setting);
            }
            (Some(EntityKind::Organisation), Some(next)) => of_firm(maker, &name, &next, &setting),
            (Some(EntityKind::Person), next) => of_person(maker, &name, next.as_ref(), range.end, &setting),
            _ => {}
        }
    }
}

/// What stands after a place.
fn of_place(
    maker: &mut Maker<'_, '_>,
    name: &Name,
    next: &Name,
    after: Option<&Name>,
    setting: &dyn Fn(usize) -> Setting,
) {
    let ground = maker.ground;
    let is_owner = ground.word(name.to) == "'s" && next.from == name.to + 1;
    let is_beside = next.from == name.to || is_in_brackets(ground, name.to, next);
    match next.kind {
        // "Porto, Portugal", "Evora in southern Portugal", "Portugal's Porto".
        Some(EntityKind::Location) => {
            if is_region(ground, name, next) || is_within(ground, name.to, next.from) {
                relate(maker, name, "located_in", next, &setting(next.to));
            } else if is_owner && holds_place(ground, name, next) {
                relate(maker, next, "located_in", name, &setting(next.to));
            }
            if let Some(agency) = after.filter(|agency| {
                agency.kind == Some(EntityKind::Organisation) && is_in_brackets(ground, next.to, agency)
            }) {
                relate(maker, agency, "reports_from", name, &setting(agency.to));
                relate(maker, agency, "reports_from", next, &setting(agency.to));
            }
        }
        // "OSLO (NTB)", "Oslo NTB": where a report comes from.
        Some(EntityKind::Organisation) if is_beside => {
            relate(maker, next, "reports_from", name, &setting(next.to));
        }
        Some(EntityKind::Organisation) if is_owner => {
            relate(maker, next, "based_in", name, &setting(next.to));
        }
        // "Boston lawyer Dana Reed", "Ohio's governor, Dana Reed".
        Some(EntityKind::Person)
            if is_staff(ground, after_owner(ground, name), next.from) && !is_abroad(ground, next.from) =>
        {
            let home = name.from..name.to;
            attribute(maker, next, "home", &home, &setting(next.to));
        }
        _ => {}
    }
}

/// What stands after a firm.
fn of_firm(maker: &mut Maker<'_, '_>, name: &Name, next: &Name, setting: &dyn Fn(usize) -> Setting) {
    let ground = maker.ground;
    let from = name.to;
    match next.kind {
        // "Acme of Porto", "Acme, based in Porto", "Acme headquarters in nearby Porto".
        Some(EntityKind::Location) => {
            let mut at = from;
            at += usize::from(ground.is_mark(at, ','));
            at += usize::from(matches!(ground.word(at), "based" | "headquartered" | "headquarters" | "located"));
            if ground.word(from) == "of" && next.from == from + 1 || at > from && is_within(ground, at, next.from) {
                relate(maker, name, "based_in", next, &setting(next.to));
            } else if is_within(ground, from, next.from) {
                // A branch, perhaps.
                relate(maker, name, "located_in", next, &setting(next.to));
            }
        }
        // "Acme spokesman Jon Li", "Acme's chief engineer Jon Li".
        Some(EntityKind::Person) if is_staff(ground, after_owner(ground, name), next.from) => {
            let firm = name.from..name.to;
            attribute(maker, next, "employer", &firm, &setting(next.to));
        }
        _ => {}
    }
}

fn after_owner(ground: &Ground<'_>, name: &Name) -> usize {
    name.to + usize::from(ground.word(name.to) == "'s")
}

/// "Portugal's Porto", "Oslo's Frogner Park".
fn holds_place(ground: &Ground<'_>, name: &Name, next: &Name) -> bool {
    let (own, other) = (words(ground, name), words(ground, next));
    let last = other.rsplit(' ').next().unwrap_or_default();
    regions::is_region(&own) || listed(PLACE_ENDS, last) || regions::is_in(&other, &own)
}

fn words(ground: &Ground<'_>, name: &Name) -> String {
    ground.slice(&(name.from..name.to)).to_lowercase()
}

/// "Porto, Portugal": a place and where it lies.
fn is_region(ground: &Ground<'_>, name: &Name, next: &Name) -> bool {
    let (own, area) = (words(ground, name), words(ground, next));
    next.from == name.to + 1
        && ground.is_mark(name.to, ',')
        && regions::is_region(&area)
        && (!regions::is_region(&own) || regions::is_in(&own, &area))
        && own != area
}

/// "in", "in the far northern", "near" is none: only words of where between.
fn is_within(ground: &Ground<'_>, from: usize, to: usize) -> bool {
    let is_direction = |at: usize| {
        listed(TOWARDS_PLACE, ground.word(at)) && ground.word(at) != "near"
            || matches!(ground.word(at), "the" | "far" | "extreme" | "central" | "downtown")
    };
    ground.word(from) == "in" && to > from && to - from <= WITHIN_REACH && (from + 1..to).all(is_direction)
}

fn is_in_brackets(ground: &Ground<'_>, at: usize, name: &Name) -> bool {
    name.from == at + 1 && ground.is_mark(at, '(') && ground.is_mark(name.to, ')')
}

/// "Acme spokesman Jon Li", "Acme Lt. Jon Li": an occupation last, and nothing but words that go with one.
fn is_staff(ground: &Ground<'_>, from: usize, to: usize) -> bool {
    let to = to - usize::from(to > from && (ground.is_mark(to - 1, '.') || ground.is_mark(to - 1, ',')));
    to > from
        && to - from <= STAFF_REACH
        && is_position(ground.word(to - 1))
        && (from..to).all(|at| {
            ground.tokens[at].is_word()
                && ground.name_over(at).is_none()
                && !ground.has(at, lexicon::PREPOSITIONS | lexicon::STOPS)
                && verbs::verb(ground.word(at)).is_none_or(|verb| !verb.is(verbs::THIRD | verbs::PAST))
        })
}

/// Posts whose place is where they are sent to.
fn is_abroad(ground: &Ground<'_>, person: usize) -> bool {
    person.checked_sub(1).is_some_and(|at| {
        matches!(ground.word(at), "correspondent" | "ambassador" | "secretary" | "minister" | "representative")
    })
}

fn is_position(word: &str) -> bool {
    slot::is_job(word)
        || listed(POSTS, word)
        || matches!(
            word,
            "owner" | "head" | "member" | "businessman" | "businesswoman" | "capt" | "resident" | "official" | "star"
        )
}

/// What follows a person's name: an age, an occupation with its firm, a place.
fn of_person(
    maker: &mut Maker<'_, '_>,
    name: &Name,
    next: Option<&Name>,
    end: usize,
    setting: &dyn Fn(usize) -> Setting,
) {
    let ground = maker.ground;
    // "Dana Reed of Acme", "Dana's native Porto", "Dana's hometown of Porto".
    if let Some(next) = next {
        let is_of = ground.word(name.to) == "of"
            && (next.from == name.to + 1 || next.from == name.to + 2 && ground.word(name.to + 1) == "the");
        let is_native = ground.word(name.to) == "'s"
            && (ground.word(name.to + 1) == "native" && next.from == name.to + 2
                || ground.word(name.to + 1) == "hometown"
                    && ground.word(name.to + 2) == "of"
                    && next.from == name.to + 3);
        match next.kind {
            Some(EntityKind::Location) if is_of => {
                attribute(maker, name, "home", &(next.from..next.to), &setting(next.to));
            }
            Some(EntityKind::Location) if is_native => {
                attribute(maker, name, "origin", &(next.from..next.to), &setting(next.to));
            }
            Some(EntityKind::Organisation | EntityKind::Service) if is_of => {
                attribute(maker, name, "employer", &(next.from..next.to), &setting(next.to));
            }
            _ => {}
        }
    }
    if let Some(place) = birthplace(ground, name.to, end) {
        attribute(maker, name, "origin", &(place.from..place.to), &setting(place.to));
        return;
    }
    let mut at = name.to;
    if !ground.is_mark(at, ',') {
        return;
    }
    at += 1;
    // ", 50,".
    let is_age = ground.word(at).parse::<u32>().is_ok_and(|age| (1..120).contains(&age));
    if is_age && ground.is_mark(at + 1, ',') {
        attribute(maker, name, "age", &(at..at + 1), &setting(at + 1));
        at += 2;
    } else if ground.tokens.get(at).is_some_and(|token| token.capital) {
        // ", D-Ore.,": what else stands between two commas.
        let close = (at + 1..end.min(at + 4)).find(|&at| ground.is_mark(at, ','));
        at = close.map_or(at, |close| close + 1);
    }
    if ground.word(at) == "of" {
        let first = at + 1 + usize::from(ground.word(at + 1) == "the");
        match ground.name_at(first).map(|other| (other.kind, other.from..other.to)) {
            Some((Some(EntityKind::Location), place)) => {
                attribute(maker, name, "home", &place, &setting(place.end));
                return;
            }
            Some((Some(EntityKind::Organisation | EntityKind::Service), firm)) => {
                attribute(maker, name, "employer", &firm, &setting(firm.end));
                return;
            }
            _ => {}
        }
    }
    post(maker, name, at, end, setting);
}

/// "was born on 3 May 1950 in Porto", ", born in Porto,".
fn birthplace(ground: &Ground<'_>, at: usize, end: usize) -> Option<Name> {
    let at = at + usize::from(ground.is_mark(at, ','));
    let born = at + usize::from(ground.word(at) == "was");
    if ground.word(born) != "born" {
        return None;
    }
    let link = (born + 1..end.min(born + REACH)).find(|&at| {
        matches!(ground.word(at), "in" | "at" | "near")
            && ground.name_at(at + 1).is_some_and(|place| place.kind == Some(EntityKind::Location))
    })?;
    // Only a date between.
    let is_date = |at: usize| {
        let word = ground.word(at);
        word.is_empty()
            || matches!(word, "on" | "in" | "and" | "raised")
            || crate::text::is_time(word)
            || word.starts_with(|c: char| c.is_ascii_digit())
    };
    (born + 1..link).all(is_date).then(|| ground.name_at(link + 1).copied()).flatten()
}

/// ", chairman of the Senate committee", ", a nurse at Acme", ", a singer in Porto", ", a Porto architect".
fn post(maker: &mut Maker<'_, '_>, name: &Name, at: usize, end: usize, setting: &dyn Fn(usize) -> Setting) {
    let ground = maker.ground;
    let is_plain = |at: usize| {
        ground.tokens[at].is_word()
            && ground.name_over(at).is_none()
            && verbs::verb(ground.word(at)).is_none_or(|verb| !verb.is(verbs::THIRD | verbs::PAST))
    };
    let first = at + usize::from(matches!(ground.word(at), "a" | "an"));
    if let Some(place) = ground.name_at(first).filter(|place| first > at && place.kind == Some(EntityKind::Location))
        && is_position(ground.word(place.to))
    {
        let place = place.from..place.to;
        attribute(maker, name, "home", &place, &setting(place.end));
        return;
    }
    let is_link = |at: &usize| matches!(ground.word(*at), "of" | "at" | "for" | "with" | "in");
    let Some(link) = (at..end.min(at + REACH)).find(is_link) else { return };
    if !(at..link).all(is_plain) || !(at..link).any(|at| is_position(ground.word(at))) {
        return;
    }
    let is_former = (at..link).any(|at| matches!(ground.word(at), "former" | "onetime" | "retired"));
    // "vice president of sales for Acme".
    let second =
        (link + 1..end.min(link + STAFF_REACH)).find(is_link).filter(|second| (link + 1..*second).all(is_plain));
    let named = |link: usize| ground.name_at(link + 1 + usize::from(ground.word(link + 1) == "the")).copied();
    for link in [Some(link), second].into_iter().flatten() {
        let Some(other) = named(link) else { continue };
        let range = other.from..other.to;
        let setting = Setting { ends: is_former, ..setting(range.end) };
        match (other.kind, ground.word(link)) {
            (Some(EntityKind::Person), _) => {}
            (Some(EntityKind::Location), "in") => attribute(maker, name, "home", &range, &setting),
            (Some(EntityKind::Location), _) | (_, "in") => {}
            _ => attribute(maker, name, "employer", &range, &setting),
        }
        return;
    }
}

fn attribute(maker: &mut Maker<'_, '_>, person: &Name, key: &str, value: &Range<usize>, setting: &Setting) {
    let Some(person) = party::party_of(maker.ground, person.from, Some(EntityKind::Person)) else { return };
    // What a verb says goes first.
    let is_said = |claim: &crate::model::Claim| match &claim.said {
        crate::model::Said::Attribute { subject, key: other, .. } => {
            other == key && super::clause::same(subject, &person)
        }
        _ => false,
    };
    if !maker.claims.iter().any(is_said) {
        maker.attribute(&person, key, value, setting);
    }
}

fn relate(maker: &mut Maker<'_, '_>, one: &Name, label: &str, other: &Name, setting: &Setting) {
    let party = |name: &Name| party::party_of(maker.ground, name.from, None);
    if let (Some(one), Some(other)) = (party(one), party(other)) {
        maker.relation(&one, label, &other, setting);
    }
}
