//! A document's text to passages: at sentence boundaries, inside one section, never across a heading.
//!
//! Owns where a document is cut and how its sections are called. Must not know: models but by their counter, the store.

use std::collections::HashSet;

use crate::limits;
use crate::model::{SECTION_SEPARATOR, Span};
use crate::ports::{Block, BlockKind, Extracted};
use crate::text;

/// One passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Passage {
    /// Where it stands in the document's text.
    pub(super) span: Span,
    /// Its section path; `None` before the first heading.
    pub(super) section: Option<String>,
}

/// Cuts a document.
///
/// - `budget`: how many tokens a passage may have when that text stands in front of it;
/// - `tokens`: the model's counter.
/// - A heading is no passage, since its words stand in front of those below it; one with nothing below it is.
pub(super) fn cut(
    extracted: &Extracted,
    title: Option<&str>,
    budget: &dyn Fn(&str) -> usize,
    tokens: &dyn Fn(&str) -> usize,
) -> Vec<Passage> {
    let mut passages = Vec::new();
    for (path, span) in runs(&extracted.blocks) {
        let section = section(path);
        let front = match (title, section.as_deref()) {
            (Some(title), Some(section)) if !section.starts_with(title) => {
                format!("{title}{SECTION_SEPARATOR}{section}")
            }
            (title, section) => section.or(title).unwrap_or_default().to_owned(),
        };
        let text = &extracted.text[span.start as usize..span.end as usize];
        passages.extend(text::split(text, tokens, budget(&front)).into_iter().map(|part| Passage {
            span: Span { start: span.start + part.start, end: span.start + part.end },
            section: section.clone(),
        }));
    }
    passages
}

/// Runs of blocks under the same headings, in order, with their path. Headings are left out unless nothing stands below them.
fn runs(blocks: &[Block]) -> Vec<(&[String], Span)> {
    let mut fed: HashSet<&[String]> = HashSet::new();
    for block in blocks.iter().filter(|block| block.kind != BlockKind::Heading) {
        for depth in (1..=block.path.len()).rev() {
            if !fed.insert(&block.path[..depth]) {
                break;
            }
        }
    }
    // A heading with lower headings is fed by them, so that only the lowest ones speak for themselves.
    for block in blocks.iter().filter(|block| block.kind == BlockKind::Heading) {
        for depth in 1..block.path.len() {
            fed.insert(&block.path[..depth]);
        }
    }
    let mut runs: Vec<(&[String], Span)> = Vec::new();
    let mut follows = false;
    for block in blocks {
        if block.kind == BlockKind::Heading && fed.contains(&block.path[..]) {
            follows = false;
            continue;
        }
        match runs.last_mut() {
            Some((path, span)) if follows && **path == block.path[..] => span.end = block.span.end,
            _ => runs.push((&block.path, block.span)),
        }
        follows = block.kind != BlockKind::Heading;
    }
    runs
}

/// A heading as it stands in a path: one line, no control characters, cut at [`limits::HEADING_LEN_MAX`].
pub(super) fn heading(text: &str) -> String {
    let mut line = String::new();
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
        let gap = usize::from(!line.is_empty());
        let room = limits::HEADING_LEN_MAX.saturating_sub(line.len() + gap);
        if word.len() > room {
            let mut end = room.min(word.len());
            while !word.is_char_boundary(end) {
                end -= 1;
            }
            // Half a word says more than none only where there is nothing else.
            if line.is_empty() {
                line.push_str(&word[..end]);
            }
            break;
        }
        if gap == 1 {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// The name of a section: its headings, the outermost left out where there is no room for all.
fn section(path: &[String]) -> Option<String> {
    let headings: Vec<String> = path.iter().map(|text| heading(text)).filter(|text| !text.is_empty()).collect();
    let mut section = String::new();
    for heading in headings.iter().rev() {
        if section.is_empty() {
            section.clone_from(heading);
        } else if section.len() + SECTION_SEPARATOR.len() + heading.len() <= limits::NAME_LEN_MAX {
            section = format!("{heading}{SECTION_SEPARATOR}{section}");
        } else {
            break;
        }
    }
    (!section.is_empty()).then_some(section)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;

    /// A document of blocks given as (kind, path, text).
    fn document(blocks: &[(BlockKind, &str, &str)]) -> Extracted {
        let mut extracted = Extracted::default();
        for (kind, path, text) in blocks {
            if !extracted.text.is_empty() {
                extracted.text.push_str("\n\n");
            }
            let start = extracted.text.len() as u32;
            extracted.text.push_str(text);
            let path: Arc<[String]> = path.split('/').filter(|part| !part.is_empty()).map(str::to_owned).collect();
            extracted.blocks.push(Block { kind: *kind, path, span: Span { start, end: extracted.text.len() as u32 } });
        }
        extracted
    }

    fn words(text: &str) -> usize {
        text.split_whitespace().count()
    }

    fn cut_by_words(extracted: &Extracted, most: usize) -> Vec<(Option<String>, &str)> {
        let slice = |span: Span| &extracted.text[span.start as usize..span.end as usize];
        let passages = cut(extracted, Some("Manual"), &|_| most, &words);
        passages.into_iter().map(|passage| (passage.section, slice(passage.span))).collect()
    }

    #[test]
    fn passages_end_at_headings_and_say_where_they_stand() {
        use BlockKind::{Heading, Item, Paragraph};
        let extracted = document(&[
            (Paragraph, "", "Before any heading."),
            (Heading, "Care", "Care"),
            (Paragraph, "Care", "Wipe it."),
            (Item, "Care", "- Oil it."),
            (Heading, "Care/Winter", "Winter"),
            (Heading, "Care/Winter/Ice", "Ice"),
            (Heading, "Parts", "Parts"),
            (Paragraph, "Parts", "One screw."),
        ]);
        let some = |path: &str| Some(path.to_owned());
        assert_eq!(
            cut_by_words(&extracted, 50),
            [
                (None, "Before any heading."),
                (some("Care"), "Wipe it.\n\n- Oil it."),
                (some("Care > Winter > Ice"), "Ice"),
                (some("Parts"), "One screw."),
            ]
        );
    }

    #[test]
    fn sections_of_one_name_do_not_run_into_each_other() {
        use BlockKind::{Heading, Paragraph};
        let extracted = document(&[
            (Heading, "Day", "Day"),
            (Paragraph, "Day", "One."),
            (Heading, "Day", "Day"),
            (Paragraph, "Day", "Two."),
        ]);
        assert_eq!(cut_by_words(&extracted, 50).iter().map(|one| one.1).collect::<Vec<_>>(), ["One.", "Two."]);
    }

    #[test]
    fn headings_become_short_single_lines() {
        assert_eq!(heading("  A\n b\t\u{0}c "), "A b c");
        assert_eq!(heading(&"word ".repeat(60)).len(), 119);
        assert_eq!(heading(&"é".repeat(200)).len(), 120);
        let path: Vec<String> = (0..20).map(|depth| format!("{depth} {}", "x".repeat(80))).collect();
        let section = section(&path).unwrap();
        assert!(section.len() <= limits::NAME_LEN_MAX && section.ends_with(&path[19]), "{section}");
        assert_eq!(super::section(&["\u{1}".to_owned()]), None);
    }

    proptest! {
        #[test]
        fn nothing_is_lost_and_nothing_crosses_a_heading(
            blocks in prop::collection::vec((0..4_usize, "[ab]{0,2}", "[a-z. ]{1,60}[a-z]"), 0..12), most in 1..20_usize,
        ) {
            let kinds = [BlockKind::Heading, BlockKind::Paragraph, BlockKind::Item, BlockKind::Verbatim];
            let paths: Vec<String> =
                blocks.iter().map(|(_, path, _)| path.chars().map(String::from).collect::<Vec<_>>().join("/")).collect();
            let blocks: Vec<(BlockKind, &str, &str)> =
                blocks.iter().zip(&paths).map(|((kind, _, text), path)| (kinds[*kind], path.as_str(), text.trim())).collect();
            let extracted = document(&blocks);
            let passages = cut(&extracted, None, &|_| most, &words);
            prop_assert!(passages.windows(2).all(|pair| pair[0].span.end <= pair[1].span.start));
            for block in extracted.blocks.iter().filter(|block| block.kind != BlockKind::Heading) {
                let text = &extracted.text[block.span.start as usize..block.span.end as usize];
                let covered: String = passages
                    .iter()
                    .map(|passage| (passage.span.start.max(block.span.start), passage.span.end.min(block.span.end)))
                    .filter(|(start, end)| start < end)
                    .map(|(start, end)| &extracted.text[start as usize..end as usize])
                    .collect();
                let squeeze = |text: &str| text.split_whitespace().collect::<String>();
                prop_assert_eq!(squeeze(&covered), squeeze(text));
            }
            for heading in extracted.blocks.iter().filter(|block| block.kind == BlockKind::Heading) {
                let crosses = |passage: &Passage| passage.span.start < heading.span.start && passage.span.end > heading.span.end;
                prop_assert!(!passages.iter().any(crosses));
            }
        }
    }
}
