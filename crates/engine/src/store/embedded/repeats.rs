//! What is said again, word for word: kept in its place in the conversation, but counted on the first and shown by no read that
//! does not ask for repetitions.
//!
//! A person who says the same on another day may tell of another event, so that their repetition counts as one only where it
//! is near in time or has become a habit; what an agent or a tool says again tells nothing new whenever it is said.
//!
//! Must not know: how texts are read, claims.

use super::tables::memories::{self, Twin};
use super::transact::Work;
use crate::model::{DAY_US, Kind, Memory, Role, SessionId};
use crate::store::{Ordinal, StoreError};
use crate::text;

/// Words from which a person's own words are compared: shorter ones ("thank you") are said anew each time. Chosen.
const WORDS_MIN: usize = 4;
/// Times that a person may say the same on different days before it is no news any more. Chosen.
const SAID_MAX: u32 = 2;

impl Work<'_> {
    /// The row that a new one repeats: the one nearest in time, the newest.
    pub(super) fn repeated(&self, memory: &Memory) -> Result<Option<Ordinal>, StoreError> {
        let is_said = matches!(memory.kind, Kind::Turn | Kind::Passage)
            && memory.part_of.is_none()
            && memory.document.is_none()
            && memory.duplicate_of.is_none();
        if !is_said {
            return Ok(None);
        }
        let by_person = !matches!(memory.role, Some(Role::Assistant | Role::Tool | Role::System));
        if by_person && text::words(&memory.text) < WORDS_MIN {
            return Ok(None);
        }
        let twins = memories::twins(self.connection, memory, SAID_MAX)?;
        let Some(newest) = twins.first() else { return Ok(None) };
        let is_habit = !by_person || memory.session.is_none() || twins.len() >= SAID_MAX as usize;
        let near = twins.iter().find(|twin| is_near(twin, memory));
        Ok(near.or(is_habit.then_some(newest)).map(|twin| twin.ordinal))
    }
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
