//! A server in a thread, with a folder of its own.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, mpsc};
use std::thread::JoinHandle;

use quintet::model::Micros;
use quintet::store::embedded::{EmbeddedOptions, EmbeddedStore};
use quintet::{Engine, EngineParts};
use quintet_devkit::fake::{ManualClock, SeededRandom, WordEmbedder};
use quintet_server::{AdminKey, ServeError, Server, ServerOptions};
use serde_json::Value;
use tempfile::TempDir;
use tokio::sync::oneshot;

use crate::client::{Answer, KEY, call};

/// Length of the embedder's vectors.
pub(crate) const DIMS: usize = 32;

/// A running server. Its clock stands still, so that no deadline passes however busy the machine is.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    pub(crate) clock: Arc<ManualClock>,
    pub(crate) log: Arc<Mutex<Vec<String>>>,
    folder: Option<TempDir>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<Result<(), ServeError>>>,
}

impl House {
    /// Over a new folder.
    pub(crate) fn new() -> Self {
        Self::over(tempfile::tempdir().unwrap())
    }

    /// Over a new folder, with one context.
    pub(crate) fn with(context: &str) -> Self {
        let house = Self::new();
        let made = house.post("/api/v1/contexts", &serde_json::json!({ "id": context }));
        assert_eq!(made.status, 201, "{}", made.body);
        house
    }

    /// Over a folder that is there.
    pub(crate) fn over(folder: TempDir) -> Self {
        Self::open(folder, quintet_server::Load::default(), None)
    }

    /// Over a new folder, letting in only so much.
    pub(crate) fn bounded(load: quintet_server::Load) -> Self {
        Self::open(tempfile::tempdir().unwrap(), load, None)
    }

    /// Over a new folder, with somebody who is sent spans.
    pub(crate) fn told(spans: quintet_server::SpanOptions) -> Self {
        Self::open(tempfile::tempdir().unwrap(), quintet_server::Load::default(), Some(spans))
    }

    fn open(folder: TempDir, load: quintet_server::Load, spans: Option<quintet_server::SpanOptions>) -> Self {
        let clock = Arc::new(ManualClock::at(Micros::parse("2026-06-15T09:00:00Z").unwrap()));
        let engine = Arc::new(engine(folder.path(), &clock));
        let log: Arc<Mutex<Vec<String>>> = Arc::default();
        let told = Arc::clone(&log);
        let options = ServerOptions {
            listen: "127.0.0.1:0".parse().unwrap(),
            admin_key: AdminKey::new(KEY).ok().unwrap(),
            doors: quintet_server::Doors::default(),
            load,
            spans,
            log: Arc::new(move |line: &str| told.lock().unwrap().push(line.to_owned())),
        };
        let (stop, stopped) = oneshot::channel::<()>();
        let (tell, bound) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
            runtime.block_on(async {
                let server = Server::bind(engine, options).await?;
                tell.send(server.address()).unwrap();
                server
                    .run(async {
                        let _ = stopped.await;
                    })
                    .await
            })
        });
        let address = bound.recv().unwrap();
        Self { address, clock, log, folder: Some(folder), stop: Some(stop), thread: Some(thread) }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.as_ref().unwrap().path()
    }

    /// Asks it to stop, without waiting.
    pub(crate) fn ask_to_stop(&mut self) {
        self.stop.take().unwrap().send(()).unwrap();
    }

    /// Waits for its end. Gives the folder back.
    pub(crate) fn ended(mut self) -> TempDir {
        self.thread.take().unwrap().join().unwrap().unwrap();
        self.folder.take().unwrap()
    }

    /// Stops it. Gives the folder back.
    pub(crate) fn stop(mut self) -> TempDir {
        self.ask_to_stop();
        self.ended()
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.post_bytes(path, body.to_string().as_bytes())
    }

    pub(crate) fn post_bytes(&self, path: &str, body: &[u8]) -> Answer {
        let headers = [("authorization", bearer()), ("content-type", "application/json")];
        call(self.address, "POST", path, &headers, Some(body))
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        call(self.address, "GET", path, &[("authorization", bearer())], None)
    }

    pub(crate) fn send(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let headers = [("authorization", bearer()), ("content-type", "application/json")];
        let body = body.map(Value::to_string);
        call(self.address, method, path, &headers, body.as_ref().map(String::as_bytes))
    }

    /// Remembers one text in context `a`.
    #[track_caller]
    pub(crate) fn remember(&self, body: Value) -> Value {
        self.post("/api/v1/a/facts", &body).ok()
    }

    /// Asks context `a`.
    #[track_caller]
    pub(crate) fn ask(&self, body: Value) -> Value {
        self.post("/api/v1/a/query", &body).ok()
    }

    /// How many memories context `a` holds, whatever they say.
    pub(crate) fn count(&self) -> usize {
        self.ask(serde_json::json!({ "query": "anything at all", "k": 50, "includeDuplicates": true }))["hits"]
            .as_array()
            .unwrap()
            .len()
    }
}

impl Drop for House {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The header that opens everything.
pub(crate) fn bearer() -> &'static str {
    "Bearer 0123456789abcdef0123456789abcdef"
}

/// An engine over a folder.
pub(crate) fn engine(folder: &Path, clock: &Arc<ManualClock>) -> Engine {
    let store = EmbeddedStore::open(folder, EmbeddedOptions::default()).unwrap();
    Engine::new(EngineParts {
        store: Arc::new(store),
        clock: Arc::clone(clock) as Arc<dyn quintet::ports::Clock>,
        random: Arc::new(SeededRandom::new(7)),
        embedder: Some(Arc::new(WordEmbedder::new(DIMS as u32))),
        extractor: None,
        reranker: None,
        channel_threads: 1,
    })
}

/// The texts of an answer's hits, best first.
pub(crate) fn texts(answer: &Value) -> Vec<&str> {
    answer["hits"].as_array().unwrap().iter().map(|hit| hit["text"].as_str().unwrap()).collect()
}
