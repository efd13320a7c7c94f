//! Sections against a naive list of rows.

use std::collections::BTreeMap;

use proptest::prelude::*;
use roaring::RoaringBitmap;

use super::{MEAN_ROWS_MAX, SectionIndex, SectionKey, mean};

fn key(path: u32) -> SectionKey {
    SectionKey { scope: path % 2, document: 7, path }
}

/// A vector for each row; every fifth row has none.
fn vector(row: u32, turn: u32) -> Option<Vec<f32>> {
    let x = |by: u32| ((row.wrapping_mul(by).wrapping_add(turn * 31)) % 17) as f32 - 8.0;
    (!row.is_multiple_of(5)).then(|| vec![x(3), x(5), x(11), 1.0])
}

#[derive(Clone, Debug)]
enum Step {
    Put { row: u32, path: Option<u32>, turn: u32 },
    Remove { row: u32 },
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (0..90_u32, proptest::option::weighted(0.9, 0..4_u32), 0..3_u32)
            .prop_map(|(row, path, turn)| Step::Put { row, path, turn }),
        1 => (0..90_u32).prop_map(|row| Step::Remove { row }),
    ]
}

/// Rows with their section and the turn of their vector.
type Naive = BTreeMap<u32, (u32, u32)>;

fn run(steps: &[Step]) -> (SectionIndex, Naive) {
    let (mut index, mut naive) = (SectionIndex::new(), Naive::new());
    for step in steps {
        match step {
            Step::Put { row, path, turn } => {
                naive.remove(row);
                naive.extend(path.map(|path| (*row, (path, *turn))));
                let now = naive.clone();
                let vector_of = |row: u32| now.get(&row).and_then(|(_, turn)| vector(row, *turn));
                index.upsert(*row, path.map(key), &vector_of).unwrap();
            }
            Step::Remove { row } => {
                let was_there = naive.remove(row).is_some();
                let now = naive.clone();
                let vector_of = |row: u32| now.get(&row).and_then(|(_, turn)| vector(row, *turn));
                assert_eq!(index.remove(*row, &vector_of).unwrap(), was_there);
            }
        }
    }
    (index, naive)
}

fn rows_of(naive: &Naive, path: u32) -> Vec<u32> {
    naive.iter().filter(|(_, (own, _))| *own == path).map(|(row, _)| *row).collect()
}

fn cosine(a: &[f32], b: &[f32]) -> f32 {
    let dot = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f32>();
    dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn members_and_means_are_those_of_the_list(steps in proptest::collection::vec(step(), 0..150)) {
        let (index, naive) = run(&steps);
        prop_assert_eq!(index.len(), naive.len());
        let vector_of = |row: u32| naive.get(&row).and_then(|(_, turn)| vector(row, *turn));
        for row in 0..95 {
            let expected = naive.get(&row).map(|(path, _)| rows_of(&naive, *path)).unwrap_or_default();
            prop_assert_eq!(index.members(row), &expected[..]);
            let lowest = expected.first() == Some(&row);
            let expected = mean(&expected, &vector_of).filter(|_| lowest && expected.len() > 1);
            match (index.mean(row), expected) {
                (Some(found), Some(expected)) => prop_assert!(cosine(&found, &expected) > 0.999),
                (found, expected) => prop_assert!(found.is_none() && expected.is_none()),
            }
        }
    }

    #[test]
    fn bytes_do_not_depend_on_the_history(steps in proptest::collection::vec(step(), 0..150)) {
        let (index, naive) = run(&steps);
        let again: Vec<Step> =
            naive.iter().map(|(row, (path, turn))| Step::Put { row: *row, path: Some(*path), turn: *turn }).collect();
        let (fresh, _) = run(&again);
        let bytes = index.encode().unwrap();
        for row in 0..95 {
            prop_assert_eq!(index.mean(row), fresh.mean(row));
        }
        let back = SectionIndex::decode(&bytes).unwrap();
        prop_assert_eq!(back.encode().unwrap(), bytes);
        prop_assert_eq!((back.len(), back.is_flat()), (index.len(), index.is_flat()));
    }

    #[test]
    fn the_nearest_are_those_with_a_row_that_is_seen(
        steps in proptest::collection::vec(step(), 0..150), seen in proptest::collection::btree_set(0..90_u32, 0..60), limit in 1..4_usize,
    ) {
        let (index, _) = run(&steps);
        let mask: RoaringBitmap = seen.into_iter().collect();
        let query = [0.3, -0.5, 0.8, 0.1];
        let mut expected: Vec<(u32, f32)> = (0..90)
            .filter(|row| index.members(*row).iter().any(|row| mask.contains(*row)))
            .filter_map(|row| Some((row, index.means.as_ref()?.similarity(&query, &[row]).ok()?[0]?)))
            .collect();
        expected.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        expected.truncate(limit);
        prop_assert_eq!(index.nearest(&query, limit, Some(&mask), &|| false).unwrap(), expected);
    }

    #[test]
    fn noise_is_refused_or_read_but_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..80), version: bool) {
        let mut bytes = bytes;
        if let Some(first) = bytes.first_mut().filter(|_| version) {
            *first = 1;
        }
        if let Ok(index) = SectionIndex::decode(&bytes) {
            prop_assert!(index.nearest(&[1.0, 0.0, 0.0, 0.0], 3, None, &|| false).is_ok() || !index.is_flat());
        }
    }
}

#[test]
fn a_long_section_has_the_mean_of_its_first_rows() {
    let mut index = SectionIndex::new();
    let vector_of = |row: u32| Some(if row < MEAN_ROWS_MAX as u32 { vec![1.0, 0.0] } else { vec![0.0, 1.0] });
    for row in (0..200).rev() {
        index.upsert(row, Some(key(0)), &vector_of).unwrap();
    }
    assert_eq!(index.mean(0).unwrap(), [1.0, 0.0]);
    assert!(index.mean(1).is_none());
}

#[test]
fn vectors_that_cancel_out_have_no_mean() {
    let mut index = SectionIndex::new();
    let vector_of = |row: u32| Some(if row == 1 { vec![1.0, 0.0] } else { vec![-1.0, 0.0] });
    index.upsert(1, Some(key(0)), &vector_of).unwrap();
    index.upsert(2, Some(key(0)), &vector_of).unwrap();
    assert!(index.is_flat() && index.members(2) == [1, 2]);
}
