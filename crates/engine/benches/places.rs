//! The index of places at 100,000 rows with a point each, and reading place names out of questions and turns.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use quintet::index::places::{PlaceIndex, Placed};
use quintet::model::{Bounds, Geometry, LatLon};
use quintet::space::{Area, GazetteerPlace, asked_places, told_places};

const ROWS: u32 = 100_000;

fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z ^ (z >> 31)
}

fn placed(point: LatLon) -> Placed {
    Placed { geometry: Geometry::Point(point), radius_km: 0.0, confidence: 1.0, inferred: false }
}

/// Rows in cities, as memories are: many share one point.
fn index() -> PlaceIndex {
    let cities: Vec<GazetteerPlace> = GazetteerPlace::all().take(30_000).collect();
    let mut index = PlaceIndex::new();
    for row in 0..ROWS {
        let skewed = (mix(u64::from(row)) % 30_000) * (mix(u64::from(row) ^ 7) % 30_000) / 30_000;
        index.upsert(row, &[placed(cities[skewed as usize].point())]);
    }
    index
}

fn readers(c: &mut Criterion) {
    let mut index = index();
    let paris = LatLon::new(48.85, 2.35).unwrap_or_else(|_| unreachable!());
    let never = || false;
    c.bench_function("near 20 km, 256 rows", |b| b.iter(|| index.near(black_box(paris), 20.0, 256, None, &never)));
    c.bench_function("near 500 km, 256 rows", |b| b.iter(|| index.near(black_box(paris), 500.0, 256, None, &never)));
    c.bench_function("nearest 10", |b| b.iter(|| index.near(black_box(paris), f64::INFINITY, 10, None, &never)));
    c.bench_function("around 50 km, all rows", |b| b.iter(|| index.around(black_box(paris), 50.0)));
    let bounds = Bounds::new(47.0, 1.0, 50.0, 4.0).unwrap_or_else(|_| unreachable!());
    let area = Area::of(&Geometry::Bounds(bounds));
    c.bench_function("within a box of 3 degrees, all rows", |b| b.iter(|| index.within(black_box(&area), None)));
    moves(&mut index, c);
}

fn moves(index: &mut PlaceIndex, c: &mut Criterion) {
    let mut row = 0;
    c.bench_function("move a row", |b| {
        b.iter(|| {
            row = (row + 7_919) % ROWS;
            let degrees = (mix(u64::from(row)) % 160) as f64;
            let point = LatLon::new(degrees - 80.0, degrees).unwrap_or_else(|_| unreachable!());
            index.upsert(row, &[placed(point)]);
        });
    });
}

fn names(c: &mut Criterion) {
    let question = "Which restaurants did Nora like near Lisbon or in Paris, Texas?";
    c.bench_function("places of a question", |b| b.iter(|| asked_places(black_box(question), None, &|_| false)));
    let turn = "We flew from New York to San Francisco on Monday, met Dana and Jonas at the Ferry Building, and drove on to \
                Portland, Oregon, where Charlotte has a little house near the river. It rained all the time, of course.";
    c.bench_function("places of a turn of 45 words", |b| b.iter(|| told_places(black_box(turn), &|_| false)));
    let plain = turn.to_lowercase();
    c.bench_function("the same without capitals", |b| b.iter(|| told_places(black_box(&plain), &|_| false)));
}

criterion_group!(benches, readers, names);
criterion_main!(benches);
