//! A row put in the place of another by somebody who names it. Nothing is weighed: whoever corrects knows what they correct.
//!
//! Must not know: how claims are reconciled.

use super::asserting::{Known, Meant, Spares};
use super::cast::Cast;
use super::tables::claims;
use super::transact::Work;
use crate::model::{Knowledge, MemoryId, Said};
use crate::reconcile;
use crate::store::{Asserted, Assertion, Fate, StoreError};

impl Work<'_> {
    /// Writes what an assertion says in the place of `older`. Dropped where that row does not stand any more, is of another
    /// sort, or would say nothing.
    pub(super) fn replace(
        &mut self,
        assertion: &Assertion,
        older: MemoryId,
        spares: &mut Spares,
    ) -> Result<Asserted, StoreError> {
        let mut asserted =
            Asserted { fate: Fate::Dropped, memory: None, entities: Vec::new(), corrections: Vec::new(), doubt: None };
        let (ordinal, _) = self.locate(older)?;
        let row = self.stored(ordinal, older)?;
        if row.memory.knowledge.is_none() {
            return Err(StoreError::NoSuchMemory(older));
        }
        if row.memory.superseded_by.is_some() || row.memory.forgotten_at.is_some() {
            return Ok(asserted);
        }
        let known = Known { ordinal, value: claims::value(self.connection, ordinal)?, memory: row.memory };
        let mut cast = Cast::default();
        if let Some(subject) = self.place_of(&known)?.subject.map(|subject| self.card(subject)).transpose()?.flatten() {
            cast.note(&subject, false);
        }
        let meant = self.instead(&known, assertion, &mut cast, spares)?;
        asserted.entities = cast.touched;
        let Some(meant) = meant else { return Ok(asserted) };
        if meant.place.value == known.value {
            self.count_again(&known, assertion)?;
            asserted.fate = Fate::Repeated;
            asserted.memory = Some(older);
            return Ok(asserted);
        }
        asserted.corrections.extend(self.correction(&meant.place, &known, Some(&meant.knowledge))?);
        // What is said by another row already is not written a second time.
        let twin = self.known(&meant.place, &assertion.memory, Some(&meant.place.value))?.into_iter().next();
        let by = if let Some(twin) = &twin {
            self.count_again(twin, assertion)?;
            twin.memory.id
        } else {
            self.write_claim(assertion, &meant, Some(older))?;
            assertion.memory.id
        };
        self.supersede(older, by)?;
        asserted.fate = Fate::Superseded;
        asserted.memory = Some(by);
        self.settle_doubts(&meant.place, assertion)?;
        Ok(asserted)
    }

    /// The row's own subject and key with the value of the claim.
    fn instead(
        &mut self,
        known: &Known,
        assertion: &Assertion,
        cast: &mut Cast,
        spares: &mut Spares,
    ) -> Result<Option<Meant>, StoreError> {
        let mut place = self.place_of(known)?;
        let knowledge = match (&known.memory.knowledge, &assertion.claim.said) {
            (Some(Knowledge::Attribute { subject, key, .. }), Said::Attribute { value, .. }) => {
                place.value = reconcile::value_key(value);
                Knowledge::Attribute { subject: *subject, key: key.clone(), value: value.clone() }
            }
            (Some(Knowledge::Instruction { subject, label, .. }), Said::Instruction { description, .. }) => {
                place.value = reconcile::value_key(description);
                Knowledge::Instruction { subject: *subject, label: label.clone(), description: description.clone() }
            }
            (Some(Knowledge::Relation { subject, label, .. }), Said::Relation { object, .. }) => {
                let Some(to) = self.party(object, assertion, cast, spares)? else { return Ok(None) };
                if place.subject == Some(to.ordinal) {
                    return Ok(None);
                }
                place.value = to.ordinal.0.to_string();
                place.object = Some(to.ordinal);
                Knowledge::Relation { subject: *subject, label: label.clone(), object: to.id }
            }
            _ => return Ok(None),
        };
        Ok((!place.value.is_empty()).then_some(Meant { knowledge, place, is_one: false }))
    }
}
