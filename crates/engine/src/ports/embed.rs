//! The embedder: text to vectors.

use core::fmt;

use super::ModelError;

/// Names an embedding model so that vectors of two models are never compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct ModelId {
    /// A readable name, for example `all-minilm-l6-v2-int8`.
    pub name: String,
    /// Length of its vectors.
    pub dims: u32,
    /// Checksum of its weights: the first 16 hexadecimal digits of their SHA-256.
    pub checksum: String,
}

impl fmt::Display for ModelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} dimensions, checksum {})", self.name, self.dims, self.checksum)
    }
}

/// One vector for each token of a text, for late interaction.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenVectors {
    /// Length of one vector.
    pub dims: usize,
    /// `[tokens x dims]`, row-major, each row of unit length; special tokens left out.
    pub values: Vec<f32>,
}

/// Turns text into vectors. Deterministic: the same text gives the same vector, whatever else is in the batch.
pub trait Embedder: Send + Sync {
    /// Which model this is; constant for the life of the embedder.
    fn model(&self) -> &ModelId;

    /// One vector of unit length (`model().dims` long) for each text, in order.
    ///
    /// A text longer than [`Embedder::max_tokens`] is cut there; callers split long texts first.
    /// An empty list gives an empty list.
    ///
    /// # Errors
    /// [`ModelError`] when the model cannot answer; then there is no vector for any text.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError>;

    /// Token vectors for each text, in order, for late interaction.
    ///
    /// # Errors
    /// As [`Embedder::embed`]; also when the model has no token vectors.
    fn embed_tokens(&self, texts: &[&str]) -> Result<Vec<TokenVectors>, ModelError>;

    /// How many tokens of a text the model reads.
    fn max_tokens(&self) -> usize;

    /// How many tokens the text has for this model, special tokens included.
    fn count_tokens(&self, text: &str) -> usize;
}
