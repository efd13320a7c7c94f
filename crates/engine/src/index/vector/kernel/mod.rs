//! The two inner loops: integer products of a query with rows, and sums of sign tables.
//!
//! Knows slices only. The scalar forms here define the result; `avx2` has to agree bit for bit, and a test compares.

#[cfg(target_arch = "x86_64")]
mod avx2;

use super::rows::BLOCK;

/// Which instructions to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kernel {
    /// Plain Rust, on every machine.
    Scalar,
    /// AVX2. Made by [`Kernel::detect`] only, which is what makes its calls sound.
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Token),
}

impl Kernel {
    /// The fastest kernel of this CPU.
    pub(super) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(token) = avx2::Token::detect() {
            return Self::Avx2(token);
        }
        Self::Scalar
    }

    /// Products of `query` with each of `rows`, into `dots` (one for each row).
    ///
    /// All slices of numbers have one length, a multiple of 16, and no sum overflows 32 bits (see `Query`).
    pub(super) fn dots(self, query: &[i16], rows: &[&[i8]], dots: &mut [i32]) {
        assert_eq!(rows.len(), dots.len(), "one product for each row");
        match self {
            Self::Scalar => dots_scalar(query, rows, dots),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(token) => avx2::Token::dots(token, query, rows, dots),
        }
    }

    /// Sums of sign tables for blocks of 32 rows: `sums[block][row]`, and in `passed[block]` bit `row` is set where the
    /// sum is at least `floor`.
    ///
    /// `signs`: `[blocks, tables.len(), BLOCK]` bytes; `tables.len()` is even; each entry is at most 63 and all of a row
    /// add up to at most 65,535 (see `SignQuery`).
    pub(super) fn sign_sums(
        self,
        tables: &[[u8; 32]],
        signs: &[u8],
        floor: u16,
        sums: &mut [[u16; BLOCK]],
        passed: &mut [u32],
    ) {
        assert_eq!(signs.len(), sums.len() * tables.len() * BLOCK, "whole blocks");
        assert_eq!(sums.len(), passed.len(), "one word for each block");
        match self {
            Self::Scalar => sign_sums_scalar(tables, signs, floor, sums, passed),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(token) => avx2::Token::sign_sums(token, tables, signs, floor, sums, passed),
        }
    }
}

fn dots_scalar(query: &[i16], rows: &[&[i8]], dots: &mut [i32]) {
    for (row, dot) in rows.iter().zip(dots) {
        *dot = query.iter().zip(*row).map(|(&q, &r)| i32::from(q) * i32::from(r)).sum();
    }
}

fn sign_sums_scalar(tables: &[[u8; 32]], signs: &[u8], floor: u16, sums: &mut [[u16; BLOCK]], passed: &mut [u32]) {
    let blocks = signs.chunks_exact((tables.len() * BLOCK).max(1));
    for ((block, sums), passed) in blocks.zip(sums).zip(passed) {
        *sums = [0; BLOCK];
        for (table, bytes) in tables.iter().zip(block.chunks_exact(BLOCK)) {
            for (sum, &byte) in sums.iter_mut().zip(bytes) {
                *sum += u16::from(table[usize::from(byte & 15)]) + u16::from(table[16 + usize::from(byte >> 4)]);
            }
        }
        *passed = sums.iter().enumerate().fold(0, |word, (row, &sum)| word | (u32::from(sum >= floor) << row));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn simd_products_equal_scalar_ones(
            lanes in 1_usize..26,
            n_rows in 0_usize..9,
            seed in proptest::collection::vec(any::<(i16, i8)>(), 64),
        ) {
            let dims = lanes * 16;
            let query: Vec<i16> = (0..dims).map(|i| seed[i % 61].0.max(-i16::MAX)).collect();
            let codes: Vec<i8> = (0..dims * n_rows).map(|i| seed[i % 64].1.max(-127)).collect();
            let rows: Vec<&[i8]> = codes.chunks(dims).collect();
            let (mut scalar, mut simd) = (vec![0; n_rows], vec![0; n_rows]);
            Kernel::Scalar.dots(&query, &rows, &mut scalar);
            Kernel::detect().dots(&query, &rows, &mut simd);
            prop_assert_eq!(scalar, simd);
        }

        #[test]
        fn simd_table_sums_equal_scalar_ones(
            pairs in 1_usize..40,
            blocks in 0_usize..5,
            floor in any::<u16>(),
            seed in proptest::collection::vec(any::<u8>(), 509),
        ) {
            let entry = |i: usize| if seed[0] < 60 { 63 } else { seed[i % 509] % 64 };
            let tables: Vec<[u8; 32]> = (0..2 * pairs).map(|t| core::array::from_fn(|i| entry(t * 32 + i))).collect();
            let signs: Vec<u8> = (0..blocks * tables.len() * BLOCK).map(|i| seed[i * 7 % 509]).collect();
            let floor = floor % (pairs as u16 * 4 * 63 + 1);
            let (mut scalar, mut simd) = (vec![[1; BLOCK]; blocks], vec![[2; BLOCK]; blocks]);
            let (mut scalar_passed, mut simd_passed) = (vec![1; blocks], vec![2; blocks]);
            Kernel::Scalar.sign_sums(&tables, &signs, floor, &mut scalar, &mut scalar_passed);
            Kernel::detect().sign_sums(&tables, &signs, floor, &mut simd, &mut simd_passed);
            prop_assert_eq!(scalar, simd);
            prop_assert_eq!(scalar_passed, simd_passed);
        }
    }
}
