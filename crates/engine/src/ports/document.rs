//! A document as a reader of its format hands it over: the text that can be read, and what its parts are.
//!
//! Owns the form between readers of formats and the write path. Must not know: any format, how passages are cut.

use std::sync::Arc;

use crate::model::Span;

/// What a block of a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// A heading; its path ends with itself.
    Heading,
    /// A paragraph.
    Paragraph,
    /// An entry of a list.
    Item,
    /// Text whose lines matter: code, verse.
    Verbatim,
    /// A row of a table.
    Row,
}

/// A part of the text that no passage has to cut before its size demands it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// The headings it stands under, outermost first.
    pub path: Arc<[String]>,
    /// Where it stands in the text.
    pub span: Span,
}

/// How a link names what it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnchorKind {
    /// By a path or URL, as written.
    Path,
    /// By a title.
    Title,
}

/// A link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// How it names its target.
    pub kind: AnchorKind,
    /// The target, as written.
    pub target: String,
    /// The words that are the link.
    pub span: Span,
}

/// A document that was read.
///
/// Blocks are in order, do not overlap and are not empty; every span lies in the text on character boundaries. Between two
/// blocks stands white space only.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extracted {
    /// The text, in reading order. Every span of the document and of its passages is one of this text.
    pub text: String,
    /// What it calls itself.
    pub title: Option<String>,
    /// Its parts.
    pub blocks: Vec<Block>,
    /// Its links, in order.
    pub links: Vec<Anchor>,
}

/// A document could not be read. Nothing is kept of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DocumentError {
    /// It is larger than is taken.
    #[error("it has {got} bytes; at most {max} are allowed")]
    TooLarge {
        /// Its size.
        got: usize,
        /// What is allowed.
        max: usize,
    },
    /// No reader knows its format.
    #[error("its format is not known; there are readers for {known}")]
    UnknownFormat {
        /// The formats that can be read.
        known: String,
    },
    /// Its bytes are no text.
    #[error("{reason}")]
    NotText {
        /// What is wrong and what would be right.
        reason: &'static str,
    },
    /// There is nothing to read in it.
    #[error("it has no text")]
    Empty,
}
