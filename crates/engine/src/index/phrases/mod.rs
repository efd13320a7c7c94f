//! Key phrases by their words: which known phrases a question speaks of, in whole or in good part.
//!
//! Owns words, phrases and how far a list of words covers a phrase. It does not know how words are made, which rows have a
//! phrase, or who may see it: the same code that makes a phrase's words must make the question's.
//!
//! Phrases are added and never taken away, like the nodes they stand for; one that no row has any more is dropped by the
//! reader, who knows the rows.

mod codec;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

pub use self::codec::DecodeError;

/// Words of a phrase that are kept. Chosen: twice the longest phrase, since a word may have several terms.
pub const WORDS_MAX: usize = 8;

/// Phrases with a word beyond which the word leads to none of them: they are found by their rarer words. Chosen: it bounds
/// what a question costs in a large context, and a phrase of nothing but such words says nothing.
const ENTRIES_MAX: usize = 1_024;

/// A known phrase that a question speaks of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PhraseMatch {
    /// Its number, as given to [`PhraseIndex::insert`].
    pub phrase: u32,
    /// Share of its words that the question has, each by its rarity, in `(0, 1]`.
    pub coverage: f32,
    /// How rare the words are that it has, in nats summed: 0 for a word that every phrase has.
    pub weight: f32,
}

/// The phrases of one context.
#[derive(Clone, Debug, Default)]
pub struct PhraseIndex {
    words: HashMap<Box<str>, u32>,
    /// Bytes of all words.
    text_bytes: usize,
    /// Positions in `phrases` by word, ascending.
    postings: Vec<Vec<u32>>,
    /// Number of each phrase, in order of insertion.
    phrases: Vec<u32>,
    /// Where the words of each phrase end in `phrase_words`.
    ends: Vec<u32>,
    phrase_words: Vec<u32>,
}

impl PhraseIndex {
    /// An index without phrases.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a phrase with its words; repeats and words after the first [`WORDS_MAX`] are dropped. A phrase without words, or
    /// with a number that is not above all before, is refused with false. O(words).
    pub fn insert(&mut self, phrase: u32, words: &[&str]) -> bool {
        if words.is_empty() || self.phrases.last().is_some_and(|last| *last >= phrase) {
            return false;
        }
        let position = self.phrases.len() as u32;
        let mut own: Vec<u32> = Vec::with_capacity(words.len().min(WORDS_MAX));
        for word in words {
            let number = self.number(word);
            if own.len() < WORDS_MAX && !own.contains(&number) {
                own.push(number);
                self.postings[number as usize].push(position);
            }
        }
        self.phrases.push(phrase);
        self.phrase_words.extend(own);
        self.ends.push(self.phrase_words.len() as u32);
        true
    }

    fn number(&mut self, word: &str) -> u32 {
        if let Some(number) = self.words.get(word) {
            return *number;
        }
        let number = self.postings.len() as u32;
        self.text_bytes += word.len();
        self.words.insert(word.into(), number);
        self.postings.push(Vec::new());
        number
    }

    fn words_of(&self, position: usize) -> &[u32] {
        let start = position.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.phrase_words[start as usize..self.ends[position] as usize]
    }

    /// Rarity of a word among the phrases, in nats, above 0.
    fn rarity(&self, word: u32) -> f32 {
        let (all, having) = (self.phrases.len() as f32, self.postings[word as usize].len() as f32);
        (1.0 + (all - having + 0.5) / (having + 0.5)).ln()
    }

    /// The phrases of which `words` cover at least `coverage_min`: the heaviest first, ties to the older, at most `limit`.
    /// A phrase is found by those of its words that at most 1,024 phrases have.
    ///
    /// Cost: O(words x 1,024).
    pub fn covered(&self, words: &[&str], coverage_min: f32, limit: usize) -> Vec<PhraseMatch> {
        let mut asked: Vec<u32> = words.iter().filter_map(|word| self.words.get(*word).copied()).collect();
        asked.sort_unstable();
        asked.dedup();
        let entries = asked.iter().map(|word| &self.postings[*word as usize]).filter(|list| list.len() <= ENTRIES_MAX);
        let mut touched: Vec<u32> = entries.flatten().copied().collect();
        touched.sort_unstable();
        touched.dedup();
        let mut found: Vec<PhraseMatch> = touched
            .into_iter()
            .filter_map(|position| {
                let (mut had, mut all) = (0.0_f32, 0.0_f32);
                for word in self.words_of(position as usize) {
                    let rarity = self.rarity(*word);
                    all += rarity;
                    had += if asked.binary_search(word).is_ok() { rarity } else { 0.0 };
                }
                let coverage = (had / all).min(1.0);
                let phrase = self.phrases[position as usize];
                (coverage >= coverage_min).then_some(PhraseMatch { phrase, coverage, weight: had })
            })
            .collect();
        found.sort_by(|a, b| {
            let (one, other) = (a.weight * a.coverage, b.weight * b.coverage);
            other.total_cmp(&one).then(a.phrase.cmp(&b.phrase))
        });
        found.truncate(limit);
        found
    }

    /// The numbers of all phrases, ascending.
    pub fn all(&self) -> &[u32] {
        &self.phrases
    }

    /// Phrases held.
    pub fn len(&self) -> usize {
        self.phrases.len()
    }

    /// True without any phrase.
    pub fn is_empty(&self) -> bool {
        self.phrases.is_empty()
    }

    /// Bytes held, roughly.
    pub fn memory_bytes(&self) -> usize {
        self.text_bytes
            + self.postings.len() * (size_of::<Vec<u32>>() + size_of::<(Box<str>, u32)>() + 8)
            + self.phrase_words.len() * 8
            + self.phrases.len() * 8
    }
}
