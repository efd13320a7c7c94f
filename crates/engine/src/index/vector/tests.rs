//! The index against naive forms of itself: order, filters, history, bytes.

use std::cell::Cell;
use std::collections::BTreeMap;

use proptest::prelude::*;
use roaring::RoaringBitmap;

use super::kernel::Kernel;
use super::nominate::nominate;
use super::query::{Query, SignQuery};
use super::rows::SIGN_ROWS_MIN;
use super::search::{Scan, allowed_words};
use super::{VectorError, VectorIndex};

/// Uniform values in -1..1 (SplitMix64), fixed by the seed.
pub(super) fn noise(seed: u64) -> impl Iterator<Item = f32> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    core::iter::repeat_with(move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 40) as f32 / (1 << 23) as f32 - 1.0
    })
}

fn vector(seed: u64, dims: usize) -> Vec<f32> {
    noise(seed).take(dims).collect()
}

fn fresh(dims: usize, rows: &BTreeMap<u32, u64>) -> VectorIndex {
    let mut index = VectorIndex::new(dims);
    for (&ordinal, &seed) in rows {
        index.upsert(ordinal, &vector(seed, dims)).unwrap();
    }
    index
}

fn bytes(index: &VectorIndex) -> Vec<u8> {
    let mut out = Vec::new();
    index.encode(&mut out);
    out
}

fn never() -> bool {
    false
}

proptest! {
    #[test]
    fn any_history_answers_like_a_fresh_build_and_a_naive_sort(
        dims in 1_usize..150,
        history in proptest::collection::vec((0_u32..60, proptest::option::weighted(0.7, 0_u64..25)), 0..120),
        query in 0_u64..1_000,
        mask in proptest::option::of(proptest::collection::btree_set(0_u32..70, 0..60)),
        limit in 0_usize..80,
    ) {
        let mut index = VectorIndex::new(dims);
        let mut rows = BTreeMap::new();
        for (ordinal, seed) in history {
            if let Some(seed) = seed {
                index.upsert(ordinal, &vector(seed, dims)).unwrap();
                rows.insert(ordinal, seed);
            } else {
                prop_assert_eq!(index.remove(ordinal), rows.remove(&ordinal).is_some());
            }
        }
        let fresh = fresh(dims, &rows);
        prop_assert_eq!(index.len(), rows.len());
        prop_assert_eq!(bytes(&index), bytes(&fresh));

        let query = vector(query, dims);
        let mask: Option<RoaringBitmap> = mask.map(|mask| mask.into_iter().collect());
        let ordinals: Vec<u32> = (0..70).collect();
        let scores = index.similarity(&query, &ordinals).unwrap();
        let mut naive = Vec::new();
        for (&ordinal, score) in ordinals.iter().zip(&scores) {
            prop_assert_eq!(index.contains(ordinal), rows.contains_key(&ordinal));
            prop_assert_eq!(score.is_some(), rows.contains_key(&ordinal));
            if let Some(score) = *score {
                let stored = index.vector(ordinal).unwrap();
                prop_assert!((score - cosine(&query, &stored)).abs() < 1e-4);
                prop_assert!((cosine(&stored, &vector(rows[&ordinal], dims)) - 1.0).abs() < 1e-4);
                if mask.as_ref().is_none_or(|mask| mask.contains(ordinal)) {
                    naive.push((ordinal, score));
                }
            }
        }
        naive.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        naive.truncate(limit);
        let decoded = VectorIndex::decode(&bytes(&index)).unwrap();
        for index in [&index, &fresh, &decoded] {
            prop_assert_eq!(&index.search(&query, limit, mask.as_ref(), &never).unwrap(), &naive);
        }
    }

    #[test]
    fn damaged_bytes_are_refused_or_give_a_working_index(
        cut in 0_usize..400,
        flips in proptest::collection::vec((0_usize..400, 0_u8..8), 0..4),
    ) {
        let mut bytes = bytes(&fresh(20, &(0..15).map(|i| (i * 3, u64::from(i))).collect()));
        let whole = bytes.len();
        for (at, bit) in flips {
            bytes[at % whole] ^= 1 << bit;
        }
        bytes.truncate(whole.saturating_sub(cut));
        match VectorIndex::decode(&bytes) {
            Ok(mut index) => {
                prop_assert_eq!(cut, 0);
                let query = vector(1, index.dims());
                prop_assert_eq!(index.search(&query, 99, None, &never).unwrap().len(), index.len());
                prop_assert!(!index.contains(0) || index.remove(0));
            }
            Err(error) => {
                let refused = matches!(error, VectorError::Damaged { .. } | VectorError::UnknownFormat { .. });
                prop_assert!(refused, "{error}");
            }
        }
    }
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum::<f64>();
    (dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()) as f32
}

#[test]
fn a_lying_header_allocates_nothing() {
    let mut bytes = bytes(&fresh(8, &BTreeMap::from([(1, 1)])));
    bytes[16..24].copy_from_slice(&u64::MAX.to_le_bytes());
    assert!(matches!(VectorIndex::decode(&bytes), Err(VectorError::Damaged { .. })));
    bytes[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(matches!(VectorIndex::decode(&bytes), Err(VectorError::Damaged { .. })));
    bytes[8] = 2;
    assert_eq!(VectorIndex::decode(&bytes).unwrap_err(), VectorError::UnknownFormat { expected: 1, got: 2 });
}

#[test]
fn vectors_without_a_direction_are_refused_and_change_nothing() {
    let mut index = fresh(3, &BTreeMap::from([(5, 1)]));
    let before = bytes(&index);
    let cases: [(&[f32], VectorError); 5] = [
        (&[1.0, 2.0], VectorError::WrongLength { expected: 3, got: 2 }),
        (&[], VectorError::WrongLength { expected: 3, got: 0 }),
        (&[1.0, f32::NAN, 0.0], VectorError::NotFinite { dimension: 1 }),
        (&[1.0, 0.0, f32::NEG_INFINITY], VectorError::NotFinite { dimension: 2 }),
        (&[0.0, -0.0, 0.0], VectorError::ZeroVector),
    ];
    for (bad, error) in cases {
        assert_eq!(index.upsert(5, bad), Err(error.clone()));
        assert_eq!(index.search(bad, 1, None, &never), Err(error.clone()));
        assert_eq!(index.similarity(bad, &[5]), Err(error));
    }
    assert_eq!(bytes(&index), before);
    assert_eq!(VectorIndex::new(0).upsert(0, &[]), Err(VectorError::ZeroVector));
}

#[test]
fn equal_vectors_tie_by_ordinal_and_a_large_limit_returns_all() {
    let index = fresh(132, &[9, 4, 7, 1].map(|ordinal| (ordinal, 3)).into());
    let hits = index.search(&vector(3, 132), usize::MAX, None, &never).unwrap();
    assert_eq!(hits.iter().map(|hit| hit.0).collect::<Vec<_>>(), [1, 4, 7, 9]);
    assert!(hits.iter().all(|hit| hit.1 == hits[0].1 && hit.1 > 0.999 && hit.1 <= 1.0));
    let opposite: Vec<f32> = vector(3, 132).iter().map(|value| -1e30 * value).collect();
    assert!(index.search(&opposite, 9, None, &never).unwrap().iter().all(|hit| hit.1 >= -1.0 && hit.1 < -0.999));
}

#[test]
fn a_search_stops_when_told_to() {
    let index = fresh(16, &(0..20_000).map(|i| (i, u64::from(i))).collect());
    assert_eq!(index.search(&vector(1, 16), 5, None, &|| true), Err(VectorError::Stopped));
    for scan in [Scan::Codes, Scan::Signs] {
        let polls = Cell::new(0);
        let stop = || polls.replace(polls.get() + 1) == 3;
        let query = Query::new(&vector(1, 16), 16).unwrap();
        let hits = index.scan(Kernel::detect(), scan, &query, 5, None, &stop);
        assert_eq!((hits, polls.get()), (Err(VectorError::Stopped), 4), "{scan:?}");
    }
}

#[test]
fn sign_scans_do_not_depend_on_history_kernel_or_filter_form() {
    const DIMS: usize = 40;
    const ROWS: u32 = SIGN_ROWS_MIN as u32 + 700;
    // A third of the rows share 50 vectors, so that many sign sums tie.
    let seed = |ordinal: u32| u64::from(if ordinal.is_multiple_of(3) { ordinal % 150 } else { ordinal + 1_000 });
    let built = fresh(DIMS, &(0..ROWS).map(|ordinal| (ordinal, seed(ordinal))).collect());
    let mut lived = VectorIndex::new(DIMS);
    for ordinal in (0..ROWS + 3_000).rev() {
        lived.upsert(ordinal, &vector(7, DIMS)).unwrap();
    }
    assert!((200..ROWS).all(|ordinal| lived.remove(ordinal)), "down to a size that drops the sign bits");
    assert_eq!(lived.len(), 3_200);
    (0..ROWS).for_each(|ordinal| lived.upsert(ordinal, &vector(seed(ordinal), DIMS)).unwrap());
    assert!((ROWS..ROWS + 3_000).all(|ordinal| lived.remove(ordinal)));
    assert_eq!(bytes(&built), bytes(&lived));

    let few: RoaringBitmap = (0..ROWS).filter(|ordinal| ordinal % 17 == 0).collect();
    for asked in 0..6 {
        let query = Query::new(&vector(asked, DIMS), DIMS).unwrap();
        let signs = SignQuery::new(&query);
        let nominated = [(&built, Kernel::Scalar), (&built, Kernel::detect()), (&lived, Kernel::detect())].map(
            |(index, kernel)| {
                let allowed = allowed_words(index.len(), None);
                let slots = nominate(kernel, &index.rows, &signs, &allowed, 1_500, &never).unwrap();
                slots.iter().map(|&slot| index.rows.ordinal(slot)).collect::<RoaringBitmap>()
            },
        );
        assert_eq!(nominated[0].len(), 1_500);
        assert_eq!(nominated[0], naive_nominees(&built, &signs, 1_500), "query {asked}");
        assert!(nominated[0] == nominated[1] && nominated[1] == nominated[2], "query {asked}");
        // With as many candidates as rows, the sign scan is the code scan.
        let [by_codes, by_signs] = [(&built, Scan::Codes), (&lived, Scan::Signs)].map(|(index, scan)| {
            let slots = index.slots.slots_in(&few).unwrap();
            index.scan(Kernel::detect(), scan, &query, 90, Some(&slots), &never).unwrap()
        });
        assert_eq!(by_codes.len(), 90);
        assert_eq!(by_codes, by_signs);
    }
}

/// The best rows by sign sum, from the stored vectors and a full sort.
fn naive_nominees(index: &VectorIndex, signs: &SignQuery, wanted: usize) -> RoaringBitmap {
    let sum = |ordinal: u32| -> u32 {
        let stored = index.vector(ordinal).unwrap();
        let nibble =
            |group: &[f32]| group.iter().enumerate().fold(0, |bits, (i, &v)| bits | (usize::from(v > 0.0) << i));
        stored
            .chunks(4)
            .enumerate()
            .map(|(g, group)| u32::from(signs.tables()[g / 2][g % 2 * 16 + nibble(group)]))
            .sum()
    };
    let mut ranked: Vec<(u32, u32)> = (0..index.len() as u32).map(|ordinal| (sum(ordinal), ordinal)).collect();
    ranked.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    ranked.iter().take(wanted).map(|&(_, ordinal)| ordinal).collect()
}

#[test]
fn memory_follows_the_rows() {
    let mut index = VectorIndex::new(384);
    let row = vector(1, 384);
    (0..200).for_each(|ordinal| index.upsert(ordinal, &row).unwrap());
    assert!(index.memory_bytes() < 110_000, "{}", index.memory_bytes());
    (200..SIGN_ROWS_MIN as u32).for_each(|ordinal| index.upsert(ordinal, &row).unwrap());
    assert!(index.memory_bytes() <= 445 * SIGN_ROWS_MIN, "{}", index.memory_bytes());
    (0..SIGN_ROWS_MIN as u32).for_each(|ordinal| assert!(index.remove(ordinal)));
    assert!(index.is_empty() && index.memory_bytes() < 110_000, "{}", index.memory_bytes());
}
