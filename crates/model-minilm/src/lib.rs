//! The bundled embedding model as bytes: all-MiniLM-L6-v2 with 8-bit weights. Data only; what the bytes mean is the
//! business of `quintet-providers`.
//!
//! The weights are those of sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0, see NOTICE), changed as follows: each
//! row of each matrix was rounded to 8 bits with one scale, and the unused pooler was left out.
//! `tools/quantise_minilm.py` makes this very file from the published one.

/// The model's name.
pub const NAME: &str = "all-minilm-l6-v2-int8";

/// Length of its vectors.
pub const DIMS: usize = 384;

/// How many tokens of a text it reads, special tokens included. Source: the published `sentence_bert_config.json`.
pub const MAX_TOKENS: usize = 256;

/// The weights: a safetensors file. Matrices are I8 `[outputs x inputs]`, each with an F32 tensor `<name>_scale` of one
/// scale for each row; everything else is F32.
pub static WEIGHTS: &[u8] = include_bytes!("../data/all-minilm-l6-v2-int8.safetensors");

/// SHA-256 of [`WEIGHTS`].
pub const WEIGHTS_SHA256: &str = "bf33aa9705623902a9c58b58786b6dcede8004e11e52952dd83a579e2ab4cd01";

/// The WordPiece vocabulary: one token a line, the line number is the id.
pub static VOCABULARY: &[u8] = include_bytes!("../data/all-minilm-l6-v2-vocab.txt");

/// SHA-256 of [`VOCABULARY`].
pub const VOCABULARY_SHA256: &str = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3";

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    fn hex(bytes: &[u8]) -> String {
        Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat()
    }

    #[test]
    fn the_bytes_are_the_published_ones() {
        assert_eq!(hex(super::WEIGHTS), super::WEIGHTS_SHA256);
        assert_eq!(hex(super::VOCABULARY), super::VOCABULARY_SHA256);
    }
}
