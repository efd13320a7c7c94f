//! Plain text: paragraphs between blank lines.

use quintet::ports::{BlockKind, DocumentError, Extracted};

use super::builder::Builder;
use super::{Format, encoding};

pub(super) const FORMAT: Format = Format {
    name: "text",
    summary: "plain text: paragraphs between blank lines",
    media_type: "text/plain",
    extensions: &["txt", "text", "log"],
    recognises: |bytes| encoding::decode(bytes).is_ok(),
    read,
};

fn read(bytes: &[u8]) -> Result<Extracted, DocumentError> {
    let text = encoding::decode(bytes)?;
    let mut builder = Builder::default();
    let mut is_open = false;
    for line in text.split(['\n', '\u{c}', '\u{2029}']) {
        if line.trim().is_empty() {
            builder.end();
            is_open = false;
            continue;
        }
        if is_open {
            builder.verbatim("\n");
        } else {
            builder.begin(BlockKind::Paragraph);
            is_open = true;
        }
        builder.verbatim(line);
    }
    Ok(builder.finish(None))
}
