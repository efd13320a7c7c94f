//! The index against a naive one that keeps every document as a map and scores all of them.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use roaring::RoaringBitmap;

use super::*;

/// Folds after three documents, merges pairs: a short history meets every structure.
const TINY: Shape = Shape {
    fold_documents: 3,
    kept_documents: 1,
    fold_postings: 12,
    fan_in: 2,
    merge_documents_max: 16,
    dead_share: 2,
};

const NEVER: &dyn Fn() -> bool = &|| false;

#[derive(Clone, Debug)]
enum Step {
    Upsert(u32, Vec<(String, f32)>),
    Remove(u32),
    Compact,
    Reload,
}

/// Documents as they were given; BM25 by its formula, in f64, document by document.
#[derive(Default)]
struct Naive {
    documents: BTreeMap<u32, (BTreeMap<String, f64>, f64)>,
}

impl Naive {
    fn upsert(&mut self, ordinal: u32, terms: &[(String, f32)]) {
        let mut thousandths = BTreeMap::<String, u64>::new();
        for (term, weight) in terms.iter().filter(|term| term.1 > 0.0) {
            *thousandths.entry(term.clone()).or_default() += ((f64::from(*weight) * 1000.0).round() as u64).max(1);
        }
        let sum = thousandths.values().sum::<u64>();
        let length = if sum == 0 { 0.0 } else { ((sum + 50) / 100).max(1) as f64 / 10.0 };
        let stored = |(term, sum): (String, u64)| {
            let tenths = if sum < 1000 { ((sum + 50) / 100).clamp(1, 9) } else { (sum + 50) / 100 };
            let tenths = if tenths <= 100 { tenths } else { (100 + (tenths - 100 + 4) / 8 * 8).min(1340) };
            (term, tenths as f64 / 10.0)
        };
        self.documents.insert(ordinal, (thousandths.into_iter().map(stored).collect(), length));
    }

    fn holders(&self, term: &str) -> usize {
        self.documents.values().filter(|document| document.0.contains_key(term)).count()
    }

    fn scores(&self, query: &[(String, f32)]) -> BTreeMap<u32, f64> {
        let n = self.documents.len() as f64;
        let mean = self.documents.values().map(|document| document.1).sum::<f64>() / n;
        let score = |document: &(BTreeMap<String, f64>, f64)| {
            let of_term = |(term, weight): &(String, f32)| {
                let tf = document.0.get(term).copied().filter(|_| *weight > 0.0)?;
                let holding = self.holders(term) as f64;
                let idf = (1.0 + (n - holding + 0.5) / (holding + 0.5)).ln();
                Some(f64::from(*weight) * idf * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * document.1 / mean)))
            };
            query.iter().filter_map(of_term).sum::<f64>()
        };
        let scored = self.documents.iter().map(|(&ordinal, document)| (ordinal, score(document)));
        scored.filter(|scored| scored.1 > 0.0).collect()
    }
}

fn apply(index: &mut LexicalIndex, naive: &mut Naive, step: &Step) {
    match step {
        Step::Upsert(ordinal, terms) => {
            index.upsert(*ordinal, &borrowed(terms));
            naive.upsert(*ordinal, terms);
        }
        Step::Remove(ordinal) => {
            assert_eq!(index.remove(*ordinal), naive.documents.remove(ordinal).is_some());
        }
        Step::Compact => index.compact(),
        Step::Reload => {
            let mut bytes = Vec::new();
            index.encode(&mut bytes);
            let shape = index.shape;
            *index = LexicalIndex::decode(&bytes).unwrap();
            index.shape = shape;
        }
    }
}

fn borrowed(terms: &[(String, f32)]) -> Vec<(&str, f32)> {
    terms.iter().map(|(term, weight)| (term.as_str(), *weight)).collect()
}

fn query_of(terms: &[(String, f32)]) -> Vec<QueryTerm<'_>> {
    terms.iter().map(|(term, weight)| QueryTerm { term, weight: *weight }).collect()
}

/// Few terms, the first ones in most documents.
fn term() -> impl Strategy<Value = String> {
    prop_oneof![Just("a"), Just("b"), Just("ü"), Just("rare"), Just("日本"), Just("")].prop_map(str::to_owned)
}

fn weighted() -> impl Strategy<Value = (String, f32)> {
    (term(), prop_oneof![4 => Just(1.0_f32), 4 => 0.0..2.0_f32, 1 => 0.0..200.0_f32, 1 => Just(-1.0_f32)])
}

fn ordinal() -> impl Strategy<Value = u32> {
    prop_oneof![20 => 0..40_u32, 1 => Just(u32::MAX), 1 => Just(u32::MAX - 1), 1 => Just(1 << 20)]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        12 => (ordinal(), proptest::collection::vec(weighted(), 0..8)).prop_map(|(at, terms)| Step::Upsert(at, terms)),
        3 => ordinal().prop_map(Step::Remove),
        1 => Just(Step::Compact),
        1 => Just(Step::Reload),
    ];
    proptest::collection::vec(step, 0..120)
}

/// `found` is what the reference would return, up to the rounding of units.
fn check_against(
    naive: &Naive,
    query: &[(String, f32)],
    mask: Option<&RoaringBitmap>,
    limit: usize,
    found: &[(u32, f32)],
) {
    let scores = naive.scores(query);
    let allowed = scores.iter().filter(|scored| mask.is_none_or(|mask| mask.contains(*scored.0)));
    let mut expected = allowed.map(|(&ordinal, &score)| (ordinal, score)).collect::<Vec<_>>();
    expected.sort_by(|a, b| b.1.total_cmp(&a.1));
    expected.truncate(limit);
    assert_eq!(found.len(), expected.len());
    let most = scores.values().copied().fold(0.0, f64::max);
    for (got, wanted) in found.iter().zip(&expected) {
        let tolerance = most * 1e-5 + 1e-9;
        assert!((f64::from(got.1) - scores[&got.0]).abs() <= tolerance, "{got:?} has {}", scores[&got.0]);
        assert!((f64::from(got.1) - wanted.1).abs() <= 2.0 * tolerance, "{got:?} stands where {wanted:?} should");
    }
    let in_order = |pair: &[(u32, f32)]| pair[0].1 > pair[1].1 || (pair[0].1 == pair[1].1 && pair[0].0 < pair[1].0);
    assert!(found.windows(2).all(in_order));
    assert_eq!(found.iter().map(|hit| hit.0).collect::<BTreeSet<_>>().len(), found.len());
}

proptest! {
    #[test]
    fn answers_match_the_naive_index_and_do_not_show_the_history(
        steps in steps(),
        query in proptest::collection::vec((term(), prop_oneof![3 => Just(1.0_f32), 1 => 0.01..30.0_f32, 1 => Just(-2.0)]), 0..5),
        limit in 0..30_usize,
        mask in proptest::option::of(proptest::collection::btree_set(ordinal(), 0..20)),
    ) {
        let (mut index, mut naive) = (LexicalIndex::with_shape(TINY), Naive::default());
        let mut given = BTreeMap::new();
        for step in &steps {
            apply(&mut index, &mut naive, step);
            match step {
                Step::Upsert(ordinal, terms) => drop(given.insert(*ordinal, terms)),
                Step::Remove(ordinal) => drop(given.remove(ordinal)),
                Step::Compact | Step::Reload => {}
            }
        }
        prop_assert_eq!(index.len(), naive.documents.len());
        let mask = mask.map(|mask| mask.into_iter().collect::<RoaringBitmap>());
        let found = index.search(&query_of(&query), limit, mask.as_ref(), NEVER).unwrap();
        check_against(&naive, &query, mask.as_ref(), limit, &found);

        let mut fresh = LexicalIndex::new();
        for (&ordinal, terms) in &given {
            fresh.upsert(ordinal, &borrowed(terms));
        }
        prop_assert_eq!(&fresh.search(&query_of(&query), limit, mask.as_ref(), NEVER).unwrap(), &found);
        let reversed = query_of(&query).into_iter().rev().collect::<Vec<_>>();
        prop_assert_eq!(&index.search(&reversed, limit, mask.as_ref(), NEVER).unwrap(), &found);

        for (term, _) in &query {
            prop_assert_eq!(index.doc_freq(term) as usize, naive.holders(term));
            let own = naive.documents.iter().filter(|entry| entry.1.0.get(term).is_some_and(|&tf| tf >= 1.0));
            prop_assert_eq!(index.holders(term, limit), own.map(|entry| *entry.0).take(limit).collect::<Vec<_>>());
        }
        let ordinals = naive.documents.keys().copied().chain([3, 3, u32::MAX]).rev().collect::<Vec<_>>();
        let all = index.search(&query_of(&query), usize::MAX, None, NEVER).unwrap();
        let scores = index.score(&query_of(&query), &ordinals);
        for (ordinal, score) in ordinals.into_iter().zip(scores) {
            prop_assert_eq!(score, all.iter().find(|hit| hit.0 == ordinal).map_or(0.0, |hit| hit.1));
        }
    }

}

proptest! {
    // Each case is an index of thousands of documents: a tenth of a second.
    #![proptest_config(ProptestConfig::with_cases((ProptestConfig::default().cases / 8).max(1)))]

    // Full blocks, several windows and a floor that rises: what the tiny histories cannot reach.
    #[test]
    fn stepping_over_documents_loses_none(
        seed in any::<u64>(), n_documents in 1_000..9_000_u32, limit in 1..40_usize, n_removed in 0..300_u32,
        mask_step in proptest::option::of(1..200_u32),
    ) {
        let mut state = seed | 1;
        let mut draw = move |below: u32| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((state >> 33) % u64::from(below)) as u32
        };
        let names = (0..40).map(|i| format!("t{i}")).collect::<Vec<_>>();
        let (mut index, mut naive) = (LexicalIndex::new(), Naive::default());
        for ordinal in 0..n_documents {
            // Term i is in about one of i + 1 documents, in runs, as neighbouring turns share terms.
            let shared = |i: u32| ((ordinal / 4).wrapping_mul(2654435761).wrapping_add(i * 40503) >> 7) % (i + 1) == 0;
            let mut terms = Vec::new();
            for i in (0..40).filter(|&i| shared(i)) {
                if draw(3) > 0 {
                    terms.push((names[i as usize].clone(), (1 + draw(15)) as f32 / 10.0));
                }
            }
            index.upsert(ordinal, &borrowed(&terms));
            naive.upsert(ordinal, &terms);
        }
        for _ in 0..n_removed {
            let ordinal = draw(n_documents);
            prop_assert_eq!(index.remove(ordinal), naive.documents.remove(&ordinal).is_some());
        }
        let query = [0, 1, 2, 5, 11, 24, 39].map(|i| (names[i].clone(), 0.5 + draw(4) as f32));
        let mask = mask_step.map(|step| (0..n_documents).step_by(step as usize).collect::<RoaringBitmap>());
        let holders = names.iter().map(|name| naive.holders(name)).collect::<Vec<_>>();
        prop_assert!(names.iter().zip(holders).all(|(name, expected)| index.doc_freq(name) as usize == expected));
        for n_terms in [1, 3, query.len()] {
            let terms = query_of(&query[..n_terms]);
            let all = index.search(&terms, usize::MAX, None, NEVER).unwrap();
            let mut allowed = all.clone();
            allowed.retain(|hit| mask.as_ref().is_none_or(|mask| mask.contains(hit.0)));
            allowed.truncate(limit);
            prop_assert_eq!(index.search(&terms, limit, mask.as_ref(), NEVER).unwrap(), allowed);
            let ordinals = all.iter().map(|hit| hit.0).collect::<Vec<_>>();
            prop_assert!(index.score(&terms, &ordinals).into_iter().eq(all.iter().map(|hit| hit.1)));
        }
        let mut compacted = index.clone();
        compacted.compact();
        let found = index.search(&query_of(&query), limit, mask.as_ref(), NEVER).unwrap();
        prop_assert_eq!(&compacted.search(&query_of(&query), limit, mask.as_ref(), NEVER).unwrap(), &found);
    }
}

#[test]
fn ties_go_to_the_lower_ordinal() {
    let mut index = LexicalIndex::with_shape(TINY);
    for ordinal in [9, 4, u32::MAX, 0, 7, 300] {
        index.upsert(ordinal, &[("same", 1.0)]);
    }
    let query = [QueryTerm { term: "same", weight: 1.0 }];
    let found = index.search(&query, 5, None, NEVER).unwrap();
    assert_eq!(found.iter().map(|hit| hit.0).collect::<Vec<_>>(), [0, 4, 7, 9, 300]);
    assert!(found.iter().all(|hit| hit.1 == found[0].1));
}

#[test]
fn nothing_asked_or_nothing_known_finds_nothing() {
    let mut index = LexicalIndex::new();
    let query = [QueryTerm { term: "known", weight: 1.0 }];
    assert_eq!(index.search(&query, 10, None, NEVER), Ok(vec![]));
    index.upsert(1, &[]);
    assert_eq!((index.search(&query, 10, None, NEVER), index.len()), (Ok(vec![]), 1));
    index.upsert(2, &[("known", 1.0)]);
    assert_eq!(index.search(&query, 10, None, NEVER).unwrap().len(), 1);
    assert_eq!(index.search(&query, 0, None, NEVER), Ok(vec![]));
    assert_eq!(index.search(&[], 10, None, NEVER), Ok(vec![]));
    assert_eq!(index.search(&[QueryTerm { term: "unknown", weight: 1.0 }], 10, None, NEVER), Ok(vec![]));
    assert_eq!(index.search(&[QueryTerm { term: "known", weight: f32::NAN }], 10, None, NEVER), Ok(vec![]));
    assert_eq!(index.search(&query, 10, Some(&RoaringBitmap::new()), NEVER), Ok(vec![]));
    assert_eq!(index.score(&query, &[1, 2, 3])[0], 0.0);
}

#[test]
fn extreme_query_weights_keep_the_order() {
    let mut index = LexicalIndex::new();
    index.upsert(1, &[("a", 1.0)]);
    index.upsert(2, &[("a", 3.0), ("b", 1.0)]);
    for weight in [f32::MIN_POSITIVE, 1e-30, 1e30, f32::MAX] {
        let query = [QueryTerm { term: "a", weight }, QueryTerm { term: "b", weight }];
        let found = index.search(&query, 10, None, NEVER).unwrap();
        assert_eq!(found.iter().map(|hit| hit.0).collect::<Vec<_>>(), [2, 1]);
        assert!(found.iter().all(|hit| hit.1.is_finite()));
    }
}

#[test]
fn a_stopped_search_says_so() {
    let mut index = LexicalIndex::new();
    (0..50_000).for_each(|ordinal| index.upsert(ordinal, &[("a", 1.0), ("b", 0.5)]));
    let query = [QueryTerm { term: "a", weight: 1.0 }];
    let n_polls = core::cell::Cell::new(0);
    let count = || {
        n_polls.set(n_polls.get() + 1);
        false
    };
    index.search(&query, 10, None, &count).unwrap();
    let n_polls_all = n_polls.get();
    assert!(n_polls_all > 10);
    for stop_at in 1..=n_polls_all {
        n_polls.set(0);
        let stop = || {
            n_polls.set(n_polls.get() + 1);
            n_polls.get() >= stop_at
        };
        assert_eq!(index.search(&query, 10, None, &stop), Err(LexicalError::Stopped));
    }
}

#[test]
fn a_term_that_stopped_mattering_ends_with_its_segment() {
    let mut index = LexicalIndex::new();
    for ordinal in 0..10_000 {
        let terms = [("often", 0.5), ("once", 1.0)];
        index.upsert(ordinal, if ordinal == 5 { &terms } else { &terms[..1] });
    }
    index.compact();
    let query = ["often", "once"].map(|term| QueryTerm { term, weight: 1.0 });
    let n_polls = core::cell::Cell::new(0);
    let patience = || {
        n_polls.set(n_polls.get() + 1);
        n_polls.get() > 100
    };
    let found = index.search(&query, 1, None, &patience).unwrap();
    assert_eq!(found.iter().map(|hit| hit.0).collect::<Vec<_>>(), [5]);
}

#[test]
fn terms_that_change_roles_between_windows_lose_nothing() {
    let mut index = LexicalIndex::new();
    let names = (0..6_u32).map(|i| format!("t{i}")).collect::<Vec<_>>();
    for ordinal in 0..60_000_u32 {
        let mix = ordinal.wrapping_mul(2654435761) >> 8;
        // Each term is strong in stretches of its own and weak elsewhere, so that its bounds rise and fall.
        let weight = |i: u32| if (ordinal / (900 + 700 * i)) % 4 == i % 4 { 3.0 } else { 0.2 };
        let held = (0..6).filter(|&i| mix.is_multiple_of(3 * i * i + 2) || (mix >> 5).is_multiple_of(7 * i + 2));
        let terms =
            held.map(|i| (names[i as usize].as_str(), weight(i) + (mix >> 3 & 7) as f32 / 10.0)).collect::<Vec<_>>();
        index.upsert(ordinal, &terms);
    }
    index.compact();
    let masks =
        [None, Some((0..60_000).step_by(3).collect::<RoaringBitmap>()), Some((0..60_000).step_by(170).collect())];
    for query in [&[0, 1][..], &[1, 2, 3], &[0, 2, 4, 5], &[0, 1, 2, 3, 4, 5]] {
        let query = query.iter().map(|&i| QueryTerm { term: &names[i], weight: 1.0 + i as f32 }).collect::<Vec<_>>();
        let scores = index.score(&query, &(0..60_000).collect::<Vec<_>>());
        let mut expected = (0..60_000).zip(scores).filter(|hit| hit.1 > 0.0).collect::<Vec<_>>();
        expected.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        for mask in &masks {
            let allowed = expected.iter().filter(|hit| mask.as_ref().is_none_or(|mask| mask.contains(hit.0)));
            let allowed = allowed.copied().collect::<Vec<_>>();
            for limit in [1, 10, 256, 3_000] {
                let found = index.search(&query, limit, mask.as_ref(), NEVER).unwrap();
                assert_eq!(found, allowed[..limit.min(allowed.len())], "{} terms, limit {limit}", query.len());
            }
        }
    }
}

// A block that lies across two windows, stepped over while its term did not matter, must be entered where the second
// window starts.
#[test]
fn a_block_across_windows_is_entered_where_the_window_starts() {
    let widths = [7, 13, 29, 60];
    let names = widths.map(|width| format!("wide{width}"));
    let mut index = LexicalIndex::new();
    for ordinal in 0..40_000_u32 {
        let mix = ordinal.wrapping_mul(2654435761) >> 8;
        // Strong documents are few and early in a window; in other windows there are none.
        let strength = [3.0, 0.1, 1.0, 0.2, 0.5][(ordinal / 4_096 % 5) as usize];
        let local = if (mix >> 4).is_multiple_of(40) { 0.1 } else { 0.0 };
        let local = if ordinal % 4_096 < 300 { local * 10.0 * strength } else { local };
        let mut terms = vec![("local", local), ("filler", 2.0)];
        for (width, name) in widths.into_iter().zip(&names) {
            if mix.is_multiple_of(width) {
                terms.push((name, 0.5 + (mix >> 6 & 7) as f32 / 5.0));
            }
        }
        index.upsert(ordinal, &terms);
    }
    index.compact();
    for (name, step) in names.iter().flat_map(|name| (1..80).map(move |step| (name, step))) {
        let query = [(name.as_str(), 1.0), ("local", step as f32 / 20.0)];
        let query = query.map(|(term, weight)| QueryTerm { term, weight });
        let all = index.search(&query, usize::MAX, None, NEVER).unwrap();
        for limit in [1, 2, 4, 8, 30] {
            let found = index.search(&query, limit, None, NEVER).unwrap();
            assert_eq!(found, all[..limit], "{name}, weight {step}, limit {limit}");
        }
    }
}

#[test]
fn replaced_and_removed_documents_leave_no_memory_behind() {
    let mut index = LexicalIndex::new();
    let fill = |index: &mut LexicalIndex, round: u32| {
        for ordinal in 0..2_000_u32 {
            let terms = (0..20).map(|i| format!("r{round}x{}", ordinal * 7 + i)).collect::<Vec<_>>();
            let terms = terms.iter().map(|term| (term.as_str(), 1.0)).collect::<Vec<_>>();
            index.upsert(ordinal, &terms);
        }
    };
    fill(&mut index, 0);
    index.compact();
    let (memory, n_terms) = (index.memory_bytes(), index.dictionary.len());
    (1..8).for_each(|round| fill(&mut index, round));
    assert!(index.memory_bytes() < memory * 4, "{} from {memory}", index.memory_bytes());
    assert_eq!(index.doc_freq("r0x7"), 0);
    index.compact();
    assert_eq!(index.dictionary.len(), n_terms);
    assert!(index.memory_bytes() < memory * 11 / 10);
    (0..2_000).for_each(|ordinal| assert!(index.remove(ordinal)));
    index.compact();
    assert!(index.memory_bytes() < 2_000, "{}", index.memory_bytes());
    assert!(index.is_empty());
}
