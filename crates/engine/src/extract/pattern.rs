//! Rows: what a verb and the words after it say.
//!
//! A pattern is verbs, then elements, separated by spaces. Verbs are alternatives in plain form (`live|reside`); a `~` in
//! front asks for the passive ("is based"). Elements are words (`in|at`), words that may be missing (`in?`), and slots
//! (`{place}`). A row says what it gives of which slot, and carries examples that the tests run.
//!
//! Owns the language of rows and the matching. Must not know: clauses around, stance, time.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use super::ground::Ground;
use super::slot::{self, Slot};
use crate::model::Party;

/// How a row treats time and "not".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// It holds while the verb is in the present ("live in"); in the past it is over.
    State,
    /// The same, but in the past it says nothing of now ("I was ten").
    Now,
    /// It holds once it has happened ("move to"); ahead it is a plan.
    Change,
    /// It happened or is so, for good ("born in", "founded").
    Fixed,
}

/// What a row gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Give {
    /// The subject has a key with the slot as value.
    Key(&'static str, usize),
    /// The same, and it no longer holds.
    Ends(&'static str, usize),
    /// A key that the slot itself tells ("two sisters", "a dog").
    Told(usize),
    /// The same, and it no longer holds.
    ToldEnds(usize),
    /// The subject stands in a relation to the slot.
    To(&'static str, usize),
    /// The same, and it no longer holds.
    ToEnds(&'static str, usize),
    /// The slot stands in a relation to the subject: the passive voice.
    By(&'static str, usize),
    /// Somebody of a role to the subject, by name: "has a sister called Ann" (role, name).
    Kin(usize, usize),
}

/// One row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) pattern: &'static str,
    pub(super) mode: Mode,
    pub(super) gives: &'static [Give],
    /// Key that a denied row gives instead: "don't like" is `dislikes`.
    pub(super) denied: Option<&'static str>,
    /// How sure a reading by this row is.
    pub(super) confidence: f32,
    /// Text and what is read, as the tests print it; an empty second part: nothing is.
    #[cfg_attr(not(test), expect(dead_code, reason = "shown beside the pattern, run by the tests"))]
    pub(super) examples: &'static [(&'static str, &'static str)],
}

/// A row of a state.
pub(super) const fn state(
    pattern: &'static str,
    gives: &'static [Give],
    examples: &'static [(&'static str, &'static str)],
) -> Row {
    Row { pattern, mode: Mode::State, gives, denied: None, confidence: 0.9, examples }
}

/// A row of what is so now.
pub(super) const fn now(
    pattern: &'static str,
    gives: &'static [Give],
    examples: &'static [(&'static str, &'static str)],
) -> Row {
    Row { pattern, mode: Mode::Now, gives, denied: None, confidence: 0.9, examples }
}

/// A row of a change.
pub(super) const fn change(
    pattern: &'static str,
    gives: &'static [Give],
    examples: &'static [(&'static str, &'static str)],
) -> Row {
    Row { pattern, mode: Mode::Change, gives, denied: None, confidence: 0.9, examples }
}

/// A row of what is so for good.
pub(super) const fn fixed(
    pattern: &'static str,
    gives: &'static [Give],
    examples: &'static [(&'static str, &'static str)],
) -> Row {
    Row { pattern, mode: Mode::Fixed, gives, denied: None, confidence: 0.9, examples }
}

impl Row {
    /// What it gives when denied.
    pub(super) const fn denied(self, key: &'static str) -> Self {
        Self { denied: Some(key), ..self }
    }

    /// A row that is less sure.
    pub(super) const fn sure(self, confidence: f32) -> Self {
        Self { confidence, ..self }
    }
}

/// What a slot matched.
#[derive(Clone, Debug)]
pub(super) enum Filled {
    /// Values, each a range of tokens.
    Values(Vec<Range<usize>>),
    /// Somebody or something as a party.
    Parties(Vec<Party>, Range<usize>),
    /// A value whose words tell its key.
    Keyed(&'static str, Range<usize>),
}

/// A row that matched.
#[derive(Clone, Debug)]
pub(super) struct Match {
    pub(super) row: &'static Row,
    pub(super) slots: Vec<Filled>,
}

#[derive(Debug)]
enum Element {
    Words(Vec<&'static str>, bool),
    Slot(Slot),
}

#[derive(Debug)]
struct Compiled {
    row: &'static Row,
    elements: Vec<Element>,
    is_passive: bool,
}

static TABLE: LazyLock<HashMap<&'static str, Vec<Compiled>>> = LazyLock::new(|| {
    let mut table: HashMap<&'static str, Vec<Compiled>> = HashMap::new();
    for row in super::rows::ALL.iter().copied().flatten() {
        let mut parts = row.pattern.split(' ');
        let head = parts.next().unwrap_or_default();
        let (is_passive, verbs) = head.strip_prefix('~').map_or((false, head), |rest| (true, rest));
        let elements: Vec<&'static str> = parts.collect();
        for verb in verbs.split('|') {
            let elements = elements.iter().map(|part| element(part)).collect();
            table.entry(verb).or_default().push(Compiled { row, elements, is_passive });
        }
    }
    table
});

fn element(part: &'static str) -> Element {
    if let Some(name) = part.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        return Element::Slot(slot::parse(name));
    }
    let (words, may_miss) = part.strip_suffix('?').map_or((part, false), |rest| (rest, true));
    Element::Words(words.split('|').collect(), may_miss)
}

/// Whether any row begins with a verb.
pub(super) fn knows(lemma: &str) -> bool {
    TABLE.contains_key(lemma)
}

/// The rows that match a verb and the tokens of `rest`. The first that matches counts, but rows that share all their words
/// before it are tried in order of the table.
pub(super) fn find(
    ground: &Ground<'_>,
    lemma: &str,
    is_passive: bool,
    may_be_active: bool,
    rest: Range<usize>,
) -> Option<Match> {
    let rows = TABLE.get(lemma)?;
    rows.iter()
        .filter(|compiled| compiled.is_passive == is_passive || may_be_active && !compiled.is_passive)
        .find_map(|compiled| matches(ground, compiled, rest.clone()))
}

fn matches(ground: &Ground<'_>, compiled: &Compiled, rest: Range<usize>) -> Option<Match> {
    let mut at = rest.start;
    let mut slots = Vec::new();
    for element in &compiled.elements {
        match element {
            Element::Words(words, may_miss) => {
                if at < rest.end && words.contains(&ground.word(at)) && !ground.is_aside(at) {
                    at += 1;
                } else if !may_miss {
                    return None;
                }
            }
            Element::Slot(slot) => {
                let (filled, to) = slot::fill(ground, *slot, at..rest.end)?;
                slots.push(filled);
                at = to;
            }
        }
    }
    Some(Match { row: compiled.row, slots })
}
