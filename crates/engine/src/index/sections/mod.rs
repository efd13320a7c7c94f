//! Sections: which rows belong together, and for each section of two and more rows the mean of their vectors.
//!
//! Owns membership and the means. It does not know what a section's key says, where the rows' vectors come from, or who may
//! see a row: keys are numbers of the caller's, vectors are asked of a closure, visible rows are a bitmap.
//!
//! A section is named by its lowest row, so that what the index holds depends on the rows and never on their history. A
//! section of one row has no mean: its row's own vector says the same.

mod codec;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use roaring::RoaringBitmap;

use crate::index::vector::{VectorError, VectorIndex};

pub use self::codec::DecodeError;

/// Rows that the mean of a section is taken of, the lowest first. Chosen: it bounds what one more row costs, and a section
/// with more rows is about too much for one vector anyway.
pub const MEAN_ROWS_MAX: usize = 64;
/// Sections looked at for each one asked for before the filter is turned into a filter of sections, which costs a look at
/// every row it keeps. Chosen.
const PATIENCE: usize = 4;
/// A row without a section.
const NONE: u32 = u32::MAX;

/// What makes rows one section. Two rows are of one section when all three numbers agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub struct SectionKey {
    /// Who may see it: rows that not the same readers see never share a mean, so that none speaks through another.
    pub scope: u32,
    /// Its document.
    pub document: u32,
    /// Its path inside the document, or its title.
    pub path: u32,
}

/// A row's vector as the caller keeps it; `None` where it has none.
pub type VectorOf<'a> = &'a dyn Fn(u32) -> Option<Vec<f32>>;

/// The sections of one context.
#[derive(Clone, Debug, Default)]
pub struct SectionIndex {
    /// Number of the section by row.
    by_row: Vec<u32>,
    numbers: HashMap<SectionKey, u32>,
    /// Key and rows, ascending, by number; empty ones are free.
    sections: Vec<(SectionKey, Vec<u32>)>,
    free: Vec<u32>,
    /// Means by lowest row.
    means: Option<VectorIndex>,
    rows: usize,
}

impl SectionIndex {
    /// An index without sections.
    pub fn new() -> Self {
        Self::default()
    }

    /// Puts a row into a section, or takes it out of every one (`None`). Called again whenever its vector changed.
    ///
    /// Cost: O([`MEAN_ROWS_MAX`] x dimensions) at most.
    ///
    /// # Errors
    /// [`VectorError`] when a vector is no vector of this context.
    pub fn upsert(&mut self, row: u32, key: Option<SectionKey>, vector_of: VectorOf<'_>) -> Result<(), VectorError> {
        let before = self.number_of(row);
        let same = key.is_some_and(|key| before.is_some_and(|number| self.sections[number as usize].0 == key));
        if before.is_some() && !same {
            self.remove(row, vector_of)?;
        }
        let Some(key) = key else { return Ok(()) };
        if !same {
            self.join(row, key);
        }
        let number = self.by_row[row as usize];
        let rows = &self.sections[number as usize].1;
        // What comes after the rows that make the mean changes nothing.
        if rows.iter().take(MEAN_ROWS_MAX).any(|member| *member == row) {
            let displaced = rows.get(1).copied().filter(|_| rows[0] == row);
            self.settle(number, displaced, vector_of)?;
        }
        Ok(())
    }

    /// Takes a row out of its section; says whether it was in one. `vector_of` need no longer know the row.
    ///
    /// # Errors
    /// As [`SectionIndex::upsert`].
    pub fn remove(&mut self, row: u32, vector_of: VectorOf<'_>) -> Result<bool, VectorError> {
        let Some(number) = self.number_of(row) else { return Ok(false) };
        self.by_row[row as usize] = NONE;
        self.rows -= 1;
        let (key, rows) = &mut self.sections[number as usize];
        let place = rows.binary_search(&row).unwrap_or(0);
        rows.remove(place);
        if rows.is_empty() {
            self.numbers.remove(key);
            self.free.push(number);
        }
        if place < MEAN_ROWS_MAX {
            self.settle(number, (place == 0).then_some(row), vector_of)?;
        }
        Ok(true)
    }

    fn join(&mut self, row: u32, key: SectionKey) {
        let number = *self.numbers.entry(key).or_insert_with(|| {
            self.free.pop().unwrap_or_else(|| {
                self.sections.push((key, Vec::new()));
                self.sections.len() as u32 - 1
            })
        });
        let section = &mut self.sections[number as usize];
        section.0 = key;
        if let Err(place) = section.1.binary_search(&row) {
            section.1.insert(place, row);
        }
        if self.by_row.len() <= row as usize {
            self.by_row.resize(row as usize + 1, NONE);
        }
        self.by_row[row as usize] = number;
        self.rows += 1;
    }

    /// Makes the mean of a section anew. `displaced`: the row under which it stood before.
    fn settle(&mut self, number: u32, displaced: Option<u32>, vector_of: VectorOf<'_>) -> Result<(), VectorError> {
        let rows = &self.sections[number as usize].1;
        if let (Some(means), Some(before)) = (&mut self.means, displaced) {
            means.remove(before);
        }
        let Some(lowest) = rows.first().copied() else { return Ok(()) };
        if let Some(mean) = mean(rows, vector_of) {
            return self.means.get_or_insert_with(|| VectorIndex::new(mean.len())).upsert(lowest, &mean);
        }
        if let Some(means) = &mut self.means {
            means.remove(lowest);
        }
        Ok(())
    }

    fn number_of(&self, row: u32) -> Option<u32> {
        self.by_row.get(row as usize).copied().filter(|number| *number != NONE)
    }

    /// The rows of a row's section, ascending, itself among them; empty when it is in none.
    pub fn members(&self, row: u32) -> &[u32] {
        self.number_of(row).map_or(&[], |number| &self.sections[number as usize].1)
    }

    /// True when no section has two rows.
    pub fn is_flat(&self) -> bool {
        self.means.as_ref().is_none_or(VectorIndex::is_empty)
    }

    /// Rows that are in a section.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// True when no row is in a section.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// The mean of the section whose lowest row this is.
    pub fn mean(&self, lowest: u32) -> Option<Vec<f32>> {
        self.means.as_ref()?.vector(lowest)
    }

    /// Cosine of a vector to the section of each row; `None` for rows in no section of two and more.
    ///
    /// # Errors
    /// [`VectorError`] when the query does not fit.
    pub fn similarity(&self, query: &[f32], rows: &[u32]) -> Result<Vec<Option<f32>>, VectorError> {
        let Some(means) = &self.means else { return Ok(vec![None; rows.len()]) };
        let lowest: Vec<u32> = rows.iter().map(|row| self.members(*row).first().copied().unwrap_or(NONE)).collect();
        means.similarity(query, &lowest)
    }

    /// The sections nearest to a vector of which at least one row is in `mask`: lowest row and cosine, best first, ties by
    /// ascending row, at most `limit`.
    ///
    /// # Errors
    /// [`VectorError`] when the query does not fit, [`VectorError::Stopped`] when `stop` said so.
    pub fn nearest(
        &self,
        query: &[f32],
        limit: usize,
        mask: Option<&RoaringBitmap>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<(u32, f32)>, VectorError> {
        let Some(means) = self.means.as_ref().filter(|means| !means.is_empty()) else { return Ok(Vec::new()) };
        let Some(mask) = mask else { return means.search(query, limit, None, stop) };
        let asked = limit.saturating_mul(PATIENCE);
        let mut found = means.search(query, asked, None, stop)?;
        let all = found.len() < asked;
        found.retain(|(lowest, _)| self.members(*lowest).iter().any(|row| mask.contains(*row)));
        if found.len() < limit && !all {
            let seen = mask.iter().filter_map(|row| self.members(row).first().copied());
            let mut lowest: Vec<u32> = seen.collect();
            lowest.sort_unstable();
            lowest.dedup();
            let lowest = lowest.into_iter().collect::<RoaringBitmap>();
            found = means.search(query, limit, Some(&lowest), stop)?;
        }
        found.truncate(limit);
        Ok(found)
    }

    /// Bytes held, roughly.
    pub fn memory_bytes(&self) -> usize {
        self.by_row.capacity() * 4
            + self.sections.len() * (size_of::<(SectionKey, Vec<u32>)>() + size_of::<(SectionKey, u32)>() + 8)
            + self.rows * 8
            + self.means.as_ref().map_or(0, VectorIndex::memory_bytes)
    }
}

/// The mean direction of the first rows that have a vector; `None` when fewer than two have one.
fn mean(rows: &[u32], vector_of: VectorOf<'_>) -> Option<Vec<f32>> {
    let mut sum: Vec<f32> = Vec::new();
    let mut taken = 0;
    for vector in rows.iter().take(MEAN_ROWS_MAX).filter_map(|row| vector_of(*row)) {
        if sum.is_empty() {
            sum = vector;
        } else if sum.len() == vector.len() {
            sum.iter_mut().zip(&vector).for_each(|(sum, x)| *sum += x);
        }
        taken += 1;
    }
    // Vectors that cancel out have no common direction.
    (taken > 1 && sum.iter().any(|x| x.abs() > f32::EPSILON)).then_some(sum)
}
