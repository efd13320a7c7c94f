//! Where sentences and paragraphs end.
//!
//! Owns the rules for full stops. Knows nothing of token budgets; `split` builds on it.

use crate::model::Span;

/// Words that end in a dot in the middle of a sentence, lower case without the dot.
#[rustfmt::skip]
const ABBREVIATIONS: [&str; 40] = [
    "al", "approx", "apr", "aug", "ave", "blvd", "capt", "cf", "col", "corp", "dec", "dept", "dr", "eg", "feb", "fig", "gen",
    "gov", "hon", "ie", "jan", "jr", "lt", "mr", "mrs", "ms", "mt", "no", "nov", "oct", "prof", "rep", "rev", "sen", "sept",
    "sgt", "sr", "st", "viz", "vs",
];

/// Words that names of firms end in, and short names of regions: a sentence may end after them, but not before a small letter.
#[rustfmt::skip]
const CLOSING: [&str; 27] = [
    "ala", "ariz", "bros", "calif", "co", "colo", "conn", "del", "fla", "ga", "inc", "ind", "kan", "ky", "ltd", "mich", "minn", "mont", "neb",
    "nev", "okla", "pa", "tenn", "tex", "va", "vt", "wis",
];

/// A line shorter than this, in bytes, was ended on purpose and not wrapped. Chosen: wrapped text has lines of 65 and more.
const LINE_WRAPPED: usize = 60;

/// The sentences of a text, in order, without the white space around them; together they hold all that is not white space.
///
/// A sentence ends at `.` `!` `?` `…` and their counterparts in other scripts, closing quotes and brackets included, and at the end of a
/// paragraph, list item or short line; not after abbreviations and initials, nor inside numbers. Cost: O(n).
pub fn sentences(text: &str) -> Vec<Span> {
    let mut out = Vec::new();
    let mut start = 0;
    for end in sentence_ends(text) {
        push_trimmed(text, start, end, &mut out);
        start = end;
    }
    push_trimmed(text, start, text.len(), &mut out);
    out
}

/// Byte offsets where a sentence ends (after its closing marks), ascending; the end of the text is not among them.
pub(super) fn sentence_ends(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    let mut line_start = 0;
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        if byte == b'\n' {
            if ends_line(text, line_start, at) && at + 1 < bytes.len() {
                out.push(at + 1);
            }
            line_start = at + 1;
            at += 1;
        } else if matches!(byte, b'.' | b'!' | b'?') {
            at = ascii_stop(text, at, &mut out);
        } else if byte.is_ascii() {
            at += 1;
        } else {
            let Some(c) = text[at..].chars().next() else { break };
            at += c.len_utf8();
            if matches!(c, '。' | '！' | '？' | '｡' | '…' | '؟' | '۔' | '।' | '॥' | '။' | '។') {
                at = after_closers(text, at);
                if c != '…' || text[at..].trim_start().chars().next().is_some_and(|next| !next.is_lowercase()) {
                    out.push(at);
                }
            }
        }
    }
    out.retain(|&end| end < text.len());
    out.dedup();
    out
}

/// Byte offsets where a paragraph ends: at a blank line.
pub(super) fn paragraph_ends(text: &str) -> Vec<usize> {
    let mut out = Vec::new();
    let mut at = 0;
    let mut blank_before = true;
    for line in text.split_inclusive('\n') {
        let is_blank = line.trim().is_empty();
        if is_blank && !blank_before {
            out.push(at);
        }
        blank_before = is_blank;
        at += line.len();
    }
    out
}

/// Handles a run of `.!?` at `at`; returns where to go on.
fn ascii_stop(text: &str, at: usize, out: &mut Vec<usize>) -> usize {
    let bytes = text.as_bytes();
    let run = bytes[at..].iter().take_while(|b| matches!(b, b'.' | b'!' | b'?')).count();
    let end = after_closers(text, at + run);
    let Some(next) = text[end..].chars().next() else { return end };
    if !next.is_whitespace() {
        return at + run;
    }
    let is_single_dot = run == 1 && bytes[at] == b'.';
    let is_ellipsis = run > 1 && bytes[at..at + run].iter().all(|&b| b == b'.');
    let following = text[end..].trim_start().chars().next();
    // No sentence begins with a comma.
    let has_comma = following.is_some_and(|c| matches!(c, ',' | ';'));
    let goes_on = is_single_dot && (has_comma || is_abbreviation(&text[..at], following))
        || is_ellipsis && following.is_some_and(char::is_lowercase);
    if !goes_on {
        out.push(end);
    }
    end.max(at + run)
}

/// Whether the dot after `before` belongs to an abbreviation, an initial or a list number.
fn is_abbreviation(before: &str, following: Option<char>) -> bool {
    let tail = last_bytes(before, 16);
    let word = tail.rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '"' | '\u{201C}')).next().unwrap_or(tail);
    let letters: String = word.chars().filter(|&c| c != '.').flat_map(char::to_lowercase).collect();
    if letters.is_empty() {
        return false;
    }
    let starts_line = before.len() == word.len() || before[..before.len() - word.len()].ends_with('\n');
    if letters.chars().all(|c| c.is_ascii_digit()) {
        return starts_line && letters.len() <= 3;
    }
    let is_initial = letters.chars().count() == 1 && word.chars().all(char::is_uppercase) && letters != "i";
    let has_dots = word.contains('.') && word.split('.').all(|part| part.chars().count() <= 1);
    // "at 5 p.m. The", "in the U.S. He": dotted letters end a sentence when a capital follows.
    let dotted_goes_on = has_dots && following.is_some_and(char::is_lowercase);
    let is_closing = following.is_some_and(char::is_lowercase) && CLOSING.binary_search(&&*letters).is_ok();
    is_initial
        || dotted_goes_on
        || is_closing
        || ABBREVIATIONS.binary_search(&&*letters).is_ok()
            && following.is_some_and(|c| !c.is_lowercase() || letters.len() < 5)
}

/// The last `len` bytes, or a little less to stay on a character boundary.
fn last_bytes(text: &str, len: usize) -> &str {
    let mut from = text.len().saturating_sub(len);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    &text[from..]
}

fn after_closers(text: &str, mut at: usize) -> usize {
    while let Some(c) = text[at..].chars().next() {
        if !matches!(c, '"' | '\'' | ')' | ']' | '}' | '”' | '’' | '»' | '」' | '』' | '）' | '*' | '_') {
            break;
        }
        at += c.len_utf8();
    }
    at
}

/// Whether the line `[start, end)` ends a sentence: blank line, next a list item or heading, or too short to be wrapped text.
fn ends_line(text: &str, start: usize, end: usize) -> bool {
    let next = text[end + 1..].split('\n').next().unwrap_or("").trim_start();
    let numbered = next.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_item = next.starts_with(['-', '*', '•', '#', '>', '|'])
        || numbered.len() < next.len() && numbered.starts_with(['.', ')']);
    next.is_empty() || is_item || end - start < LINE_WRAPPED
}

fn push_trimmed(text: &str, start: usize, end: usize, out: &mut Vec<Span>) {
    let piece = &text[start..end];
    let trimmed = piece.trim();
    if !trimmed.is_empty() {
        let from = start + (piece.len() - piece.trim_start().len());
        out.push(Span { start: from as u32, end: (from + trimmed.len()) as u32 });
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, expected: &[&str]) {
        let found: Vec<&str> =
            sentences(text).iter().map(|span| &text[span.start as usize..span.end as usize]).collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn full_stops_end_sentences_and_other_dots_do_not() {
        check("It rained. We stayed in! Why? No idea", &["It rained.", "We stayed in!", "Why?", "No idea"]);
        check(
            "Dr. Keller met J. R. Smith at 3.14 p.m. on v1.2.3.",
            &["Dr. Keller met J. R. Smith at 3.14 p.m. on v1.2.3."],
        );
        check("He lives in the U.S. She does not.", &["He lives in the U.S.", "She does not."]);
        check("i went there. it was fun", &["i went there.", "it was fun"]);
        check("Well... maybe. Well... Maybe", &["Well... maybe.", "Well...", "Maybe"]);
        check("\"Stop!\" he said. (It worked.) Yes", &["\"Stop!\"", "he said.", "(It worked.)", "Yes"]);
        check("Me and I. Then", &["Me and I.", "Then"]);
    }

    #[test]
    fn other_scripts_have_their_own_stops() {
        check("你好。今天好吗？很好", &["你好。", "今天好吗？", "很好"]);
        check("मैं ठीक हूँ। आप?", &["मैं ठीक हूँ।", "आप?"]);
        check("ماذا؟ لا", &["ماذا؟", "لا"]);
    }

    #[test]
    fn lines_and_items_end_sentences_and_wrapped_lines_do_not() {
        check("Hey\nhow are you\n\n- one\n- two", &["Hey", "how are you", "- one", "- two"]);
        check("1. First\n2. Second", &["1. First", "2. Second"]);
        let wrapped = "This line is long enough that somebody's editor has wrapped it here\nand it goes on.";
        check(wrapped, &[wrapped]);
    }

    #[test]
    fn paragraphs_end_at_blank_lines() {
        assert_eq!(paragraph_ends("a\n\nb\n \n\nc\nd"), [2, 5]);
    }

    proptest! {
        #[test]
        fn nothing_but_white_space_is_lost(text in "[a-zA-Z.!?\"() \n。…\u{0301}\u{4e00}0-9]{0,60}") {
            let joined: String = sentences(&text).iter().map(|span| &text[span.start as usize..span.end as usize]).collect();
            let squeeze = |s: &str| s.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            prop_assert_eq!(squeeze(&joined), squeeze(&text));
        }
    }
}
