//! Whom claims are about: parties become entities, inside the transaction.
//!
//! Must not know: how claims are reconciled.

use super::asserting::Spares;
use super::tables::entities::{self, Card};
use super::tables::memories;
use super::transact::Work;
use crate::limits;
use crate::model::{Category, Claim, EntityId, EntityKind, Kind, Memory, MemoryId, Party, Source, Validity};
use crate::store::{Assertion, Feeling, MemoryRecord, Ordinal, StoreError, Touched};
use crate::text;

/// The name of a person of a conversation who has none.
const NAMELESS: &str = "user";

/// The entities that one claim is about so far.
#[derive(Default)]
pub(super) struct Cast {
    pub(super) touched: Vec<Touched>,
}

impl Cast {
    fn note(&mut self, card: &Card, is_new: bool) {
        if self.touched.iter().all(|touched| touched.id != card.id) {
            self.touched.push(Touched { id: card.id, kind: card.kind, name: card.name.clone(), is_new });
        }
    }
}

impl Work<'_> {
    /// The entity of that card, or the one that it was merged into.
    pub(super) fn card(&self, ordinal: Ordinal) -> Result<Option<Card>, StoreError> {
        let mut ordinal = ordinal;
        for _ in 0..limits::MERGES_FOLLOWED_MAX {
            let Some(card) = entities::get(self.connection, ordinal)? else { return Ok(None) };
            match card.merged_into {
                Some(into) => ordinal = into,
                None => return Ok(Some(card)),
            }
        }
        Ok(None)
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
                let key = format!("speaker {}", memories::scopes_text(&assertion.memory.scopes)?);
                Ok(Some(self.by_key_or_new(&key, NAMELESS, EntityKind::Person, assertion, cast, spares)?))
            }
            Party::Named { name, kind, .. } => self.named(name, *kind, assertion, cast, spares),
            Party::Role { role, of, .. } => {
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
        let key = text::name_key(name);
        if key.is_empty() {
            return Ok(None);
        }
        let same = |card: &Card| card.kind == kind || card.kind == EntityKind::Other || kind == EntityKind::Other;
        if let Some(card) = self.cards(&key)?.into_iter().find(same) {
            let mut card = card;
            if card.kind == EntityKind::Other && kind != EntityKind::Other {
                card.kind = kind;
                entities::upsert(self.connection, &card)?;
            }
            cast.note(&card, false);
            return Ok(Some(card));
        }
        let card = self.make(name, kind, assertion, spares)?;
        entities::insert_name(self.connection, &key, card.ordinal, name)?;
        cast.note(&card, true);
        Ok(Some(card))
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
        let name_key = text::name_key(value);
        if key != "name" || claim.ends || name_key.is_empty() {
            return Ok(());
        }
        // A name that somebody else has is no reason to take two for one.
        if self.cards(&name_key)?.iter().any(|other| other.ordinal != subject.ordinal) {
            return Ok(());
        }
        entities::insert_name(self.connection, &name_key, subject.ordinal, value)?;
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
        let (Some(role), true, false) = (label.strip_suffix("_of"), is_named, assertion.claim.ends) else {
            return Ok(());
        };
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
        entities::insert_name(self.connection, &key, who.ordinal, "")
    }
}

/// The key under which somebody is looked up by what they are to another.
pub(super) fn role_key(of: Ordinal, role: &str) -> String {
    format!("role {} {}", of.0, text::name_key(role))
}
