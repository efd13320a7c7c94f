//! Recall gate: the hits at 10 against an exact scan in full precision, on vectors that are hard to tell apart.

use roaring::RoaringBitmap;

use super::VectorIndex;
use super::kernel::Kernel;
use super::query::Query;
use super::rows::SIGN_ROWS_MIN;
use super::search::Scan;
use super::tests::noise;

const DIMS: usize = 384;
const ROWS: usize = SIGN_ROWS_MIN + 1_000;
const QUERIES: usize = 40;
const TOPICS: usize = 400;

/// Unit vectors around `TOPICS` centres that share eight strong directions: within a topic the cosines to a query lie
/// close together, and the shared directions make whole topics alike.
fn clustered(rows: usize, seed: u64) -> Vec<Vec<f32>> {
    let shared: Vec<f32> = noise(1).take(8 * DIMS).collect();
    let centres: Vec<f32> = noise(2).take(TOPICS * DIMS).collect();
    let mut random = noise(seed);
    let mut next = || random.next().unwrap();
    (0..rows)
        .map(|_| {
            let topic = (next().powi(2) * TOPICS as f32) as usize % TOPICS;
            let mut vector: Vec<f32> = centres[topic * DIMS..][..DIMS].iter().map(|&c| c + 0.8 * next()).collect();
            for direction in shared.chunks(DIMS) {
                let weight = 0.5 * next();
                vector.iter_mut().zip(direction).for_each(|(value, d)| *value += weight * d);
            }
            let norm = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
            vector.iter().map(|value| value / norm).collect()
        })
        .collect()
}

/// Ordinals of the ten best rows of `kept` in full precision.
fn exact(rows: &[Vec<f32>], query: &[f32], kept: impl Iterator<Item = u32>) -> Vec<u32> {
    let dot = |row: &[f32]| {
        let mut sums = [0.0_f32; 16];
        for (row, query) in row.as_chunks::<16>().0.iter().zip(query.as_chunks::<16>().0) {
            sums.iter_mut().zip(row.iter().zip(query)).for_each(|(sum, (r, q))| *sum += r * q);
        }
        sums.iter().sum::<f32>()
    };
    let mut ranked: Vec<(f32, u32)> = kept.map(|ordinal| (dot(&rows[ordinal as usize]), ordinal)).collect();
    ranked.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    ranked.iter().take(10).map(|&(_, ordinal)| ordinal).collect()
}

#[test]
fn both_scans_recall_99_of_100_with_and_without_a_filter() {
    let rows = clustered(ROWS, 3);
    let queries = clustered(QUERIES, 4);
    let mut index = VectorIndex::new(DIMS);
    rows.iter().enumerate().for_each(|(ordinal, row)| index.upsert(ordinal as u32, row).unwrap());
    let all: RoaringBitmap = (0..ROWS as u32).collect();
    let percent: RoaringBitmap =
        (0..ROWS as u32).filter(|ordinal| (ordinal.wrapping_mul(2_654_435_761) >> 8).is_multiple_of(128)).collect();
    for (filter, mask) in [("all", &all), ("1 in 128", &percent)] {
        let slots: Vec<u32> = (0..ROWS as u32).filter(|&slot| mask.contains(index.rows.ordinal(slot))).collect();
        let mut found = [0, 0];
        for query in &queries {
            let best = exact(&rows, query, mask.iter());
            let query = Query::new(query, DIMS).unwrap();
            for (scan, found) in [Scan::Codes, Scan::Signs].into_iter().zip(&mut found) {
                let hits = index.scan(Kernel::detect(), scan, &query, 10, Some(&slots), &|| false).unwrap();
                *found += hits.iter().filter(|hit| best.contains(&hit.0)).count();
            }
        }
        let recall = found.map(|found| found as f64 / (10 * QUERIES) as f64);
        assert!(recall.iter().all(|&recall| recall >= 0.99), "filter {filter}, codes and signs: {recall:?}");
    }
}
