//! Speed of the vector index: `cargo bench -p quintet --bench vector`.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use quintet::index::vector::VectorIndex;
use roaring::RoaringBitmap;

const DIMS: usize = 384;

/// Uniform value in -1..1 from a counter (SplitMix64): fixed input without a dependency.
fn noise(state: &mut u64) -> f32 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 40) as f32 / (1 << 23) as f32 - 1.0
}

/// A vector near one of 500 topics.
fn vector(state: &mut u64) -> Vec<f32> {
    let mut topic = *state % 500;
    (0..DIMS).map(|_| noise(&mut topic) + noise(state)).collect()
}

fn index(rows: u32) -> VectorIndex {
    let mut state = 7;
    let mut index = VectorIndex::new(DIMS);
    for ordinal in 0..rows {
        index.upsert(ordinal, &vector(&mut state)).expect("a finite vector of the right width");
    }
    index
}

fn search(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("vector");
    for rows in [1_000, 5_000, 20_000, 50_000, 100_000, 1_000_000] {
        let index = index(rows);
        let mut state = 99;
        for limit in [10, 256] {
            group.bench_function(format!("{rows}/top{limit}"), |bencher| {
                let query = vector(&mut state);
                bencher.iter(|| index.search(black_box(&query), limit, None, &|| false));
            });
        }
        for (name, step) in [("1pc", 100), ("10pc", 10), ("50pc", 2), ("all", 1)] {
            let mask: RoaringBitmap = (0..rows).filter(|i| i.wrapping_mul(2_654_435_761) % step == 0).collect();
            group.bench_function(format!("{rows}/top256/mask-{name}"), |bencher| {
                let query = vector(&mut state);
                bencher.iter(|| index.search(black_box(&query), 256, Some(&mask), &|| false));
            });
        }
    }
    group.finish();
}

fn upsert(criterion: &mut Criterion) {
    let mut index = index(20_000);
    let mut state = 3;
    let row = vector(&mut state);
    let mut ordinal = 0;
    criterion.bench_function("vector/upsert", |bencher| {
        bencher.iter(|| {
            ordinal = (ordinal + 7_919) % 20_000;
            index.upsert(ordinal, black_box(&row))
        });
    });
}

criterion_group!(benches, search, upsert);
criterion_main!(benches);
