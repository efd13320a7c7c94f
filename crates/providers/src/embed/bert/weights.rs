//! Reads a BERT encoder's weights from the bytes of a safetensors file.
//!
//! Owns the tensor names, the number formats and their checks. Two forms are read: floating point (F32, F16, BF16), and
//! ours, where a matrix is I8 with a tensor `<name>_scale` (F32, one scale for each row) beside it. Must not know paths.

use std::borrow::Cow;
use std::num::NonZeroUsize;

use safetensors::tensor::{Dtype, SafeTensors, TensorView};

use super::linear::{Linear, Weights};
use super::tile::Isa;
use super::{Encoder, Layer, Shape, float};
use crate::embed::OpenError;

/// The bytes of a weight file: bundled ones are borrowed, so that the word table is never copied.
pub(in crate::embed) type Source<'a> = &'a Cow<'static, [u8]>;

/// Layer normalisation.
pub(super) struct Norm {
    gain: Vec<f32>,
    shift: Vec<f32>,
}

impl Norm {
    pub(super) fn apply(&self, isa: Isa, x: &mut [f32], epsilon: f32) {
        float::layer_norm(isa, x, &self.gain, &self.shift, epsilon);
    }
}

/// A table of rows that stays quantised in memory.
pub(super) struct Rows {
    dims: usize,
    cells: Cells,
    /// One for each row.
    scales: Vec<f32>,
}

enum Cells {
    /// Two's complement, one byte a cell.
    Int8(Cow<'static, [u8]>),
    Int16(Vec<i16>),
}

impl Rows {
    /// Adds a row to `out`.
    pub(super) fn add(&self, row: usize, out: &mut [f32]) {
        let (cells, scale) = (row * self.dims..(row + 1) * self.dims, self.scales[row]);
        match &self.cells {
            Cells::Int8(all) => {
                for (v, &cell) in out.iter_mut().zip(&all[cells]) {
                    *v += f32::from(cell as i8) * scale;
                }
            }
            Cells::Int16(all) => {
                for (v, &cell) in out.iter_mut().zip(&all[cells]) {
                    *v += f32::from(cell) * scale;
                }
            }
        }
    }

    fn from_f32(values: &[f32], dims: usize) -> Self {
        let (mut cells, mut scales) = (Vec::with_capacity(values.len()), Vec::new());
        for row in values.chunks_exact(dims) {
            let scale = row.iter().fold(0.0f32, |top, v| top.max(v.abs())) / f32::from(i16::MAX);
            let inverse = if scale > 0.0 { 1.0 / scale } else { 0.0 };
            cells.extend(row.iter().map(|v| (v * inverse).round_ties_even() as i16));
            scales.push(scale);
        }
        Self { dims, cells: Cells::Int16(cells), scales }
    }
}

/// Builds an encoder; the layers are packed on up to `threads` threads.
///
/// # Errors
/// [`OpenError`] when the file is no safetensors file, or a tensor is missing or has another form than `shape` needs.
pub(in crate::embed) fn load(bytes: Source<'_>, shape: Shape, threads: NonZeroUsize) -> Result<Encoder, OpenError> {
    let file = SafeTensors::deserialize(bytes).map_err(|error| OpenError::Weights { reason: error.to_string() })?;
    let prefix = if file.tensor("bert.embeddings.word_embeddings.weight").is_ok() { "bert." } else { "" };
    let tensors = Tensors { bytes, file, prefix };
    let (hidden, isa) = (shape.hidden, Isa::detect());
    let words = tensors.rows("embeddings.word_embeddings.weight", shape.vocabulary, hidden)?;
    let positions = tensors.rows("embeddings.position_embeddings.weight", shape.positions, hidden)?;
    let mut segment = tensors.floats("embeddings.token_type_embeddings.weight", &[None, Some(hidden)])?;
    segment.truncate(hidden);
    let norm = tensors.norm("embeddings.LayerNorm", hidden)?;
    let mut layers: Vec<Option<Result<Layer, OpenError>>> = (0..shape.layers).map(|_| None).collect();
    let share = shape.layers.div_ceil(threads.get()).max(1);
    let fill = |(idx, slots): (usize, &mut [Option<Result<Layer, OpenError>>])| {
        for (i, slot) in slots.iter_mut().enumerate() {
            *slot = Some(tensors.layer(idx * share + i, &shape));
        }
    };
    std::thread::scope(|scope| {
        let mut shares = layers.chunks_mut(share).enumerate();
        let first = shares.next();
        for later in shares {
            scope.spawn(|| fill(later));
        }
        if let Some(first) = first {
            fill(first);
        }
    });
    let layers = layers.into_iter().flatten().collect::<Result<Vec<_>, _>>()?;
    Ok(Encoder { isa, shape, words, positions, segment, norm, layers })
}

struct Tensors<'a> {
    bytes: Source<'a>,
    file: SafeTensors<'a>,
    prefix: &'static str,
}

impl Tensors<'_> {
    fn layer(&self, idx: usize, shape: &Shape) -> Result<Layer, OpenError> {
        let (hidden, wide) = (shape.hidden, shape.intermediate);
        let name = |part: &str| format!("encoder.layer.{idx}.{part}");
        let linear = |part: &str, outputs, inputs| self.linear(&name(part), outputs, inputs);
        Ok(Layer {
            qkv: Linear::pack(&[
                linear("attention.self.query", hidden, hidden)?,
                linear("attention.self.key", hidden, hidden)?,
                linear("attention.self.value", hidden, hidden)?,
            ]),
            mix: Linear::pack(&[linear("attention.output.dense", hidden, hidden)?]),
            mix_norm: self.norm(&name("attention.output.LayerNorm"), hidden)?,
            up: Linear::pack(&[linear("intermediate.dense", wide, hidden)?]),
            down: Linear::pack(&[linear("output.dense", hidden, wide)?]),
            down_norm: self.norm(&name("output.LayerNorm"), hidden)?,
        })
    }

    fn linear(&self, name: &str, outputs: usize, inputs: usize) -> Result<(Weights, Vec<f32>), OpenError> {
        let weight = format!("{name}.weight");
        let bias = self.floats(&format!("{name}.bias"), &[Some(outputs)])?;
        let view = self.view(&weight, &[Some(outputs), Some(inputs)])?;
        let weights = if view.dtype() == Dtype::I8 {
            let scales = self.floats(&format!("{weight}_scale"), &[Some(outputs)])?;
            // A kernel may meet 127 at most; -128 is not made by a symmetric quantiser.
            let cells = view.data().iter().map(|&cell| (cell as i8).max(-127)).collect();
            Weights { inputs, planes: vec![(cells, scales)] }
        } else {
            Weights::from_f32(&floats(&weight, &view)?, inputs)
        };
        Ok((weights, bias))
    }

    fn norm(&self, name: &str, dims: usize) -> Result<Norm, OpenError> {
        let part = |end: &str| self.floats(&format!("{name}.{end}"), &[Some(dims)]);
        Ok(Norm { gain: part("weight")?, shift: part("bias")? })
    }

    fn rows(&self, name: &str, rows: usize, dims: usize) -> Result<Rows, OpenError> {
        let view = self.view(name, &[Some(rows), Some(dims)])?;
        if view.dtype() != Dtype::I8 {
            return Ok(Rows::from_f32(&floats(name, &view)?, dims));
        }
        let scales = self.floats(&format!("{name}_scale"), &[Some(rows)])?;
        let data = match self.bytes {
            Cow::Borrowed(all) => {
                let from = view.data().as_ptr() as usize - all.as_ptr() as usize;
                Cow::Borrowed(&all[from..from + view.data().len()])
            }
            Cow::Owned(_) => Cow::Owned(view.data().to_vec()),
        };
        Ok(Rows { dims, cells: Cells::Int8(data), scales })
    }

    fn floats(&self, name: &str, shape: &[Option<usize>]) -> Result<Vec<f32>, OpenError> {
        floats(name, &self.view(name, shape)?)
    }

    /// A tensor whose shape is as asked; `None` stands for any length from 1.
    fn view(&self, name: &str, shape: &[Option<usize>]) -> Result<TensorView<'_>, OpenError> {
        let full = format!("{}{name}", self.prefix);
        let view = self.file.tensor(&full).map_err(|_| OpenError::TensorMissing { name: full.clone() })?;
        let found = view.shape();
        let fits = found.len() == shape.len()
            && found.iter().zip(shape).all(|(&n, want)| want.map_or(n > 0, |want| n == want));
        if fits {
            return Ok(view);
        }
        let expected = shape.iter().map(|n| n.map_or("n".to_owned(), |n| n.to_string())).collect::<Vec<_>>().join(", ");
        Err(OpenError::TensorShape { name: full, expected: format!("[{expected}]"), found: format!("{found:?}") })
    }
}

fn floats(name: &str, view: &TensorView<'_>) -> Result<Vec<f32>, OpenError> {
    let data = view.data();
    let values: Vec<f32> = match view.dtype() {
        Dtype::F32 => data.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect(),
        Dtype::F16 => data.chunks_exact(2).map(|b| half(u16::from_le_bytes([b[0], b[1]]))).collect(),
        Dtype::BF16 => {
            data.chunks_exact(2).map(|b| f32::from_bits(u32::from(b[0]) << 16 | u32::from(b[1]) << 24)).collect()
        }
        other => return Err(OpenError::TensorFormat { name: name.to_owned(), found: format!("{other:?}") }),
    };
    if values.iter().all(|v| v.is_finite()) {
        Ok(values)
    } else {
        Err(OpenError::TensorFormat { name: name.to_owned(), found: "a value that is not a finite number".to_owned() })
    }
}

/// An IEEE 754 half-precision number.
fn half(bits: u16) -> f32 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (exponent, fraction) = (i32::from(bits >> 10 & 0x1f), f32::from(bits & 0x3ff));
    match exponent {
        0 => sign * fraction * 2f32.powi(-24),
        31 if fraction == 0.0 => sign * f32::INFINITY,
        31 => f32::NAN,
        _ => sign * (1.0 + fraction / 1024.0) * 2f32.powi(exponent - 15),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_precision_is_read_exactly() {
        for (bits, want) in
            [(0x3c00, 1.0), (0xc000, -2.0), (0x7bff, 65504.0), (0x0001, 2f32.powi(-24)), (0x3555, 0.333_251_95)]
        {
            assert_eq!(half(bits), want, "{bits:#x}");
        }
        assert!(half(0x7c00).is_infinite());
        assert!(half(0x7e00).is_nan());
    }
}
