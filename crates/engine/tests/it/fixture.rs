//! Memories, changes and contexts for tests.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use quintet::model::{
    Category, ContextId, Grain, Interval, Kind, Memory, MemoryId, Micros, Origin, Scope, ScopeSets, SessionId, Source,
    Validity,
};
use quintet::ports::ModelId;
use quintet::store::Feeling;
use quintet::store::embedded::{EmbeddedOptions, EmbeddedStore};
use quintet::store::{Change, ContextSettings, ContextSpec, ContextStore, MemoryRecord, Store};

pub(crate) fn context_id(name: &str) -> ContextId {
    ContextId::checked(name).unwrap()
}

pub(crate) fn spec(name: &str) -> ContextSpec {
    ContextSpec {
        id: context_id(name),
        description: Some("a context".to_owned()),
        metadata: BTreeMap::from([("team".to_owned(), "blue".to_owned())]),
        created_at: Micros(7),
        settings: ContextSettings::default(),
    }
}

pub(crate) fn model() -> ModelId {
    ModelId { name: "four".to_owned(), dims: 4, checksum: "0123456789abcdef".to_owned() }
}

/// A turn, or with `kind` changed something else. `number` makes its id and its time.
pub(crate) fn record(number: u128, session: Option<&str>, text: &str) -> MemoryRecord {
    let at = Micros(1_700_000_000_000_000 + number as i64);
    let memory = Memory {
        id: MemoryId(number),
        kind: Kind::Turn,
        text: text.to_owned(),
        lang: None,
        title: None,
        scopes: ScopeSets::single(Scope::new("org/acme").unwrap()),
        labels: BTreeMap::new(),
        session: session.map(|session| SessionId::new(session).unwrap()),
        seq: None,
        role: None,
        speaker: None,
        document: None,
        section: None,
        part_of: None,
        episode: None,
        known_at: at,
        recorded_at: at,
        event: Interval::new(at, at, Grain::Second),
        valid: Validity::default(),
        stated: Vec::new(),
        locations: Vec::new(),
        category: Category::Episodic,
        importance: 0.5,
        stability_days: 7.0,
        trust: 0.8,
        confidence: 0.9,
        source: Source::of(Origin::Conversation),
        supersedes: None,
        superseded_by: None,
        forgotten_at: None,
        simhash: u64::MAX - number as u64,
        duplicate_of: None,
        knowledge: None,
        repeats: 0,
    };
    let vector = vec![3.0, 4.0, number as f32, 1.0];
    MemoryRecord { memory, vector: Some(vector), feeling: Feeling::default(), links: Vec::new() }
}

pub(crate) fn change(memories: Vec<MemoryRecord>) -> Change {
    Change { model: Some(model()), memories, ..Change::default() }
}

pub(crate) fn open(folder: &Path) -> EmbeddedStore {
    EmbeddedStore::open(folder, EmbeddedOptions::default()).unwrap()
}

/// A new store with one context, `c`.
pub(crate) fn new_store(folder: &Path) -> (EmbeddedStore, Arc<dyn ContextStore>) {
    let store = open(folder);
    store.create_context(&spec("c")).unwrap();
    let context = store.context(&context_id("c")).unwrap();
    (store, context)
}

/// Opens the folder again and gives its context `c`.
pub(crate) fn reopen(folder: &Path) -> (EmbeddedStore, Arc<dyn ContextStore>) {
    let store = open(folder);
    let context = store.context(&context_id("c")).unwrap();
    (store, context)
}
