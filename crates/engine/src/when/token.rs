//! Cuts a text into words, numbers and signs, and finds the stretches in which a time expression can lie.
//!
//! Chinese and Japanese run together, so those scripts are cut by the longest word the lexicon knows. Tokens borrow
//! nothing from the text but byte offsets. Must not know grammar.

/// What a lexicon tells the cutter: the id of a lower-case word, 0 when unknown.
pub(super) trait Words {
    fn id(&self, word: &str) -> u16;
    /// Longest word in a script without spaces, in characters.
    fn longest(&self) -> usize;
}

/// Longest word looked up, in bytes; longer ones are unknown.
const WORD_BYTES_MAX: usize = 40;

/// Longest abbreviation that counts in capitals only, in bytes.
const SHOUTED_MAX: usize = 4;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    /// A word or sign; the id is in [`Token::word`].
    Word,
    /// Digits; `digits` 0 when grouped ("1,500") or fractional.
    Number { value: f64, digits: u8 },
    /// "3rd".
    Ordinal(u32),
    /// "1990s", "80s".
    Decade(u32),
}

/// A piece of text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) shape: Shape,
    /// Lexicon id, 0 when unknown (and for numbers).
    pub(super) word: u16,
    /// No space before it.
    pub(super) glued: bool,
    /// Starts with a capital.
    pub(super) capital: bool,
}

/// Cuts `text`.
pub(super) fn cut(text: &str, words: &dyn Words) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::with_capacity(text.len() / 5 + 1);
    let mut at = 0;
    let mut low = String::with_capacity(WORD_BYTES_MAX);
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let glued = tokens.last().is_some_and(|token| token.end == at);
        let capital = first.is_uppercase();
        let base = Token { start: at, end: at, shape: Shape::Word, word: 0, glued, capital };
        let token = if first.is_ascii_digit() {
            number(text, base)
        } else if is_joined_script(first) {
            joined(text, base, words)
        } else if first.is_alphabetic() {
            word(text, base, words, &mut low)
        } else {
            let end = at + first.len_utf8();
            let sign = match first {
                '’' | '‘' | '`' => "'",
                '–' | '—' | '−' | '~' | '～' | '〜' => "-",
                '，' | '、' => ",",
                _ => &text[at..end],
            };
            let suffix = sign == "'" && glued && is_possessive(&text[end..]);
            let (end, id) = if suffix { (end + 1, words.id("'s")) } else { (end, words.id(sign)) };
            Token { end, word: id, ..base }
        };
        at = token.end;
        tokens.push(token);
    }
    tokens
}

/// "s" that ends the word follows.
fn is_possessive(rest: &str) -> bool {
    let mut chars = rest.chars();
    matches!(chars.next(), Some('s' | 'S')) && !chars.next().is_some_and(char::is_alphanumeric)
}

/// Han, kana and full-width signs of dates.
fn is_joined_script(c: char) -> bool {
    matches!(c, '\u{3005}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

fn joined(text: &str, base: Token, words: &dyn Words) -> Token {
    let mut ends = [0; 8];
    let mut count = 0;
    for (offset, c) in text[base.start..].char_indices().take(words.longest().min(ends.len())) {
        if !is_joined_script(c) {
            break;
        }
        ends[count] = base.start + offset + c.len_utf8();
        count += 1;
    }
    for &end in ends[..count].iter().rev() {
        let id = words.id(&text[base.start..end]);
        if id != 0 {
            return Token { end, word: id, ..base };
        }
    }
    Token { end: ends[0], ..base }
}

fn word(text: &str, base: Token, words: &dyn Words, low: &mut String) -> Token {
    low.clear();
    let rest = &text[base.start..];
    let mut end = text.len();
    let mut chars = rest.char_indices().peekable();
    while let Some((offset, c)) = chars.next() {
        let next = chars.peek().map(|&(_, next)| next);
        if c.is_alphabetic() && !is_joined_script(c) {
            if low.len() < WORD_BYTES_MAX {
                low.extend(c.to_lowercase());
            }
        } else if matches!(c, '\'' | '’') && next.is_some_and(char::is_alphabetic) {
            // "l'année" is two words; "o'clock" is one; "week's" is left to the sign.
            if is_possessive(&rest[offset + c.len_utf8()..]) || matches!(low.as_str(), "l" | "d" | "s" | "n") {
                end = base.start + offset;
                break;
            }
            // "I'm" must not look up as "im".
            low.push('\'');
        } else {
            end = base.start + offset;
            break;
        }
    }
    if matches!(low.as_str(), "a" | "p") {
        // "p.m." and "a.m" are one word.
        let tail = &text.as_bytes()[end..];
        if tail.len() >= 2 && tail[0] == b'.' && tail[1].eq_ignore_ascii_case(&b'm') {
            let dotted = tail.get(2) == Some(&b'.');
            low.push('m');
            return Token { end: end + 2 + usize::from(dotted), word: words.id(low), ..base };
        }
    }
    // "BOY" and "ET" are told from "boy" and "et" by their capitals.
    let raw = &text[base.start..end];
    let is_shouted = base.capital && raw.len() <= SHOUTED_MAX && raw.bytes().all(|byte| byte.is_ascii_uppercase());
    let id = match is_shouted.then(|| words.id(raw)) {
        Some(shouted) if shouted != 0 => shouted,
        _ => words.id(low),
    };
    // The full stop of an abbreviation belongs to it when the sentence goes on.
    let mut rest = text[end..].chars();
    let stop = id != 0 && low.len() <= 4 && rest.next() == Some('.');
    let goes_on = stop && rest.find(|c| *c != ' ').is_none_or(|c| c.is_ascii_digit() || c.is_lowercase() || c == ',');
    Token { end: end + usize::from(goes_on), word: id, ..base }
}

fn number(text: &str, base: Token) -> Token {
    let bytes = text.as_bytes();
    let digits_from = |at: usize| bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut end = base.start + digits_from(base.start);
    let mut value = text[base.start..end].parse::<f64>().unwrap_or(f64::INFINITY);
    let mut digits = (end - base.start).min(255) as u8;
    // Thousands in groups of three.
    while digits <= 3 && bytes.get(end) == Some(&b',') && digits_from(end + 1) == 3 {
        value = value * 1_000.0 + text[end + 1..end + 4].parse::<f64>().unwrap_or(0.0);
        end += 4;
        digits = 0;
    }
    // A fraction, unless more dots follow (a date or a version).
    if digits > 0 && digits <= 4 && bytes.get(end) == Some(&b'.') {
        let len = digits_from(end + 1);
        let dotted = bytes.get(end + 1 + len) == Some(&b'.') && digits_from(end + 2 + len) > 0;
        let before = base.start.checked_sub(1).and_then(|at| bytes.get(at)) == Some(&b'.');
        if len > 0 && !dotted && !before {
            value = text[base.start..end + 1 + len].parse().unwrap_or(f64::INFINITY);
            end += 1 + len;
            digits = 0;
        }
    }
    if digits == 0 {
        return Token { end, shape: Shape::Number { value, digits }, ..base };
    }
    let suffix_len = bytes[end..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let suffix = text[end..end + suffix_len].to_ascii_lowercase();
    if matches!(suffix.as_str(), "st" | "nd" | "rd" | "th") && digits <= 4 {
        return Token { end: end + 2, shape: Shape::Ordinal(value as u32), ..base };
    }
    let apostrophe = usize::from(bytes.get(end) == Some(&b'\''));
    let plural = suffix == "s" || (apostrophe == 1 && is_possessive(&text[end + 1..]));
    if plural && (digits == 4 || digits == 2) && (value as u32).is_multiple_of(10) {
        return Token { end: end + 1 + apostrophe, shape: Shape::Decade(value as u32), ..base };
    }
    Token { end, shape: Shape::Number { value, digits }, ..base }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Few;
    impl Words for Few {
        fn id(&self, word: &str) -> u16 {
            ["", "'s", "week", "昨天", "上周", "pm", "o'clock"].iter().position(|known| *known == word).unwrap_or(0)
                as u16
        }
        fn longest(&self) -> usize {
            2
        }
    }

    fn pieces(text: &str) -> Vec<&str> {
        cut(text, &Few).iter().map(|token| &text[token.start..token.end]).collect()
    }

    #[test]
    fn cuts_words_numbers_and_scripts() {
        assert_eq!(pieces("last week's 3rd"), ["last", "week", "'s", "3rd"]);
        assert_eq!(pieces("3 p.m. at 9 o'clock"), ["3", "p.m.", "at", "9", "o'clock"]);
        assert_eq!(pieces("昨天做了什么"), ["昨天", "做", "了", "什", "么"]);
        assert_eq!(
            pieces("1,500 in the 1990s, 80's; 1.5h 3.4.2020"),
            ["1,500", "in", "the", "1990s", ",", "80's", ";", "1.5", "h", "3", ".", "4", ".", "2020"]
        );
        assert_eq!(pieces("l'année d'été"), ["l", "'", "année", "d", "'", "été"]);
    }
}
