//! The language model. None is needed; with one, extraction and answers get better.

/// What a language model is asked.
#[derive(Clone, Copy, Debug)]
pub struct Prompt<'a> {
    /// Standing instructions.
    pub system: &'a str,
    /// The request itself.
    pub user: &'a str,
    /// A JSON schema, as text, that the answer must follow, when one is wanted. The answer may break it all the same:
    /// whoever asks checks.
    pub schema: Option<&'a str>,
    /// At most this many tokens of answer.
    pub max_tokens: u32,
    /// How freely words are drawn, 0 for as steadily as the model can; at most 2. Models that take no such number ignore it.
    pub temperature: f32,
}

/// What it answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// The answer.
    pub text: String,
    /// Tokens read; 0 where the provider does not say.
    pub tokens_in: u32,
    /// Tokens written; 0 where the provider does not say.
    pub tokens_out: u32,
    /// The model that answered, as the provider names it.
    pub model: String,
    /// It stopped at `max_tokens`, so that the end is missing.
    pub is_cut: bool,
}

/// A language model did not answer. Holds neither what was sent, nor what came back, nor a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LanguageError {
    /// The provider will not answer this: a wrong key, an unknown model, a request or a text that it does not take. Asking
    /// the same again does not help; the operator has to look at key, model and URL.
    #[error("{model} refused: {reason}")]
    Refused {
        /// Which model.
        model: String,
        /// What it said, by status.
        reason: String,
    },
    /// Too much was asked of the provider lately.
    #[error("{model} takes no more requests at present{}", retry_after_ms.map(|ms| format!("; again in {} s", ms.div_ceil(1_000))).unwrap_or_default())]
    RateLimited {
        /// Which model.
        model: String,
        /// When it may be asked again, in milliseconds, where the provider says so.
        retry_after_ms: Option<u64>,
    },
    /// No answer within the time that it has.
    #[error("{model} did not answer within {limit_ms} ms")]
    TimedOut {
        /// Which model.
        model: String,
        /// The time it had, in milliseconds.
        limit_ms: u64,
    },
    /// It answered, and the answer is none: no completion in it, or too large.
    #[error("{model} answered nothing usable: {reason}")]
    BadAnswer {
        /// Which model.
        model: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Nobody answers there, or something fails on the provider's side.
    #[error("{model} cannot be reached: {reason}")]
    Unreachable {
        /// Which model.
        model: String,
        /// Why.
        reason: String,
    },
}

impl LanguageError {
    /// True when asking again later may help without anybody changing anything.
    pub const fn is_passing(&self) -> bool {
        !matches!(self, Self::Refused { .. })
    }

    /// True when another request would most likely fail the same way, so that asking on now only costs time.
    pub const fn is_general(&self) -> bool {
        !matches!(self, Self::BadAnswer { .. })
    }
}

/// A language model behind some provider.
pub trait LanguageModel: Send + Sync {
    /// A short name for traces, for example `openai/gpt-x`.
    fn name(&self) -> &str;

    /// One answer. Blocks until it is there; implementers bound the time.
    ///
    /// # Errors
    /// [`LanguageError`] when there is no answer.
    fn complete(&self, prompt: &Prompt<'_>) -> Result<Completion, LanguageError>;
}
