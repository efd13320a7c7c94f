//! Views: what is known, put together for people and prompts. Profile, state, inspection, time line, comparison of two
//! instants, neighbours and paths, and two checks that report and change nothing.
//!
//! Every view is read through one [`Filter`], so that scopes and the three clocks hold in all of them. Plain data comes out.
//!
//! Must not know: how facts are written, the wire.

mod citation;
mod diff;
mod explore;
mod findings;
mod hygiene;
mod injection;
mod inspect;
mod profile;
mod scan;
mod secrets;
mod statement;
mod timeline;

pub use citation::Citation;
pub(crate) use citation::cite;
pub use diff::{Changed, Diff};
pub use explore::{Explored, Neighbour, Tie, TieKind};
pub use findings::{Finding, FindingKind, FsckAsk, FsckReport};
pub use hygiene::{HygieneFinding, HygieneKind, HygieneReport};
pub use injection::{Injection, InjectionKind, injections};
pub use inspect::{EntitySheet, Inspected, KeySheet, MemorySheet, Ref};
pub use profile::{Profile, Section, State};
pub use secrets::{Secret, SecretKind, secrets};
pub use statement::{EntityName, Statement};
pub use timeline::{Moment, MomentKind};

use std::collections::BTreeMap;

use parking_lot::Mutex;

use crate::limits;
use crate::model::{EntityId, MemoryId, NAMELESS};
use crate::store::{ContextStore, Entity, EntityAsk, Filter, KnowledgeAsk, Row, StoreError};
use crate::text;

/// Why a view cannot be given.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ViewError {
    /// Nothing of that name may be seen.
    #[error("there is no such {what}")]
    Missing {
        /// What was asked for: `entity`, `key`, `relation`, `memory`, `trace`.
        what: &'static str,
    },
    /// Several have that name.
    #[error("{count} entities have that name; say which by its type or its id")]
    Ambiguous {
        /// How many.
        count: usize,
    },
    /// The request is wrong.
    #[error("{field}: {reason}")]
    Invalid {
        /// The field.
        field: &'static str,
        /// What is wrong with it and what is allowed.
        reason: String,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What views read with: one store, one filter, and the entities that were looked up already.
pub(crate) struct Reader<'a> {
    store: &'a dyn ContextStore,
    filter: Filter,
    entities: Mutex<BTreeMap<EntityId, Option<Entity>>>,
}

impl<'a> Reader<'a> {
    /// A reader over what that filter lets through. Its `now` is set already.
    pub(crate) fn new(store: &'a dyn ContextStore, filter: Filter) -> Self {
        Self { store, filter, entities: Mutex::default() }
    }

    /// The same store read with history: everything that was ever so, as far as the clocks reach.
    fn with_history(&self) -> Self {
        Self::new(self.store, Filter { history: true, ..self.filter.clone() })
    }

    fn rows(&self, ask: &KnowledgeAsk, limit: usize) -> Result<Vec<Row>, StoreError> {
        self.store.knowledge(ask, &self.filter, limit)
    }

    /// An entity by id, as what it was merged into. `None` where nothing of it may be seen.
    fn entity(&self, id: EntityId) -> Result<Option<Entity>, StoreError> {
        if let Some(known) = self.entities.lock().get(&id) {
            return Ok(known.clone());
        }
        // Whoever is named by a row that may be seen may be named, whatever else of them may be seen.
        let seen = Filter { grant: self.filter.grant.clone(), history: true, ..Filter::default() };
        let mut found = self.store.entity(id, &seen)?;
        for _ in 0..limits::MERGES_FOLLOWED_MAX {
            match found.as_ref().and_then(|entity| entity.merged_into) {
                Some(into) => found = self.store.entity(into, &seen)?,
                None => break,
            }
        }
        self.entities.lock().insert(id, found.clone());
        Ok(found)
    }

    /// The one entity of that name.
    pub(crate) fn find(&self, name: &EntityName) -> Result<Entity, ViewError> {
        let missing = ViewError::Missing { what: "entity" };
        if let Ok(id) = name.name.parse::<EntityId>() {
            let found = self.store.entity(id, &self.filter)?.ok_or(missing)?;
            return self.entity(found.id)?.ok_or(ViewError::Missing { what: "entity" });
        }
        let ask = EntityAsk { kind: name.kind, name: Some(name.name.clone()), ..EntityAsk::default() };
        let mut found = self.store.entities(&ask, &self.filter, limits::NAMESAKES_MAX)?;
        if found.is_empty() && text::name_key(&name.name) == NAMELESS {
            let nameless = EntityAsk { nameless: true, ..ask };
            found = self.store.entities(&nameless, &self.filter, limits::NAMESAKES_MAX)?;
        }
        // Who is called so, letter for letter, before those who go by that name, too.
        let exact: Vec<Entity> = found.iter().filter(|entity| entity.name == name.name).cloned().collect();
        let chosen = if exact.len() == 1 { exact } else { found };
        match <[Entity; 1]>::try_from(chosen) {
            Ok([one]) => Ok(one),
            Err(none) if none.is_empty() => Err(missing),
            Err(many) => Err(ViewError::Ambiguous { count: many.len() }),
        }
    }

    /// A memory that may be seen; forgotten ones may not.
    fn memory(&self, id: MemoryId) -> Result<Option<Row>, StoreError> {
        let row = self.store.memory(id)?;
        Ok(row.filter(|row| {
            let memory = &row.memory;
            memory.forgotten_at.is_none()
                && self.filter.grant.sees(&memory.scopes)
                && self.filter.as_of.is_none_or(|at| memory.known_at <= at)
                && self.filter.at_instant.is_none_or(|at| memory.recorded_at <= at)
        }))
    }
}
