//! Changes to entities that somebody asks for: merging, splitting, naming. All of them can be taken back: a merge only says
//! of one entity what it is, and what is known of it stays where it was written.
//!
//! Must not know: how claims are reconciled.

use super::tables::changes::Op;
use super::tables::entities::{self, Card};
use super::transact::Work;
use crate::entities::keys;
use crate::model::{EntityId, MemoryId};
use crate::store::{EntityChange, Ordinal, StoreError};

impl Work<'_> {
    pub(super) fn change_entity(&mut self, wanted: &EntityChange) -> Result<(), StoreError> {
        self.ledger.entities.clear();
        match wanted {
            EntityChange::Merge { from, into } => {
                let (from, into) = (self.entity(*from)?, self.entity(*into)?);
                let Some(root) = self.card(into.ordinal)? else { return Err(StoreError::NoSuchEntity(into.id)) };
                self.merge(&from, &root)
            }
            EntityChange::Split { entity } => {
                let card = Card { merged_into: None, ..self.entity(*entity)? };
                entities::upsert(self.connection, &card)?;
                self.note_changed(card.ordinal, None, Op::Other)
            }
            EntityChange::Alias { entity, name } => {
                let card = self.entity(*entity)?;
                let keys = keys(name, card.kind);
                if keys.is_empty() {
                    return Err(StoreError::BadName { reason: "it has no letter and no digit".to_owned() });
                }
                self.add_name(&keys, card.ordinal, name)?;
                self.note_changed(card.ordinal, None, Op::Other)
            }
            EntityChange::Unalias { entity, name } => {
                let card = self.entity(*entity)?;
                if *name == card.name {
                    let reason = "it is the entity's own name; give it another first".to_owned();
                    return Err(StoreError::BadName { reason });
                }
                if !entities::delete_name(self.connection, card.ordinal, name)? {
                    return Err(StoreError::BadName { reason: "the entity does not have it".to_owned() });
                }
                self.note_changed(card.ordinal, None, Op::Other)
            }
        }
    }

    fn entity(&self, id: EntityId) -> Result<Card, StoreError> {
        let (ordinal, _) = self.locate(MemoryId(id.0)).map_err(|error| match error {
            StoreError::NoSuchMemory(_) => StoreError::NoSuchEntity(id),
            other => other,
        })?;
        entities::get(self.connection, ordinal)?.ok_or(StoreError::NoSuchEntity(id))
    }

    /// Says of one entity that it is another.
    pub(super) fn merge(&mut self, from: &Card, into: &Card) -> Result<(), StoreError> {
        if self.cluster(Some(from.ordinal))?.contains(&Some(into.ordinal)) {
            return Err(StoreError::BadName { reason: "the two are one entity already".to_owned() });
        }
        let merged = Card { merged_into: Some(into.ordinal), ..from.clone() };
        entities::upsert(self.connection, &merged)?;
        self.note_changed(from.ordinal, None, Op::Other)
    }

    /// An entity with all that were merged into it; `[None]` for what is about nobody.
    pub(super) fn cluster(&self, subject: Option<Ordinal>) -> Result<Vec<Option<Ordinal>>, StoreError> {
        let Some(subject) = subject else { return Ok(vec![None]) };
        let cluster = entities::members(self.connection, subject)?;
        Ok(cluster.into_iter().map(Some).collect())
    }
}
