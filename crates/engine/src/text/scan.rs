//! Cuts a folded text into pieces: words, identifiers, and runs of scripts without spaces.
//!
//! Owns where pieces start and end and how words are numbered. What is indexed for a piece is decided in `analyse`.

use std::ops::Range;

use super::normal::clip;
use super::script::Class;
use super::shape::{Shape, shape, url_scheme};

/// Longest URL, in bytes; the rest of a longer one is read as words. Browsers and servers agree on about 2,000.
const URL_LEN_MAX: usize = 2048;
/// Longest grouped number or dotted initials, in bytes. Chosen; bounds the work per comma or dot.
const GROUPED_LEN_MAX: usize = 32;

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// One word or number; may hold apostrophes (`don't`, `o'brien`), a decimal point or thousands commas.
    Word,
    /// An identifier, trimmed of sentence punctuation.
    Identifier(Shape),
    /// A run of Han, Kana or Hangul.
    Cjk,
    /// A run of Thai, Lao, Khmer or Burmese.
    Cluster,
}

/// One piece of a folded text.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) kind: PieceKind,
    /// Bytes of the folded text.
    pub(super) range: Range<usize>,
    /// 0-based number of the piece's first word; two characters of a script without spaces count as one word.
    pub(super) word: u32,
}

/// Calls `each` for every piece, in order; returns the number of words.
pub(super) fn scan(text: &str, each: &mut dyn FnMut(Piece)) -> u32 {
    let mut scanner = Scanner { text, word: 0, each };
    let mut at = 0;
    while at < text.len() {
        at = scanner.piece_at(at);
    }
    scanner.word
}

struct Scanner<'a> {
    text: &'a str,
    word: u32,
    each: &'a mut dyn FnMut(Piece),
}

/// What a candidate holds, gathered while it is read so that plain words need no second look.
#[derive(Clone, Copy, Default)]
struct Contents {
    connector: bool,
    digit: bool,
    /// An upper-case letter after the first character.
    upper_inside: bool,
}

impl Scanner<'_> {
    /// Handles what stands at byte `at` and returns where to go on.
    fn piece_at(&mut self, at: usize) -> usize {
        let bytes = self.text.as_bytes();
        if bytes[at].is_ascii() {
            if bytes[at].is_ascii_alphanumeric() || opens(bytes[at]) {
                return self.candidate(at);
            }
            return at + 1;
        }
        let Some(c) = self.text[at..].chars().next() else { return self.text.len() };
        match Class::of(c) {
            Class::Cjk => self.run(at, Class::Cjk, PieceKind::Cjk),
            Class::Cluster => self.run(at, Class::Cluster, PieceKind::Cluster),
            Class::None => at + c.len_utf8(),
            _ => self.candidate(at),
        }
    }

    fn run(&mut self, start: usize, class: Class, kind: PieceKind) -> usize {
        let (mut end, mut n_chars) = (start, 0);
        for c in self.text[start..].chars().take_while(|&c| Class::of(c) == class) {
            end += c.len_utf8();
            n_chars += 1;
        }
        (self.each)(Piece { kind, range: start..end, word: self.word });
        self.word += u32::div_ceil(n_chars, 2);
        end
    }

    /// Reads the longest run that could be one identifier, and emits it whole or divided.
    fn candidate(&mut self, start: usize) -> usize {
        if let Some(end) = self.url(start) {
            self.emit(PieceKind::Identifier(Shape::Url), start..end);
            return end;
        }
        let text = self.text;
        let bytes = text.as_bytes();
        let mut contents = Contents::default();
        let mut end = start;
        while end < bytes.len() {
            let byte = bytes[end];
            if byte.is_ascii_alphabetic() {
                contents.upper_inside |= byte.is_ascii_uppercase() && end > start;
                end += 1;
            } else if byte.is_ascii_digit() {
                contents.digit = true;
                end += 1;
            } else if connects(byte) || byte == b',' && is_between_digits(bytes, end) {
                contents.connector = true;
                end += 1;
            } else if byte.is_ascii() {
                break;
            } else {
                let Some(c) = text[end..].chars().next().filter(|&c| Class::of(c).in_word()) else { break };
                end += c.len_utf8();
            }
        }
        self.chunk(start..end, contents);
        end
    }

    fn chunk(&mut self, range: Range<usize>, contents: Contents) {
        if !contents.connector && !contents.digit && !contents.upper_inside {
            self.emit(PieceKind::Word, range);
            return;
        }
        let at_start = range.start == 0 || !self.text.as_bytes()[range.start - 1].is_ascii_alphanumeric();
        let range = trim(self.text, range, at_start);
        if !range.is_empty() {
            self.divide(range, 0);
        }
    }

    /// Emits an identifier whole; anything else is split at one kind of connector after the other.
    fn divide(&mut self, range: Range<usize>, level: usize) {
        let s = &self.text[range.clone()];
        let bare = s.strip_suffix("'s").or_else(|| s.strip_suffix("'S")).unwrap_or(s);
        if let Some(kind) = shape(bare) {
            self.emit(PieceKind::Identifier(kind), range.start..range.start + bare.len());
            return;
        }
        for (idx, separates) in LEVELS.iter().enumerate().skip(level) {
            let bytes = s.as_bytes();
            if !(0..bytes.len()).any(|at| separates(bytes, at)) {
                continue;
            }
            let mut from = 0;
            for at in 0..=bytes.len() {
                if at == bytes.len() || separates(bytes, at) {
                    let part = trim(self.text, range.start + from..range.start + at, idx == 0);
                    if !part.is_empty() {
                        self.divide(part, idx + 1);
                    }
                    from = at + 1;
                }
            }
            return;
        }
        if s.chars().any(|c| Class::of(c).in_word()) {
            self.emit(PieceKind::Word, range);
        }
    }

    fn emit(&mut self, kind: PieceKind, range: Range<usize>) {
        (self.each)(Piece { kind, range, word: self.word });
        self.word += 1;
    }

    /// End of the URL that starts here, if one does.
    fn url(&self, start: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        // Cheap refusal of nearly every word: a scheme's colon or `www.` has to be close.
        let near = &bytes[start..bytes.len().min(start + 17)];
        if !near.windows(3).any(|three| three == b"://")
            && !near.get(..4).is_some_and(|www| www.eq_ignore_ascii_case(b"www."))
        {
            return None;
        }
        let rest = clip(&self.text[start..], URL_LEN_MAX);
        let scheme = url_scheme(rest)?;
        let stop = |c: char| {
            c.is_whitespace()
                || matches!(c, '"' | '<' | '>' | '`' | '|')
                || matches!(Class::of(c), Class::Cjk | Class::Cluster)
                || c == '。'
                || c == '、'
        };
        let mut url = &rest[..rest.find(stop).unwrap_or(rest.len())];
        loop {
            let shorter = url.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', '*', '_']);
            let unmatched =
                shorter.strip_suffix(')').filter(|inner| inner.matches('(').count() <= inner.matches(')').count());
            let shorter = unmatched.or_else(|| shorter.strip_suffix([']', '}'])).unwrap_or(shorter);
            if shorter.len() == url.len() {
                break;
            }
            url = shorter;
        }
        (url.len() > scheme).then_some(start + url.len())
    }
}

/// Punctuation that may start an identifier.
fn opens(byte: u8) -> bool {
    matches!(byte, b'/' | b'.' | b'~' | b'@' | b'#' | b'_' | b'\\')
}

/// Punctuation that may stand inside an identifier or word.
fn connects(byte: u8) -> bool {
    matches!(byte, b'_' | b'-' | b'.' | b'/' | b'\\' | b':' | b'@' | b'\'' | b'+' | b'#' | b'&' | b'~')
}

fn is_between_digits(bytes: &[u8], at: usize) -> bool {
    at > 0 && bytes[at - 1].is_ascii_digit() && bytes.get(at + 1).is_some_and(u8::is_ascii_digit)
}

/// Where a candidate that is no identifier falls apart, weakest bond first.
const LEVELS: [fn(&[u8], usize) -> bool; 7] = [
    |bytes, at| {
        bytes[at] == b':' || bytes[at] == b'-' && (bytes.get(at + 1) == Some(&b'-') || at > 0 && bytes[at - 1] == b'-')
    },
    |bytes, at| matches!(bytes[at], b'/' | b'\\'),
    |bytes, at| matches!(bytes[at], b'@' | b'#' | b'&' | b'+' | b'~'),
    |bytes, at| bytes[at] == b',' && !is_thousands(bytes),
    |bytes, at| bytes[at] == b'.' && !is_between_digits(bytes, at) && !is_initials(bytes),
    |bytes, at| bytes[at] == b'_',
    |bytes, at| bytes[at] == b'-',
];

/// 1,000 or 12,345,678: the commas belong to one number.
fn is_thousands(bytes: &[u8]) -> bool {
    if bytes.len() > GROUPED_LEN_MAX {
        return false;
    }
    let mut groups = bytes.split(|&b| b == b',');
    groups.next().is_some_and(|first| (1..=3).contains(&first.len()) && first.iter().all(u8::is_ascii_digit))
        && groups.all(|group| {
            group.len() >= 3 && group[..3].iter().all(u8::is_ascii_digit) && matches!(group.get(3), None | Some(b'.'))
        })
}

/// `U.S`, `e.g`, `a.m`: single letters between dots are one word.
fn is_initials(bytes: &[u8]) -> bool {
    bytes.len() <= GROUPED_LEN_MAX
        && bytes.split(|&b| b == b'.').all(|letter| letter.len() == 1 && letter[0].is_ascii_alphabetic())
}

/// Cuts off punctuation that belongs to the sentence. `rooted`: a leading path, handle or file dot is allowed to stay.
fn trim(text: &str, mut range: Range<usize>, rooted: bool) -> Range<usize> {
    let bytes = text.as_bytes();
    let is_letter =
        |at: usize| range.end > at && (bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_' || !bytes[at].is_ascii());
    let mut start = range.start;
    while start < range.end {
        let next = bytes.get(start + 1).copied().filter(|_| start + 1 < range.end);
        let stays = match bytes[start] {
            b'/' | b'@' | b'#' => rooted && (is_letter(start + 1) || bytes[start] == b'/' && next == Some(b'.')),
            b'.' => {
                rooted
                    && (is_letter(start + 1)
                        || text[start..range.end].starts_with("./")
                        || text[start..range.end].starts_with("../"))
            }
            b'~' => rooted && next == Some(b'/'),
            b'\\' => rooted && next == Some(b'\\') && is_letter(start + 2),
            b'_' => true,
            other => !connects(other) && other != b',',
        };
        if stays {
            break;
        }
        start += 1;
    }
    range.start = start;
    while range.end > range.start
        && (connects(bytes[range.end - 1]) || bytes[range.end - 1] == b',')
        && bytes[range.end - 1] != b'_'
    {
        let body = &text[range.clone()];
        let is_language = body.len() <= 4 && (body.ends_with("++") || body.ends_with('#')) && shape(body).is_some();
        if is_language {
            break;
        }
        range.end -= 1;
    }
    let body = &text[range.clone()];
    // Markdown emphasis: `_word_`.
    if body.starts_with('_') && body.ends_with('_') && !body.starts_with("__") || body.bytes().all(|b| b == b'_') {
        let inner = body.trim_matches('_');
        let from = range.start + (body.len() - body.trim_start_matches('_').len());
        return from..from + inner.len();
    }
    range
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<String> {
        let mut out = Vec::new();
        scan(text, &mut |piece| {
            let mark = match piece.kind {
                PieceKind::Word => "",
                PieceKind::Identifier(_) => "=",
                PieceKind::Cjk => "cjk:",
                PieceKind::Cluster => "cluster:",
            };
            out.push(format!("{mark}{}", &text[piece.range]));
        });
        out
    }

    #[test]
    fn sentence_punctuation_stays_outside() {
        for (text, expected) in [
            ("It failed with E_AUTH_404.", vec!["It", "failed", "with", "=E_AUTH_404"]),
            ("(see src/main.rs, /etc/hosts)", vec!["see", "=src/main.rs", "=/etc/hosts"]),
            ("E_AUTH_404's cause", vec!["=E_AUTH_404", "cause"]),
            ("at https://a.io/x_(y)?q=1). Then", vec!["at", "=https://a.io/x_(y)?q=1", "Then"]),
            ("\"v1.2.3\": ok", vec!["=v1.2.3", "ok"]),
            ("see:src/main.rs", vec!["see", "=src/main.rs"]),
            ("mother-in-law and/or well-known", vec!["mother", "in", "law", "and", "or", "well", "known"]),
            ("C++, C# and c", vec!["=C++", "=C#", "and", "c"]),
            ("end.Next one...two", vec!["end", "Next", "one", "two"]),
            ("$1,234.50 or 3.14, 10:30", vec!["1,234.50", "or", "3.14", "10", "30"]),
            ("the U.S. and e.g. this", vec!["the", "U.S", "and", "e.g", "this"]),
            ("_really_ __init__ a_b", vec!["really", "=__init__", "=a_b"]),
            ("don't Luigi's 'quoted'", vec!["don't", "Luigi's", "quoted"]),
            ("went--and then", vec!["went", "and", "then"]),
            ("错误码E_AUTH_404出现", vec!["cjk:错误码", "=E_AUTH_404", "cjk:出现"]),
            ("ฉันใช้ Docker ครับ", vec!["cluster:ฉันใช้", "Docker", "cluster:ครับ"]),
            ("... --- /// ' _ __", vec![]),
        ] {
            assert_eq!(pieces(text), expected, "{text}");
        }
    }

    #[test]
    fn words_are_numbered_across_scripts() {
        let mut words = Vec::new();
        let n_words = scan("one two 城市交通规 three", &mut |piece| words.push(piece.word));
        assert_eq!(words, [0, 1, 2, 5]);
        assert_eq!(n_words, 6);
    }
}
