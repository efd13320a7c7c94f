//! From floats to integers: how a row and a query are quantised, and the score of one against the other.
//!
//! Knows no storage. Rows get 8 bits a dimension, a query 16 bits (its error is far below that of the row), and the
//! query's sign form about 5 bits (measured on 10,000 sentence embeddings: as good as 7 for picking candidates).

use super::VectorError;
use super::rows::LANES;

/// Largest magnitude of a row's code.
const CODE_MAX: f64 = 127.0;
/// Largest sum of products a kernel may meet: it adds in 32 bits.
const DOT_MAX: f64 = (i32::MAX / 127) as f64;
/// Largest look-up table entry: four of them add up in one byte.
const TABLE_MAX: usize = 63;

/// Quantises a row by its largest magnitude: `[dims]`, each in -127..=127, at least one of them ±127.
pub(super) fn row_codes(vector: &[f32], dims: usize) -> Result<Vec<i8>, VectorError> {
    let largest = largest_magnitude(vector, dims)?;
    let scale = CODE_MAX / largest;
    Ok(vector.iter().map(|&value| round(f64::from(value) * scale) as i8).collect())
}

/// Checks a vector and returns its largest magnitude, above zero.
fn largest_magnitude(vector: &[f32], dims: usize) -> Result<f64, VectorError> {
    if vector.len() != dims {
        return Err(VectorError::WrongLength { expected: dims, got: vector.len() });
    }
    if let Some(dimension) = vector.iter().position(|value| !value.is_finite()) {
        return Err(VectorError::NotFinite { dimension });
    }
    let largest = vector.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
    if largest == 0.0 { Err(VectorError::ZeroVector) } else { Ok(f64::from(largest)) }
}

/// Nearest integer, halves away from zero. Not `f64::round`, which is a library call where the CPU is not known.
#[inline]
fn round(value: f64) -> i32 {
    (value + 0.5_f64.copysign(value)) as i32
}

/// A query as 16-bit integers.
pub(super) struct Query {
    /// `[stride]`, zero from `dims` on.
    codes: Vec<i16>,
    /// 1 / Euclidean length of the codes.
    inv_norm: f64,
}

impl Query {
    /// Quantises a query of `dims` finite values, not all zero.
    pub(super) fn new(query: &[f32], dims: usize) -> Result<Self, VectorError> {
        let largest = largest_magnitude(query, dims)?;
        let sum: f64 = query.iter().map(|&value| f64::from(value).abs()).sum();
        // The half a unit that rounding may add to each dimension is kept free.
        let scale = (f64::from(i16::MAX) / largest).min((DOT_MAX - 0.5 * dims as f64) / sum);
        let mut codes: Vec<i16> = query.iter().map(|&value| round(f64::from(value) * scale) as i16).collect();
        codes.resize(dims.next_multiple_of(LANES), 0);
        let squares: i64 = codes.iter().map(|&code| i64::from(code).pow(2)).sum();
        Ok(Self { codes, inv_norm: 1.0 / (squares as f64).sqrt() })
    }

    /// The integers, `[stride]`.
    pub(super) fn codes(&self) -> &[i16] {
        &self.codes
    }

    /// Cosine of the query and a row, in -1..=1, from their integer product: the one score of the index.
    #[inline]
    pub(super) fn score(&self, dot: i32, row_inv_norm: f32) -> f32 {
        (f64::from(dot) * self.inv_norm * f64::from(row_inv_norm)).clamp(-1.0, 1.0) as f32
    }
}

/// A query against sign bits: tables of the sum that each pattern of four bits contributes.
///
/// The sum of a row over all tables is a constant plus the query's product with the row's signs, so it ranks like it.
pub(super) struct SignQuery {
    /// `[stride / 8]`, one pair for each sign byte: 16 sums for its low four bits, 16 for its high four. Each is at
    /// most `TABLE_MAX`; all of a row add up to at most 65,535.
    tables: Vec<[u8; 32]>,
    sum_max: usize,
}

impl SignQuery {
    /// Tables of a quantised query.
    pub(super) fn new(query: &Query) -> Self {
        let groups = query.codes().len() / 4;
        let entry_max = TABLE_MAX.min(usize::from(u16::MAX) / groups.max(1)) as f64;
        let magnitude = |group: &[i16]| group.iter().map(|&code| f64::from(code).abs()).sum::<f64>();
        let largest = query.codes().chunks_exact(4).map(magnitude).fold(1.0, f64::max);
        // Rounding may add half a unit to each of the four dimensions.
        let scale = (entry_max - 2.0) / largest;
        let mut tables = vec![[0; 32]; query.codes().len() / 8];
        let mut sum_max = 0;
        for (group, codes) in query.codes().chunks_exact(4).enumerate() {
            let weights: Vec<i32> = codes.iter().map(|&code| round(f64::from(code) * scale)).collect();
            let lowest: i32 = weights.iter().map(|&weight| weight.min(0)).sum();
            for bits in 0..16_usize {
                let sum: i32 = weights.iter().enumerate().map(|(i, &w)| if bits >> i & 1 == 1 { w } else { 0 }).sum();
                tables[group / 2][group % 2 * 16 + bits] = (sum - lowest) as u8;
            }
            sum_max += weights.iter().map(|weight| weight.unsigned_abs() as usize).sum::<usize>();
        }
        Self { tables, sum_max }
    }

    /// The tables, `[stride / 8]`.
    pub(super) fn tables(&self) -> &[[u8; 32]] {
        &self.tables
    }

    /// Largest sum a row can have.
    pub(super) fn sum_max(&self) -> usize {
        self.sum_max
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_widest_and_flattest_query_cannot_overflow_a_kernel() {
        for dims in [1, 16, 384, 1_536, super::super::DIMS_MAX] {
            let query = Query::new(&vec![-0.3; dims], dims).unwrap();
            let dot: i64 = query.codes().iter().map(|&code| i64::from(code) * 127).sum();
            assert!(i32::try_from(dot).is_ok(), "{dims}: {dot}");
            let signs = SignQuery::new(&query);
            let sum: usize =
                signs.tables().iter().flat_map(|t| t.chunks(16)).map(|t| usize::from(*t.iter().max().unwrap())).sum();
            assert_eq!(sum, signs.sum_max(), "{dims}");
            assert!(sum > 0 && u16::try_from(sum).is_ok(), "{dims}: {sum}");
        }
    }

    #[test]
    fn extreme_magnitudes_keep_their_direction() {
        assert_eq!(row_codes(&[f32::MAX, f32::MIN, 0.0], 3).unwrap(), [127, -127, 0]);
        assert_eq!(row_codes(&[1e-45, 0.0, -1e-45], 3).unwrap(), [127, 0, -127]);
        let query = Query::new(&[f32::MAX, 1e-45], 2).unwrap();
        assert_eq!(query.codes()[..2], [i16::MAX, 0]);
    }
}
