//! Changes: all or nothing, in order, refused with a reason, read back as written.

use std::collections::BTreeSet;

use quintet::affect::{Label, Point, Provenance};
use quintet::model::{
    EdgeKind, EntityId, Episode, EpisodeId, Kind, Labels, Link, MemoryId, Micros, NodeKind, NodeName, Role, ScopeSets,
    Session, SessionId, Span, Target, TraceId, Validity,
};
use quintet::ports::ModelId;
use quintet::store::Feeling;
use quintet::store::{Change, Counts, Filter, Ordinal, Store, StoreError, TraceRecord};

use crate::fixture::{change, context_id, model, new_store, record, reopen, spec};

fn session(name: &str) -> SessionId {
    SessionId::new(name).unwrap()
}

#[test]
fn everything_comes_back_as_written() {
    let folder = tempfile::tempdir().unwrap();
    let (store, context) = new_store(folder.path());
    let mut first = record(1, Some("s"), "one");
    first.memory.text =
        "NUL \0, lone accent \u{301}, \u{1F469}\u{200D}\u{1F680}, \u{202E}rtl\u{202C}, \r\n\u{FEFF}".to_owned();
    first.memory.lang = Some("en".to_owned());
    first.memory.title = Some("a title".to_owned());
    first.memory.labels = Labels::from([("k'; DROP TABLE memories; --".to_owned(), "\"v\"".to_owned())]);
    first.memory.role = Some(Role::Assistant);
    first.memory.speaker = Some("Zoë".to_owned());
    first.memory.document = Some("d".to_owned());
    first.memory.section = Some("d/e".to_owned());
    first.memory.episode = Some(EpisodeId(u128::MAX));
    first.memory.known_at = Micros::MIN;
    first.memory.valid = Validity { from: Some(Micros(-5)), until: Some(Micros::MAX) };
    first.memory.stated = vec![first.memory.event; 2];
    first.memory.importance = 0.1;
    first.memory.stability_days = 36_525.0;
    first.memory.source.span = Some(Span { start: 1, end: 2 });
    first.memory.source.derived_from = vec![MemoryId(9)];
    first.memory.simhash = 1 << 63;
    let point = Point {
        label: Some(Label::Joy),
        tag: Some("joyful".to_owned()),
        valence: 0.1,
        arousal: -0.7,
        dominance: 0.3,
        intensity: 1.0 / 3.0,
        confidence: 0.5,
        source: Provenance::Lexical,
        at: Some(Micros(3)),
    };
    first.feeling =
        Feeling { affinities: vec![0.1; 24], points: vec![point], arc: Some(vec![1.0 / 3.0; 132]), lines: Vec::new() };
    let mut second = record(2, Some("s"), "");
    second.memory.scopes = ScopeSets::default();
    second.memory.kind = Kind::Passage;
    second.memory.part_of = Some(MemoryId(1));
    second.memory.duplicate_of = Some(MemoryId(1));
    let committed = context.commit(change(vec![first.clone(), second.clone()])).unwrap();
    assert_eq!(committed.memories[0].seq, Some(0));
    assert_eq!(committed.memories[1].seq, None, "a part of a turn has no place of its own");
    first.memory.seq = Some(0);
    let check = |context: &dyn quintet::store::ContextStore| {
        for (written, wanted) in committed.memories.iter().zip([&first, &second]) {
            let row = context.memory(written.id).unwrap().unwrap();
            assert_eq!(row.ordinal, written.ordinal);
            assert_eq!(row.memory, wanted.memory);
            assert_eq!(row.feeling, wanted.feeling);
        }
        let rows: Vec<Ordinal> = committed.memories.iter().map(|written| written.ordinal).collect();
        let view = context.view(&Filter { include_duplicates: true, ..Filter::everything() }).unwrap();
        assert_eq!(view.memories(&rows[..1]).unwrap()[0].as_ref().unwrap(), &first.memory);
    };
    check(&*context);
    assert_eq!(context.model().unwrap(), Some(model()));
    assert_eq!(context.memory(MemoryId(99)).unwrap(), None);
    drop((context, store));
    let (_store, context) = reopen(folder.path());
    check(&*context);
    assert_eq!(context.model().unwrap(), Some(model()));
    assert_eq!(context.verify().unwrap().faults, []);
}

#[test]
fn sessions_episodes_and_traces_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let (_store, context) = new_store(folder.path());
    let given = Session {
        id: session("given"),
        scopes: record(1, None, "").memory.scopes,
        metadata: Labels::from([("a".to_owned(), "b".to_owned())]),
        opened_at: Micros(1),
        closed_at: Some(Micros(2)),
    };
    let episode = Episode {
        id: EpisodeId(5),
        session: session("given"),
        seq_first: 0,
        seq_last: 1,
        started_at: Micros(1),
        ended_at: Micros(2),
    };
    let trace = TraceRecord { id: TraceId(4), at: Micros(1), kind: "recall".to_owned(), body: "{}".to_owned() };
    let whole = Change {
        sessions: vec![given.clone()],
        episodes: vec![episode.clone()],
        traces: vec![trace.clone()],
        ..change(vec![record(1, Some("made"), "a"), record(2, Some("made"), "b")])
    };
    context.commit(whole).unwrap();
    assert_eq!(context.session(&session("given")).unwrap(), Some(given.clone()));
    let made = context.session(&session("made")).unwrap().unwrap();
    assert_eq!(made.scopes, record(1, None, "").memory.scopes);
    assert_eq!(context.session(&session("none")).unwrap(), None);
    assert_eq!(context.trace(TraceId(4)).unwrap(), Some(trace));
    assert_eq!(context.trace(TraceId(5)).unwrap(), None);
    assert_eq!(context.last_turn(&session("made")).unwrap().unwrap().memory.id, MemoryId(2));
    assert_eq!(context.last_turn(&session("given")).unwrap(), None);
    // A session that exists is left as it is; an episode is extended.
    let other = Session { metadata: Labels::new(), ..given.clone() };
    let longer = Episode { seq_last: 8, ..episode };
    let again = Change { sessions: vec![other], episodes: vec![longer.clone()], ..Change::default() };
    let before = context.counts().unwrap().sequence;
    assert!(context.commit(again).unwrap().sequence > before);
    assert_eq!(context.session(&session("given")).unwrap(), Some(given));
    assert_eq!(context.episode(EpisodeId(5)).unwrap(), Some(longer));
    assert_eq!(context.episode(EpisodeId(6)).unwrap(), None);
}

#[test]
fn a_change_with_one_bad_memory_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (_store, context) = new_store(folder.path());
    context.commit(change(vec![record(1, Some("s"), "here")])).unwrap();
    let before = context.counts().unwrap();
    let link = |target| Link { target, kind: EdgeKind::RelatesTo, weight: 1.0, valid: None };
    let bad = |spoil: &dyn Fn(&mut quintet::store::MemoryRecord)| {
        let mut last = record(4, Some("new session"), "bad");
        last.links = vec![link(Target::Node(NodeName {
            kind: NodeKind::Entity,
            key: "new node".to_owned(),
            name: "New node".to_owned(),
            id: EntityId(1),
        }))];
        spoil(&mut last);
        let error = context.commit(change(vec![record(2, Some("s"), "good"), record(3, None, "good"), last]));
        assert_eq!(context.counts().unwrap(), before);
        assert_eq!(context.view(&Filter::everything()).unwrap().len(), 1);
        error.unwrap_err()
    };
    let missing = StoreError::NoSuchMemory(MemoryId(77));
    assert_eq!(bad(&|record| record.memory.part_of = Some(MemoryId(77))), missing);
    assert_eq!(bad(&|record| record.memory.supersedes = Some(MemoryId(77))), missing);
    assert_eq!(bad(&|record| record.memory.duplicate_of = Some(MemoryId(77))), missing);
    assert_eq!(bad(&|record| record.links.push(link(Target::Memory(MemoryId(77))))), missing);
    assert_eq!(bad(&|record| record.memory.id = MemoryId(1)), StoreError::MemoryExists(MemoryId(1)));
    assert_eq!(bad(&|record| record.memory.id = MemoryId(2)), StoreError::MemoryExists(MemoryId(2)));
    let taken = bad(&|record| {
        record.memory.session = Some(session("s"));
        record.memory.seq = Some(0);
    });
    assert_eq!(taken, StoreError::SeqTaken { seq: 0 });
    assert!(matches!(bad(&|record| record.vector = Some(vec![1.0; 3])), StoreError::BadVector { .. }));
    assert!(matches!(bad(&|record| record.vector = Some(vec![0.0; 4])), StoreError::BadVector { .. }));
    let not_finite = bad(&|record| record.vector = Some(vec![1.0, f32::NAN, 0.0, 0.0]));
    assert!(matches!(not_finite, StoreError::BadVector { .. }));
    assert!(matches!(bad(&|record| record.memory.trust = f32::NAN), StoreError::Io { .. }));
    assert!(matches!(bad(&|record| record.feeling.affinities = vec![0.5; 23]), StoreError::Io { .. }));
    assert!(matches!(bad(&|record| record.feeling.arc = Some(vec![0.5; 131])), StoreError::Io { .. }));
    // And the context goes on as if nothing had been.
    context.commit(change(vec![record(2, Some("s"), "good")])).unwrap();
    assert_eq!(context.verify().unwrap().faults, []);
}

#[test]
fn a_forgotten_id_that_is_unknown_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (_store, context) = new_store(folder.path());
    let unknown = Change { forgotten: vec![(MemoryId(1), Micros(1))], ..change(vec![record(2, None, "a")]) };
    assert_eq!(context.commit(unknown).unwrap_err(), StoreError::NoSuchMemory(MemoryId(1)));
    assert_eq!(context.counts().unwrap(), Counts::default());
}

#[test]
fn another_model_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (store, context) = new_store(folder.path());
    let unnamed = Change { model: None, ..change(vec![record(1, None, "a")]) };
    assert!(matches!(context.commit(unnamed).unwrap_err(), StoreError::BadVector { .. }));
    assert_eq!(context.model().unwrap(), None);
    context.commit(change(vec![record(1, None, "a")])).unwrap();
    let other = ModelId { name: "other".to_owned(), ..model() };
    let wrong = Change { model: Some(other.clone()), ..change(vec![record(2, None, "b")]) };
    let error = StoreError::ModelMismatch { stored: Box::new(model()), given: Box::new(other) };
    assert_eq!(context.commit(wrong.clone()).unwrap_err(), error);
    drop((context, store));
    let (_store, context) = reopen(folder.path());
    assert_eq!(context.commit(wrong).unwrap_err(), error);
}

#[test]
fn a_refused_change_does_not_touch_those_it_is_written_with() {
    let folder = tempfile::tempdir().unwrap();
    let (_store, context) = new_store(folder.path());
    context.commit(change(vec![record(1, None, "first")])).unwrap();
    let barrier = std::sync::Barrier::new(8);
    let context = &context;
    let barrier = &barrier;
    std::thread::scope(|scope| {
        for thread in 0..8_u128 {
            scope.spawn(move || {
                barrier.wait();
                for step in 0..50 {
                    let number = 100 + thread * 1_000 + step;
                    let good = context.commit(change(vec![record(number, Some("s"), "good")])).unwrap();
                    // Written, therefore seen.
                    let view = context.view(&Filter::everything()).unwrap();
                    assert_eq!(
                        view.memories(&[good.memories[0].ordinal]).unwrap()[0].as_ref().unwrap().id,
                        MemoryId(number)
                    );
                    drop(view);
                    let bad = context.commit(change(vec![record(number + 500, Some("t"), "a"), record(1, None, "b")]));
                    assert_eq!(bad.unwrap_err(), StoreError::MemoryExists(MemoryId(1)));
                }
            });
        }
    });
    let counts = context.counts().unwrap();
    assert_eq!(counts.memories, 401);
    assert_eq!(counts.sessions, 1);
    let report = context.verify().unwrap();
    assert_eq!((report.rows, report.faults), (401, Vec::new()));
}

#[test]
fn concurrent_writers_get_distinct_places_without_gaps() {
    let folder = tempfile::tempdir().unwrap();
    let (_store, context) = new_store(folder.path());
    let context = &context;
    let places: BTreeSet<u32> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..4_u128)
            .map(|thread| {
                scope.spawn(move || {
                    (0..50)
                        .map(|step| change(vec![record(1 + thread * 100 + step, Some("s"), "turn")]))
                        .map(|change| context.commit(change).unwrap().memories[0].seq.unwrap())
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        running.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(places, (0..200).collect());
}

#[test]
fn explicit_places_are_kept_and_the_last_place_ends_a_session() {
    let folder = tempfile::tempdir().unwrap();
    let (_store, context) = new_store(folder.path());
    let at = |number, seq| {
        let mut record = record(number, Some("s"), "turn");
        record.memory.seq = seq;
        context.commit(change(vec![record])).map(|committed| committed.memories[0].seq.unwrap())
    };
    assert_eq!(at(1, Some(10)), Ok(10));
    assert_eq!(at(2, None), Ok(11));
    assert_eq!(at(3, Some(4)), Ok(4));
    assert_eq!(at(4, None), Ok(12));
    assert_eq!(at(5, Some(u32::MAX)), Ok(u32::MAX));
    assert_eq!(at(6, None), Err(StoreError::SeqTaken { seq: u32::MAX }));
    assert_eq!(at(7, Some(5)), Ok(5));
    assert_eq!(context.verify().unwrap().faults, []);
}

#[test]
fn forgetting_hides_a_row_and_superseding_marks_it() {
    let folder = tempfile::tempdir().unwrap();
    let (_store, context) = new_store(folder.path());
    let rows = (1..=5).map(|number| record(number, Some("s"), "turn")).collect();
    let written = context.commit(change(rows)).unwrap();
    let mut newer = record(6, None, "newer");
    newer.memory.supersedes = Some(MemoryId(2));
    let both = Change { forgotten: vec![(MemoryId(3), Micros(50))], ..change(vec![newer]) };
    context.commit(both).unwrap();
    assert_eq!(context.memory(MemoryId(2)).unwrap().unwrap().memory.superseded_by, Some(MemoryId(6)));
    let tombstone = context.memory(MemoryId(3)).unwrap().unwrap();
    assert_eq!(tombstone.memory.forgotten_at, Some(Micros(50)));
    assert_eq!(tombstone.memory.text, "turn");
    let counts = context.counts().unwrap();
    assert_eq!((counts.memories, counts.forgotten), (5, 1));
    let view = context.view(&Filter::everything()).unwrap();
    assert!(!view.by_time(true, 10).unwrap().contains(&written.memories[2].ordinal));
    drop(view);
    // The place of a forgotten turn is not given out again, and forgetting twice changes nothing.
    let again = Change { forgotten: vec![(MemoryId(3), Micros(99))], ..Change::default() };
    context.commit(again).unwrap();
    assert_eq!(context.memory(MemoryId(3)).unwrap().unwrap().memory.forgotten_at, Some(Micros(50)));
    assert_eq!(context.verify().unwrap().faults, []);
}

#[test]
fn a_memory_is_forgotten_with_its_parts() {
    let folder = tempfile::tempdir().unwrap();
    let (_store, context) = new_store(folder.path());
    let part = |number: u128, whole: u128| {
        let mut part = record(number, Some("s"), "part");
        part.memory.kind = Kind::Passage;
        part.memory.part_of = Some(MemoryId(whole));
        part
    };
    let rows = vec![record(1, Some("s"), "whole"), part(2, 1), part(3, 1), record(4, Some("s"), "other"), part(5, 4)];
    context.commit(change(rows)).unwrap();
    context.commit(Change { forgotten: vec![(MemoryId(1), Micros(50))], ..Change::default() }).unwrap();
    let forgotten_at = |number| context.memory(MemoryId(number)).unwrap().unwrap().memory.forgotten_at;
    assert_eq!([1, 2, 3].map(forgotten_at), [Some(Micros(50)); 3]);
    assert_eq!([4, 5].map(forgotten_at), [None; 2]);
    assert_eq!(context.view(&Filter::everything()).unwrap().by_time(true, 10).unwrap(), [Ordinal(5), Ordinal(4)]);
    assert_eq!(context.verify().unwrap().faults, []);
}

#[test]
fn a_dropped_context_is_gone_for_those_who_hold_it_too() {
    let folder = tempfile::tempdir().unwrap();
    let (store, context) = new_store(folder.path());
    context.commit(change(vec![record(1, None, "a")])).unwrap();
    let gone = StoreError::NoSuchContext(context_id("c"));
    store.drop_context(&context_id("c")).unwrap();
    assert_eq!(store.drop_context(&context_id("c")), Err(gone.clone()));
    assert_eq!(context.commit(change(vec![record(2, None, "b")])).unwrap_err(), gone);
    assert_eq!(context.view(&Filter::everything()).err(), Some(gone.clone()));
    assert_eq!(context.memory(MemoryId(1)).unwrap_err(), gone);
    assert_eq!(store.context(&context_id("c")).err(), Some(gone));
    assert_eq!(std::fs::read_dir(folder.path().join("contexts")).unwrap().count(), 0);
    // The name can be used again, and holds nothing of the old one.
    store.create_context(&spec("c")).unwrap();
    drop(context);
    let context = store.context(&context_id("c")).unwrap();
    assert_eq!(context.counts().unwrap(), Counts::default());
}

#[test]
fn contexts_are_listed_and_made_once() {
    let folder = tempfile::tempdir().unwrap();
    let (store, context) = new_store(folder.path());
    store.create_context(&spec("b")).unwrap();
    assert_eq!(store.create_context(&spec("c")), Err(StoreError::ContextExists(context_id("c"))));
    let dotted = quintet::store::ContextSpec { id: quintet::model::ContextId::new("..").unwrap(), ..spec("c") };
    assert!(store.create_context(&dotted).is_err());
    assert_eq!(store.contexts().unwrap(), [spec("b"), spec("c")]);
    drop((context, store));
    assert_eq!(reopen(folder.path()).0.contexts().unwrap(), [spec("b"), spec("c")]);
}
