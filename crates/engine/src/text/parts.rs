//! What is indexed for an identifier besides words: the whole, the pieces that are identifiers themselves, the spoken parts.
//!
//! Whole identifiers carry [`MARK`] so that `=main.rs` never meets the stem of a word. Knows nothing of spans in the text.

use std::ops::Range;

use super::normal::{lower, lower_into};
use super::script::Class;
use super::shape::{HASH_PREFIX_LEN, Shape, is_camel, is_hash, shape, url_scheme};

/// First character of the term of a whole identifier.
pub(super) const MARK: char = '=';

/// The term of a whole identifier: lower case, no trailing slash, at most `shape::IDENTIFIER_LEN_MAX` bytes.
pub(super) fn whole(identifier: &str) -> String {
    let clipped = super::normal::clip(identifier, super::shape::IDENTIFIER_LEN_MAX);
    let name = clipped.trim_end_matches('/');
    let mut term = String::with_capacity(name.len() + 1);
    term.push(MARK);
    lower_into(if name.is_empty() { clipped } else { name }, &mut term);
    term
}

/// The term under which every quotation of a hash is found: of a whole identifier (`=9f3c2ab44d`) that is a hash, that of its
/// first seven characters. `None` for other identifiers.
pub fn hash_prefix(term: &str) -> Option<&str> {
    let body = term.strip_prefix(MARK)?;
    is_hash(body).then(|| &term[..MARK.len_utf8() + HASH_PREFIX_LEN])
}

/// Further exact terms: inner identifiers (`=main.rs` of a path, `=example.com` of an address), a version without its `v`,
/// the seven-character prefix of a hash so that a longer or shorter quotation of it still meets.
pub(super) fn exact(identifier: &str, kind: Shape) -> Vec<String> {
    let mut out = Vec::new();
    if kind == Shape::Version {
        let number = identifier.trim_start_matches(['v', 'V']);
        if number.len() < identifier.len() {
            out.push(whole(number));
        }
        // A bare decimal is a word to the tokenizer, so `1.2` meets `v1.2`.
        out.push(whole(number).split_off(MARK.len_utf8()));
    }
    if kind == Shape::Hash && identifier.len() > HASH_PREFIX_LEN {
        out.push(whole(&identifier[..HASH_PREFIX_LEN]));
    }
    let body = &identifier[url_scheme(identifier).filter(|_| kind == Shape::Url).unwrap_or(0)..];
    for segment in body.split(['/', '\\', '@', ':', '?', '=', '&', '#']) {
        if segment.len() == identifier.len() {
            continue;
        }
        // Host names are written in any case.
        let inner = shape(segment).or_else(|| shape(&lower(segment)).filter(|_| kind == Shape::Url));
        if let Some(inner) = inner {
            out.push(whole(segment));
            if inner == Shape::Hash && segment.len() > HASH_PREFIX_LEN {
                out.push(whole(&segment[..HASH_PREFIX_LEN]));
            }
        }
    }
    // One mention counts a term once, however often the identifier repeats it.
    let mut seen = std::collections::HashSet::new();
    out.retain(|term| seen.insert(term.clone()));
    out
}

/// The words inside, lower case and not yet stemmed, with their place in the identifier, in order of their starts:
/// every run of letters and digits, then its humps (`getUserById`) or its letters and number (`gpt4`).
pub(super) fn spoken(identifier: &str) -> Vec<(Range<usize>, String)> {
    let mut out = Vec::new();
    let mut at = url_scheme(identifier).unwrap_or(0);
    while at < identifier.len() {
        let rest = &identifier[at..];
        let skip = rest.find(|c| Class::of(c).in_word()).unwrap_or(rest.len());
        let run = &rest[skip..];
        let len = run.find(|c| !Class::of(c).in_word()).unwrap_or(run.len());
        let start = at + skip;
        if len > 0 {
            push(&mut out, start, &run[..len]);
            for hump in humps(&run[..len]) {
                push(&mut out, start + hump.start, &run[hump]);
            }
        }
        at = start + len.max(1);
        while at < identifier.len() && !identifier.is_char_boundary(at) {
            at += 1;
        }
    }
    out
}

fn push(out: &mut Vec<(Range<usize>, String)>, start: usize, text: &str) {
    let mut word = String::with_capacity(text.len());
    lower_into(text, &mut word);
    out.push((start..start + text.len(), word));
}

/// Inner words of a run of letters and digits; empty when there is only one.
fn humps(run: &str) -> Vec<Range<usize>> {
    if !run.is_ascii() || is_hash(run) {
        return Vec::new();
    }
    let bytes = run.as_bytes();
    let n_changes = bytes.windows(2).filter(|pair| pair[0].is_ascii_digit() != pair[1].is_ascii_digit()).count();
    let camel = is_camel(run) || n_changes == 1 && is_camel(run.trim_end_matches(|c: char| c.is_ascii_digit()));
    if !camel && n_changes != 1 {
        return Vec::new();
    }
    let mut starts = vec![0];
    for at in 1..bytes.len() {
        let (before, here) = (bytes[at - 1], bytes[at]);
        let next_is_lower = bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
        let is_hump =
            here.is_ascii_uppercase() && (before.is_ascii_lowercase() || before.is_ascii_uppercase() && next_is_lower);
        if is_hump || before.is_ascii_digit() != here.is_ascii_digit() {
            starts.push(at);
        }
    }
    if starts.len() < 2 {
        return Vec::new();
    }
    starts.push(bytes.len());
    starts.windows(2).map(|pair| pair[0]..pair[1]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(identifier: &str) -> String {
        spoken(identifier).into_iter().map(|(_, word)| word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn spoken_parts() {
        for (identifier, expected) in [
            ("E_AUTH_404", "e auth 404"),
            ("getUserById", "getuserbyid get user by id"),
            ("HTTPServer", "httpserver http server"),
            ("parser_v2", "parser v2 v 2"),
            ("gpt4", "gpt4 gpt 4"),
            ("MLWK3LL/A", "mlwk3ll a"),
            ("src/main.rs", "src main rs"),
            ("naïve_é", "naïve é"),
            ("9f3c2ab", "9f3c2ab"),
        ] {
            assert_eq!(words(identifier), expected, "{identifier}");
        }
    }

    #[test]
    fn exact_parts() {
        let check = |identifier: &str, expected: &[&str]| {
            assert_eq!(exact(identifier, shape(identifier).unwrap()), expected, "{identifier}");
        };
        check("src/main.rs", &["=main.rs"]);
        check("https://example.com/docs/v1.2.3/", &["=example.com", "=v1.2.3"]);
        check("ann@example.com", &["=example.com"]);
        check("v1.2.3", &["=1.2.3", "1.2.3"]);
        check("9f3c2ab44d", &["=9f3c2ab"]);
        check("E_AUTH_404", &[]);
        assert_eq!(hash_prefix("=9f3c2ab44d"), Some("=9f3c2ab"));
        assert_eq!((hash_prefix("=e_auth_404"), hash_prefix("9f3c2ab44d")), (None, None));
    }
}
