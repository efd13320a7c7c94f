//! What the host supplies: clock, randomness and models. The engine reads none of them in any other way.

mod clock;
mod document;
mod embed;
mod extract;
mod language;
mod random;
mod rerank;

pub use clock::{Clock, Deadline};
pub use document::{Anchor, AnchorKind, Block, BlockKind, DocumentError, Extracted};
pub use embed::{Embedder, ModelId, TokenVectors};
pub use extract::{Extraction, Extractor, Fault, Mention, Note, Reading, Usage, Vocabulary};
pub use language::{Completion, LanguageError, LanguageModel, Prompt};
pub use random::Random;
pub use rerank::Reranker;

/// A model did not answer, or not usefully. Never holds the text that was sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// The model cannot be reached or failed to load; retrying later may help.
    #[error("{model} is unavailable: {reason}")]
    Unavailable {
        /// Which model.
        model: String,
        /// Why, without any text that was sent to it.
        reason: String,
    },
    /// The model answered something that cannot be used.
    #[error("{model} answered something unusable: {reason}")]
    Unusable {
        /// Which model.
        model: String,
        /// What is wrong with the answer.
        reason: String,
    },
}
