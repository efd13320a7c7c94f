//! A person who tells a known fact again in other words: the turn keeps its place and its text, and is shown by no read that does
//! not ask for repetitions. The fact was counted when its claim was reconciled. Unlike the same words, it does not go with the
//! turn that told the fact first: it then stands for itself again.
//!
//! In doubt a turn is news: see [`crate::consolidate::Retelling`] for its words; and every claim that was read in it has to be
//! known, lived and without a time of its own, from one turn of the same speaker, labels and readers; it asks nothing, is not
//! stated or read to feel like much, and tells of no other time than that of speaking.
//!
//! Must not know: how claims were read, indexes.

use std::collections::BTreeSet;

use rusqlite::Connection;

use super::database::During;
use super::ledger::Ledger;
use super::repeats::WORDS_MIN;
use super::tables::changes::{self, Op};
use super::tables::claims::{self, Place};
use super::tables::memories::{self, Stored};
use super::transact::{Delta, Work};
use crate::affect::Provenance;
use crate::consolidate::Retelling;
use crate::model::{Grain, Interval, Kind, Memory, MemoryId, Party, Role, Said, Span, Stance, Validity};
use crate::reconcile;
use crate::store::{Asserted, Assertion, Fate, Feeling, MemoryRecord, Ordinal, StoreError};
use crate::text;

/// Intensity from which a turn is kept for what it feels like. Chosen: more than a word of mild colour.
const FEELING_MIN: f32 = 0.6;

/// Deeds that lead to something that lasts, and under which keys that is known; sorted.
const DEEDS: [(&str, &[&str]); 6] = [
    ("begin", &["employer", "role", "occupation"]),
    ("join", &["employer"]),
    ("move", &["home"]),
    ("relocate", &["home"]),
    ("settle", &["home"]),
    ("start", &["employer", "role", "occupation"]),
];

/// What was read in a turn, where all of it is known.
struct Known<'a> {
    values: Vec<Span>,
    names: Vec<&'a str>,
    facts: Vec<MemoryId>,
}

impl Work<'_> {
    /// Marks a new turn as a repetition of the one that told all of its facts first.
    pub(super) fn mark_retold(&mut self, record: &MemoryRecord, asserted: &[Asserted]) -> Result<(), StoreError> {
        let memory = &record.memory;
        if !may_retell(record) {
            return Ok(());
        }
        let Some(first) = self.told_first(memory, asserted)? else { return Ok(()) };
        let (ordinal, _) = self.locate(memory.id)?;
        let stored = self.stored(ordinal, memory.id)?;
        if stored.duplicate_of.is_some() {
            return Ok(());
        }
        let memory = Memory { duplicate_of: Some(first.memory.id), ..stored.memory.clone() };
        self.rewrite_new(&Stored { duplicate_of: Some(first.ordinal), memory, ..stored })
    }

    /// The known fact that a deed once led to: who is said to have moved where they live already is told of again, not of another
    /// move. `None` for other deeds, and for those that have a time.
    pub(super) fn led_to_known(&self, assertion: &Assertion, place: &Place) -> Result<Option<MemoryId>, StoreError> {
        let Said::Action { verb, at: None, .. } = &assertion.claim.said else { return Ok(None) };
        let Some((_, keys)) = DEEDS.iter().find(|(deed, _)| deed == verb) else { return Ok(None) };
        let said = format!(" {} ", reconcile::value_key(&assertion.memory.text));
        for key in *keys {
            let fact = Place {
                sort: "attribute",
                key: (*key).to_owned(),
                value: String::new(),
                object: None,
                ..place.clone()
            };
            let known = self.known(&fact, &assertion.memory, None)?;
            let is_old = |known: &super::asserting::Known| {
                known.memory.known_at < assertion.memory.known_at
                    && known.memory.valid.until.is_none()
                    && known.memory.source.derived_from.first() != assertion.memory.source.derived_from.first()
                    && said.contains(&format!(" {} ", known.value))
            };
            if let Some(known) = known.iter().find(|known| is_old(known)) {
                return Ok(Some(known.memory.id));
            }
        }
        Ok(None)
    }

    fn told_first(&self, memory: &Memory, asserted: &[Asserted]) -> Result<Option<Stored>, StoreError> {
        let pairs = self.assertions().iter().zip(asserted);
        let pairs = pairs.filter(|(assertion, _)| assertion.memory.source.derived_from.first() == Some(&memory.id));
        let Some(known) = known(memory, pairs) else { return Ok(None) };
        let mut tellings: Option<BTreeSet<Ordinal>> = None;
        for fact in &known.facts {
            let sources: BTreeSet<Ordinal> =
                claims::sources(self.connection, self.locate(*fact)?.0)?.into_iter().collect();
            tellings = Some(tellings.map_or(sources.clone(), |all| all.intersection(&sources).copied().collect()));
        }
        for telling in tellings.unwrap_or_default() {
            let Some(first) = memories::get(self.connection, telling)? else { continue };
            let retelling =
                Retelling { text: &memory.text, values: &known.values, names: &known.names, first: &first.memory.text };
            if may_stand_for(&first, memory) && retelling.is_all() {
                return Ok(Some(first));
            }
        }
        Ok(None)
    }
}

/// A short turn of a person that tells of its own time and feels like nothing much.
fn may_retell(record: &MemoryRecord) -> bool {
    let memory = &record.memory;
    memory.kind == Kind::Turn
        && matches!(memory.role, None | Some(Role::User))
        && memory.part_of.is_none()
        && memory.document.is_none()
        && memory.duplicate_of.is_none()
        && memory.stated.is_empty()
        && memory.valid == Validity::default()
        && memory.event == Interval::new(memory.known_at, memory.known_at, Grain::Second)
        && !is_felt(&record.feeling)
}

fn is_felt(feeling: &Feeling) -> bool {
    let is_strong = |point: &crate::affect::Point| point.source == Provenance::Stated || point.intensity >= FEELING_MIN;
    feeling.points.iter().any(is_strong)
}

/// What was read in a turn; `None` where something of it is news, or nothing was read.
fn known<'a>(memory: &Memory, pairs: impl Iterator<Item = (&'a Assertion, &'a Asserted)>) -> Option<Known<'a>> {
    let lead = (memory.text.len() - memory.spoken().len()) as u32;
    let mut known = Known { values: Vec::new(), names: Vec::new(), facts: Vec::new() };
    for (assertion, asserted) in pairs {
        let claim = &assertion.claim;
        let is_plain = claim.stance == Stance::Lived && claim.valid == Validity::default() && !claim.ends;
        let fact = asserted.memory.filter(|_| is_plain && asserted.fate == Fate::Repeated)?;
        let (subject, value) = match &claim.said {
            Said::Attribute { subject, value_span, .. } => (subject, *value_span),
            Said::Relation { subject, object: Party::Named { span, .. }, .. } => (subject, *span),
            Said::Action { actor, .. } => {
                known.names.extend(named(actor));
                known.facts.push(fact);
                continue;
            }
            _ => return None,
        };
        known.values.push(Span { start: value.start + lead, end: value.end + lead });
        known.names.extend(named(subject));
        known.facts.push(fact);
    }
    known.values.sort_unstable_by_key(|span| (span.start, span.end));
    known.values.dedup();
    (!known.facts.is_empty()).then_some(known)
}

fn named(party: &Party) -> Option<&str> {
    match party {
        Party::Named { name, .. } | Party::Known { name, .. } => Some(name),
        Party::Speaker | Party::Role { .. } => None,
    }
}

/// A turn that reads show, told before, by the same speaker to the same readers.
fn may_stand_for(first: &Stored, memory: &Memory) -> bool {
    let told = &first.memory;
    told.id != memory.id
        && told.kind == memory.kind
        && first.part_of.is_none()
        && first.duplicate_of.is_none()
        && first.superseded_by.is_none()
        && told.role == memory.role
        && told.speaker == memory.speaker
        && told.scopes == memory.scopes
        && told.labels == memory.labels
        && told.known_at <= memory.known_at
}

/// Of a repetition and the row that it repeats: it tells facts, and not just the same words in the same conversation.
pub(super) fn stands_alone(connection: &Connection, repeat: Ordinal, of: Ordinal) -> Result<bool, StoreError> {
    let tells: bool = connection
        .prepare_cached("SELECT EXISTS (SELECT 1 FROM claim_sources WHERE source = ?1)")
        .and_then(|mut statement| statement.query_row([repeat.0], |row| row.get(0)))
        .during("reading what repeats a memory")?;
    if !tells {
        return Ok(false);
    }
    let (repeat, first) = (memories::get(connection, repeat)?, memories::get(connection, of)?);
    Ok(repeat.zip(first).is_some_and(|(repeat, first)| {
        let is_same = repeat.memory.text == first.memory.text && repeat.session == first.session;
        !is_same || text::words(&first.memory.text) < WORDS_MIN
    }))
}

/// Rows that repeat that one stand for themselves again, but for those that go along, ascending.
pub(super) fn release(
    connection: &Connection,
    ledger: &mut Ledger,
    ordinal: Ordinal,
    along: &[Ordinal],
    delta: &mut Delta,
) -> Result<(), StoreError> {
    let repeats: Vec<Ordinal> = connection
        .prepare_cached("SELECT ordinal FROM memories WHERE duplicate_of = ?1 ORDER BY ordinal")
        .and_then(|mut statement| statement.query_map([ordinal.0], |row| Ok(Ordinal(row.get(0)?)))?.collect())
        .during("reading what repeats a memory")?;
    for repeat in repeats.into_iter().filter(|repeat| along.binary_search(repeat).is_err()) {
        let Some(mut row) = memories::get(connection, repeat)? else { continue };
        (row.duplicate_of, row.memory.duplicate_of) = (None, None);
        memories::rewrite(connection, &row)?;
        if row.memory.forgotten_at.is_some() {
            continue;
        }
        ledger.sequence += 1;
        changes::append(connection, ledger.sequence, Op::Other, Some(repeat))?;
        delta.changed.push((row.spot(), repeat));
    }
    Ok(())
}
