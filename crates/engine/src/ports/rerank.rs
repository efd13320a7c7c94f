//! The reranker: a second, closer look at the best hits.

use super::ModelError;

/// Scores texts against a question more carefully than a channel can.
pub trait Reranker: Send + Sync {
    /// A short name for traces, for example `maxsim`.
    fn name(&self) -> &str;

    /// One score for each text, in order; higher is better, scale free.
    ///
    /// # Errors
    /// [`ModelError`] when it cannot answer; the caller then keeps the order it had.
    fn score(&self, query: &str, texts: &[&str]) -> Result<Vec<f32>, ModelError>;
}
