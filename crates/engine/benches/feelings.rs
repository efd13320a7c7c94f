//! Questions about feelings over 100,000 rows: a state, and a course with and without a person.
//!
//! The index alone: what the emotional channel adds to it is a lookup of the speaker's rows.

use criterion::{Criterion, criterion_group, criterion_main};
use quintet::affect::{LABELS, Label};
use quintet::index::feelings::{Feeling, FeelingIndex, Shown};
use roaring::RoaringBitmap;

const ROWS: u32 = 100_000;
/// Turns of one session.
const SESSION: u32 = 20;
/// One row in so many is the person's.
const PERSON_EVERY: usize = 50;

/// A number in [0, 1) that looks random and is always the same.
fn noise(row: u32, label: u32) -> f32 {
    let mixed = (u64::from(row) << 8 | u64::from(label)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 40) as f32 / (1_u64 << 24) as f32
}

fn index() -> FeelingIndex {
    let mut index = FeelingIndex::with_families(&Label::families());
    for row in 0..ROWS {
        let affinities: Vec<f32> = (0..LABELS as u32).map(|label| 0.1 + 0.4 * noise(row, label)).collect();
        index.upsert(
            row,
            &Feeling { affinities: &affinities, label: None, vad: [0.0; 3], intensity: 0.0, provenance: 0 },
        );
    }
    index
}

fn feelings(criterion: &mut Criterion) {
    let index = index();
    let wanted = [(Label::Frustration.column(), 1.0), (Label::Anger.column(), 0.6)];
    let person: RoaringBitmap = (0..ROWS).step_by(PERSON_EVERY).collect();
    criterion.bench_function("a state, all rows", |bencher| {
        bencher.iter(|| index.search(&wanted, 256, None, &|| false));
    });
    criterion.bench_function("a state, one person's rows", |bencher| {
        bencher.iter(|| index.search(&wanted, 256, Some(&person), &|| false));
    });
    let steps = [vec![(Label::Anger.column(), 1.0)], vec![(Label::Relief.column(), 1.0)]];
    let course = |rows: &mut dyn Iterator<Item = u32>| {
        let Ok(asked) = index.asked(&steps) else { return 0.0 };
        let shown: Vec<_> = rows.filter_map(|row| asked.row(row)).collect();
        let best = shown.chunks(SESSION as usize).filter_map(|session| {
            let column = |step: usize| session.iter().map(|shown| shown.steps[step]).collect::<Vec<f32>>();
            let calm: Vec<f32> = session.iter().map(Shown::calm).collect();
            quintet::affect::course(&[&column(0), &column(1)], &calm)
        });
        best.map(|fit| fit.score).fold(0.0, f32::max)
    };
    criterion.bench_function("a course, all rows", |bencher| bencher.iter(|| course(&mut (0..ROWS))));
    criterion.bench_function("a course, one person's rows", |bencher| bencher.iter(|| course(&mut person.iter())));
}

criterion_group!(benches, feelings);
criterion_main!(benches);
