//! Conditions of a request: an answer that the caller has already (`If-None-Match`), and a change of what it knows (`If-Match`).
//!
//! The tag of an answer is a digest of its body, so that it says the same on every machine. Must not know: operations.

use axum::http::{HeaderMap, HeaderValue, header};
use sha2::{Digest, Sha256};

use crate::authority::hex;

/// Bytes of a digest that a tag has: 128 bits.
const TAG_BYTES: usize = 16;

/// The tag of a body, in quotes.
pub(super) fn tag(body: &[u8]) -> String {
    format!("\"{}\"", hex(&Sha256::digest(body)[..TAG_BYTES]))
}

/// True where the caller has the answer of this tag already.
pub(super) fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    headers.get(header::IF_NONE_MATCH).is_some_and(|known| names(known, tag))
}

/// The header's list as the request gives it, where it changes something only as the caller knows it.
pub(super) fn expected(headers: &HeaderMap) -> Option<HeaderValue> {
    headers.get(header::IF_MATCH).cloned()
}

/// True where a list of tags names this one, or any. A proxy may have marked it as weak.
pub(super) fn names(list: &HeaderValue, tag: &str) -> bool {
    let Ok(list) = list.to_str() else { return false };
    list.split(',').map(str::trim).any(|own| own == "*" || own.strip_prefix("W/").unwrap_or(own) == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_name_tags_weak_or_not() {
        let own = tag(b"{}");
        assert_eq!(own.len(), 2 + 2 * TAG_BYTES);
        for (list, is_named) in [
            (own.clone(), true),
            (format!("\"x\", W/{own}"), true),
            ("*".to_owned(), true),
            ("\"x\"".to_owned(), false),
            (String::new(), false),
        ] {
            assert_eq!(names(&HeaderValue::from_str(&list).unwrap(), &own), is_named, "{list}");
        }
        assert_ne!(tag(b"[]"), own);
    }
}
