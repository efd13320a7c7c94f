//! A 64-bit fingerprint that is close for texts that are nearly the same.
//!
//! Source: Charikar 2002; Manku, Jain and Das Sarma 2007 (near-duplicates at a distance of at most 3 of 64 bits). The hash is fixed
//! for ever: fingerprints are stored.

use super::normal::normalise;
use super::script::Class;

/// Below this number of words the features are single words: three words have one shingle, and one change would flip half the bits.
const SHORT: usize = 8;

/// Fingerprint over shingles of three words (single words for texts under eight words); 0 for a text without words.
///
/// Case, punctuation and white space do not count. A character of a script without spaces is a word. Cost: O(n).
pub fn simhash(text: &str) -> u64 {
    let words = word_hashes(&normalise(text));
    let mut votes = Votes::new();
    if words.len() < SHORT {
        for &word in &words {
            votes.add(mix(word));
        }
    } else {
        for three in words.windows(3) {
            votes.add(mix(three[0].rotate_left(42) ^ three[1].rotate_left(21) ^ three[2]));
        }
    }
    votes.majority()
}

/// Number of differing bits, 0 to 64.
pub fn hamming(a: u64, b: u64) -> u32 {
    (a ^ b).count_ones()
}

/// Where FNV-1a begins.
pub(super) const BASIS: u64 = 0xcbf2_9ce4_8422_2325;

fn word_hashes(text: &str) -> Vec<u64> {
    let mut out = Vec::with_capacity(text.len() / 5);
    let mut hash = BASIS;
    let close = |hash: &mut u64, out: &mut Vec<u64>| {
        if *hash != BASIS {
            out.push(mix(*hash));
            *hash = BASIS;
        }
    };
    for c in text.chars() {
        match Class::of(c) {
            // An apostrophe joins: "don't" is one word.
            Class::None if c == '\'' => {}
            Class::None => close(&mut hash, &mut out),
            Class::Cjk | Class::Cluster => {
                close(&mut hash, &mut out);
                hash = feed(hash, c);
                close(&mut hash, &mut out);
            }
            _ => hash = feed(hash, c),
        }
    }
    close(&mut hash, &mut out);
    out
}

/// One step of FNV-1a, a whole character at a time.
pub(super) fn feed(hash: u64, c: char) -> u64 {
    (hash ^ c as u64).wrapping_mul(0x0000_0100_0000_01b3)
}

/// The finaliser of SplitMix64: every input bit reaches every output bit.
pub(crate) fn mix(mut hash: u64) -> u64 {
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

/// Per-bit counts of ones, kept as eight packed lanes of bytes and spilled before a lane can overflow.
struct Votes {
    lanes: [u64; 8],
    n_pending: u32,
    ones: [u64; 64],
    n_votes: u64,
}

impl Votes {
    fn new() -> Self {
        Self { lanes: [0; 8], n_pending: 0, ones: [0; 64], n_votes: 0 }
    }

    fn add(&mut self, hash: u64) {
        const LOW: u64 = 0x0101_0101_0101_0101;
        for (shift, lane) in self.lanes.iter_mut().enumerate() {
            *lane += (hash >> shift) & LOW;
        }
        self.n_votes += 1;
        self.n_pending += 1;
        if self.n_pending == 255 {
            self.spill();
        }
    }

    fn spill(&mut self) {
        for (shift, lane) in self.lanes.iter_mut().enumerate() {
            for (byte, count) in lane.to_le_bytes().into_iter().enumerate() {
                self.ones[byte * 8 + shift] += count as u64;
            }
            *lane = 0;
        }
        self.n_pending = 0;
    }

    fn majority(mut self) -> u64 {
        self.spill();
        let n_votes = self.n_votes;
        (0..64).filter(|&bit| self.ones[bit] * 2 > n_votes).fold(0, |bits, bit| bits | 1 << bit)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn nearly_equal_texts_are_close_and_others_far() {
        let base = "The deployment to the staging cluster failed last night because the certificate of the ingress had expired, \
                    and nobody was on call to renew it before the morning meeting started at nine.";
        let near = base.replace("nine", "ten").replace("The deployment", "the  DEPLOYMENT");
        let far = "We planted tomatoes and basil in the garden on the weekend, and the children painted the old wooden fence \
                   in bright colours while grandfather told stories about the sea.";
        assert!(hamming(simhash(base), simhash(&near)) <= 10);
        assert!(hamming(simhash(base), simhash(far)) >= 18);
    }

    #[test]
    fn different_sentences_of_any_script_differ() {
        for (a, b) in [
            ("我喜欢喝茶", "我喜欢喝咖啡"),
            ("今天天气很好", "明天我们去北京"),
            ("She loves blue", "She hates blue"),
            ("ฉันชอบชา", "ฉันชอบกาแฟ"),
        ] {
            assert_ne!(simhash(a), simhash(b), "{a} / {b}");
        }
    }

    #[test]
    fn values_are_fixed_because_they_are_stored() {
        assert_eq!(simhash(""), 0);
        assert_eq!(simhash("..."), 0);
        assert_eq!(simhash("hello"), mix(mix("hello".chars().fold(0xcbf2_9ce4_8422_2325, feed))));
        assert_eq!(simhash("the quick brown fox jumps over the lazy dog near the river bank"), PANGRAM);
    }

    const PANGRAM: u64 = 9_773_760_142_928_379;

    proptest! {
        #[test]
        fn votes_equal_the_naive_count(hashes in proptest::collection::vec(any::<u64>(), 0..700)) {
            let mut votes = Votes::new();
            for &hash in &hashes {
                votes.add(hash);
            }
            let naive = (0..64).filter(|bit| 2 * hashes.iter().filter(|&hash| hash >> bit & 1 == 1).count() > hashes.len());
            prop_assert_eq!(votes.majority(), naive.fold(0, |bits, bit| bits | 1 << bit));
        }

        #[test]
        fn case_and_punctuation_do_not_count(words in proptest::collection::vec("[a-z]{1,8}", 1..30)) {
            let plain = words.join(" ");
            let dressed = format!("\u{201C}{}!\u{201D}", words.join(",  ").to_uppercase());
            prop_assert_eq!(simhash(&plain), simhash(&dressed));
        }
    }
}
