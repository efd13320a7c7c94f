//! What a link of one document names: the name of another, or a title.
//!
//! Owns paths as text. Must not know: files, the network; a link that leads out of the collection is none.

use crate::limits;

/// The name of a document as it is kept: a path with `/`, without `.` and `..`, neither beginning nor ending with `/`.
///
/// `None` for a path that leads out of the collection or names nothing.
pub(super) fn name(path: &str) -> Option<String> {
    resolved("", path)
}

/// The name of the document that a link in `from` leads to; `None` for links to the outside and inside the same document.
///
/// - Fragment and query are left out, `%20` and its like are read, `\` is `/`.
/// - A path that begins with `/` is one from the top of the collection.
pub(super) fn target(from: &str, link: &str) -> Option<String> {
    let link = link.trim();
    let path = link.split(['#', '?']).next().unwrap_or_default();
    if path.is_empty() || path.starts_with("//") || has_scheme(path) {
        return None;
    }
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let path = unescaped(path);
    let target = if path.starts_with(['/', '\\']) { resolved("", &path) } else { resolved(folder, &path) };
    target.filter(|target| target != from)
}

/// The title that a link by title names: what follows the last `/`, without a heading inside the page.
pub(super) fn title(link: &str) -> &str {
    let page = link.split('#').next().unwrap_or_default();
    page.rsplit('/').next().unwrap_or_default().trim()
}

/// `mailto:`, `https:` and their like; a drive letter is one, too, and leads out as well.
fn has_scheme(path: &str) -> bool {
    let Some((scheme, _)) = path.split_once(':') else { return false };
    scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
}

fn resolved(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    let name = parts.join("/");
    let usable = !name.is_empty() && name.len() <= limits::NAME_LEN_MAX && !name.chars().any(char::is_control);
    usable.then_some(name)
}

/// A path with `%xx` read; as it is when the result would be no text.
fn unescaped(path: &str) -> String {
    let bytes = path.as_bytes();
    let mut read = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let digit = |place: usize| bytes.get(place).and_then(|byte| (*byte as char).to_digit(16));
        if let (b'%', Some(high), Some(low)) = (byte, digit(at + 1), digit(at + 2)) {
            read.push((high * 16 + low) as u8);
            at += 3;
        } else {
            read.push(*byte);
            at += 1;
        }
    }
    String::from_utf8(read).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn relative_links_are_resolved_against_their_document() {
        for (from, link, expected) in [
            ("guide.md", "setup.md", Some("setup.md")),
            ("a/b/guide.md", "../setup.md#install", Some("a/setup.md")),
            ("a/guide.md", "./img/%C3%BC%20x.md?raw=1", Some("a/img/ü x.md")),
            ("a/guide.md", "/top.md", Some("top.md")),
            ("a/guide.md", "../../out.md", None),
            ("a/guide.md", "#here", None),
            ("a/guide.md", "guide.md#here", None),
            ("a/guide.md", "https://example.org/x.md", None),
            ("a/guide.md", "//example.org/x.md", None),
            ("a/guide.md", "mailto:dana@example.org", None),
            ("a/guide.md", "%zz.md", Some("a/%zz.md")),
            ("guide.md", "", None),
            ("guide.md", "..", None),
            ("guide.md", "sub\\win.md", Some("sub/win.md")),
        ] {
            assert_eq!(target(from, link).as_deref(), expected, "{link} in {from}");
        }
        assert_eq!(name("./docs//a.md").as_deref(), Some("docs/a.md"));
        assert_eq!(name("../a.md"), None);
        assert_eq!(title("Folder/Night shift#Rota"), "Night shift");
    }

    proptest! {
        #[test]
        fn names_stay_inside_and_stay_the_same(from in "[a-c./]{0,12}", link in "\\PC{0,30}") {
            if let Some(from) = name(&from)
                && let Some(target) = target(&from, &link)
            {
                prop_assert!(!target.split('/').any(|part| matches!(part, "" | "." | "..")));
                prop_assert_eq!(name(&target), Some(target.clone()));
            }
        }
    }
}
