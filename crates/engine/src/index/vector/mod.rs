//! Exact vector search over the ordinals of one context, in memory.
//!
//! Owns the quantised rows and the choice of scan. It must not know what an ordinal stands for, where the vectors came
//! from, or what time it is: the caller hands in a filter and a function that says when to give up.
//!
//! Every row is held twice: one signed byte a dimension (the truth of every score) and one sign bit a dimension (only
//! to nominate candidates in large contexts). All arithmetic that decides an order is integer arithmetic, so the scalar
//! and the SIMD paths agree bit for bit, and a result depends on the rows held, never on the history that led to them.
//!
//! Ideas: sign-bit codes scored against a finer query, RaBitQ (Gao & Long 2024); scoring 32 codes at a time by a
//! shuffled look-up table, Quicker ADC (André, Kermarrec & Le Scouarnec 2017).

mod bytes;
mod error;
mod kernel;
mod nominate;
mod ordinals;
mod query;
mod rescore;
mod rows;
mod search;
mod top;

#[cfg(test)]
mod recall_tests;
#[cfg(test)]
mod tests;

pub use error::VectorError;
pub use rescore::rescore_exact;

use ordinals::OrdinalMap;
use rows::Rows;

/// Widest vector an index accepts, in dimensions. Chosen: four times the widest common embedding (4,096), and low
/// enough that no integer sum of the kernels can overflow.
pub const DIMS_MAX: usize = 16_384;

/// Vectors of one context by ordinal; see the module's description.
///
/// Memory a row at 384 dimensions: 384 B codes + 48 B signs + 4 B norm + 8 B mapping = 444 B (396 B below
/// `SIGN_ROWS_MIN` rows). Growth copies at most one chunk of 4,096 rows.
#[derive(Clone, Debug)]
pub struct VectorIndex {
    rows: Rows,
    slots: OrdinalMap,
}

impl VectorIndex {
    /// An empty index for vectors of `dims` dimensions. Allocates nothing.
    ///
    /// # Panics
    /// When `dims` is above [`DIMS_MAX`]: the width comes from the embedding model, not from a request.
    pub fn new(dims: usize) -> Self {
        assert!(dims <= DIMS_MAX, "a vector index holds at most {DIMS_MAX} dimensions, not {dims}");
        Self { rows: Rows::new(dims), slots: OrdinalMap::default() }
    }

    /// Dimensions of every vector.
    pub fn dims(&self) -> usize {
        self.rows.dims()
    }

    /// Vectors held.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether no vector is held.
    pub fn is_empty(&self) -> bool {
        self.rows.len() == 0
    }

    /// Sets or replaces the vector of `ordinal`.
    ///
    /// - `vector`: [`dims`](Self::dims) finite values of any length but zero; only the direction is kept.
    /// - ordinals should be dense: the map costs 4 KiB for each run of 1,024 ordinals that holds one.
    /// - cost: O(dims), and once O(rows · dims) when the index grows over the size that needs sign bits (some 20 ms).
    ///
    /// # Errors
    /// [`VectorError::WrongLength`], [`VectorError::NotFinite`], [`VectorError::ZeroVector`]; the index is unchanged then.
    pub fn upsert(&mut self, ordinal: u32, vector: &[f32]) -> Result<(), VectorError> {
        let codes = query::row_codes(vector, self.dims())?;
        self.put(ordinal, &codes);
        Ok(())
    }

    /// Drops the vector of `ordinal`, overwriting its bytes; says whether there was one. O(dims).
    pub fn remove(&mut self, ordinal: u32) -> bool {
        let Some(slot) = self.slots.clear(ordinal) else { return false };
        if let Some(moved) = self.rows.swap_remove(slot) {
            self.slots.set(moved, slot);
        }
        true
    }

    /// Whether `ordinal` has a vector.
    pub fn contains(&self, ordinal: u32) -> bool {
        self.slots.get(ordinal).is_some()
    }

    /// The stored vector of `ordinal`: dequantised, unit length, `[dims]`.
    pub fn vector(&self, ordinal: u32) -> Option<Vec<f32>> {
        let slot = self.slots.get(ordinal)?;
        let inv_norm = self.rows.inv_norm(slot);
        Some(self.rows.codes(slot)[..self.dims()].iter().map(|&code| f32::from(code) * inv_norm).collect())
    }

    /// Bytes allocated on the heap, spare capacity included.
    pub fn memory_bytes(&self) -> usize {
        self.rows.memory_bytes() + self.slots.memory_bytes()
    }

    /// Sets the row of `ordinal` to `codes` (`[dims]`, not all zero).
    fn put(&mut self, ordinal: u32, codes: &[i8]) {
        if let Some(slot) = self.slots.get(ordinal) {
            self.rows.replace(slot, codes);
        } else {
            let slot = self.rows.push(ordinal, codes);
            self.slots.set(ordinal, slot);
        }
    }
}
