//! Memories that are handed in again: taken out before anything is read, so that a memory never feeds on itself.
//!
//! Marked blocks are known by their marks; lines, sentences and JSON without marks by what is stored. What is left is remembered;
//! what was taken out is stored already.

use serde_json::Value;

use super::item::{RememberError, RememberItem};
use super::pipeline::Pipeline;
use crate::limits;
use crate::model::{Kind, Scope, ScopeSets};
use crate::store::StoreError;
use crate::text;

/// Words of a line from which it is compared with what is stored. Chosen.
const LINE_WORDS_MIN: usize = 4;
/// Lines that have to be known before a text counts as recalled: one line may be quoted on purpose, unless it is called a memory.
/// Chosen.
const LINES_MIN: usize = 2;
/// Words of a heading, at most. Chosen.
const HEADING_WORDS_MAX: usize = 8;
/// Places of a text at which JSON is looked for. Chosen: one list is usual.
const JSON_TRIES_MAX: usize = 32;

impl Pipeline<'_> {
    /// The item without what was recalled from here.
    ///
    /// # Errors
    /// [`RememberError::Invalid`] where nothing is left.
    pub(super) fn without_recalled(&self, mut item: RememberItem) -> Result<RememberItem, RememberError> {
        let kind = item.kind_or_default();
        if !matches!(kind, Kind::Turn | Kind::Passage) || item.document.is_some() {
            return Ok(item);
        }
        let scopes = item.scopes.clone().unwrap_or_else(|| ScopeSets::single(Scope::root()));
        if let Some(rest) = text::without_recalled(&item.text) {
            item.text = left(rest)?;
        }
        if let Some(rest) = self.without_known_json(&item.text, &scopes)? {
            item.text = left(rest)?;
        }
        if let Some(rest) = self.without_known_lines(&item.text, &scopes)? {
            item.text = left(rest)?;
        }
        Ok(item)
    }

    /// The text without lists and objects whose longer texts are stored word for word, for the most part.
    fn without_known_json(&self, text: &str, scopes: &ScopeSets) -> Result<Option<String>, StoreError> {
        let mut kept = String::new();
        let (mut from, mut at, mut tries) = (0, 0, 0);
        while let Some(open) = text[at..].find(['[', '{']).map(|open| at + open) {
            tries += 1;
            if tries > JSON_TRIES_MAX {
                break;
            }
            let mut values = serde_json::Deserializer::from_str(&text[open..]).into_iter::<Value>();
            let value = values.next().and_then(Result::ok);
            let end = open + values.byte_offset();
            let Some(value) = value.filter(|_| end > open) else {
                at = open + 1;
                continue;
            };
            at = end;
            if self.is_known_value(&value, scopes)? {
                kept.push_str(without_heading(&text[from..open]));
                from = end;
            }
        }
        if from == 0 {
            return Ok(None);
        }
        kept.push_str(&text[from..]);
        Ok(Some(kept.trim().to_owned()))
    }

    fn is_known_value(&self, value: &Value, scopes: &ScopeSets) -> Result<bool, StoreError> {
        let mut texts = Vec::new();
        gather(value, &mut texts);
        texts.retain(|text| text::words(text) >= LINE_WORDS_MIN);
        if texts.is_empty() || texts.len() > limits::RECALLED_LINES_MAX {
            return Ok(false);
        }
        let (mut words_known, mut words_all) = (0, 0);
        for one in texts {
            let words = text::words(one);
            words_all += words;
            words_known += if self.store.says(&[one], scopes)? { words } else { 0 };
        }
        Ok(words_known > 0 && 2 * words_known >= words_all)
    }

    /// The text without lines that are stored word for word; `None` where too few are.
    fn without_known_lines(&self, text: &str, scopes: &ScopeSets) -> Result<Option<String>, StoreError> {
        let lines: Vec<&str> = text.lines().collect();
        let is_named = lines.iter().any(|line| text::names_memories(line));
        if lines.len() > limits::RECALLED_LINES_MAX || (lines.len() < LINES_MIN && !is_named) {
            return Ok(None);
        }
        let mut kept: Vec<&str> = Vec::new();
        let (mut n_known, mut words_known, mut words_all) = (0, 0, 0);
        for line in lines {
            let words = text::words(line);
            words_all += words;
            if words < LINE_WORDS_MIN || !self.is_known_line(line, is_named, scopes)? {
                kept.push(line);
                continue;
            }
            n_known += 1;
            words_known += words;
            while kept.last().is_some_and(|last| last.trim().is_empty() || is_heading(last)) {
                kept.pop();
            }
        }
        let is_recalled = if is_named { n_known > 0 } else { n_known >= LINES_MIN && 2 * words_known >= words_all };
        Ok(is_recalled.then(|| kept.join("\n").trim().to_owned()))
    }

    /// Stored word for word, without what lists put around it; where it is called a memory, sentence by sentence, too.
    fn is_known_line(&self, line: &str, is_named: bool, scopes: &ScopeSets) -> Result<bool, StoreError> {
        let forms = text::line_forms(line);
        // A question that stands alone is the one that is asked now.
        if forms.len() == 1 && line.trim_end().ends_with(['?', '？']) {
            return Ok(false);
        }
        if self.store.says(&forms, scopes)? {
            return Ok(true);
        }
        if !is_named {
            return Ok(false);
        }
        for form in forms {
            let sentences = text::sentences(form);
            if sentences.len() < LINES_MIN {
                continue;
            }
            let mut all = true;
            for span in sentences {
                let sentence = form[span.start as usize..span.end as usize].trim();
                all = all && text::words(sentence) >= LINE_WORDS_MIN - 1 && self.store.says(&[sentence], scopes)?;
            }
            if all {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// All texts in a value, in order.
fn gather<'a>(value: &'a Value, texts: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => texts.push(text),
        Value::Array(values) => values.iter().for_each(|value| gather(value, texts)),
        Value::Object(fields) => fields.values().for_each(|value| gather(value, texts)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A short line that announces what follows.
fn is_heading(line: &str) -> bool {
    let line = line.trim();
    (line.ends_with(':') || line.starts_with('#')) && text::words(line) <= HEADING_WORDS_MAX
}

/// What stands before a list, without the line that announces it.
fn without_heading(before: &str) -> &str {
    let trimmed = before.trim_end();
    let (above, last) = trimmed.rsplit_once('\n').unwrap_or(("", trimmed));
    if is_heading(last) { above } else { before }
}

fn left(rest: String) -> Result<String, RememberError> {
    if text::words(&rest) == 0 {
        let reason = "it holds nothing but memories that were recalled from here; there is nothing new to remember";
        return Err(RememberError::Invalid { field: "text", reason: reason.to_owned() });
    }
    Ok(rest)
}
