//! Linear layers over integer weights: packing, quantised activations and `out += x · Wᵀ`.
//!
//! Must not know the network around them. A weight is one or two planes of 8-bit integers with a scale for each output;
//! the second plane holds what the first one rounded away, which makes a weight as good as 15 bits at twice the work.

use super::tile::{self, Isa, PANEL, ROWS_MAX};

/// The second plane counts in these parts of a step of the first.
const RESIDUAL_STEPS: f32 = 254.0;

/// Weights `[outputs x inputs]`, quantised for each output.
pub(super) struct Weights {
    /// How many numbers go in.
    pub(super) inputs: usize,
    /// Planes of `[outputs x inputs]` integers, row-major, each with one scale for each output.
    pub(super) planes: Vec<(Vec<i8>, Vec<f32>)>,
}

impl Weights {
    /// Quantises f32 weights (row-major, `inputs` to a row) to two planes; the error is below 1/64000 of a row's largest.
    pub(super) fn from_f32(values: &[f32], inputs: usize) -> Self {
        let (mut coarse, mut fine) = (Vec::with_capacity(values.len()), Vec::with_capacity(values.len()));
        let mut scales = Vec::with_capacity(values.len() / inputs);
        for row in values.chunks_exact(inputs) {
            let scale = row.iter().fold(0.0f32, |top, w| top.max(w.abs())) / 127.0;
            let inverse = if scale > 0.0 { 1.0 / scale } else { 0.0 };
            for w in row {
                let steps = w * inverse;
                let whole = steps.round_ties_even().clamp(-127.0, 127.0);
                coarse.push(whole as i8);
                fine.push(((steps - whole) * RESIDUAL_STEPS).round_ties_even().clamp(-127.0, 127.0) as i8);
            }
            scales.push(scale);
        }
        let fine_scales = scales.iter().map(|s| s / RESIDUAL_STEPS).collect();
        Self { inputs, planes: vec![(coarse, scales), (fine, fine_scales)] }
    }

    fn outputs(&self) -> usize {
        self.planes.first().map_or(0, |(_, scales)| scales.len())
    }
}

/// A linear layer, packed for the kernels.
pub(super) struct Linear {
    inputs: usize,
    outputs: usize,
    planes: Vec<Plane>,
    /// One for each output.
    pub(super) bias: Vec<f32>,
}

struct Plane {
    /// `[panels][pairs of inputs][PANEL][2]`; columns and inputs that do not exist are zero.
    packed: Vec<i8>,
    /// `[panels * PANEL]`.
    scales: Vec<f32>,
}

impl Linear {
    /// Packs layers that read the same input so that they run as one; their outputs follow each other.
    pub(super) fn pack(parts: &[(Weights, Vec<f32>)]) -> Self {
        let inputs = parts[0].0.inputs;
        let outputs = parts.iter().map(|(w, _)| w.outputs()).sum();
        let n_planes = parts.iter().map(|(w, _)| w.planes.len()).max().unwrap_or(0);
        let planes = (0..n_planes).map(|plane| Plane::pack(parts, plane, inputs, outputs)).collect();
        let bias = parts.iter().flat_map(|(_, bias)| bias.iter().copied()).collect();
        Self { inputs, outputs, planes, bias }
    }

    /// `out[r][o] += Σ_i x[r][i] * w[o][i]`, without the bias; `out` is `[rows x outputs]`.
    pub(super) fn accumulate(&self, isa: Isa, x: &Activations, out: &mut [f32]) {
        assert_eq!(out.len(), x.scales.len() * self.outputs);
        assert_eq!(x.pairs, self.inputs.div_ceil(2));
        for plane in &self.planes {
            plane.accumulate(isa, x, self.outputs, out);
        }
    }
}

impl Plane {
    fn pack(parts: &[(Weights, Vec<f32>)], plane: usize, inputs: usize, outputs: usize) -> Self {
        let (pairs, n_panels) = (inputs.div_ceil(2), outputs.div_ceil(PANEL));
        let mut packed = vec![0i8; n_panels * pairs * PANEL * 2];
        let mut scales = vec![0.0; n_panels * PANEL];
        let mut column = 0;
        for (weights, _) in parts {
            let Some((values, row_scales)) = weights.planes.get(plane) else {
                column += weights.outputs();
                continue;
            };
            for (row, &scale) in values.chunks_exact(inputs).zip(row_scales) {
                scales[column] = scale;
                let panel = &mut packed[column / PANEL * (pairs * PANEL * 2)..][..pairs * PANEL * 2];
                let lane = column % PANEL * 2;
                for (slot, both) in panel.chunks_exact_mut(PANEL * 2).zip(row.chunks(2)) {
                    slot[lane..lane + both.len()].copy_from_slice(both);
                }
                column += 1;
            }
        }
        Self { packed, scales }
    }

    fn accumulate(&self, isa: Isa, x: &Activations, outputs: usize, out: &mut [f32]) {
        let mut sums = [[0; PANEL]; ROWS_MAX];
        let panel_len = x.pairs * PANEL * 2;
        for (idx, (panel, scales)) in
            self.packed.chunks_exact(panel_len).zip(self.scales.chunks_exact(PANEL)).enumerate()
        {
            let first = idx * PANEL;
            let width = PANEL.min(outputs - first);
            for block in &x.blocks {
                let words = &x.words[block.start * x.pairs..][..block.rows * x.pairs];
                tile::multiply(isa, block.rows, words, panel, &mut sums);
                for (r, row) in sums[..block.rows].iter().enumerate() {
                    let row_scale = x.scales[block.start + r];
                    let to = &mut out[(block.start + r) * outputs + first..][..width];
                    for ((y, &sum), &scale) in to.iter_mut().zip(row).zip(scales) {
                        *y += sum as f32 * (row_scale * scale);
                    }
                }
            }
        }
    }
}

struct Block {
    start: usize,
    rows: usize,
}

/// Rows of activations as 16-bit integers with a scale for each row, laid out for the kernels.
#[derive(Default)]
pub(super) struct Activations {
    pairs: usize,
    /// Rows in blocks as even as possible, each at most as long as the kernel takes.
    blocks: Vec<Block>,
    /// For each block `[pairs][rows]` pairs of activations.
    words: Vec<i32>,
    /// One for each row.
    scales: Vec<f32>,
    row: Vec<i32>,
}

impl Activations {
    /// Quantises `x` (`[rows x inputs]`), replacing what was here. Each row depends on itself alone.
    pub(super) fn quantise(&mut self, isa: Isa, x: &[f32], inputs: usize) {
        let rows = x.len() / inputs;
        self.pairs = inputs.div_ceil(2);
        self.blocks.clear();
        self.scales.clear();
        self.words.resize(rows * self.pairs, 0);
        let n_blocks = rows.div_ceil(isa.rows());
        let mut start = 0;
        for left in (1..=n_blocks).rev() {
            let block = Block { start, rows: (rows - start).div_ceil(left) };
            start += block.rows;
            self.blocks.push(block);
        }
        let top = tile::activation_max(inputs) as f32;
        self.row.resize(self.pairs, 0);
        for block in &self.blocks {
            let words = &mut self.words[block.start * self.pairs..][..block.rows * self.pairs];
            for r in 0..block.rows {
                let values = &x[(block.start + r) * inputs..][..inputs];
                self.scales.push(quantise_row(isa, values, top, &mut self.row));
                for (slot, &both) in words.chunks_exact_mut(block.rows).zip(&self.row) {
                    slot[r] = both;
                }
            }
        }
    }
}

super::float::for_each_isa! {
    /// Writes `x` in steps of the returned scale, two to a word.
    fn quantise_row(x: &[f32], top: f32, words: &mut [i32]) -> f32 {
        let mut largest = [0.0f32; 16];
        let mut chunks = x.chunks_exact(16);
        for chunk in &mut chunks {
            for (l, v) in largest.iter_mut().zip(chunk) {
                let v = v.abs();
                *l = if v > *l { v } else { *l };
            }
        }
        let largest = largest.iter().chain(chunks.remainder()).fold(0.0f32, |top, v| top.max(v.abs()));
        if largest == 0.0 {
            words.fill(0);
            return 0.0;
        }
        let inverse = top / largest;
        let mut pairs = x.chunks_exact(2);
        for (word, both) in words.iter_mut().zip(&mut pairs) {
            *word = tile::pair(super::float::to_int(both[0] * inverse), super::float::to_int(both[1] * inverse));
        }
        if let (Some(last), [odd]) = (words.last_mut(), pairs.remainder()) {
            *last = tile::pair(super::float::to_int(odd * inverse), 0);
        }
        largest / top
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_linear_layer_equals_the_f32_product(
            (inputs, outputs, rows, w, x) in (1usize..70, 1usize..40, 1usize..30).prop_flat_map(|(i, o, r)| (
                Just(i), Just(o), Just(r),
                prop::collection::vec(-1.0f32..1.0, i * o),
                prop::collection::vec(-4.0f32..4.0, i * r),
            ))
        ) {
            let layer = Linear::pack(&[(Weights::from_f32(&w, inputs), vec![0.0; outputs])]);
            let mut first: Option<Vec<f32>> = None;
            for isa in Isa::available() {
                let mut acts = Activations::default();
                acts.quantise(isa, &x, inputs);
                let mut out = vec![0.0; rows * outputs];
                layer.accumulate(isa, &acts, &mut out);
                for r in 0..rows {
                    for o in 0..outputs {
                        let want: f64 = (0..inputs).map(|i| f64::from(x[r * inputs + i]) * f64::from(w[o * inputs + i])).sum();
                        // Each product is off by at most 4/64000 + 1/32767/2*4; the rest is f32 rounding.
                        let bound = 2e-4 * inputs as f64 + 1e-5;
                        prop_assert!((f64::from(out[r * outputs + o]) - want).abs() < bound);
                    }
                }
                let same = first.get_or_insert_with(|| out.clone());
                prop_assert_eq!(&*same, &out, "{:?} differs", isa);
            }
        }
    }

    #[test]
    fn a_row_of_zeros_stays_zero() {
        let layer = Linear::pack(&[(Weights::from_f32(&[0.5; 8], 4), vec![0.0; 2])]);
        let mut acts = Activations::default();
        acts.quantise(Isa::detect(), &[0.0; 4], 4);
        let mut out = [0.0; 2];
        layer.accumulate(Isa::detect(), &acts, &mut out);
        assert_eq!(out, [0.0; 2]);
    }
}
