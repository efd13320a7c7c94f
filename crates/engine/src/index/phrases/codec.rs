//! Phrases as bytes: version `u8` = 1, then postcard: the words in order of their numbers, the numbers of the phrases, where
//! the words of each end, and these words. Postings follow from them. No checksum: whoever stores the bytes has one.

use super::PhraseIndex;

const VERSION: u8 = 1;

/// Bytes are no phrases that this version wrote. Rebuild the index from the store.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("phrase bytes are unusable ({reason}); rebuild the index")]
pub struct DecodeError {
    /// What is wrong.
    pub reason: String,
}

fn wrong(reason: impl core::fmt::Display) -> DecodeError {
    DecodeError { reason: reason.to_string() }
}

impl PhraseIndex {
    /// All phrases as bytes; equal histories give equal bytes.
    ///
    /// # Errors
    /// [`postcard::Error`] when memory runs out.
    pub fn encode(&self) -> Result<Vec<u8>, postcard::Error> {
        let mut words: Vec<&str> = vec![""; self.postings.len()];
        for (word, number) in &self.words {
            words[*number as usize] = word;
        }
        let mut out = vec![VERSION];
        out.extend(postcard::to_stdvec(&(words, &self.phrases, &self.ends, &self.phrase_words))?);
        Ok(out)
    }

    /// Reads what [`PhraseIndex::encode`] wrote.
    ///
    /// # Errors
    /// [`DecodeError`] for anything else; never panics.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let (version, rest) = bytes.split_first().ok_or_else(|| wrong("too short"))?;
        if *version != VERSION {
            return Err(wrong(format_args!("version {version}, not {VERSION}")));
        }
        type Stored<'a> = (Vec<&'a str>, Vec<u32>, Vec<u32>, Vec<u32>);
        let (words, phrases, ends, phrase_words): Stored<'_> = postcard::from_bytes(rest).map_err(wrong)?;
        let in_order = phrases.is_sorted_by(|a, b| a < b) && ends.is_sorted_by(|a, b| a < b);
        let fits = ends.len() == phrases.len() && ends.last().copied().unwrap_or(0) as usize == phrase_words.len();
        let known = phrase_words.iter().all(|word| (*word as usize) < words.len());
        if !in_order || !fits || !known || ends.first() == Some(&0) {
            return Err(wrong("numbers out of order"));
        }
        let mut index = Self { phrases, ends, phrase_words, ..Self::default() };
        for word in words {
            index.number(word);
        }
        if index.phrase_words.iter().any(|word| *word as usize >= index.postings.len()) {
            return Err(wrong("a word twice"));
        }
        for position in 0..index.phrases.len() {
            for word in index.words_of(position).to_vec() {
                index.postings[word as usize].push(position as u32);
            }
        }
        Ok(index)
    }
}
