//! The postings of one term in one segment: (document, weight code) ascending by document. Knows nothing of terms.
//!
//! Documents here are positions in the segment, `0..n`, so gaps are small whatever the ordinals are.
//!
//! ```text
//! list := n_full x head | [tail impact u8, if there are both full blocks and a tail] | n_full x block | tail
//! head := last document u32 | block length in bytes u16 | impact u8 | 0 u8           (little-endian)
//! block := 128 gaps, packed | 128 codes less 1, packed                               (`pack`)
//! tail := (count mod 128) x ( varint: gap << 4 | min(code - 1, 15) ; if 15: code u8 )
//! gap  := document - previous document - 1; before the first, the previous is -1
//! ```
//! Most terms are rare and have a tail only: one or two bytes a posting.

use super::bm25::{self, LengthNorm};
use super::pack::{self, BLOCK};
use super::varint;

const HEAD_LEN: usize = 8;
/// Low bits of a tail integer that hold the code, and the value that says "it does not fit, a byte follows".
const TAIL_CODE_BITS: u32 = 4;
const TAIL_CODE_ESCAPE: u32 = 15;

/// Appends a list. `documents` ascend strictly, `codes` (1..=255) run in step; `lengths` is indexed by document.
pub(super) fn write_list(out: &mut Vec<u8>, documents: &[u32], codes: &[u32], lengths: &[u32], norm: LengthNorm) {
    let impact_of = |documents: &[u32], codes: &[u32]| {
        let impacts = documents.iter().zip(codes);
        impacts.map(|(&document, &code)| bm25::impact(norm, code, lengths[document as usize])).max().unwrap_or(0)
    };
    let (document_blocks, document_tail) = documents.as_chunks::<BLOCK>();
    let (code_blocks, code_tail) = codes.as_chunks::<BLOCK>();
    let heads_at = out.len();
    out.resize(heads_at + document_blocks.len() * HEAD_LEN, 0);
    if !document_blocks.is_empty() && !document_tail.is_empty() {
        out.push(impact_of(document_tail, code_tail));
    }
    let mut next = 0;
    for (i, (documents, codes)) in document_blocks.iter().zip(code_blocks).enumerate() {
        let block_at = out.len();
        let gaps = core::array::from_fn(|i| documents[i] - if i == 0 { next } else { documents[i - 1] + 1 });
        pack::write_block(&gaps, out);
        pack::write_block(&codes.map(|code| code - 1), out);
        let last = documents[BLOCK - 1];
        let len = (out.len() - block_at) as u16;
        let head = &mut out[heads_at + i * HEAD_LEN..][..HEAD_LEN];
        head[..4].copy_from_slice(&last.to_le_bytes());
        head[4..6].copy_from_slice(&len.to_le_bytes());
        head[6] = impact_of(documents, codes);
        next = last + 1;
    }
    for (&document, &code) in document_tail.iter().zip(code_tail) {
        let low = (code - 1).min(TAIL_CODE_ESCAPE);
        varint::write(out, u64::from(document - next) << TAIL_CODE_BITS | u64::from(low));
        if low == TAIL_CODE_ESCAPE {
            out.push(code as u8);
        }
        next = document + 1;
    }
}

/// A list as stored: how many postings, and their bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct List<'s> {
    pub(super) count: u32,
    pub(super) bytes: &'s [u8],
}

impl List<'_> {
    /// Checks bytes of unknown origin: reads to the end exactly, documents ascend and are below `n_documents`, codes are
    /// codes. Calls `visit` with each document. After this no read of the list can fail.
    pub(super) fn check(self, n_documents: u32, mut visit: impl FnMut(u32)) -> Option<()> {
        let mut cursor = Cursor::new(self);
        let mut n_read = 0;
        let mut next = 0;
        while cursor.block < cursor.n_blocks {
            cursor.load()?;
            for (&document, &code) in cursor.documents[..cursor.n_loaded].iter().zip(&cursor.codes) {
                if document < next || document >= n_documents || !(1..=255).contains(&code) {
                    return None;
                }
                visit(document);
                next = document + 1;
                n_read += 1;
            }
            if cursor.block < cursor.n_full() && cursor.head(cursor.block)?.last + 1 != next {
                return None;
            }
            cursor.next_block();
        }
        let has_tail = !(self.count as usize).is_multiple_of(BLOCK);
        (n_read == self.count && (has_tail || cursor.payload_at == self.bytes.len())).then_some(())
    }
}

struct Head {
    last: u32,
    len: u16,
    impact: u8,
}

/// Walks a list forwards, a block at a time; blocks that are stepped over are not unpacked.
pub(super) struct Cursor<'s> {
    list: List<'s>,
    n_blocks: usize,
    /// Block the cursor stands in; `n_blocks` at the end.
    block: usize,
    /// Where that block's bytes start.
    payload_at: usize,
    /// Smallest document the block could hold.
    from: u32,
    /// Postings of the block in the two arrays; 0 until it is loaded.
    n_loaded: usize,
    at: usize,
    documents: [u32; BLOCK],
    codes: [u32; BLOCK],
}

impl<'s> Cursor<'s> {
    pub(super) fn new(list: List<'s>) -> Self {
        let n_full = list.count as usize / BLOCK;
        let has_tail = !(list.count as usize).is_multiple_of(BLOCK);
        Self {
            list,
            n_blocks: n_full + usize::from(has_tail),
            block: 0,
            payload_at: n_full * HEAD_LEN + usize::from(has_tail && n_full > 0),
            from: 0,
            n_loaded: 0,
            at: 0,
            documents: [0; BLOCK],
            codes: [0; BLOCK],
        }
    }

    /// Largest impact of a list that is a tail only, which stores none; 0 for other lists. Call before any step.
    pub(super) fn tail_impact(&mut self, lengths: &[u32], norm: LengthNorm) -> u8 {
        if self.n_full() > 0 || self.n_blocks == 0 || self.load().is_none() {
            return 0;
        }
        let postings = self.documents[..self.n_loaded].iter().zip(&self.codes);
        postings.map(|(&document, &code)| bm25::impact(norm, code, lengths[document as usize])).max().unwrap_or(0)
    }

    /// No document of the rest of the list is smaller; `None` at the end.
    #[inline]
    pub(super) fn lower_bound(&self) -> Option<u32> {
        let loaded = &self.documents[..self.n_loaded];
        let bound = || loaded.get(self.at).or(loaded.last()).copied().unwrap_or(self.from);
        (self.block < self.n_blocks).then(bound)
    }

    /// Steps to the first posting at or after `document`, unpacking no block it need not.
    #[inline]
    pub(super) fn skip_to(&mut self, document: u32) {
        while self.block < self.n_blocks {
            if self.n_loaded > 0 {
                if self.documents[self.n_loaded - 1] >= document {
                    self.step_inside(document);
                    return;
                }
            } else if self.head(self.block).is_none_or(|head| head.last >= document) {
                return;
            }
            self.next_block();
        }
    }

    /// [`Self::skip_to`], and into the block: the next posting taken is at or after `document`.
    #[inline]
    pub(super) fn enter(&mut self, document: u32) {
        self.skip_to(document);
        if self.block < self.n_blocks && self.n_loaded == 0 && self.from < document && self.load().is_some() {
            self.skip_to(document);
        }
    }

    /// Code of `document` if the list holds it. Calls must ask for documents that do not descend.
    #[inline]
    pub(super) fn seek(&mut self, document: u32) -> Option<u32> {
        self.skip_to(document);
        if self.block == self.n_blocks || self.from > document {
            return None;
        }
        if self.n_loaded == 0 {
            self.load()?;
            self.skip_to(document);
        }
        (self.n_loaded > 0 && self.documents[self.at] == document).then(|| self.codes[self.at])
    }

    /// The next postings below `end` that lie in one block, and steps over them; `None` if there are none.
    #[inline]
    pub(super) fn take_until(&mut self, end: u32) -> Option<(&[u32], &[u32])> {
        loop {
            if self.block == self.n_blocks || self.from >= end {
                return None;
            }
            if self.n_loaded == 0 {
                self.load()?;
            }
            if self.at < self.n_loaded {
                break;
            }
            self.next_block();
        }
        let rest = &self.documents[self.at..self.n_loaded];
        let n_taken = match rest.last() {
            Some(&last) if last < end => rest.len(),
            _ => rest.partition_point(|&document| document < end),
        };
        let taken = self.at..self.at + n_taken;
        self.at = taken.end;
        (n_taken > 0).then(|| (&self.documents[taken.clone()], &self.codes[taken]))
    }

    /// Largest stored impact of the blocks that can hold a document below `end`, from where the cursor stands.
    ///
    /// `tail_impact` stands for a tail without one of its own (a list without full blocks).
    #[inline]
    pub(super) fn impact_until(&self, end: u32, tail_impact: u8) -> u8 {
        if self.lower_bound().is_none_or(|document| document >= end) {
            return 0;
        }
        let mut impact = 0;
        for block in self.block..self.n_blocks {
            let Some(head) = self.head(block) else {
                let own = self.list.bytes.get(self.n_full() * HEAD_LEN).copied();
                return impact.max(if self.n_full() > 0 { own.unwrap_or(u8::MAX) } else { tail_impact });
            };
            impact = impact.max(head.impact);
            if head.last.saturating_add(1) >= end {
                break;
            }
        }
        impact
    }

    fn n_full(&self) -> usize {
        self.list.count as usize / BLOCK
    }

    #[inline]
    fn head(&self, block: usize) -> Option<Head> {
        if block >= self.n_full() {
            return None;
        }
        let &[l0, l1, l2, l3, n0, n1, impact, _] = self.list.bytes.get(block * HEAD_LEN..)?.first_chunk()?;
        Some(Head { last: u32::from_le_bytes([l0, l1, l2, l3]), len: u16::from_le_bytes([n0, n1]), impact })
    }

    #[inline]
    fn next_block(&mut self) {
        match self.head(self.block) {
            Some(head) => {
                self.payload_at += head.len as usize;
                self.from = head.last.saturating_add(1);
            }
            None if self.n_loaded > 0 => self.from = self.documents[self.n_loaded - 1].saturating_add(1),
            None => {}
        }
        self.block += 1;
        self.n_loaded = 0;
        self.at = 0;
    }

    #[inline]
    fn step_inside(&mut self, document: u32) {
        const NEAR: usize = 8;
        let far = self.at + NEAR;
        if far < self.n_loaded && self.documents[far] < document {
            let rest = &self.documents[far..self.n_loaded];
            self.at = far + rest.partition_point(|&other| other < document);
        }
        while self.at < self.n_loaded && self.documents[self.at] < document {
            self.at += 1;
        }
    }

    /// Unpacks the block; damage, which [`List::check`] rules out, ends the list.
    #[inline]
    fn load(&mut self) -> Option<()> {
        let loaded = if self.block < self.n_full() { self.load_full() } else { self.load_tail() };
        if loaded.is_none() {
            self.block = self.n_blocks;
            self.n_loaded = 0;
        }
        loaded
    }

    fn load_full(&mut self) -> Option<()> {
        let len = self.head(self.block)?.len as usize;
        let mut bytes = self.list.bytes.get(self.payload_at..)?.get(..len)?;
        pack::read_block(&mut bytes, &mut self.documents)?;
        pack::read_block(&mut bytes, &mut self.codes)?;
        let mut next = self.from;
        for (document, code) in self.documents.iter_mut().zip(&mut self.codes) {
            *document = document.wrapping_add(next);
            next = document.wrapping_add(1);
            *code = code.wrapping_add(1);
        }
        self.n_loaded = BLOCK;
        self.at = 0;
        bytes.is_empty().then_some(())
    }

    fn load_tail(&mut self) -> Option<()> {
        let n_tail = self.list.count as usize % BLOCK;
        let mut bytes = self.list.bytes.get(self.payload_at..)?;
        let mut next = self.from;
        for (document, code) in self.documents.iter_mut().zip(&mut self.codes).take(n_tail) {
            let token = varint::read(&mut bytes)?;
            *document = u32::try_from(token >> TAIL_CODE_BITS).ok()?.checked_add(next)?;
            next = document.checked_add(1)?;
            let low = token as u32 & ((1 << TAIL_CODE_BITS) - 1);
            *code = low + 1;
            if low == TAIL_CODE_ESCAPE {
                let (&whole, rest) = bytes.split_first()?;
                *code = u32::from(whole);
                bytes = rest;
            }
        }
        self.n_loaded = n_tail;
        self.at = 0;
        bytes.is_empty().then_some(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn written(postings: &[(u32, u32)], n_documents: u32) -> Vec<u8> {
        let (documents, codes): (Vec<u32>, Vec<u32>) = postings.iter().copied().unzip();
        let lengths = vec![100; n_documents as usize];
        let mut bytes = Vec::new();
        write_list(&mut bytes, &documents, &codes, &lengths, LengthNorm::new(100.0));
        bytes
    }

    fn postings() -> impl Strategy<Value = Vec<(u32, u32)>> {
        let gaps = prop_oneof![4 => 0..2_u32, 1 => 0..300_u32];
        proptest::collection::vec((gaps, 1..256_u32), 0..600).prop_map(|steps| {
            let mut next = 0;
            let step = |(gap, code)| {
                let document = next + gap;
                next = document + 1;
                (document, code)
            };
            steps.into_iter().map(step).collect()
        })
    }

    proptest! {
        #[test]
        fn every_way_of_reading_agrees(
            postings in postings(),
            mut asked in proptest::collection::vec(0..20_000_u32, 0..200),
            steps in proptest::collection::vec(1..900_u32, 1..60),
        ) {
            let n_documents = postings.last().map_or(1, |last| last.0 + 1);
            let bytes = written(&postings, n_documents);
            let list = List { count: postings.len() as u32, bytes: &bytes };
            let mut visited = Vec::new();
            prop_assert_eq!(list.check(n_documents, |document| visited.push(document)), Some(()));
            prop_assert!(visited.iter().eq(postings.iter().map(|(document, _)| document)));
            if n_documents > 1 && !postings.is_empty() {
                prop_assert_eq!(list.check(n_documents - 1, |_| {}), None);
            }

            asked.sort_unstable();
            let mut cursor = Cursor::new(list);
            for document in asked {
                let expected = postings.iter().find(|posting| posting.0 == document).map(|posting| posting.1);
                prop_assert_eq!(cursor.seek(document), expected);
            }

            let mut cursor = Cursor::new(list);
            let mut read = Vec::new();
            let mut end = 0;
            for step in steps.into_iter().chain([u32::MAX / 2]) {
                cursor.skip_to(end);
                let first = postings.iter().find(|posting| posting.0 >= end);
                prop_assert!(first.is_none_or(|first| cursor.lower_bound().unwrap() <= first.0));
                end += step;
                while let Some((documents, codes)) = cursor.take_until(end) {
                    read.extend(documents.iter().copied().zip(codes.iter().copied()));
                }
                prop_assert!(read.last().is_none_or(|last| last.0 < end));
            }
            prop_assert_eq!(read, postings);
        }

        #[test]
        fn stored_impacts_bound_their_postings(postings in postings(), end in 0..3_000_u32, start in 0..3_000_u32) {
            let n_documents = postings.last().map_or(1, |last| last.0 + 1);
            let bytes = written(&postings, n_documents);
            let (norm, lengths) = (LengthNorm::new(100.0), vec![100; n_documents as usize]);
            let mut cursor = Cursor::new(List { count: postings.len() as u32, bytes: &bytes });
            let tail = cursor.tail_impact(&lengths, norm);
            cursor.skip_to(start);
            let inside = postings.iter().filter(|posting| (start..end).contains(&posting.0));
            let largest = inside.map(|posting| bm25::impact(norm, posting.1, 100)).max().unwrap_or(0);
            prop_assert!(cursor.impact_until(end, tail) >= largest);
        }

        #[test]
        fn garbage_is_refused_or_reads_to_its_end(
            bytes in proptest::collection::vec(any::<u8>(), 0..400), count in 0..500_u32,
        ) {
            let mut n_visited = 0;
            let list = List { count, bytes: &bytes };
            let visit = |document| {
                assert!(document < 1_000);
                n_visited += 1;
            };
            if list.check(1_000, visit).is_some() {
                prop_assert_eq!(n_visited, count);
            }
        }
    }
}
