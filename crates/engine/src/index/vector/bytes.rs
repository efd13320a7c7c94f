//! The index as bytes and back.
//!
//! ```text
//! magic   8  "QNTVEC\0\0"
//! format  4  u32 LE, 1
//! dims    4  u32 LE
//! rows    8  u64 LE
//! ordinals   [rows] u32 LE, strictly ascending
//! codes      [rows, dims] i8, each in -127..=127 and at least one ±127 in a row
//! ```
//!
//! The bytes depend on the rows alone: any history that leads to the same vectors encodes alike. Norms, sign bits and
//! slots are derived. There is no checksum here: the caller, who stores the bytes, keeps one.

use super::{DIMS_MAX, VectorError, VectorIndex};

const MAGIC: &[u8; 8] = b"QNTVEC\0\0";
const FORMAT: u32 = 1;

impl VectorIndex {
    /// Appends the index to `out`: 24 bytes and `4 + dims` a row, by ascending ordinal.
    pub fn encode(&self, out: &mut Vec<u8>) {
        out.reserve_exact(24 + self.len() * (4 + self.dims()));
        out.extend_from_slice(MAGIC);
        out.extend_from_slice(&FORMAT.to_le_bytes());
        out.extend_from_slice(&(self.dims() as u32).to_le_bytes());
        out.extend_from_slice(&(self.len() as u64).to_le_bytes());
        for (ordinal, _) in self.slots.iter() {
            out.extend_from_slice(&ordinal.to_le_bytes());
        }
        for (_, slot) in self.slots.iter() {
            out.extend(self.rows.codes(slot)[..self.dims()].iter().map(|code| code.cast_unsigned()));
        }
    }

    /// Reads what [`encode`](Self::encode) wrote. Allocates in proportion to `bytes`, whatever they claim.
    ///
    /// # Errors
    /// [`VectorError::Damaged`] and [`VectorError::UnknownFormat`]: rebuild the index from the store.
    pub fn decode(bytes: &[u8]) -> Result<Self, VectorError> {
        let (magic, rest) = split(bytes)?;
        if &magic != MAGIC {
            return Err(VectorError::Damaged { reason: "it does not start like one" });
        }
        let (format, rest) = split(rest)?;
        let format = u32::from_le_bytes(format);
        if format != FORMAT {
            return Err(VectorError::UnknownFormat { expected: FORMAT, got: format });
        }
        let (dims, rest) = split(rest)?;
        let (rows, rest) = split(rest)?;
        let dims = u32::from_le_bytes(dims) as usize;
        if dims > DIMS_MAX {
            return Err(VectorError::Damaged { reason: "it has too many dimensions" });
        }
        let rows = usize::try_from(u64::from_le_bytes(rows)).ok();
        let Some(rows) = rows.filter(|rows| rows.checked_mul(4 + dims) == Some(rest.len())) else {
            return Err(VectorError::Damaged { reason: "its length is not that of its rows" });
        };
        let (ordinals, codes) = rest.split_at(rows * 4);
        Self::from_parts(dims, ordinals.as_chunks().0, codes)
    }

    /// `codes`: `[ordinals, dims]`.
    fn from_parts(dims: usize, ordinals: &[[u8; 4]], codes: &[u8]) -> Result<Self, VectorError> {
        let mut index = Self::new(dims);
        if dims == 0 && !ordinals.is_empty() {
            return Err(VectorError::Damaged { reason: "its rows have no dimensions" });
        }
        let mut before = None;
        let mut row = Vec::with_capacity(dims);
        for (ordinal, codes) in ordinals.iter().zip(codes.chunks_exact(dims.max(1))) {
            let ordinal = u32::from_le_bytes(*ordinal);
            if before.is_some_and(|before| before >= ordinal) {
                return Err(VectorError::Damaged { reason: "its ordinals do not ascend" });
            }
            row.clear();
            row.extend(codes.iter().map(|code| code.cast_signed()));
            if row.iter().map(|code| code.unsigned_abs()).max() != Some(127) {
                return Err(VectorError::Damaged { reason: "a row is out of range" });
            }
            index.put(ordinal, &row);
            before = Some(ordinal);
        }
        Ok(index)
    }
}

/// The first `N` bytes and the rest.
fn split<const N: usize>(bytes: &[u8]) -> Result<([u8; N], &[u8]), VectorError> {
    bytes
        .split_first_chunk()
        .map(|(head, rest)| (*head, rest))
        .ok_or(VectorError::Damaged { reason: "it is cut off in its header" })
}
