//! Whom "she" and "he" mean.
//!
//! Owns the search for people named before. Must not know: verbs.

use super::clause::same;
use super::ground::Ground;
use super::party::{self, Head};
use crate::model::{EntityKind, Party};

/// Whom "she" or "he" means: the one person named before who can be meant. With several, the last and a doubt.
pub(super) fn meant(ground: &Ground<'_>, at: usize, is_she: bool) -> Option<(Head, bool)> {
    let mut people: Vec<Head> = Vec::new();
    let mut token = 0;
    while token < at {
        if ground.is_aside(token) {
            token += 1;
            continue;
        }
        let Some(head) = party::head(ground, token, at) else {
            token += 1;
            continue;
        };
        token = head.range.end.max(token + 1);
        if is_called(ground, &head) {
            continue;
        }
        for party in head.parties {
            let can_be = match &party {
                Party::Speaker | Party::Known { .. } => false,
                Party::Named { kind, .. } => *kind == EntityKind::Person,
                Party::Role { role, .. } => !super::roles::is_several(role),
            };
            let gender_fits = party::is_she(&party).is_none_or(|she| she == is_she);
            let is_new = people.iter().all(|known| !same(&known.parties[0], &party));
            if can_be && gender_fits && is_new {
                people.push(Head {
                    parties: vec![party],
                    property: None,
                    is_weak: false,
                    is_former: false,
                    naming: None,
                    range: at..at + 1,
                });
            }
        }
    }
    let is_ambiguous = people.len() > 1;
    people.pop().map(|head| (head, is_ambiguous))
}

/// A name that is only spoken to: "Thanks, Maria!", "Hey Ann,".
fn is_called(ground: &Ground<'_>, head: &Head) -> bool {
    let (from, to) = (head.range.start, head.range.end);
    let before = from.checked_sub(1);
    let greeted = before.is_none_or(|at| {
        !ground.tokens[at].is_word()
            || matches!(
                ground.word(at),
                "hey"
                    | "hi"
                    | "hello"
                    | "thanks"
                    | "you"
                    | "yeah"
                    | "wow"
                    | "dear"
                    | "yes"
                    | "no"
                    | "ok"
                    | "okay"
                    | "sure"
                    | "congrats"
                    | "bye"
                    | "oh"
                    | "well"
                    | "agree"
            )
    });
    let set_off = to >= ground.tokens.len() || !ground.tokens[to].is_word();
    greeted && set_off && ground.name_at(from).is_some()
}
