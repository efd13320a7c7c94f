//! HTML: the readable part of a page, whatever state its markup is in.
//!
//! Works on the tokens of the HTML standard and not on its tree, so that neither depth nor broken nesting costs anything: what
//! matters here is where blocks begin, and that every tag says.

use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};
use quintet::ports::{AnchorKind, BlockKind, DocumentError, Extracted};

use super::builder::Builder;
use super::{Format, encoding};

pub(super) const FORMAT: Format = Format {
    name: "html",
    summary: "HTML: the readable part, headings, lists, tables, links",
    media_type: "text/html",
    extensions: &["html", "htm", "xhtml"],
    recognises,
    read,
};

/// Bytes looked at to see that something is HTML. Chosen.
const LOOK: usize = 1_024;
/// Elements that are never text.
const NEVER: [&[u8]; 10] =
    [b"script", b"style", b"noscript", b"template", b"svg", b"math", b"iframe", b"object", b"select", b"head"];
/// Elements that are about the page and not of it.
const ASIDE: [&[u8]; 4] = [b"nav", b"footer", b"aside", b"dialog"];
/// Elements that begin and end a block of their own.
const BLOCKS: [&[u8]; 24] = [
    b"address",
    b"article",
    b"aside",
    b"blockquote",
    b"body",
    b"center",
    b"dd",
    b"details",
    b"div",
    b"dl",
    b"dt",
    b"fieldset",
    b"figcaption",
    b"figure",
    b"footer",
    b"form",
    b"header",
    b"hr",
    b"main",
    b"nav",
    b"p",
    b"section",
    b"summary",
    b"ul",
];

fn recognises(bytes: &[u8]) -> bool {
    let Ok(text) = encoding::decode(&bytes[..bytes.len().min(LOOK)]) else { return false };
    let text = text.trim_start().to_ascii_lowercase();
    text.starts_with("<!doctype html") || text.starts_with("<html") || text.contains("<body")
}

fn read(bytes: &[u8]) -> Result<Extracted, DocumentError> {
    let text = encoding::decode(bytes)?;
    let whole = walk(&text, true);
    // A page that is nothing but navigation, or that never closes it, is read in full.
    Ok(if whole.blocks.is_empty() { walk(&text, false) } else { whole })
}

/// Where the reader is.
#[derive(Default)]
struct Place {
    /// The element that is left out, and how many of its name are open.
    skipped: Option<(Vec<u8>, usize)>,
    /// For each list that is open its next number, when it is numbered.
    lists: Vec<Option<u64>>,
    /// The text of the table cell that is being read, and whether it is one of the head.
    cell: Option<(String, bool)>,
    in_verbatim: bool,
    in_title: bool,
    title: Option<String>,
}

fn walk(text: &str, leave_out: bool) -> Extracted {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let (mut builder, mut place) = (Builder::default(), Place::default());
    for token in Tokenizer::new_with_emitter(text, emitter) {
        // Reading from memory cannot fail.
        let Ok(token) = token;
        match token {
            Token::StartTag(tag) => start(&mut builder, &mut place, &tag, leave_out),
            Token::EndTag(tag) => end(&mut builder, &mut place, &tag.name),
            Token::String(text) => write(&mut builder, &mut place, &String::from_utf8_lossy(&text)),
            Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
        }
    }
    close_cell(&mut builder, &mut place);
    builder.finish(place.title)
}

fn write(builder: &mut Builder, place: &mut Place, text: &str) {
    if place.in_title {
        place.title.get_or_insert_default().push_str(text);
    } else if place.skipped.is_some() {
    } else if let Some((cell, _)) = &mut place.cell {
        cell.push_str(text);
    } else if place.in_verbatim {
        builder.verbatim(text);
    } else {
        builder.words(text);
    }
}

fn heading_level(name: &[u8]) -> Option<usize> {
    match name {
        [b'h', digit @ b'1'..=b'6'] => Some(usize::from(digit - b'0')),
        _ => None,
    }
}

fn start(builder: &mut Builder, place: &mut Place, tag: &StartTag<()>, leave_out: bool) {
    let name: &[u8] = &tag.name;
    let in_picture = place.skipped.as_ref().is_some_and(|(skipped, _)| skipped != b"head");
    if name == b"title" && place.title.is_none() && !in_picture {
        place.in_title = true;
        return;
    }
    if let Some((skipped, depth)) = &mut place.skipped {
        *depth += usize::from(*skipped == name && !tag.self_closing);
        // A page may forget to close its head; a body ends it all the same.
        if skipped == b"head" && name == b"body" {
            place.skipped = None;
        }
        return;
    }
    if NEVER.contains(&name) || (leave_out && ASIDE.contains(&name)) || is_hidden(tag) {
        // A void element has nothing inside that could be left out.
        if !(tag.self_closing || VOID.contains(&name)) {
            builder.gap();
            place.skipped = Some((name.to_vec(), 1));
        }
        return;
    }
    if place.cell.is_some() && !matches!(name, b"td" | b"th" | b"tr" | b"table") {
        // Inside a cell there are words only.
        if let Some((cell, _)) = &mut place.cell {
            cell.push(' ');
        }
        return;
    }
    open(builder, place, tag);
}

const VOID: [&[u8]; 13] =
    [b"area", b"base", b"br", b"col", b"embed", b"hr", b"img", b"input", b"link", b"meta", b"source", b"track", b"wbr"];

fn is_hidden(tag: &StartTag<()>) -> bool {
    tag.attributes.contains_key(&b"hidden"[..])
}

fn open(builder: &mut Builder, place: &mut Place, tag: &StartTag<()>) {
    let name: &[u8] = &tag.name;
    if let Some(level) = heading_level(name) {
        return builder.begin_heading(level);
    }
    match name {
        b"br" if place.in_verbatim => builder.verbatim("\n"),
        b"br" | b"wbr" => builder.gap(),
        b"a" => builder.begin_link(AnchorKind::Path, attribute(tag, b"href").trim()),
        b"img" => {
            builder.gap();
            builder.words(&attribute(tag, b"alt"));
            builder.gap();
        }
        b"pre" | b"textarea" => {
            builder.begin(BlockKind::Verbatim);
            place.in_verbatim = true;
        }
        b"ol" => {
            builder.end();
            place.lists.push(Some(1));
        }
        b"li" => item(builder, place),
        b"table" => {
            close_cell(builder, place);
            builder.begin_table();
        }
        b"tr" => {
            close_cell(builder, place);
            builder.begin_row();
        }
        b"td" | b"th" => {
            close_cell(builder, place);
            place.cell = Some((String::new(), name == b"th"));
        }
        b"ul" | b"menu" => {
            builder.end();
            place.lists.push(None);
        }
        // The first paragraph of a list entry is the entry.
        b"p" | b"div" if builder.kind() == Some(BlockKind::Item) && builder.written() <= MARKER_LEN_MAX => {}
        name if BLOCKS.contains(&name) => builder.end(),
        _ => {}
    }
}

/// Longest marker of a list entry, in bytes.
const MARKER_LEN_MAX: usize = 24;

fn item(builder: &mut Builder, place: &mut Place) {
    builder.begin(BlockKind::Item);
    match place.lists.last_mut() {
        Some(Some(number)) => {
            builder.words(&format!("{number}."));
            *number = number.saturating_add(1);
        }
        _ => builder.words("-"),
    }
    builder.gap();
}

fn close_cell(builder: &mut Builder, place: &mut Place) {
    if let Some((text, is_head)) = place.cell.take() {
        builder.cell(&text, is_head);
    }
}

fn end(builder: &mut Builder, place: &mut Place, name: &[u8]) {
    if place.in_title && name == b"title" {
        place.in_title = false;
        return;
    }
    if let Some((skipped, depth)) = &mut place.skipped {
        if *skipped == name {
            *depth -= 1;
            if *depth == 0 {
                place.skipped = None;
            }
        }
        return;
    }
    if heading_level(name).is_some() {
        return builder.end();
    }
    match name {
        b"td" | b"th" => close_cell(builder, place),
        b"tr" => {
            close_cell(builder, place);
            builder.end();
        }
        b"table" => {
            close_cell(builder, place);
            builder.end_table();
        }
        _ if place.cell.is_some() => {}
        b"a" => builder.end_link(),
        b"pre" | b"textarea" => {
            builder.end();
            place.in_verbatim = false;
        }
        b"ol" | b"ul" | b"menu" => {
            builder.end();
            place.lists.pop();
        }
        b"li" => builder.end(),
        name if BLOCKS.contains(&name) => builder.end(),
        _ => {}
    }
}

fn attribute(tag: &StartTag<()>, name: &[u8]) -> String {
    tag.attributes.get(name).map(|value| String::from_utf8_lossy(value).into_owned()).unwrap_or_default()
}
