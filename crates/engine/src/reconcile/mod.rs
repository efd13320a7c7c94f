//! Reconciling: what becomes of a claim beside what is known already. One function for every origin.
//!
//! Pure. Owns: the decision. Must not know: where facts are stored, how a claim was read.
//!
//! Rows are never rewritten: a value that is replaced stays and names the row that replaced it, and a value that ended is
//! replaced by a row that says until when it held. So every earlier state can be read again.

mod keys;

pub use keys::{is_one_valued, opposite, value_key};

use serde::{Deserialize, Serialize};

use crate::model::{Micros, Origin, Validity};

/// Confidence from which a claim may replace another of the same authority. Published default of the wire's
/// `reconciliation.confidence_floor`.
pub const CONFIDENCE_FLOOR: f32 = 0.7;

/// How much a source's word counts. Greater outranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Authority {
    /// Drawn from other memories.
    Derived,
    /// Said in a conversation.
    Said,
    /// Read in a document or written through the API.
    Curated,
}

impl Authority {
    /// The authority of what comes from there.
    pub const fn of(origin: Origin) -> Self {
        match origin {
            Origin::Conversation => Self::Said,
            Origin::Document | Origin::Upsert => Self::Curated,
            Origin::Derived | Origin::Reflection | Origin::Elaboration => Self::Derived,
        }
    }

    /// How far such a source is trusted, in `[0, 1]`. Chosen: a document over a conversation over a thought.
    pub const fn trust(self) -> f32 {
        match self {
            Self::Derived => 0.5,
            Self::Said => 0.8,
            Self::Curated => 1.0,
        }
    }
}

/// A claim as it is weighed: of one entity, one key and one set of scopes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Claimed<'a> {
    /// The value in its normal form ([`value_key`]); empty for a claim that ends whatever there is.
    pub value: &'a str,
    /// Only one value holds at a time.
    pub is_one: bool,
    /// It says that the value no longer holds.
    pub ends: bool,
    /// In `[0, 1]`.
    pub confidence: f32,
    /// Of its source.
    pub authority: Authority,
    /// When it was said.
    pub known_at: Micros,
    /// When it held, as far as it says.
    pub valid: Validity,
}

/// A live row of the same entity, key and scopes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing<'a> {
    /// Its value in its normal form.
    pub value: &'a str,
    /// In `[0, 1]`.
    pub confidence: f32,
    /// Of its source.
    pub authority: Authority,
    /// When it was said.
    pub known_at: Micros,
    /// When it held, as far as it says.
    pub valid: Validity,
}

/// What becomes of a claim. Numbers are positions in the list of standing rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It is known: the row is counted once more and nothing is written.
    Repeat {
        /// The row that says so already.
        of: usize,
    },
    /// It is written beside what is there.
    Insert,
    /// It is written and replaces these.
    Supersede {
        /// At least one; the newest last.
        older: Vec<usize>,
    },
    /// It is older than what is there: it is written as a value that this row has replaced since.
    Backfill {
        /// The row that replaces it, the one next in time.
        newer: usize,
    },
    /// It ends these: each is replaced by a row that says until when it held.
    Close {
        /// At least one.
        rows: Vec<usize>,
    },
    /// It clashes with a row that it may not replace: it is written beside it, and the doubt is noted.
    Beside {
        /// The row it clashes with.
        with: usize,
    },
    /// It says nothing that is not known, and nothing is left of it ("I don't smoke" where nobody said so before).
    Nothing,
}

/// Decides. `live`: rows that are neither forgotten nor replaced, in any order.
///
/// Laws: the decision depends on nothing else; a claim that is decided `Supersede` or `Insert`, and then made again, is a
/// `Repeat`; nothing of greater authority is replaced or ended.
pub fn decide(claim: &Claimed<'_>, live: &[Standing<'_>]) -> Decision {
    let is_past = claim.valid.until.is_some_and(|until| until <= claim.known_at);
    let holds = |row: &Standing<'_>| row.valid.until.is_none_or(|until| until > claim.known_at);
    if claim.ends {
        return end(claim, live, &holds);
    }
    let same = live.iter().position(|row| row.value == claim.value && (is_past || holds(row)) && overlaps(claim, row));
    if let Some(of) = same {
        return Decision::Repeat { of };
    }
    if !claim.is_one || is_past {
        return Decision::Insert;
    }
    let mut others: Vec<usize> = (0..live.len()).filter(|idx| holds(&live[*idx])).collect();
    others.sort_by_key(|idx| (live[*idx].known_at, *idx));
    if others.is_empty() {
        return Decision::Insert;
    }
    let next = others.iter().copied().find(|idx| live[*idx].known_at > claim.known_at);
    // What was said before belongs before, whenever it is written.
    if let Some(newer) = next.filter(|newer| live[*newer].authority == claim.authority) {
        return Decision::Backfill { newer };
    }
    let barred = |row: &Standing<'_>| {
        row.authority != claim.authority || claim.confidence < CONFIDENCE_FLOOR || claim.confidence < row.confidence
    };
    // Of two thoughts and words, words win; but nobody's word is ever overruled by another kind of source, whatever else
    // stands beside it.
    let stands = |row: &Standing<'_>| row.authority > Authority::Derived || claim.authority == Authority::Derived;
    if let Some(with) = others.iter().rev().copied().find(|idx| barred(&live[*idx]) && stands(&live[*idx])) {
        return Decision::Beside { with };
    }
    Decision::Supersede { older: others }
}

/// A claim that something no longer holds.
fn end(claim: &Claimed<'_>, live: &[Standing<'_>], holds: &dyn Fn(&Standing<'_>) -> bool) -> Decision {
    let meant = |row: &Standing<'_>| claim.value.is_empty() || row.value == claim.value;
    let matching: Vec<usize> = (0..live.len()).filter(|idx| holds(&live[*idx]) && meant(&live[*idx])).collect();
    let (above, mine): (Vec<usize>, Vec<usize>) =
        matching.into_iter().partition(|idx| live[*idx].authority > claim.authority);
    if !mine.is_empty() {
        return Decision::Close { rows: mine };
    }
    if let Some(with) = above.first() {
        return Decision::Beside { with: *with };
    }
    // "I used to live in Porto" tells of a time that is over, where a start or an end or a value is known.
    let known = live.iter().any(|row| row.value == claim.value);
    if claim.value.is_empty() || known { Decision::Nothing } else { Decision::Insert }
}

/// A value that held before and holds again is news.
fn overlaps(claim: &Claimed<'_>, row: &Standing<'_>) -> bool {
    let begins_after =
        |one: &Validity, other: &Validity| one.from.zip(other.until).is_some_and(|(from, until)| from >= until);
    !begins_after(&claim.valid, &row.valid) && !begins_after(&row.valid, &claim.valid)
}

#[cfg(test)]
mod tests;
