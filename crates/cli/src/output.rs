//! Data goes to standard output, everything else to standard error. A reader that went away is no error.

use std::io::{self, Write};

/// Prints one line of data.
pub(crate) fn line(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match writeln!(out, "{text}") {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

/// Prints bytes that somebody else made, as they are.
pub(crate) fn bytes(bytes: &[u8]) -> anyhow::Result<()> {
    match io::stdout().lock().write_all(bytes) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => Ok(other?),
    }
}

/// Prints text with what people remembered in it: control characters are shown as a mark, so that no remembered text can
/// steer a terminal.
pub(crate) fn text(text: &str) -> anyhow::Result<()> {
    line(&harmless(text))
}

/// Text in which control characters are shown as a mark.
pub(crate) fn harmless(text: &str) -> String {
    let mark = |c: char| if c.is_control() && !matches!(c, '\n' | '\t') { char::REPLACEMENT_CHARACTER } else { c };
    text.chars().map(mark).collect()
}

/// Prints a value as one line of JSON.
pub(crate) fn json(value: &impl serde::Serialize) -> anyhow::Result<()> {
    line(&serde_json::to_string(value)?)
}

/// Tells the person something that is no data.
pub(crate) fn note(text: &str) {
    // Standard error may be closed; there is nowhere left to say so.
    drop(writeln!(io::stderr().lock(), "{text}"));
}

/// Tells the person why the command ended.
pub(crate) fn error(error: &anyhow::Error) {
    let chain: Vec<String> = error.chain().map(ToString::to_string).collect();
    note(&format!("quintet: {}", chain.join(": ")));
}
