//! People named with their role, properties by name, and "Ann is my sister".
//!
//! Owns what follows from such phrases wherever they stand. Must not know: rows.

use std::ops::Range;

use super::clause::Clause;
use super::ground::Ground;
use super::lexicon::{self, holds};
use super::maker::{Maker, Setting, is_time_key};
use super::party::{self, Head, Naming};
use super::pattern::Filled;
use super::phrase::{self, Loose};
use super::roles;
use super::slot::{self, Slot};
use super::token::Kind;
use crate::model::{EntityKind, Party, Stance, Validity, key};

/// Claims of a naming: "my sister Ann" makes Ann a sister of the speaker.
pub(super) fn named(maker: &mut Maker<'_, '_>, naming: &Naming, setting: &Setting) {
    let Party::Named { span, .. } = &naming.name else { return };
    if !naming.key.is_empty() {
        maker.attribute_at(&naming.of, naming.key, *span, setting);
    }
    maker.relation(&naming.name, &format!("{}_of", naming.role), &naming.of, setting);
}

/// Every naming of a sentence, in whatever place: "I met my brother Tom".
pub(super) fn everywhere(maker: &mut Maker<'_, '_>, range: &Range<usize>, stance: Stance) {
    let ground = maker.ground;
    let mut at = range.start;
    while at < range.end {
        let is_owner =
            matches!(ground.word(at), "my" | "our") || ground.word(at + 1) == "'s" && ground.name_over(at).is_some();
        let head = if is_owner && !ground.is_aside(at) { party::head(ground, at, range.end) } else { None };
        let Some(head) = head else {
            at += 1;
            continue;
        };
        if let Some(naming) = &head.naming {
            let setting = Setting {
                range: head.range.clone(),
                confidence: 0.9,
                stance,
                valid: Validity { from: None, until: None },
                ends: head.is_former,
            };
            named(maker, naming, &setting);
        }
        at = head.range.end.max(at + 1);
    }
}

/// What "is" says with a role, a name or a property on its other side.
pub(super) fn complement(maker: &mut Maker<'_, '_>, clause: &Clause<'_>, setting: &Setting) -> bool {
    let ground = maker.ground;
    let (at, end) = (clause.rest.start, clause.rest.end);
    let Some(subject) = clause.head.parties.first().filter(|_| clause.head.parties.len() == 1) else { return false };
    // "Ann is the mother of Bob."
    if ground.word(at) == "the"
        && let Some((role, to)) = party::role_at(ground, at + 1, end).filter(|(role, _)| !roles::is_plural(role))
        && ground.word(to) == "of"
        && let Some(other) = party::object(ground, to + 1, end).filter(|other| other.property.is_none())
    {
        for of in &other.parties {
            maker.relation(subject, &format!("{}_of", role.plain), of, setting);
        }
        return true;
    }
    let Some(head) = party::head(ground, at, end).filter(|head| head.parties.len() == 1) else { return false };
    if let Some(name) = &head.property {
        // "Blue is my favourite colour" has no person as its subject; "Ann is my emergency contact" has.
        if let Party::Named { span, .. } = subject {
            maker.attribute_at(&head.parties[0], name, *span, setting);
            return true;
        }
        return false;
    }
    match (&head.parties[0], &head.naming) {
        (Party::Role { role, of, .. }, None) => {
            if roles::role(role).is_some_and(roles::is_plural) || super::clause::same(subject, of) {
                return false;
            }
            let key = roles::role(ground.word(head.range.end - 1)).map_or("", |role| role.key);
            if let (Party::Named { span, .. }, false) = (subject, key.is_empty()) {
                maker.attribute_at(of, key, *span, setting);
            }
            maker.relation(subject, &format!("{role}_of"), of, setting);
            true
        }
        (Party::Named { span, kind, .. }, None) => is_name_of(maker, clause, subject, &head, (*span, *kind), setting),
        _ => false,
    }
}

/// "I'm Anna", "my sister is Ann".
fn is_name_of(
    maker: &mut Maker<'_, '_>,
    clause: &Clause<'_>,
    subject: &Party,
    head: &Head,
    (span, kind): (crate::model::Span, EntityKind),
    setting: &Setting,
) -> bool {
    let ground = maker.ground;
    let to = head.range.end;
    let ends_here = to >= clause.rest.end
        || matches!(ground.word(to), "from" | "and" | "by" | "btw")
        || !ground.tokens[to].is_word();
    let may_be = match kind {
        EntityKind::Person => true,
        EntityKind::Other => {
            ground.tokens[head.range.start].capital
                && !ground.has(head.range.start, lexicon::NATIONS)
                && !ground.has(head.range.start, lexicon::FAITHS)
                && !ground.has(head.range.start, lexicon::LANGUAGES)
        }
        _ => false,
    };
    if !may_be || !ends_here || setting.ends || head.range.len() > 4 || ground.word(clause.rest.start) == "the" {
        return false;
    }
    match subject {
        Party::Speaker if !clause.head.is_weak => {
            let sure = if kind == EntityKind::Person { 0.9 } else { 0.7 };
            maker.attribute_at(
                subject,
                "name",
                span,
                &Setting { confidence: setting.confidence.min(sure), ..setting.clone() },
            );
            true
        }
        Party::Role { role, of, .. } => {
            let word = clause.head.range.end.checked_sub(1).map_or("", |at| ground.word(at));
            let key = party::role_at(ground, clause.head.range.end - 1, clause.head.range.end)
                .map_or("", |(role, _)| role.key);
            let _ = word;
            let naming = Naming {
                role: party::role_at(ground, clause.head.range.end - 1, clause.head.range.end)
                    .map_or("", |(role, _)| role.plain),
                key,
                of: (**of).clone(),
                name: head.parties[0].clone(),
            };
            if naming.role.is_empty() || naming.role != role {
                return false;
            }
            named(maker, &naming, setting);
            true
        }
        _ => false,
    }
}

/// "My birthday is May 3", "Ann's email is a@b.org".
pub(super) fn property(maker: &mut Maker<'_, '_>, clause: &Clause<'_>, name: &str, setting: &Setting) {
    let ground = maker.ground;
    let Some(subject) = clause.head.parties.first().cloned() else { return };
    let is_link =
        matches!(&*clause.group.lemma, "be" | "include") || &*clause.group.lemma == "fall" && is_time_key(name);
    if !is_link || clause.group.is_passive || clause.group.is_progressive {
        return;
    }
    let (mut at, end) = (clause.rest.start, clause.rest.end);
    if is_time_key(name) {
        at += usize::from(matches!(ground.word(at), "on" | "in"));
    }
    let Some(values) = values(ground, name, at, end) else { return };
    // "my sister's name is Ann": Ann is the sister.
    if name == "name"
        && let (Party::Role { role, of, .. }, [range]) = (&subject, &values[..])
    {
        let role = role.clone();
        let key =
            roles::role(&role).map_or_else(|| if holds(lexicon::PETS, &role) { "pet" } else { "" }, |role| role.key);
        let span = ground.span(range);
        let text = ground.slice(range).to_owned();
        let party = Party::Named { name: text, kind: EntityKind::Person, span };
        if !key.is_empty() {
            maker.attribute_at(of, key, span, setting);
        }
        maker.relation(&party, &format!("{role}_of"), of, setting);
        return;
    }
    for range in values {
        maker.attribute(&subject, name, &range, setting);
    }
}

/// Keys whose values hold digits.
#[rustfmt::skip]
const NUMBERS: &[&str] = &[
    "phone", "passport_number", "membership_number", "flight_number", "room_number", "desk_number", "lucky_number", "pin", "locker_code", "locker_combination", "employee_id", "student_id", "license_plate", "resting_heart_rate", "cholesterol",
    "blood_pressure", "budget", "salary", "price", "population", "version",
];

/// The slot that a key's values fill, where one kind of value alone fits.
fn slot_of(name: &str) -> Option<Slot> {
    Some(match name {
        "birthday" | "anniversary" | "deadline" | "due_date" => Slot::Time,
        "name" | "first_name" | "last_name" | "middle_name" | "nickname" | "owner" | "emergency_contact" => Slot::Name,
        "age" => Slot::Age,
        "height" | "weight" => Slot::Measure,
        "employer" | "education" => Slot::Firm,
        "home" | "origin" => Slot::Place,
        "occupation" | "role" => Slot::Job,
        "nationality" => Slot::Nation,
        "religion" => Slot::Faith,
        "marital_status" => Slot::Marital,
        "diet" => Slot::Diet,
        "language" | "main_language" => Slot::Languages,
        "hobby" | "skill" | "allergy" => Slot::List,
        _ => return None,
    })
}

/// The values of a property at a token, where what stands there fits the key.
fn values(ground: &Ground<'_>, name: &str, at: usize, end: usize) -> Option<Vec<Range<usize>>> {
    let fill = |slot: Slot| match slot::fill(ground, slot, at..end)?.0 {
        Filled::Values(ranges) => Some(ranges),
        Filled::Keyed(_, range) | Filled::Parties(_, range) => Some(vec![range]),
    };
    let one_word = |fits: bool| fits.then(|| phrase::only(at..at + 1));
    let word = ground.word(at);
    if let Some(slot) = slot_of(name) {
        return fill(slot);
    }
    if NUMBERS.contains(&name) {
        let starts = ground.tokens.get(at).map(|token| token.kind);
        let is_number = matches!(starts, Some(Kind::Number | Kind::Mark('+' | '(' | '#' | '$' | '€' | '£')));
        return number(ground, at, end).or_else(|| if is_number { fill(Slot::Noun) } else { None });
    }
    match name {
        "email" => one_word(word.contains('@')),
        "website" => one_word(word.contains('.')),
        "gender" => {
            one_word(matches!(word, "male" | "female" | "nonbinary" | "non-binary" | "agender" | "genderfluid"))
        }
        "goal" | "plan" => {
            let first = at + usize::from(word == "to");
            (first > at).then(|| phrase::whole(ground, first, end)).flatten().map(phrase::only)
        }
        "car" => {
            let is_thing = matches!(word, "a" | "an") || ground.name_at(at).is_some();
            if is_thing { fill(Slot::Noun) } else { None }
        }
        "schedule" | "status" | "mood" => None,
        _ if name.starts_with("favourite_") => {
            let (entries, _) = phrase::list(ground, at, end);
            let (first, last) = (entries.first()?.start, entries.last()?.end);
            Some(phrase::only(first..last))
        }
        _ => {
            let verb = super::verbs::verb(word);
            let is_quality = verb.is_some_and(|verb| verb.is(super::verbs::ING | super::verbs::PART))
                || matches!(word, "very" | "so" | "too" | "really" | "not" | "good" | "bad" | "great");
            let is_thing = matches!(word, "a" | "an" | "the") || ground.is_namelike(at) || key(name).is_none();
            if is_thing && !is_quality { fill(Slot::Noun) } else { None }
        }
    }
}

/// "+1 (555) 123-4567", "B 204".
fn number(ground: &Ground<'_>, at: usize, end: usize) -> Option<Vec<Range<usize>>> {
    let mut to = at;
    while to < end {
        let token = &ground.tokens[to];
        let is_part = match token.kind {
            Kind::Number => true,
            Kind::Mark(mark) => matches!(mark, '+' | '(' | ')' | '-' | '/' | '#') || ground.is_soft_dot(to, end),
            Kind::Word => token.word.chars().any(|c| c.is_ascii_digit()) || token.capital && token.word.len() <= 3,
        };
        if !is_part {
            break;
        }
        to += 1;
    }
    while to > at && !ground.tokens[to - 1].is_word() {
        to -= 1;
    }
    let has_digit = ground.slice(&(at..to)).chars().any(|c| c.is_ascii_digit());
    (to > at && has_digit).then(|| phrase::only(at..to))
}

/// "Blue is my favourite colour", "Porto is my home": value first.
pub(super) fn turned(maker: &mut Maker<'_, '_>, range: &Range<usize>, stance: Stance) {
    let ground = maker.ground;
    for at in range.clone() {
        if !matches!(ground.word(at), "is" | "are" | "'s") || ground.is_aside(at) || at == range.start {
            continue;
        }
        let Some(head) = party::head(ground, at + 1, range.end).filter(|head| head.property.is_some()) else {
            continue;
        };
        let Some(name) = head
            .property
            .as_deref()
            .filter(|name| name.starts_with("favourite") || matches!(*name, "hobby" | "home" | "origin"))
        else {
            continue;
        };
        let mut from = at;
        while from > range.start && !is_bound(ground, from - 1) {
            from -= 1;
        }
        let first = phrase::after_article(ground, from);
        let Some(value) = phrase::bounded(ground, first, at, Loose { prepositions: true, times: false })
            .filter(|value| value.end == at)
        else {
            continue;
        };
        if party::head(ground, first, at).is_some_and(|head| head.property.is_some()) {
            continue;
        }
        let setting = Setting {
            range: from..head.range.end,
            confidence: 0.85,
            stance,
            valid: Validity { from: None, until: None },
            ends: false,
        };
        maker.attribute(&head.parties[0].clone(), name, &value, &setting);
    }
}

fn is_bound(ground: &Ground<'_>, at: usize) -> bool {
    let word = ground.word(at);
    !ground.tokens[at].is_word() && !ground.is_soft_dot(at, ground.tokens.len())
        || holds(lexicon::STOPS, word)
        || holds(lexicon::JOINS, word)
        || matches!(word, "and" | "but" | "think")
}
