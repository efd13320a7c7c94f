//! Who killed whom: "Reed shot and killed Long", "Long was murdered by Reed", "Reed, the killer of Long", "Reed, convicted of killing Long".
//!
//! Owns these forms, whose two names stand apart. What is only alleged says nothing. Must not know: clauses.

use std::ops::Range;

use super::ground::{Ground, Name};
use super::maker::{Maker, Setting};
use super::party;
use crate::model::{EntityKind, Stance, Validity};

/// Tokens from who did it to the word that says so, at most. Chosen.
const BEFORE: usize = 12;
/// Tokens from that word to whom, at most: "of the civil rights leader". Chosen.
const AFTER: usize = 6;
/// How sure these forms are. Chosen, as for names beside each other.
const CONFIDENCE: f32 = 0.65;

/// Reads one sentence.
pub(super) fn read(maker: &mut Maker<'_, '_>, range: &Range<usize>, stance: Stance) {
    let ground = maker.ground;
    for at in range.clone() {
        let Some((after, is_passive)) = deed(ground, at, range.end) else { continue };
        let (Some(before), Some(other)) =
            (person_before(ground, at, range.start), person_after(ground, after, range.end))
        else {
            continue;
        };
        let is_doubted = at.checked_sub(1).is_some_and(|at| is_doubtful(ground.word(at)));
        if ground.is_aside(at)
            || is_doubted
            || (before.to..at).chain(after..other.from).any(|at| is_doubtful(ground.word(at)))
        {
            continue;
        }
        let (who, whom) = if is_passive { (other, before) } else { (before, other) };
        let party = |name: &Name| party::party_of(ground, name.from, Some(EntityKind::Person));
        let (Some(who), Some(whom)) = (party(&who), party(&whom)) else { continue };
        let setting = Setting {
            range: before.from..other.to,
            confidence: CONFIDENCE,
            stance,
            valid: Validity { from: None, until: None },
            ends: false,
        };
        maker.relation(&who, "killed", &whom, &setting);
    }
}

/// Where whom begins after a word for killing, and whether whoever did it stands there instead.
fn deed(ground: &Ground<'_>, at: usize, end: usize) -> Option<(usize, bool)> {
    let word = |at: usize| if at < end { ground.word(at) } else { "" };
    let before = at.checked_sub(1).map_or("", |at| ground.word(at));
    let before2 = at.checked_sub(2).map_or("", |at| ground.word(at));
    match word(at) {
        "killed" | "murdered" | "assassinated" | "slain" if matches!(before, "was" | "were" | "been") => {
            (word(at + 1) == "by").then_some((at + 2, true))
        }
        "killed" | "murdered" | "assassinated" | "slew" => Some((at + 1, false)),
        "killer" | "assassin" | "murderer" => (word(at + 1) == "of").then_some((at + 2, false)),
        "killing" | "murdering" | "assassinating" if before == "of" => {
            matches!(before2, "convicted" | "guilty").then_some((at + 1, false))
        }
        "murder" | "assassination" | "killing" | "slaying"
            if word(at + 1) == "of" && matches!(before, "the") && matches!(before2, "of" | "for") =>
        {
            let third = at.checked_sub(3).map_or("", |at| ground.word(at));
            matches!(third, "convicted" | "guilty" | "executed").then_some((at + 2, false))
        }
        _ => None,
    }
}

fn is_doubtful(word: &str) -> bool {
    matches!(
        word,
        "not"
            | "never"
            | "nearly"
            | "almost"
            | "allegedly"
            | "alleged"
            | "accused"
            | "suspected"
            | "may"
            | "might"
            | "would"
            | "could"
            | "tried"
            | "attempted"
            | "planned"
            | "if"
            | "charged"
            | "who"
            | "when"
            | "after"
            | "before"
            | "by"
    )
}

/// The nearest name before, where it is somebody's.
fn person_before(ground: &Ground<'_>, at: usize, start: usize) -> Option<Name> {
    let idx = ground.names.partition_point(|name| name.to <= at).checked_sub(1)?;
    let name = ground.names[idx];
    (name.kind == Some(EntityKind::Person) && name.from >= start && at - name.to <= BEFORE).then_some(name)
}

/// The first name after, where it is somebody's.
fn person_after(ground: &Ground<'_>, at: usize, end: usize) -> Option<Name> {
    let idx = ground.names.partition_point(|name| name.from < at);
    let name = *ground.names.get(idx)?;
    let is_near = name.to <= end && name.from - at <= AFTER;
    let is_plain = is_near && (at..name.from).all(|at| ground.tokens[at].is_word() || ground.is_mark(at, '.'));
    (is_plain && name.kind == Some(EntityKind::Person)).then_some(name)
}
