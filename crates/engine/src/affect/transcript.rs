//! Transcripts: a text whose lines say who speaks ("Nora: I was so worried.") -> its lines by speaker.
//!
//! A widespread form of long memories: minutes, exported chats, scripts. Owns the form alone; what a line feels like is
//! for others to say. Names are taken as written; whether two are one person is not decided here.

use crate::model::Span;

/// Lines with a speaker below which a text is no transcript. Chosen: two may be any two labelled lines.
const LINES_MIN: usize = 3;
/// Share of the lines that must have a speaker. Chosen: a page with a few quotes is no transcript.
const SPOKEN_SHARE: f32 = 0.6;
/// Longest name, in bytes and words. Chosen.
const NAME_LEN_MAX: usize = 40;
const NAME_WORDS_MAX: usize = 4;
/// Most lines read of one text. Chosen: more is no conversation that anybody asks about as one.
pub const TRANSCRIPT_LINES_MAX: usize = 512;

/// One line of a transcript, in bytes of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TranscriptLine {
    /// The speaker's name.
    pub speaker: Span,
    /// What is said, continuation lines included.
    pub said: Span,
}

/// The lines of a transcript, at most [`TRANSCRIPT_LINES_MAX`]; empty when the text is none.
///
/// A line with a speaker begins with a name and a colon, after an optional time in brackets or parentheses; marks of bold
/// type around the name are no part of it. A line without one continues the last. It is a transcript when at least three
/// lines and most lines have a speaker and somebody speaks twice: a list of fields ("Name: ...", "Date: ...") repeats none.
pub fn transcript(text: &str) -> Vec<TranscriptLine> {
    let mut lines: Vec<TranscriptLine> = Vec::new();
    let (mut n_spoken, mut n_lines) = (0, 0);
    let mut at = 0;
    for raw in text.split_inclusive('\n') {
        let start = at;
        at += raw.len();
        let line = raw.trim_end();
        if line.trim_start().is_empty() {
            continue;
        }
        n_lines += 1;
        match head(line) {
            Some((name, said)) => {
                n_spoken += 1;
                if lines.len() < TRANSCRIPT_LINES_MAX {
                    let span = |from: usize, to: usize| Span { start: (start + from) as u32, end: (start + to) as u32 };
                    lines.push(TranscriptLine { speaker: span(name.0, name.1), said: span(said, line.len()) });
                }
            }
            None => {
                if let Some(last) = lines.last_mut().filter(|_| n_spoken <= TRANSCRIPT_LINES_MAX) {
                    last.said.end = (start + line.len()) as u32;
                }
            }
        }
    }
    let mut names: Vec<&str> = lines.iter().map(|line| slice(text, line.speaker)).collect();
    names.sort_unstable();
    let repeats = names.windows(2).any(|pair| pair[0] == pair[1]);
    if n_spoken < LINES_MIN || (n_spoken as f32) < SPOKEN_SHARE * n_lines as f32 || !repeats {
        return Vec::new();
    }
    lines
}

/// The part of `text` that a span of its transcript names.
pub(crate) fn slice(text: &str, span: Span) -> &str {
    text.get(span.start as usize..span.end as usize).unwrap_or_default()
}

/// Where the name stands and where what is said begins.
fn head(line: &str) -> Option<((usize, usize), usize)> {
    let mut from = line.len() - line.trim_start().len();
    if let Some(rest) = line[from..].strip_prefix(['[', '(']) {
        let close = rest.find([']', ')'])?;
        let stamp = &rest[..close];
        // A time, not a stage direction.
        if !stamp.contains(|c: char| c.is_ascii_digit()) || !stamp.contains(':') {
            return None;
        }
        from += 1 + close + 1;
        from += line[from..].len() - line[from..].trim_start().len();
    }
    let colon =
        from + line[from..].char_indices().take_while(|(at, _)| *at <= NAME_LEN_MAX).find(|(_, c)| *c == ':')?.0;
    let said = colon + 1;
    // "12:30" and "https://" are no speakers; a name stands before a space, or before the end of its line's marks.
    let after = line[said..].trim_start_matches(['*', '_']);
    if !after.is_empty() && !after.starts_with(char::is_whitespace) {
        return None;
    }
    let bare = line[from..colon].trim_matches(['*', '_', ' ', '\t']);
    let name_at = from + line[from..colon].find(bare)?;
    let is_name = bare.chars().next().is_some_and(char::is_alphabetic)
        && bare.split_whitespace().count() <= NAME_WORDS_MAX
        && bare.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '.' | '\'' | '’' | '-' | '_' | '&' | '/'));
    let gap = line[said..].len() - line[said..].trim_start_matches(['*', '_', ' ', '\t']).len();
    (is_name && said + gap < line.len()).then_some(((name_at, name_at + bare.len()), said + gap))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> Vec<(&str, &str)> {
        transcript(text).iter().map(|line| (slice(text, line.speaker), slice(text, line.said))).collect()
    }

    #[test]
    fn lines_are_told_apart_by_speaker() {
        let text = "Nora: I was so worried.\nJonas: About the climb?\n  Nora: Yes!\nand the rope.\n\nJonas: It held.";
        assert_eq!(
            read(text),
            [
                ("Nora", "I was so worried."),
                ("Jonas", "About the climb?"),
                ("Nora", "Yes!\nand the rope."),
                ("Jonas", "It held."),
            ]
        );
    }

    #[test]
    fn stamps_and_marks_are_no_part_of_a_name() {
        let text = "[10:02] **Mary Ann:** Hi\n(10:03:20) **Mary Ann**: Still there?\n[10:04] user: yes";
        assert_eq!(read(text), [("Mary Ann", "Hi"), ("Mary Ann", "Still there?"), ("user", "yes")]);
    }

    #[test]
    fn other_texts_are_none() {
        for text in [
            "",
            "Nora: hello",
            "Name: Nora\nDate: 3 May\nStatus: done\nPlace: Lisbon",
            "Dear Nora,\nhere is the plan:\nfirst: pack\nsecond: drive\nthird: climb",
            "12:30 lunch\n12:45 talk\n13:00 end",
            "https://a.example/x\nhttps://a.example/y\nhttps://a.example/z",
            "He said: no.\nAnd then a long paragraph follows that nobody says.\nHe said: yes.\nMore text.\nMore.\nMore.",
        ] {
            assert_eq!(read(text), [], "{text}");
        }
    }

    #[test]
    fn long_transcripts_are_cut() {
        let text = "A: x\n".repeat(TRANSCRIPT_LINES_MAX + 20);
        assert_eq!(transcript(&text).len(), TRANSCRIPT_LINES_MAX);
    }

    proptest! {
        #[test]
        fn any_text_is_read_on_character_boundaries(text in "(\\PC|\n|Ann: |Bo: |: |\\[1:2\\] ){0,60}") {
            for line in transcript(&text) {
                for span in [line.speaker, line.said] {
                    prop_assert!(text.get(span.start as usize..span.end as usize).is_some_and(|part| !part.is_empty()));
                }
                prop_assert!(line.speaker.end < line.said.start);
            }
        }
    }
}
