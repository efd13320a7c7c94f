//! Views through the façade: what is known, put together; facts written and corrected by name.

use super::Engine;
use crate::error::{RememberError, StoreError};
use crate::limits;
use crate::model::{ContextId, EntityId, EntityKind, Knowledge, Memory, MemoryId, Micros};
use crate::retain::{FactItem, Learned, RememberItem, Remembered};
use crate::store::{ContextStore, Entity, Filter, KnowledgeAsk, Ordinal, Row};
use crate::views::{
    Citation, Diff, EntityName, EntitySheet, Explored, FsckAsk, FsckReport, HygieneReport, Inspected, KeySheet, Moment,
    Profile, Reader, Ref, State, Statement, ViewError,
};

/// How two entities are explored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploreAsk {
    /// Where to begin.
    pub from: EntityName,
    /// Where to look for a way to.
    pub to: Option<EntityName>,
    /// Steps at most, 1 to [`limits::EXPLORE_HOPS_MAX`].
    pub hops: usize,
    /// Entities at most, 1 to [`limits::EXPLORE_ENTITIES_MAX`].
    pub limit: usize,
}

impl Engine {
    /// Works on a reader over one context, with the present set.
    fn viewing<T>(
        &self,
        context: &ContextId,
        filter: &Filter,
        work: impl FnOnce(&Reader<'_>) -> Result<T, ViewError>,
    ) -> Result<T, ViewError> {
        let store = self.store.context(context)?;
        work(&Reader::new(store.as_ref(), self.at_present(filter)))
    }

    /// Memories of the rows that the filter lets through, facts among them, in the order of writing; `newest_first` turns
    /// it around. A page begins after the row `after`, and at most [`limits::LIST_MAX`] come. What is written in between moves no page.
    ///
    /// # Errors
    /// [`StoreError`] when the context does not exist or the store fails.
    pub fn memories(
        &self,
        context: &ContextId,
        filter: &Filter,
        after: Option<Ordinal>,
        newest_first: bool,
        limit: usize,
    ) -> Result<Vec<Row>, StoreError> {
        let filter = Filter { told: true, ..self.at_present(filter) };
        self.store.context(context)?.page(&filter, after, newest_first, limit.min(limits::LIST_MAX))
    }

    /// The one entity of that name, alias or id.
    ///
    /// # Errors
    /// [`ViewError::Missing`] where nothing of it may be seen, [`ViewError::Ambiguous`] where several are called so.
    pub fn find_entity(&self, context: &ContextId, name: &EntityName, filter: &Filter) -> Result<Entity, ViewError> {
        self.viewing(context, filter, |reader| reader.find(name))
    }

    /// What is known, with the names of those it is about; as [`Engine::knowledge`].
    ///
    /// # Errors
    /// As [`Engine::knowledge`].
    pub fn statements(
        &self,
        context: &ContextId,
        ask: &KnowledgeAsk,
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<Statement>, ViewError> {
        self.viewing(context, filter, |reader| reader.statements(ask, limit.min(limits::LIST_MAX)))
    }

    /// An entity with all that holds of it.
    ///
    /// # Errors
    /// As [`Engine::find_entity`].
    pub fn entity_sheet(
        &self,
        context: &ContextId,
        name: &EntityName,
        filter: &Filter,
    ) -> Result<EntitySheet, ViewError> {
        self.viewing(context, filter, |reader| reader.entity_sheet(name))
    }

    /// What holds under a key of an entity, and every value that it ever had.
    ///
    /// # Errors
    /// As [`Engine::find_entity`]; [`ViewError::Missing`] for a key that nothing was ever known under.
    pub fn key_sheet(
        &self,
        context: &ContextId,
        name: &EntityName,
        key: &str,
        filter: &Filter,
    ) -> Result<KeySheet, ViewError> {
        self.viewing(context, filter, |reader| reader.key_sheet(name, key))
    }

    /// Who somebody is, in five sections; whoever speaks without a name where nobody is named.
    ///
    /// # Errors
    /// As [`Engine::find_entity`].
    pub fn profile(&self, context: &ContextId, of: Option<&EntityName>, filter: &Filter) -> Result<Profile, ViewError> {
        self.viewing(context, filter, |reader| reader.profile(of))
    }

    /// All that holds, by category.
    ///
    /// # Errors
    /// [`ViewError::Store`].
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the bare path does not hold for every lifetime")]
    pub fn state(&self, context: &ContextId, filter: &Filter) -> Result<State, ViewError> {
        self.viewing(context, filter, |reader| reader.state())
    }

    /// One thing seen from all sides.
    ///
    /// # Errors
    /// [`ViewError::Missing`] where there is none that may be seen.
    pub fn inspect(&self, context: &ContextId, what: &Ref, filter: &Filter) -> Result<Inspected, ViewError> {
        if let Ref::Trace(id) = what {
            // The newest traces are not written yet.
            let trace = self.trace(context, *id)?.ok_or(ViewError::Missing { what: "trace" })?;
            return Ok(Inspected::Trace(trace));
        }
        self.viewing(context, filter, |reader| reader.inspect(what))
    }

    /// What began, changed, ended and was done, oldest first; of one key or of all. At most `limit` moments.
    ///
    /// # Errors
    /// As [`Engine::find_entity`].
    pub fn timeline(
        &self,
        context: &ContextId,
        of: &EntityName,
        key: Option<&str>,
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<Moment>, ViewError> {
        self.viewing(context, filter, |reader| reader.timeline(of, key, limit.min(limits::LIST_MAX)))
    }

    /// What changed in what is known between two instants, of one entity or of everything.
    ///
    /// # Errors
    /// As [`Engine::find_entity`]; [`ViewError::Invalid`] where the second lies before the first.
    pub fn diff(
        &self,
        context: &ContextId,
        from: Micros,
        to: Micros,
        of: Option<&EntityName>,
        filter: &Filter,
    ) -> Result<Diff, ViewError> {
        self.viewing(context, filter, |reader| reader.diff(from, to, of))
    }

    /// Neighbours of an entity, and the shortest ways to another.
    ///
    /// # Errors
    /// As [`Engine::find_entity`]; [`ViewError::Invalid`] for bounds out of range.
    pub fn explore(&self, context: &ContextId, ask: &ExploreAsk, filter: &Filter) -> Result<Explored, ViewError> {
        self.viewing(context, filter, |reader| reader.explore(&ask.from, ask.to.as_ref(), ask.hops, ask.limit))
    }

    /// Looks for doubles, contradictions, memories in no scope and orders hidden in texts. Changes nothing. Reads everything
    /// that may be seen.
    ///
    /// # Errors
    /// [`ViewError::Invalid`] for a threshold out of range.
    pub fn fsck(&self, context: &ContextId, ask: &FsckAsk, filter: &Filter) -> Result<FsckReport, ViewError> {
        let ask = FsckAsk { results_max: ask.results_max.min(limits::FINDINGS_MAX), ..*ask };
        let alike = |texts: &[&str]| {
            let vectors = self.embedder.as_deref()?.embed(texts).ok()?;
            Some(vectors.iter().map(|a| vectors.iter().map(|b| cosine(a, b)).collect()).collect())
        };
        self.viewing(context, filter, |reader| reader.fsck(&ask, &alike))
    }

    /// Looks for junk, near-doubles, secrets and what was never recalled. Changes nothing. Reads everything that may be seen.
    ///
    /// # Errors
    /// [`ViewError::Store`].
    pub fn hygiene(&self, context: &ContextId, filter: &Filter, limit: usize) -> Result<HygieneReport, ViewError> {
        let waiting = self.traces.lock();
        let recent: Vec<String> =
            waiting.iter().filter(|(own, _)| own == context).map(|(_, trace)| trace.body.clone()).collect();
        drop(waiting);
        self.viewing(context, filter, |reader| reader.hygiene(limit.min(limits::FINDINGS_MAX), &recent))
    }

    /// Where a memory stands written: the words, and where they stand in bytes and in characters.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn citation(
        &self,
        context: &ContextId,
        memory: &Memory,
        filter: &Filter,
    ) -> Result<Option<Citation>, StoreError> {
        crate::views::cite(self.store.context(context)?.as_ref(), filter, memory)
    }

    /// Writes facts as they are stated, with the authority of what is written down on purpose; all or nothing. Says of each what
    /// became of it.
    ///
    /// # Errors
    /// [`RememberError`]; then nothing was written.
    pub fn assert_facts(&self, context: &ContextId, facts: &[FactItem]) -> Result<Vec<Learned>, RememberError> {
        let store = self.store.context(context)?;
        self.pipeline(context, store.as_ref())?.facts(facts)
    }

    /// Writes one fact; as [`Engine::assert_facts`].
    ///
    /// # Errors
    /// As [`Engine::assert_facts`].
    pub fn assert_fact(&self, context: &ContextId, fact: FactItem) -> Result<Learned, RememberError> {
        let learned = self.assert_facts(context, &[fact])?.into_iter().next();
        learned.ok_or_else(|| RememberError::Invalid { field: "triples", reason: "there is none".to_owned() })
    }

    /// What would become of facts. Nothing is written.
    ///
    /// # Errors
    /// As [`Engine::assert_facts`].
    pub fn preview_facts(&self, context: &ContextId, facts: &[FactItem]) -> Result<Vec<Learned>, RememberError> {
        let store = self.store.context(context)?;
        let mut pipeline = self.pipeline(context, store.as_ref())?;
        pipeline.preview = true;
        pipeline.facts(facts)
    }

    /// What would be learnt from texts, and what it would put right. Nothing is written; ids of what would be are of no use.
    ///
    /// # Errors
    /// As [`Engine::remember_all`].
    pub fn preview(
        &self,
        context: &ContextId,
        items: Vec<RememberItem>,
    ) -> Result<Vec<Result<Remembered, RememberError>>, RememberError> {
        self.run(context, items, true)
    }

    /// Puts a value in the place of what a row of knowledge says. The row stays as history; [`Engine::reopen`] takes it back.
    ///
    /// # Errors
    /// [`StoreError::NoSuchMemory`] for a row that is none of knowledge, or that the filter does not let through;
    /// [`RememberError::Invalid`] for one that was replaced already, or a value that cannot be kept.
    pub fn correct(
        &self,
        context: &ContextId,
        id: MemoryId,
        value: &str,
        principal: Option<String>,
        filter: &Filter,
    ) -> Result<Learned, RememberError> {
        let store = self.store.context(context)?;
        let seen = |memory: &Memory| memory.forgotten_at.is_none() && filter.grant.sees(&memory.scopes);
        let row = store.memory(id)?.map(|row| row.memory).filter(seen).ok_or(StoreError::NoSuchMemory(id))?;
        if let Some(newer) = row.superseded_by {
            let reason = format!("it was replaced already; correct {newer}, or what replaced that");
            return Err(RememberError::Invalid { field: "id", reason });
        }
        let (subject, object) = match &row.knowledge {
            Some(Knowledge::Relation { subject, object, .. }) => (*subject, Some(*object)),
            Some(Knowledge::Attribute { subject, .. } | Knowledge::Instruction { subject, .. }) => (*subject, None),
            _ => return Err(StoreError::NoSuchMemory(id).into()),
        };
        let subject = named(store.as_ref(), subject)?;
        let object =
            object.map(|object| named(store.as_ref(), object)).transpose()?.map_or(EntityKind::Other, |to| to.0);
        self.pipeline(context, store.as_ref())?.correct(&row, (subject.0, &subject.1), value, object, principal)
    }
}

/// Cosine of two vectors; 0 where one has no length.
pub(super) fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let dot = |x: &[f32], y: &[f32]| -> f32 { x.iter().zip(y).map(|(x, y)| x * y).sum() };
    let norm = (dot(a, a) * dot(b, b)).sqrt();
    if norm > 0.0 { dot(a, b) / norm } else { 0.0 }
}

/// What an entity is, and its name, whoever may see it: the row that names it may be seen.
fn named(store: &dyn ContextStore, id: EntityId) -> Result<(EntityKind, String), StoreError> {
    let seen = Filter { history: true, ..Filter::everything() };
    let entity = store.entity(id, &seen)?.ok_or(StoreError::NoSuchEntity(id))?;
    Ok((entity.kind, entity.name))
}
