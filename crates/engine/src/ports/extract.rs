//! The extractor: what a text says.

use super::{LanguageError, ModelError};
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

/// What is known in the place where a text is written: names that an extractor had better use again than invent anew. Each
/// list has the most useful first; extractors take as many as they can use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// Entities by name.
    pub entities: Vec<(String, EntityKind)>,
    /// Keys of attributes, beside the known ones of the model.
    pub keys: Vec<String>,
    /// Labels of relations.
    pub labels: Vec<String>,
    /// Verbs of actions.
    pub verbs: Vec<String>,
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
    /// Key phrases are wanted; a turn is too short to have any worth keeping.
    pub keyphrases: bool,
    /// What is known where it is written.
    pub known: Option<&'a Vocabulary>,
}

impl<'a> Reading<'a> {
    /// A text of which nothing else is known, read for names and key phrases alone.
    pub const fn of(text: &'a str) -> Self {
        Self {
            text,
            speaker: None,
            role: None,
            said_at: None,
            zone: None,
            claims: false,
            keyphrases: true,
            known: None,
        }
    }
}

/// Why a part of a text was read less well than was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The language model did not answer; the rules read the part.
    #[error("{0}; read by rules")]
    Unanswered(LanguageError),
    /// It answered, twice, what could not be used; the rules read the part.
    #[error("the language model's answer could not be used ({reason}); read by rules")]
    Unusable {
        /// What is wrong with the answer.
        reason: &'static str,
    },
    /// It found nothing where the rules find something; theirs is kept.
    #[error("the language model found nothing where the rules found something; read by rules")]
    Silent,
    /// Some of its answer was thrown away: it was not in the text, or in no form that is read. The rest is kept.
    #[error("{n_dropped} of {n_given} things in the language model's answer were left out; the first: {reason}")]
    Partial {
        /// Things left out.
        n_dropped: usize,
        /// Things in the answer.
        n_given: usize,
        /// Why the first was left out.
        reason: &'static str,
    },
    /// The answer broke off or was spoilt; what was whole in it is kept beside what the rules read.
    #[error("the language model's answer was not whole; {n_kept} things of it are kept beside what the rules read")]
    Broken {
        /// Things kept.
        n_kept: usize,
    },
    /// The part lies beyond what one text may cost; the rules read it.
    #[error("beyond the {max} windows that a language model reads of one text; read by rules")]
    Beyond {
        /// Windows that are read.
        max: usize,
    },
}

impl Fault {
    /// True when reading the same text again may give more.
    pub const fn can_retry(&self) -> bool {
        match self {
            Self::Unanswered(error) => error.is_passing(),
            Self::Beyond { .. } | Self::Partial { .. } => false,
            Self::Unusable { .. } | Self::Silent | Self::Broken { .. } => true,
        }
    }
}

/// A part of a text that was read less well than was asked for, and why. The text itself loses nothing by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Which part, in bytes of the text.
    pub span: Span,
    /// Why.
    pub fault: Fault,
}

/// What reading cost. Texts that were read together share: the sum over a batch is what was spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Requests that a language model answered.
    pub calls: u32,
    /// Tokens it read.
    pub tokens_in: u64,
    /// Tokens it wrote.
    pub tokens_out: u64,
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
    /// What was read less well than was asked for; empty when all went well. An extraction without claims and without notes
    /// is of a text that says nothing.
    pub notes: Vec<Note>,
    /// What it cost.
    pub usage: Usage,
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
