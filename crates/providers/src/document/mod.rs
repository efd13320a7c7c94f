//! Readers of documents: from bytes to a text with sections, one file for each format, all in [`ALL`].
//!
//! A new format is a file with a [`Format`] and a line in [`ALL`]; the conformance test then feeds it anything. A reader never
//! panics, whatever the bytes; what it makes is no larger than a small multiple of what it gets.

mod builder;
mod encoding;
mod html;
mod markdown;
mod plain;
#[cfg(test)]
mod tests;

use quintet::limits;
use quintet::ports::{DocumentError, Extracted};
use quintet::store::ContentHash;

/// A format that can be read.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// Its name.
    pub name: &'static str,
    /// One line for help texts.
    pub summary: &'static str,
    /// How it is called on the wire.
    pub media_type: &'static str,
    /// Endings of file names, lower case, without the dot.
    pub extensions: &'static [&'static str],
    /// Whether bytes look like this format; asked only where the name says nothing, in the order of [`ALL`].
    pub recognises: fn(&[u8]) -> bool,
    /// Reads it.
    pub read: fn(&[u8]) -> Result<Extracted, DocumentError>,
}

/// All formats, the more particular first.
pub const ALL: &[Format] = &[html::FORMAT, markdown::FORMAT, plain::FORMAT];

/// The format of a file by the ending of its name; `None` when no reader has it.
pub fn by_name(name: &str) -> Option<&'static Format> {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let (_, extension) = file.rsplit_once('.')?;
    let extension = extension.to_ascii_lowercase();
    ALL.iter().find(|format| format.extensions.contains(&extension.as_str()))
}

/// The format of a file: by the ending of its name, else by what the bytes look like.
///
/// # Errors
/// [`DocumentError::UnknownFormat`] when neither says.
pub fn format_of(name: &str, bytes: &[u8]) -> Result<&'static Format, DocumentError> {
    let by_content = || ALL.iter().find(|format| (format.recognises)(bytes));
    by_name(name).or_else(by_content).ok_or_else(|| DocumentError::UnknownFormat {
        known: ALL.iter().map(|format| format.name).collect::<Vec<_>>().join(", "),
    })
}

/// Reads a document.
///
/// # Errors
/// [`DocumentError`]; then it cannot be used.
pub fn read(format: &Format, bytes: &[u8]) -> Result<Extracted, DocumentError> {
    if bytes.len() > limits::DOCUMENT_LEN_MAX {
        return Err(DocumentError::TooLarge { got: bytes.len(), max: limits::DOCUMENT_LEN_MAX });
    }
    let extracted = (format.read)(bytes)?;
    if extracted.blocks.is_empty() {
        return Err(DocumentError::Empty);
    }
    // Text that a format repeats, such as the head of a table, can outgrow what it was read from.
    match extracted.text.len() {
        got if got > limits::DOCUMENT_LEN_MAX => Err(DocumentError::TooLarge { got, max: limits::DOCUMENT_LEN_MAX }),
        _ => Ok(extracted),
    }
}

/// The hash of a document's bytes: BLAKE3.
pub fn hash(bytes: &[u8]) -> ContentHash {
    ContentHash(*blake3::hash(bytes).as_bytes())
}
