//! Failures that cannot be brought about from outside.

use super::core::Faults;
use super::*;
use crate::model::{Memory, MemoryId, Micros, ScopeSets, Session, SessionId, TraceId};
use crate::store::Feeling;
use crate::store::{Change, Filter, TraceRecord};

fn spec() -> ContextSpec {
    ContextSpec {
        settings: crate::store::ContextSettings::default(),
        id: ContextId::checked("c").unwrap(),
        description: None,
        metadata: BTreeMap::new(),
        created_at: Micros(0),
    }
}

fn store(folder: &Path) -> (EmbeddedStore, Arc<dyn ContextStore>) {
    let store = EmbeddedStore::open(folder, EmbeddedOptions::default()).unwrap();
    store.create_context(&spec()).unwrap();
    let context = store.context(&spec().id).unwrap();
    (store, context)
}

fn fail(store: &EmbeddedStore, faults: Faults) {
    *store.shelf.loaded()[0].core().faults.lock() = faults;
}

fn memory(number: u128, text: &str) -> crate::store::MemoryRecord {
    let json = serde_json::json!({
        "id": MemoryId(number), "kind": "turn", "text": text, "scopes": [["/"]], "labels": {}, "session": "s",
        "known_at": 1, "recorded_at": 1, "event": {"start": 1, "end": 1, "grain": "second"},
        "valid": {"from": null, "until": null}, "stated": [], "category": "episodic", "importance": 0.5,
        "stability_days": 1.0, "trust": 1.0, "confidence": 1.0, "source": {"origin": "conversation"}, "simhash": 0
    });
    let memory: Memory = serde_json::from_value(json).unwrap();
    crate::store::MemoryRecord { memory, vector: None, feeling: Feeling::default(), links: Vec::new() }
}

fn change(number: u128, text: &str) -> Change {
    Change { memories: vec![memory(number, text)], ..Change::default() }
}

#[test]
fn a_failure_after_the_commit_stops_writing_until_the_context_is_opened_anew() {
    for panics in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let (store, context) = store(folder.path());
        context.commit(change(1, "a")).unwrap();
        fail(&store, Faults { after_commit: true, panics, pages_max: None });
        assert!(matches!(context.commit(change(2, "b")), Err(StoreError::Poisoned { .. })));
        assert!(matches!(context.commit(change(3, "c")), Err(StoreError::Poisoned { .. })));
        assert_eq!(context.view(&Filter::everything()).unwrap().len(), 1, "reads go on");
        assert!(context.memory(MemoryId(1)).unwrap().is_some());
        // The row was durable before the failure: it is there once the indexes caught up.
        let again = store.context(&spec().id).unwrap();
        assert_eq!(again.view(&Filter::everything()).unwrap().len(), 2);
        again.commit(change(3, "c")).unwrap();
        assert_eq!(again.verify().unwrap().faults, []);
        assert!(matches!(context.commit(change(4, "d")), Err(StoreError::Poisoned { .. })));
    }
}

#[test]
fn a_full_disk_refuses_what_does_not_fit_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let (store, context) = store(folder.path());
    context.commit(change(1, "a")).unwrap();
    let pages = 60;
    fail(&store, Faults { pages_max: Some(pages), ..Faults::default() });
    // The same words at one moment of one conversation would be one turn that is written again.
    let long = |number: u128| format!("{number} {}", "x".repeat(60_000));
    let refused = (2..100).find_map(|number| context.commit(change(number, &long(number))).err()).unwrap();
    assert_eq!(refused, StoreError::DiskFull);
    let before = context.counts().unwrap();
    assert_eq!(context.commit(change(200, &long(200))), Err(StoreError::DiskFull));
    assert_eq!(context.counts().unwrap(), before);
    assert_eq!(context.view(&Filter::everything()).unwrap().len() as u64, before.memories, "reads go on");
    fail(&store, Faults { pages_max: Some(1_000_000), ..Faults::default() });
    context.commit(change(200, &long(200))).unwrap();
    assert_eq!(context.verify().unwrap().faults, []);
}

#[test]
fn old_traces_go() {
    let folder = tempfile::tempdir().unwrap();
    let mut connection = database::create(&folder.path().join("a.db")).unwrap();
    migrate::migrate(&mut connection, "a").unwrap();
    for number in 0..10 {
        let trace = TraceRecord { id: TraceId(number), at: Micros(0), kind: "recall".to_owned(), body: String::new() };
        tables::traces::upsert(&connection, &trace).unwrap();
    }
    assert_eq!(tables::traces::keep_newest(&connection, 3).unwrap(), 7);
    assert_eq!(tables::traces::get(&connection, TraceId(6)).unwrap(), None);
    assert!(tables::traces::get(&connection, TraceId(7)).unwrap().is_some());
}

#[test]
fn names_beyond_the_cache_keep_their_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let mut connection = database::create(&folder.path().join("a.db")).unwrap();
    migrate::migrate(&mut connection, "a").unwrap();
    let connection = connection.transaction().unwrap();
    let mut ledger = ledger::Ledger::read(&connection).unwrap();
    let mut number = |position: usize| {
        let id = SessionId::new(format!("session {position}")).unwrap();
        let new = || Session {
            id: id.clone(),
            scopes: ScopeSets::default(),
            metadata: BTreeMap::new(),
            opened_at: Micros(0),
            closed_at: None,
        };
        ledger.session_or_new(&connection, &id, new).unwrap()
    };
    let first: Vec<u32> = (0..9_000).map(&mut number).collect();
    let again: Vec<u32> = (0..9_000).map(&mut number).collect();
    assert_eq!(first, again);
}
