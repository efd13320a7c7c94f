//! The façade: everything the outside can do, and nothing more.

mod consolidate;
mod elaborate;
mod feelings;
mod forget;
mod knowledge;
mod lifecycle;
mod pool;
mod portable;
mod reflect;
mod sessions;
mod views;

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use parking_lot::Mutex;

use crate::affect::{PrototypeError, Prototypes};
use crate::error::{ContextError, RecallError, RememberError, StoreError};
use crate::extract::RuleExtractor;
use crate::limits;
use crate::model::{ContextId, Labels, MemoryId, Micros, TraceId};
use crate::ports::{Clock, Embedder, Extractor, LanguageModel, ModelError, Random, Reranker};
use crate::recall::{Pool, RecallRequest, Recalled, Search};
use crate::retain::{DocumentItem, Identity, Ingested, Pipeline, RememberItem, Remembered};
pub use consolidate::{ConsolidateRequest, Consolidated, Observation, Outcome, OutcomeKind};
pub use elaborate::{ElaborateRequest, Elaborated, Elaboration, Proposal};
pub use feelings::{ArcOf, ArcReport};
pub use forget::{Forget, ForgetReceipt, ForgetRequest, QUERY_SCORE};
pub use lifecycle::{Expired, Expiring, ExpiryReason};
pub use reflect::{Evidence, Kept, ReflectRequest, Reflected};
pub use views::ExploreAsk;

use crate::store::{
    Change, ContextSettings, ContextSpec, ContextStore, Counts, DocumentRecord, Row, Store, StoreReport, TraceRecord,
    VerifyReport,
};

/// What an engine is made of. Everything that waits, guesses or reads the world comes in through here.
pub struct EngineParts {
    /// Where records live.
    pub store: Arc<dyn Store>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The random source.
    pub random: Arc<dyn Random>,
    /// The embedder; without one, meaning and feeling are read from words alone.
    pub embedder: Option<Arc<dyn Embedder>>,
    /// The extractor; rules when `None`.
    pub extractor: Option<Arc<dyn Extractor>>,
    /// The reranker, for recalls that ask for a second look.
    pub reranker: Option<Arc<dyn Reranker>>,
    /// Threads that run channels; the caller's own thread works too.
    pub channel_threads: usize,
}

/// Long-term memory. Cheap to share behind an [`Arc`]; every method may be called from several threads.
pub struct Engine {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    embedder: Option<Arc<dyn Embedder>>,
    extractor: Arc<dyn Extractor>,
    reranker: Option<Arc<dyn Reranker>>,
    language: Option<Arc<dyn LanguageModel>>,
    identity: Identity,
    pool: Pool,
    prototypes: OnceLock<Result<Prototypes, ModelError>>,
    /// Traces of recalls, written together with the next write or flush: a read does not wait for the disk.
    traces: Mutex<VecDeque<(ContextId, TraceRecord)>>,
    /// Held while a document is compared with those that are there and written, so that none goes in twice.
    documents: Mutex<()>,
    /// How often something was purged: what was recalled before and kept after would name what is gone.
    purges: AtomicU64,
}

impl Engine {
    /// Puts an engine together. Nothing is opened or loaded yet.
    pub fn new(parts: EngineParts) -> Self {
        let identity = Identity::new(Arc::clone(&parts.clock), parts.random);
        Self {
            store: parts.store,
            clock: parts.clock,
            embedder: parts.embedder,
            extractor: parts.extractor.unwrap_or_else(|| Arc::new(RuleExtractor)),
            reranker: parts.reranker,
            language: None,
            identity,
            pool: Pool::new(parts.channel_threads),
            prototypes: OnceLock::new(),
            traces: Mutex::default(),
            documents: Mutex::default(),
            purges: AtomicU64::new(0),
        }
    }

    /// With a language model, which words observations and reflections. What it writes is checked against its sources, and
    /// without one, or when it fails, sentences of the sources stand in its place.
    #[must_use]
    pub fn with_language(mut self, language: Option<Arc<dyn LanguageModel>>) -> Self {
        self.language = language;
        self
    }

    /// Makes a context.
    ///
    /// # Errors
    /// [`ContextError`] when the id is not allowed or taken.
    pub fn create_context(
        &self,
        id: &str,
        description: Option<String>,
        metadata: Labels,
    ) -> Result<ContextSpec, ContextError> {
        self.create_context_with(id, description, metadata, ContextSettings::default())
    }

    /// Makes a context with settings of its own, which hold from its first write on.
    ///
    /// # Errors
    /// [`ContextError`] when the id is not allowed or taken.
    pub fn create_context_with(
        &self,
        id: &str,
        description: Option<String>,
        metadata: Labels,
        settings: ContextSettings,
    ) -> Result<ContextSpec, ContextError> {
        lifecycle::check(&settings)?;
        let (id, created_at) = (ContextId::checked(id)?, self.clock.now());
        let spec = ContextSpec { id, description, metadata, created_at, settings };
        self.store.create_context(&spec)?;
        Ok(spec)
    }

    /// All contexts, by ascending id.
    ///
    /// # Errors
    /// [`StoreError`] when the store fails.
    pub fn contexts(&self) -> Result<Vec<ContextSpec>, StoreError> {
        self.store.contexts()
    }

    /// Drops a context with everything in it.
    ///
    /// # Errors
    /// [`StoreError::NoSuchContext`].
    pub fn drop_context(&self, id: &ContextId) -> Result<(), StoreError> {
        self.traces.lock().retain(|(context, _)| context != id);
        self.store.drop_context(id)
    }

    /// Remembers one text. Durable and findable in every channel when this returns.
    ///
    /// # Errors
    /// [`RememberError`]; then nothing was kept.
    pub fn remember(&self, context: &ContextId, item: RememberItem) -> Result<Remembered, RememberError> {
        self.remember_all(context, vec![item])?
            .pop()
            .unwrap_or_else(|| Err(RememberError::Invalid { field: "items", reason: "there is none".to_owned() }))
    }

    /// Remembers several texts, in order, in as few transactions as possible. One that is wrong does not fail the others.
    ///
    /// # Errors
    /// [`RememberError`] when there are too many items or the context cannot be opened; then nothing was kept.
    pub fn remember_all(
        &self,
        context: &ContextId,
        items: Vec<RememberItem>,
    ) -> Result<Vec<Result<Remembered, RememberError>>, RememberError> {
        self.run(context, items, false)
    }

    /// Checks how many items there are and runs them; as a preview nothing of it is kept.
    fn run(
        &self,
        context: &ContextId,
        items: Vec<RememberItem>,
        preview: bool,
    ) -> Result<Vec<Result<Remembered, RememberError>>, RememberError> {
        if items.len() > limits::BATCH_ITEMS_MAX {
            let reason = format!("at most {} are allowed", limits::BATCH_ITEMS_MAX);
            return Err(RememberError::Invalid { field: "items", reason });
        }
        let store = self.store.context(context)?;
        let mut pipeline = self.pipeline(context, store.as_ref())?;
        pipeline.preview = preview;
        Ok(pipeline.run(items))
    }

    /// Remembers one document with its passages, in one transaction. What is known already is not written again; what has
    /// the name of an older version replaces it.
    ///
    /// # Errors
    /// [`RememberError`]; then nothing was kept.
    pub fn ingest(&self, context: &ContextId, item: DocumentItem) -> Result<Ingested, RememberError> {
        let store = self.store.context(context)?;
        self.pipeline(context, store.as_ref())?.ingest(item, &self.documents)
    }

    /// One document by the id of its memory, with its text; forgotten and replaced ones included, whatever its scopes.
    ///
    /// # Errors
    /// [`StoreError`] when the context does not exist or the store fails.
    pub fn document(&self, context: &ContextId, id: MemoryId) -> Result<Option<DocumentRecord>, StoreError> {
        self.store.context(context)?.document(id)
    }

    fn pipeline<'a>(&'a self, context: &ContextId, store: &'a dyn ContextStore) -> Result<Pipeline<'a>, StoreError> {
        Ok(Pipeline {
            store,
            embedder: self.embedder.as_deref(),
            extractor: self.extractor.as_ref(),
            prototypes: self.prototypes(),
            feels: self.store.settings(context)?.emotions,
            clock: self.clock.as_ref(),
            identity: &self.identity,
            preview: false,
        })
    }

    /// Answers a question from memory.
    ///
    /// # Errors
    /// [`RecallError`] when the request is wrong, the store fails, or no channel at all could answer. One that fails is
    /// named in the answer instead.
    pub fn recall(&self, context: &ContextId, request: &RecallRequest) -> Result<Recalled, RecallError> {
        let purges = self.purges.load(Ordering::SeqCst);
        let recalled = self.search(context, request)?;
        self.keep_trace(context, request, &recalled, purges);
        Ok(recalled)
    }

    /// Answers a question without a trace.
    fn search(&self, context: &ContextId, request: &RecallRequest) -> Result<Recalled, RecallError> {
        let store = self.store.context(context)?;
        let search = Search {
            store: store.as_ref(),
            embedder: self.embedder.as_deref(),
            reranker: self.reranker.as_deref(),
            feels: self.store.settings(context)?.emotions,
            clock: Arc::clone(&self.clock),
            pool: &self.pool,
        };
        search.run(request, TraceId(self.identity.next()))
    }

    /// One memory by id, whatever its scopes.
    ///
    /// # Errors
    /// [`StoreError`] when the context does not exist or the store fails.
    pub fn memory(&self, context: &ContextId, id: MemoryId) -> Result<Option<Row>, StoreError> {
        self.store.context(context)?.memory(id)
    }

    /// Forgets memories with all that goes along ([`Engine::forget_matching`]), in one transaction: they vanish from every channel
    /// at once and stay as tombstones.
    ///
    /// # Errors
    /// [`StoreError::NoSuchMemory`]; then none of them was forgotten.
    pub fn forget(&self, context: &ContextId, ids: &[MemoryId]) -> Result<(), StoreError> {
        let now = self.clock.now();
        let forgotten = ids.iter().map(|id| (*id, now)).collect();
        self.store.context(context)?.commit(Change { forgotten, ..Change::default() })?;
        Ok(())
    }

    /// One trace by id, as JSON.
    ///
    /// # Errors
    /// [`StoreError`] when the context does not exist or the store fails.
    pub fn trace(&self, context: &ContextId, id: TraceId) -> Result<Option<TraceRecord>, StoreError> {
        let store = self.store.context(context)?;
        let waiting =
            self.traces.lock().iter().find(|(own, trace)| own == context && trace.id == id).map(|(_, t)| t.clone());
        match waiting {
            Some(trace) => Ok(Some(trace)),
            None => store.trace(id),
        }
    }

    /// The newest traces, newest first, those that wait to be written among them; at most `limit`.
    ///
    /// # Errors
    /// [`StoreError`] when the context does not exist or the store fails.
    pub fn traces(&self, context: &ContextId, limit: usize) -> Result<Vec<TraceRecord>, StoreError> {
        let store = self.store.context(context)?;
        let waiting = self.traces.lock();
        let mut newest: Vec<TraceRecord> = waiting
            .iter()
            .rev()
            .filter(|(own, _)| own == context)
            .map(|(_, trace)| trace.clone())
            .take(limit)
            .collect();
        drop(waiting);
        let stored = store.traces(limit - newest.len())?;
        newest.extend(stored);
        Ok(newest)
    }

    /// How much there is of everything in a context.
    ///
    /// # Errors
    /// [`StoreError`] when the context does not exist or the store fails.
    pub fn counts(&self, context: &ContextId) -> Result<Counts, StoreError> {
        self.store.context(context)?.counts()
    }

    /// Checks every record and every index of a context.
    ///
    /// # Errors
    /// [`StoreError`] when the context cannot be read at all.
    pub fn verify(&self, context: &ContextId) -> Result<VerifyReport, StoreError> {
        self.store.context(context)?.verify()
    }

    /// Builds every index of a context anew. Returns how many rows were read.
    ///
    /// # Errors
    /// [`StoreError`] when the records cannot be read.
    pub fn rebuild(&self, context: &ContextId) -> Result<u64, StoreError> {
        self.store.context(context)?.rebuild()
    }

    /// Sizes of what is loaded.
    pub fn report(&self) -> StoreReport {
        self.store.report()
    }

    /// The store, for tools that look beneath the façade (benches, suites).
    pub fn context_store(&self, context: &ContextId) -> Result<Arc<dyn ContextStore>, StoreError> {
        self.store.context(context)
    }

    /// Writes waiting traces and index snapshots. Called before a clean stop; nothing acknowledged depends on it.
    ///
    /// # Errors
    /// [`StoreError`] when the disk refuses.
    pub fn flush(&self) -> Result<(), StoreError> {
        self.write_traces()?;
        self.store.flush()
    }

    /// Writes the traces that wait. Hosts call this now and then; see [`limits::TRACE_QUEUE_MAX`].
    ///
    /// # Errors
    /// [`StoreError`] when the disk refuses; the traces of that context are lost then.
    pub fn write_traces(&self) -> Result<(), StoreError> {
        let waiting: Vec<(ContextId, TraceRecord)> = self.traces.lock().drain(..).collect();
        let mut by_context: std::collections::BTreeMap<ContextId, Vec<TraceRecord>> = std::collections::BTreeMap::new();
        for (context, trace) in waiting {
            by_context.entry(context).or_default().push(trace);
        }
        for (context, traces) in by_context {
            self.store.context(&context)?.commit(Change { traces, ..Change::default() })?;
        }
        Ok(())
    }

    /// The moment by the engine's clock.
    pub fn now(&self) -> Micros {
        self.clock.now()
    }

    /// Microseconds of the engine's monotonic clock, for measuring.
    pub fn monotonic_us(&self) -> u64 {
        self.clock.monotonic_us()
    }

    /// The engine's clock, for deadlines.
    pub fn clock(&self) -> Arc<dyn Clock> {
        Arc::clone(&self.clock)
    }

    /// Prototypes of the feelings, in the embedder's space; made once.
    fn prototypes(&self) -> Option<&Prototypes> {
        let embedder = self.embedder.as_deref()?;
        self.prototypes
            .get_or_init(|| {
                let model = embedder.model();
                if let Some(ready) = Prototypes::ready(&model.checksum, model.dims as usize) {
                    return Ok(ready);
                }
                let lines: Vec<&str> = Prototypes::lines().into_iter().map(|(_, line)| line).collect();
                let vectors = embedder.embed(&lines)?;
                let unusable = |error: PrototypeError| ModelError::Unusable {
                    model: embedder.model().name.clone(),
                    reason: error.to_string(),
                };
                Prototypes::build(embedder.model().dims as usize, &vectors).map_err(unusable)
            })
            .as_ref()
            .ok()
    }

    fn keep_trace(&self, context: &ContextId, request: &RecallRequest, recalled: &Recalled, purges: u64) {
        let record = crate::recall::trace(self.clock.now(), request, recalled);
        let mut waiting = self.traces.lock();
        if self.purges.load(Ordering::SeqCst) != purges {
            return;
        }
        if waiting.len() >= limits::TRACE_QUEUE_MAX {
            waiting.pop_front();
        }
        waiting.push_back((context.clone(), record));
    }
}
