//! Fusing the lists of five channels, 256 rows each with half of them shared.

use criterion::{Criterion, criterion_group, criterion_main};
use quintet::fuse::{Calibration, Fusion, Signal, combine, near_duplicates};

fn lists() -> Vec<Signal<u32>> {
    let list = |channel: u32| {
        let row = |rank: u32| (rank * 7 + channel * 128 * (rank % 2), 1.0 / (rank + 1) as f32);
        let ranked: Vec<(u32, f32)> = (0..256).map(row).collect();
        let completed = (0..400).map(|idx| (2_000 + idx, 0.1)).collect();
        let calibration = Calibration::MinMax;
        Signal { name: "bench", weight: 0.5, calibration, ranked, completed, prior: false }
    };
    (0..5).map(list).collect()
}

fn fusion(criterion: &mut Criterion) {
    let lists = lists();
    for (name, fusion) in [("convex", Fusion::Convex), ("rrf", Fusion::Rrf)] {
        criterion.bench_function(&format!("fuse five lists of 256, {name}"), |bencher| {
            bencher.iter(|| combine(&lists, fusion, 60.0, 128));
        });
    }
    let shapes: Vec<(u64, u32)> = (0..128_u64).map(|idx| (idx.wrapping_mul(0x9e37_79b9_7f4a_7c15), 40)).collect();
    criterion.bench_function("near-duplicates of 128 rows", |bencher| bencher.iter(|| near_duplicates(&shapes, 3, 12)));
}

criterion_group!(benches, fusion);
criterion_main!(benches);
