//! Phrases in quotation marks: what the writer wants word for word.
//!
//! Owns the pairing of marks. Single quotes are not marks here: they are apostrophes far more often.

use super::normal::clip;
use crate::model::Span;

/// Longest quotation, in bytes; more is not a phrase to look for, and the bound keeps unpaired marks cheap. Chosen.
const QUOTATION_LEN_MAX: usize = 1024;

/// The inside of each quotation, in order and without overlap: straight, curly, angled and corner quotes, and backticks.
///
/// A quotation ends on its own paragraph; unpaired marks, empty quotations and inch signs (`6'2"`) are ignored.
pub fn quoted(text: &str) -> Vec<Span> {
    let mut out = Vec::new();
    let mut before = ' ';
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let n_marks = if c == '`' { text[at..].bytes().take_while(|&b| b == b'`').count() } else { 1 };
        let inside_start = at + c.len_utf8() * n_marks;
        if let Some(len) = inside_len(&text[inside_start..], c, n_marks, before) {
            let inside = &text[inside_start..inside_start + len];
            let trimmed = inside.trim();
            if trimmed.chars().any(char::is_alphanumeric) {
                let start = inside_start + (inside.len() - inside.trim_start().len());
                out.push(Span { start: start as u32, end: (start + trimmed.len()) as u32 });
            }
            let closing = text[inside_start + len..].chars().next().map_or(0, char::len_utf8);
            at = inside_start + len + closing * n_marks;
            before = c;
            continue;
        }
        before = c;
        at = inside_start;
    }
    out
}

/// Length of the quotation whose opening mark `c` has just been read, or `None` if it opens none.
fn inside_len(rest: &str, c: char, n_marks: usize, before: char) -> Option<usize> {
    if !matches!(c, '"' | '“' | '„' | '«' | '「' | '『' | '`') {
        return None;
    }
    let rest = clip(rest, QUOTATION_LEN_MAX);
    let rest = rest.split("\n\n").next().unwrap_or(rest);
    match c {
        '"' if !before.is_alphanumeric() => {
            let mut ends = rest.match_indices('"').map(|(end, _)| end);
            ends.find(|&end| !rest[end + 1..].starts_with(char::is_alphanumeric))
        }
        '“' | '„' => rest.find(['”', '“', '"']),
        '«' => rest.find('»'),
        '「' => rest.find('」'),
        '『' => rest.find('』'),
        '`' => rest.find(&"`".repeat(n_marks)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_kind_of_mark_is_paired() {
        for (text, expected) in [
            ("she said \"see you\" and \"bye\"", vec!["see you", "bye"]),
            ("a “curly one”, „unten“ and «là»", vec!["curly one", "unten", "là"]),
            ("run `cargo test` or ```let x```", vec!["cargo test", "let x"]),
            ("他说「你好」", vec!["你好"]),
            ("he is 6'2\" tall and 180\" away", vec![]),
            ("\"open only", vec![]),
            ("\"\" and \" ! \"", vec![]),
            ("don't 'single' it", vec![]),
            ("\"one\n\ntwo\"", vec![]),
            ("\" padded \"", vec!["padded"]),
        ] {
            let found: Vec<&str> =
                quoted(text).iter().map(|span| &text[span.start as usize..span.end as usize]).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn spans_are_disjoint_and_in_order(text in "[a \"“”`«»\u{4e00}\n]{0,40}") {
            let found = quoted(&text);
            prop_assert!(found.windows(2).all(|pair| pair[0].end <= pair[1].start));
            prop_assert!(found.iter().all(|span| text.get(span.start as usize..span.end as usize).is_some_and(|s| !s.is_empty())));
        }
    }
}
