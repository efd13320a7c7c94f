//! The f32 parts of the encoder: layer normalisation, GELU, attention, pooling.
//!
//! Written so that every processor gives the same bits: no fused multiply-add, no library functions whose rounding
//! differs, sums in a fixed order of sixteen lanes. The compiler vectorises the lanes; [`for_each_isa`] compiles each
//! function once for any processor and once for AVX2. Must not know weights or their formats.

#![expect(clippy::inline_always, reason = "a body must be inlined to be compiled for its caller's instruction set")]

use super::tile::Isa;

/// Independent partial sums of a reduction: a fixed order of additions that vectorises.
const LANES: usize = 16;

/// Defines functions that are compiled for each instruction set and chosen by a first argument `isa`.
macro_rules! for_each_isa {
    ($($(#[$doc:meta])* $vis:vis fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)? $body:block)*) => {$(
        $(#[$doc])*
        $vis fn $name(isa: $crate::embed::bert::tile::Isa, $($arg: $ty),*) $(-> $ret)? {
            #[inline(always)]
            fn body($($arg: $ty),*) $(-> $ret)? $body
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2")]
                fn avx2($($arg: $ty),*) $(-> $ret)? {
                    body($($arg),*)
                }
                if isa != $crate::embed::bert::tile::Isa::Portable {
                    #[expect(unsafe_code, reason = "calls a function compiled for AVX2")]
                    // SAFETY: any other value is only made after the processor said that it has AVX2.
                    return unsafe { avx2($($arg),*) };
                }
            }
            let _: $crate::embed::bert::tile::Isa = isa;
            body($($arg),*)
        }
    )*};
}
pub(super) use for_each_isa;

/// Adding this pushes the fraction of a small f32 out of its mantissa: rounding to nearest even without a library call.
const ROUNDER: f32 = 12_582_912.0;

/// The nearest integer of a number below 2^22 in size.
#[inline(always)]
pub(super) fn to_int(x: f32) -> i32 {
    (x + ROUNDER).to_bits() as i32 - ROUNDER.to_bits() as i32
}

/// `e^x`, relative error below 3e-7; `x` below -87 gives about 1e-38, above 88 about 1.6e38.
#[inline(always)]
fn exp(x: f32) -> f32 {
    // ln 2 in two parts, so that n * LN2_HIGH is exact.
    const LN2_HIGH: f32 = 0.693_359_4;
    const LN2_LOW: f32 = -2.121_944_4e-4;
    let x = if x > -87.0 { x } else { -87.0 };
    let x = if x < 88.0 { x } else { 88.0 };
    let n = (x * core::f32::consts::LOG2_E + ROUNDER) - ROUNDER;
    let r = (x - n * LN2_HIGH) - n * LN2_LOW;
    // The Taylor series: on |r| <= ln(2)/2 the first term left out is below 1.2e-7.
    let poly = 1.0 + r * (1.0 + r * (0.5 + r * (1.0 / 6.0 + r * (1.0 / 24.0 + r * (1.0 / 120.0 + r * (1.0 / 720.0))))));
    poly * f32::from_bits(((to_int(n) + 127) << 23) as u32)
}

/// The error function, absolute error below 5e-7. Source: Abramowitz and Stegun 1964, 7.1.26.
#[inline(always)]
fn erf(x: f32) -> f32 {
    let size = x.abs();
    let t = 1.0 / (1.0 + 0.327_591_1 * size);
    let poly = t * (0.254_829_6 + t * (-0.284_496_74 + t * (1.421_413_7 + t * (-1.453_152 + t * 1.061_405_4))));
    (1.0 - poly * exp(-size * size)).copysign(x)
}

#[inline(always)]
fn total(lanes: [f32; LANES]) -> f32 {
    let mut lanes = lanes;
    let mut width = LANES / 2;
    while width > 0 {
        for i in 0..width {
            lanes[i] += lanes[i + width];
        }
        width /= 2;
    }
    lanes[0]
}

#[inline(always)]
fn sum(x: &[f32], of: impl Fn(f32) -> f32) -> f32 {
    let mut lanes = [0.0; LANES];
    let mut chunks = x.chunks_exact(LANES);
    for chunk in &mut chunks {
        for (lane, &v) in lanes.iter_mut().zip(chunk) {
            *lane += of(v);
        }
    }
    for (lane, &v) in lanes.iter_mut().zip(chunks.remainder()) {
        *lane += of(v);
    }
    total(lanes)
}

for_each_isa! {
    /// Normalises each row of `x` in place: mean 0, variance 1, then `gain` and `shift`.
    pub(super) fn layer_norm(x: &mut [f32], gain: &[f32], shift: &[f32], epsilon: f32) {
        let n = gain.len() as f32;
        for row in x.chunks_exact_mut(gain.len()) {
            let mean = sum(row, |v| v) / n;
            let variance = sum(row, |v| (v - mean) * (v - mean)) / n;
            let scale = 1.0 / (variance + epsilon).sqrt();
            for ((v, g), s) in row.iter_mut().zip(gain).zip(shift) {
                *v = (*v - mean) * scale * g + s;
            }
        }
    }

    /// The exact GELU, in place.
    pub(super) fn gelu(x: &mut [f32]) {
        for v in x {
            *v = 0.5 * *v * (1.0 + erf(*v * core::f32::consts::FRAC_1_SQRT_2));
        }
    }

    /// Scales a vector to unit length; a zero vector stays zero.
    pub(super) fn to_unit_length(x: &mut [f32]) {
        let norm = sum(x, |v| v * v).sqrt();
        if norm > 0.0 {
            let inverse = 1.0 / norm;
            for v in x {
                *v *= inverse;
            }
        }
    }

    /// `e^(scale * (x - max x))` for the first `n` of a row, divided by their sum; the rest becomes zero.
    fn softmax(x: &mut [f32], n: usize, scale: f32) {
        let (live, rest) = x.split_at_mut(n);
        rest.fill(0.0);
        let largest = live.iter().fold(f32::NEG_INFINITY, |top, &v| if v > top { v } else { top });
        for v in live.iter_mut() {
            *v = exp((*v - largest) * scale);
        }
        let inverse = 1.0 / sum(live, |v| v);
        for v in live {
            *v *= inverse;
        }
    }

    /// `out = a · b` for small matrices: `a` is `[rows x inner]` in rows of `a_step`, `b` is `[inner x columns]`
    /// with `columns` a multiple of 16, `out` is `[rows x columns]`.
    fn product(a: &[f32], a_step: usize, rows: usize, inner: usize, b: &[f32], columns: usize, out: &mut [f32]) {
        let mut row = 0;
        while row < rows {
            if rows - row >= 4 {
                product_rows::<4>(&a[row * a_step..], a_step, inner, b, columns, &mut out[row * columns..]);
                row += 4;
            } else {
                product_rows::<1>(&a[row * a_step..], a_step, inner, b, columns, &mut out[row * columns..]);
                row += 1;
            }
        }
    }
}

#[inline(always)]
fn product_rows<const ROWS: usize>(a: &[f32], a_step: usize, inner: usize, b: &[f32], columns: usize, out: &mut [f32]) {
    for first in (0..columns).step_by(LANES) {
        let mut acc = [[0.0f32; LANES]; ROWS];
        for k in 0..inner {
            let from = &b[k * columns + first..][..LANES];
            for r in 0..ROWS {
                let scale = a[r * a_step + k];
                for l in 0..LANES {
                    acc[r][l] += scale * from[l];
                }
            }
        }
        for r in 0..ROWS {
            out[r * columns + first..][..LANES].copy_from_slice(&acc[r]);
        }
    }
}

/// Room for one head's matrices; reused between heads and sequences.
#[derive(Default)]
pub(super) struct Attention {
    keys: Vec<f32>,
    values: Vec<f32>,
    weights: Vec<f32>,
    mixed: Vec<f32>,
}

impl Attention {
    /// Multi-head self-attention of one sequence.
    ///
    /// - `qkv`: `[n x 3 * hidden]`, queries, keys and values of each token one after the other.
    /// - `out`: `[n x hidden]`.
    /// - cost: `O(n² · hidden)`.
    pub(super) fn run(&mut self, isa: Isa, qkv: &[f32], hidden: usize, heads: usize, out: &mut [f32]) {
        let (n, dims) = (out.len() / hidden, hidden / heads);
        let (n_wide, dims_wide) = (n.next_multiple_of(LANES), dims.next_multiple_of(LANES));
        let step = 3 * hidden;
        self.keys.clear();
        self.keys.resize(dims * n_wide, 0.0);
        self.values.clear();
        self.values.resize(n * dims_wide, 0.0);
        self.weights.resize(n * n_wide, 0.0);
        self.mixed.resize(n * dims_wide, 0.0);
        let scale = 1.0 / (dims as f32).sqrt();
        for head in 0..heads {
            let offset = head * dims;
            for (token, row) in qkv.chunks_exact(step).enumerate() {
                for (d, &key) in row[hidden + offset..][..dims].iter().enumerate() {
                    self.keys[d * n_wide + token] = key;
                }
                self.values[token * dims_wide..][..dims].copy_from_slice(&row[2 * hidden + offset..][..dims]);
            }
            product(isa, &qkv[offset..], step, n, dims, &self.keys, n_wide, &mut self.weights);
            for row in self.weights[..n * n_wide].chunks_exact_mut(n_wide) {
                softmax(isa, row, n, scale);
            }
            product(isa, &self.weights, n_wide, n, n, &self.values, dims_wide, &mut self.mixed);
            for (to, from) in out.chunks_exact_mut(hidden).zip(self.mixed.chunks_exact(dims_wide)) {
                to[offset..offset + dims].copy_from_slice(&from[..dims]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(n: usize) -> Vec<f32> {
        let mut state = 7u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / 8_388_608.0 - 1.0
        };
        (0..n).map(|_| next() * 3.0).collect()
    }

    #[test]
    fn exp_is_close_to_the_library() {
        for i in -8700..8800 {
            let x = i as f32 / 100.0;
            let (got, want) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((got - want).abs() <= 4e-7 * want, "{x}: {got} {want}");
        }
        assert!(exp(-1e30) < 2e-38);
    }

    #[test]
    fn erf_knows_published_values() {
        // Abramowitz and Stegun, table 7.1.
        for (x, want) in [(0.0, 0.0), (0.5, 0.520_499_9), (1.0, 0.842_700_8), (2.0, 0.995_322_3), (6.0, 1.0)] {
            assert!((erf(x) - want).abs() < 5e-7, "{x}");
            assert!((erf(-x) + want).abs() < 5e-7, "-{x}");
        }
    }

    #[test]
    fn integers_are_rounded_to_nearest_even() {
        for (x, want) in [(0.5, 0), (1.5, 2), (-0.5, 0), (-1.5, -2), (32_766.7, 32_767), (-32_766.7, -32_767)] {
            assert_eq!(to_int(x), want, "{x}");
        }
    }

    #[test]
    fn attention_equals_the_textbook() {
        for (n, heads, dims) in [(1, 2, 32), (5, 3, 8), (19, 12, 32), (37, 2, 20)] {
            let hidden = heads * dims;
            let qkv = noise(n * 3 * hidden);
            let at = |t: usize, part: usize, d: usize| f64::from(qkv[t * 3 * hidden + part * hidden + d]);
            let mut first: Option<Vec<f32>> = None;
            for isa in Isa::available() {
                let mut out = vec![0.0; n * hidden];
                Attention::default().run(isa, &qkv, hidden, heads, &mut out);
                for t in 0..n {
                    for head in 0..heads {
                        let dot =
                            |u| (0..dims).map(|d| at(t, 0, head * dims + d) * at(u, 1, head * dims + d)).sum::<f64>();
                        let weights: Vec<f64> = (0..n).map(|u| (dot(u) / (dims as f64).sqrt()).exp()).collect();
                        let all: f64 = weights.iter().sum();
                        for d in 0..dims {
                            let want: f64 = (0..n).map(|u| weights[u] / all * at(u, 2, head * dims + d)).sum();
                            assert!((f64::from(out[t * hidden + head * dims + d]) - want).abs() < 1e-4);
                        }
                    }
                }
                assert_eq!(first.get_or_insert_with(|| out.clone()), &out, "{isa:?} differs");
            }
        }
    }

    #[test]
    fn normalised_rows_have_mean_zero_and_variance_one() {
        let plain = noise(3 * 40);
        let mut first: Option<Vec<f32>> = None;
        for isa in Isa::available() {
            let mut x = plain.clone();
            layer_norm(isa, &mut x, &[1.0; 40], &[0.0; 40], 1e-12);
            for row in x.chunks(40) {
                assert!(row.iter().sum::<f32>().abs() < 1e-4);
                assert!((row.iter().map(|v| v * v).sum::<f32>() / 40.0 - 1.0).abs() < 1e-4);
            }
            assert_eq!(first.get_or_insert_with(|| x.clone()), &x, "{isa:?} differs");
        }
    }

    #[test]
    fn gelu_knows_published_values() {
        // x * Φ(x) with Φ from Abramowitz and Stegun, table 26.1.
        let mut x = [0.0, 1.0, -1.0, 2.0, -8.0];
        gelu(Isa::detect(), &mut x);
        for (got, want) in x.into_iter().zip([0.0, 0.841_345, -0.158_655, 1.954_5, 0.0]) {
            assert!((got - want).abs() < 2e-6, "{got} {want}");
        }
    }

    #[test]
    fn a_zero_vector_stays_zero() {
        let mut x = [0.0; 20];
        to_unit_length(Isa::detect(), &mut x);
        assert_eq!(x, [0.0; 20]);
    }
}
