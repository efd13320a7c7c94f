//! Words and marks of a text, with contractions taken apart.
//!
//! Owns where a word starts and ends for the rules of this module. Every token keeps its bytes in the text; a contraction
//! is two tokens ("I'm" is `i` and `am`), also where chat leaves its apostrophe out ("dont"). Must not know: grammar.

use super::lexicon::{self, Class};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word, an address, a code.
    Word,
    /// Starts with a digit.
    Number,
    /// One character that is neither: punctuation, a sign, an emoji.
    Mark(char),
}

/// A word, number or mark.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    /// In lower case; parts of contractions in full (`'m` is `am`). Empty for marks.
    pub(super) word: &'a str,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) kind: Kind,
    /// Its first letter is upper case.
    pub(super) capital: bool,
    /// What lists have it.
    pub(super) classes: Class,
}

impl Token<'_> {
    pub(super) fn is_mark(&self, mark: char) -> bool {
        self.kind == Kind::Mark(mark)
    }

    pub(super) fn is_word(&self) -> bool {
        !matches!(self.kind, Kind::Mark(_))
    }
}

/// The text in lower case, byte for byte as long as the text: letters whose lower case is longer or shorter stay.
pub(super) fn lowered(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            out.push(c.to_ascii_lowercase());
            continue;
        }
        let mut lower = c.to_lowercase();
        match (lower.next(), lower.next()) {
            (Some(one), None) if one.len_utf8() == c.len_utf8() => out.push(one),
            _ => out.push(c),
        }
    }
    out
}

/// Contractions written without an apostrophe, sorted, with the length of their first part and both parts in full.
const BARE: &[(&str, usize, &str, &str)] = &[
    ("arent", 3, "are", "not"),
    ("cannot", 3, "can", "not"),
    ("cant", 2, "can", "not"),
    ("couldnt", 5, "could", "not"),
    ("didnt", 3, "did", "not"),
    ("doesnt", 4, "does", "not"),
    ("dont", 2, "do", "not"),
    ("gonna", 3, "going", "to"),
    ("gotta", 3, "have", "to"),
    ("hadnt", 3, "had", "not"),
    ("hasnt", 3, "has", "not"),
    ("havent", 4, "have", "not"),
    ("hes", 2, "he", "is"),
    ("im", 1, "i", "am"),
    ("isnt", 2, "is", "not"),
    ("ive", 1, "i", "have"),
    ("shes", 3, "she", "is"),
    ("shouldnt", 6, "should", "not"),
    ("theyre", 4, "they", "are"),
    ("theyve", 4, "they", "have"),
    ("wanna", 3, "want", "to"),
    ("wasnt", 3, "was", "not"),
    ("werent", 4, "were", "not"),
    ("weve", 2, "we", "have"),
    ("wouldnt", 5, "would", "not"),
];

/// The tokens of a text; `lower` is [`lowered`] of it. Cost: linear.
pub(super) fn tokens<'a>(text: &str, lower: &'a str) -> Vec<Token<'a>> {
    let mut out = Vec::with_capacity(text.len() / 4);
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let Some(c) = text[at..].chars().next() else { break };
        let len = c.len_utf8();
        if c.is_whitespace() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{fe0e}' | '\u{fe0f}') {
            at += len;
        } else if c.is_alphanumeric() || c == '@' && text[at + 1..].starts_with(char::is_alphanumeric) {
            let end = word_end(text, at + len);
            push_word(text, lower, at, end, &mut out);
            at = end;
        } else {
            out.push(Token { word: "", start: at, end: at + len, kind: Kind::Mark(c), capital: false, classes: 0 });
            at += len;
        }
    }
    out
}

/// First byte after the word that goes on at `at`.
fn word_end(text: &str, mut at: usize) -> usize {
    while let Some(c) = text[at..].chars().next() {
        let len = c.len_utf8();
        if c.is_alphanumeric() || c == '_' || is_combining(c) {
            at += len;
            continue;
        }
        let next = text[at + len..].chars().next();
        let before = text[..at].chars().next_back();
        let joins = match c {
            '\'' | '’' | '-' | '@' | '&' | '\u{2011}' => next.is_some_and(char::is_alphanumeric),
            // "Node.js", "3.14"; not "end.Next".
            '.' => next.is_some_and(|next| next.is_lowercase() || next.is_ascii_digit()) || is_initial(text, at, next),
            ',' | ':' => {
                before.is_some_and(|c| c.is_ascii_digit())
                    && next.is_some_and(|c| c.is_ascii_digit())
                    && (c == ':' || is_thousands(&text[at + 1..]))
            }
            '/' => before.is_some_and(|c| c.is_ascii_digit()) && next.is_some_and(|c| c.is_ascii_digit()),
            '+' | '#' => {
                let rest = text[at..].trim_start_matches(['+', '#']);
                before.is_some_and(|c| c.is_ascii_alphabetic() || c == '+')
                    && text.len() - rest.len() - at <= 2
                    && !rest.starts_with(char::is_alphanumeric)
            }
            '%' | '°' => before.is_some_and(|c| c.is_ascii_digit()),
            _ => false,
        };
        if !joins {
            break;
        }
        at += len;
    }
    at
}

fn is_combining(c: char) -> bool {
    matches!(c, '\u{0300}'..='\u{036f}' | '\u{0900}'..='\u{0903}' | '\u{093a}'..='\u{094f}')
}

/// `U.S`, `J.R`: the dot stands between single capital letters.
fn is_initial(text: &str, at: usize, next: Option<char>) -> bool {
    let mut back = text[..at].chars().rev();
    let letter = back.next().is_some_and(char::is_uppercase);
    letter && back.next().is_none_or(|c| !c.is_alphanumeric()) && next.is_some_and(char::is_uppercase)
}

fn is_thousands(rest: &str) -> bool {
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    digits == 3
}

fn push_word<'a>(text: &str, lower: &'a str, start: usize, end: usize, out: &mut Vec<Token<'a>>) {
    let word = &lower[start..end];
    let capital = text[start..].chars().next().is_some_and(char::is_uppercase);
    let kind = if word.starts_with(|c: char| c.is_ascii_digit()) { Kind::Number } else { Kind::Word };
    let mut push = |word: &'a str, start: usize, end: usize, capital: bool| {
        out.push(Token { word, start, end, kind, capital, classes: lexicon::classes(word) });
    };
    if let Ok(found) = BARE.binary_search_by(|entry| entry.0.cmp(word)) {
        let (_, first, one, two) = BARE[found];
        push(one, start, start + first, capital);
        push(two, start + first, end, false);
        return;
    }
    let Some((mark, len)) =
        word.char_indices().rev().find(|(_, c)| matches!(c, '\'' | '’')).map(|(i, c)| (i, c.len_utf8()))
    else {
        push(word, start, end, capital);
        return;
    };
    let tail = &word[mark + len..];
    let full = match tail {
        "m" => "am",
        "re" => "are",
        "ve" => "have",
        "ll" => "will",
        "d" => "would",
        "s" => "'s",
        "t" if word[..mark].ends_with('n') => {
            // "don't": the stem ends before the n.
            let stem = match &word[..mark - 1] {
                "ca" => "can",
                "wo" => "will",
                "sha" => "shall",
                stem => stem,
            };
            push(stem, start, start + mark - 1, capital);
            push("not", start + mark - 1, end, false);
            return;
        }
        _ => {
            push(word, start, end, capital);
            return;
        }
    };
    if mark == 0 {
        push(word, start, end, capital);
        return;
    }
    push(&word[..mark], start, start + mark, capital);
    push(full, start + mark, end, false);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let lower = lowered(text);
        tokens(text, &lower)
            .iter()
            .map(|token| if token.is_word() { token.word.to_owned() } else { text[token.start..token.end].to_owned() })
            .collect()
    }

    #[test]
    fn the_list_is_sorted_and_its_parts_are_its_words() {
        assert!(BARE.windows(2).all(|pair| pair[0].0 < pair[1].0));
        assert!(BARE.iter().all(|entry| entry.1 > 0 && entry.1 < entry.0.len()));
    }

    #[test]
    fn contractions_are_two_words() {
        for (text, expected) in [
            ("I’m Ann's", "i am ann 's"),
            ("dont CAN'T won't", "do not can not will not"),
            ("im at AT&T, since 2019.", "i am at at&t , since 2019 ."),
            ("C++ and node.js: 1,000 at 10:30, 5%", "c++ and node.js : 1,000 at 10:30 , 5%"),
            ("a.b@c.org O'Brien e-mail J.R. Smith end.Next", "a.b@c.org o'brien e-mail j.r . smith end . next"),
            ("👍🏽 café\u{301}s", "👍 🏽 café\u{301}s"),
            ("İstanbul", "İstanbul"),
        ] {
            assert_eq!(words(text).join(" "), expected, "{text}");
        }
    }
}
