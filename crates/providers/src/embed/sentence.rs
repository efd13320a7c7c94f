//! A sentence embedder: tokeniser, encoder and pooling together, for bundled and user-supplied weights alike.

use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroUsize;

use quintet::ports::{Embedder, ModelError, ModelId, TokenVectors};

use super::OpenError;
use super::bert::{self, Encoder, Shape};
use super::wordpiece::WordPieces;

/// How token vectors become one vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pooling {
    /// The mean over all tokens, special ones included.
    Mean,
    /// The vector of the first token.
    First,
}

/// A BERT-type sentence embedder running on the processor.
///
/// The same text gives the same vector to the last bit, whatever the batch, the number of threads or the instruction
/// set. Cost: one call uses up to the given number of threads; memory for activations is bounded by the longest text.
pub struct SentenceEncoder {
    id: ModelId,
    pieces: WordPieces,
    encoder: Encoder,
    pooling: Pooling,
    threads: NonZeroUsize,
}

impl fmt::Debug for SentenceEncoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SentenceEncoder").field("id", &self.id).field("pooling", &self.pooling).finish_non_exhaustive()
    }
}

impl SentenceEncoder {
    pub(super) fn open(
        id: ModelId,
        pieces: WordPieces,
        weights: Cow<'static, [u8]>,
        shape: Shape,
        pooling: Pooling,
        threads: NonZeroUsize,
    ) -> Result<Self, OpenError> {
        if pieces.vocabulary() > shape.vocabulary {
            let (ids, rows) = (pieces.vocabulary(), shape.vocabulary);
            return Err(OpenError::Vocabulary { reason: format!("it has {ids} tokens, the model knows {rows}") });
        }
        let encoder = bert::load(&weights, shape, threads)?;
        Ok(Self { id, pieces, encoder, pooling, threads })
    }

    fn encode<T: Send>(&self, texts: &[&str], read: impl Fn(&mut [f32]) -> T + Sync) -> Result<Vec<T>, ModelError> {
        let ids = texts.iter().map(|text| self.pieces.encode(text)).collect::<Result<Vec<_>, _>>();
        let ids = ids.map_err(|reason| ModelError::Unusable { model: self.id.name.clone(), reason })?;
        Ok(self.encoder.run(&ids, self.threads, read))
    }
}

impl Embedder for SentenceEncoder {
    fn model(&self) -> &ModelId {
        &self.id
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, ModelError> {
        let hidden = self.encoder.shape().hidden;
        self.encode(texts, |states| {
            let mut pooled = states[..hidden].to_vec();
            if self.pooling == Pooling::Mean {
                for state in states[hidden..].chunks_exact(hidden) {
                    for (sum, v) in pooled.iter_mut().zip(state) {
                        *sum += v;
                    }
                }
            }
            self.encoder.to_unit_length(&mut pooled);
            pooled
        })
    }

    fn embed_tokens(&self, texts: &[&str]) -> Result<Vec<TokenVectors>, ModelError> {
        let dims = self.encoder.shape().hidden;
        self.encode(texts, |states| {
            let inner = &mut states[dims..];
            let inner_len = inner.len() - dims;
            let mut values = inner[..inner_len].to_vec();
            for row in values.chunks_exact_mut(dims) {
                self.encoder.to_unit_length(row);
            }
            TokenVectors { dims, values }
        })
    }

    fn max_tokens(&self) -> usize {
        self.pieces.max_tokens()
    }

    fn count_tokens(&self, text: &str) -> usize {
        // A text that cannot be tokenised has at most one token for each of its bytes.
        self.pieces.count(text).unwrap_or(text.len() + 2)
    }
}
