//! Speed and size of the graph, the gazetteer and the timeline on made-up data of a large context.
//!
//! `cargo bench -p quintet --bench graph`; sizes are printed before the timings.

#![expect(clippy::print_stdout, reason = "sizes belong beside the timings")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use quintet::index::graph::{Edge, GraphIndex, Node, PageRank, Spreading};
use quintet::index::names::NameIndex;
use quintet::index::timeline::{TimelineIndex, Times};
use quintet::model::{EdgeKind, Grain, Interval, Micros};

const MEMORIES: u32 = 150_000;
const ENTITIES: u32 = 60_000;
const ORDINALS: u32 = 100_000;
const NAMES: u32 = 100_000;

/// A repeatable stream of well mixed numbers (splitmix64).
struct Mixed(u64);

impl Mixed {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut value = self.0;
        value = (value ^ value >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        value = (value ^ value >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        value ^ value >> 31
    }

    fn below(&mut self, bound: u32) -> u32 {
        (self.next() % u64::from(bound)) as u32
    }

    /// Small numbers often, large ones seldom: the reach of names.
    fn skewed(&mut self, bound: u32) -> u32 {
        let share = self.below(1 << 20) as f64 / f64::from(1 << 20);
        (f64::from(bound) * share.powi(3)) as u32
    }
}

/// Eight edges a memory: four mentions (skewed), the next turn, the episode, two alike; 1.2 million in all. One edge
/// in ten has a validity, and there are 50 scope sets. `specific` spreads names evenly.
fn edges_of(memory: u32, mixed: &mut Mixed) -> Vec<Edge> {
    let mut edges = Vec::with_capacity(8);
    let scope = memory % 50;
    let mut add = |kind, to, valid| {
        edges.push(Edge { from: Node::Memory(memory), to, kind, weight: 0.9, scope, valid });
    };
    for _ in 0..4 {
        add(EdgeKind::Mentions, Node::Entity(mixed.skewed(ENTITIES)), None);
    }
    add(EdgeKind::Next, Node::Memory((memory + 1) % MEMORIES), None);
    add(EdgeKind::InEpisode, Node::Entity(ENTITIES + memory / 20), None);
    add(EdgeKind::SimilarTo, Node::Memory(mixed.below(MEMORIES)), None);
    let since = Micros(i64::from(memory / 100) * 1_000_000);
    add(EdgeKind::CausedBy, Node::Memory(mixed.below(MEMORIES)), Some((since, Micros::MAX)));
    edges
}

fn big_graph() -> GraphIndex {
    let (mut graph, mut mixed) = (GraphIndex::new(), Mixed(1));
    for memory in 0..MEMORIES {
        graph.upsert(memory, &edges_of(memory, &mut mixed));
    }
    graph
}

fn graph(criterion: &mut Criterion) {
    let loose = big_graph();
    let mut settled = loose.clone();
    settled.fold();
    let (edges, bytes) = (settled.len(), settled.memory_bytes());
    println!("graph: {edges} edges, settled {:.2} bytes an edge end", bytes as f64 / edges as f64 / 2.0);
    println!("graph: with loose part {:.2} bytes an edge end", loose.memory_bytes() as f64 / edges as f64 / 2.0);
    let mut mixed = Mixed(2);
    let seed_sets: Vec<Vec<(Node, f32)>> =
        (0..64).map(|_| (0..10).map(|_| (Node::Memory(mixed.below(MEMORIES)), 1.0)).collect()).collect();
    let mut group = criterion.benchmark_group("graph");
    for (name, index) in [("settled", &settled), ("with loose part", &loose)] {
        for hops_max in [1, 2, 3] {
            let how = Spreading { hops_max, ..Spreading::default() };
            let mut turn = 0;
            group.bench_function(format!("spread 10 seeds, {hops_max} hops, {name}"), |bencher| {
                bencher.iter(|| {
                    turn += 1;
                    index.spread(&seed_sets[turn % 64], &how, &|edge| edge.scope < 50, &|| false)
                });
            });
        }
        let mut turn = 0;
        group.bench_function(format!("pagerank 10 seeds, {name}"), |bencher| {
            bencher.iter(|| {
                turn += 1;
                index.pagerank(&seed_sets[turn % 64], &PageRank::default(), &|edge| edge.scope < 50, &|| false)
            });
        });
    }
    let mut mixed = Mixed(3);
    let mut growing = settled.clone();
    let mut memory = MEMORIES;
    group.bench_function("upsert 8 edges, folds included", |bencher| {
        bencher.iter(|| {
            memory += 1;
            growing.upsert(memory, &edges_of(memory, &mut mixed));
        });
    });
    group.sample_size(10);
    let fold = |mut index: GraphIndex| index.fold();
    group.bench_function("fold", |bencher| bencher.iter_batched(|| loose.clone(), fold, BatchSize::LargeInput));
    let stored = settled.encode();
    println!("graph: {:.2} stored bytes an edge", stored.len() as f64 / edges as f64);
    group.bench_function("decode", |bencher| bencher.iter(|| GraphIndex::decode(black_box(&stored))));
    group.finish();
}

fn names(criterion: &mut Criterion) {
    let (mut index, mut mixed) = (NameIndex::new(), Mixed(4));
    let vocabulary: Vec<String> = (0..40_000).map(|at| format!("word{at:x}")).collect();
    let mut key_bytes = 0;
    for entity in 0..NAMES {
        let words: Vec<&str> =
            (0..=mixed.below(3)).map(|_| vocabulary[mixed.below(40_000) as usize].as_str()).collect();
        let key = words.join(" ");
        key_bytes += if index.exact(&key).is_empty() { key.len() } else { 0 };
        index.insert(&key, entity);
    }
    let extra = (index.memory_bytes() - key_bytes) as f64 / index.len() as f64;
    println!("names: {} keys, {extra:.1} bytes a key besides its own", index.len());
    let text: Vec<&str> = (0..100).map(|_| vocabulary[mixed.below(40_000) as usize].as_str()).collect();
    let hits = index.link(&text, &|_, _, _| true).len();
    println!("names: {hits} matches in the text");
    criterion.bench_function("names/link 100 words", |bencher| {
        bencher.iter(|| index.link(black_box(&text), &|_, _, _| true));
    });
}

/// Ten years of memories; events in order of ordinal, or scattered.
fn big_timeline(scattered: bool) -> TimelineIndex {
    let (mut index, mut mixed) = (TimelineIndex::new(), Mixed(5));
    let second = 1_000_000_i64;
    let step = 3_652 * 86_400 / i64::from(ORDINALS) * second;
    for ordinal in 0..ORDINALS {
        let known_at = Micros(i64::from(ordinal) * step);
        let start = if scattered { Micros(i64::from(mixed.below(ORDINALS)) * step) } else { known_at };
        let length = [0, 3_600, 86_400, 30 * 86_400][mixed.below(4) as usize] * second;
        let until = if ordinal % 10 == 0 { start.plus(30 * 86_400 * second) } else { Micros::MAX };
        let valid = (if ordinal % 2 == 0 { start } else { Micros::MIN }, until);
        let event = Interval::new(start, start.plus(length), Grain::Day);
        index.upsert(ordinal, &Times { known_at, event, valid, stated: Vec::new() });
    }
    index
}

fn timeline(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("timeline");
    for scattered in [false, true] {
        let name = if scattered { "scattered" } else { "in order" };
        let index = big_timeline(scattered);
        println!("timeline: {:.1} bytes an ordinal, {name}", index.memory_bytes() as f64 / f64::from(ORDINALS));
        let year = 365 * 86_400 * 1_000_000_i64;
        let window = Interval::new(Micros(4 * year), Micros(5 * year), Grain::Year);
        let middle = Micros(5 * year);
        println!("timeline: {} events in the year, {name}", index.events_in(window).len());
        let mask = index.events_in(window);
        group.bench_function(format!("events_in a year of ten, {name}"), |bencher| {
            bencher.iter(|| index.events_in(black_box(window)));
        });
        group.bench_function(format!("known_by the middle, {name}"), |bencher| {
            bencher.iter(|| index.known_by(black_box(middle)));
        });
        group.bench_function(format!("valid_at the middle, {name}"), |bencher| {
            bencher.iter(|| index.valid_at(black_box(middle)));
        });
        group.bench_function(format!("valid_within a year, {name}"), |bencher| {
            bencher.iter(|| index.valid_within(Some(Micros(4 * year)), Some(middle)));
        });
        group.bench_function(format!("latest 50, {name}"), |bencher| bencher.iter(|| index.latest(None, 50)));
        group.bench_function(format!("latest 50 of a year, {name}"), |bencher| {
            bencher.iter(|| index.latest(Some(&mask), 50));
        });
        group.sample_size(10);
        group.bench_function(format!("100k upserts, {name}"), |bencher| bencher.iter(|| big_timeline(scattered)));
        group.sample_size(100);
    }
    group.finish();
}

criterion_group!(benches, graph, names, timeline);
criterion_main!(benches);
