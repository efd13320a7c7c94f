//! Extraction by rules: what names and key phrases cost, and what claims add. Run it on a quiet machine.
//!
//! One core writes about 1,000 turns a second, so that 200 µs for a turn would be a fifth of the time; the aim is 60 µs for a turn of 200
//! characters.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use quintet::extract::RuleExtractor;
use quintet::model::{Micros, Role};
use quintet::ports::{Extractor, Reading};

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

criterion_group!(benches, turns);
criterion_main!(benches);
