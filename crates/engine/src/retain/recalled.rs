//! Memories that are handed in again: taken out before anything is read, so that a memory never feeds on itself.
//!
//! Marked blocks are known by their marks; lines without marks by what is stored. What is left is remembered; what was taken out
//! is stored already.

use super::item::{RememberError, RememberItem};
use super::pipeline::Pipeline;
use crate::limits;
use crate::model::{Kind, Scope, ScopeSets};
use crate::store::StoreError;
use crate::text;

/// Words of a line from which it is compared with what is stored. Chosen.
const LINE_WORDS_MIN: usize = 4;
/// Lines that have to be known before a text counts as recalled: one line may be quoted on purpose. Chosen.
const LINES_MIN: usize = 2;

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
        if let Some(rest) = text::without_recalled(&item.text) {
            item.text = left(rest)?;
        }
        if let Some(rest) = self.without_known_lines(&item)? {
            item.text = left(rest)?;
        }
        Ok(item)
    }

    /// The text without lines that are stored word for word; `None` where too few are.
    fn without_known_lines(&self, item: &RememberItem) -> Result<Option<String>, StoreError> {
        let lines: Vec<&str> = item.text.lines().collect();
        if lines.len() < LINES_MIN || lines.len() > limits::RECALLED_LINES_MAX {
            return Ok(None);
        }
        let scopes = item.scopes.clone().unwrap_or_else(|| ScopeSets::single(Scope::root()));
        let mut kept = Vec::new();
        let (mut n_known, mut words_known, mut words_all) = (0, 0, 0);
        for line in lines {
            let words = text::words(line);
            words_all += words;
            let forms = if words < LINE_WORDS_MIN { Vec::new() } else { text::line_forms(line) };
            if !forms.is_empty() && self.store.says(&forms, &scopes)? {
                n_known += 1;
                words_known += words;
            } else {
                kept.push(line);
            }
        }
        let is_recalled = n_known >= LINES_MIN && 2 * words_known >= words_all;
        Ok(is_recalled.then(|| kept.join("\n").trim().to_owned()))
    }
}

fn left(rest: String) -> Result<String, RememberError> {
    if text::words(&rest) == 0 {
        let reason = "it holds nothing but memories that were recalled from here; there is nothing new to remember";
        return Err(RememberError::Invalid { field: "text", reason: reason.to_owned() });
    }
    Ok(rest)
}
