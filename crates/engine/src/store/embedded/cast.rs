//! Whom claims are about: parties become entities, inside the transaction.
//!
//! Must not know: how claims are reconciled.

use super::asserting::Spares;
use super::tables::claims::Place;
use super::tables::entities::{self, Card};
use super::tables::memories;
use super::transact::Work;
use crate::entities::roles::{self, Count};
use crate::entities::{Decision, Evidence, Known, NameForm, Named, RoleOf, decide};
use crate::limits;
use crate::model::NAMELESS;
use crate::model::{
    Category, Claim, Doubt, EntityId, EntityKind, Kind, Knowledge, Memory, MemoryId, Party, Source, Validity,
};
use crate::store::{Assertion, Feeling, MemoryRecord, Ordinal, StoreError, Touched};
use crate::text;

/// Key of doubts whether two entities are one.
const SAME_AS: &str = "same_as";

/// The entities that one claim is about so far.
#[derive(Default)]
pub(super) struct Cast {
    pub(super) touched: Vec<Touched>,
}

impl Cast {
    pub(super) fn note(&mut self, card: &Card, is_new: bool) {
        if self.touched.iter().all(|touched| touched.id != card.id) {
            self.touched.push(Touched { id: card.id, kind: card.kind, name: card.name.clone(), is_new });
        }
    }
}

impl Work<'_> {
    /// The entity of that card, or the one that it was merged into.
    pub(super) fn card(&self, ordinal: Ordinal) -> Result<Option<Card>, StoreError> {
        entities::root(self.connection, ordinal)
    }

    /// The entity that a party is; made where there is none. `None` when it cannot be told who is meant.
    pub(super) fn party(
        &mut self,
        party: &Party,
        assertion: &Assertion,
        cast: &mut Cast,
        spares: &mut Spares,
    ) -> Result<Option<Card>, StoreError> {
        match party {
            Party::Speaker => {
                if let Some(name) = assertion.speaker.as_deref() {
                    return self.named(name, EntityKind::Person, assertion, cast, spares);
                }
                // Whoever speaks without a name is one person for each set of scopes: two users are never one.
                let key = format!("@speaker {}", memories::scopes_text(&assertion.memory.scopes)?);
                Ok(Some(self.by_key_or_new(&key, NAMELESS, EntityKind::Person, assertion, cast, spares)?))
            }
            Party::Named { name, kind, .. } => self.named(name, *kind, assertion, cast, spares),
            Party::Known { id, .. } => {
                let card = cards_of(self, *id)?.ok_or(StoreError::NoSuchEntity(*id))?;
                cast.note(&card, false);
                Ok(Some(card))
            }
            Party::Role { role, of, .. } => {
                let form = roles::role(role);
                // "My friend" alone tells nobody.
                if form.is_some_and(|form| form.count == Count::Many) {
                    return Ok(None);
                }
                let role = form.map_or(role.as_str(), |form| form.name);
                let Some(of) = self.party(of, assertion, cast, spares)? else { return Ok(None) };
                let key = role_key(of.ordinal, role);
                let found = self.cards(&key)?;
                match found.as_slice() {
                    [] => {
                        let name = format!("{}'s {role}", of.name);
                        Ok(Some(self.by_key_or_new(&key, &name, EntityKind::Person, assertion, cast, spares)?))
                    }
                    [one] => {
                        cast.note(one, false);
                        Ok(Some(one.clone()))
                    }
                    // Two sisters, and it does not say which.
                    _ => Ok(None),
                }
            }
        }
    }

    /// Entities that are looked up by a key, each once, merged ones as what they became.
    fn cards(&self, key: &str) -> Result<Vec<Card>, StoreError> {
        let mut cards: Vec<Card> = Vec::new();
        for ordinal in entities::by_key(self.connection, key, limits::NAMESAKES_MAX)? {
            let Some(card) = self.card(ordinal)? else { continue };
            if cards.iter().all(|known| known.ordinal != card.ordinal) {
                cards.push(card);
            }
        }
        Ok(cards)
    }

    fn named(
        &mut self,
        name: &str,
        kind: EntityKind,
        assertion: &Assertion,
        cast: &mut Cast,
        spares: &mut Spares,
    ) -> Result<Option<Card>, StoreError> {
        let form = NameForm::of(name, kind);
        let keys = form.keys();
        if keys.is_empty() {
            return Ok(None);
        }
        let kept = (name.to_owned(), kind);
        if let Some(ordinal) = self.ledger.entities.get(&kept).copied()
            && let Some(card) = self.card(Ordinal(ordinal))?
        {
            cast.note(&card, false);
            return Ok(Some(card));
        }
        let (decision, cards) = self.decided(&form, &keys)?;
        let (card, is_new) = match decision {
            Decision::Same { id, .. } => {
                let known = cards.into_iter().find(|card| card.id == id);
                let card = known.ok_or(StoreError::NoSuchEntity(id))?;
                (self.sharpened(card, kind)?, false)
            }
            Decision::Maybe { .. } | Decision::New => (self.make(name, kind, assertion, spares)?, true),
        };
        // The spelling is kept, so that it is found at once next time.
        self.add_name(&keys, card.ordinal, name)?;
        if let Decision::Maybe { id, by, .. } = decision
            && let Some(other) = cards_of(self, id)?
        {
            self.propose(&card, &other, by, assertion, spares)?;
        }
        self.ledger.keep_entity(kept, card.ordinal.0);
        cast.note(&card, is_new);
        Ok(Some(card))
    }

    /// What a name is beside the entities that share a key with it, and these.
    fn decided(&self, form: &NameForm, keys: &[String]) -> Result<(Decision, Vec<Card>), StoreError> {
        let mut cards: Vec<Card> = Vec::new();
        for key in keys {
            for card in self.cards(key)? {
                if cards.len() < limits::NAMESAKES_MAX && cards.iter().all(|known| known.ordinal != card.ordinal) {
                    cards.push(card);
                }
            }
        }
        let mut told: Vec<(Vec<NameForm>, Vec<RoleOf>)> = Vec::with_capacity(cards.len());
        for card in &cards {
            let mut names = vec![NameForm::of(&card.name, card.kind)];
            let mut roles = Vec::new();
            for member in self.cluster(Some(card.ordinal))?.into_iter().flatten() {
                for (key, name) in entities::keyed_names(self.connection, member)? {
                    roles.extend(self.role_of(&key)?);
                    if !name.is_empty() && names.iter().all(|form| form.written() != name.as_str()) {
                        names.push(NameForm::of(&name, card.kind));
                    }
                }
            }
            told.push((names, roles));
        }
        let known: Vec<Known<'_>> = cards
            .iter()
            .zip(&told)
            .map(|(card, (names, roles))| Known { id: card.id, kind: card.kind, names, roles })
            .collect();
        let decision = decide(&entities_named(form), &known);
        Ok((decision, cards))
    }

    /// The role that a lookup key stands for.
    fn role_of(&self, key: &str) -> Result<Option<RoleOf>, StoreError> {
        let Some((of, role)) = key.strip_prefix("@role ").and_then(|rest| rest.split_once(' ')) else {
            return Ok(None);
        };
        let (Ok(of), Some(role)) = (of.parse(), roles::role(role)) else { return Ok(None) };
        Ok(self.card(Ordinal(of))?.map(|of| RoleOf { role, of: of.id }))
    }

    /// Puts a name under all its keys.
    pub(super) fn add_name(&mut self, keys: &[String], entity: Ordinal, name: &str) -> Result<(), StoreError> {
        for key in keys {
            entities::insert_name(self.connection, key, entity, name)?;
        }
        self.ledger.entities.clear();
        Ok(())
    }

    /// What is known of a kind gets better, never vaguer.
    fn sharpened(&self, mut card: Card, kind: EntityKind) -> Result<Card, StoreError> {
        if card.kind == EntityKind::Other && kind != EntityKind::Other {
            card.kind = kind;
            entities::upsert(self.connection, &card)?;
        }
        Ok(card)
    }

    /// Notes that two entities may be one. Nothing is merged.
    fn propose(
        &mut self,
        card: &Card,
        other: &Card,
        by: Evidence,
        assertion: &Assertion,
        spares: &mut Spares,
    ) -> Result<(), StoreError> {
        let about = format!("{} may be {} ({})", card.name, other.name, by.as_str());
        let told = &assertion.memory;
        let memory = Memory {
            id: MemoryId(spares.next()),
            kind: Kind::Fact,
            category: Category::Uncertainty,
            simhash: text::simhash(&about),
            knowledge: Some(Knowledge::Uncertainty {
                subject: Some(card.id),
                about: about.clone(),
                reason: Doubt::Reference,
                between: vec![MemoryId(card.id.0), MemoryId(other.id.0)],
            }),
            text: about,
            supersedes: None,
            valid: Validity::default(),
            ..told.clone()
        };
        let place = Place {
            sort: "uncertainty",
            subject: Some(card.ordinal),
            key: SAME_AS.to_owned(),
            value: other.ordinal.0.to_string(),
            object: Some(other.ordinal),
        };
        self.write_row(memory, None, &[], &place)
    }

    fn by_key_or_new(
        &mut self,
        key: &str,
        name: &str,
        kind: EntityKind,
        assertion: &Assertion,
        cast: &mut Cast,
        spares: &mut Spares,
    ) -> Result<Card, StoreError> {
        if let Some(card) = self.cards(key)?.into_iter().next() {
            cast.note(&card, false);
            return Ok(card);
        }
        let card = self.make(name, kind, assertion, spares)?;
        entities::insert_name(self.connection, key, card.ordinal, name)?;
        cast.note(&card, true);
        Ok(card)
    }

    /// Makes an entity with its card.
    fn make(
        &mut self,
        name: &str,
        kind: EntityKind,
        assertion: &Assertion,
        spares: &mut Spares,
    ) -> Result<Card, StoreError> {
        let id = spares.next();
        let told = &assertion.memory;
        let memory = Memory {
            id: MemoryId(id),
            kind: Kind::Entity,
            text: name.to_owned(),
            simhash: text::simhash(name),
            category: Category::Knowledge,
            valid: Validity::default(),
            stated: Vec::new(),
            locations: Vec::new(),
            session: None,
            episode: None,
            part_of: None,
            supersedes: None,
            knowledge: None,
            source: Source { span: None, ..told.source.clone() },
            ..told.clone()
        };
        let record = MemoryRecord { memory, vector: None, feeling: Feeling::default(), links: Vec::new() };
        let ordinal = self.append(&record)?;
        let card = Card { ordinal, id: EntityId(id), kind, name: name.to_owned(), merged_into: None };
        entities::upsert(self.connection, &card)?;
        Ok(card)
    }

    /// What somebody is called is a name of theirs.
    pub(super) fn learn_name(
        &mut self,
        key: &str,
        value: &str,
        subject: &Card,
        claim: &Claim,
    ) -> Result<(), StoreError> {
        if key != "name" || claim.ends {
            return Ok(());
        }
        let form = NameForm::of(value, subject.kind);
        let keys = form.keys();
        // A name that somebody else has is no reason to take two for one.
        let (decision, _) = self.decided(&form, &keys)?;
        let is_others = match decision {
            Decision::Same { id, .. } | Decision::Maybe { id, .. } => id != subject.id,
            Decision::New => false,
        };
        if keys.is_empty() || is_others {
            return Ok(());
        }
        self.add_name(&keys, subject.ordinal, value)?;
        if subject.name == NAMELESS {
            let named = Card { name: value.to_owned(), ..subject.clone() };
            entities::upsert(self.connection, &named)?;
        }
        Ok(())
    }

    /// "My sister is Anna" says whom "my sister" means.
    pub(super) fn learn_role(
        &mut self,
        subject: &Party,
        label: &str,
        object: &Party,
        assertion: &Assertion,
        cast: &mut Cast,
        spares: &mut Spares,
    ) -> Result<(), StoreError> {
        let is_named = matches!(subject, Party::Named { .. } | Party::Speaker);
        let (Some(form), true, false) = (roles::labelled(label), is_named, assertion.claim.ends) else {
            return Ok(());
        };
        let role = form.name;
        let Some(of) = self.party(object, assertion, cast, spares)? else { return Ok(()) };
        let Some(who) = self.party(subject, assertion, cast, spares)? else { return Ok(()) };
        let key = role_key(of.ordinal, role);
        // What was said of a sister without a name was said of this one, where there was only one.
        if let [placeholder] = self.cards(&key)?.as_slice()
            && placeholder.ordinal != who.ordinal
            && placeholder.name == format!("{}'s {role}", of.name)
        {
            let (from, into) = (placeholder.clone(), who);
            return self.merge(&from, &into);
        }
        entities::insert_name(self.connection, &key, who.ordinal, "")?;
        if let Some(general) = form.general {
            entities::insert_name(self.connection, &role_key(of.ordinal, general), who.ordinal, "")?;
        }
        Ok(())
    }
}

fn entities_named(form: &NameForm) -> Named<'_> {
    Named { form, roles: &[] }
}

fn cards_of(work: &Work<'_>, id: EntityId) -> Result<Option<Card>, StoreError> {
    let (ordinal, _) = work.locate(MemoryId(id.0))?;
    work.card(ordinal)
}

/// The key under which somebody is looked up by what they are to another.
pub(super) fn role_key(of: Ordinal, role: &str) -> String {
    let plain = roles::role(role).map_or_else(|| text::name_key(role), |form| form.name.to_owned());
    format!("@role {} {plain}", of.0)
}
