//! JSON, also with comments and trailing commas, as values that know where they stand in the text.
//!
//! Must not know: how a text is changed.

use core::ops::Range;

use serde_json::{Map, Value};

use super::Malformed;

/// Deepest nesting that is read. Chosen: configurations have ten; more could exhaust the stack.
const DEPTH_MAX: usize = 128;
/// What some editors put in front of a text.
pub(super) const MARK: char = '\u{feff}';
/// White space between signs; everything else that looks empty belongs to a comment.
pub(super) const SPACE: [char; 4] = [' ', '\t', '\r', '\n'];

/// A value, and where it stands.
#[derive(Debug)]
pub(super) struct Node {
    /// From its first sign to behind its last.
    pub(super) span: Range<usize>,
    /// What it is.
    pub(super) kind: Kind,
}

/// What a value is.
#[derive(Debug)]
pub(super) enum Kind {
    /// Members in order.
    Object(Vec<Member>),
    /// Items in order.
    Array(Vec<Node>),
    /// Anything else.
    Scalar(Value),
}

/// A member of an object.
#[derive(Debug)]
pub(super) struct Member {
    /// Its name.
    pub(super) name: String,
    /// Where its name begins.
    pub(super) begin: usize,
    /// What it holds.
    pub(super) value: Node,
    /// Where the comma after it stands.
    pub(super) comma: Option<usize>,
}

/// Reads a text. `lenient` takes comments and trailing commas. `None` where there is nothing but white space and comments.
pub(super) fn read(text: &str, lenient: bool) -> Result<Option<Node>, Malformed> {
    let mut reader = Reader { text, at: if text.starts_with(MARK) { MARK.len_utf8() } else { 0 }, lenient };
    reader.gap()?;
    if reader.at == text.len() {
        return Ok(None);
    }
    let root = reader.value(0)?;
    reader.gap()?;
    if reader.at < text.len() {
        return Err(reader.wrong("something follows its end"));
    }
    Ok(Some(root))
}

impl Node {
    /// What it says.
    pub(super) fn value(&self) -> Value {
        match &self.kind {
            Kind::Object(members) => {
                members.iter().map(|member| (member.name.clone(), member.value.value())).collect::<Map<_, _>>().into()
            }
            Kind::Array(items) => items.iter().map(Self::value).collect(),
            Kind::Scalar(value) => value.clone(),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    lenient: bool,
}

impl Reader<'_> {
    fn wrong(&self, reason: &str) -> Malformed {
        Malformed::at(self.text, self.at, reason)
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips white space and comments.
    fn gap(&mut self) -> Result<(), Malformed> {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start_matches(SPACE);
            self.at += rest.len() - trimmed.len();
            if !self.lenient || !trimmed.starts_with('/') {
                return Ok(());
            }
            if trimmed.starts_with("//") {
                self.at += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if let Some(comment) = trimmed.strip_prefix("/*") {
                let end = comment.find("*/").ok_or_else(|| self.wrong("a comment does not end"))?;
                self.at += end + 4;
            } else {
                return Err(self.wrong("a value is expected here"));
            }
        }
    }

    fn value(&mut self, depth: usize) -> Result<Node, Malformed> {
        if depth > DEPTH_MAX {
            return Err(self.wrong("it is nested too deeply"));
        }
        let begin = self.at;
        let kind = match self.peek() {
            Some(b'{') => self.object(depth)?,
            Some(b'[') => self.array(depth)?,
            Some(b'"') => Kind::Scalar(Value::String(self.string()?)),
            Some(_) => self.word()?,
            None => return Err(self.wrong("a value is missing at its end")),
        };
        Ok(Node { span: begin..self.at, kind })
    }

    fn string(&mut self) -> Result<String, Malformed> {
        let begin = self.at;
        let bytes = self.text.as_bytes();
        let mut end = begin + 1;
        while bytes.get(end).is_some_and(|byte| *byte != b'"') {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        let text = self.text.get(begin..=end).ok_or_else(|| self.wrong("a text does not end"))?;
        let read = serde_json::from_str(text).map_err(|_| self.wrong("a text is not written as JSON does"))?;
        self.at = end + 1;
        Ok(read)
    }

    fn word(&mut self) -> Result<Kind, Malformed> {
        let rest = &self.text[self.at..];
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.');
        let word = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
        let value = serde_json::from_str(word).map_err(|_| self.wrong("a value is expected here"))?;
        self.at += word.len();
        Ok(Kind::Scalar(value))
    }

    /// What stands between two items: `true` when the list goes on.
    fn goes_on(&mut self, close: u8) -> Result<(Option<usize>, bool), Malformed> {
        self.gap()?;
        let comma = (self.peek() == Some(b',')).then_some(self.at);
        if comma.is_some() {
            self.at += 1;
            self.gap()?;
        }
        match (comma, self.peek()) {
            (Some(_), Some(byte)) if byte == close && !self.lenient => {
                Err(self.wrong("a comma stands before the end; this file takes none"))
            }
            (_, Some(byte)) if byte == close => {
                self.at += 1;
                Ok((comma, false))
            }
            (Some(_), Some(_)) => Ok((comma, true)),
            _ => Err(self.wrong(&format!("a comma or '{}' is expected here", char::from(close)))),
        }
    }

    /// Steps over the opening sign; `true` when the closing one follows.
    fn is_empty(&mut self, close: u8) -> Result<bool, Malformed> {
        self.at += 1;
        self.gap()?;
        let is_empty = self.peek() == Some(close);
        self.at += usize::from(is_empty);
        Ok(is_empty)
    }

    fn object(&mut self, depth: usize) -> Result<Kind, Malformed> {
        let mut members = Vec::new();
        let mut more = !self.is_empty(b'}')?;
        while more {
            let begin = self.at;
            if self.peek() != Some(b'"') {
                return Err(self.wrong("a name in quotation marks is expected here"));
            }
            let name = self.string()?;
            self.gap()?;
            if self.peek() != Some(b':') {
                return Err(self.wrong("a colon is expected here"));
            }
            self.at += 1;
            self.gap()?;
            let value = self.value(depth + 1)?;
            let comma;
            (comma, more) = self.goes_on(b'}')?;
            members.push(Member { name, begin, value, comma });
        }
        Ok(Kind::Object(members))
    }

    fn array(&mut self, depth: usize) -> Result<Kind, Malformed> {
        let mut items = Vec::new();
        let mut more = !self.is_empty(b']')?;
        while more {
            items.push(self.value(depth + 1)?);
            (_, more) = self.goes_on(b']')?;
        }
        Ok(Kind::Array(items))
    }
}
