//! A digest of what the index holds, whatever its history: for comparing an index with one built anew.

use super::LexicalIndex;
use super::postings::Cursor;

/// FNV-1a over bytes, then the finaliser of SplitMix64, so that sums of digests do not cancel out.
fn mix(parts: &[&[u8]]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in parts.iter().copied().flatten() {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

impl LexicalIndex {
    /// A digest of all live documents: their lengths, and each term with its weight code. Two indexes of equal contents
    /// have equal digests, however they came about.
    ///
    /// Cost: reads every posting.
    pub fn digest(&self) -> u64 {
        let posting = |term: u32, ordinal: u32, code: u32| {
            mix(&[self.dictionary.text(term), &ordinal.to_le_bytes(), &code.to_le_bytes()])
        };
        let length = |ordinal: u32, length: u32| mix(&[b"length", &ordinal.to_le_bytes(), &length.to_le_bytes()]);
        let mut sum = 0_u64;
        for document in self.delta.documents() {
            sum = sum.wrapping_add(length(document.ordinal, document.length));
            for (term, code) in document.terms.iter().zip(&document.codes) {
                sum = sum.wrapping_add(posting(*term, document.ordinal, u32::from(*code)));
            }
        }
        for segment in &self.segments {
            for document in segment.live() {
                sum = sum.wrapping_add(length(segment.ordinals[document as usize], segment.lengths[document as usize]));
            }
            for (term, list) in segment.entries() {
                let mut cursor = Cursor::new(list);
                while let Some((documents, codes)) = cursor.take_until(u32::MAX) {
                    for (document, code) in documents.iter().zip(codes) {
                        if !segment.is_dead(*document) {
                            sum = sum.wrapping_add(posting(term, segment.ordinals[*document as usize], *code));
                        }
                    }
                }
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_does_not_matter_and_contents_do() {
        let text = |row: u32| [("alpha", 1.0), ("beta", 0.5 + (row % 3) as f32)];
        let mut straight = LexicalIndex::new();
        (0..200).for_each(|row| straight.upsert(row, &text(row)));
        let mut winding = LexicalIndex::new();
        (0..300).rev().for_each(|row| winding.upsert(row, &[("gamma", 2.0)]));
        (200..300).for_each(|row| assert!(winding.remove(row)));
        (0..200).for_each(|row| winding.upsert(row, &text(row)));
        winding.compact();
        assert_eq!(straight.digest(), winding.digest());
        winding.upsert(7, &[("alpha", 1.0)]);
        assert_ne!(straight.digest(), winding.digest());
    }
}
