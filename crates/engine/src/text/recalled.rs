//! Text that came out of a memory and is handed in again: agents put what they recalled in front of the next message, and
//! clients that keep whole messages send it back.
//!
//! Finds blocks by their marks. Must not know: what is stored.

use std::ops::Range;

/// Names of marks that agents and memory systems put around recalled text, without what stands between their words. Ours is
/// the first. A bare `memory` is none: it stands in other people's markup, too.
const MARKS: [&str; 11] = [
    "quintetmemories",
    "memories",
    "memorycontext",
    "memorycontextblock",
    "recalledmemories",
    "relevantmemories",
    "recalledcontext",
    "retrievedcontext",
    "retrievedmemories",
    "usermemories",
    "longtermmemory",
];

/// The mark around memories that Quintet hands out, so that it knows them when they come back.
pub const RECALLED_MARK: &str = "quintet-memories";

/// Blocks of recalled text, marks included, in order and without overlap. A block that is opened and not closed ends with the
/// text. Cost: O(n).
pub fn recalled_blocks(text: &str) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let mut from = 0;
    // Offsets stay the same.
    let lower = text.to_ascii_lowercase();
    while let Some(open) = text[from..].find('<').map(|at| from + at) {
        let Some((name, inside)) = mark(text, open) else {
            from = open + 1;
            continue;
        };
        let end = closing(&lower, inside, name).unwrap_or(text.len());
        blocks.push(open..end);
        from = end;
    }
    blocks
}

/// The name of an opening mark that begins there and is one of [`MARKS`], and where its inside begins.
fn mark(text: &str, open: usize) -> Option<(&str, usize)> {
    let rest = &text[open + 1..];
    // A closing mark that closes nothing opens nothing either: what follows it was said here.
    if rest.starts_with('/') {
        return None;
    }
    let end = rest.find('>').filter(|end| *end <= MARK_LEN_MAX)?;
    let name = rest[..end].split_whitespace().next()?;
    let plain: String = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    MARKS.contains(&plain.as_str()).then_some((name, open + 1 + end + 1))
}

/// Bytes of a mark with its attributes, at most. Chosen.
const MARK_LEN_MAX: usize = 200;

fn closing(lower: &str, inside: usize, name: &str) -> Option<usize> {
    let wanted = format!("</{}", name.to_ascii_lowercase());
    let at = inside + lower[inside..].find(&wanted)?;
    lower[at..].find('>').map(|end| at + end + 1)
}

/// A text without its recalled blocks; `None` where it has none.
pub fn without_recalled(text: &str) -> Option<String> {
    let blocks = recalled_blocks(text);
    if blocks.is_empty() {
        return None;
    }
    let mut kept = String::with_capacity(text.len());
    let mut from = 0;
    for block in blocks {
        kept.push_str(&text[from..block.start]);
        from = block.end;
    }
    kept.push_str(&text[from..]);
    Some(kept.trim().to_owned())
}

/// A line without what lists put around it: bullets, numbers, dates in brackets, a speaker, marks, quotes in front; scores in
/// brackets, marks, quotes and commas behind. It is given in every such form, the whole line first.
pub fn line_forms(line: &str) -> Vec<&str> {
    let mut forms = vec![line.trim()];
    let mut rest = line.trim();
    while let Some(shorter) = without_lead(rest) {
        rest = shorter;
        forms.push(rest);
    }
    for at in 0..forms.len() {
        let mut rest = forms[at];
        while let Some(shorter) = without_tail(rest) {
            rest = shorter;
            forms.push(rest);
        }
    }
    forms
}

fn without_lead(line: &str) -> Option<&str> {
    if let Some(rest) = ["- ", "* ", "• ", "> ", "\"", "“"].iter().find_map(|lead| line.strip_prefix(lead)) {
        return Some(rest.trim_start());
    }
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    if number.len() < line.len()
        && let Some(rest) = number.strip_prefix(". ").or_else(|| number.strip_prefix(") "))
    {
        return Some(rest.trim_start());
    }
    if let Some(inside) = line.strip_prefix('[').or_else(|| line.strip_prefix('('))
        && let Some((lead, rest)) = inside.split_once([']', ')'])
        && lead.len() <= LEAD_LEN_MAX
    {
        return Some(rest.trim_start_matches([':', ' ']));
    }
    if let Some(inside) = line.strip_prefix('<')
        && let Some((lead, rest)) = inside.split_once('>')
        && lead.len() <= MARK_LEN_MAX
    {
        return Some(rest.trim_start());
    }
    let (lead, rest) = line.split_once(": ")?;
    let is_name = lead.len() <= LEAD_LEN_MAX && lead.split(' ').count() <= 3;
    is_name.then(|| rest.trim_start())
}

fn without_tail(line: &str) -> Option<&str> {
    if let Some(rest) = ["\"", "”", ","].iter().find_map(|tail| line.strip_suffix(tail)) {
        return Some(rest.trim_end());
    }
    for (open, close) in [('(', ')'), ('[', ']')] {
        if let Some(inside) = line.strip_suffix(close)
            && let Some((rest, tail)) = inside.rsplit_once(open)
            && tail.len() <= LEAD_LEN_MAX
            && rest.ends_with(' ')
        {
            return Some(rest.trim_end());
        }
    }
    let (rest, tail) = line.strip_suffix('>')?.rsplit_once("</")?;
    (tail.len() <= LEAD_LEN_MAX).then(|| rest.trim_end())
}

/// Words by which hosts call what they recalled, sorted.
const NAMED: [&str; 6] = ["context", "known", "memories", "memory", "recalled", "recollections"];

/// True where a line says that what follows, on it or below it, is memories: a heading, or a few words before a colon.
pub fn names_memories(line: &str) -> bool {
    let line = line.trim();
    let Some(lead) = heading(line) else { return false };
    let mut words = lead.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    words.any(|word| NAMED.binary_search(&word.as_str()).is_ok())
}

fn heading(line: &str) -> Option<&str> {
    if let Some(title) = line.strip_prefix('#') {
        return Some(title);
    }
    let (lead, _) = line.split_once(':')?;
    (lead.len() <= HEADING_LEN_MAX).then_some(lead)
}

/// Bytes of a heading that names memories, at most. Chosen.
const HEADING_LEN_MAX: usize = 60;

/// Bytes of a date in brackets or a speaker's name in front of a line, at most. Chosen.
const LEAD_LEN_MAX: usize = 40;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn marked_blocks_are_found_and_taken_out() {
        let text = "<quintet-memories>\n- I live in Porto\n</quintet-memories>\nWhat is the weather?";
        assert_eq!(without_recalled(text).as_deref(), Some("What is the weather?"));
        assert_eq!(
            without_recalled("a <Relevant_Memories kind=\"x\">b</relevant_memories> c").as_deref(),
            Some("a  c")
        );
        assert_eq!(without_recalled("<memories>never closed").as_deref(), Some(""));
        assert_eq!(without_recalled("</memories> is how the block ends in that file"), None, "it closes nothing");
        assert_eq!(without_recalled("if a < b and <b>bold</b> then <memory>512</memory>"), None);
    }

    #[test]
    fn lines_are_given_without_what_stands_in_front() {
        assert_eq!(line_forms("- [2026-01-01] Ann: I live in Porto").last().copied(), Some("I live in Porto"));
        assert_eq!(line_forms("12. I live in Porto"), ["12. I live in Porto", "I live in Porto"]);
        for line in [
            "* \"I live in Porto\",",
            "1) I live in Porto [score: 0.83]",
            "<memory id=\"3\">I live in Porto</memory>",
            "Relevant memory: I live in Porto (0.71)",
        ] {
            assert!(line_forms(line).contains(&"I live in Porto"), "{line}");
        }
    }

    #[test]
    fn headings_name_memories() {
        for line in
            ["## Relevant memories", "Context from earlier talks:", "Known facts: I live in Porto.", "Memory: x"]
        {
            assert!(names_memories(line), "{line}");
        }
        for line in
            ["Remember: I live in Porto.", "I know: it rains", "A memory of the sea", "Bob: the context is lost"]
        {
            assert!(!names_memories(line), "{line}");
        }
    }

    proptest! {
        #[test]
        fn blocks_lie_inside_in_order_and_on_boundaries(text in "(<memories>|</memories>|<|>|a|ä|東| |\n){0,40}") {
            let mut last = 0;
            for block in recalled_blocks(&text) {
                prop_assert!(block.start >= last && block.end <= text.len() && block.start < block.end);
                prop_assert!(text.get(block.clone()).is_some());
                last = block.end;
            }
        }

        #[test]
        fn forms_are_parts_of_the_line(line in "([-*<>()\\[\\]\": .,0-9a-c]|ä|”|</m>){0,30}") {
            for form in line_forms(&line) {
                prop_assert!(line.contains(form));
            }
        }
    }
}
