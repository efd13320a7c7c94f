//! The engine under test: embedded store, words for an embedder, the clock of the host.

use std::path::Path;
use std::sync::Arc;

use quintet::model::ContextId;
use quintet::ports::Clock;
use quintet::recall::RecallRequest;
use quintet::store::embedded::{EmbeddedOptions, EmbeddedStore};
use quintet::store::{Filter, StoreError};
use quintet::{Engine, EngineParts};

use super::names::ItemName;
use crate::fake::{SeededRandom, WordEmbedder};

/// Dimensions of the vectors: few, since they only have to be there.
const DIMS: u32 = 32;
/// Threads of the channel pool.
const CHANNEL_THREADS: usize = 2;
/// Time for one recall, in milliseconds: long, since lateness on a busy machine is no fault.
const DEADLINE_MS: u64 = 120_000;

/// The context that is written to.
pub(super) fn context() -> ContextId {
    ContextId::checked("crash").expect("the name is allowed")
}

/// Opens an engine over a data folder.
pub(super) fn open(folder: &Path, clock: Arc<dyn Clock>, seed: u64) -> Result<Engine, StoreError> {
    let store = EmbeddedStore::open(folder, EmbeddedOptions::default())?;
    Ok(Engine::new(EngineParts {
        store: Arc::new(store),
        clock,
        random: Arc::new(SeededRandom::new(seed)),
        embedder: Some(Arc::new(WordEmbedder::new(DIMS))),
        extractor: None,
        reranker: None,
        channel_threads: CHANNEL_THREADS,
    }))
}

/// Every row that is not forgotten.
pub(super) fn everything() -> Filter {
    Filter { include_duplicates: true, ..Filter::everything() }
}

/// A question for the marker of an item, to the keyword channel or to all.
pub(super) fn question(item: ItemName, keyword_only: bool) -> RecallRequest {
    RecallRequest {
        channels: keyword_only.then(|| vec!["keyword".to_owned()]),
        deadline_ms: DEADLINE_MS,
        ..RecallRequest::new(item.marker(), everything())
    }
}
