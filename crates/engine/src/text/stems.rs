//! Porter2 stems, remembered.
//!
//! Owns the cache in front of the stemmer: half of the time of an analysis was spent stemming the same few thousand words. A stem
//! depends on its word alone, so remembering changes no result.

use std::borrow::Cow;
use std::cell::RefCell;

use rust_stemmers::{Algorithm, Stemmer};

/// Slots of one thread's cache; a word has one slot and replaces what was there. 4,096 slots of 50 bytes, chosen: running text
/// repeats itself far within that.
const SLOTS: usize = 4096;
/// Longest word that is remembered, in bytes.
const LEN_MAX: usize = 24;

/// Cuts a lower-case Latin word to its stem.
pub(super) fn stem(word: &mut String) {
    if word.len() > LEN_MAX {
        *word = compute(word);
        return;
    }
    CACHE.with_borrow_mut(|slots| {
        if slots.is_empty() {
            slots.resize(SLOTS, Slot::EMPTY);
        }
        let slot = &mut slots[slot_of(word)];
        if slot.word() != word.as_bytes() {
            *slot = Slot::new(word, &compute(word)).unwrap_or(Slot::EMPTY);
        }
        match std::str::from_utf8(slot.stem()) {
            Ok(stem) if slot.len_word > 0 => {
                word.clear();
                word.push_str(stem);
            }
            // The stem did not fit its slot: longer than the word, which Porter2 does by one letter at most.
            _ => *word = compute(word),
        }
    });
}

thread_local! {
    static CACHE: RefCell<Vec<Slot>> = const { RefCell::new(Vec::new()) };
}

#[derive(Clone, Copy)]
struct Slot {
    word: [u8; LEN_MAX],
    stem: [u8; LEN_MAX],
    /// 0 for an empty slot.
    len_word: u8,
    len_stem: u8,
}

impl Slot {
    const EMPTY: Self = Self { word: [0; LEN_MAX], stem: [0; LEN_MAX], len_word: 0, len_stem: 0 };

    fn new(word: &str, stem: &str) -> Option<Self> {
        let mut slot = Self { len_word: word.len() as u8, len_stem: stem.len() as u8, ..Self::EMPTY };
        slot.word.get_mut(..word.len())?.copy_from_slice(word.as_bytes());
        slot.stem.get_mut(..stem.len())?.copy_from_slice(stem.as_bytes());
        Some(slot)
    }

    fn word(&self) -> &[u8] {
        &self.word[..self.len_word as usize]
    }

    fn stem(&self) -> &[u8] {
        &self.stem[..self.len_stem as usize]
    }
}

fn slot_of(word: &str) -> usize {
    let hash =
        word.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, b| (hash ^ b as u64).wrapping_mul(0x0000_0100_0000_01b3));
    (hash >> 40) as usize % SLOTS
}

fn compute(word: &str) -> String {
    match Stemmer::create(Algorithm::English).stem(word) {
        Cow::Borrowed(stem) => stem.to_owned(),
        Cow::Owned(stem) => stem,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn stemmed(word: &str) -> String {
        let mut word = word.to_owned();
        stem(&mut word);
        word
    }

    #[test]
    fn stems_are_porter2() {
        for (word, expected) in [
            ("deployments", "deploy"),
            ("running", "run"),
            ("generously", "generous"),
            ("café", "café"),
            ("skies", "sky"),
            ("", ""),
        ] {
            assert_eq!(stemmed(word), expected);
        }
    }

    proptest! {
        /// Few letters, so that slots are hit, shared and replaced.
        #[test]
        fn remembering_changes_nothing(words in proptest::collection::vec("[a-dsé]{0,3}(ing|ed|s|ies|ization|aaaaaaaaaaaaaaaaaaaaaaa)?", 0..200)) {
            for word in words {
                prop_assert_eq!(stemmed(&word), compute(&word));
            }
        }
    }
}
