//! A client of the scripted server.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use quintet::model::Micros;
use quintet::ports::{Clock, LanguageModel};
use quintet_devkit::chat::{ChatServer, Step};
use quintet_devkit::fake::ManualClock;
use quintet_providers::chat::{self, Pace, Secret, Settings};

/// The key that is sent; it must turn up nowhere.
pub(crate) const KEY: &str = "sk-do-not-show-this";

/// A server, a client of it, and how long the client waited between attempts.
pub(crate) struct Rig {
    pub(crate) server: ChatServer,
    pub(crate) model: Arc<dyn LanguageModel>,
    waited_ms: Arc<AtomicU64>,
}

impl Rig {
    /// `attempt_ms`: real time; everything else is the clock of the rig.
    pub(crate) fn new(provider: &str, attempt_ms: u64, steps: impl IntoIterator<Item = Step>) -> Self {
        let server = ChatServer::start(steps).unwrap();
        let clock = Arc::new(ManualClock::at(Micros(0)));
        let waited_ms = Arc::new(AtomicU64::new(0));
        let (moved, counted) = (Arc::clone(&clock), Arc::clone(&waited_ms));
        let wait_ms = Arc::new(move |ms: u64| {
            moved.advance_us(ms * 1_000);
            counted.fetch_add(ms, Ordering::SeqCst);
        });
        let clock: Arc<dyn Clock> = clock;
        let settings = Settings {
            model: "fake-1".to_owned(),
            url: Some(format!("{}/v1/", server.url())),
            key: Secret::new(KEY),
            attempt_ms,
            pace: Pace { clock, wait_ms },
        };
        let model = chat::open(provider, &settings).unwrap();
        Self { server, model, waited_ms }
    }

    pub(crate) fn waited_ms(&self) -> u64 {
        self.waited_ms.load(Ordering::SeqCst)
    }
}
