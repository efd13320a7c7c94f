//! The extractor: what a text says.

use super::ModelError;
use crate::model::{Claim, EntityKind, Micros, Role, Span};

/// A name found in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Mention {
    /// The name as written.
    pub name: String,
    /// Where it stands.
    pub span: Span,
    /// How sure the extractor is, in `[0, 1]`.
    pub confidence: f32,
    /// What it is, where the text tells.
    pub kind: Option<EntityKind>,
}

/// A text to read, with what is known around it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading<'a> {
    /// The text, without a leading `Speaker: `.
    pub text: &'a str,
    /// Who says it, by name.
    pub speaker: Option<&'a str>,
    /// In which role; `None` for what no conversation holds.
    pub role: Option<Role>,
    /// When it was said; relative times count from here. `None` where nobody knows, as in most documents.
    pub said_at: Option<Micros>,
    /// IANA name of the speaker's time zone.
    pub zone: Option<&'a str>,
    /// What is read out of it beyond names and key phrases.
    pub claims: bool,
}

impl<'a> Reading<'a> {
    /// A text of which nothing else is known, read for names and key phrases alone.
    pub const fn of(text: &'a str) -> Self {
        Self { text, speaker: None, role: None, said_at: None, zone: None, claims: false }
    }
}

/// What an extractor found in one text. Every string occurs in the text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extraction {
    /// Names of people, places, organisations and things, in order of appearance.
    pub mentions: Vec<Mention>,
    /// Key phrases with their score, best first.
    pub keyphrases: Vec<(String, f32)>,
    /// What it says, in order of appearance; empty unless asked for.
    pub claims: Vec<Claim>,
}

/// Reads a text and says what is in it.
pub trait Extractor: Send + Sync {
    /// A short name for traces, for example `rules`.
    fn name(&self) -> &str;

    /// What each reading says, in order.
    ///
    /// # Errors
    /// [`ModelError`] when nothing could be read; the caller then keeps the text without an extraction.
    fn extract(&self, readings: &[Reading<'_>]) -> Result<Vec<Extraction>, ModelError>;
}
