//! What every reader promises, and what each makes of its format.

use proptest::prelude::*;
use quintet::ports::{AnchorKind, BlockKind, DocumentError, Extracted};

use super::*;

fn read_as(name: &str, bytes: &[u8]) -> Result<Extracted, DocumentError> {
    read(ALL.iter().find(|format| format.name == name).unwrap(), bytes)
}

/// The blocks of a document: path, and text.
fn blocks(extracted: &Extracted) -> Vec<(String, &str)> {
    let slice = |span: quintet::model::Span| &extracted.text[span.start as usize..span.end as usize];
    extracted.blocks.iter().map(|block| (block.path.join("/"), slice(block.span))).collect()
}

fn links(extracted: &Extracted) -> Vec<(AnchorKind, &str, &str)> {
    let slice = |span: quintet::model::Span| &extracted.text[span.start as usize..span.end as usize];
    extracted.links.iter().map(|link| (link.kind, link.target.as_str(), slice(link.span))).collect()
}

/// The promises of [`Extracted`].
fn check(extracted: &Extracted) {
    let mut from = 0;
    for block in &extracted.blocks {
        let between = extracted.text.get(from..block.span.start as usize).expect("blocks are in order");
        assert!(between.trim().is_empty(), "text between blocks: {between:?}");
        let text = extracted.text.get(block.span.start as usize..block.span.end as usize).expect("on boundaries");
        assert!(!text.trim().is_empty() && text.trim_end() == text, "{text:?}");
        assert!(block.kind != BlockKind::Heading || block.path.last().is_some());
        from = block.span.end as usize;
    }
    assert_eq!(from, extracted.text.len(), "text after the last block");
    for link in &extracted.links {
        let words = extracted.text.get(link.span.start as usize..link.span.end as usize).expect("on boundaries");
        assert!(!words.is_empty() && !link.target.is_empty());
    }
    assert!(extracted.links.is_sorted_by_key(|link| link.span.start));
    let is_clean = |c: char| !c.is_control() || matches!(c, '\n' | '\t');
    assert!(extracted.text.chars().all(is_clean));
}

#[test]
fn plain_text_is_paragraphs() {
    let extracted = read_as("text", b"\r\nOne line,\r\nand one more.\r\n \r\n\r\n  Second. \r\n").unwrap();
    check(&extracted);
    let expected = [(String::new(), "One line,\nand one more."), (String::new(), "  Second.")];
    assert_eq!(blocks(&extracted), expected);
    assert_eq!((extracted.title.as_deref(), extracted.links.len()), (None, 0));
}

#[test]
fn markdown_has_sections_lists_tables_and_links() {
    let source = "---\ntitle: \"Boat house\"\n---\n\nKeys hang *left* of the [door](plan.md#door).\n\n# Boats\n\n\
        Two of them:\n\n1. The `Elsa`\n2. The Nix\n   - leaks\n\n## Care\n\nSee [[Paint shop]], [[tools|the tool list]] and \
        <https://example.org>.\n\n| Part | Price |\n| --- | ---: |\n| Oar | 40 |\n| Row*lock* | |\n\n```sh\n  oil --all\n\n  done\n```\n\n\
        Winter\n======\n\nStore it[^1].\n\n[^1]: Not in the rain.\n";
    let extracted = read_as("markdown", source.as_bytes()).unwrap();
    check(&extracted);
    let at = |path: &str, text: &'static str| (path.to_owned(), text);
    assert_eq!(
        blocks(&extracted),
        [
            at("", "Keys hang left of the door."),
            at("Boats", "Boats"),
            at("Boats", "Two of them:"),
            at("Boats", "1. The Elsa"),
            at("Boats", "2. The Nix"),
            at("Boats", "- leaks"),
            at("Boats/Care", "Care"),
            at("Boats/Care", "See Paint shop, the tool list and https://example.org."),
            at("Boats/Care", "Part | Price"),
            at("Boats/Care", "Part: Oar | Price: 40"),
            at("Boats/Care", "Part: Rowlock"),
            at("Boats/Care", "  oil --all\n\n  done"),
            at("Winter", "Winter"),
            at("Winter", "Store it."),
            at("Winter", "Not in the rain."),
        ]
    );
    assert_eq!(extracted.title.as_deref(), Some("Boat house"));
    assert_eq!(
        links(&extracted),
        [
            (AnchorKind::Path, "plan.md#door", "door"),
            (AnchorKind::Title, "Paint shop", "Paint shop"),
            (AnchorKind::Title, "tools", "the tool list"),
            (AnchorKind::Path, "https://example.org", "https://example.org"),
        ]
    );
}

#[test]
fn html_keeps_the_readable_part() {
    let source = "<!DOCTYPE html><html><head><title>Night\n ferry</title><style>p { color: red }</style></head>
        <body><nav><a href=\"/\">Home</a></nav><header><h1>Ferry &amp; bus</h1></header>
        <p>Runs <b>daily</b>,<br>see the <a href='bus.html'>bus</a>.<p>Unclosed &eacute;
        <script>var x = '<p>no</p>';</script>
        <h2>Fares</h2><ul><li><p>Adults <li>Children<ol><li>under 6</ol></ul>
        <table><tr><th>Day<th>Price<tr><td>Sunday<td>4 <em>Euro</em></table>
        <pre>a\n  b</pre><img src=x alt='The pier'><footer>(c) nobody</footer><aside><h2>Ads</h2></aside><p hidden>secret</p></body></html>";
    let extracted = read_as("html", source.as_bytes()).unwrap();
    check(&extracted);
    let at = |path: &str, text: &'static str| (path.to_owned(), text);
    assert_eq!(
        blocks(&extracted),
        [
            at("Ferry & bus", "Ferry & bus"),
            at("Ferry & bus", "Runs daily, see the bus."),
            at("Ferry & bus", "Unclosed é"),
            at("Ferry & bus/Fares", "Fares"),
            at("Ferry & bus/Fares", "- Adults"),
            at("Ferry & bus/Fares", "- Children"),
            at("Ferry & bus/Fares", "1. under 6"),
            at("Ferry & bus/Fares", "Day | Price"),
            at("Ferry & bus/Fares", "Day: Sunday | Price: 4 Euro"),
            at("Ferry & bus/Fares", "a\n  b"),
            at("Ferry & bus/Fares", "The pier"),
        ]
    );
    assert_eq!(extracted.title.as_deref(), Some("Night ferry"));
    assert_eq!(links(&extracted), [(AnchorKind::Path, "bus.html", "bus")]);
}

#[test]
fn a_page_that_is_all_navigation_is_read_all_the_same() {
    let extracted = read_as("html", b"<nav><p>Everything stands here.<p>Still inside").unwrap();
    check(&extracted);
    assert_eq!(extracted.text, "Everything stands here.\n\nStill inside");
}

#[test]
fn the_title_is_given_or_the_only_top_heading() {
    let title = |source: &str| read_as("markdown", source.as_bytes()).unwrap().title;
    assert_eq!(title("# One\n\nText").as_deref(), Some("One"));
    assert_eq!(title("# One\n\n# Two"), None);
    assert_eq!(title("---\ntitle: Given\n---\n# One").as_deref(), Some("Given"));
    assert_eq!(title("---\nauthor: x\n---\nText"), None);
}

#[test]
fn formats_are_told_by_name_and_else_by_content() {
    let name = |name: &str, bytes: &[u8]| format_of(name, bytes).map(|format| format.name);
    assert_eq!(name("a/README.MD", b""), Ok("markdown"));
    assert_eq!(name("x.htm", b"no markup"), Ok("html"));
    assert_eq!(name("page", b"\n<!DOCTYPE HTML><p>x"), Ok("html"));
    assert_eq!(name("notes", b"plain words"), Ok("text"));
    let unknown = name("picture", b"\x89PNG\r\n\x1a\n\0\0").unwrap_err();
    assert_eq!(unknown, DocumentError::UnknownFormat { known: "html, markdown, text".to_owned() });
    assert!(by_name("archive.zip").is_none() && by_name("md").is_none());
}

#[test]
fn what_cannot_be_read_is_refused_with_its_reason() {
    for name in ["text", "markdown", "html"] {
        assert!(matches!(read_as(name, b"\xff\x00\x01"), Err(DocumentError::NotText { .. })), "{name}");
        assert_eq!(read_as(name, b" \n\n\t"), Err(DocumentError::Empty), "{name}");
        let large = vec![b'a'; limits::DOCUMENT_LEN_MAX + 1];
        assert!(matches!(read_as(name, &large), Err(DocumentError::TooLarge { .. })), "{name}");
    }
    assert_eq!(read_as("html", b"<script>only()</script>"), Err(DocumentError::Empty));
}

#[test]
fn contrived_files_cost_no_more_than_their_size() {
    let deep = |open: &str, n: usize| format!("{}deep", open.repeat(n));
    let nested: [(&str, String); 9] = [
        ("html", deep("<div><b>", 100_000)),
        ("html", deep("<table><tr><td>", 60_000)),
        ("html", deep("<ul><li>", 60_000)),
        ("html", format!("<a href=x>{}", deep("<a href=y>", 60_000))),
        ("markdown", deep("> ", 20_000)),
        ("markdown", deep("- ", 20_000)),
        ("markdown", deep("[", 50_000)),
        ("markdown", deep("*a_ ", 50_000)),
        ("markdown", deep("![[", 20_000)),
    ];
    for (format, source) in nested {
        let extracted = read_as(format, source.as_bytes()).unwrap();
        check(&extracted);
        assert!(extracted.text.len() <= 2 * source.len(), "{format}: {}", extracted.text.len());
    }
    // Every short row has as many cells as the long head.
    let table = format!("{}\n{}\n{}", "|h".repeat(20_000), "|-".repeat(20_000), "|x\n".repeat(20_000));
    let extracted = read_as("markdown", table.as_bytes()).unwrap();
    check(&extracted);
    assert!(extracted.text.len() <= 4 * table.len() && extracted.blocks.len() <= 20_001);
    let rows =
        format!("<table><tr>{}</tr>{}", "<th>a long head of a column</th>".repeat(50), "<tr><td>x".repeat(5_000));
    check(&read_as("html", rows.as_bytes()).unwrap());
}

/// Pieces that readers have rules for.
const PIECES: [&str; 48] = [
    "# ",
    "## ",
    "\n",
    "\n\n",
    "- ",
    "1. ",
    "> ",
    "```",
    "    ",
    "|a|b|\n|-|-|\n",
    "|",
    "[x](y.md)",
    "[[t]]",
    "[^1]: ",
    "*",
    "_",
    "`",
    "---\n",
    "===\n",
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<h1>",
    "</h1>",
    "<h2>",
    "<ul>",
    "<li>",
    "</ul>",
    "<table>",
    "<tr>",
    "<td>",
    "<th>",
    "</table>",
    "<pre>",
    "</pre>",
    "<a href=q>",
    "</a>",
    "<nav>",
    "</nav>",
    "<script>",
    "</script>",
    "<title>",
    "</title>",
    "<!--",
    "-->",
    "word",
    "\u{1}é\u{2028}\u{3000}東",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for format in ALL {
            (format.recognises)(&bytes);
            if let Ok(extracted) = read(format, &bytes) {
                check(&extracted);
            }
        }
    }

    #[test]
    fn no_markup_breaks_a_promise(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 0..60)) {
        let source = pieces.concat();
        for format in ALL {
            if let Ok(extracted) = read(format, source.as_bytes()) {
                check(&extracted);
                prop_assert_eq!(&read(format, source.as_bytes()).unwrap(), &extracted);
            }
        }
    }

    #[test]
    fn words_survive(words in prop::collection::vec("[a-z]{2,8}", 1..30), breaks in prop::collection::vec(0..4_usize, 30)) {
        let text: String =
            words.iter().zip(&breaks).flat_map(|(word, n)| [word.as_str(), [" ", "\n", "\n\n", "  "][*n]]).collect();
        for format in ALL {
            let extracted = read(format, text.as_bytes()).unwrap();
            prop_assert_eq!(extracted.text.split_whitespace().collect::<Vec<_>>(), words.clone());
        }
    }
}
