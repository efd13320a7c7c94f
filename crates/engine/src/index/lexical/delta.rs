//! The newest documents, each with its own sorted term list, until they are folded into a segment.
//!
//! Replacing a document here is cheap, and a chat turn is replaced while it is new. Knows term numbers, not texts.

use super::segment::{Segment, SegmentWriter};

/// One document: its terms ascending, codes in step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Document {
    pub(super) ordinal: u32,
    /// In tenths.
    pub(super) length: u32,
    pub(super) terms: Box<[u32]>,
    pub(super) codes: Box<[u8]>,
}

impl Document {
    /// Code of a term, if the document holds it.
    #[inline]
    pub(super) fn code(&self, term: u32) -> Option<u32> {
        self.terms.binary_search(&term).ok().map(|at| u32::from(self.codes[at]))
    }
}

/// A few dozen documents, ascending by ordinal.
#[derive(Clone, Debug, Default)]
pub(super) struct Delta {
    documents: Vec<Document>,
    n_postings: usize,
}

impl Delta {
    pub(super) fn documents(&self) -> &[Document] {
        &self.documents
    }

    pub(super) fn n_postings(&self) -> usize {
        self.n_postings
    }

    pub(super) fn find(&self, ordinal: u32) -> Option<&Document> {
        self.documents.binary_search_by_key(&ordinal, |document| document.ordinal).ok().map(|at| &self.documents[at])
    }

    /// The ordinal must not be held.
    pub(super) fn insert(&mut self, document: Document) {
        let at = self.documents.partition_point(|other| other.ordinal < document.ordinal);
        self.n_postings += document.terms.len();
        self.documents.insert(at, document);
    }

    pub(super) fn remove(&mut self, ordinal: u32) -> Option<Document> {
        let at = self.documents.binary_search_by_key(&ordinal, |document| document.ordinal).ok()?;
        let document = self.documents.remove(at);
        self.n_postings -= document.terms.len();
        Some(document)
    }

    /// Takes all but the `n_kept` documents with the highest ordinals out, as a segment; `None` if that leaves none.
    pub(super) fn fold(&mut self, n_kept: usize, length_mean: f64) -> Option<Segment> {
        let newest = self.documents.split_off(self.documents.len().saturating_sub(n_kept));
        let folded = core::mem::replace(&mut self.documents, newest);
        self.n_postings = self.documents.iter().map(|document| document.terms.len()).sum();
        if folded.is_empty() {
            return None;
        }
        let (ordinals, lengths) = folded.iter().map(|document| (document.ordinal, document.length)).unzip();
        let mut postings = Vec::with_capacity(folded.iter().map(|document| document.terms.len()).sum());
        for (i, document) in folded.iter().enumerate() {
            postings.extend(document.terms.iter().zip(&document.codes).map(|(&term, &code)| (term, i as u32, code)));
        }
        postings.sort_unstable();
        let mut writer = SegmentWriter::new(ordinals, lengths, length_mean);
        let (mut documents, mut codes) = (Vec::new(), Vec::new());
        for of_term in postings.chunk_by(|a, b| a.0 == b.0) {
            documents.clear();
            codes.clear();
            documents.extend(of_term.iter().map(|posting| posting.1));
            codes.extend(of_term.iter().map(|posting| u32::from(posting.2)));
            writer.push(of_term[0].0, &documents, &codes);
        }
        Some(writer.finish())
    }

    /// Gives the terms new numbers, in the same order.
    pub(super) fn renumber(&mut self, numbers: &[u32]) {
        let terms = self.documents.iter_mut().flat_map(|document| document.terms.iter_mut());
        terms.for_each(|term| *term = numbers[*term as usize]);
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.documents.capacity() * size_of::<Document>() + self.n_postings * (size_of::<u32>() + size_of::<u8>())
    }
}
