//! Bytes to text: UTF-8, and UTF-16 where it says or shows that it is that.

use std::borrow::Cow;

use quintet::ports::DocumentError;

/// Bytes looked at to see UTF-16 without its mark. Chosen.
const LOOK: usize = 512;

const NOT_TEXT: DocumentError =
    DocumentError::NotText { reason: "it is no UTF-8 or UTF-16 text; convert it, or give it the ending of its format" };

/// The text of some bytes, without a byte order mark, lines ended by `\n` alone.
///
/// # Errors
/// [`DocumentError::NotText`] for bytes in another encoding and for binary data.
pub(super) fn decode(bytes: &[u8]) -> Result<String, DocumentError> {
    let text: Cow<'_, str> = match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => utf8(rest)?.into(),
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes)?.into(),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes)?.into(),
        _ => match zeros(bytes) {
            (0, 0) => utf8(bytes)?.into(),
            (even, odd) if even == 0 && odd > 0 => utf16(bytes, u16::from_le_bytes)?.into(),
            (even, odd) if odd == 0 && even > 0 => utf16(bytes, u16::from_be_bytes)?.into(),
            _ => return Err(NOT_TEXT),
        },
    };
    // Text has no control characters but those that move on; what has others is binary, whatever it decodes to.
    let is_binary = |c: char| c < ' ' && !matches!(c, '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{1b}');
    if text.chars().any(is_binary) {
        return Err(NOT_TEXT);
    }
    Ok(text.replace("\r\n", "\n").replace('\r', "\n"))
}

fn utf8(bytes: &[u8]) -> Result<&str, DocumentError> {
    core::str::from_utf8(bytes).map_err(|_| NOT_TEXT)
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Result<String, DocumentError> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(NOT_TEXT);
    }
    char::decode_utf16(pairs.iter().map(|pair| unit(*pair))).collect::<Result<_, _>>().map_err(|_| NOT_TEXT)
}

/// Zero bytes at even and at odd places of the beginning: Latin text in UTF-16 has many at one of them and none at the other.
fn zeros(bytes: &[u8]) -> (usize, usize) {
    let look = &bytes[..bytes.len().min(LOOK)];
    let at = |parity: usize| look.iter().skip(parity).step_by(2).filter(|byte| **byte == 0).count();
    (at(0), at(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wide(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn every_common_encoding_of_unicode_is_read() {
        let text = "Grüße\n東京 🌊";
        let marked = |mark: &[u8], bytes: Vec<u8>| [mark, &bytes].concat();
        for bytes in [
            text.as_bytes().to_vec(),
            text.replace('\n', "\r\n").into_bytes(),
            marked(b"\xef\xbb\xbf", text.as_bytes().to_vec()),
            marked(b"\xff\xfe", wide(text, u16::to_le_bytes)),
            marked(b"\xfe\xff", wide(text, u16::to_be_bytes)),
        ] {
            assert_eq!(decode(&bytes).as_deref(), Ok(text), "{bytes:?}");
        }
        for bytes in [wide("Plain words.", u16::to_le_bytes), wide("Plain words.", u16::to_be_bytes)] {
            assert_eq!(decode(&bytes).as_deref(), Ok("Plain words."));
        }
        assert_eq!(decode(b"").as_deref(), Ok(""));
    }

    #[test]
    fn what_is_no_text_is_refused() {
        for bytes in [
            &b"Gr\xfc\xdfe"[..],
            b"\xff\xfea",
            b"\xff\xfe\x00\xd8",
            b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
            b"a\0\0b",
            &[vec![b'a'; 600], vec![0]].concat(),
        ] {
            assert!(matches!(decode(bytes), Err(DocumentError::NotText { .. })), "{bytes:?}");
        }
    }
}
