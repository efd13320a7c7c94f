//! The language model. None is needed; with one, extraction and answers get better.

use super::ModelError;

/// What a language model is asked.
#[derive(Clone, Debug)]
pub struct Prompt<'a> {
    /// Standing instructions.
    pub system: &'a str,
    /// The request itself.
    pub user: &'a str,
    /// A JSON schema that the answer must follow, when one is wanted.
    pub schema: Option<&'a str>,
    /// At most this many tokens of answer.
    pub max_tokens: u32,
}

/// What it answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Completion {
    /// The answer.
    pub text: String,
    /// Tokens read and written, where the provider says so.
    pub tokens: Option<(u32, u32)>,
}

/// A language model behind some provider.
pub trait LanguageModel: Send + Sync {
    /// A short name for traces.
    fn name(&self) -> &str;

    /// One answer.
    ///
    /// # Errors
    /// [`ModelError`] when it did not answer in time or not usefully.
    fn complete(&self, prompt: &Prompt<'_>) -> Result<Completion, ModelError>;
}
