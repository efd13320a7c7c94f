//! Tests of `index::feelings`.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::page::{CALM_PRIOR, affinity_of, code_of};
use super::*;

const LABELS: usize = 5;
/// Three basic labels; 3 is a shade of 1, 4 of 2.
const FAMILIES: [usize; LABELS] = [0, 1, 2, 1, 2];

#[derive(Clone, Debug)]
struct Given {
    affinities: Vec<f32>,
    label: Option<usize>,
    intensity: f32,
}

impl Given {
    fn feeling(&self) -> Feeling<'_> {
        Feeling {
            affinities: &self.affinities,
            label: self.label,
            vad: [0.5, -0.25, 1.0],
            intensity: self.intensity,
            provenance: 1,
        }
    }
}

fn never() -> bool {
    false
}

fn given() -> impl Strategy<Value = Given> {
    let affinities = prop_oneof![9 => proptest::collection::vec(-0.3f32..1.0, LABELS), 1 => Just(Vec::<f32>::new())];
    let label = prop_oneof![4 => Just(None), 1 => (0..LABELS).prop_map(Some)];
    (affinities, label, 0.0f32..=1.0).prop_map(|(affinities, label, intensity)| Given { affinities, label, intensity })
}

fn rows() -> impl Strategy<Value = BTreeMap<u32, Given>> {
    let ordinal = prop_oneof![0u32..40, 4_090u32..4_110, 20_000u32..20_010];
    proptest::collection::btree_map(ordinal, given(), 0..40)
}

fn index_of(rows: &BTreeMap<u32, Given>) -> FeelingIndex {
    let mut index = FeelingIndex::with_families(&FAMILIES);
    for (ordinal, given) in rows {
        index.upsert(*ordinal, &given.feeling());
    }
    index
}

/// The definition, in f64 and by rows: mean over rows, softmax over basics without the family, given labels.
fn naive(rows: &BTreeMap<u32, Given>, wanted: &[(usize, f32)]) -> BTreeMap<u32, f64> {
    let rounded = |x: f32| f64::from(affinity_of(f64::from(code_of(x))));
    let compared: Vec<&Given> = rows.values().filter(|given| !given.affinities.is_empty()).collect();
    let mean = |label: usize| {
        compared.iter().map(|given| rounded(given.affinities[label])).sum::<f64>() / compared.len() as f64
    };
    let means: Vec<f64> = (0..LABELS).map(mean).collect();
    let probability = |given: &Given, label: usize| {
        if given.affinities.is_empty() {
            return 0.0;
        }
        let calm = (0..LABELS).find(|label| FAMILIES[*label] == *label);
        let prior = |label: usize| if Some(label) == calm { f64::from(CALM_PRIOR) } else { 0.0 };
        let above = |label: usize| (rounded(given.affinities[label]) - means[label]) / f64::from(TEMPERATURE);
        let power = |label: usize| (above(label) + prior(label)).exp();
        let rivals: f64 = (0..LABELS).filter(|b| FAMILIES[*b] == *b && *b != FAMILIES[label]).map(power).sum();
        power(label) / (power(label) + rivals)
    };
    rows.iter()
        .map(|(ordinal, given)| {
            let score = wanted.iter().map(|&(label, weight)| {
                let stored = (given.intensity * 255.0).round() / 255.0;
                let stated = given.label == Some(label) && stored >= INTENSITY_FLOOR;
                let p = probability(given, label);
                f64::from(weight) * if stated { p.max(f64::from(stored)) } else { p }
            });
            (*ordinal, score.sum())
        })
        .collect()
}

proptest! {
    #[test]
    fn search_is_the_naive_ranking(
        rows in rows(),
        wanted in proptest::collection::vec((0..LABELS, 0.1f32..1.0), 1..3),
        limit in 1usize..12,
        masked in any::<bool>(),
    ) {
        let index = index_of(&rows);
        let mask: RoaringBitmap = (0..20_005u32).filter(|ordinal| ordinal % 3 != 0).collect();
        let mask = masked.then_some(&mask);
        let scores = naive(&rows, &wanted);
        let hits = index.search(&wanted, limit, mask, &never).unwrap();
        let inside: Vec<(u32, f64)> = scores.iter().map(|(o, s)| (*o, *s))
            .filter(|(ordinal, score)| mask.is_none_or(|mask| mask.contains(*ordinal)) && *score > 0.0).collect();
        prop_assert_eq!(hits.len(), inside.len().min(limit));
        for (ordinal, score) in &hits {
            prop_assert!((f64::from(*score) - scores[ordinal]).abs() < 1e-3, "{} {}", score, scores[ordinal]);
        }
        prop_assert!(hits.windows(2).all(|pair| pair[0].1 > pair[1].1 || pair[0].1 == pair[1].1 && pair[0].0 < pair[1].0));
        if let Some((_, last)) = hits.last() {
            let missed = inside.iter().filter(|(o, _)| hits.iter().all(|(hit, _)| hit != o)).map(|(_, s)| *s);
            prop_assert!(missed.fold(0.0, f64::max) <= f64::from(*last) + 1e-3);
        }
        let ordinals: Vec<u32> = hits.iter().map(|(ordinal, _)| *ordinal).collect();
        let again = index.score(&wanted, &ordinals);
        prop_assert!(again.iter().zip(&hits).all(|(a, (_, b))| a == b));
    }

    #[test]
    fn masked_and_whole_scans_agree(rows in rows(), label in 0..LABELS) {
        let index = index_of(&rows);
        let all: RoaringBitmap = (0..30_000u32).collect();
        let whole = index.search(&[(label, 1.0)], 100, None, &never).unwrap();
        let masked = index.search(&[(label, 1.0)], 100, Some(&all), &never).unwrap();
        prop_assert_eq!(whole.len(), masked.len());
        for (a, b) in whole.iter().zip(&masked) {
            prop_assert_eq!(a, b);
        }
    }

    #[test]
    fn quantisation_keeps_within_its_bound(affinity in AFFINITY_RANGE.0..=AFFINITY_RANGE.1) {
        prop_assert!((affinity_of(f64::from(code_of(affinity))) - affinity).abs() <= AFFINITY_ERROR + 1e-6);
    }

    #[test]
    fn changes_in_any_order_leave_the_same_bytes(
        rows in rows(), changes in proptest::collection::vec((0u32..45, given()), 0..20)
    ) {
        let mut index = FeelingIndex::with_families(&FAMILIES);
        for (ordinal, given) in changes.iter().chain(&changes) {
            index.upsert(*ordinal, &given.feeling());
        }
        for (ordinal, _) in &changes {
            index.remove(*ordinal);
        }
        prop_assert!(index.is_empty() && index.column_mean(0).is_none());
        for (ordinal, given) in rows.iter().rev() {
            index.upsert(*ordinal, &given.feeling());
        }
        prop_assert_eq!(index.encode(), index_of(&rows).encode());
        prop_assert_eq!(index.len(), rows.len());
    }

    #[test]
    fn decode_gives_the_index_back_and_refuses_the_rest(
        rows in rows(), at in any::<prop::sample::Index>(), flip in 1u8..
    ) {
        let index = index_of(&rows);
        let bytes = index.encode();
        let again = FeelingIndex::decode(&bytes).unwrap();
        prop_assert_eq!(again.encode(), bytes.clone());
        for label in 0..LABELS {
            prop_assert_eq!(again.column_mean(label), index.column_mean(label));
        }
        let mut broken = bytes.clone();
        broken[at.index(bytes.len())] ^= flip;
        prop_assert!(FeelingIndex::decode(&broken).is_err());
        prop_assert!(FeelingIndex::decode(&bytes[..at.index(bytes.len())]).is_err());
    }

    #[test]
    fn resealed_damage_never_panics(rows in rows(), at in any::<prop::sample::Index>(), byte: u8) {
        let mut bytes = index_of(&rows).encode();
        let body = bytes.len() - 4;
        bytes[at.index(body)] = byte;
        let crc = crc32fast::hash(&bytes[..body]).to_le_bytes();
        bytes[body..].copy_from_slice(&crc);
        if let Ok(index) = FeelingIndex::decode(&bytes) {
            prop_assert!(FeelingIndex::decode(&index.encode()).is_ok());
        }
    }

    #[test]
    fn any_bytes_decode_without_panic(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
        prop_assert!(FeelingIndex::decode(&bytes).is_err());
    }
}

#[test]
fn equal_rows_come_by_ordinal_and_the_limit_holds() {
    let mut index = FeelingIndex::new(2);
    for ordinal in [9, 3, 5_000, 7] {
        let affinities = [0.2, 0.5];
        index.upsert(
            ordinal,
            &Feeling { affinities: &affinities, label: None, vad: [0.0; 3], intensity: 0.0, provenance: 0 },
        );
    }
    let hits = index.search(&[(1, 1.0)], 3, None, &never).unwrap();
    assert_eq!(hits.iter().map(|(ordinal, _)| *ordinal).collect::<Vec<_>>(), [3, 7, 9]);
    assert!(index.search(&[(1, 1.0)], 0, None, &never).unwrap().is_empty());
    assert!(index.search(&[], 5, None, &never).unwrap().is_empty());
    assert!(index.search(&[(1, f32::NAN), (0, -1.0)], 5, None, &never).unwrap().is_empty());
    assert_eq!(index.score(&[(1, 1.0), (77, 1.0)], &[1, u32::MAX]), [0.0, 0.0]);
}

#[test]
fn a_given_label_needs_the_floor_and_no_affinities() {
    let mut index = FeelingIndex::with_families(&FAMILIES);
    for (ordinal, intensity) in [(1, 0.9), (2, 0.2)] {
        index.upsert(
            ordinal,
            &Feeling { affinities: &[], label: Some(3), vad: [f32::NAN, 9.0, -9.0], intensity, provenance: 0 },
        );
    }
    let hits = index.search(&[(3, 0.5)], 9, None, &never).unwrap();
    assert_eq!(hits.len(), 1);
    assert!((hits[0].1 - 0.45).abs() < 0.01);
    assert_eq!(index.get(1).map(|row| (row.vad, row.label)), Some(([0.0, 1.0, -1.0], Some(3))));
    assert_eq!(index.get(3), None);
    assert_eq!(index.clone().tuned(0.06, 0.1).search(&[(3, 1.0)], 9, None, &never).unwrap().len(), 2);
}

#[test]
fn errors_are_typed() {
    let mut index = FeelingIndex::with_families(&FAMILIES);
    index.upsert(
        u32::MAX,
        &Feeling { affinities: &[0.1; LABELS], label: None, vad: [0.0; 3], intensity: 0.0, provenance: 0 },
    );
    assert_eq!(index.search(&[(5, 1.0)], 1, None, &never), Err(FeelingError::UnknownLabel { column: 5, labels: 5 }));
    assert_eq!(index.search(&[(0, 1.0)], 1, None, &|| true), Err(FeelingError::Stopped));
    assert_eq!(index.search(&[(0, 1.0)], 1, None, &never).unwrap()[0].0, u32::MAX);
    assert!(index.remove(u32::MAX) && !index.remove(u32::MAX));
    assert_eq!(index.pages.len(), 0);
}

#[test]
fn a_shade_does_not_lose_to_its_family() {
    let mut index = FeelingIndex::with_families(&FAMILIES);
    let rows = [[0.1, 0.6, 0.1, 0.6, 0.1], [0.1, 0.1, 0.6, 0.1, 0.1], [0.6, 0.1, 0.1, 0.1, 0.1]];
    for (ordinal, affinities) in rows.iter().enumerate() {
        index
            .upsert(ordinal as u32, &Feeling { affinities, label: None, vad: [0.0; 3], intensity: 0.0, provenance: 0 });
    }
    let score = index.score(&[(3, 1.0)], &[0, 1, 2]);
    assert!(score[0] > 0.99 && score[1] < 0.01 && score[2] < 0.01, "{score:?}");
}
