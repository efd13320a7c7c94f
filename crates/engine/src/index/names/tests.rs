//! The gazetteer against a sorted map.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;

fn any_accept(_: usize, _: usize, _: &[u32]) -> bool {
    true
}

/// Few words, so that runs and keys meet; one with more bytes than characters.
fn word() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["new", "york", "city", "of", "ann", "é", "republic-of"])
}

fn key() -> impl Strategy<Value = String> {
    proptest::collection::vec(word(), 1..9).prop_map(|words| words.join(" "))
}

/// Adds (true) and removals.
fn history() -> impl Strategy<Value = Vec<(bool, String, u32)>> {
    proptest::collection::vec((prop::bool::weighted(0.7), key(), 0_u32..5), 0..80)
}

fn both(changes: &[(bool, String, u32)]) -> (NameIndex, BTreeMap<String, BTreeSet<u32>>) {
    let (mut index, mut naive) = (NameIndex::new(), BTreeMap::<String, BTreeSet<u32>>::new());
    for (add, key, entity) in changes {
        if *add {
            assert_eq!(index.insert(key, *entity), naive.entry(key.clone()).or_default().insert(*entity));
        } else {
            let had = naive.get_mut(key).is_some_and(|set| set.remove(entity));
            assert_eq!(index.remove(key, *entity), had);
            naive.retain(|_, set| !set.is_empty());
        }
    }
    (index, naive)
}

fn naive_link(
    naive: &BTreeMap<String, BTreeSet<u32>>,
    words: &[&str],
    accept: &dyn Fn(usize, usize, &[u32]) -> bool,
) -> Vec<NameMatch> {
    let (mut found, mut first) = (Vec::new(), 0);
    'text: while first < words.len() {
        for n in (1..=7.min(words.len() - first)).rev() {
            if let Some(set) = naive.get(&words[first..first + n].join(" ")) {
                let entities: Vec<u32> = set.iter().copied().collect();
                if accept(first, n, &entities) {
                    found.push(NameMatch { first, words: n, entities });
                    first += n;
                    continue 'text;
                }
            }
        }
        first += 1;
    }
    found
}

proptest! {
    #[test]
    fn behaves_like_a_sorted_map(changes in history(), words in proptest::collection::vec(word(), 0..40)) {
        let (index, naive) = both(&changes);
        prop_assert_eq!(index.len(), naive.len());
        for (_, key, _) in &changes {
            let expected: Vec<u32> = naive.get(key).into_iter().flatten().copied().collect();
            prop_assert_eq!(index.exact(key), expected);
        }
        let refuse = |first: usize, n: usize, entities: &[u32]| !(first + n).is_multiple_of(3) && entities != [1];
        for accept in [&any_accept as &dyn Fn(usize, usize, &[u32]) -> bool, &refuse] {
            prop_assert_eq!(index.link(&words, accept), naive_link(&naive, &words, accept));
        }
        let decoded = NameIndex::decode(&index.encode()).unwrap();
        prop_assert_eq!(decoded.encode(), index.encode());
        prop_assert_eq!(decoded.link(&words, &any_accept), index.link(&words, &any_accept));
    }

    #[test]
    fn garbage_never_panics(changes in history(), spot in any::<prop::sample::Index>(), byte: u8, cut: bool) {
        let mut bytes = both(&changes).0.encode();
        let at = spot.index(bytes.len());
        bytes[at] = byte;
        bytes.truncate(if cut { at } else { bytes.len() });
        if let Ok(index) = NameIndex::decode(&bytes) {
            prop_assert_eq!(index.encode(), bytes);
        }
    }
}

#[test]
fn the_longest_name_wins_and_matches_do_not_overlap() {
    let mut index = NameIndex::new();
    for (key, entity) in [("new york", 1), ("new york city", 2), ("city hall", 3), ("york", 4), ("york", 9)] {
        assert!(index.insert(key, entity));
    }
    let words: Vec<&str> = "in new york city hall of york".split(' ').collect();
    let found = index.link(&words, &any_accept);
    let spans: Vec<_> = found.iter().map(|hit| (hit.first, hit.words, hit.entities.clone())).collect();
    assert_eq!(spans, [(1, 3, vec![2]), (6, 1, vec![4, 9])]);
    // A refused long name leaves room for the shorter one and for what follows.
    let found = index.link(&words, &|_, n, _| n < 3);
    assert_eq!(found.iter().map(|hit| (hit.first, hit.words)).collect::<Vec<_>>(), [(1, 2), (3, 2), (6, 1)]);
}

#[test]
fn refuses_keys_and_entities_out_of_range() {
    let mut index = NameIndex::new();
    assert!(!index.insert("", 1));
    assert!(!index.insert(&"x".repeat(KEY_LEN_MAX + 1), 1));
    assert!(!index.insert("ann", ENTITY_MAX + 1));
    assert!(index.insert(&"x".repeat(KEY_LEN_MAX), ENTITY_MAX));
    assert!(index.insert("a b c d e f g h", 1));
    assert_eq!(index.exact("a b c d e f g h"), [1]);
    assert_eq!(index.link(&["a", "b", "c", "d", "e", "f", "g", "h"], &any_accept), []);
    assert_eq!(index.link(&[], &any_accept), []);
    assert_eq!(index.len(), 2);
}

#[test]
fn many_names_stay_small_through_removals() {
    let mut index = NameIndex::new();
    let key = |at: u32| format!("name{at} of house{}", at % 977);
    let mut key_bytes = 0;
    for at in 0..50_000 {
        key_bytes += key(at).len();
        assert!(index.insert(&key(at), at));
    }
    let decoded = NameIndex::decode(&index.encode()).unwrap();
    assert_eq!(decoded.len(), 50_000);
    for at in (0..50_000).filter(|at| at % 10 != 0) {
        assert!(index.remove(&key(at), at));
    }
    for at in 0..50_000 {
        let expected: &[u32] = if at % 10 == 0 { &[at] } else { &[] };
        assert_eq!(index.exact(&key(at)), expected);
    }
    assert!(index.arena.len() < key_bytes / 4);
    // Slots of removed keys are used up by new ones, not piled up.
    for round in 0..40 {
        for at in 0..1_000 {
            index.insert(&format!("r{round} x{at}"), at);
            index.remove(&format!("r{round} x{at}"), at);
        }
    }
    assert!(index.tags.len() < 100_000);
}

#[test]
fn other_bytes_are_refused_with_the_reason() {
    assert_eq!(NameIndex::decode(&[]).unwrap_err(), DecodeError::Length { len: 0 });
    assert_eq!(NameIndex::decode(&[7]).unwrap_err(), DecodeError::Version { got: 7 });
    assert_eq!(NameIndex::decode(&[1, 255, 255, 255, 255]).unwrap_err(), DecodeError::Length { len: 5 });
    let mut index = NameIndex::new();
    index.insert("ann", 3);
    let mut bytes = index.encode();
    bytes[7] = 0xFF;
    assert_eq!(NameIndex::decode(&bytes).unwrap_err(), DecodeError::Value { what: "key", at: 0 });
}
