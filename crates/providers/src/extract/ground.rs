//! Grounding: where in the source a string of an answer stands. What stands nowhere is not taken.
//!
//! Owns how closely a string has to agree: to the letter, else but for white space, case, quote marks and marks that cannot be
//! seen. What is taken is always the source's own spelling.

use std::ops::Range;

use quintet::model::Span;

/// A text in which strings are looked up.
pub(super) struct Source<'a> {
    /// The whole text that spans refer to.
    text: &'a str,
    /// The part of it that may be quoted.
    bytes: Range<usize>,
    /// Folded characters of the part, each with its byte range in the text.
    folded: Vec<(char, usize, usize)>,
}

impl<'a> Source<'a> {
    /// The part `bytes` of a text.
    pub(super) fn of(text: &'a str, bytes: Range<usize>) -> Self {
        let folded = fold(&text[bytes.clone()], bytes.start);
        Self { text, bytes, folded }
    }

    /// The words at a span.
    pub(super) fn slice(&self, span: Span) -> &'a str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// The part that may be quoted.
    pub(super) fn part(&self) -> Span {
        Span { start: self.bytes.start as u32, end: self.bytes.end as u32 }
    }

    /// Where a string stands as whole words; inside `near` rather than elsewhere. Marks around it are left off when it does not
    /// stand there with them.
    pub(super) fn find(&self, wanted: &str, near: Option<Span>) -> Option<Span> {
        let wanted = wanted.trim();
        let bare = wanted.trim_matches(|c: char| !c.is_alphanumeric());
        [wanted, bare].into_iter().filter(|form| form.chars().any(char::is_alphanumeric)).find_map(|form| {
            let near = near.and_then(|near| self.find_in(form, near.start as usize..near.end as usize));
            near.or_else(|| self.find_in(form, self.bytes.clone()))
        })
    }

    fn find_in(&self, wanted: &str, within: Range<usize>) -> Option<Span> {
        let exact = self.text[within.clone()]
            .match_indices(wanted)
            .map(|(at, found)| (within.start + at, within.start + at + found.len()))
            .find(|(start, end)| self.is_whole(*start, *end));
        exact
            .or_else(|| self.find_folded(wanted, &within))
            .map(|(start, end)| Span { start: start as u32, end: end as u32 })
    }

    fn find_folded(&self, wanted: &str, within: &Range<usize>) -> Option<(usize, usize)> {
        let wanted: Vec<char> = fold(wanted, 0).into_iter().map(|(c, ..)| c).collect();
        let first = self.folded.partition_point(|(_, start, _)| *start < within.start);
        let last = self.folded.partition_point(|(_, _, end)| *end <= within.end);
        let window = self.folded.get(first..last)?;
        if wanted.is_empty() {
            return None;
        }
        // A character that is several in lower case is found as a whole or not at all.
        let splits = |at: usize| at > 0 && at < window.len() && window[at - 1].1 == window[at].1;
        window.windows(wanted.len()).enumerate().find_map(|(at, run)| {
            let is_same = run.iter().zip(&wanted).all(|((c, ..), wanted)| c == wanted);
            let (start, end) = (run[0].1, run[run.len() - 1].2);
            let is_whole = is_same && !splits(at) && !splits(at + run.len()) && self.is_whole(start, end);
            is_whole.then_some((start, end))
        })
    }

    /// False when a found string is a piece of a longer word: "Ann" in "Annual".
    fn is_whole(&self, start: usize, end: usize) -> bool {
        let joined = |left: Option<char>, right: Option<char>| {
            left.zip(right).is_some_and(|(a, b)| is_spaced(a) && is_spaced(b))
        };
        let (before, from) = (&self.text[..start], &self.text[start..end]);
        !joined(before.chars().next_back(), from.chars().next())
            && !joined(from.chars().next_back(), self.text[end..].chars().next())
    }
}

/// Letters and digits of scripts that put spaces between words.
fn is_spaced(c: char) -> bool {
    c.is_alphanumeric() && c < '\u{0e00}'
}

/// Lower case, one space for each run of white space, plain quote marks and dashes, nothing that cannot be seen; each with the
/// bytes it came from, counted from `base`.
fn fold(text: &str, base: usize) -> Vec<(char, usize, usize)> {
    let mut out: Vec<(char, usize, usize)> = Vec::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let (start, end) = (base + at, base + at + c.len_utf8());
        if is_unseen(c) {
            continue;
        }
        if c.is_whitespace() {
            if out.last().is_some_and(|(last, ..)| *last != ' ') {
                out.push((' ', start, end));
            }
            continue;
        }
        out.extend(plain(c).to_lowercase().map(|lower| (lower, start, end)));
    }
    if out.last().is_some_and(|(last, ..)| *last == ' ') {
        out.pop();
    }
    out
}

/// The plain form of a mark that is written in several ways; also of those that prompts put in the place of others.
fn plain(c: char) -> char {
    match c {
        '‘' | '’' | 'ʼ' | '`' => '\'',
        '“' | '”' | '„' | '«' | '»' => '"',
        '‐' | '‑' | '–' | '—' => '-',
        '‹' => '<',
        '［' => '[',
        other => other,
    }
}

/// Characters that steer how text is shown or hide in it: controls but for white space, zero-width and direction marks, tags.
pub(super) fn is_unseen(c: char) -> bool {
    (c.is_control() && !c.is_whitespace())
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found<'a>(text: &'a str, wanted: &str) -> Option<&'a str> {
        let source = Source::of(text, 0..text.len());
        source.find(wanted, None).map(|span| source.slice(span))
    }

    #[test]
    fn strings_are_found_in_the_spelling_of_the_source() {
        let text = "Ann’s  annual\nreview: “Dr. KIM” left ACME–West.\u{200b}";
        assert_eq!(found(text, "ann's annual review"), Some("Ann’s  annual\nreview"));
        assert_eq!(found(text, "Acme-West"), Some("ACME–West"));
        assert_eq!(found(text, "\"Dr. Kim\""), Some("“Dr. KIM”"));
        assert_eq!(found(text, "(Kim)!"), Some("KIM"), "marks around it are left off");
        assert_eq!(found("東京に住んでいます", "東京"), Some("東京"));
        assert_eq!(found("a ‹b> <C>", "<c>"), Some("<C>"));
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        assert_eq!(found("Annual leave", "Ann"), None, "a piece of a word");
        assert_eq!(found("Ann left", "Anna"), None);
        for nothing in ["", " ", "...", "\u{200b}"] {
            assert_eq!(found("Ann... left", nothing), None);
        }
        let text = "Ann left. Bob stayed.";
        let source = Source::of(text, 10..text.len());
        assert_eq!(source.find("Ann", None), None, "outside the part");
    }

    #[test]
    fn the_place_nearby_is_preferred() {
        let text = "Kim met Kim.";
        let source = Source::of(text, 0..text.len());
        assert_eq!(source.find("Kim", Some(Span { start: 4, end: 12 })), Some(Span { start: 8, end: 11 }));
    }

    proptest! {
        #[test]
        fn never_panics_and_finds_only_what_is_there(text in "\\PC{0,60}", wanted in "\\PC{0,8}") {
            if let Some(found) = found(&text, &wanted) {
                let bare = |text: &str| fold(text.trim_matches(|c: char| !c.is_alphanumeric()), 0).into_iter().map(|(c, ..)| c).collect::<String>();
                prop_assert_eq!(bare(found), bare(&wanted));
            }
        }
    }
}
