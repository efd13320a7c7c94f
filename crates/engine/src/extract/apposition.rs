//! What names say beside each other: "Porto, Portugal", "Dana Reed, an engineer at Acme", "Acme spokesman Jon Li", "Ines, 50, of Bath".
//!
//! Owns these forms, which news and documents are full of. Must not know: verbs.

use std::ops::Range;

use super::ground::{Ground, Name};
use super::lexicon;
use super::maker::{Maker, Setting};
use super::party;
use super::slot;
use crate::model::{EntityKind, Stance, Validity};

/// Words between a name and the place or firm that belongs to it, at most. Chosen.
const REACH: usize = 9;
/// How sure these forms are. Chosen: below the reconciler's floor, as no verb says them.
const CONFIDENCE: f32 = 0.65;

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
        match name.kind {
            Some(EntityKind::Location) => {
                if let Some(next) = next.filter(|next| is_region(ground, &name, next)) {
                    relate(maker, &name, "located_in", &next, &setting(next.to));
                }
            }
            Some(EntityKind::Organisation) => {
                if let Some(next) = next.filter(|next| {
                    next.kind == Some(EntityKind::Location)
                        && next.from == name.to + 1
                        && matches!(ground.word(name.to), "of" | "in")
                }) {
                    relate(maker, &name, "located_in", &next, &setting(next.to));
                }
                if let Some(next) =
                    next.filter(|next| next.kind == Some(EntityKind::Person) && is_staff(ground, name.to, next.from))
                {
                    employ(maker, &next, name.from..name.to, &setting(next.to));
                }
            }
            Some(EntityKind::Person) => of_person(maker, &name, range.end, &setting),
            _ => {}
        }
    }
}

/// "Porto, Portugal": a place and where it lies.
fn is_region(ground: &Ground<'_>, name: &Name, next: &Name) -> bool {
    next.kind == Some(EntityKind::Location)
        && next.from == name.to + 1
        && ground.is_mark(name.to, ',')
        && is_large(ground, next)
        && !is_large(ground, name)
}

/// Countries and the like: what stands last in an address.
fn is_large(ground: &Ground<'_>, name: &Name) -> bool {
    let words = ground.slice(&(name.from..name.to)).to_lowercase();
    super::known_names::is_region(&words)
}

/// "Acme spokesman Jon Li": only occupations between.
fn is_staff(ground: &Ground<'_>, from: usize, to: usize) -> bool {
    to > from
        && to - from <= 3
        && is_position(ground.word(to - 1))
        && (from..to).all(|at| ground.tokens[at].is_word() && !ground.has(at, lexicon::PREPOSITIONS | lexicon::STOPS))
}

fn is_position(word: &str) -> bool {
    slot::is_job(word)
        || matches!(
            word,
            "spokesman"
                | "spokeswoman"
                | "spokesperson"
                | "correspondent"
                | "owner"
                | "commissioner"
                | "chief"
                | "superintendent"
                | "head"
                | "member"
        )
}

/// What follows a person's name: an age, an occupation with its firm, a place.
fn of_person(maker: &mut Maker<'_, '_>, name: &Name, end: usize, setting: &dyn Fn(usize) -> Setting) {
    let ground = maker.ground;
    let Some(person) = party::party_of(ground, name.from, Some(EntityKind::Person)) else { return };
    let mut at = name.to;
    if !ground.is_mark(at, ',') {
        return;
    }
    at += 1;
    // ", 50,".
    let is_age = ground.word(at).parse::<u32>().is_ok_and(|age| (1..120).contains(&age));
    if is_age && ground.is_mark(at + 1, ',') {
        maker.attribute(&person, "age", &(at..at + 1), &setting(at + 1));
        at += 2;
    }
    if ground.word(at) == "of"
        && let Some(place) = ground.name_at(at + 1).filter(|place| place.kind == Some(EntityKind::Location))
    {
        maker.attribute(&person, "home", &(place.from..place.to), &setting(place.to));
        return;
    }
    // ", chairman of the Senate committee", ", a nurse at Acme".
    let Some(job) = (at..end.min(at + REACH)).find(|&at| is_position(ground.word(at))) else { return };
    let plain = (at..job).all(|at| {
        ground.tokens[at].is_word()
            && ground.name_over(at).is_none()
            && super::verbs::verb(ground.word(at)).is_none_or(|verb| !verb.is(super::verbs::THIRD | super::verbs::PAST))
    });
    if !plain || !matches!(ground.word(job + 1), "of" | "at" | "for" | "with") {
        return;
    }
    let first = job + 2 + usize::from(ground.word(job + 2) == "the");
    if let Some(firm) =
        ground.name_at(first).filter(|firm| !matches!(firm.kind, Some(EntityKind::Person | EntityKind::Location)))
    {
        let firm = firm.from..firm.to;
        maker.attribute(&person, "employer", &firm, &setting(firm.end));
    }
}

fn employ(maker: &mut Maker<'_, '_>, person: &Name, firm: Range<usize>, setting: &Setting) {
    if let Some(person) = party::party_of(maker.ground, person.from, Some(EntityKind::Person)) {
        maker.attribute(&person, "employer", &firm, setting);
    }
}

fn relate(maker: &mut Maker<'_, '_>, one: &Name, label: &str, other: &Name, setting: &Setting) {
    let party = |name: &Name| party::party_of(maker.ground, name.from, None);
    if let (Some(one), Some(other)) = (party(one), party(other)) {
        maker.relation(&one, label, &other, setting);
    }
}
