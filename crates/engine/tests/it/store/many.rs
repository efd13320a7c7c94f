//! Many contexts: loaded when asked for, closed when memory runs out.

use quintet::model::MemoryId;
use quintet::store::embedded::{EmbeddedOptions, EmbeddedStore};
use quintet::store::{Filter, Store};

use crate::fixture::{change, context_id, record, spec};

#[test]
fn contexts_are_evicted_and_come_back_whole() {
    let folder = tempfile::tempdir().unwrap();
    let options = EmbeddedOptions { memory_budget_bytes: 1, ..EmbeddedOptions::default() };
    let store = EmbeddedStore::open(folder.path(), options).unwrap();
    for number in 0..20_u128 {
        let id = format!("c{number}");
        store.create_context(&spec(&id)).unwrap();
        let context = store.context(&context_id(&id)).unwrap();
        context.commit(change((1..=10).map(|row| record(number * 100 + row, Some("s"), "turn")).collect())).unwrap();
    }
    for number in 0..20_u128 {
        let context = store.context(&context_id(&format!("c{number}"))).unwrap();
        assert_eq!(context.view(&Filter::everything()).unwrap().len(), 10);
        assert!(context.memory(MemoryId(number * 100 + 1)).unwrap().is_some());
        assert_eq!(
            context.commit(change(vec![record(number * 100 + 50, Some("s"), "b")])).unwrap().memories[0].seq,
            Some(10)
        );
    }
    let report = store.report();
    assert!(report.contexts_loaded <= 2, "{report:?}");
    assert!(report.evictions >= 37, "{report:?}");
    assert_eq!(report.snapshots_rebuilt, 0, "{report:?}");
}

#[test]
fn a_context_in_use_is_not_evicted() {
    let folder = tempfile::tempdir().unwrap();
    let options = EmbeddedOptions { contexts_loaded_max: 1, ..EmbeddedOptions::default() };
    let store = EmbeddedStore::open(folder.path(), options).unwrap();
    for id in ["held", "viewed", "c0", "c1", "c2"] {
        store.create_context(&spec(id)).unwrap();
    }
    let held = store.context(&context_id("held")).unwrap();
    held.commit(change(vec![record(1, None, "a")])).unwrap();
    let viewed = store.context(&context_id("viewed")).unwrap();
    viewed.commit(change(vec![record(2, None, "b")])).unwrap();
    let view = viewed.view(&Filter::everything()).unwrap();
    drop(viewed);
    for id in ["c0", "c1", "c2"] {
        store.context(&context_id(id)).unwrap();
    }
    assert_eq!(store.report().contexts_loaded, 3);
    let row = view.by_time(true, 1).unwrap();
    assert_eq!(view.memories(&row).unwrap()[0].as_ref().unwrap().id, MemoryId(2));
    held.commit(change(vec![record(3, None, "c")])).unwrap();
    assert_eq!(held.view(&Filter::everything()).unwrap().len(), 2);
}

#[test]
fn one_context_is_loaded_once_however_many_ask() {
    let folder = tempfile::tempdir().unwrap();
    let store = EmbeddedStore::open(folder.path(), EmbeddedOptions::default()).unwrap();
    store.create_context(&spec("c")).unwrap();
    std::thread::scope(|scope| {
        for number in 1..=8_u128 {
            let store = &store;
            scope.spawn(move || {
                let context = store.context(&context_id("c")).unwrap();
                context.commit(change(vec![record(number, Some("s"), "turn")])).unwrap();
            });
        }
    });
    assert_eq!(store.report().contexts_loaded, 1);
    let context = store.context(&context_id("c")).unwrap();
    assert_eq!(context.counts().unwrap().memories, 8);
    assert_eq!(context.verify().unwrap().faults, []);
}
