//! Sections as bytes.
//!
//! Little-endian: version `u8` = 1; length of the table `u32`; the table (postcard: for each section by ascending lowest row
//! its key and its rows); the means, as the vector index writes them, or nothing. No checksum: whoever stores the bytes has
//! one over the whole snapshot.

use super::{NONE, SectionIndex, SectionKey};
use crate::index::vector::VectorIndex;

const VERSION: u8 = 1;

/// Bytes are no sections that this version wrote. Rebuild the index from the store.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("section bytes are unusable ({reason}); rebuild the index")]
pub struct DecodeError {
    /// What is wrong.
    pub reason: String,
}

fn wrong(reason: impl core::fmt::Display) -> DecodeError {
    DecodeError { reason: reason.to_string() }
}

impl SectionIndex {
    /// All sections as bytes. Keys are written as they are: they belong to the tables they number.
    ///
    /// # Errors
    /// [`postcard::Error`] when memory runs out.
    pub fn encode(&self) -> Result<Vec<u8>, postcard::Error> {
        let mut table: Vec<&(SectionKey, Vec<u32>)> =
            self.sections.iter().filter(|(_, rows)| !rows.is_empty()).collect();
        table.sort_unstable_by_key(|(_, rows)| rows[0]);
        let table = postcard::to_stdvec(&table)?;
        let mut out = vec![VERSION];
        out.extend((table.len() as u32).to_le_bytes());
        out.extend(table);
        if let Some(means) = self.means.as_ref().filter(|means| !means.is_empty()) {
            means.encode(&mut out);
        }
        Ok(out)
    }

    /// Reads what [`SectionIndex::encode`] wrote.
    ///
    /// # Errors
    /// [`DecodeError`] for anything else; never panics.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let (head, rest) = bytes.split_first_chunk::<5>().ok_or_else(|| wrong("too short"))?;
        if head[0] != VERSION {
            return Err(wrong(format_args!("version {}, not {VERSION}", head[0])));
        }
        let length = u32::from_le_bytes([head[1], head[2], head[3], head[4]]) as usize;
        let (table, means) = rest.split_at_checked(length).ok_or_else(|| wrong("too short"))?;
        let sections: Vec<(SectionKey, Vec<u32>)> = postcard::from_bytes(table).map_err(wrong)?;
        let mut index = Self::new();
        for (number, (key, rows)) in sections.iter().enumerate() {
            let last = rows.last().copied().ok_or_else(|| wrong("a section without rows"))?;
            if !rows.is_sorted_by(|a, b| a < b) || last > crate::index::graph::ORDINAL_MAX {
                return Err(wrong("rows out of order"));
            }
            if index.by_row.len() <= last as usize {
                index.by_row.resize(last as usize + 1, NONE);
            }
            for row in rows {
                let place = &mut index.by_row[*row as usize];
                if *place != NONE {
                    return Err(wrong("a row in two sections"));
                }
                *place = number as u32;
            }
            index.rows += rows.len();
            if index.numbers.insert(*key, number as u32).is_some() {
                return Err(wrong("a section twice"));
            }
        }
        index.sections = sections;
        if !means.is_empty() {
            index.means = Some(VectorIndex::decode(means).map_err(wrong)?);
        }
        Ok(index)
    }
}
