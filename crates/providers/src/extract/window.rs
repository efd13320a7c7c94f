//! Windows: what is read with one request. Long texts are cut into several, short ones share one. Nothing is left out.
//!
//! Owns where texts are cut. Must not know prompts or models.

use std::ops::Range;

use quintet::limits;
use quintet::model::Role;
use quintet::ports::Reading;
use quintet::text;

/// A stretch of one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    /// Which of the readings.
    pub(super) reading: usize,
    /// What is read, in bytes of the reading's text.
    pub(super) bytes: Range<usize>,
    /// Where it goes beyond what an earlier window read. Of one text, these are in order and together all of it.
    pub(super) fresh: usize,
}

/// What is read with one request: parts of different texts, at least one.
pub(super) type Window = Vec<Part>;

/// Windows for those readings that claims are wanted of, in order; and for each text that is too long, where it is no longer
/// read.
pub(super) fn windows(readings: &[Reading<'_>]) -> (Vec<Window>, Vec<(usize, usize)>) {
    let mut windows: Vec<Window> = Vec::new();
    let mut beyond = Vec::new();
    // Characters in the last window while it can take more texts, and of which kind they are.
    let mut open: Option<(usize, u8)> = None;
    for (reading, content) in readings.iter().enumerate() {
        if !content.claims || content.text.trim().is_empty() {
            continue;
        }
        let n_chars = content.text.chars().count();
        let class = class(content.role);
        if n_chars <= limits::WINDOW_CHARS {
            let part = Part { reading, bytes: 0..content.text.len(), fresh: 0 };
            let last = windows.last_mut().zip(open).filter(|(window, (taken, of))| {
                *of == class && window.len() < limits::WINDOW_TEXTS_MAX && taken + n_chars <= limits::WINDOW_CHARS
            });
            if let Some((window, (taken, _))) = last {
                window.push(part);
                open = Some((taken + n_chars, class));
            } else {
                windows.push(vec![part]);
                open = Some((n_chars, class));
            }
            continue;
        }
        open = None;
        let mut parts = cut(reading, content.text);
        if parts.len() > limits::WINDOWS_MAX {
            parts.truncate(limits::WINDOWS_MAX);
            beyond.push((reading, parts.last().map_or(0, |part| part.bytes.end)));
        }
        windows.extend(parts.into_iter().map(|part| vec![part]));
    }
    (windows, beyond)
}

/// Texts of different trust do not share a request: what a tool or a page says must not colour how a person is read.
fn class(role: Option<Role>) -> u8 {
    match role {
        Some(Role::User | Role::Assistant) => 0,
        Some(Role::System) => 1,
        Some(Role::Tool) => 2,
        None => 3,
    }
}

/// Cuts a text where a sentence or line ends, else between words, else between characters. Each later part begins with up to
/// [`limits::WINDOW_OVERLAP_CHARS`] of the one before.
fn cut(reading: usize, text: &str) -> Vec<Part> {
    let ends: Vec<usize> = text::sentences(text).iter().map(|span| span.end as usize).collect();
    let mut parts = Vec::new();
    let mut fresh = 0;
    while !text[fresh..].trim_start().is_empty() {
        let end = match text[fresh..].char_indices().nth(limits::WINDOW_CHARS) {
            None => text.len(),
            Some((len, _)) => end_before(text, &ends, fresh, fresh + len),
        };
        parts.push(Part { reading, bytes: overlap_start(text, fresh)..end, fresh });
        fresh = end;
    }
    parts
}

/// The best place to cut in the second half of `start..limit`.
fn end_before(text: &str, sentence_ends: &[usize], start: usize, limit: usize) -> usize {
    let least = start + (limit - start) / 2;
    let sentence = sentence_ends[..sentence_ends.partition_point(|end| *end <= limit)].last().copied();
    let after = |found: Option<(usize, char)>| found.map(|(at, c)| start + at + c.len_utf8());
    let backwards = || text[start..limit].char_indices().rev();
    let line = || after(backwards().find(|(_, c)| *c == '\n'));
    let word = || after(backwards().find(|(_, c)| c.is_whitespace()));
    let is_late = |end: &usize| *end > least;
    sentence.filter(is_late).or_else(|| line().filter(is_late)).or_else(|| word().filter(is_late)).unwrap_or(limit)
}

/// Where a window that has its new text at `fresh` begins: at the start of a word of the overlap, where there is one.
fn overlap_start(text: &str, fresh: usize) -> usize {
    let Some((furthest, _)) = text[..fresh].char_indices().rev().nth(limits::WINDOW_OVERLAP_CHARS.saturating_sub(1))
    else {
        return 0;
    };
    let before = text[..furthest].chars().next_back();
    if before.is_none_or(char::is_whitespace) {
        return furthest;
    }
    let gap = text[furthest..fresh].char_indices().find(|(_, c)| c.is_whitespace());
    gap.map_or(furthest, |(at, c)| furthest + at + c.len_utf8())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn wanted(text: &str) -> Reading<'_> {
        Reading { claims: true, ..Reading::of(text) }
    }

    proptest! {
        #[test]
        fn nothing_is_left_out_and_no_window_is_too_long(words in proptest::collection::vec("[a-zé]{1,12}[.\n ]|[字語]{1,40}|x{300}", 0..2_500)) {
            let text = words.join(" ");
            let (windows, beyond) = windows(&[wanted(&text)]);
            prop_assert!(beyond.is_empty());
            let mut reached = 0;
            for part in windows.iter().flatten() {
                prop_assert_eq!(part.fresh, reached);
                prop_assert!(part.bytes.start <= part.fresh && part.fresh < part.bytes.end);
                prop_assert!(text[part.fresh..part.bytes.end].chars().count() <= limits::WINDOW_CHARS);
                prop_assert!(text[part.bytes.start..part.fresh].chars().count() <= limits::WINDOW_OVERLAP_CHARS);
                reached = part.bytes.end;
            }
            prop_assert!(text[reached..].trim().is_empty());
        }
    }

    #[test]
    fn long_texts_are_cut_after_sentences() {
        let text = "Nora lives in Lisbon with two cats. ".repeat(700);
        let (windows, _) = windows(&[wanted(&text)]);
        assert_eq!(windows.len(), 4);
        for part in windows.iter().flatten() {
            assert!(text[..part.bytes.end].trim_end().ends_with("cats."), "{part:?}");
            assert!(part.bytes.start == 0 || text[..part.bytes.start].ends_with(' '), "{part:?}");
        }
    }

    #[test]
    fn short_texts_share_a_window_unless_their_trust_differs() {
        let said = |role| Reading { role, ..wanted("I live in Lisbon.") };
        let readings = [
            said(Some(Role::User)),
            said(Some(Role::Assistant)),
            Reading::of("not wanted"),
            said(Some(Role::Tool)),
            said(None),
            wanted(" "),
        ];
        let (windows, _) = windows(&readings);
        let shape: Vec<Vec<usize>> =
            windows.iter().map(|window| window.iter().map(|part| part.reading).collect()).collect();
        assert_eq!(shape, [vec![0, 1], vec![3], vec![4]]);
        let many = vec![wanted("I live in Lisbon."); 100];
        assert_eq!(super::windows(&many).0.iter().map(Vec::len).collect::<Vec<_>>(), [40, 40, 20]);
    }

    #[test]
    fn what_lies_beyond_the_bound_is_named() {
        let text = "word ".repeat(limits::WINDOW_CHARS * limits::WINDOWS_MAX / 5 + 2_000);
        let (windows, beyond) = windows(&[wanted(&text)]);
        assert_eq!(windows.len(), limits::WINDOWS_MAX);
        assert_eq!(beyond, [(0, windows.last().unwrap()[0].bytes.end)]);
        assert!(beyond[0].1 < text.len());
    }
}
