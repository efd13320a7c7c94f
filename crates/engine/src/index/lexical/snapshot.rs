//! The index as bytes and back. Bytes may come from a damaged disk: every count is checked against what is left before
//! anything is allocated, every posting is read once, and what does not fit is an error.
//!
//! Integers are varints unless a width is given; fixed widths are little-endian. "Ascending" means the first value, then
//! differences less 1.
//!
//! ```text
//! snapshot := version u8 | dictionary | n_segments | segment* | n_documents | document* | crc32 of all before, u32
//! segment  := n_documents | ordinals, ascending | lengths | n_dead | dead documents, ascending | mean length f64
//!             | n_terms | (term: ascending | count | list length in bytes)* | postings length | lists (`postings`)
//! document := ordinal u32 | length | n_terms | terms, ascending | codes u8*
//! ```

use roaring::RoaringBitmap;

use super::LexicalIndex;
use super::delta::Document;
use super::dictionary::Dictionary;
use super::error::{LexicalError, damaged};
use super::postings::List;
use super::segment::{DirectoryWriter, Segment};
use super::varint;

/// Raised with every change of the format; older snapshots are rebuilt from the store.
const VERSION: u8 = 1;
const CRC_LEN: usize = 4;
const SEGMENT: LexicalError = damaged("segments");
const DELTA: LexicalError = damaged("newest documents");

impl LexicalIndex {
    /// Appends the index as bytes. Cost: a copy; nothing is merged or cleaned ([`Self::compact`] first for the smallest).
    pub fn encode(&self, out: &mut Vec<u8>) {
        let start = out.len();
        out.push(VERSION);
        self.dictionary.encode(out);
        varint::write(out, self.segments.len() as u64);
        self.segments.iter().for_each(|segment| write_segment(segment, out));
        varint::write(out, self.delta.documents().len() as u64);
        for document in self.delta.documents() {
            out.extend_from_slice(&document.ordinal.to_le_bytes());
            varint::write(out, u64::from(document.length));
            varint::write(out, document.terms.len() as u64);
            write_ascending(document.terms.iter().copied(), out);
            out.extend_from_slice(&document.codes);
        }
        let crc = crc32fast::hash(&out[start..]);
        out.extend_from_slice(&crc.to_le_bytes());
    }

    /// Reads what [`Self::encode`] wrote: an index that gives the same answers.
    ///
    /// Anything else is refused with the part that is damaged, without a panic and without allocating more than a small
    /// multiple of `bytes`. Cost: one pass over all postings.
    pub fn decode(bytes: &[u8]) -> Result<Self, LexicalError> {
        let version = bytes.first().copied().unwrap_or(0);
        if version != VERSION {
            return Err(LexicalError::Version { got: version, expected: VERSION });
        }
        let (content, crc) = bytes.split_last_chunk::<CRC_LEN>().ok_or(damaged("checksum"))?;
        if crc32fast::hash(content) != u32::from_le_bytes(*crc) {
            return Err(damaged("checksum"));
        }
        let mut rest = content.get(1..).ok_or(damaged("checksum"))?;
        let mut index = Self::new();
        index.dictionary = Dictionary::decode(&mut rest)?;
        index.n_terms_cleaned = index.dictionary.len();
        let n_terms = index.dictionary.len() as u32;
        let mut ordinals = RoaringBitmap::new();
        for _ in 0..read_count(&mut rest).ok_or(SEGMENT)? {
            let segment = read_segment(&mut rest, n_terms).ok_or(SEGMENT)?;
            for document in segment.live() {
                index.count_live(
                    segment.ordinals[document as usize],
                    segment.lengths[document as usize],
                    &mut ordinals,
                )?;
            }
            index.segments.push(segment);
        }
        for _ in 0..read_count(&mut rest).ok_or(DELTA)? {
            let document = read_document(&mut rest, n_terms).ok_or(DELTA)?;
            index.count_live(document.ordinal, document.length, &mut ordinals)?;
            index.delta.insert(document);
        }
        if rest.is_empty() { Ok(index) } else { Err(damaged("end")) }
    }

    /// Two live documents under one ordinal would count twice.
    fn count_live(&mut self, ordinal: u32, length: u32, seen: &mut RoaringBitmap) -> Result<(), LexicalError> {
        if !seen.insert(ordinal) {
            return Err(damaged("ordinals"));
        }
        self.n_live += 1;
        self.length_sum += u64::from(length);
        Ok(())
    }
}

fn write_segment(segment: &Segment, out: &mut Vec<u8>) {
    varint::write(out, segment.ordinals.len() as u64);
    write_ascending(segment.ordinals.iter().copied(), out);
    segment.lengths.iter().for_each(|&length| varint::write(out, u64::from(length)));
    varint::write(out, segment.n_dead() as u64);
    write_ascending((0..segment.n_documents()).filter(|&document| segment.is_dead(document)), out);
    out.extend_from_slice(&segment.length_mean_then.to_le_bytes());
    varint::write(out, u64::from(segment.n_terms));
    let mut next = 0;
    for (term, list) in segment.entries() {
        varint::write(out, u64::from(term - next));
        varint::write(out, u64::from(list.count));
        varint::write(out, list.bytes.len() as u64);
        next = term + 1;
    }
    varint::write(out, segment.postings.len() as u64);
    out.extend_from_slice(&segment.postings);
}

fn read_segment(bytes: &mut &[u8], n_terms_known: u32) -> Option<Segment> {
    let n_documents = read_count(bytes)?;
    let ordinals = read_ascending(bytes, n_documents)?;
    let mut lengths = Vec::with_capacity(n_documents);
    for _ in 0..n_documents {
        lengths.push(varint::read_u32(bytes).filter(|&length| i32::try_from(length).is_ok())?);
    }
    let n_dead = read_count(bytes).filter(|&n_dead| n_dead <= n_documents)?;
    let dead = read_ascending(bytes, n_dead)?;
    let n_documents = u32::try_from(n_documents).ok()?;
    dead.last().is_none_or(|&last| last < n_documents).then_some(())?;
    let (mean, rest) = bytes.split_first_chunk::<8>()?;
    *bytes = rest;
    let length_mean = f64::from_le_bytes(*mean);
    (length_mean.is_finite() && length_mean > 0.0).then_some(())?;

    let n_terms = read_count(bytes)?;
    let mut entries = Vec::with_capacity(n_terms);
    let mut next = 0_u32;
    for _ in 0..n_terms {
        let term = varint::read_u32(bytes)?.checked_add(next).filter(|&term| term < n_terms_known)?;
        let count = varint::read_u32(bytes).filter(|count| (1..=n_documents).contains(count))?;
        entries.push((term, count, varint::read_u32(bytes)? as usize));
        next = term + 1;
    }
    let len = read_count(bytes)?;
    let (postings, rest) = bytes.split_at_checked(len)?;
    *bytes = rest;

    let is_dead = if dead.is_empty() { Vec::new() } else { bits(&dead, n_documents) };
    let (mut directory, mut swept) = (DirectoryWriter::default(), Vec::new());
    let mut unread = postings;
    for (term, count, len) in entries {
        let (list, rest) = unread.split_at_checked(len)?;
        unread = rest;
        let mut n_dead = 0;
        List { count, bytes: list }.check(n_documents, |document| {
            n_dead += u32::from(is_dead.get(document as usize).copied().unwrap_or(false));
        })?;
        if n_dead > 0 {
            swept.push((term, n_dead));
        }
        directory.push(term, count, len);
    }
    unread.is_empty().then_some(())?;
    let mut segment = Segment::assemble(ordinals.into(), lengths.into(), length_mean, directory, postings.into());
    segment.restore_dead(&dead, swept);
    Some(segment)
}

fn bits(dead: &[u32], n_documents: u32) -> Vec<bool> {
    let mut bits = vec![false; n_documents as usize];
    for &document in dead {
        bits[document as usize] = true;
    }
    bits
}

fn read_document(bytes: &mut &[u8], n_terms_known: u32) -> Option<Document> {
    let (ordinal, rest) = bytes.split_first_chunk::<4>()?;
    *bytes = rest;
    let length = varint::read_u32(bytes).filter(|&length| i32::try_from(length).is_ok())?;
    let n_terms = read_count(bytes)?;
    let terms = read_ascending(bytes, n_terms)?;
    terms.last().is_none_or(|&last| last < n_terms_known).then_some(())?;
    let (codes, rest) = bytes.split_at_checked(n_terms)?;
    *bytes = rest;
    (!codes.contains(&0)).then_some(())?;
    Some(Document { ordinal: u32::from_le_bytes(*ordinal), length, terms: terms.into(), codes: codes.into() })
}

fn write_ascending(values: impl Iterator<Item = u32>, out: &mut Vec<u8>) {
    let mut next = 0_u64;
    for value in values {
        varint::write(out, u64::from(value) - next);
        next = u64::from(value) + 1;
    }
}

fn read_ascending(bytes: &mut &[u8], n_values: usize) -> Option<Vec<u32>> {
    let mut values = Vec::with_capacity(n_values);
    let mut next = 0_u64;
    for _ in 0..n_values {
        let value = u64::from(varint::read_u32(bytes)?) + next;
        values.push(u32::try_from(value).ok()?);
        next = value + 1;
    }
    Some(values)
}

/// A count of things that take a byte at least each, so never more than the bytes that are left.
fn read_count(bytes: &mut &[u8]) -> Option<usize> {
    usize::try_from(varint::read(bytes)?).ok().filter(|&count| count <= bytes.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::index::lexical::QueryTerm;

    fn sample() -> LexicalIndex {
        let mut index = LexicalIndex::new();
        for ordinal in 0..400_u32 {
            let own = format!("w{}", ordinal % 37);
            index.upsert(ordinal * 3, &[("all", 1.0), (&own, 0.3), ("often", f32::from(ordinal % 3 != 0))]);
        }
        (0..20).for_each(|i| assert!(index.remove(i * 30)));
        index
    }

    fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
        bytes.truncate(bytes.len().saturating_sub(CRC_LEN));
        let crc = crc32fast::hash(&bytes);
        bytes.extend_from_slice(&crc.to_le_bytes());
        bytes
    }

    fn use_every_reader(index: &mut LexicalIndex) {
        let query = ["all", "often", "w3"].map(|term| QueryTerm { term, weight: 1.0 });
        let found = index.search(&query, 1_000, None, &|| false).unwrap();
        let ordinals = found.iter().map(|hit| hit.0).collect::<Vec<_>>();
        assert!(index.score(&query, &ordinals).iter().all(|score| score.is_finite()));
        index.holders("often", 10);
        index.upsert(5, &[("all", 1.0)]);
        index.compact();
        let all = index.search(&query[..1], usize::MAX, None, &|| false).unwrap();
        assert_eq!(index.doc_freq("all") as usize, all.len());
    }

    #[test]
    fn a_snapshot_answers_as_its_source() {
        let index = sample();
        let mut bytes = vec![9; 3];
        index.encode(&mut bytes);
        let decoded = LexicalIndex::decode(&bytes[3..]).unwrap();
        let query = ["all", "often", "w3"].map(|term| QueryTerm { term, weight: 1.0 });
        assert_eq!(decoded.search(&query, 50, None, &|| false), index.search(&query, 50, None, &|| false));
        assert_eq!((decoded.len(), decoded.doc_freq("often")), (index.len(), index.doc_freq("often")));
        let mut again = Vec::new();
        decoded.encode(&mut again);
        assert_eq!(again, bytes[3..]);
    }

    #[test]
    fn every_cut_and_every_flipped_bit_is_refused() {
        let mut bytes = Vec::new();
        sample().encode(&mut bytes);
        for len in 0..bytes.len() {
            assert!(LexicalIndex::decode(&bytes[..len]).is_err(), "cut at {len}");
        }
        for at in (0..bytes.len()).step_by(7) {
            bytes[at] ^= 0x10;
            assert!(LexicalIndex::decode(&bytes).is_err(), "flipped at {at}");
            bytes[at] ^= 0x10;
        }
        assert_eq!(LexicalIndex::decode(&[]).err(), Some(LexicalError::Version { got: 0, expected: VERSION }));
        assert_eq!(LexicalIndex::decode(&[77, 0]).err(), Some(LexicalError::Version { got: 77, expected: VERSION }));
    }

    #[test]
    fn one_ordinal_twice_is_refused() {
        let mut index = sample();
        index.segments.push(index.segments[0].clone());
        let mut bytes = Vec::new();
        index.encode(&mut bytes);
        assert_eq!(LexicalIndex::decode(&bytes).err(), Some(damaged("ordinals")));
    }

    proptest! {
        // The checksum is put right again, so that the readers behind it meet the damage.
        #[test]
        fn damage_under_a_right_checksum_never_panics(
            changes in proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 1..4),
            cut in proptest::option::of(any::<proptest::sample::Index>()),
        ) {
            let mut bytes = Vec::new();
            sample().encode(&mut bytes);
            for (at, value) in changes {
                let at = at.index(bytes.len());
                bytes[at] = value;
            }
            if let Some(cut) = cut {
                bytes.truncate(cut.index(bytes.len()));
            }
            if let Ok(mut index) = LexicalIndex::decode(&sealed(bytes)) {
                use_every_reader(&mut index);
            }
        }

        #[test]
        fn garbage_under_a_right_checksum_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let bytes = [&[VERSION][..], &bytes, &[0; CRC_LEN]].concat();
            if let Ok(mut index) = LexicalIndex::decode(&sealed(bytes)) {
                use_every_reader(&mut index);
            }
        }
    }
}
