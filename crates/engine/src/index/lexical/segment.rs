//! One immutable run of documents: ordinals, lengths, postings by term number, and marks for the documents that died.
//!
//! Knows term numbers, not texts; knows nothing of the other segments. Postings never change: a document that is replaced
//! or removed is marked dead here, skipped by readers, and leaves with the next merge.

use super::bm25::LengthNorm;
use super::postings::{self, Cursor, List};
use super::varint;

/// Terms a directory group covers: one binary search, then at most this many steps. Chosen: 1 byte a term for the heads.
const GROUP: usize = 16;
/// Dead documents a segment may hold whose postings are not yet taken off the document frequencies, at least.
const UNSWEPT_MIN: usize = 32;
/// The same as a share of the segment: a sweep reads all postings, so it is made rarer where it costs more. Chosen.
const UNSWEPT_SHARE: usize = 512;

/// Where a group of the directory starts, in it and in the postings.
#[derive(Clone, Copy, Debug)]
struct Group {
    first_term: u32,
    directory_at: u32,
    postings_at: u64,
}

/// See the module. Documents are numbered `0..n` in ascending order of their ordinals.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    pub(super) ordinals: Box<[u32]>,
    /// In tenths.
    pub(super) lengths: Box<[u32]>,
    /// Mean length, in tenths, that the stored impacts were taken at.
    pub(super) length_mean_then: f64,
    /// A bit per document; empty while none is dead.
    dead: Vec<u64>,
    n_dead: usize,
    /// Dead documents that document frequencies still count, ascending.
    unswept: Vec<u32>,
    /// Dead postings by term, for the swept dead, ascending by term.
    swept: Vec<(u32, u32)>,
    groups: Box<[Group]>,
    /// By term, ascending: term - previous term (the first of a group: 0) | count | length of the list in bytes. Varints.
    pub(super) directory: Box<[u8]>,
    pub(super) postings: Box<[u8]>,
    pub(super) n_terms: u32,
}

impl Segment {
    pub(super) fn n_documents(&self) -> u32 {
        self.ordinals.len() as u32
    }

    pub(super) fn n_live(&self) -> usize {
        self.ordinals.len() - self.n_dead
    }

    pub(super) fn n_dead(&self) -> usize {
        self.n_dead
    }

    #[inline]
    pub(super) fn is_dead(&self, document: u32) -> bool {
        self.dead.get(document as usize / 64).is_some_and(|bits| bits >> (document % 64) & 1 == 1)
    }

    /// Live documents, ascending.
    pub(super) fn live(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.n_documents()).filter(|&document| !self.is_dead(document))
    }

    /// The live document with that ordinal.
    pub(super) fn find(&self, ordinal: u32) -> Option<u32> {
        let first = *self.ordinals.first()?;
        let guess = ordinal.checked_sub(first)? as usize;
        // Ordinals are given out in sequence, so the first guess is nearly always right.
        let document = match self.ordinals.get(guess) {
            Some(&found) if found == ordinal => guess,
            _ => self.ordinals[..guess.min(self.ordinals.len())].binary_search(&ordinal).ok()?,
        } as u32;
        (!self.is_dead(document)).then_some(document)
    }

    /// Marks a live document dead.
    pub(super) fn kill(&mut self, document: u32) {
        debug_assert!(!self.is_dead(document));
        self.mark(document);
        let at = self.unswept.partition_point(|&other| other < document);
        self.unswept.insert(at, document);
        if self.unswept.len() > UNSWEPT_MIN.max(self.ordinals.len() / UNSWEPT_SHARE) {
            self.sweep();
        }
    }

    /// Marks documents that were dead when the segment was stored and are already taken off by `swept`.
    pub(super) fn restore_dead(&mut self, dead: &[u32], swept: Vec<(u32, u32)>) {
        for &document in dead {
            self.mark(document);
        }
        self.swept = swept;
    }

    fn mark(&mut self, document: u32) {
        if self.dead.is_empty() {
            self.dead = vec![0; self.ordinals.len().div_ceil(64)];
        }
        self.dead[document as usize / 64] |= 1 << (document % 64);
        self.n_dead += 1;
    }

    /// The list of a term, dead documents included.
    pub(super) fn list(&self, term: u32) -> Option<List<'_>> {
        let group = self.groups.partition_point(|group| group.first_term <= term).checked_sub(1)?;
        let mut entries = self.entries_from(group);
        let (_, list) =
            entries.by_ref().take(GROUP).take_while(|entry| entry.0 <= term).find(|entry| entry.0 == term)?;
        Some(list)
    }

    /// Every term with its list, ascending by term.
    pub(super) fn entries(&self) -> Entries<'_> {
        self.entries_from(0)
    }

    fn entries_from(&self, group: usize) -> Entries<'_> {
        let Some(head) = self.groups.get(group) else {
            return Entries { directory: &[], postings: &[], term: 0, n_read: 0, groups: &[] };
        };
        Entries {
            directory: &self.directory[head.directory_at as usize..],
            postings: &self.postings[head.postings_at as usize..],
            term: head.first_term,
            n_read: 0,
            groups: &self.groups[group..],
        }
    }

    /// Live documents that hold the term; `list` is the term's list here.
    ///
    /// Cost: a look-up, and one seek for each dead document that was not swept yet (bounded by a small share).
    pub(super) fn n_live_holders(&self, term: u32, list: List<'_>) -> u32 {
        let swept = self.swept.binary_search_by_key(&term, |entry| entry.0).map_or(0, |at| self.swept[at].1);
        list.count - swept - count_held(list, &self.unswept)
    }

    /// Takes the postings of all unswept dead documents off the document frequencies. Cost: a pass over all postings.
    fn sweep(&mut self) {
        let mut swept = Vec::new();
        let mut earlier = self.swept.iter().copied().peekable();
        for (term, list) in self.entries() {
            let before = earlier.next_if(|entry| entry.0 == term).map_or(0, |entry| entry.1);
            let n_dead = before + count_held(list, &self.unswept);
            if n_dead > 0 {
                swept.push((term, n_dead));
            }
        }
        swept.shrink_to_fit();
        self.swept = swept;
        self.unswept = Vec::new();
    }

    /// Gives the terms new numbers, in the same order. Every term held must have one.
    pub(super) fn renumber(&mut self, numbers: &[u32]) {
        let mut writer = DirectoryWriter::default();
        for (term, list) in self.entries() {
            writer.push(numbers[term as usize], list.count, list.bytes.len());
        }
        let (groups, directory, n_terms) = writer.finish();
        debug_assert_eq!(n_terms, self.n_terms);
        (self.groups, self.directory) = (groups, directory);
        self.swept.iter_mut().for_each(|entry| entry.0 = numbers[entry.0 as usize]);
    }

    pub(super) fn memory_bytes(&self) -> usize {
        size_of::<Self>()
            + (self.ordinals.len() + self.lengths.len() + self.unswept.capacity()) * size_of::<u32>()
            + (self.dead.capacity() + self.swept.capacity()) * size_of::<u64>()
            + self.groups.len() * size_of::<Group>()
            + self.directory.len()
            + self.postings.len()
    }
}

/// How many of `documents` (ascending) the list holds.
fn count_held(list: List<'_>, documents: &[u32]) -> u32 {
    if documents.is_empty() {
        return 0;
    }
    let mut cursor = Cursor::new(list);
    documents.iter().filter(|&&document| cursor.seek(document).is_some()).count() as u32
}

/// Terms of a segment with their lists, ascending.
pub(super) struct Entries<'s> {
    directory: &'s [u8],
    postings: &'s [u8],
    term: u32,
    n_read: usize,
    groups: &'s [Group],
}

impl<'s> Iterator for Entries<'s> {
    type Item = (u32, List<'s>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.directory.is_empty() {
            return None;
        }
        let step = varint::read_u32(&mut self.directory)?;
        let count = varint::read_u32(&mut self.directory)?;
        let len = varint::read_u32(&mut self.directory)? as usize;
        self.term = if self.n_read.is_multiple_of(GROUP) {
            self.groups.get(self.n_read / GROUP)?.first_term
        } else {
            self.term + step
        };
        self.n_read += 1;
        let (bytes, rest) = self.postings.split_at_checked(len)?;
        self.postings = rest;
        Some((self.term, List { count, bytes }))
    }
}

/// Builds a directory and the heads of its groups.
#[derive(Default)]
pub(super) struct DirectoryWriter {
    groups: Vec<Group>,
    directory: Vec<u8>,
    postings_at: u64,
    term: u32,
    n_terms: u32,
}

impl DirectoryWriter {
    /// Terms must ascend.
    pub(super) fn push(&mut self, term: u32, count: u32, len_bytes: usize) {
        let starts_group = (self.n_terms as usize).is_multiple_of(GROUP);
        if starts_group {
            let directory_at = self.directory.len() as u32;
            self.groups.push(Group { first_term: term, directory_at, postings_at: self.postings_at });
        }
        varint::write(&mut self.directory, if starts_group { 0 } else { u64::from(term - self.term) });
        varint::write(&mut self.directory, u64::from(count));
        varint::write(&mut self.directory, len_bytes as u64);
        self.postings_at += len_bytes as u64;
        self.term = term;
        self.n_terms += 1;
    }

    fn finish(self) -> (Box<[Group]>, Box<[u8]>, u32) {
        (self.groups.into(), self.directory.into(), self.n_terms)
    }
}

/// Builds a segment term by term.
pub(super) struct SegmentWriter {
    ordinals: Box<[u32]>,
    lengths: Box<[u32]>,
    length_mean: f64,
    norm: LengthNorm,
    directory: DirectoryWriter,
    postings: Vec<u8>,
}

impl SegmentWriter {
    /// `ordinals` ascend strictly, `lengths` run in step, in tenths. `length_mean` (tenths, above 0) is today's.
    pub(super) fn new(ordinals: Vec<u32>, lengths: Vec<u32>, length_mean: f64) -> Self {
        Self {
            ordinals: ordinals.into(),
            lengths: lengths.into(),
            length_mean,
            norm: LengthNorm::new(length_mean),
            directory: DirectoryWriter::default(),
            postings: Vec::new(),
        }
    }

    /// Terms ascend; a term has at least one posting.
    pub(super) fn push(&mut self, term: u32, documents: &[u32], codes: &[u32]) {
        let at = self.postings.len();
        postings::write_list(&mut self.postings, documents, codes, &self.lengths, self.norm);
        self.directory.push(term, documents.len() as u32, self.postings.len() - at);
    }

    pub(super) fn finish(self) -> Segment {
        Segment::assemble(self.ordinals, self.lengths, self.length_mean, self.directory, self.postings.into())
    }
}

impl Segment {
    /// Puts the parts together; the caller vouches that they fit.
    pub(super) fn assemble(
        ordinals: Box<[u32]>,
        lengths: Box<[u32]>,
        length_mean_then: f64,
        directory: DirectoryWriter,
        postings: Box<[u8]>,
    ) -> Self {
        let (groups, directory, n_terms) = directory.finish();
        Self {
            ordinals,
            lengths,
            length_mean_then,
            dead: Vec::new(),
            n_dead: 0,
            unswept: Vec::new(),
            swept: Vec::new(),
            groups,
            directory,
            postings,
            n_terms,
        }
    }
}
