//! What is said again: kept in its place in the conversation, but counted on the first and shown by no read that does not ask
//! for repetitions. Two kinds of it:
//!
//! - The same words. A person who says the same on another day may tell of another event, so that their repetition counts as one
//!   only where it is near in time, has become a habit, or tells of no event: a question, a nod. What an agent or a tool says
//!   again tells nothing new whenever it is said.
//! - The same words but for what a machine fills in: counters of a tool, stamps of a timer, the date of a prompt. Of a person's
//!   words only stamps that nobody writes by hand are left out of account, and days of texts so long that nobody says them anew
//!   each day. Any other number may be what it is all about: a weight, an appointment.
//!
//! In doubt a text is no repetition. Facts that are told again in other words are in [`super::retelling`].
//!
//! Must not know: how texts are read.

use super::tables::claims::{self, Place};
use super::tables::fillings;
use super::tables::memories::{self, Stored, Twin};
use super::transact::Work;
use crate::model::{DAY_US, Kind, Memory, MemoryId, Role, SessionId};
use crate::store::{Asserted, Assertion, Fate, MemoryRecord, Ordinal, StoreError};
use crate::text::{self, Filling};

/// Words from which a person's own words are compared: shorter ones ("thank you") are said anew each time. Chosen.
pub(super) const WORDS_MIN: usize = 4;
/// Times that a person may say the same on different days before it is no news any more. Chosen.
const SAID_MAX: usize = 2;
/// Rows of the same few words among which a replayed one is looked for. Chosen.
const REPLAYED_MAX: usize = 64;
/// Words of a text that no person says anew each day but for its date. Chosen: a long paragraph.
const PROMPT_WORDS_MIN: usize = 40;
/// Times that an agent may say a sentence with other numbers: it may tell of appointments. Chosen.
const FILLED_BY_AGENT_MAX: usize = 5;
/// Words of an agent's status line, at most: it is no sentence. Chosen.
const STATUS_WORDS_MAX: usize = 3;

impl Work<'_> {
    /// The row that a new one repeats: of the same words the one nearest in time, the newest.
    pub(super) fn repeated(&self, memory: &Memory) -> Result<Option<Ordinal>, StoreError> {
        if !is_told(memory) {
            return Ok(None);
        }
        let is_nod = text::is_nod(&memory.text);
        if by_person(memory) && text::words(&memory.text) < WORDS_MIN && !is_nod {
            let twins = memories::twins(self.connection, memory, REPLAYED_MAX)?;
            return Ok(twins.iter().find(|twin| is_replayed(twin, memory)).map(|twin| twin.ordinal));
        }
        let twins = memories::twins(self.connection, memory, SAID_MAX)?;
        let Some(newest) = twins.first() else { return self.filled_again(memory) };
        let tells = by_person(memory) && !is_nod && !is_question(&memory.text);
        let is_habit = !tells || memory.session.is_none() || twins.len() >= SAID_MAX;
        let near = twins.iter().find(|twin| is_near(twin, memory));
        Ok(near.or(is_habit.then_some(newest)).map(|twin| twin.ordinal))
    }

    /// The newest row of the same form, where there are so many that what is filled in is no news.
    fn filled_again(&self, memory: &Memory) -> Result<Option<Ordinal>, StoreError> {
        let Some((form, said_max)) = form(memory)? else { return Ok(None) };
        let rows = fillings::live(self.connection, form, said_max)?;
        Ok(if rows.len() < said_max { None } else { rows.first().copied() })
    }

    /// Notes the form of a row that repeats no other.
    pub(super) fn note_form(&self, ordinal: Ordinal, memory: &Memory) -> Result<(), StoreError> {
        if memory.duplicate_of.is_some() || !is_told(memory) {
            return Ok(());
        }
        match form(memory)? {
            Some((form, _)) => fillings::insert(self.connection, form, ordinal),
            None => Ok(()),
        }
    }

    /// Takes back that a text is a repetition where it changes what is known, whoever said it before; and marks as one what tells
    /// known facts in other words.
    pub(super) fn heed_changes(&mut self, records: &[MemoryRecord], asserted: &[Asserted]) -> Result<(), StoreError> {
        for record in records {
            if self.changes_what_is_known(&record.memory, asserted) {
                self.say_anew(&record.memory)?;
            } else {
                self.mark_retold(record, asserted)?;
            }
        }
        Ok(())
    }

    /// Something that was known was replaced or ended by what was read in a memory.
    fn changes_what_is_known(&self, memory: &Memory, asserted: &[Asserted]) -> bool {
        let mut read = self.assertions().iter().zip(asserted);
        read.any(|(assertion, asserted)| {
            assertion.memory.source.derived_from.first() == Some(&memory.id)
                && matches!(asserted.fate, Fate::Superseded | Fate::Closed)
        })
    }

    /// Takes back that a new row is a repetition.
    fn say_anew(&mut self, memory: &Memory) -> Result<(), StoreError> {
        let (ordinal, _) = self.locate(memory.id)?;
        let stored = self.stored(ordinal, memory.id)?;
        if stored.duplicate_of.is_none() || memory.duplicate_of.is_some() {
            return Ok(());
        }
        let memory = Memory { duplicate_of: None, ..stored.memory.clone() };
        self.rewrite_new(&Stored { duplicate_of: None, memory, ..stored })
    }
}

impl Work<'_> {
    /// The row that a claim gave when the same text was written before, at the same moment of the same conversation: a log that is
    /// imported once more tells nothing, whatever was told since.
    pub(super) fn replayed(&self, assertion: &Assertion, place: &Place) -> Result<Option<MemoryId>, StoreError> {
        let Some(source) = assertion.memory.source.derived_from.first() else { return Ok(None) };
        let (source, _) = self.locate(*source)?;
        for subject in self.cluster(place.subject)? {
            let place = Place { subject, ..place.clone() };
            if let Some(row) = claims::told_at_once(self.connection, &place, source)? {
                return memories::id(self.connection, row);
            }
        }
        Ok(None)
    }
}

/// What may repeat another: whole texts that stand for themselves.
fn is_told(memory: &Memory) -> bool {
    matches!(memory.kind, Kind::Turn | Kind::Passage)
        && memory.part_of.is_none()
        && memory.document.is_none()
        && memory.duplicate_of.is_none()
}

fn by_person(memory: &Memory) -> bool {
    !matches!(memory.role, Some(Role::Assistant | Role::Tool | Role::System))
}

/// In the same conversation, or within a day of one of which no conversation is known: the same words in two conversations have
/// two things that led to them, be it on one day.
fn is_near(twin: &Twin, memory: &Memory) -> bool {
    match (twin.session.as_deref(), memory.session.as_ref().map(SessionId::as_str)) {
        (Some(then), Some(now)) => then == now,
        (None, None) => true,
        _ => (memory.known_at.0 - twin.known_at.0).abs() < DAY_US,
    }
}

/// At the same moment of the same conversation: a log that is imported once more.
fn is_replayed(twin: &Twin, memory: &Memory) -> bool {
    let session = memory.session.as_ref().map(SessionId::as_str);
    session.is_some() && twin.session.as_deref() == session && twin.known_at == memory.known_at
}

/// A question and nothing else.
fn is_question(said: &str) -> bool {
    said.trim_end().ends_with(['?', '？']) && text::sentences(said).len() == 1
}

/// The hash of what stays the same of a text, who says it and who may see it, and how many times it may be said with something
/// else filled in. `None` where nothing is filled in.
fn form(memory: &Memory) -> Result<Option<(u64, usize)>, StoreError> {
    let filling = match memory.role {
        Some(Role::Assistant | Role::Tool | Role::System) => Filling::Numbers,
        _ if text::words(&memory.text) >= PROMPT_WORDS_MIN => Filling::Days,
        _ => Filling::Stamps,
    };
    let Some((rest, words)) = text::skeleton(&memory.text, filling) else { return Ok(None) };
    let is_enough = if by_person(memory) { words >= WORDS_MIN } else { words > 0 };
    if !is_enough {
        return Ok(None);
    }
    let said_max = match memory.role {
        Some(Role::Assistant) if words > STATUS_WORDS_MAX => FILLED_BY_AGENT_MAX,
        _ => SAID_MAX,
    };
    let role = memory.role.map_or("", Role::as_str);
    let whose =
        [role, memory.speaker.as_deref().unwrap_or_default(), &memories::scopes_text(&memory.scopes)?].join("\n");
    let hash = whose.bytes().fold(rest, |hash, byte| text::mix(hash ^ u64::from(byte)));
    Ok(Some((hash, said_max)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_one_sentence() {
        assert!(is_question("What is on my list for today?"));
        assert!(!is_question("I moved to Porto. Did you know?") && !is_question("I moved."));
    }
}
