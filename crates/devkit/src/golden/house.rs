//! A world inside an engine, loaded and asked through the engine's public face, every setting at its default.

use std::sync::Arc;

use quintet::model::{ContextId, Kind, Labels, Micros, Role, SessionId};
use quintet::ports::Embedder;
use quintet::recall::RecallRequest;
use quintet::retain::RememberItem;
use quintet::store::Filter;
use quintet::store::embedded::{EmbeddedOptions, EmbeddedStore};
use quintet::{Engine, EngineParts, RememberError};
use tempfile::TempDir;

use super::set::{Document, Query, SetError, World};
use super::{GoldenError, K};
use crate::fake::{ManualClock, SeededRandom};

/// Threads that run channels. The answer does not depend on it.
const CHANNEL_THREADS: usize = 2;
/// Time that the channels get, in milliseconds. Quality is measured, not patience.
const DEADLINE_MS: u64 = 60_000;

/// An engine that holds one world.
pub(super) struct House {
    engine: Engine,
    context: ContextId,
    /// Deleted with the house.
    _data: TempDir,
}

impl House {
    pub(super) fn load(world: &World, embedder: Arc<dyn Embedder>) -> Result<Self, GoldenError> {
        let data = tempfile::tempdir()?;
        let store = EmbeddedStore::open(data.path(), EmbeddedOptions::default())?;
        let engine = Engine::new(EngineParts {
            store: Arc::new(store),
            clock: Arc::new(ManualClock::at(moment(world, world.documents.last().map(|last| last.time.as_str()))?)),
            random: Arc::new(SeededRandom::new(1)),
            embedder: Some(embedder),
            extractor: None,
            reranker: None,
            channel_threads: CHANNEL_THREADS,
        });
        let context = engine.create_context(&world.name, None, Labels::new())?.id;
        let items = world.documents.iter().map(|document| item(world, document)).collect::<Result<Vec<_>, _>>()?;
        let fail = |id: &str, source: RememberError| GoldenError::Remember { id: id.to_owned(), source };
        let kept = engine.remember_all(&context, items).map_err(|error| fail(&world.name, error))?;
        for (document, kept) in world.documents.iter().zip(kept) {
            kept.map_err(|error| fail(&document.id, error))?;
        }
        Ok(Self { engine, context, _data: data })
    }

    /// Ids, best first, and what is missing from the answer.
    pub(super) fn ask(&self, query: &Query) -> Result<(Vec<String>, Vec<String>), GoldenError> {
        let mut request = RecallRequest::new(query.text.clone(), Filter::everything());
        request.k = K;
        request.deadline_ms = DEADLINE_MS;
        request.now = Some(parsed(&query.id, &query.time)?);
        let recalled = self
            .engine
            .recall(&self.context, &request)
            .map_err(|source| GoldenError::Recall { id: query.id.clone(), source })?;
        let degraded =
            recalled.degraded.iter().map(|missing| format!("{}: {}", missing.name, missing.reason)).collect();
        Ok((recalled.hits.into_iter().filter_map(|hit| hit.memory.source.reference).collect(), degraded))
    }
}

fn parsed(owner: &str, time: &str) -> Result<Micros, SetError> {
    Micros::parse(time)
        .map_err(|error| SetError::Wrong { world: owner.to_owned(), reason: format!("time '{time}': {error}") })
}

fn moment(world: &World, time: Option<&str>) -> Result<Micros, SetError> {
    time.map_or(Ok(Micros(0)), |time| parsed(&world.name, time))
}

/// A turn when somebody says it, a page else.
fn item(world: &World, document: &Document) -> Result<RememberItem, GoldenError> {
    let is_turn = document.speaker.is_some();
    let wrong = |reason: String| SetError::Wrong { world: world.name.clone(), reason };
    let session = document.session.as_deref().filter(|_| is_turn).map(SessionId::new).transpose();
    Ok(RememberItem {
        kind: Some(if is_turn { Kind::Turn } else { Kind::Passage }),
        session: session.map_err(|error| wrong(error.to_string()))?,
        role: document.speaker.as_deref().and_then(Role::parse),
        speaker: document.speaker.clone(),
        title: document.title.clone(),
        document: document.session.clone().filter(|_| !is_turn),
        known_at: Some(parsed(&document.id, &document.time)?),
        reference: Some(document.id.clone()),
        ..RememberItem::new(document.text.clone())
    })
}
