//! Hashes of names that grow word by word, so that all runs from one word on cost one multiplication each.
//!
//! Not hardened against chosen collisions: the engine has no randomness of its own, and a crowded slot costs time only.

use super::LINK_WORDS_MAX;

/// Start of a run; any odd number with mixed bits.
const START: u64 = 0x51_7C_C1_B7_27_22_0A_95;
/// The golden ratio in 64 bits.
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// Multiplies to 128 bits and folds the halves: every input bit reaches every output bit.
fn mix(one: u64, two: u64) -> u64 {
    let wide = u128::from(one ^ MULTIPLIER) * u128::from(two ^ START);
    (wide >> 64) as u64 ^ wide as u64
}

/// Hash of one word.
pub(super) fn of_word(word: &str) -> u64 {
    let mut hash = word.len() as u64;
    let mut chunks = word.as_bytes().chunks_exact(8);
    for chunk in &mut chunks {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(chunk);
        hash = mix(hash, u64::from_le_bytes(bytes)).rotate_left(23);
    }
    let mut bytes = [0; 8];
    bytes[..chunks.remainder().len()].copy_from_slice(chunks.remainder());
    mix(hash, u64::from_le_bytes(bytes))
}

/// Hash of a whole key.
pub(super) fn of_key(key: &str) -> u64 {
    key.split(' ').fold(START, |hash, word| extend(hash, of_word(word)))
}

/// Hashes of the runs of 1, 2, ... up to `longest` words; the rest of the array is unused.
pub(super) fn of_run(words: &[u64], longest: usize) -> [u64; LINK_WORDS_MAX] {
    let mut runs = [0; LINK_WORDS_MAX];
    let mut hash = START;
    for (run, &word) in runs.iter_mut().zip(words).take(longest) {
        hash = extend(hash, word);
        *run = hash;
    }
    runs
}

fn extend(hash: u64, word: u64) -> u64 {
    mix(hash.rotate_left(31), word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_hashes_like_its_key_and_short_words_differ() {
        let words = ["new", "york", "city", "a rather long word here"].map(of_word);
        assert_eq!(of_run(&words, 3)[2], of_key("new york city"));
        assert_eq!(of_run(&words, 3)[3], 0);
        let mut seen = std::collections::BTreeSet::new();
        for one in 0..=255_u8 {
            for two in [None, Some("a"), Some("\0"), Some("12345678")] {
                let word = format!("{}{}", char::from(one), two.unwrap_or(""));
                assert!(seen.insert(of_word(&word)), "{word:?}");
            }
        }
        assert_ne!(of_key("york new"), of_key("new york"));
    }
}
