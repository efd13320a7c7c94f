//! Which strings are identifiers: things a person copies rather than says.
//!
//! Owns the decision for one candidate without white space, in folded form (`normal::Folded`). Where a candidate starts and
//! ends is `scan`'s business; what is indexed for it, `parts`'.

use super::normal::lower;
use super::script::Class;

/// Kinds of identifiers. The kind decides nothing but which extra terms are indexed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Url,
    Email,
    Path,
    Version,
    /// At least seven hexadecimal digits with a digit among them: a commit, a checksum.
    Hash,
    /// `@alice`, `#42`, `#topic`.
    Handle,
    /// Anything else: error codes, ticket numbers, `snake_case`, `camelCase`, file and host names.
    Code,
}

/// Longest identifier kept whole, in bytes; longer ones are data, not names, and only their parts are indexed. Chosen.
pub(super) const IDENTIFIER_LEN_MAX: usize = 512;

/// Shortest hash prefix that people quote, in characters: git's default.
pub(super) const HASH_PREFIX_LEN: usize = 7;

/// File name endings that make `name.ending` an identifier. Chosen: what developers and office workers have on disk.
#[rustfmt::skip]
const EXTENSIONS: [&str; 86] = [
    "avi", "bash", "bat", "bin", "bmp", "c", "cc", "cfg", "conf", "cpp", "cs", "css", "csv", "dart", "db", "dll",
    "doc", "docx", "env", "epub", "exe", "gif", "go", "gz", "h", "hpp", "htm", "html", "ico", "ini", "ipynb", "iso",
    "jar", "java", "jpeg", "jpg", "js", "json", "jsonl", "jsx", "kt", "lock", "log", "lua", "md", "mkv", "mov", "mp3",
    "mp4", "onnx", "parquet", "pdf", "php", "pl", "png", "ppt", "pptx", "proto", "ps1", "py", "rar", "rb", "rs",
    "rst", "scala", "sh", "sql", "sqlite", "svg", "swift", "tar", "tf", "toml", "ts", "tsv", "tsx", "txt", "vue",
    "wav", "xls", "xlsx", "xml", "yaml", "yml", "zip", "zst",
];

/// Top-level domains that make `name.domain` a host. Only those that are not also common English words.
#[rustfmt::skip]
const DOMAINS: [&str; 30] = [
    "ai", "app", "au", "biz", "ca", "ch", "cn", "co", "com", "de", "dev", "edu", "es", "eu", "fr", "gov", "info", "io", "jp",
    "local", "mil", "net", "nl", "org", "pl", "ru", "se", "tv", "uk", "xyz",
];

/// Words that a year or number is hyphenated to in ordinary prose: mid-1990s, pre-2000, top-10.
const PREFIXES: [&str; 14] =
    ["circa", "early", "ex", "late", "mid", "neo", "non", "over", "post", "pre", "sub", "top", "ultra", "under"];

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// The kind of identifier, or `None` for ordinary words, numbers, dates, and compounds of them.
pub(super) fn shape(s: &str) -> Option<Shape> {
    if s.len() < 2 || s.len() > IDENTIFIER_LEN_MAX {
        return None;
    }
    let mask = Mask::of(s);
    if mask.apostrophe || !(mask.letter || mask.digit) {
        return None;
    }
    if url_scheme(s).is_some() {
        return Some(Shape::Url);
    }
    if mask.plain {
        return alphanumeric(s, mask);
    }
    if !mask.letter {
        return numeric(s);
    }
    if s.contains('@') {
        return email(s).or_else(|| handle(s));
    }
    if s.starts_with('#') {
        return handle(s);
    }
    if matches!(s.strip_suffix("++").or_else(|| s.strip_suffix('#')), Some(name) if name.len() <= 2 && is_word(name)) {
        return Some(Shape::Code);
    }
    if s.contains("::") {
        return s.split("::").all(is_word).then_some(Shape::Code);
    }
    if s.contains(['/', '\\']) {
        return path(s);
    }
    if s.contains(':') {
        return host_and_port(s);
    }
    if s.contains('&') {
        let is_initials =
            |part: &str| part.len() <= 3 && !part.is_empty() && part.bytes().all(|b| b.is_ascii_uppercase());
        return s.split('&').all(is_initials).then_some(Shape::Code);
    }
    if s.contains(['+', '~', '#', ',']) {
        return None;
    }
    version(s).or_else(|| dotted(s)).or_else(|| snake(s)).or_else(|| hyphenated(s))
}

/// Length of `https://` and the like at the start of a text, if there is one with something behind it.
pub(super) fn url_scheme(s: &str) -> Option<usize> {
    let letters =
        s.bytes().take(16).take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'.' | b'-')).count();
    let rest = s.get(letters..)?;
    if letters >= 2 && rest.len() > 3 && rest.starts_with("://") && s.as_bytes()[0].is_ascii_alphabetic() {
        return Some(letters + 3);
    }
    let www = s.get(..4).is_some_and(|head| head.eq_ignore_ascii_case("www."));
    (www && s.len() > 4 && s.as_bytes()[4].is_ascii_alphanumeric()).then_some(4)
}

struct Mask {
    letter: bool,
    digit: bool,
    apostrophe: bool,
    /// Nothing but letters and digits.
    plain: bool,
}

impl Mask {
    fn of(s: &str) -> Self {
        let mut mask = Self { letter: false, digit: false, apostrophe: false, plain: true };
        for c in s.chars() {
            match Class::of(c) {
                Class::Digit => mask.digit = true,
                Class::None => {
                    mask.plain = false;
                    mask.apostrophe |= c == '\'';
                }
                _ => mask.letter = true,
            }
        }
        mask
    }
}

fn is_word(s: &str) -> bool {
    !s.is_empty() && s.chars().all(|c| c == '_' || Class::of(c).in_word())
}

fn alphanumeric(s: &str, mask: Mask) -> Option<Shape> {
    if !mask.letter {
        // Order and account numbers; shorter ones are amounts and years.
        return (s.len() >= 6).then_some(Shape::Code);
    }
    if !mask.digit {
        return is_camel(s).then_some(Shape::Code);
    }
    if is_hash(s) {
        return Some(Shape::Hash);
    }
    if s.len() < 4 {
        return if is_version_word(s) { Some(Shape::Version) } else { None };
    }
    (!is_quantity(s)).then_some(Shape::Code)
}

/// At least seven hexadecimal characters, digits and letters.
pub(super) fn is_hash(s: &str) -> bool {
    s.len() >= HASH_PREFIX_LEN
        && s.bytes().all(|b| b.is_ascii_hexdigit())
        && s.bytes().any(|b| b.is_ascii_digit())
        && s.bytes().any(|b| b.is_ascii_alphabetic())
}

/// `v2`, `V10`.
fn is_version_word(s: &str) -> bool {
    s.strip_prefix(['v', 'V']).is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
}

/// A number and its unit or ordinal ending: 10am, 3rd, 1990s, 25kg.
fn is_quantity(s: &str) -> bool {
    let unit = s.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_unit = unit.chars().all(char::is_lowercase)
        || matches!(unit, "AM" | "PM" | "ST" | "ND" | "RD" | "TH" | "GB" | "MB" | "TB" | "K" | "M");
    unit.len() < s.len() && unit.chars().count() <= 3 && is_unit
}

/// `camelCase`, `DoorDash`, `HTTPServer`; not `APIs`, `NASA` or `Word`.
pub(super) fn is_camel(s: &str) -> bool {
    let bytes = s.as_bytes();
    if bytes.windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase()) {
        return true;
    }
    let upper = bytes.iter().take_while(|b| b.is_ascii_uppercase()).count();
    upper >= 2 && bytes.len() >= upper + 2 && bytes[upper..].iter().all(u8::is_ascii_lowercase)
}

/// Digits and punctuation only: addresses, versions, phone and book numbers; not dates, times, amounts, scores, ranges.
fn numeric(s: &str) -> Option<Shape> {
    if s.starts_with('#') {
        return handle(s);
    }
    let (host, port) = s.split_once(':').map_or((s, None), |(host, port)| (host, Some(port)));
    let fields: Vec<&str> = host.split('.').collect();
    let all_digits = |field: &&str| !field.is_empty() && field.bytes().all(|b| b.is_ascii_digit());
    if fields.iter().all(all_digits) && fields.len() >= 3 {
        let is_date = fields.len() == 3 && fields[2].len() == 4 || fields[0].len() == 4;
        let port_is_fine =
            port.is_none_or(|port| (2..=5).contains(&port.len()) && port.bytes().all(|b| b.is_ascii_digit()));
        let kind = if fields.len() == 4 { Shape::Code } else { Shape::Version };
        return (!is_date && port_is_fine).then_some(kind);
    }
    let groups: Vec<&str> = s.trim_start_matches('+').split('-').collect();
    if groups.len() < 2 || !groups.iter().all(all_digits) {
        return None;
    }
    let n_digits: usize = groups.iter().map(|group| group.len()).sum();
    let is_date = groups.len() == 3 && n_digits <= 8 && (groups[0].len() == 4 || groups[2].len() == 4 || n_digits <= 6);
    let is_year_range = groups.len() == 2 && groups.iter().all(|group| group.len() == 4 || group.len() == 2);
    (n_digits >= 7 && !is_date && !is_year_range).then_some(Shape::Code)
}

fn email(s: &str) -> Option<Shape> {
    let (local, host) = s.split_once('@')?;
    let local_ok =
        !local.is_empty() && local.chars().all(|c| Class::of(c).in_word() || matches!(c, '.' | '_' | '-' | '+'));
    let host_ok = host.contains('.') && host.split('.').all(|part| !part.is_empty() && is_word(&part.replace('-', "")));
    (local_ok && host_ok).then_some(Shape::Email)
}

fn handle(s: &str) -> Option<Shape> {
    let name = s.strip_prefix(['@', '#'])?;
    let is_name = name.chars().next().is_some_and(|c| Class::of(c).in_word() || c == '_')
        && name.chars().all(|c| Class::of(c).in_word() || matches!(c, '_' | '-' | '.'));
    is_name.then_some(Shape::Handle)
}

fn host_and_port(s: &str) -> Option<Shape> {
    let (host, port) = s.split_once(':')?;
    let port_ok = (2..=5).contains(&port.len()) && port.bytes().all(|b| b.is_ascii_digit());
    let host_ok = host == "localhost" || shape(host).is_some();
    (port_ok && host_ok).then_some(Shape::Code)
}

fn path(s: &str) -> Option<Shape> {
    let is_drive = s.as_bytes()[1] == b':' && s.as_bytes().get(2) == Some(&b'\\');
    if s.contains(':') && !is_drive {
        return None;
    }
    if s.contains('\\') {
        let body = s.split_once(":\\").map_or(s, |(_, rest)| rest);
        let is_path = body.trim_start_matches('\\').split('\\').all(|seg| !seg.is_empty());
        return (is_path && s.len() >= 3).then_some(Shape::Path);
    }
    let rooted = ["/", "./", "../", "~/"].iter().find_map(|root| s.strip_prefix(root));
    if let Some(rest) = rooted {
        return (rest.len() >= 2).then_some(Shape::Path);
    }
    let segments: Vec<&str> = s.split('/').collect();
    if segments.iter().any(|seg| seg.is_empty()) {
        return None;
    }
    let has_code = segments.iter().any(|seg| seg.starts_with('.') || shape(seg).is_some());
    let is_deep = segments.len() >= 4 && segments.iter().all(|seg| seg.len() >= 2);
    (has_code || is_deep).then_some(Shape::Path)
}

/// `v1.2.3`, `1.2.3-rc1`, `v2.0`.
fn version(s: &str) -> Option<Shape> {
    let marked = s.strip_prefix(['v', 'V']);
    let core = marked.unwrap_or(s);
    let n_core = core.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let (numbers, tail) = core.split_at(n_core);
    let fields = numbers.split('.');
    let n_fields = fields.clone().count();
    let ok = fields.clone().all(|field| !field.is_empty())
        && n_fields >= if marked.is_some() { 2 } else { 3 }
        && (tail.is_empty()
            || tail.starts_with('-') && tail.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.'))
            || tail.len() <= 4 && tail.bytes().all(|b| b.is_ascii_alphanumeric()));
    ok.then_some(Shape::Version)
}

fn dotted(s: &str) -> Option<Shape> {
    if let Some(name) = s.strip_prefix('.') {
        let is_dotfile =
            name.len() >= 2 && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
        return is_dotfile.then_some(Shape::Code);
    }
    let segments: Vec<&str> = s.split('.').collect();
    if segments.len() < 2 || segments.iter().any(|seg| seg.is_empty() || !is_word(&seg.replace('-', ""))) {
        return None;
    }
    let last = segments[segments.len() - 1];
    let ending = lower(last);
    let one_case = ending == last || last.chars().all(|c| !c.is_lowercase());
    let is_file = EXTENSIONS.contains(&&*ending) && one_case && s.len() >= 4;
    let is_host = DOMAINS.contains(&&*ending) && segments[0].len() >= 2 && lower(s) == s;
    let is_qualified = segments.len() >= 3 && segments.iter().all(|seg| seg.len() >= 2) && lower(s) == s;
    let has_code = segments.iter().any(|seg| seg.contains('_') || is_camel(seg) || shape(seg).is_some());
    (is_file || is_host || is_qualified || has_code).then_some(Shape::Code)
}

fn snake(s: &str) -> Option<Shape> {
    let core = s.trim_matches('_');
    let is_dunder = s.len() > core.len() + 3 && is_word(core);
    let chars_ok = s.chars().all(|c| Class::of(c).in_word() || matches!(c, '_' | '-'));
    (chars_ok && (core.contains('_') || is_dunder)).then_some(Shape::Code)
}

fn hyphenated(s: &str) -> Option<Shape> {
    let segments: Vec<&str> = s.split('-').collect();
    if segments.len() < 2 || !segments.iter().all(|seg| is_word(seg)) {
        return None;
    }
    if segments.iter().any(|seg| is_camel(seg)) {
        return Some(Shape::Code);
    }
    let has_digit = |seg: &str| seg.bytes().any(|b| b.is_ascii_digit());
    if !segments.iter().any(|seg| has_digit(seg)) {
        return None;
    }
    let is_amount = |seg: &str| is_quantity(seg) || MONTHS.contains(&&*lower(clip_three(seg)));
    let is_plain = |seg: &str| is_amount(seg) || !has_digit(seg) && lower(seg) == seg;
    // 24-hour, 5-year-old, 9am-5pm, 12-May-2023.
    if is_amount(segments[0]) && segments.iter().all(|seg| is_plain(seg)) {
        return None;
    }
    if segments.len() == 2 && PREFIXES.contains(&&*lower(segments[0])) {
        return None;
    }
    Some(Shape::Code)
}

fn clip_three(s: &str) -> &str {
    super::normal::clip(s, 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_recognised() {
        for (text, kind) in [
            ("https://example.com/a?b=c", Shape::Url),
            ("www.example.com", Shape::Url),
            ("ann.lee+x@mail.example.org", Shape::Email),
            ("/etc/hosts", Shape::Path),
            ("~/.bashrc", Shape::Path),
            ("src/main.rs", Shape::Path),
            ("C:\\Users\\ann", Shape::Path),
            ("MLWK3LL/A", Shape::Path),
            ("v1.2.3", Shape::Version),
            ("v2", Shape::Version),
            ("1.2.3-rc1", Shape::Version),
            ("10.4.1", Shape::Version),
            ("9f3c2ab", Shape::Hash),
            ("da39a3ee5e6b4b0d3255bfef95601890afd80709", Shape::Hash),
            ("@alice", Shape::Handle),
            ("#1432", Shape::Handle),
            ("E_AUTH_404", Shape::Code),
            ("INC-90312", Shape::Code),
            ("snake_case", Shape::Code),
            ("__init__", Shape::Code),
            ("camelCase", Shape::Code),
            ("HTTPServer", Shape::Code),
            ("std::collections", Shape::Code),
            ("us-east-1", Shape::Code),
            ("gpt-4o-mini", Shape::Code),
            ("550e8400-e29b-41d4-a716-446655440000", Shape::Code),
            ("192.168.0.1", Shape::Code),
            ("10.0.0.1:8080", Shape::Code),
            ("localhost:8080", Shape::Code),
            ("Node.js", Shape::Code),
            ("report.PDF", Shape::Code),
            ("example.com", Shape::Code),
            (".gitignore", Shape::Code),
            ("C++", Shape::Code),
            ("AT&T", Shape::Code),
            ("555-0199-22", Shape::Code),
            ("8839201", Shape::Code),
            ("abc123", Shape::Code),
        ] {
            assert_eq!(shape(text), Some(kind), "{text}");
        }
    }

    #[test]
    fn ordinary_words_numbers_and_dates_are_not_identifiers() {
        for text in [
            "word",
            "Word",
            "NASA",
            "APIs",
            "mother-in-law",
            "well-known",
            "X-ray",
            "and/or",
            "he/she/they",
            "km/h",
            "TCP/IP",
            "24/7",
            "12/05/2023",
            "2023-05-12",
            "12-May-2023",
            "1990s",
            "mid-1990s",
            "24-hour",
            "5-year-old",
            "9am-5pm",
            "10am",
            "3rd",
            "3.14",
            "10:30",
            "2010-2015",
            "3-2",
            "e.g",
            "U.S",
            "end.Next",
            "don't",
            "Q3",
            "1,000",
            "note:this",
            "Luigi's",
            "deadbeef",
            "a",
            "",
        ] {
            assert_eq!(shape(text), None, "{text}");
        }
    }

    #[test]
    fn lists_are_sorted_so_that_a_reader_finds_an_entry() {
        assert!(EXTENSIONS.is_sorted() && DOMAINS.is_sorted() && PREFIXES.is_sorted());
    }
}
