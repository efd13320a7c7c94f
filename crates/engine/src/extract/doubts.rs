//! Doubts that no single clause tells: a text that contradicts itself, and what somebody says not to know.
//!
//! Owns what counts as a correction. Must not know: rows.

use std::ops::Range;

use super::clause;
use super::maker::{Maker, Setting};
use crate::model::{Claim, Doubt, Said, Stance, Validity, key};

/// One text that gives one property two values: the later stands after a word of correction, else both are in doubt.
pub(super) fn contradictions(text: &str, claims: &mut Vec<Claim>) {
    let single = |claim: &Claim| match &claim.said {
        Said::Attribute { subject, key: name, value, .. } if claim.stance == Stance::Lived && !claim.ends => {
            let is_one = key(name).is_some_and(|key| !key.is_many);
            is_one.then(|| (subject.clone(), name.clone(), value.clone()))
        }
        _ => None,
    };
    let mut gone = Vec::new();
    let mut doubts = Vec::new();
    for later in 0..claims.len() {
        let Some((subject, name, value)) = single(&claims[later]) else { continue };
        for earlier in 0..later {
            let Some((other, other_name, other_value)) = single(&claims[earlier]) else { continue };
            if other_name != name
                || !clause::same(&subject, &other)
                || other_value.eq_ignore_ascii_case(&value)
                || gone.contains(&earlier)
            {
                continue;
            }
            let between = text
                .get(claims[earlier].span.start as usize..claims[later].span.end as usize)
                .unwrap_or("")
                .to_lowercase();
            let is_correction =
                ["sorry", "i mean", "correction", "actually", "no wait", "wait,", "scratch that", "rather"]
                    .iter()
                    .any(|word| between.contains(word));
            if is_correction {
                gone.push(earlier);
            } else if claims[earlier].valid == claims[later].valid && !between.contains("then") {
                let about = text
                    .get(claims[later].span.start as usize..claims[later].span.end as usize)
                    .unwrap_or("")
                    .to_owned();
                let said = Said::Uncertainty { about, reason: Doubt::Contradiction };
                doubts.push(Claim { said, category: crate::model::Category::Uncertainty, ..claims[later].clone() });
            }
        }
    }
    let mut at = 0;
    claims.retain(|_| {
        at += 1;
        !gone.contains(&(at - 1))
    });
    claims.extend(doubts);
}

/// "I'm not sure whether ...", "I don't know if ...".
pub(super) fn unsure(maker: &mut Maker<'_, '_>, range: &Range<usize>) {
    let ground = maker.ground;
    for at in range.clone() {
        let (word, next) = (ground.word(at), ground.word(at + 1));
        let from = match (word, next) {
            ("not", "sure" | "certain") => at + 2,
            ("unsure", _) => at + 1,
            ("not", "know") if at > range.start && ground.word(at - 1) == "do" => at + 2,
            ("not", "decide") => at + 2,
            _ => continue,
        };
        let opens = matches!(
            ground.word(from),
            "if" | "whether" | "about" | "where" | "which" | "when" | "how" | "who" | "between"
        );
        let own =
            (range.start..at).rev().take(4).any(|at| matches!(ground.word(at), "i" | "we")) || at <= range.start + 1;
        let to = (from..range.end)
            .find(|&at| ground.is_soft_end(at, range.end) && !ground.is_soft_dot(at, range.end))
            .unwrap_or(range.end);
        if opens && own && to > from + 1 && !ground.is_aside(from) {
            let start = from + usize::from(matches!(ground.word(from), "about" | "between"));
            let with = Setting {
                range: at..to,
                confidence: 0.8,
                stance: Stance::Lived,
                valid: Validity { from: None, until: None },
                ends: false,
            };
            maker.doubt(&(start..to), Doubt::Hedged, &with);
        }
    }
}
