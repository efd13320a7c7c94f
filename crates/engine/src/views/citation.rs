//! Where a memory stands written: the turn or passage it was read in, and the words there.

use super::{Reader, ViewError};
use crate::limits;
use crate::model::{Kind, Memory, MemoryId, Span};
use crate::store::{ContextStore, Filter, StoreError};

/// The place that a memory cites.
#[derive(Clone, Debug, PartialEq)]
pub struct Citation {
    /// The memory that holds the words: a turn, a passage, or the whole that a part belongs to. `None` where the words stand in
    /// the document itself.
    pub source: Option<Memory>,
    /// The document that holds the words, by its memory's id.
    pub document: Option<MemoryId>,
    /// The words, in bytes of the source's or the document's text.
    pub span: Span,
    /// The same in characters (Unicode scalar values) of that text.
    pub chars: Span,
    /// The words themselves.
    pub quote: String,
}

/// A span of bytes as one of characters; `None` where it does not lie in the text. Cost: O(end of the span).
pub(super) fn in_characters(text: &str, span: Span) -> Option<(Span, &str)> {
    let quote = text.get(span.start as usize..span.end as usize)?;
    let start = text[..span.start as usize].chars().count() as u32;
    Some((Span { start, end: start + quote.chars().count() as u32 }, quote))
}

/// The place that a memory cites; `None` where it cites nothing, or what it cites may not be seen.
pub(crate) fn cite(store: &dyn ContextStore, filter: &Filter, memory: &Memory) -> Result<Option<Citation>, StoreError> {
    let Some(span) = memory.source.span else { return Ok(None) };
    // Passages of a document say where they stand in its text, not in another memory.
    if memory.knowledge.is_none() && memory.kind == Kind::Passage && memory.part_of.is_none() {
        let id = memory.document.as_deref().and_then(|id| id.parse::<MemoryId>().ok());
        let Some(document) = id.map(|id| store.document(id)).transpose()?.flatten() else { return Ok(None) };
        let found = in_characters(&document.text, span).map(|(chars, quote)| Citation {
            source: None,
            document: id,
            span,
            chars,
            quote: quote.to_owned(),
        });
        return Ok(found);
    }
    let mut from = memory.part_of.or_else(|| memory.source.derived_from.first().copied());
    for _ in 0..limits::MERGES_FOLLOWED_MAX {
        let Some(id) = from else { return Ok(None) };
        let Some(source) = store.memory(id)?.map(|row| row.memory) else { return Ok(None) };
        // A value that holds again stands where it stood the first time.
        if source.knowledge.is_some() {
            from = source.source.derived_from.first().copied();
            continue;
        }
        if !filter.grant.sees(&source.scopes) || source.forgotten_at.is_some() {
            return Ok(None);
        }
        let found = in_characters(&source.text, span).map(|(chars, quote)| (chars, quote.to_owned()));
        return Ok(found.map(|(chars, quote)| Citation { source: Some(source), document: None, span, chars, quote }));
    }
    Ok(None)
}

impl Reader<'_> {
    pub(super) fn cited(&self, memory: &Memory) -> Result<Option<Citation>, ViewError> {
        Ok(cite(self.store, &self.filter, memory)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_characters() {
        let text = "Zoë \u{1f980} lives";
        let start = text.find("lives").unwrap_or_default() as u32;
        let (chars, quote) = in_characters(text, Span { start, end: start + 5 }).unwrap();
        assert_eq!((chars, quote), (Span { start: 6, end: 11 }, "lives"));
        assert_eq!(in_characters(text, Span { start: 3, end: 5 }).map(|(_, quote)| quote), None, "inside a character");
        assert_eq!(in_characters(text, Span { start: 0, end: 99 }), None);
    }
}
