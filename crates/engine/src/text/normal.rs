//! The one normal form for matching, and the way back from it to the original bytes.
//!
//! Owns NFKC, case and punctuation folding. Everything that compares text goes through here, so that a fullwidth digit,
//! a decomposed accent or a curly apostrophe never hides a match. Knows nothing of words or terms.

use std::borrow::Cow;
use std::ops::Range;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};
use unicode_segmentation::UnicodeSegmentation;

use crate::model::Span;

/// The one normal form for matching: NFKC, lower case, one kind of quote, apostrophe and dash, no invisible characters.
///
/// Curly quotes become `"` and `'`, an em dash `--` (as typed on a keyboard), every other dash `-`. Accents stay. Idempotent.
/// Cost: O(n); plain ASCII takes one pass.
pub fn normalise(text: &str) -> String {
    let folded = Folded::new(text);
    let mut out = String::with_capacity(folded.text.len());
    lower_into(&folded.text, &mut out);
    if !out.is_ascii() && is_nfkc_quick(out.chars()) != IsNormalized::Yes { out.nfkc().collect() } else { out }
}

/// A text in NFKC with unified punctuation, case kept, and every byte traceable to the original.
pub(super) struct Folded<'a> {
    pub(super) text: Cow<'a, str>,
    /// Pieces in order: where they start in `text` and in the original, and whether bytes run in parallel inside.
    /// Empty for a text that folds to itself.
    pieces: Vec<Piece>,
    origin_len: usize,
}

#[derive(Clone, Copy)]
struct Piece {
    folded: u32,
    origin: u32,
    parallel: bool,
}

impl<'a> Folded<'a> {
    /// Folds; borrows when nothing changes.
    pub(super) fn new(text: &'a str) -> Self {
        // Spans are u32; what lies beyond is not analysed. Callers bound texts far below (`limits::TEXT_LEN_MAX`).
        let text = clip(text, u32::MAX as usize / 2);
        if text.is_ascii() {
            return Self { text: Cow::Borrowed(text), pieces: Vec::new(), origin_len: text.len() };
        }
        let mut folder = Folder { source: text, out: String::with_capacity(text.len()), pieces: Vec::new() };
        let mut start = 0;
        // NFKC never reaches across an ASCII space, so the slow path runs only on the stretches that need it.
        for stretch in text.split_inclusive(' ') {
            folder.stretch(start, stretch);
            start += stretch.len();
        }
        Self { text: Cow::Owned(folder.out), pieces: folder.pieces, origin_len: text.len() }
    }

    /// The original bytes that a range of the folded text came from; widened to whole characters where folding changed them.
    pub(super) fn span(&self, range: Range<usize>) -> Span {
        if self.pieces.is_empty() {
            return Span { start: range.start as u32, end: range.end as u32 };
        }
        Span { start: self.origin_of(range.start, false), end: self.origin_of(range.end, true) }
    }

    fn origin_of(&self, at: usize, is_end: bool) -> u32 {
        let at = at as u32;
        let next = self.pieces.partition_point(|piece| if is_end { piece.folded < at } else { piece.folded <= at });
        let Some(piece) = next.checked_sub(1).map(|idx| self.pieces[idx]) else { return at };
        if piece.parallel {
            piece.origin + (at - piece.folded)
        } else if is_end {
            self.pieces.get(next).map_or(self.origin_len as u32, |following| following.origin)
        } else {
            piece.origin
        }
    }
}

struct Folder<'a> {
    source: &'a str,
    out: String,
    pieces: Vec<Piece>,
}

impl Folder<'_> {
    fn stretch(&mut self, start: usize, stretch: &str) {
        if stretch.is_ascii() {
            self.keep(start, stretch);
        } else if is_nfkc_quick(stretch.chars()) == IsNormalized::Yes {
            for (at, c) in stretch.char_indices() {
                match fold_char(c) {
                    None => self.keep(start + at, &stretch[at..at + c.len_utf8()]),
                    Some(replacement) => self.replace(start + at, replacement),
                }
            }
        } else {
            // Extended grapheme clusters are closed under composition: normalising one at a time equals normalising all.
            for (at, cluster) in stretch.grapheme_indices(true) {
                let mut normal = String::with_capacity(cluster.len());
                for c in cluster.nfkc() {
                    match fold_char(c) {
                        None => normal.push(c),
                        Some(replacement) => normal.push_str(replacement),
                    }
                }
                if normal == cluster { self.keep(start + at, cluster) } else { self.replace(start + at, &normal) }
            }
        }
    }

    fn keep(&mut self, at: usize, same: &str) {
        debug_assert_eq!(&self.source[at..at + same.len()], same);
        if !self.pieces.last().is_some_and(|piece| piece.parallel) {
            self.pieces.push(Piece { folded: self.out.len() as u32, origin: at as u32, parallel: true });
        }
        self.out.push_str(same);
    }

    fn replace(&mut self, at: usize, other: &str) {
        self.pieces.push(Piece { folded: self.out.len() as u32, origin: at as u32, parallel: false });
        self.out.push_str(other);
    }
}

/// What stands for a character in the normal form, if not itself.
fn fold_char(c: char) -> Option<&'static str> {
    if c.is_ascii() {
        return None;
    }
    match c {
        '\u{2018}' | '\u{2019}' | '\u{201A}' | '\u{201B}' | '\u{02BC}' | '\u{2032}' => Some("'"),
        '\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{201F}' | '\u{00AB}' | '\u{00BB}' | '\u{2033}' => Some("\""),
        '\u{2010}' | '\u{2011}' | '\u{2012}' | '\u{2013}' | '\u{2212}' | '\u{FE63}' => Some("-"),
        '\u{2014}' | '\u{2015}' => Some("--"),
        '\u{2044}' | '\u{2215}' => Some("/"),
        // A zero-width space is a word boundary in Khmer and Thai.
        '\u{200B}' | '\u{2028}' | '\u{2029}' => Some(" "),
        // Invisible: soft hyphen, joiners, direction marks, variation selectors, byte order mark, Arabic elongation.
        '\u{00AD}'
        | '\u{200C}'..='\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{2069}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FEFF}'
        | '\u{0640}' => Some(""),
        _ => None,
    }
}

/// Appends the lower-case form, one character at a time, so that it never depends on the neighbours (Greek final sigma)
/// and a Turkish dotted capital meets its plain spelling.
pub(super) fn lower_into(text: &str, out: &mut String) {
    if text.is_ascii() {
        let start = out.len();
        out.push_str(text);
        out[start..].make_ascii_lowercase();
        return;
    }
    for c in text.chars() {
        match c {
            'ς' => out.push('σ'),
            'İ' => out.push('i'),
            _ => out.extend(c.to_lowercase()),
        }
    }
}

/// [`lower_into`] as a new string.
pub(super) fn lower(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    lower_into(text, &mut out);
    out
}

/// The longest prefix of at most `len_max` bytes that ends on a character boundary.
pub(super) fn clip(text: &str, len_max: usize) -> &str {
    if text.len() <= len_max {
        return text;
    }
    let mut end = len_max;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn one_form_for_what_looks_the_same() {
        for (text, expected) in [
            ("Plain ASCII", "plain ascii"),
            ("It\u{2019}s \u{201C}fine\u{201D}", "it's \"fine\""),
            ("2010\u{2013}2015 \u{2014} ok", "2010-2015 -- ok"),
            ("ＡＢＣ１２３", "abc123"),
            ("ﬁle", "file"),
            ("Cafe\u{301} É", "café é"),
            ("ｶﾞｷﾞ", "ガギ"),
            ("ΟΔΟΣ οδος", "οδοσ οδοσ"),
            ("İstanbul", "istanbul"),
            ("co\u{AD}operate \u{200F}x", "cooperate x"),
            ("a\u{A0}b\u{200B}c", "a b c"),
        ] {
            assert_eq!(normalise(text), expected, "{text}");
        }
    }

    #[test]
    fn folded_ranges_lead_back_to_the_original_bytes() {
        let text = "x ﬁ\u{2019}s ｶﾞ Ω é";
        let folded = Folded::new(text);
        assert_eq!(folded.text, "x fi's ガ Ω é");
        let original = |needle: &str| {
            let at = folded.text.find(needle).unwrap();
            let span = folded.span(at..at + needle.len());
            &text[span.start as usize..span.end as usize]
        };
        assert_eq!(original("fi's"), "ﬁ\u{2019}s");
        assert_eq!(original("f"), "ﬁ", "half a ligature widens to all of it");
        assert_eq!(original("ガ"), "ｶﾞ");
        assert_eq!(original("é"), "é");
        assert_eq!(original("x fi's ガ Ω é"), text);
    }

    proptest! {
        #[test]
        fn normalise_is_idempotent(text in "\\PC{0,40}") {
            let once = normalise(&text);
            prop_assert_eq!(normalise(&once), once);
        }

        #[test]
        fn every_folded_character_has_a_source_on_character_boundaries(text in "\\PC{0,40}") {
            let folded = Folded::new(&text);
            let mut last = 0;
            for (at, c) in folded.text.char_indices() {
                let span = folded.span(at..at + c.len_utf8());
                prop_assert!(text.get(span.start as usize..span.end as usize).is_some_and(|piece| !piece.is_empty()));
                prop_assert!(span.start >= last);
                last = span.start;
            }
        }

        #[test]
        fn folding_by_cluster_equals_folding_at_once(text in "\\PC{0,40}") {
            let at_once: String = text.nfkc().map(|c| fold_char(c).map_or(c.to_string(), str::to_owned)).collect();
            prop_assert_eq!(Folded::new(&text).text.into_owned(), at_once);
        }
    }
}
