//! Markdown: CommonMark with tables, footnotes, task lists, front matter and links by title.

use pulldown_cmark::{Event, HeadingLevel, LinkType, MetadataBlockKind, Options, Parser, Tag, TagEnd};
use quintet::ports::{AnchorKind, BlockKind, DocumentError, Extracted};

use super::builder::Builder;
use super::{Format, encoding};

pub(super) const FORMAT: Format = Format {
    name: "markdown",
    summary: "Markdown: headings, lists, tables, links",
    media_type: "text/markdown",
    extensions: &["md", "markdown", "mdown", "mkd"],
    recognises: |_| false,
    read,
};

/// Where the reader is.
#[derive(Default)]
struct Place {
    /// For each list that is open its next number, when it is numbered.
    lists: Vec<Option<u64>>,
    /// The text of the table cell that is being read.
    cell: Option<String>,
    in_head: bool,
    in_code: bool,
    /// The front matter, while it is read.
    front: Option<String>,
    title: Option<String>,
}

fn read(bytes: &[u8]) -> Result<Extracted, DocumentError> {
    let text = encoding::decode(bytes)?;
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_WIKILINKS;
    let (mut builder, mut place) = (Builder::default(), Place::default());
    // The parser bounds the empty cells it adds to short rows, so that events are in proportion to the bytes.
    for event in Parser::new_ext(&text, options) {
        match event {
            Event::Start(tag) => start(&mut builder, &mut place, tag),
            Event::End(tag) => end(&mut builder, &mut place, tag),
            Event::Text(text) => write(&mut builder, &mut place, &text),
            Event::Code(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                write(&mut builder, &mut place, &text);
            }
            Event::SoftBreak | Event::HardBreak => write(&mut builder, &mut place, " "),
            Event::Rule => builder.end(),
            Event::TaskListMarker(done) => builder.words(if done { "[x] " } else { "[ ] " }),
            // Markup is not text, and a footnote stands where it is defined.
            Event::Html(_) | Event::InlineHtml(_) | Event::FootnoteReference(_) => {}
        }
    }
    Ok(builder.finish(place.title))
}

fn write(builder: &mut Builder, place: &mut Place, text: &str) {
    if let Some(front) = &mut place.front {
        front.push_str(text);
    } else if let Some(cell) = &mut place.cell {
        cell.push_str(text);
    } else if place.in_code {
        builder.verbatim(text);
    } else {
        builder.words(text);
    }
}

fn level(level: HeadingLevel) -> usize {
    level as usize
}

fn start(builder: &mut Builder, place: &mut Place, tag: Tag<'_>) {
    match tag {
        Tag::Heading { level: depth, .. } => builder.begin_heading(level(depth)),
        Tag::Paragraph => {
            // The first paragraph of a list entry is the entry.
            let is_entry = builder.kind() == Some(BlockKind::Item) && place.lists.last().is_some();
            if !(is_entry && builder.written() <= MARKER_LEN_MAX) {
                builder.begin(BlockKind::Paragraph);
            }
        }
        Tag::CodeBlock(_) => {
            builder.begin(BlockKind::Verbatim);
            place.in_code = true;
        }
        Tag::List(first) => place.lists.push(first),
        Tag::Item => {
            builder.begin(BlockKind::Item);
            builder.words(&marker(&mut place.lists));
            builder.gap();
        }
        Tag::Table(_) => builder.begin_table(),
        Tag::TableHead => {
            place.in_head = true;
            builder.begin_row();
        }
        Tag::TableRow => builder.begin_row(),
        Tag::TableCell => place.cell = Some(String::new()),
        Tag::MetadataBlock(MetadataBlockKind::YamlStyle) => place.front = Some(String::new()),
        Tag::Link { link_type, dest_url, .. } if place.cell.is_none() => {
            let kind = match link_type {
                LinkType::WikiLink { .. } => AnchorKind::Title,
                _ => AnchorKind::Path,
            };
            builder.begin_link(kind, &dest_url);
        }
        Tag::FootnoteDefinition(_) => builder.begin(BlockKind::Paragraph),
        Tag::BlockQuote(_)
        | Tag::HtmlBlock
        | Tag::DefinitionList
        | Tag::DefinitionListTitle
        | Tag::DefinitionListDefinition => builder.end(),
        Tag::Emphasis
        | Tag::Strong
        | Tag::Strikethrough
        | Tag::Superscript
        | Tag::Subscript
        | Tag::Link { .. }
        | Tag::Image { .. }
        | Tag::MetadataBlock(_) => {}
    }
}

/// Longest marker of a list entry, in bytes: `1234567. `.
const MARKER_LEN_MAX: usize = 24;

fn marker(lists: &mut [Option<u64>]) -> String {
    match lists.last_mut() {
        Some(Some(number)) => {
            let marker = format!("{number}.");
            *number = number.saturating_add(1);
            marker
        }
        _ => "-".to_owned(),
    }
}

fn end(builder: &mut Builder, place: &mut Place, tag: TagEnd) {
    match tag {
        TagEnd::Heading(_) | TagEnd::Paragraph | TagEnd::FootnoteDefinition | TagEnd::BlockQuote(_) => builder.end(),
        TagEnd::Item => builder.end(),
        TagEnd::List(_) => drop(place.lists.pop()),
        TagEnd::CodeBlock => {
            builder.end();
            place.in_code = false;
        }
        TagEnd::Table => builder.end_table(),
        TagEnd::TableHead => {
            builder.end();
            place.in_head = false;
        }
        TagEnd::TableRow => builder.end(),
        TagEnd::TableCell => {
            let text = place.cell.take().unwrap_or_default();
            builder.cell(&text, place.in_head);
        }
        TagEnd::MetadataBlock(_) => place.title = place.front.take().as_deref().and_then(front_title),
        TagEnd::Link if place.cell.is_none() => builder.end_link(),
        _ => {}
    }
}

/// The title of the front matter: the value of the line `title:`, without quotes around it.
fn front_title(front: &str) -> Option<String> {
    let value = front.lines().find_map(|line| line.strip_prefix("title:"))?.trim();
    let unquoted = ['"', '\''].iter().find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote));
    Some(unquoted.unwrap_or(value).to_owned())
}
