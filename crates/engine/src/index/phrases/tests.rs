//! Phrases against a naive list.

use proptest::prelude::*;

use super::{ENTRIES_MAX, PhraseIndex, PhraseMatch};

fn example() -> PhraseIndex {
    let mut index = PhraseIndex::new();
    for (number, phrase) in
        [(3, "laminar boundary layer"), (5, "boundary dispute"), (9, "ferry timetable"), (12, "layer cake")]
    {
        assert!(index.insert(number, &phrase.split(' ').collect::<Vec<_>>()));
    }
    index
}

fn numbers(found: &[PhraseMatch]) -> Vec<u32> {
    found.iter().map(|one| one.phrase).collect()
}

#[test]
fn phrases_are_covered_by_the_weight_of_their_words() {
    let index = example();
    let found = index.covered(&["the", "boundary", "layer", "of", "a", "wing"], 0.5, 10);
    assert_eq!(numbers(&found), [3], "a phrase with a word in two is less than half covered when the other is rarer");
    assert!(found[0].coverage > 0.5 && found[0].coverage < 1.0);
    let whole = index.covered(&["timetable", "ferry"], 1.0, 10);
    assert_eq!((numbers(&whole), whole[0].coverage), (vec![9], 1.0));
    assert!(index.covered(&["unknown"], 0.0, 10).is_empty());
    assert_eq!(numbers(&index.covered(&["boundary", "layer"], 0.1, 1)), [3], "the heaviest");
}

#[test]
fn a_word_that_very_many_phrases_have_leads_to_none_but_counts_where_another_does() {
    let mut index = PhraseIndex::new();
    for number in 0..=ENTRIES_MAX as u32 {
        let own = format!("word{number}");
        index.insert(number, &["report", &own]);
    }
    assert!(index.covered(&["report"], 0.0, 10).is_empty());
    assert_eq!(numbers(&index.covered(&["report", "word7"], 1.0, 10)), [7]);
}

#[test]
fn what_is_no_new_phrase_is_refused() {
    let mut index = example();
    assert!(!index.insert(20, &[]) && !index.insert(12, &["again"]) && !index.insert(4, &["late"]));
    assert!(index.insert(13, &["layer", "layer"]));
    assert_eq!((index.len(), index.all()), (5, &[3, 5, 9, 12, 13][..]));
    assert_eq!(numbers(&index.covered(&["layer"], 1.0, 10)), [13], "a word said twice is one word");
}

proptest! {
    #[test]
    fn covered_is_what_a_scan_finds(
        phrases in proptest::collection::vec(proptest::collection::vec("[a-f]", 1..5), 0..30),
        asked in proptest::collection::vec("[a-h]", 0..5), least in 0.0_f32..1.0,
    ) {
        let mut index = PhraseIndex::new();
        for (number, words) in phrases.iter().enumerate() {
            index.insert(number as u32, &words.iter().map(String::as_str).collect::<Vec<_>>());
        }
        let rarity = |word: &str| {
            let having = phrases.iter().filter(|words| words.iter().any(|own| own == word)).count() as f32;
            (1.0 + (phrases.len() as f32 - having + 0.5) / (having + 0.5)).ln()
        };
        let mut expected = Vec::new();
        for (number, words) in phrases.iter().enumerate() {
            let mut own = words.clone();
            own.sort_unstable();
            own.dedup();
            let all: f32 = own.iter().map(|word| rarity(word)).sum();
            let had: f32 = own.iter().filter(|word| asked.contains(word)).map(|word| rarity(word)).sum();
            // Sums in another order differ in the last bits.
            prop_assume!((had / all - least).abs() > 1e-5);
            if had > 0.0 && had / all >= least {
                expected.push(number as u32);
            }
        }
        let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
        let found = index.covered(&asked, least, usize::MAX);
        let mut sorted = numbers(&found);
        sorted.sort_unstable();
        prop_assert_eq!(sorted, expected);
        prop_assert!(found.windows(2).all(|pair| pair[0].weight * pair[0].coverage >= pair[1].weight * pair[1].coverage));
        let back = PhraseIndex::decode(&index.encode().unwrap()).unwrap();
        prop_assert_eq!(back.covered(&asked, least, 7), index.covered(&asked, least, 7));
        prop_assert_eq!(back.encode().unwrap(), index.encode().unwrap());
    }

    #[test]
    fn noise_is_refused_or_read_but_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        let mut bytes = bytes;
        if let Some(first) = bytes.first_mut() {
            *first = 1;
        }
        if let Ok(index) = PhraseIndex::decode(&bytes) {
            index.covered(&["a"], 0.0, 3);
        }
    }
}
