//! Text -> tokens that can carry feeling: words, emoticons, emoji and marks. Code, links and quoted lines are left out.

use crate::affect::world::{find_in_run, is_run};

use super::vocabulary::{BANG, BOTH, QUESTION, STOP, UNKNOWN, Vocabulary, WordId};

/// Longest word looked up, in bytes; longer ones are no words.
const WORD_LEN_MAX: usize = 40;
/// Longest emoticon, in bytes.
const EMOTICON_LEN_MAX: usize = 6;

/// One token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) id: WordId,
    /// All in capitals, two letters or more.
    pub(super) caps: bool,
    /// Inside double quotes.
    pub(super) quoted: bool,
    /// A comma, colon, semicolon or dash follows: denial does not reach past it.
    pub(super) pause: bool,
    /// First word of a sentence.
    pub(super) first: bool,
}

/// The tokens of a text and what its marks say.
#[derive(Default)]
pub(super) struct Tokens {
    pub(super) list: Vec<Token>,
    /// Exclamation marks.
    pub(super) n_bangs: u32,
    /// Question marks.
    pub(super) n_questions: u32,
    /// Words with letters, and how many of them are in capitals.
    pub(super) n_words: u32,
    pub(super) n_caps: u32,
    /// Words with a letter drawn out ("sooo").
    pub(super) n_stretched: u32,
    /// Words inside quotes.
    pub(super) n_quoted: u32,
}

impl Tokens {
    /// True when capitals are used for emphasis: some words, not all of them.
    pub(super) fn caps_stand_out(&self) -> bool {
        self.n_caps > 0 && self.n_caps < self.n_words
    }
}

/// Splits `text`. One pass; cost linear in its length.
pub(super) fn tokenise(text: &str, vocabulary: &Vocabulary) -> Tokens {
    let mut reader = Reader { vocabulary, out: Tokens::default(), buffer: String::new(), first: true, quoted: false };
    let mut fenced = false;
    for line in text.lines() {
        let trimmed = line.trim_start();
        if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
            fenced = !fenced;
            continue;
        }
        let reply = trimmed.starts_with("> ") || trimmed.starts_with(">>") || trimmed == ">";
        if fenced || reply {
            continue;
        }
        reader.line(trimmed);
    }
    reader.out
}

struct Reader<'a> {
    vocabulary: &'a Vocabulary,
    out: Tokens,
    buffer: String,
    first: bool,
    quoted: bool,
}

impl Reader<'_> {
    fn line(&mut self, line: &str) {
        let quotes_pair = line.chars().filter(|c| matches!(c, '"' | '“' | '”')).count() % 2 == 0;
        let mut pieces = line.split('`').peekable();
        let mut code = false;
        while let Some(piece) = pieces.next() {
            // A lone backtick opens nothing.
            if !code || pieces.peek().is_none() {
                for chunk in piece.split_whitespace() {
                    self.chunk(chunk, quotes_pair);
                }
            }
            code = !code;
        }
        self.quoted = false;
        self.mark(STOP);
    }

    fn chunk(&mut self, chunk: &str, quotes_pair: bool) {
        if let Some(id) = self.emoticon(chunk) {
            self.push(id, false);
            return;
        }
        if is_code(chunk) {
            self.push(UNKNOWN, false);
            return;
        }
        let mut word_from = None;
        let mut chars = chunk.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            if c.is_alphanumeric() || matches!(c, '\'' | '’' | '-') {
                word_from.get_or_insert(at);
                continue;
            }
            if let Some(from) = word_from.take() {
                self.word(&chunk[from..at]);
            }
            match c {
                '!' | '?' => {
                    let (mut bangs, mut questions) = (u32::from(c == '!'), u32::from(c == '?'));
                    while let Some((_, next)) = chars.next_if(|(_, next)| matches!(next, '!' | '?')) {
                        bangs += u32::from(next == '!');
                        questions += u32::from(next == '?');
                    }
                    self.out.n_bangs += bangs;
                    self.out.n_questions += questions;
                    self.mark(if questions == 0 {
                        BANG
                    } else if bangs == 0 {
                        QUESTION
                    } else {
                        BOTH
                    });
                }
                '.' | '…' => self.mark(STOP),
                ',' | ';' | ':' | '—' | '–' | ')' => self.pause(),
                '"' | '“' | '”' if quotes_pair => self.quoted = !self.quoted,
                _ if !c.is_ascii() => self.symbol(c),
                _ => {}
            }
        }
        if let Some(from) = word_from {
            self.word(&chunk[from..]);
        }
    }

    /// An emoticon stands alone between spaces.
    fn emoticon(&self, chunk: &str) -> Option<WordId> {
        let edge =
            |c: Option<char>| c.is_some_and(|c| !c.is_alphanumeric() && !matches!(c, '"' | '\'' | '?' | '!' | '.'));
        let mut chars = chunk.chars();
        if chunk.len() > EMOTICON_LEN_MAX || chunk.len() < 2 || !edge(chars.next()) && !edge(chars.next_back()) {
            return None;
        }
        self.vocabulary.find(chunk).or_else(|| self.vocabulary.find(&chunk.to_lowercase()))
    }

    fn symbol(&mut self, c: char) {
        let mut bytes = [0; 4];
        if let Some(id) = self.vocabulary.find(c.encode_utf8(&mut bytes)) {
            self.push(id, false);
        }
    }

    fn word(&mut self, raw: &str) {
        let raw = raw.trim_matches(['\'', '’', '-']);
        if raw.is_empty() {
            return;
        }
        if is_run(raw) {
            self.run(raw);
            return;
        }
        if raw.len() > WORD_LEN_MAX {
            self.push(UNKNOWN, false);
            return;
        }
        let caps = raw.len() > 1 && raw.chars().all(|c| c.is_uppercase() || !c.is_alphabetic()) && has_letter(raw);
        self.lower(raw);
        if let Some(id) = self.vocabulary.find(&self.buffer) {
            self.push(id, caps);
            return;
        }
        if self.squeezes_to_known(caps) {
            return;
        }
        if raw.contains('-') {
            raw.split('-').for_each(|part| self.word(part));
            return;
        }
        let stem = self.buffer.strip_suffix("'s").and_then(|stem| self.vocabulary.find(stem));
        self.push(stem.unwrap_or(UNKNOWN), caps);
    }

    /// Words written without spaces between them: those that are known, wherever they stand.
    fn run(&mut self, raw: &str) {
        let known = find_in_run(raw, |word| self.vocabulary.find(word));
        if known.is_empty() {
            self.push(UNKNOWN, false);
        }
        for (_, _, id) in known {
            self.push(id, false);
        }
    }

    /// "soooo" -> "so", "yesss" -> "yes", "sweeeet" -> "sweet": runs of three or more become two, else one.
    fn squeezes_to_known(&mut self, caps: bool) -> bool {
        for keep in [2, 1] {
            let squeezed = squeeze(&self.buffer, keep);
            if squeezed.len() == self.buffer.len() {
                return false;
            }
            if let Some(id) = self.vocabulary.find(&squeezed) {
                self.out.n_stretched += 1;
                self.push(id, caps);
                return true;
            }
        }
        false
    }

    fn lower(&mut self, raw: &str) {
        self.buffer.clear();
        for c in raw.chars() {
            match c {
                '’' => self.buffer.push('\''),
                c if c.is_ascii() => self.buffer.push(c.to_ascii_lowercase()),
                c => self.buffer.extend(c.to_lowercase()),
            }
        }
    }

    fn push(&mut self, id: WordId, caps: bool) {
        self.out.n_words += 1;
        self.out.n_caps += u32::from(caps);
        self.out.n_quoted += u32::from(self.quoted);
        self.out.list.push(Token { id, caps, quoted: self.quoted, pause: false, first: self.first });
        self.first = false;
    }

    fn mark(&mut self, id: WordId) {
        if id != STOP || self.out.list.last().is_some_and(|last| last.id != STOP) {
            self.out.list.push(Token { id, caps: false, quoted: self.quoted, pause: true, first: false });
        }
        self.first = true;
    }

    fn pause(&mut self) {
        if let Some(last) = self.out.list.last_mut() {
            last.pause = true;
        }
    }
}

fn has_letter(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}

fn squeeze(word: &str, keep: usize) -> String {
    let mut out = String::with_capacity(word.len());
    let chars: Vec<char> = word.chars().collect();
    for run in chars.chunk_by(|a, b| a == b) {
        let n = if run.len() >= 3 { keep } else { run.len() };
        out.extend(run.iter().take(n));
    }
    out
}

/// Links, paths, identifiers, calls, markup: names of things, whatever words stand in them.
fn is_code(chunk: &str) -> bool {
    if chunk.contains("://") || chunk.contains("::") || chunk.contains("()") || chunk.starts_with("www.") {
        return true;
    }
    let core = chunk.trim_matches(|c: char| !c.is_alphanumeric());
    let mut before = ' ';
    let mut chars = core.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied().unwrap_or(' ');
        let inside = before.is_alphanumeric() && next.is_alphanumeric();
        let code = match c {
            '_' | '\\' | '=' | '{' | '}' | '<' | '>' | '|' | '@' | '[' | ']' | '#' | '$' => true,
            // A dot inside a word is a file or host name; a sentence that forgot its space goes on in a capital.
            '.' => inside && !next.is_uppercase(),
            '/' => inside && core.matches('/').count() > 1,
            c => c.is_uppercase() && before.is_lowercase(),
        };
        if code {
            return true;
        }
        before = c;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n_known(text: &str) -> usize {
        let vocabulary = Vocabulary::bundled();
        tokenise(text, &vocabulary).list.iter().filter(|token| token.id > BOTH).count()
    }

    #[test]
    fn code_links_and_replies_carry_nothing() {
        for text in [
            "```\nhorrible awful\n```",
            "> horrible awful",
            "`horrible awful`",
            "https://horrible.example/awful horrible_awful() Horrible::awful horribleAwful awful.rs /etc/awful/horrible",
        ] {
            assert_eq!(n_known(text), 0, "{text}");
        }
        assert_eq!(n_known("a lone ` is horrible"), n_known("a lone is horrible"));
    }

    #[test]
    fn marks_words_and_faces_are_found() {
        let vocabulary = Vocabulary::bundled();
        let ids = |text: &str| tokenise(text, &vocabulary).list.iter().map(|t| t.id).collect::<Vec<_>>();
        let of = |word: &str| vocabulary.find(word).unwrap();
        assert_eq!(ids("What?!"), [of("what"), BOTH, STOP]);
        assert_eq!(ids("Sooo HAPPY!!"), [of("so"), of("happy"), BANG, STOP]);
        assert_eq!(ids("don’t cry :("), [of("don't"), of("cry"), of(":("), STOP]);
        assert_eq!(ids("😀nice"), [of("😀"), of("nice"), STOP]);
        assert_eq!(ids("so-happy"), [of("so"), of("happy"), STOP]);
        assert!(ids("").is_empty());
    }

    #[test]
    fn quotes_need_a_partner() {
        let vocabulary = Vocabulary::bundled();
        let quoted = |text: &str| tokenise(text, &vocabulary).n_quoted;
        assert_eq!(quoted("he said \"I am sad\" and left"), 3);
        assert_eq!(quoted("a 5\" sad screen"), 0);
    }
}
