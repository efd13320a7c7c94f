//! Aims and routines: what somebody plans and wishes, and what is done every week.
//!
//! Owns how much of a clause is the aim. Must not know: rows.

use super::clause::Clause;
use super::ground::Ground;
use super::group::{Mood, Tense};
use super::lexicon::{self, holds};
use super::maker::{Maker, Setting};
use super::phrase;
use crate::model::Stance;

/// Plans, wishes, and what is done again and again.
pub(super) fn aims(maker: &mut Maker<'_, '_>, clause: &Clause<'_>, setting: &Setting) {
    let ground = maker.ground;
    let group = &clause.group;
    let lived = Setting {
        confidence: setting.confidence * 0.75,
        stance: own_stance(setting.stance, clause),
        ..setting.clone()
    };
    if let Some((before, start)) = group.before.filter(|(before, _)| *before != "go") {
        let is_now = group.tense == Tense::Present || group.mood == Mood::Planned && group.tense != Tense::Past;
        if !is_now || group.is_negated || !is_aim(ground, start) {
            return;
        }
        let key = if matches!(before, "plan" | "intend" | "decide" | "aim") { "plan" } else { "goal" };
        if let Some(range) = phrase::whole(ground, start, clause.rest.end).filter(|range| range.len() > 1) {
            for subject in &clause.head.parties {
                maker.attribute(subject, key, &range, &lived);
            }
        }
        return;
    }
    let next = clause.rest.start;
    let is_thinking =
        matches!(&*group.lemma, "think" | "dream" | "plan") && matches!(ground.word(next), "of" | "about" | "on");
    let is_gerund = super::verbs::verb(ground.word(next + 1)).is_some_and(|verb| verb.is(super::verbs::ING));
    let is_planning = &*group.lemma == "plan"
        && group.is_progressive
        && matches!(ground.word(next), "a" | "an" | "my" | "our" | "the");
    if (is_thinking && is_gerund || is_planning)
        && group.tense != Tense::Past
        && group.mood == Mood::Plain
        && !group.is_negated
    {
        let first = if is_planning { next } else { next + 1 };
        let key = if &*group.lemma == "dream" { "goal" } else { "plan" };
        if let Some(range) = phrase::whole(ground, first, clause.rest.end) {
            for subject in &clause.head.parties {
                maker.attribute(subject, key, &range, &lived);
            }
        }
        return;
    }
    routine(maker, clause, setting);
}

/// A wish is real though what is wished is not.
fn own_stance(stance: Stance, clause: &Clause<'_>) -> Stance {
    let is_if = holds(lexicon::IFS, clause.join);
    if stance == Stance::Hypothetical && !is_if { Stance::Lived } else { stance }
}

/// "want to know" is no aim.
fn is_aim(ground: &Ground<'_>, at: usize) -> bool {
    !matches!(
        ground.word(at),
        "know"
            | "say"
            | "tell"
            | "talk"
            | "ask"
            | "hear"
            | "share"
            | "be"
            | "thank"
            | "make"
            | "check"
            | "let"
            | "try"
            | "see"
            | "think"
            | "do"
            | "have"
            | "get"
            | "give"
            | "show"
            | "believe"
            | "help"
            | "go"
            | "keep"
            | "add"
            | "discuss"
            | "mention"
            | "point"
            | "use"
            | "understand"
            | "ensure"
            | "find"
            | "hope"
            | "avoid"
    ) || ground.word(at) == "go" && ground.word(at + 1) == "to"
        || ground.word(at) == "be" && matches!(ground.word(at + 1), "a" | "an")
        || ground.word(at) == "get" && matches!(ground.word(at + 1), "a" | "an" | "married" | "into")
}

/// "I practise every Tuesday evening": a schedule.
fn routine(maker: &mut Maker<'_, '_>, clause: &Clause<'_>, setting: &Setting) {
    let ground = maker.ground;
    let group = &clause.group;
    if group.mood != Mood::Plain
        || group.is_negated
        || !matches!(group.tense, Tense::Present | Tense::Perfect)
        || group.is_over
    {
        return;
    }
    let is_weekday =
        |word: &str| word.ends_with("days") && holds(lexicon::DAYS, word) && !matches!(word, "days" | "holidays");
    let Some(at) = clause.rest.clone().find(|&at| {
        matches!(ground.word(at), "every" | "each")
            && (at + 1..at + 4).any(|next| ground.has(next, lexicon::DAYS))
            && ground.word(at + 1) != "time"
            || ground.word(at) == "on" && is_weekday(ground.word(at + 1))
    }) else {
        return;
    };
    let mut to = at + 1;
    while to < clause.rest.end
        && (ground.has(to, lexicon::DAYS)
            || matches!(ground.word(to), "other" | "single" | "second" | "and" | "at" | "from" | "to")
            || ground.tokens[to].kind == super::token::Kind::Number)
    {
        to += 1;
    }
    while to > at && matches!(ground.word(to - 1), "and" | "at" | "from" | "to") {
        to -= 1;
    }
    for subject in &clause.head.parties {
        let range = group.at..to;
        if range.len() <= 14 {
            maker.attribute(
                subject,
                "schedule",
                &range,
                &Setting { confidence: setting.confidence * 0.8, ..setting.clone() },
            );
        }
    }
}
