//! What is known: facts, entities, their history, and putting them right.

use super::Engine;
use crate::error::{RememberError, StoreError};
use crate::limits;
use crate::model::{ContextId, EntityId, Memory, MemoryId, Source};
use crate::retain::{MemoryEdit, Remembered};
use crate::store::{Change, Entity, EntityAsk, EntityChange, Filter, KnowledgeAsk, Row};

impl Engine {
    /// What is known, oldest row first, of the rows that the filter lets through; at most `limit`, which is at most
    /// [`limits::LIST_MAX`]. Current values alone unless the filter asks for history or another moment.
    ///
    /// # Errors
    /// [`StoreError::NoSuchEntity`] and [`StoreError::NoSuchMemory`] for an ask that names what does not exist.
    pub fn knowledge(
        &self,
        context: &ContextId,
        ask: &KnowledgeAsk,
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<Row>, StoreError> {
        let filter = self.at_present(filter);
        self.store.context(context)?.knowledge(ask, &filter, limit.min(limits::LIST_MAX))
    }

    /// Every value that one key of an entity ever had, oldest known first; forgotten ones are gone.
    ///
    /// # Errors
    /// As [`Engine::knowledge`].
    pub fn history(
        &self,
        context: &ContextId,
        entity: EntityId,
        key: &str,
        filter: &Filter,
    ) -> Result<Vec<Row>, StoreError> {
        let ask = KnowledgeAsk { subject: Some(entity), key: Some(key.to_owned()), ..KnowledgeAsk::default() };
        let filter = Filter { history: true, ..filter.clone() };
        let mut rows = self.store.context(context)?.knowledge(&ask, &filter, limits::LIST_MAX)?;
        rows.sort_by_key(|row| (row.memory.known_at, row.ordinal));
        Ok(rows)
    }

    /// One entity; `None` where there is none of which the filter lets anything through.
    ///
    /// # Errors
    /// [`StoreError`] when the context does not exist or the store fails.
    pub fn entity(&self, context: &ContextId, id: EntityId, filter: &Filter) -> Result<Option<Entity>, StoreError> {
        self.store.context(context)?.entity(id, &self.at_present(filter))
    }

    /// Entities by the row of their card, at most `limit`.
    ///
    /// # Errors
    /// [`StoreError`] when the context does not exist or the store fails.
    pub fn entities(
        &self,
        context: &ContextId,
        ask: &EntityAsk,
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<Entity>, StoreError> {
        self.store.context(context)?.entities(ask, &self.at_present(filter), limit.min(limits::LIST_MAX))
    }

    /// Merges, splits and names entities, all or nothing. Each can be taken back.
    ///
    /// # Errors
    /// [`StoreError::NoSuchEntity`], [`StoreError::BadName`].
    pub fn change_entities(&self, context: &ContextId, changes: Vec<EntityChange>) -> Result<(), StoreError> {
        self.store.context(context)?.commit(Change { entities: changes, ..Change::default() })?;
        Ok(())
    }

    /// Takes a correction back: what an earlier row says holds again, as a new row that replaces the present one.
    ///
    /// # Errors
    /// [`StoreError::NoSuchMemory`] for a row that is no fact, was forgotten, or was not replaced.
    pub fn reopen(&self, context: &ContextId, id: MemoryId) -> Result<MemoryId, StoreError> {
        let store = self.store.context(context)?;
        let missing = || StoreError::NoSuchMemory(id);
        let older = store.memory(id)?.map(|row| row.memory).filter(|memory| memory.forgotten_at.is_none());
        let older = older.filter(|memory| memory.knowledge.is_some()).ok_or_else(missing)?;
        let mut present = older.superseded_by.ok_or_else(missing)?;
        for _ in 0..limits::CHAIN_MAX {
            match store.memory(present)?.and_then(|row| row.memory.superseded_by) {
                Some(newer) => present = newer,
                None => break,
            }
        }
        let now = self.clock.now();
        let again = MemoryId(self.identity.next());
        let memory = Memory {
            id: again,
            known_at: now,
            recorded_at: now,
            supersedes: Some(present),
            superseded_by: None,
            source: Source { derived_from: vec![older.id], ..older.source.clone() },
            ..older
        };
        store.commit(Change { model: store.model()?, reopened: vec![memory], ..Change::default() })?;
        Ok(again)
    }

    /// Puts other words, labels, category or importance in the place of a memory's own. Its id, its place in the conversation and
    /// when it was said stay; what it said before stays as a row that it replaced, which reads of an earlier instant of the
    /// database give. What was read in the old words alone is forgotten, and the new ones are read.
    ///
    /// # Errors
    /// [`StoreError::NoSuchMemory`] for one that the filter does not let through; [`RememberError::Invalid`] for a fact, a part, or a
    /// passage of a document, and for words that could not be remembered; then nothing changed.
    pub fn edit(
        &self,
        context: &ContextId,
        id: MemoryId,
        edit: MemoryEdit,
        filter: &Filter,
    ) -> Result<Remembered, RememberError> {
        let store = self.store.context(context)?;
        let seen = |row: &Row| row.memory.forgotten_at.is_none() && filter.grant.sees(&row.memory.scopes);
        let row = store.memory(id)?.filter(seen).ok_or(StoreError::NoSuchMemory(id))?;
        self.pipeline(context, store.as_ref())?.edit(&row, edit)
    }

    /// The filter, with the present set where it is not.
    pub(super) fn at_present(&self, filter: &Filter) -> Filter {
        Filter { now: filter.now.or_else(|| Some(self.clock.now())), ..filter.clone() }
    }
}
