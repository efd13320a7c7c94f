//! Puts a document together from what a reader meets: blocks, headings, links. Keeps the promises of
//! [`quintet::ports::Extracted`], whatever the reader does.

use std::sync::Arc;

use quintet::ports::{Anchor, AnchorKind, Block, BlockKind, Extracted};

/// Longest head of a table column that is said again with each cell, in bytes. Chosen: a longer one is no name.
const HEAD_LEN_MAX: usize = 60;
/// Deepest heading level.
const LEVEL_MAX: usize = 6;
/// Links that may be open at once; further ones are words only. Chosen: links do not lie in each other.
const OPEN_LINKS_MAX: usize = 4;

/// A table that is being read.
#[derive(Debug, Default)]
struct Table {
    head: Vec<String>,
    column: usize,
    /// Something of the row stands in the text.
    row_begun: bool,
}

/// A document in the making.
#[derive(Debug, Default)]
pub(super) struct Builder {
    text: String,
    blocks: Vec<Block>,
    links: Vec<Anchor>,
    /// Level and text of the headings that what comes next stands under.
    headings: Vec<(usize, String)>,
    path: Arc<[String]>,
    /// Kind, beginning, and level of the block that is being written.
    open: Option<(BlockKind, usize, usize)>,
    open_links: Vec<Option<(AnchorKind, String, usize)>>,
    tables: Vec<Table>,
    /// White space was met that a following word needs before it.
    gap: bool,
}

impl Builder {
    /// Begins a block; what was being written ends.
    pub(super) fn begin(&mut self, kind: BlockKind) {
        self.end();
        if !self.text.is_empty() {
            self.text.push_str(if matches!(kind, BlockKind::Item | BlockKind::Row) { "\n" } else { "\n\n" });
        }
        self.open = Some((kind, self.text.len(), 0));
        self.gap = false;
    }

    /// Begins a heading of that level, 1 to 6.
    pub(super) fn begin_heading(&mut self, level: usize) {
        self.begin(BlockKind::Heading);
        if let Some(open) = &mut self.open {
            open.2 = level.clamp(1, LEVEL_MAX);
        }
    }

    /// The kind of the block that is being written.
    pub(super) fn kind(&self) -> Option<BlockKind> {
        self.open.map(|(kind, _, _)| kind)
    }

    /// True when nothing was written to the block yet.
    pub(super) fn is_blank(&self) -> bool {
        self.open.is_none_or(|(_, start, _)| self.text.len() == start)
    }

    /// Writes words; runs of white space become one space. Without a block a paragraph begins.
    pub(super) fn words(&mut self, text: &str) {
        for (idx, word) in text.split(is_space).enumerate() {
            self.gap |= idx > 0;
            if word.is_empty() {
                continue;
            }
            if self.open.is_none() {
                self.begin(BlockKind::Paragraph);
            }
            if self.gap && !self.is_blank() {
                self.text.push(' ');
            }
            self.gap = false;
            self.text.extend(word.chars().filter(|c| !c.is_control()));
        }
    }

    /// Writes text whose lines and spaces matter. Without a block one begins.
    pub(super) fn verbatim(&mut self, text: &str) {
        if self.open.is_none() {
            self.begin(BlockKind::Verbatim);
        }
        self.gap = false;
        let is_kept = |c: &char| !c.is_control() || matches!(c, '\n' | '\t');
        self.text.extend(text.chars().filter(is_kept));
    }

    /// A space between two words, wherever they come from.
    pub(super) fn gap(&mut self) {
        self.gap = true;
    }

    /// Ends the block; an empty one leaves nothing.
    pub(super) fn end(&mut self) {
        let Some((kind, start, level)) = self.open.take() else { return };
        let kept = self.text[start..].trim_end().len();
        let lead = self.text[start..].len() - self.text[start..].trim_start_matches(is_blank_line_start).len();
        self.text.truncate(start + kept);
        let start = (start + lead).min(self.text.len());
        if self.text[start..].trim().is_empty() {
            // The blank lines before it go, too.
            let end = self.text.trim_end().len();
            self.text.truncate(end);
            return;
        }
        if kind == BlockKind::Heading {
            self.enter(level, start);
        }
        let span = span(start, self.text.len());
        self.blocks.push(Block { kind, path: Arc::clone(&self.path), span });
    }

    /// What follows stands under the heading that begins at `start`.
    fn enter(&mut self, level: usize, start: usize) {
        while self.headings.last().is_some_and(|(last, _)| *last >= level) {
            self.headings.pop();
        }
        let heading = self.text[start..].split_whitespace().collect::<Vec<_>>().join(" ");
        self.headings.push((level, heading));
        self.path = self.headings.iter().map(|(_, heading)| heading.clone()).collect();
    }

    /// A link begins; ended by [`Builder::end_link`].
    pub(super) fn begin_link(&mut self, kind: AnchorKind, target: &str) {
        let taken = self.open_links.len() < OPEN_LINKS_MAX && !target.is_empty();
        if self.open_links.len() < OPEN_LINKS_MAX {
            // The words of the link stand after a space that is still to come.
            let start = self.text.len() + usize::from(self.gap && !self.is_blank());
            self.open_links.push(taken.then(|| (kind, target.to_owned(), start)));
        }
    }

    /// The last link that began ends.
    pub(super) fn end_link(&mut self) {
        let Some(Some((kind, target, start))) = self.open_links.pop() else { return };
        let end = self.text.len();
        if start < end && self.text.is_char_boundary(start) {
            self.links.push(Anchor { kind, target, span: span(start, end) });
        }
    }

    /// A table begins; tables may lie in each other.
    pub(super) fn begin_table(&mut self) {
        self.end();
        self.tables.push(Table::default());
    }

    /// The last table that began ends.
    pub(super) fn end_table(&mut self) {
        self.end();
        self.tables.pop();
    }

    /// A row of the table begins.
    pub(super) fn begin_row(&mut self) {
        self.begin(BlockKind::Row);
        if let Some(table) = self.tables.last_mut() {
            (table.column, table.row_begun) = (0, false);
        }
    }

    /// A cell of the row: its text, said after the head of its column. Cells of the head row become the heads.
    pub(super) fn cell(&mut self, text: &str, is_head: bool) {
        let Some(table) = self.tables.last_mut() else { return self.words(text) };
        let column = table.column;
        table.column += 1;
        if text.trim().is_empty() {
            return;
        }
        if is_head && table.head.len() <= column {
            table.head.resize(column + 1, String::new());
        }
        let head = if is_head {
            let head = Some(text.trim()).filter(|head| head.len() <= HEAD_LEN_MAX).unwrap_or_default();
            head.clone_into(&mut table.head[column]);
            String::new()
        } else {
            table.head.get(column).cloned().unwrap_or_default()
        };
        if core::mem::replace(&mut table.row_begun, true) {
            self.words(" | ");
            self.gap();
        }
        if !head.is_empty() {
            self.words(&head);
            self.words(": ");
        }
        self.words(text);
    }

    /// How much was written to the block so far, in bytes.
    pub(super) fn written(&self) -> usize {
        self.open.map_or(0, |(_, start, _)| self.text.len() - start)
    }

    /// The document. A title that is not given is the first heading, when it is the only one of its level.
    pub(super) fn finish(mut self, title: Option<String>) -> Extracted {
        self.end();
        let title = title.map(|title| title.split_whitespace().collect::<Vec<_>>().join(" "));
        let title = title.filter(|title| !title.is_empty()).or_else(|| self.first_heading());
        // A link may have ended in white space that was cut off later.
        let len = self.text.len() as u32;
        self.links.retain(|link| link.span.end <= len && self.text.is_char_boundary(link.span.end as usize));
        self.links.sort_by_key(|link| (link.span.start, link.span.end));
        Extracted { text: self.text, title, blocks: self.blocks, links: self.links }
    }

    fn first_heading(&self) -> Option<String> {
        let mut tops = self.blocks.iter().filter(|block| block.kind == BlockKind::Heading && block.path.len() == 1);
        let first = tops.next()?;
        tops.next().is_none().then(|| first.path[0].clone())
    }
}

fn is_space(c: char) -> bool {
    c.is_whitespace()
}

/// Blank lines at the begin of a verbatim block; the indent of its first line stays.
fn is_blank_line_start(c: char) -> bool {
    c == '\n'
}

fn span(start: usize, end: usize) -> quintet::model::Span {
    quintet::model::Span { start: start as u32, end: end as u32 }
}
