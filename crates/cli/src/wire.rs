//! The only place that picks backends and models, and the only one that reads the world's clock and randomness.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use quintet::model::Micros;
use quintet::ports::{Clock, Embedder, Extractor, Random, Reranker};
use quintet::store::embedded::{EmbeddedOptions, EmbeddedStore};
use quintet::{Engine, EngineParts};
use quintet_providers::rerank::MaxSim;

use crate::language::LanguageArguments;

/// The command line or configuration is wrong.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct UsageError(pub(crate) String);

/// A file or folder that is read cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    /// It does not exist.
    #[error("{what} does not exist")]
    Missing {
        /// Which, and where.
        what: String,
    },
    /// The system refuses.
    #[error("cannot read {what}: {source}")]
    Unreadable {
        /// Which, and where.
        what: String,
        /// What the system said.
        source: std::io::Error,
    },
}

impl InputError {
    /// What a failed read of that file means.
    pub(crate) fn of(file: &Path, source: std::io::Error) -> Self {
        let what = file.display().to_string();
        match source.kind() {
            std::io::ErrorKind::NotFound => Self::Missing { what },
            _ => Self::Unreadable { what, source },
        }
    }
}

/// The system's clock.
pub(crate) struct SystemClock {
    begin: Instant,
}

impl SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the clock port's implementation")]
    pub(crate) fn new() -> Self {
        Self { begin: Instant::now() }
    }
}

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the clock port's implementation")]
    fn now(&self) -> Micros {
        match SystemTime::now().duration_since(UNIX_EPOCH) {
            Ok(since) => Micros(since.as_micros() as i64),
            Err(before) => Micros(-(before.duration().as_micros() as i64)),
        }
    }

    fn monotonic_us(&self) -> u64 {
        self.begin.elapsed().as_micros() as u64
    }
}

/// The system's randomness.
pub(crate) struct SystemRandom;

impl Random for SystemRandom {
    fn next_u64(&self) -> u64 {
        // The system's source does not fail once it works; ids stay unique by their clock part even if it did.
        getrandom::u64().unwrap_or_default()
    }
}

/// What to open.
pub(crate) struct Wiring {
    /// The data folder.
    pub(crate) data: PathBuf,
    /// A folder with an encoder of the user's own, in place of the bundled one.
    pub(crate) model_path: Option<PathBuf>,
    /// A folder that keeps vectors of texts that were embedded before.
    pub(crate) embedding_cache: Option<PathBuf>,
    /// The language model that reads texts, if any.
    pub(crate) language: LanguageArguments,
    /// Memory that indexes may take, in bytes.
    pub(crate) memory_budget_bytes: Option<usize>,
}

impl Wiring {
    /// An engine over the embedded store, with the model that was asked for.
    pub(crate) fn engine(&self) -> anyhow::Result<Engine> {
        let embedder = embedder(self.model_path.as_deref(), self.embedding_cache.as_deref())?;
        let language = self.language.open()?;
        let extractor = language.clone().map(crate::language::extractor);
        Ok(self.engine_over(Some(embedder), extractor)?.with_language(language))
    }

    /// An engine for work on records and indexes, which needs no model.
    pub(crate) fn engine_without_models(&self) -> anyhow::Result<Engine> {
        self.engine_with(None)
    }

    /// An engine over the embedded store with that embedder, and with no language model.
    pub(crate) fn engine_with(&self, embedder: Option<Arc<dyn Embedder>>) -> anyhow::Result<Engine> {
        self.engine_over(embedder, None)
    }

    fn engine_over(
        &self,
        embedder: Option<Arc<dyn Embedder>>,
        extractor: Option<Arc<dyn Extractor>>,
    ) -> anyhow::Result<Engine> {
        let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
        let store = EmbeddedStore::open(&self.data, self.store_options())?;
        Ok(assemble(Arc::new(store), clock, embedder, extractor))
    }

    fn store_options(&self) -> EmbeddedOptions {
        let mut options = EmbeddedOptions::default();
        if let Some(bytes) = self.memory_budget_bytes {
            options.memory_budget_bytes = bytes;
        }
        options.on_notice = Some(Arc::new(|text: &str| crate::output::note(&format!("quintet: {text}"))));
        options
    }
}

/// Puts an engine together from its parts.
pub(crate) fn assemble(
    store: Arc<dyn quintet::store::Store>,
    clock: Arc<dyn Clock>,
    embedder: Option<Arc<dyn Embedder>>,
    extractor: Option<Arc<dyn Extractor>>,
) -> Engine {
    let channel_threads = std::thread::available_parallelism().map_or(1, usize::from).min(8);
    let reranker = embedder.as_ref().map(|embedder| {
        let reranker: Arc<dyn Reranker> = Arc::new(MaxSim::new(Arc::clone(embedder)));
        reranker
    });
    Engine::new(EngineParts {
        store,
        clock,
        random: Arc::new(SystemRandom),
        embedder,
        extractor,
        reranker,
        channel_threads,
    })
}

/// The bundled embedder, or the user's own.
pub(crate) fn embedder(model_path: Option<&Path>, cache: Option<&Path>) -> anyhow::Result<Arc<dyn Embedder>> {
    let settings = quintet_providers::embed::Settings { model_path: model_path.map(Path::to_path_buf), threads: None };
    let provider = if model_path.is_some() { "directory" } else { "minilm" };
    let embedder = quintet_providers::embed::open(provider, &settings)?;
    Ok(match cache {
        Some(folder) => Arc::new(quintet_providers::memo::MemoEmbedder::open(embedder, folder)?),
        None => embedder,
    })
}
