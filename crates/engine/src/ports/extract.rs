//! The extractor: what a text says.

use super::ModelError;
use crate::model::Span;

/// A name found in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Mention {
    /// The name as written.
    pub name: String,
    /// Where it stands.
    pub span: Span,
    /// How sure the extractor is, in `[0, 1]`.
    pub confidence: f32,
}

/// What an extractor found in one text. Every string occurs in the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extraction {
    /// Names of people, places, organisations and things, in order of appearance.
    pub mentions: Vec<Mention>,
    /// Key phrases with their score, best first.
    pub keyphrases: Vec<(String, f32)>,
}

/// Reads a text and says what is in it.
pub trait Extractor: Send + Sync {
    /// A short name for traces, for example `rules`.
    fn name(&self) -> &str;

    /// What each text says, in order.
    ///
    /// # Errors
    /// [`ModelError`] when nothing could be read; the caller then keeps the text without an extraction.
    fn extract(&self, texts: &[&str]) -> Result<Vec<Extraction>, ModelError>;
}
