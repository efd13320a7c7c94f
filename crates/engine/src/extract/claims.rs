//! The claims of a text: clause by clause, with how each is meant and when it holds.
//!
//! Owns the order of the steps and what tense, "not" and mood make of a row. Must not know: words of single facts.

use std::ops::Range;

use super::clause::{self, Clause};
use super::frame::{self, Frame};
use super::ground::Ground;
use super::group::{Mood, Tense};
use super::lexicon::{self, holds};
use super::maker::{Maker, Setting};
use super::pattern::{self, Filled, Give, Match, Mode};
use super::validity::{self, Course};
use super::{action, aims, apposition, doubts, instruct, killing, naming, party, roles, worlds};
use crate::model::{Claim, Doubt, EntityKind, Party, Role, Said, Stance, Validity};

/// What doubt, distance and guesses take from a confidence. Chosen: below 0.7 the reconciler overrules nothing.
const HEDGED: f32 = 0.5;
const JEST: f32 = 0.3;
const OF_SEVERAL: f32 = 0.95;
const PRONOUN: f32 = 0.85;
const SMALL_NAME: f32 = 0.95;
const DEED: f32 = 0.8;

/// Everything that a text says, in order of appearance.
pub(super) fn read(ground: &Ground<'_>) -> Vec<Claim> {
    if matches!(ground.reading.role, Some(Role::System | Role::Tool)) {
        return Vec::new();
    }
    let mut maker = Maker::new(ground);
    let base = if ground.reading.role == Some(Role::Assistant) { Stance::Claimed } else { Stance::Lived };
    let mut in_story = false;
    for (idx, range) in ground.sentences.iter().enumerate() {
        let clauses = clause::clauses(ground, idx);
        let frames = frame::frames(ground, idx, &clauses, in_story);
        for (at, (clause, frame)) in clauses.iter().zip(&frames).enumerate() {
            let from = if at == 0 { range.start } else { clauses[at - 1].rest.end };
            of_clause(&mut maker, clause, *frame, from..clause.range.start);
        }
        in_story |= clauses.iter().any(|clause| frame::is_of_a_work(ground, clause));
        if !is_question(ground, range) {
            let stance = frames.first().map_or(base, |frame| frame.stance);
            let stance = if stance == Stance::Hypothetical { base } else { stance };
            let stance = worlds::told(ground, range).map_or(stance, |(_, stance)| stance);
            naming::everywhere(&mut maker, range, stance);
            naming::turned(&mut maker, range, stance);
            apposition::read(&mut maker, range, stance);
            killing::read(&mut maker, range, stance);
            if ground.reading.role != Some(Role::Assistant) {
                instruct::read(&mut maker, range);
                doubts::unsure(&mut maker, range);
            }
        }
    }
    super::foreign::read(&mut maker);
    finish(maker)
}

/// What is left once the rules for roles and contradictions were heard.
fn finish(maker: Maker<'_, '_>) -> Vec<Claim> {
    let is_claimed = maker.ground.reading.role == Some(Role::Assistant);
    let mut claims = maker.claims;
    if is_claimed {
        claims.retain(|claim| !of_speaker(&claim.said));
        for claim in &mut claims {
            claim.stance = Stance::Claimed;
        }
    }
    claims.sort_by_key(|claim| (claim.span.start, claim.span.end));
    doubts::contradictions(maker.ground.text, &mut claims);
    claims.truncate(crate::limits::CLAIMS_MAX);
    claims
}

/// Whether a claim is about the speaker or somebody known by the speaker.
fn of_speaker(said: &Said) -> bool {
    fn is_own(party: &Party) -> bool {
        match party {
            Party::Speaker => true,
            Party::Named { .. } | Party::Known { .. } => false,
            Party::Role { of, .. } => is_own(of),
        }
    }
    match said {
        Said::Attribute { subject, .. } => is_own(subject),
        Said::Relation { subject, object, .. } => is_own(subject) || is_own(object),
        Said::Action { actor, .. } => is_own(actor),
        Said::Instruction { .. } | Said::Uncertainty { .. } => true,
    }
}

fn is_question(ground: &Ground<'_>, range: &Range<usize>) -> bool {
    range.end.checked_sub(1).is_some_and(|last| ground.is_mark(last, '?') || ground.is_mark(last, '？'))
}

/// The claims of one clause. `lead` are the tokens between the clause before and this one.
fn of_clause(maker: &mut Maker<'_, '_>, clause: &Clause<'_>, frame: Frame, lead: Range<usize>) {
    let before = maker.claims.len();
    let setting = setting(maker.ground, clause, frame);
    facts(maker, clause, &setting, &lead);
    if maker.claims.len() == before && clause.head.property.is_none() {
        aims::aims(maker, clause, &setting);
    }
    let is_planned = clause.group.mood == Mood::Planned && !holds(lexicon::IFS, clause.join) && !frame.is_unreal;
    if frame.stance != Stance::Hypothetical || is_planned {
        deeds(maker, clause, frame, &setting, &lead);
    }
    if maker.claims.len() == before {
        return;
    }
    if clause.is_ambiguous {
        maker.claims.truncate(before);
        maker.doubt(&clause.range, Doubt::Reference, &Setting { confidence: 0.6, ..setting });
        return;
    }
    if frame.is_hedged {
        maker.doubt(&clause.range, Doubt::Hedged, &Setting { confidence: 0.8, ..setting.clone() });
    }
    if frame.is_jest {
        maker.doubt(&clause.range, Doubt::Sarcasm, &Setting { confidence: 0.6, ..setting });
    }
}

fn setting(ground: &Ground<'_>, clause: &Clause<'_>, frame: Frame) -> Setting {
    let mut confidence = 1.0;
    let mut times = |is: bool, factor: f32| {
        if is {
            confidence *= factor;
        }
    };
    times(frame.is_hedged, HEDGED);
    times(frame.is_jest, JEST);
    times(clause.head.is_weak, OF_SEVERAL);
    times(matches!(ground.word(clause.range.start), "he" | "she" | "his" | "her"), PRONOUN);
    times(ground.name_over(clause.head.range.start).is_some_and(|name| name.is_small), SMALL_NAME);
    let none = Validity { from: None, until: None };
    Setting { range: clause.range.clone(), confidence, stance: frame.stance, valid: none, ends: false }
}

/// Properties and relations.
fn facts(maker: &mut Maker<'_, '_>, clause: &Clause<'_>, setting: &Setting, lead: &Range<usize>) {
    let ground = maker.ground;
    let group = &clause.group;
    if let Some(name) = clause.head.property.clone() {
        let ends = group.is_negated || group.is_over || group.tense == Tense::Past || clause.head.is_former;
        let setting = Setting { confidence: setting.confidence * 0.9, ends, ..setting.clone() };
        if group.mood == Mood::Plain || setting.stance == Stance::Hypothetical {
            naming::property(maker, clause, &name, &setting);
        }
        return;
    }
    if &*group.lemma == "be" && group.mood == Mood::Plain {
        let ends = group.is_negated || group.is_over || group.tense == Tense::Past;
        let with = Setting { confidence: setting.confidence * 0.9, ends, ..setting.clone() };
        if naming::complement(maker, clause, &with) {
            return;
        }
    }
    let mut rest = clause.rest.clone();
    let mut denied = group.is_negated;
    if ground.word(rest.start) == "no" && &*group.lemma == "have" {
        rest.start += 1;
        denied = true;
    }
    if !pattern::knows(&group.lemma) {
        return;
    }
    let Some(found) = pattern::find(ground, &group.lemma, group.is_passive, group.is_either, rest) else { return };
    // "the city I live in is Rome" still says where; "the things I love make me happy" says nothing.
    let is_ten = found.row.mode == Mode::Change && clause.join == "when" && found.row.pattern.contains("{age}");
    if is_ten || clause.is_relative && found.row.denied.is_some() {
        return;
    }
    let Some(verdict) = verdict(ground, clause, &found, denied, setting.stance) else { return };
    let is_change = found.row.mode == Mode::Change || group.is_begun || group.is_over && verdict.ends;
    let course = |ends: bool, key: &str| Course {
        is_change,
        ends,
        tense: group.tense,
        is_momentary: matches!(key, "location" | "status" | "mood"),
    };
    let tail = clause.rest.clone();
    let base = Setting {
        confidence: setting.confidence * found.row.confidence * verdict.factor,
        stance: verdict.stance.unwrap_or(setting.stance),
        ..setting.clone()
    };
    for give in found.row.gives {
        let (ends, key) = match *give {
            Give::Ends(key, _) | Give::ToEnds(key, _) => (true, key),
            Give::ToldEnds(_) => (true, ""),
            Give::Key(key, _) | Give::To(key, _) | Give::By(key, _) => (verdict.ends, key),
            Give::Told(_) | Give::Kin(_, _) => (verdict.ends, ""),
        };
        // "I didn't move from Oslo" ends nothing.
        if ends && !verdict.ends && verdict.is_denied {
            continue;
        }
        let valid = validity::validity(ground, lead, &tail, course(ends, key));
        let with = Setting { valid, ends, ..base.clone() };
        for subject in &clause.head.parties {
            apply(maker, *give, &found, subject, verdict.key, &with);
        }
    }
}

/// What tense, "not" and mood make of a row.
struct Verdict {
    ends: bool,
    is_denied: bool,
    key: Option<&'static str>,
    stance: Option<Stance>,
    factor: f32,
}

fn verdict(ground: &Ground<'_>, clause: &Clause<'_>, found: &Match, denied: bool, stance: Stance) -> Option<Verdict> {
    let group = &clause.group;
    // "if I lived", "I wish I lived": no past.
    let is_past = group.tense == Tense::Past && stance != Stance::Hypothetical;
    let mut out = Verdict { ends: false, is_denied: denied, key: None, stance: None, factor: 1.0 };
    let has_anymore = clause.rest.clone().any(|at| {
        ground.word(at) == "anymore"
            || matches!(ground.word(at), "any") && matches!(ground.word(at + 1), "more" | "longer")
    });
    let is_over = group.is_over || denied && has_anymore;
    if group.mood == Mood::Planned {
        out.stance = Some(Stance::Hypothetical);
    }
    match found.row.mode {
        Mode::State | Mode::Now => {
            if group.mood == Mood::Able && !is_ability(found) {
                return None;
            }
            if let Some(key) = found.row.denied {
                // What was liked once says little of now.
                if is_past && !is_over || group.mood == Mood::Thought {
                    return None;
                }
                out.key = (denied && !is_over).then_some(key);
                out.ends = is_over;
                return Some(out);
            }
            let lasts =
                clause.rest.clone().any(|at| matches!(ground.word(at), "for" | "since")) || group.is_progressive;
            if group.tense == Tense::Perfect && !lasts && !denied && !group.is_begun {
                return None;
            }
            if is_past && !is_over && found.row.mode == Mode::Now {
                return None;
            }
            out.ends = denied || is_over || is_past && !group.is_begun;
            if is_past && !is_over && !group.is_begun {
                out.factor = 0.9;
            }
        }
        Mode::Change => {
            if is_over {
                return None;
            }
            let is_ahead = group.tense == Tense::Present && group.is_progressive || group.tense == Tense::Future;
            if is_ahead || group.mood != Mood::Plain {
                out.stance = Some(Stance::Hypothetical);
            }
            out.ends = denied;
        }
        Mode::Fixed => out.ends = denied,
    }
    Some(out)
}

/// "I can speak Thai" says the same as "I speak Thai"; "I can live in Rome" says nothing.
fn is_ability(found: &Match) -> bool {
    found.row.gives.iter().any(|give| matches!(give, Give::Key("language" | "skill" | "plays" | "learns", _)))
}

/// Makes the claims of one thing that a row gives.
fn apply(
    maker: &mut Maker<'_, '_>,
    give: Give,
    found: &Match,
    subject: &Party,
    denied: Option<&'static str>,
    setting: &Setting,
) {
    let ground = maker.ground;
    match give {
        Give::Key(name, slot) | Give::Ends(name, slot) => match &found.slots.get(slot) {
            Some(Filled::Values(ranges)) => {
                for range in ranges {
                    let name = denied.unwrap_or(name);
                    if name == "home" && found.row.pattern.starts_with("~base") && !is_somebody(subject) {
                        if let Some(place) = party::party_of(ground, range.start, Some(EntityKind::Location)) {
                            maker.relation(subject, "located_in", &place, setting);
                        }
                    } else {
                        maker.attribute(subject, name, range, setting);
                    }
                }
            }
            Some(Filled::Parties(parties, range)) => {
                for party in parties {
                    match party {
                        Party::Named { span, .. } => maker.attribute_at(subject, name, *span, setting),
                        Party::Role { .. } => maker.attribute(subject, name, range, setting),
                        Party::Speaker | Party::Known { .. } => {}
                    }
                }
            }
            Some(Filled::Keyed(_, range)) => maker.attribute(subject, name, range, setting),
            None => {}
        },
        Give::Told(slot) | Give::ToldEnds(slot) => {
            if let Some(Filled::Keyed(key, range)) = found.slots.get(slot) {
                maker.attribute(subject, key, range, setting);
            }
        }
        Give::To(label, slot) | Give::ToEnds(label, slot) => {
            if let Some(Filled::Parties(parties, _)) = found.slots.get(slot) {
                for object in parties {
                    maker.relation(subject, label, object, setting);
                }
            }
        }
        Give::By(label, slot) => {
            if let Some(Filled::Parties(parties, _)) = found.slots.get(slot) {
                for by in parties {
                    maker.relation(by, label, subject, setting);
                }
            }
        }
        Give::Kin(role, name) => kin(maker, found, subject, (role, name), setting),
    }
}

/// "has two cats called Milo and Otto".
fn kin(maker: &mut Maker<'_, '_>, found: &Match, subject: &Party, slots: (usize, usize), setting: &Setting) {
    let (Some(Filled::Keyed(_, range)), Some(Filled::Parties(names, _))) =
        (found.slots.get(slots.0), found.slots.get(slots.1))
    else {
        return;
    };
    let last = maker.ground.word(range.end - 1);
    let one = lexicon::singular(last);
    let key = roles::role(last).map_or_else(|| if holds(lexicon::PETS, one) { "pet" } else { "" }, |role| role.key);
    let label = roles::role(one).map_or(one, |role| role.plain).replace('-', "_");
    for name in names {
        if let (Party::Named { span, .. }, false) = (name, key.is_empty()) {
            maker.attribute_at(subject, key, *span, setting);
        }
        maker.relation(name, &format!("{label}_of"), subject, setting);
    }
}

fn is_somebody(party: &Party) -> bool {
    !matches!(party, Party::Named { kind, .. } if *kind != EntityKind::Person)
}

/// Deeds of a clause.
fn deeds(maker: &mut Maker<'_, '_>, clause: &Clause<'_>, frame: Frame, setting: &Setting, lead: &Range<usize>) {
    let ground = maker.ground;
    let Some(deed) = action::deed(ground, clause) else { return };
    let at = validity::moment(ground, lead, &clause.rest, deed.is_planned);
    let stance = if frame.stance == Stance::Hypothetical { Stance::Lived } else { frame.stance };
    let with = Setting { confidence: setting.confidence * DEED, stance, ..setting.clone() };
    for actor in &clause.head.parties {
        maker.action(actor, &deed.verb, deed.object.as_ref(), at, &with);
    }
}
