//! The inner loops in AVX2. Reached only through a [`Token`], which exists only where the CPU has the instructions.

use core::arch::x86_64::{
    __m128i, __m256i, _MM_HINT_T0, _mm_add_epi32, _mm_cvtsi128_si32, _mm_loadu_si128, _mm_prefetch, _mm_shuffle_epi32,
    _mm256_add_epi8, _mm256_add_epi16, _mm256_add_epi32, _mm256_and_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi16,
    _mm256_cvtepi8_epi16, _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_max_epu16,
    _mm256_movemask_epi8, _mm256_packs_epi16, _mm256_permute2x128_si256, _mm256_set1_epi8, _mm256_set1_epi16,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi16, _mm256_srli_epi16, _mm256_storeu_si256,
    _mm256_sub_epi16, _mm256_unpackhi_epi16, _mm256_unpacklo_epi16,
};

use super::super::rows::BLOCK;

/// Rows fetched ahead of the one in work: rows picked by a filter lie anywhere. Chosen.
const AHEAD: usize = 6;

/// Proof that this CPU has AVX2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Token(());

impl Token {
    pub(super) fn detect() -> Option<Self> {
        is_x86_feature_detected!("avx2").then_some(Self(()))
    }

    pub(super) fn dots(_proof: Self, query: &[i16], rows: &[&[i8]], dots: &mut [i32]) {
        #[expect(unsafe_code, reason = "calls a function compiled for AVX2")]
        // SAFETY: a token exists only where AVX2 was detected, and the function needs nothing else.
        unsafe {
            dots_avx2(query, rows, dots);
        }
    }

    pub(super) fn sign_sums(
        _proof: Self,
        tables: &[[u8; 32]],
        signs: &[u8],
        floor: u16,
        sums: &mut [[u16; BLOCK]],
        passed: &mut [u32],
    ) {
        #[expect(unsafe_code, reason = "calls a function compiled for AVX2")]
        // SAFETY: as in `dots`.
        unsafe {
            sign_sums_avx2(tables, signs, floor, sums, passed);
        }
    }
}

#[target_feature(enable = "avx2")]
fn dots_avx2(query: &[i16], rows: &[&[i8]], dots: &mut [i32]) {
    let (query, _) = query.as_chunks::<16>();
    for (i, dot) in dots.iter_mut().enumerate() {
        if let Some(ahead) = rows.get(i + AHEAD) {
            ahead.chunks(64).for_each(fetch);
        }
        let (row, _) = rows[i].as_chunks::<16>();
        let mut sums = [_mm256_setzero_si256(); 2];
        let (row_pairs, row_rest) = row.as_chunks::<2>();
        let (query_pairs, query_rest) = query.as_chunks::<2>();
        for (row, query) in row_pairs.iter().zip(query_pairs) {
            sums[0] = _mm256_add_epi32(sums[0], product(&query[0], &row[0]));
            sums[1] = _mm256_add_epi32(sums[1], product(&query[1], &row[1]));
        }
        for (row, query) in row_rest.iter().zip(query_rest) {
            sums[0] = _mm256_add_epi32(sums[0], product(query, row));
        }
        *dot = total(_mm256_add_epi32(sums[0], sums[1]));
    }
}

/// Eight sums of two neighbouring products each.
#[target_feature(enable = "avx2")]
#[inline]
fn product(query: &[i16; 16], row: &[i8; 16]) -> __m256i {
    _mm256_madd_epi16(_mm256_cvtepi8_epi16(load_16_i8(row)), load_16_i16(query))
}

/// Sum of eight 32-bit lanes.
#[target_feature(enable = "avx2")]
#[inline]
fn total(lanes: __m256i) -> i32 {
    let four = _mm_add_epi32(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
    _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two)))
}

#[target_feature(enable = "avx2")]
fn sign_sums_avx2(tables: &[[u8; 32]], signs: &[u8], floor: u16, sums: &mut [[u16; BLOCK]], passed: &mut [u32]) {
    let (tables, _) = tables.as_chunks::<2>();
    let (bytes, _) = signs.as_chunks::<BLOCK>();
    let blocks = bytes.chunks_exact((2 * tables.len()).max(1));
    for ((block, sums), passed) in blocks.zip(sums).zip(passed) {
        let (pairs, _) = block.as_chunks::<2>();
        // Sums of even rows with those of odd rows above them in the high byte, and of odd rows alone.
        let mut mixed = _mm256_setzero_si256();
        let mut odd = _mm256_setzero_si256();
        for (bytes, tables) in pairs.iter().zip(tables) {
            let four = _mm256_add_epi8(looked_up(&tables[0], &bytes[0]), looked_up(&tables[1], &bytes[1]));
            mixed = _mm256_add_epi16(mixed, four);
            odd = _mm256_add_epi16(odd, _mm256_srli_epi16::<8>(four));
        }
        let even = _mm256_sub_epi16(mixed, _mm256_slli_epi16::<8>(odd));
        // Back to the order of the rows: 0-7 and 16-23, 8-15 and 24-31, then by halves.
        let (low, high) = (_mm256_unpacklo_epi16(even, odd), _mm256_unpackhi_epi16(even, odd));
        let first = _mm256_permute2x128_si256::<0x20>(low, high);
        let second = _mm256_permute2x128_si256::<0x31>(low, high);
        let floors = _mm256_set1_epi16(floor.cast_signed());
        let enough = _mm256_packs_epi16(at_least(low, floors), at_least(high, floors));
        *passed = _mm256_movemask_epi8(enough).cast_unsigned();
        let (halves, _) = sums.as_chunks_mut::<16>();
        store_16_u16(&mut halves[0], first);
        store_16_u16(&mut halves[1], second);
    }
}

/// For each row the sum of the two table entries its sign byte picks.
#[target_feature(enable = "avx2")]
#[inline]
fn looked_up(table: &[u8; 32], bytes: &[u8; BLOCK]) -> __m256i {
    let nibble = _mm256_set1_epi8(15);
    let (low, high) = halves(table);
    let bytes = load_32_u8(bytes);
    let of_low = _mm256_shuffle_epi8(low, _mm256_and_si256(bytes, nibble));
    let of_high = _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16::<4>(bytes), nibble));
    _mm256_add_epi8(of_low, of_high)
}

/// All ones where `value >= floor`, unsigned.
#[target_feature(enable = "avx2")]
#[inline]
fn at_least(value: __m256i, floor: __m256i) -> __m256i {
    _mm256_cmpeq_epi16(_mm256_max_epu16(value, floor), value)
}

/// The two tables of 16 bytes, each in both lanes.
#[target_feature(enable = "avx2")]
#[inline]
fn halves(table: &[u8; 32]) -> (__m256i, __m256i) {
    let both = load_32_u8(table);
    (_mm256_permute2x128_si256::<0x00>(both, both), _mm256_permute2x128_si256::<0x11>(both, both))
}

#[target_feature(enable = "avx2")]
#[inline]
fn load_32_u8(bytes: &[u8; 32]) -> __m256i {
    #[expect(unsafe_code, reason = "loads through a pointer")]
    // SAFETY: the array has the 32 bytes the load reads, and the load has no alignment demand.
    unsafe {
        _mm256_loadu_si256(bytes.as_ptr().cast())
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn load_16_i16(values: &[i16; 16]) -> __m256i {
    #[expect(unsafe_code, reason = "loads through a pointer")]
    // SAFETY: the array has the 32 bytes the load reads, and the load has no alignment demand.
    unsafe {
        _mm256_loadu_si256(values.as_ptr().cast())
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn load_16_i8(values: &[i8; 16]) -> __m128i {
    #[expect(unsafe_code, reason = "loads through a pointer")]
    // SAFETY: the array has the 16 bytes the load reads, and the load has no alignment demand.
    unsafe {
        _mm_loadu_si128(values.as_ptr().cast())
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn store_16_u16(values: &mut [u16; 16], lanes: __m256i) {
    #[expect(unsafe_code, reason = "stores through a pointer")]
    // SAFETY: the array has the 32 bytes the store writes, and the store has no alignment demand.
    unsafe {
        _mm256_storeu_si256(values.as_mut_ptr().cast(), lanes);
    }
}

/// Asks for the cache line at the start of a run of codes.
#[inline]
fn fetch(codes: &[i8]) {
    #[expect(unsafe_code, reason = "a prefetch takes a pointer")]
    // SAFETY: the pointer comes from a slice, and a prefetch neither reads nor faults.
    unsafe {
        _mm_prefetch::<_MM_HINT_T0>(codes.as_ptr());
    }
}
