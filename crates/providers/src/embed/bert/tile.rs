//! The integer kernels: a block of activation rows times one panel of sixteen weight columns.
//!
//! Owns the packed formats that the kernels read and the choice of kernel for this processor. Must not know what a
//! row or a column means. Everything here is integer arithmetic without overflow, so every kernel gives the same
//! numbers and a result never depends on the processor, on the batch or on the number of threads.
//!
//! Why 16-bit activations and 8-bit weights: 8-bit activations cost this family of models too much (the median cosine
//! to the f32 model falls from 0.9996 to 0.997), while 13 to 15 bits cost nothing measurable; and a multiply-add of
//! 16-bit pairs into 32 bits runs at twice the rate of f32 on any processor with AVX2.

/// Weight columns in a panel.
pub(super) const PANEL: usize = 16;

/// Most rows that any kernel takes at once.
pub(super) const ROWS_MAX: usize = 12;

/// The sums of one block: `[row][column]`.
pub(super) type Sums = [[i32; PANEL]; ROWS_MAX];

/// What the processor offers; fixed when an encoder is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Isa {
    /// Any processor.
    Portable,
    /// Any 64-bit ARM processor: NEON is part of the architecture.
    #[cfg(target_arch = "aarch64")]
    Neon,
    /// x86-64 with AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// x86-64 with AVX-512 F, BW and VNNI.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Isa {
    /// The fastest kernels that this processor runs.
    pub(super) fn detect() -> Self {
        *Self::available().last().unwrap_or(&Self::Portable)
    }

    /// All kernels that this processor runs, slowest first.
    pub(super) fn available() -> Vec<Self> {
        let mut found = vec![Self::Portable];
        #[cfg(target_arch = "aarch64")]
        found.push(Self::Neon);
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            found.push(Self::Avx2);
            if is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vnni")
            {
                found.push(Self::Avx512);
            }
        }
        found
    }

    /// How many rows the kernel takes at once: as many as the registers hold.
    pub(super) fn rows(self) -> usize {
        match self {
            Self::Portable => 4,
            #[cfg(target_arch = "aarch64")]
            Self::Neon => 6,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => 6,
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => ROWS_MAX,
        }
    }
}

/// `sums[r][c] = Σ_k a[r][k] * panel[c][k]` for `rows` rows.
///
/// - `a`: for each pair of inputs the `rows` activation pairs, low half first: `[pairs][rows]`.
/// - `panel`: for each pair of inputs the two weights of each column: `[pairs][PANEL][2]`.
///
/// The caller keeps every sum inside 32 bits ([`activation_max`]). Rows at and above `rows` are left as they are.
pub(super) fn multiply(isa: Isa, rows: usize, a: &[i32], panel: &[i8], sums: &mut Sums) {
    match isa {
        Isa::Portable => by_rows!(portable, rows, a, panel, sums),
        #[cfg(target_arch = "aarch64")]
        Isa::Neon => {
            #[expect(unsafe_code, reason = "calls a kernel that needs NEON")]
            // SAFETY: every 64-bit ARM processor that this program is built for has NEON.
            unsafe {
                by_rows!(arm::neon, rows, a, panel, sums);
            }
        }
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => {
            #[expect(unsafe_code, reason = "calls a kernel that needs AVX2")]
            // SAFETY: `Isa::Avx2` is only made by `Isa::available`, after the processor said that it has AVX2.
            unsafe {
                by_rows!(x86::avx2, rows, a, panel, sums);
            }
        }
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => {
            #[expect(unsafe_code, reason = "calls a kernel that needs AVX-512")]
            // SAFETY: `Isa::Avx512` is only made by `Isa::available`, after the processor said that it has F, BW, VNNI.
            unsafe {
                by_rows!(x86::avx512, rows, a, panel, sums);
            }
        }
    }
}

/// The largest activation for a sum over `inputs` products with 8-bit weights that cannot overflow 32 bits.
pub(super) fn activation_max(inputs: usize) -> i32 {
    let weight_max = 127;
    (i32::MAX / (weight_max * inputs.max(1) as i32)).min(i32::from(i16::MAX))
}

/// Two activations in one word, low half first.
#[inline]
pub(super) fn pair(low: i32, high: i32) -> i32 {
    (low & 0xffff) | (high << 16)
}

/// Calls a kernel with its number of rows as a constant, so that its sums stay in registers.
macro_rules! by_rows {
    ($kernel:path, $rows:expr, $a:expr, $panel:expr, $sums:expr) => {{
        use $kernel as kernel;
        match $rows {
            1 => kernel::<1>($a, $panel, $sums),
            2 => kernel::<2>($a, $panel, $sums),
            3 => kernel::<3>($a, $panel, $sums),
            4 => kernel::<4>($a, $panel, $sums),
            5 => kernel::<5>($a, $panel, $sums),
            6 => kernel::<6>($a, $panel, $sums),
            7 => kernel::<7>($a, $panel, $sums),
            8 => kernel::<8>($a, $panel, $sums),
            9 => kernel::<9>($a, $panel, $sums),
            10 => kernel::<10>($a, $panel, $sums),
            11 => kernel::<11>($a, $panel, $sums),
            _ => kernel::<12>($a, $panel, $sums),
        }
    }};
}
use by_rows;

/// Plain code: slow, but right everywhere, and what the others are tested against.
fn portable<const ROWS: usize>(a: &[i32], panel: &[i8], sums: &mut Sums) {
    let mut acc = [[0i32; PANEL]; ROWS];
    for (pairs, weights) in a.chunks_exact(ROWS).zip(panel.chunks_exact(2 * PANEL)) {
        for (row, &both) in acc.iter_mut().zip(pairs) {
            let (low, high) = (i32::from(both as i16), both >> 16);
            for (sum, w) in row.iter_mut().zip(weights.chunks_exact(2)) {
                *sum += low * i32::from(w[0]) + high * i32::from(w[1]);
            }
        }
    }
    sums[..ROWS].copy_from_slice(&acc);
}

#[cfg(target_arch = "aarch64")]
mod arm {
    use core::arch::aarch64::{
        int8x16x2_t, vdupq_n_s32, vget_low_s8, vget_low_s16, vld2q_s8, vmlal_high_n_s16, vmlal_n_s16, vmovl_high_s8,
        vmovl_s8, vst1q_s32,
    };

    use super::{PANEL, Sums};

    #[target_feature(enable = "neon")]
    pub(super) fn neon<const ROWS: usize>(a: &[i32], panel: &[i8], sums: &mut Sums) {
        let mut acc = [[vdupq_n_s32(0); 4]; ROWS];
        for (pairs, weights) in a.chunks_exact(ROWS).zip(panel.chunks_exact(2 * PANEL)) {
            let int8x16x2_t(first, second) = split(weights);
            let first = [vmovl_s8(vget_low_s8(first)), vmovl_high_s8(first)];
            let second = [vmovl_s8(vget_low_s8(second)), vmovl_high_s8(second)];
            for (row, &both) in acc.iter_mut().zip(pairs) {
                let (low, high) = (both as i16, (both >> 16) as i16);
                for half in 0..2 {
                    row[2 * half] = vmlal_n_s16(row[2 * half], vget_low_s16(first[half]), low);
                    row[2 * half + 1] = vmlal_high_n_s16(row[2 * half + 1], first[half], low);
                    row[2 * half] = vmlal_n_s16(row[2 * half], vget_low_s16(second[half]), high);
                    row[2 * half + 1] = vmlal_high_n_s16(row[2 * half + 1], second[half], high);
                }
            }
        }
        for (out, row) in sums.iter_mut().zip(&acc) {
            for (four, value) in out.chunks_exact_mut(4).zip(row) {
                #[expect(unsafe_code, reason = "a vector store")]
                // SAFETY: the chunk is four words long.
                unsafe {
                    vst1q_s32(four.as_mut_ptr(), *value);
                }
            }
        }
    }

    /// The first and the second weight of each column.
    #[target_feature(enable = "neon")]
    #[inline]
    fn split(weights: &[i8]) -> int8x16x2_t {
        assert!(weights.len() >= 2 * PANEL);
        #[expect(unsafe_code, reason = "a vector load")]
        // SAFETY: thirty-two bytes are there (asserted above).
        unsafe {
            vld2q_s8(weights.as_ptr())
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use core::arch::x86_64::{
        __m128i, __m256i, __m512i, _mm_loadu_si128, _mm256_add_epi32, _mm256_cvtepi8_epi16, _mm256_loadu_si256,
        _mm256_madd_epi16, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_storeu_si256, _mm512_cvtepi8_epi16,
        _mm512_dpwssd_epi32, _mm512_set1_epi32, _mm512_setzero_si512, _mm512_storeu_epi32,
    };

    use super::{PANEL, Sums};

    #[target_feature(enable = "avx2")]
    pub(super) fn avx2<const ROWS: usize>(a: &[i32], panel: &[i8], sums: &mut Sums) {
        let mut acc = [[_mm256_setzero_si256(); 2]; ROWS];
        for (pairs, weights) in a.chunks_exact(ROWS).zip(panel.chunks_exact(2 * PANEL)) {
            let (left, right) = (widen16(&weights[..16]), widen16(&weights[16..]));
            for (row, &both) in acc.iter_mut().zip(pairs) {
                let both = _mm256_set1_epi32(both);
                row[0] = _mm256_add_epi32(row[0], _mm256_madd_epi16(both, left));
                row[1] = _mm256_add_epi32(row[1], _mm256_madd_epi16(both, right));
            }
        }
        for (out, row) in sums.iter_mut().zip(&acc) {
            let (left, right) = out.split_at_mut(8);
            store8(left, row[0]);
            store8(right, row[1]);
        }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    pub(super) fn avx512<const ROWS: usize>(a: &[i32], panel: &[i8], sums: &mut Sums) {
        let mut acc = [_mm512_setzero_si512(); ROWS];
        for (pairs, weights) in a.chunks_exact(ROWS).zip(panel.chunks_exact(2 * PANEL)) {
            let weights = widen32(weights);
            for (row, &both) in acc.iter_mut().zip(pairs) {
                *row = _mm512_dpwssd_epi32(*row, _mm512_set1_epi32(both), weights);
            }
        }
        for (out, row) in sums.iter_mut().zip(&acc) {
            store16(out, *row);
        }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn widen16(bytes: &[i8]) -> __m256i {
        assert!(bytes.len() >= 16);
        #[expect(unsafe_code, clippy::cast_ptr_alignment, reason = "an unaligned vector load")]
        // SAFETY: sixteen bytes are there (asserted above) and the load needs no alignment.
        let bytes = unsafe { _mm_loadu_si128(bytes.as_ptr().cast::<__m128i>()) };
        _mm256_cvtepi8_epi16(bytes)
    }

    #[target_feature(enable = "avx512f,avx512bw")]
    #[inline]
    fn widen32(bytes: &[i8]) -> __m512i {
        assert!(bytes.len() >= 32);
        #[expect(unsafe_code, clippy::cast_ptr_alignment, reason = "an unaligned vector load")]
        // SAFETY: thirty-two bytes are there (asserted above) and the load needs no alignment.
        let bytes = unsafe { _mm256_loadu_si256(bytes.as_ptr().cast::<__m256i>()) };
        _mm512_cvtepi8_epi16(bytes)
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn store8(out: &mut [i32], value: __m256i) {
        assert!(out.len() >= 8);
        #[expect(unsafe_code, clippy::cast_ptr_alignment, reason = "an unaligned vector store")]
        // SAFETY: eight words are there (asserted above) and the store needs no alignment.
        unsafe {
            _mm256_storeu_si256(out.as_mut_ptr().cast::<__m256i>(), value);
        }
    }

    #[target_feature(enable = "avx512f")]
    #[inline]
    fn store16(out: &mut [i32; PANEL], value: __m512i) {
        #[expect(unsafe_code, reason = "an unaligned vector store")]
        // SAFETY: the array is sixteen words long and the store needs no alignment.
        unsafe {
            _mm512_storeu_epi32(out.as_mut_ptr(), value);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Plain sums over unpacked values.
    fn naive(a: &[Vec<i32>], weights: &[Vec<i8>], row: usize, column: usize) -> i64 {
        a[row].iter().zip(&weights[column]).map(|(&x, &w)| i64::from(x) * i64::from(w)).sum()
    }

    fn packed(a: &[Vec<i32>], weights: &[Vec<i8>]) -> (Vec<i32>, Vec<i8>) {
        let inputs = a[0].len();
        let words = (0..inputs / 2).flat_map(|p| a.iter().map(move |row| pair(row[2 * p], row[2 * p + 1]))).collect();
        let panel = (0..inputs / 2).flat_map(|p| weights.iter().flat_map(move |w| [w[2 * p], w[2 * p + 1]])).collect();
        (words, panel)
    }

    proptest! {
        #[test]
        fn every_kernel_equals_plain_sums(seed in any::<u64>(), rows in 1..=ROWS_MAX, pairs in 1usize..40) {
            let mut state = seed | 1;
            let mut next = |bound: i32| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                ((state >> 33) as i32) % (bound + 1) - bound / 2
            };
            let a: Vec<Vec<i32>> = (0..rows).map(|_| (0..2 * pairs).map(|_| next(65_534)).collect()).collect();
            let w: Vec<Vec<i8>> = (0..PANEL).map(|_| (0..2 * pairs).map(|_| next(254) as i8).collect()).collect();
            let (words, panel) = packed(&a, &w);
            for isa in Isa::available() {
                let mut sums = [[0; PANEL]; ROWS_MAX];
                multiply(isa, rows, &words, &panel, &mut sums);
                for (r, row) in sums[..rows].iter().enumerate() {
                    for (c, &sum) in row.iter().enumerate() {
                        prop_assert_eq!(i64::from(sum), naive(&a, &w, r, c), "{:?} row {} column {}", isa, r, c);
                    }
                }
            }
        }
    }

    #[test]
    fn the_largest_sums_do_not_overflow() {
        for inputs in [2, 384, 768, 1536, 3072, 4096] {
            let top = activation_max(inputs);
            let a = vec![vec![-top; inputs]];
            let w = vec![vec![-127i8; inputs]; PANEL];
            let (words, panel) = packed(&a, &w);
            for isa in Isa::available() {
                let mut sums = [[0; PANEL]; ROWS_MAX];
                multiply(isa, 1, &words, &panel, &mut sums);
                assert_eq!(i64::from(sums[0][PANEL - 1]), naive(&a, &w, 0, 0), "{isa:?} {inputs}");
            }
        }
    }
}
