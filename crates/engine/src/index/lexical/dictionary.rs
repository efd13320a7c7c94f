//! Terms as numbers: every term text once, in one arena, found through a hash table of numbers only.
//!
//! Knows nothing of documents. A term keeps its number until [`Dictionary::retain`] renumbers all of them in order.

use super::error::{LexicalError, damaged};
use super::varint;

/// Longest term kept as it is, in bytes. Longer ones (pasted blobs) are kept as their first 64 bytes and a 128-bit
/// digest of the whole: they still match only themselves, and cannot fill the memory. Chosen.
const DIRECT_LEN_MAX: usize = 64;
const DIGEST_LEN: usize = 16;
/// Slots are grown beyond 3/4: linear probing stays at a few steps.
const LOAD_NUMERATOR: usize = 3;
const LOAD_DENOMINATOR: usize = 4;
/// Marks a free slot; also the number no term gets.
const FREE: u32 = u32::MAX;

/// The terms of one index, numbered from 0 in order of arrival.
#[derive(Clone, Debug, Default)]
pub(super) struct Dictionary {
    arena: Vec<u8>,
    /// Where each term ends in the arena; it starts where the one before ends.
    ends: Vec<u32>,
    /// Open addressing, a power of two or empty.
    slots: Vec<u32>,
}

impl Dictionary {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Number of `term`, if it was ever seen.
    pub(super) fn find(&self, term: &str) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        with_key(term, |key| self.probe(key).ok())
    }

    /// Number of `term`, new or not; `None` once 4 GiB of term text or 2^32 - 1 terms are held, far beyond one context.
    pub(super) fn intern(&mut self, term: &str) -> Option<u32> {
        if (self.ends.len() + 1) * LOAD_DENOMINATOR > self.slots.len() * LOAD_NUMERATOR {
            self.resize((self.slots.len() * 2).max(16));
        }
        with_key(term, |key| match self.probe(key) {
            Ok(id) => Some(id),
            Err(slot) => {
                let id = u32::try_from(self.ends.len()).ok().filter(|&id| id != FREE)?;
                let end = u32::try_from(self.arena.len() + key.len()).ok()?;
                self.arena.extend_from_slice(key);
                self.ends.push(end);
                self.slots[slot] = id;
                Some(id)
            }
        })
    }

    /// Drops every term that `keep` does not name and closes the gaps, keeping the order.
    ///
    /// Returns the new number of each old one; dropped terms have no meaningful entry.
    pub(super) fn retain(&mut self, keep: impl Fn(u32) -> bool) -> Vec<u32> {
        let mut kept = Self::default();
        let mut numbers = vec![FREE; self.ends.len()];
        for id in 0..self.ends.len() as u32 {
            if keep(id) {
                numbers[id as usize] = kept.ends.len() as u32;
                kept.arena.extend_from_slice(self.text(id));
                kept.ends.push(kept.arena.len() as u32);
            }
        }
        kept.arena.shrink_to_fit();
        kept.ends.shrink_to_fit();
        kept.resize(slots_for(kept.ends.len()));
        *self = kept;
        numbers
    }

    pub(super) fn memory_bytes(&self) -> usize {
        self.arena.capacity() + (self.ends.capacity() + self.slots.capacity()) * size_of::<u32>()
    }

    /// `count | count x length | texts`; lengths as varints.
    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        varint::write(out, self.ends.len() as u64);
        (0..self.ends.len() as u32).for_each(|id| varint::write(out, self.text(id).len() as u64));
        out.extend_from_slice(&self.arena);
    }

    pub(super) fn decode(bytes: &mut &[u8]) -> Result<Self, LexicalError> {
        let part = "dictionary";
        let n_terms = varint::read(bytes).ok_or(damaged(part))?;
        // Every term takes a length byte at least, so a count beyond the bytes left is damage, not a reason to allocate.
        let n_terms = usize::try_from(n_terms).ok().filter(|&n| n <= bytes.len()).ok_or(damaged(part))?;
        let mut dictionary = Self { ends: Vec::with_capacity(n_terms), ..Self::default() };
        let mut end = 0_u32;
        for _ in 0..n_terms {
            let len = varint::read_u32(bytes).filter(|&len| len as usize <= DIRECT_LEN_MAX + DIGEST_LEN);
            end = len.and_then(|len| end.checked_add(len)).ok_or(damaged(part))?;
            dictionary.ends.push(end);
        }
        let (arena, rest) = bytes.split_at_checked(end as usize).ok_or(damaged(part))?;
        dictionary.arena = arena.to_vec();
        *bytes = rest;
        dictionary.resize(slots_for(n_terms));
        Ok(dictionary)
    }

    pub(super) fn text(&self, id: u32) -> &[u8] {
        let id = id as usize;
        let start = if id == 0 { 0 } else { self.ends[id - 1] };
        &self.arena[start as usize..self.ends[id] as usize]
    }

    /// The number under `key`, or the slot it would take. The table is never full.
    fn probe(&self, key: &[u8]) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash(key) as usize & mask;
        loop {
            match self.slots[slot] {
                FREE => return Err(slot),
                id if self.text(id) == key => return Ok(id),
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    fn resize(&mut self, n_slots: usize) {
        let mut slots = vec![FREE; n_slots];
        let mask = n_slots.wrapping_sub(1);
        for id in 0..self.ends.len() as u32 {
            let mut slot = hash(self.text(id)) as usize & mask;
            while slots[slot] != FREE {
                slot = (slot + 1) & mask;
            }
            slots[slot] = id;
        }
        self.slots = slots;
    }
}

fn slots_for(n_terms: usize) -> usize {
    if n_terms == 0 { 0 } else { (n_terms * LOAD_DENOMINATOR / LOAD_NUMERATOR + 1).next_power_of_two().max(16) }
}

fn with_key<R>(term: &str, run: impl FnOnce(&[u8]) -> R) -> R {
    let bytes = term.as_bytes();
    match bytes.split_at_checked(DIRECT_LEN_MAX) {
        Some((head, tail)) if !tail.is_empty() => {
            let mut key = [0; DIRECT_LEN_MAX + DIGEST_LEN];
            key[..DIRECT_LEN_MAX].copy_from_slice(head);
            key[DIRECT_LEN_MAX..].copy_from_slice(&digest(bytes).to_le_bytes());
            run(&key)
        }
        _ => run(bytes),
    }
}

/// FNV-1a, 128 bits; constants from its specification.
fn digest(bytes: &[u8]) -> u128 {
    bytes.iter().fold(0x6c62272e07bb014262b821756295c58d, |hash, &byte| {
        (hash ^ u128::from(byte)).wrapping_mul(0x0000000001000000000000000000013b)
    })
}

/// Folded multiplication, eight bytes at a time. Fixed, so that the same terms always take the same slots.
fn hash(bytes: &[u8]) -> u64 {
    let mut state = 0x9e37_79b9_7f4a_7c15 ^ bytes.len() as u64;
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let product = u128::from(state ^ u64::from_le_bytes(word)) * 0xd6e8_feb8_6659_fd93;
        state = (product as u64 ^ (product >> 64) as u64).wrapping_add(0xa076_1d64_78bd_642f);
    }
    state ^ (state >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_keep_their_numbers_until_renumbered_in_order() {
        let mut dictionary = Dictionary::default();
        let terms = (0..5_000).map(|i| format!("term{}", i * 7919 % 5_000)).collect::<Vec<_>>();
        let ids = terms.iter().map(|term| dictionary.intern(term).unwrap()).collect::<Vec<_>>();
        assert_eq!(ids, (0..5_000).collect::<Vec<_>>());
        assert!(terms.iter().zip(&ids).all(|(term, &id)| dictionary.find(term) == Some(id)));
        assert_eq!(dictionary.find("term"), None);

        let numbers = dictionary.retain(|id| id % 3 == 1);
        assert_eq!(dictionary.len(), 1_667);
        for (term, id) in terms.iter().zip(ids) {
            let expected = (id % 3 == 1).then_some(id / 3);
            assert_eq!(dictionary.find(term), expected);
            assert!(expected.is_none_or(|expected| numbers[id as usize] == expected));
        }
    }

    #[test]
    fn long_terms_differ_by_their_whole_text_and_stay_small() {
        let mut dictionary = Dictionary::default();
        let long = "x".repeat(100_000);
        let first = dictionary.intern(&format!("{long}a")).unwrap();
        let second = dictionary.intern(&format!("{long}b")).unwrap();
        assert_ne!(first, second);
        assert_eq!(dictionary.find(&format!("{long}a")), Some(first));
        assert_eq!(dictionary.find(&long), None);
        assert!(dictionary.memory_bytes() < 1_000);
    }

    #[test]
    fn empty_and_unicode_terms_are_terms() {
        let mut dictionary = Dictionary::default();
        assert_eq!(dictionary.find("x"), None);
        let ids = ["", "日本語", "naïve", "naive", "🦀"].map(|term| dictionary.intern(term).unwrap());
        assert_eq!(ids, [0, 1, 2, 3, 4]);
        let mut bytes = Vec::new();
        dictionary.encode(&mut bytes);
        let decoded = Dictionary::decode(&mut bytes.as_slice()).unwrap();
        assert_eq!(decoded.find("日本語"), Some(1));
        assert_eq!(decoded.find(""), Some(0));
        assert_eq!(decoded.find("日本"), None);
    }
}
