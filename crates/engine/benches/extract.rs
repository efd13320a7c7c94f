//! Extraction by rules: what names and key phrases cost, what claims add, and what a store makes of them. Run it on a quiet machine.
//!
//! One core writes about 1,000 turns a second, so that 200 µs for a turn would be a fifth of the time; the aim is 60 µs for a turn of 200
//! characters. Writing with claims has to stay within 0.8 of the rate without; the worlds of the golden set are written, by an embedder
//! that costs next to nothing, so that the share is the largest there can be.

use std::hint::black_box;

use std::sync::Arc;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use quintet::extract::RuleExtractor;
use quintet::model::{ContextId, Labels, Micros, Role, SessionId};
use quintet::ports::{Extractor, Reading};
use quintet::retain::{Infer, RememberItem};
use quintet::store::embedded::{EmbeddedOptions, EmbeddedStore};
use quintet::{Engine, EngineParts};
use quintet_devkit::fake::{ManualClock, SeededRandom, WordEmbedder};
use quintet_devkit::golden::{World, folder};
use tempfile::TempDir;

/// Turns of one call.
const BATCH: usize = 256;
/// Times that the worlds are written, with other speakers each time: facts of new people are compared with none.
const ROUNDS: usize = 3;

/// A turn that is full of facts.
const FACTS: &str = "Hi! I'm Nadia and I moved from Oslo to Bergen last March. I work at Statkraft as a data analyst, my sister \
                     Ingrid lives near Trondheim with two dogs, and I'm allergic to hazelnuts, so please always check.";
/// A turn that says nothing of the kind.
const TALK: &str = "That sounds like so much fun, honestly! It must have taken ages to get the colours right, and the way the light \
                    falls through the window is amazing. What made you think of doing it like that in the first place?";
/// The same as chat is written.
const SMALL: &str = "ok so i live in lisbon now, started at siemens in may and i really like it but the commute is killing me lol. \
                     anyway my brother tom is coming over next week, do you know a good place for dinner near the river";

fn turns(c: &mut Criterion) {
    for (name, text) in [("facts", FACTS), ("talk", TALK), ("small letters", SMALL)] {
        let mut group = c.benchmark_group(format!("a turn of {name}"));
        group.throughput(Throughput::Bytes(text.len() as u64));
        for claims in [false, true] {
            let said_at = Micros::parse("2026-03-18T10:30:00Z").ok();
            let reading = Reading { claims, role: Some(Role::User), said_at, ..Reading::of(text) };
            let what = if claims { "with claims" } else { "names and key phrases" };
            group.bench_function(what, |b| b.iter(|| RuleExtractor.extract(black_box(&[reading]))));
        }
        group.finish();
    }
}

/// Every row of the golden worlds as a turn of somebody.
fn items(infer: Infer) -> Vec<RememberItem> {
    let worlds = World::read_all(folder()).expect("the golden worlds");
    let rows = (0..ROUNDS)
        .flat_map(|round| worlds.iter().flat_map(move |world| world.documents.iter().map(move |row| (round, row))));
    rows.map(|(round, row)| RememberItem {
        session: SessionId::new(format!("{round}-{}", row.session.as_deref().unwrap_or("notes"))).ok(),
        speaker: Some(format!("{}{round}", row.speaker.as_deref().unwrap_or("Ann"))),
        known_at: Micros::parse(&row.time).ok(),
        infer,
        ..RememberItem::new(row.text.clone())
    })
    .collect()
}

fn engine() -> (TempDir, Engine, ContextId) {
    let data = tempfile::tempdir().expect("a folder");
    let store = EmbeddedStore::open(data.path(), EmbeddedOptions::default()).expect("a store");
    let engine = Engine::new(EngineParts {
        store: Arc::new(store),
        clock: Arc::new(ManualClock::at(Micros::parse("2026-06-15T12:00:00Z").expect("a moment"))),
        random: Arc::new(SeededRandom::new(7)),
        embedder: Some(Arc::new(WordEmbedder::new(64))),
        extractor: None,
        reranker: None,
        channel_threads: 1,
    });
    let context = engine.create_context("bench", None, Labels::new()).expect("a context").id;
    (data, engine, context)
}

fn writing(c: &mut Criterion) {
    let mut group = c.benchmark_group("writing the golden worlds");
    group.sample_size(10);
    for (what, infer) in [("names alone", Infer::None), ("with claims", Infer::Rules)] {
        let items = items(infer);
        group.throughput(Throughput::Elements(items.len() as u64));
        group.bench_function(what, |b| {
            b.iter_batched(
                || (engine(), items.clone()),
                |((data, engine, context), items)| {
                    for batch in items.chunks(BATCH) {
                        engine.remember_all(&context, batch.to_vec()).expect("room");
                    }
                    (data, engine)
                },
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, turns, writing);
criterion_main!(benches);
