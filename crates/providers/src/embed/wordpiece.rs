//! Text to token ids, with the special tokens that a BERT encoder expects around them.
//!
//! Owns the tokeniser and the cut at the model's length. Must not know the network.

use tokenizers::models::wordpiece::WordPiece;
use tokenizers::normalizers::bert::BertNormalizer;
use tokenizers::pre_tokenizers::bert::BertPreTokenizer;
use tokenizers::{AddedToken, Tokenizer};

use super::OpenError;

/// Tokens that stand for themselves when they occur in a text, as in the reference tokeniser.
const SPECIAL: [&str; 5] = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"];

/// A WordPiece tokeniser.
pub(super) struct WordPieces {
    tokenizer: Tokenizer,
    first: u32,
    last: u32,
    max_tokens: usize,
    vocabulary: usize,
}

impl WordPieces {
    /// Builds the tokeniser of a BERT model from its `vocab.txt` (one token a line, the id is the line number).
    ///
    /// - `lowercase`: whether case and accents are dropped, as for all "uncased" models.
    /// - `max_tokens`: texts are cut there, special tokens included.
    pub(super) fn from_vocabulary(vocabulary: &[u8], lowercase: bool, max_tokens: usize) -> Result<Self, OpenError> {
        let words = WordPiece::read_bytes(vocabulary).map_err(|error| unusable(error.to_string()))?;
        let model = WordPiece::builder().vocab(words).build().map_err(|error| unusable(error.to_string()))?;
        let mut tokenizer = Tokenizer::new(model);
        tokenizer
            .with_normalizer(Some(BertNormalizer::new(true, true, None, lowercase)))
            .map_err(|error| unusable(error.to_string()))?
            .with_pre_tokenizer(Some(BertPreTokenizer));
        let special = SPECIAL.into_iter().filter(|token| tokenizer.token_to_id(token).is_some());
        let special: Vec<_> = special.map(|token| AddedToken::from(token, true)).collect();
        tokenizer.add_special_tokens(special).map_err(|error| unusable(error.to_string()))?;
        Self::new(tokenizer, max_tokens)
    }

    /// Reads a `tokenizer.json`. Its own padding and cutting are turned off.
    pub(super) fn from_json(bytes: &[u8], max_tokens: usize) -> Result<Self, OpenError> {
        let mut tokenizer = Tokenizer::from_bytes(bytes).map_err(|error| unusable(error.to_string()))?;
        tokenizer.with_padding(None);
        tokenizer.with_truncation(None).map_err(|error| unusable(error.to_string()))?;
        Self::new(tokenizer, max_tokens)
    }

    fn new(tokenizer: Tokenizer, max_tokens: usize) -> Result<Self, OpenError> {
        let id = |token: &str| {
            let found = tokenizer.token_to_id(token);
            found.ok_or_else(|| unusable(format!("it has no token {token}")))
        };
        let (first, last) = (id("[CLS]")?, id("[SEP]")?);
        id("[UNK]")?;
        let vocabulary = tokenizer.get_vocab(true).values().max().map_or(0, |&id| id as usize + 1);
        Ok(Self { tokenizer, first, last, max_tokens, vocabulary })
    }

    /// One more than the largest id.
    pub(super) fn vocabulary(&self) -> usize {
        self.vocabulary
    }

    pub(super) fn max_tokens(&self) -> usize {
        self.max_tokens
    }

    /// The ids of a text between the two special tokens, at most `max_tokens` in all.
    ///
    /// # Errors
    /// What the tokeniser says; it does not hold the text.
    pub(super) fn encode(&self, text: &str) -> Result<Vec<u32>, String> {
        let encoding = self.tokenizer.encode_fast(text, false).map_err(|error| error.to_string())?;
        let inner = encoding.get_ids();
        let inner = &inner[..inner.len().min(self.max_tokens.saturating_sub(2))];
        let mut ids = Vec::with_capacity(inner.len() + 2);
        ids.push(self.first);
        ids.extend_from_slice(inner);
        ids.push(self.last);
        Ok(ids)
    }

    /// How many ids the whole text has, uncut, special tokens included.
    pub(super) fn count(&self, text: &str) -> Result<usize, String> {
        let encoding = self.tokenizer.encode_fast(text, false).map_err(|error| error.to_string())?;
        Ok(encoding.len() + 2)
    }
}

fn unusable(reason: String) -> OpenError {
    OpenError::Vocabulary { reason }
}

#[cfg(all(test, feature = "minilm"))]
mod tests {
    use quintet_model_minilm as model;

    use super::*;

    #[derive(serde::Deserialize)]
    struct Golden {
        text: String,
        ids: Vec<u32>,
    }

    /// The reference ids come from the model's own `tokenizer.json`, with its padding and cutting turned off.
    #[test]
    fn ids_equal_those_of_the_reference_tokeniser() {
        let pieces = WordPieces::from_vocabulary(model::VOCABULARY, true, model::MAX_TOKENS).unwrap();
        let golden: Vec<Golden> = serde_json::from_str(include_str!("../../tests/data/minilm_ids.json")).unwrap();
        assert!(golden.len() > 20);
        for case in golden {
            assert_eq!(pieces.encode(&case.text).unwrap(), case.ids, "{:?}", case.text);
            assert_eq!(pieces.count(&case.text).unwrap(), case.ids.len(), "{:?}", case.text);
        }
    }

    #[test]
    fn a_long_text_is_cut_and_counted_whole() {
        let pieces = WordPieces::from_vocabulary(model::VOCABULARY, true, 16).unwrap();
        let text = "tea ".repeat(40);
        let ids = pieces.encode(&text).unwrap();
        assert_eq!((ids.len(), pieces.count(&text).unwrap()), (16, 42));
        assert_eq!((ids[0], ids[15]), (101, 102));
        assert!(ids[1..15].iter().all(|&id| id == ids[1]));
    }
}
