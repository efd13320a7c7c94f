//! What in a text its writer does not say: code, quoted mail, quotations, notes in brackets, memories shown again.
//!
//! Owns the decision which bytes no claim may come from. Must not know: grammar.

use std::ops::Range;

use crate::text;

/// Words of a quotation from which on it is somebody's sentence and no title or name. Chosen.
const SENTENCE_WORDS_MIN: usize = 4;

/// Tags whose contents were recalled or are instructions to a program: each pair is skipped with what is inside.
const TAGS: &[&str] = &[
    "memory",
    "memories",
    "recalled",
    "recall",
    "recalled_memories",
    "recalled-memories",
    "relevant_memories",
    "relevant-memories",
    "memory-context",
    "memory_context",
    "context",
    "system",
    "document",
    "documents",
    "tool",
    "tool_result",
    "quote",
    "blockquote",
    "code",
    "pre",
    "search_results",
];

/// Headings of blocks of recalled memories, in lower case, as they stand in the first line of a block. A block ends at an empty line.
const HEADINGS: &[&str] = &[
    "recalled memories",
    "relevant memories",
    "retrieved memories",
    "memories from previous",
    "relevant context from memory",
    "context from memory",
    "what you remember",
    "known facts",
];

/// Byte ranges that say nothing of the writer's own, in order and merged. `lower` is the text in lower case, byte for byte.
pub(super) fn asides(text: &str, lower: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    if bytes.contains(&b'`') || bytes.contains(&b'>') || bytes.contains(&b'\n') {
        lines(text, lower, &mut out);
    }
    if bytes.contains(&b'<') {
        tags(lower, &mut out);
    }
    if bytes.contains(&b'[') {
        brackets(text, &mut out);
    }
    quotations(text, &mut out);
    out.sort_by_key(|range| range.start);
    let mut merged: Vec<Range<usize>> = Vec::with_capacity(out.len());
    for range in out {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

/// Fenced code, quoted mail, and blocks under a heading of recalled memories.
fn lines(text: &str, lower: &str, out: &mut Vec<Range<usize>>) {
    let mut fence: Option<usize> = None;
    let mut recalled = false;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let range = at..at + line.len();
        at = range.end;
        let bare = line.trim();
        if bare.starts_with("```") || bare.starts_with("~~~") {
            match fence.take() {
                Some(from) => out.push(from..range.end),
                // "```let x```" on one line is no fence.
                None if bare.len() > 3 && bare[3..].contains("```") => out.push(range),
                None => fence = Some(range.start),
            }
            continue;
        }
        if fence.is_some() {
            continue;
        }
        recalled = if bare.is_empty() { false } else { recalled || is_heading(lower[range.clone()].trim()) };
        if recalled || bare.starts_with('>') || bare.starts_with('|') {
            out.push(range);
        }
    }
    out.extend(fence.map(|from| from..text.len()));
}

fn is_heading(line: &str) -> bool {
    let bare = line.trim_matches(['#', '*', '[', ']', ':', '-', '=', ' ']);
    bare.len() < 60 && HEADINGS.iter().any(|heading| bare.starts_with(heading)) && line.len() != bare.len()
}

fn tags(lower: &str, out: &mut Vec<Range<usize>>) {
    let mut at = 0;
    while let Some(open) = lower[at..].find('<').map(|found| at + found) {
        let name_len =
            lower[open + 1..].bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-')).count();
        let name = &lower[open + 1..open + 1 + name_len];
        at = open + 1;
        if !TAGS.contains(&name) {
            continue;
        }
        // Names of tags are short, so that this looks at each byte a bounded number of times for honest input; what follows the
        // close is read from there, and an open tag that never closes takes the rest.
        let close = format!("</{name}>");
        let end = lower[at..].find(&close).map_or(lower.len(), |found| at + found + close.len());
        out.push(open..end);
        at = end;
    }
}

/// Notes between square brackets: captions, stage directions.
fn brackets(text: &str, out: &mut Vec<Range<usize>>) {
    let mut open = None;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'[' => open = open.or(Some(at)),
            b']' => out.extend(open.take().map(|from| from..at + 1)),
            b'\n' => open = None,
            _ => {}
        }
    }
}

/// Quoted sentences and inline code. Short quotations are titles and names and stay.
fn quotations(text: &str, out: &mut Vec<Range<usize>>) {
    for span in text::quoted(text) {
        let range = span.start as usize..span.end as usize;
        let inside = &text[range.clone()];
        let is_code = text[..range.start].trim_end().ends_with('`');
        let n_words = inside.split_whitespace().count();
        let is_sentence = n_words >= SENTENCE_WORDS_MIN
            && !inside.split_whitespace().all(|word| word.len() < 4 || word.starts_with(char::is_uppercase))
            || inside.ends_with(['.', '!', '?', ',']) && n_words > 1
            || inside.starts_with("I ")
            || inside.starts_with("I'")
            // Scripts without spaces.
            || n_words == 1 && inside.chars().filter(|c| !c.is_ascii()).count() > 8;
        if is_code || is_sentence {
            out.push(range);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rest(text: &str) -> String {
        let lower = super::super::token::lowered(text);
        let mut out = String::new();
        let mut at = 0;
        for range in asides(text, &lower) {
            out.push_str(&text[at..range.start]);
            at = range.end;
        }
        out.push_str(&text[at..]);
        out.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn only_the_writer_s_own_words_remain() {
        for (text, expected) in [
            ("a\n```\nI live in X\n```\nb", "a b"),
            ("a\n```rust\nopen", "a"),
            ("> I work at X\r\nMe too", "Me too"),
            ("He said \"I live in Rome.\" Right", "He said \"\" Right"),
            ("I read \"The Long Way Home\" twice", "I read \"The Long Way Home\" twice"),
            ("hi <memory>I like tea</memory> there", "hi there"),
            ("hi <memories>I like tea", "hi"),
            ("look [shares a photo: my dog] nice", "look nice"),
            ("## Relevant memories:\n- I like tea\n- I live in X\n\nNew day", "New day"),
            ("run `let x` now", "run `` now"),
            ("a < b and b > c", "a < b and b > c"),
        ] {
            assert_eq!(rest(text), expected, "{text}");
        }
    }
}
