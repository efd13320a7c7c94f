//! An engine over the embedded store with fakes for every model, for tests of the whole.

use std::path::Path;
use std::sync::Arc;

use quintet::model::{ContextId, Labels, Micros, SessionId};
use quintet::ports::Extractor;
use quintet::recall::{RecallRequest, Recalled};
use quintet::retain::{RememberItem, Remembered};
use quintet::store::Filter;
use quintet::store::embedded::{EmbeddedOptions, EmbeddedStore};
use quintet::{Engine, EngineParts};
use quintet_devkit::fake::{ManualClock, SeededRandom, WordEmbedder};

/// The engine, and the fakes that a test wants to reach.
pub(crate) struct Memory {
    pub(crate) engine: Engine,
    pub(crate) embedder: Arc<WordEmbedder>,
    pub(crate) context: ContextId,
    pub(crate) clock: Arc<ManualClock>,
}

/// Noon of 15 June 2026.
pub(crate) fn noon() -> Micros {
    Micros::parse("2026-06-15T12:00:00Z").unwrap()
}

impl Memory {
    /// Opens a folder; makes the context where it does not exist yet.
    pub(crate) fn open(folder: &Path) -> Self {
        Self::open_with(folder, WordEmbedder::new(64), 2)
    }

    pub(crate) fn open_with(folder: &Path, embedder: WordEmbedder, channel_threads: usize) -> Self {
        Self::open_reading(folder, embedder, channel_threads, None)
    }

    /// With an extractor in the place of rules.
    pub(crate) fn open_reading(
        folder: &Path,
        embedder: WordEmbedder,
        channel_threads: usize,
        extractor: Option<Arc<dyn Extractor>>,
    ) -> Self {
        Self::open_told(folder, embedder, channel_threads, extractor, EmbeddedOptions::default())
    }

    /// With somebody who is told what goes on.
    pub(crate) fn open_told(
        folder: &Path,
        embedder: WordEmbedder,
        channel_threads: usize,
        extractor: Option<Arc<dyn Extractor>>,
        options: EmbeddedOptions,
    ) -> Self {
        let store = EmbeddedStore::open(folder, options).unwrap();
        let embedder = Arc::new(embedder);
        let clock = Arc::new(ManualClock::at(noon()));
        let engine = Engine::new(EngineParts {
            store: Arc::new(store),
            clock: clock.clone(),
            random: Arc::new(SeededRandom::new(7)),
            embedder: Some(embedder.clone()),
            extractor,
            reranker: None,
            channel_threads,
        });
        let context = ContextId::checked("test").unwrap();
        if engine.contexts().unwrap().is_empty() {
            engine.create_context(context.as_str(), None, Labels::new()).unwrap();
        }
        Self { engine, embedder, context, clock }
    }

    pub(crate) fn remember(&self, item: RememberItem) -> Remembered {
        self.engine.remember(&self.context, item).unwrap()
    }

    /// Remembers turns of one conversation, written as `Speaker: text`, half a minute apart.
    pub(crate) fn talk(&self, session: &str, begin: &str, turns: &[&str]) -> Vec<Remembered> {
        let begin = Micros::parse(begin).unwrap();
        let items = turns.iter().enumerate().map(|(idx, turn)| {
            let (speaker, text) = turn.split_once(": ").unwrap();
            RememberItem {
                session: Some(SessionId::new(session).unwrap()),
                speaker: Some(speaker.to_owned()),
                known_at: Some(begin.plus(idx as i64 * 30_000_000)),
                ..RememberItem::new(text)
            }
        });
        let remembered = self.engine.remember_all(&self.context, items.collect()).unwrap();
        remembered.into_iter().map(Result::unwrap).collect()
    }

    pub(crate) fn recall(&self, request: &RecallRequest) -> Recalled {
        self.engine.recall(&self.context, request).unwrap()
    }

    pub(crate) fn ask(&self, question: &str) -> Recalled {
        self.recall(&RecallRequest::new(question, Filter::everything()))
    }

    /// Texts that one channel alone finds.
    pub(crate) fn ask_one(&self, channel: &str, question: &str) -> Vec<String> {
        let mut request = RecallRequest::new(question, Filter::everything());
        // The graph starts from what others find.
        let with_graph = vec!["semantic".to_owned(), "keyword".to_owned(), "graph".to_owned()];
        request.channels = Some(if channel == "graph" { with_graph } else { vec![channel.to_owned()] });
        let hits = self.recall(&request).hits;
        let by_channel = hits.into_iter().filter(|hit| hit.contributions.iter().any(|one| one.name == channel));
        by_channel.map(|hit| hit.memory.text).collect()
    }
}

/// Texts of the hits, best first.
pub(crate) fn texts(recalled: &Recalled) -> Vec<&str> {
    recalled.hits.iter().map(|hit| hit.memory.text.as_str()).collect()
}
