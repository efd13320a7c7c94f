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

/// The lines of a text without what lists put in front of them and with their places: bullets, numbers, dates in brackets, a
/// speaker. Each line is given in every such form, the whole line first.
pub fn line_forms(line: &str) -> Vec<&str> {
    let mut forms = vec![line.trim()];
    let mut rest = line.trim();
    while let Some(shorter) = without_lead(rest) {
        rest = shorter;
        forms.push(rest);
    }
    forms
}

fn without_lead(line: &str) -> Option<&str> {
    if let Some(rest) = ["- ", "* ", "• ", "> "].iter().find_map(|lead| line.strip_prefix(lead)) {
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
    let (lead, rest) = line.split_once(": ")?;
    let is_name = lead.len() <= LEAD_LEN_MAX && lead.split(' ').count() <= 3;
    is_name.then(|| rest.trim_start())
}

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
        assert_eq!(without_recalled("if a < b and <b>bold</b> then <memory>512</memory>"), None);
    }

    #[test]
    fn lines_are_given_without_what_stands_in_front() {
        assert_eq!(line_forms("- [2026-01-01] Ann: I live in Porto").last().copied(), Some("I live in Porto"));
        assert_eq!(line_forms("12. I live in Porto"), ["12. I live in Porto", "I live in Porto"]);
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
    }
}
