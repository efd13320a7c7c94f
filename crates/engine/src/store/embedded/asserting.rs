//! Assertions, inside the transaction that writes them: names become entities, claims are reconciled with what is known, and
//! what is decided is written. Since there is one writer, equal claims that arrive at once meet here one after the other.
//!
//! Must not know: how claims were read, threads, indexes.

use super::cast::Cast;
use super::tables::claims::{self, OBSERVATION, PROPOSAL, Place};
use super::tables::{memories, vectors};
use super::transact::Work;
use crate::limits;
use crate::model::{
    Category, Doubt, EdgeKind, EntityId, Kind, Knowledge, Link, Memory, MemoryId, Said, Target, Validity,
};
use crate::reconcile::{self, Authority, Claimed, Decision, Standing};
use crate::store::{Asserted, Assertion, Correction, Fate, MemoryRecord, Ordinal, StoreError};
use crate::text;

/// A standing row as it was read.
pub(super) struct Known {
    pub(super) ordinal: Ordinal,
    pub(super) memory: Memory,
    pub(super) value: String,
}

/// A claim whose names have become entities.
pub(super) struct Meant {
    pub(super) knowledge: Knowledge,
    pub(super) place: Place,
    pub(super) is_one: bool,
}

/// Ids to give out: a UUIDv7 of the caller's, then others of the same moment. Ids of one source rise by little, so that the
/// next number would be somebody else's; the last 62 bits are mixed anew for each.
pub(super) struct Spares {
    base: u128,
    given: u64,
}

impl Spares {
    fn new(base: u128) -> Self {
        Self { base, given: 0 }
    }

    pub(super) fn next(&mut self) -> u128 {
        const TAIL: u128 = (1 << 62) - 1;
        let step = self.given.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.given += 1;
        if step == 0 {
            return self.base;
        }
        let counter = (self.base >> 64) as u64;
        let tail = text::mix(((self.base & TAIL) as u64) ^ counter.rotate_left(32) ^ step);
        (self.base & !TAIL) | (u128::from(tail) & TAIL)
    }
}

impl Work<'_> {
    /// Writes what becomes of one assertion.
    pub(super) fn assert(&mut self, assertion: &Assertion) -> Result<Asserted, StoreError> {
        let mut spares = Spares::new(assertion.spare);
        if let Some(older) = assertion.memory.supersedes {
            return self.replace(assertion, older, &mut spares);
        }
        let mut cast = Cast::default();
        let meant = self.meant(assertion, &mut cast, &mut spares)?;
        let mut asserted = Asserted {
            fate: Fate::Dropped,
            memory: None,
            entities: cast.touched,
            corrections: Vec::new(),
            doubt: None,
        };
        let Some(meant) = meant else { return Ok(asserted) };
        if let Some(known) = self.led_to_known(assertion, &meant.place)? {
            (asserted.fate, asserted.memory) = (Fate::Repeated, Some(known));
            return Ok(asserted);
        }
        self.reconcile(assertion, &meant, &mut spares, &mut asserted)?;
        // What is drawn from facts ends nothing: the facts did. Nor does what was known.
        let ends_other = !assertion.claim.ends && !is_drawn(assertion) && asserted.fate != Fate::Repeated;
        if let Some(other) = reconcile::opposite(&meant.place.key).filter(|_| ends_other) {
            self.end_opposite(assertion, &meant, other, &mut spares, &mut asserted)?;
        }
        Ok(asserted)
    }

    /// Writes a row that says again what an earlier one said.
    pub(super) fn reopen(&mut self, memory: &Memory) -> Result<(), StoreError> {
        let missing = || StoreError::NoSuchMemory(memory.id);
        let older = *memory.source.derived_from.first().ok_or_else(missing)?;
        let present = memory.supersedes.ok_or_else(missing)?;
        let (ordinal, _) = self.locate(older)?;
        let place = claims::place(self.connection, ordinal)?;
        let vector = vectors::get(self.connection, ordinal)?;
        self.write_row(memory.clone(), vector, &[], &place)?;
        self.supersede(present, memory.id)
    }

    fn meant(
        &mut self,
        assertion: &Assertion,
        cast: &mut Cast,
        spares: &mut Spares,
    ) -> Result<Option<Meant>, StoreError> {
        let claim = &assertion.claim;
        Ok(match &claim.said {
            Said::Attribute { subject, key, value, .. } => {
                let Some(subject) = self.party(subject, assertion, cast, spares)? else { return Ok(None) };
                let value_key = reconcile::value_key(value);
                if value_key.is_empty() && !claim.ends {
                    return Ok(None);
                }
                // What is drawn from facts stands beside them, under a sort of its own, and teaches no names.
                let sort = if is_drawn(assertion) { OBSERVATION } else { "attribute" };
                if sort != OBSERVATION {
                    self.learn_name(key, value, &subject, claim)?;
                }
                let is_one = sort != OBSERVATION && reconcile::is_one_valued(key, false);
                let knowledge = Knowledge::Attribute { subject: subject.id, key: key.clone(), value: value.clone() };
                Some(Meant { knowledge, place: place(sort, Some(subject.ordinal), key, value_key), is_one })
            }
            Said::Relation { subject, label, object } => {
                let sort = if is_drawn(assertion) { PROPOSAL } else { "relation" };
                if sort != PROPOSAL {
                    self.learn_role(subject, label, object, assertion, cast, spares)?;
                }
                let Some(from) = self.party(subject, assertion, cast, spares)? else { return Ok(None) };
                let Some(to) = self.party(object, assertion, cast, spares)? else { return Ok(None) };
                if from.ordinal == to.ordinal {
                    return Ok(None);
                }
                let knowledge = Knowledge::Relation { subject: from.id, label: label.clone(), object: to.id };
                let place = Place {
                    object: Some(to.ordinal),
                    ..place(sort, Some(from.ordinal), label, to.ordinal.0.to_string())
                };
                let is_one = sort != PROPOSAL && reconcile::is_one_valued(label, true);
                Some(Meant { knowledge, place, is_one })
            }
            Said::Action { actor, verb, object, at } => {
                let Some(actor) = self.party(actor, assertion, cast, spares)? else { return Ok(None) };
                let day = at.map_or(assertion.memory.event.start, |at| at.start).0.div_euclid(crate::model::DAY_US);
                let value = format!("{} {day}", reconcile::value_key(object.as_deref().unwrap_or_default()));
                let knowledge = Knowledge::Action { subject: actor.id, verb: verb.clone(), object: object.clone() };
                Some(Meant { knowledge, place: place("action", Some(actor.ordinal), verb, value), is_one: false })
            }
            Said::Instruction { label, description, .. } => {
                let Some(speaker) = self.party(&crate::model::Party::Speaker, assertion, cast, spares)? else {
                    return Ok(None);
                };
                let (label_key, value) = (text::name_key(label), reconcile::value_key(description));
                let knowledge = Knowledge::Instruction {
                    subject: speaker.id,
                    label: label.clone(),
                    description: description.clone(),
                };
                Some(Meant {
                    knowledge,
                    place: place("instruction", Some(speaker.ordinal), &label_key, value),
                    is_one: true,
                })
            }
            Said::Uncertainty { about, reason } => {
                let knowledge = Knowledge::Uncertainty {
                    subject: None,
                    about: about.clone(),
                    reason: *reason,
                    between: Vec::new(),
                };
                let place = place("uncertainty", None, "", reconcile::value_key(about));
                Some(Meant { knowledge, place, is_one: false })
            }
        })
    }

    fn reconcile(
        &mut self,
        assertion: &Assertion,
        meant: &Meant,
        spares: &mut Spares,
        asserted: &mut Asserted,
    ) -> Result<(), StoreError> {
        let claim = &assertion.claim;
        let one_value = (!meant.is_one && !meant.place.value.is_empty()).then_some(meant.place.value.as_str());
        let known = self.known(&meant.place, &assertion.memory, one_value)?;
        let standing: Vec<Standing<'_>> = known.iter().map(standing).collect();
        let claimed = Claimed {
            value: &meant.place.value,
            is_one: meant.is_one,
            // The end of a doubt or of an instruction is said by what takes its place.
            ends: claim.ends && matches!(meant.place.sort, "attribute" | "relation" | OBSERVATION | PROPOSAL),
            confidence: claim.confidence,
            authority: assertion.authority,
            known_at: assertion.memory.known_at,
            valid: claim.valid,
        };
        let decision = reconcile::decide(&claimed, &standing);
        let is_news = !known.is_empty() && !matches!(decision, Decision::Repeat { .. } | Decision::Nothing);
        if let Some(id) = if is_news { self.replayed(assertion, &meant.place)? } else { None } {
            (asserted.fate, asserted.memory) = (Fate::Repeated, Some(id));
            return Ok(());
        }
        match decision {
            Decision::Repeat { of } => {
                self.count_again(&known[of], assertion)?;
                asserted.fate = Fate::Repeated;
                asserted.memory = Some(known[of].memory.id);
            }
            Decision::Insert => {
                self.write_claim(assertion, meant, None)?;
                asserted.fate = Fate::Created;
                asserted.memory = Some(assertion.memory.id);
                self.settle_doubts(&meant.place, assertion)?;
            }
            Decision::Supersede { older } => {
                let newest = older.last().map(|idx| known[*idx].memory.id);
                self.write_claim(assertion, meant, newest)?;
                for idx in older {
                    self.supersede(known[idx].memory.id, assertion.memory.id)?;
                    asserted.corrections.extend(self.correction(&meant.place, &known[idx], Some(&meant.knowledge))?);
                }
                asserted.fate = Fate::Superseded;
                asserted.memory = Some(assertion.memory.id);
                self.settle_doubts(&meant.place, assertion)?;
            }
            Decision::Backfill { newer } => {
                self.write_claim(assertion, meant, None)?;
                self.supersede(assertion.memory.id, known[newer].memory.id)?;
                asserted.fate = Fate::Backfilled;
                asserted.memory = Some(assertion.memory.id);
            }
            Decision::Close { rows } => {
                for idx in rows {
                    asserted.memory = Some(self.close(&known[idx], assertion, spares)?);
                    asserted.corrections.extend(self.correction(&meant.place, &known[idx], None)?);
                }
                asserted.fate = Fate::Closed;
            }
            Decision::Beside { with } => {
                self.write_claim(assertion, meant, None)?;
                asserted.doubt = Some(self.doubt(assertion, meant, &known[with], spares)?);
                asserted.fate = Fate::Doubted;
                asserted.memory = Some(assertion.memory.id);
            }
            Decision::Nothing => {}
        }
        Ok(())
    }

    /// Live rows of that entity, key and scopes.
    pub(super) fn known(&self, place: &Place, memory: &Memory, value: Option<&str>) -> Result<Vec<Known>, StoreError> {
        let scopes = memories::scopes_text(&memory.scopes)?;
        let mut rows = Vec::new();
        for subject in self.cluster(place.subject)? {
            let place = Place { subject, ..place.clone() };
            rows.extend(claims::live(self.connection, &place, &scopes, value, limits::CLAIMS_COMPARED_MAX)?);
        }
        rows.sort_unstable();
        let mut known = Vec::with_capacity(rows.len());
        for ordinal in rows {
            let Some(stored) = memories::get(self.connection, ordinal)? else { continue };
            known.push(Known { ordinal, memory: stored.memory, value: claims::value(self.connection, ordinal)? });
        }
        Ok(known)
    }

    /// Writes the row of an assertion.
    pub(super) fn write_claim(
        &mut self,
        assertion: &Assertion,
        meant: &Meant,
        older: Option<MemoryId>,
    ) -> Result<(), StoreError> {
        let mut memory = assertion.memory.clone();
        memory.knowledge = Some(meant.knowledge.clone());
        memory.supersedes = older;
        if assertion.claim.ends {
            memory.valid.until.get_or_insert(memory.known_at);
        }
        self.write_row(memory, assertion.vector.clone(), &assertion.links, &meant.place)
    }

    pub(super) fn write_row(
        &mut self,
        memory: Memory,
        vector: Option<Vec<f32>>,
        links: &[Link],
        place: &Place,
    ) -> Result<(), StoreError> {
        let sources = memory.source.derived_from.clone();
        // What it was read in names the same: a second edge to each name would only make the name look more common.
        let mut links = if sources.is_empty() { links.to_vec() } else { Vec::new() };
        // What a memory was read in is where it leads back to.
        for source in sources.iter().take(limits::DERIVED_FROM_MAX) {
            links.push(Link { target: Target::Memory(*source), kind: EdgeKind::DerivedFrom, weight: 1.0, valid: None });
        }
        let ordinal =
            self.append(&MemoryRecord { memory, vector, feeling: crate::store::Feeling::default(), links })?;
        claims::insert(self.connection, ordinal, place)?;
        for source in sources {
            let (source, _) = self.locate(source)?;
            claims::insert_source(self.connection, ordinal, source)?;
        }
        Ok(())
    }

    /// A claim that was known: counted, and remembered a little better.
    pub(super) fn count_again(&mut self, known: &Known, assertion: &Assertion) -> Result<(), StoreError> {
        let mut is_new = false;
        for source in &assertion.memory.source.derived_from {
            let (source, _) = self.locate(*source)?;
            is_new |= claims::insert_source(self.connection, known.ordinal, source)?;
        }
        // Drawing the same from the same memories once more tells nothing.
        if is_new || !is_drawn(assertion) { self.count_repeat(known.ordinal) } else { Ok(()) }
    }

    /// Replaces a value by a row that says until when it held.
    fn close(&mut self, known: &Known, assertion: &Assertion, spares: &mut Spares) -> Result<MemoryId, StoreError> {
        let until = assertion.claim.valid.until.unwrap_or(assertion.memory.known_at);
        let id = MemoryId(spares.next());
        let memory = Memory {
            id,
            valid: Validity { from: known.memory.valid.from, until: Some(until) },
            known_at: assertion.memory.known_at,
            recorded_at: assertion.memory.recorded_at,
            source: assertion.memory.source.clone(),
            session: assertion.memory.session.clone(),
            episode: None,
            supersedes: Some(known.memory.id),
            repeats: 0,
            ..known.memory.clone()
        };
        let place = self.place_of(known)?;
        self.write_row(memory, assertion.vector.clone(), &assertion.links, &place)?;
        self.supersede(known.memory.id, id)?;
        Ok(id)
    }

    pub(super) fn place_of(&self, known: &Known) -> Result<Place, StoreError> {
        claims::place(self.connection, known.ordinal)
    }

    /// Liking ends disliking of the same thing, and the other way round.
    fn end_opposite(
        &mut self,
        assertion: &Assertion,
        meant: &Meant,
        other: &str,
        spares: &mut Spares,
        asserted: &mut Asserted,
    ) -> Result<(), StoreError> {
        let opposite = Place { key: other.to_owned(), ..meant.place.clone() };
        for known in self.known(&opposite, &assertion.memory, Some(&meant.place.value))? {
            let is_mine = Authority::of(known.memory.source.origin) <= assertion.authority;
            let still = known.memory.valid.until.is_none_or(|until| until > assertion.memory.known_at);
            if is_mine && still && known.memory.known_at <= assertion.memory.known_at {
                self.close(&known, assertion, spares)?;
                asserted.corrections.extend(self.correction(&opposite, &known, Some(&meant.knowledge))?);
            }
        }
        Ok(())
    }

    /// Notes that two rows cannot both be right.
    fn doubt(
        &mut self,
        assertion: &Assertion,
        meant: &Meant,
        with: &Known,
        spares: &mut Spares,
    ) -> Result<MemoryId, StoreError> {
        let id = MemoryId(spares.next());
        let between = vec![with.memory.id, assertion.memory.id];
        let about = format!("{} / {}", with.memory.text, assertion.memory.text);
        let subject = entity_of(&meant.knowledge);
        let knowledge = Knowledge::Uncertainty { subject, about: about.clone(), reason: Doubt::Clash, between };
        let memory = Memory {
            id,
            kind: Kind::Fact,
            category: Category::Uncertainty,
            simhash: text::simhash(&about),
            text: about,
            knowledge: Some(knowledge),
            supersedes: None,
            valid: Validity::default(),
            ..assertion.memory.clone()
        };
        let place = Place { sort: "uncertainty", object: None, ..meant.place.clone() };
        self.write_row(memory, None, &[], &place)?;
        Ok(id)
    }

    /// A clear word on a key ends the doubts about it.
    pub(super) fn settle_doubts(&mut self, place: &Place, assertion: &Assertion) -> Result<(), StoreError> {
        let settles = matches!(place.sort, "attribute" | "relation" | "instruction" | "uncertainty");
        if assertion.claim.confidence < reconcile::CONFIDENCE_FLOOR || !settles {
            return Ok(());
        }
        let doubts = Place { sort: "uncertainty", ..place.clone() };
        for known in self.known(&doubts, &assertion.memory, None)? {
            let between_others = match &known.memory.knowledge {
                Some(Knowledge::Uncertainty { between, .. }) => !between.contains(&assertion.memory.id),
                _ => false,
            };
            if between_others {
                self.supersede(known.memory.id, assertion.memory.id)?;
            }
        }
        Ok(())
    }

    pub(super) fn correction(
        &self,
        place: &Place,
        old: &Known,
        new: Option<&Knowledge>,
    ) -> Result<Option<Correction>, StoreError> {
        let Some(subject) = place.subject else { return Ok(None) };
        let Some(entity) = self.card(subject)? else { return Ok(None) };
        let said = |knowledge: &Knowledge| self.value_said(knowledge);
        let old = old.memory.knowledge.as_ref().map(said).transpose()?.unwrap_or_default();
        let new = new.map(said).transpose()?;
        Ok(Some(Correction { entity: entity.id, key: place.key.clone(), old, new }))
    }

    /// The value of a row as people read it.
    fn value_said(&self, knowledge: &Knowledge) -> Result<String, StoreError> {
        Ok(match knowledge {
            Knowledge::Attribute { value, .. } => value.clone(),
            Knowledge::Relation { object, .. } => {
                let found = memories::locate(self.connection, MemoryId(object.0))?;
                let card = found.map(|(ordinal, _)| self.card(ordinal)).transpose()?.flatten();
                card.map(|card| card.name).unwrap_or_default()
            }
            Knowledge::Action { object, .. } => object.clone().unwrap_or_default(),
            Knowledge::Instruction { description, .. } => description.clone(),
            Knowledge::Uncertainty { about, .. } => about.clone(),
        })
    }
}

/// True for what consolidation, elaboration and reflection assert.
fn is_drawn(assertion: &Assertion) -> bool {
    assertion.memory.kind == Kind::Observation
}

fn place(sort: &'static str, subject: Option<Ordinal>, key: &str, value: String) -> Place {
    Place { sort, subject, key: key.to_owned(), value, object: None }
}

fn standing(known: &Known) -> Standing<'_> {
    Standing {
        value: &known.value,
        confidence: known.memory.confidence,
        authority: Authority::of(known.memory.source.origin),
        known_at: known.memory.known_at,
        valid: known.memory.valid,
    }
}

fn entity_of(knowledge: &Knowledge) -> Option<EntityId> {
    match knowledge {
        Knowledge::Attribute { subject, .. }
        | Knowledge::Relation { subject, .. }
        | Knowledge::Action { subject, .. }
        | Knowledge::Instruction { subject, .. } => Some(*subject),
        Knowledge::Uncertainty { subject, .. } => *subject,
    }
}
