//! A BERT encoder: token ids in, one vector for each token out.
//!
//! Owns the network, its weights in memory and how work is spread over threads. Must not know text, files or pooling.
//! Why our own and not a general runtime: see `docs/decisions/0003-embedding-runtime.md`.

mod float;
mod linear;
mod tile;
mod weights;

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use self::float::Attention;
use self::linear::{Activations, Linear};
use self::tile::Isa;
use self::weights::{Norm, Rows};

pub(super) use self::weights::load;

/// Tokens in one piece of work: enough to reuse a panel of weights, few enough that two cores share a small batch and
/// the activations stay in the second-level cache. Measured: 64 to 256 are within 5 %.
const PIECE_TOKENS: usize = 128;

/// The sizes of a network, as its `config.json` says them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Shape {
    pub(super) hidden: usize,
    pub(super) layers: usize,
    pub(super) heads: usize,
    pub(super) intermediate: usize,
    pub(super) vocabulary: usize,
    pub(super) positions: usize,
    pub(super) epsilon: f32,
}

struct Layer {
    qkv: Linear,
    mix: Linear,
    mix_norm: Norm,
    up: Linear,
    down: Linear,
    down_norm: Norm,
}

/// A network ready to run.
pub(super) struct Encoder {
    isa: Isa,
    shape: Shape,
    words: Rows,
    positions: Rows,
    /// The row that every token of a single text gets.
    segment: Vec<f32>,
    norm: Norm,
    layers: Vec<Layer>,
}

/// Room for the activations of one piece; reused between pieces.
#[derive(Default)]
struct Scratch {
    x: Vec<f32>,
    y: Vec<f32>,
    wide: Vec<f32>,
    activations: Activations,
    attention: Attention,
}

impl Encoder {
    pub(super) fn shape(&self) -> &Shape {
        &self.shape
    }

    pub(super) fn to_unit_length(&self, x: &mut [f32]) {
        float::to_unit_length(self.isa, x);
    }

    /// Encodes sequences of token ids on up to `threads` threads and gives each one's `[tokens x hidden]` to `read`.
    ///
    /// What `read` returns comes back in the order of `sequences`. A sequence's result depends on that sequence alone,
    /// to the last bit. Every id is below `vocabulary` and no sequence is empty or longer than `positions`; the
    /// tokeniser's owner sees to that.
    pub(super) fn run<T: Send>(
        &self,
        sequences: &[Vec<u32>],
        threads: NonZeroUsize,
        read: impl Fn(&mut [f32]) -> T + Sync,
    ) -> Vec<T> {
        let pieces = pieces(sequences);
        let next = AtomicUsize::new(0);
        let done: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(sequences.len()));
        let work = || {
            let mut scratch = Scratch::default();
            let mut mine = Vec::new();
            while let Some(piece) = pieces.get(next.fetch_add(1, Ordering::Relaxed)) {
                self.forward(&sequences[piece.clone()], &mut scratch);
                let mut rest = scratch.x.as_mut_slice();
                for idx in piece.clone() {
                    let (own, after) = rest.split_at_mut(sequences[idx].len() * self.shape.hidden);
                    mine.push((idx, read(own)));
                    rest = after;
                }
            }
            done.lock().unwrap_or_else(std::sync::PoisonError::into_inner).append(&mut mine);
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.get().min(pieces.len()) {
                scope.spawn(work);
            }
            work();
        });
        let mut done = done.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        done.sort_unstable_by_key(|(idx, _)| *idx);
        done.into_iter().map(|(_, value)| value).collect()
    }

    /// Leaves the final state of every token of `sequences`, one after the other, in `scratch.x`.
    fn forward(&self, sequences: &[Vec<u32>], scratch: &mut Scratch) {
        let hidden = self.shape.hidden;
        let tokens: usize = sequences.iter().map(Vec::len).sum();
        let Scratch { x, y, wide, activations, attention } = scratch;
        x.resize(tokens * hidden, 0.0);
        y.resize(tokens * hidden, 0.0);
        let ids = sequences.iter().flat_map(|ids| ids.iter().enumerate());
        for (row, (position, &id)) in x.chunks_exact_mut(hidden).zip(ids) {
            row.copy_from_slice(&self.segment);
            self.words.add(id as usize, row);
            self.positions.add(position, row);
        }
        self.norm.apply(self.isa, x, self.shape.epsilon);
        for layer in &self.layers {
            activations.quantise(self.isa, x, hidden);
            fill(wide, &layer.qkv.bias, tokens);
            layer.qkv.accumulate(self.isa, activations, wide);
            let (mut from, mut to) = (wide.as_slice(), y.as_mut_slice());
            for ids in sequences {
                let (own_from, rest_from) = from.split_at(ids.len() * 3 * hidden);
                let (own_to, rest_to) = to.split_at_mut(ids.len() * hidden);
                attention.run(self.isa, own_from, hidden, self.shape.heads, own_to);
                (from, to) = (rest_from, rest_to);
            }
            activations.quantise(self.isa, y, hidden);
            self.residual(&layer.mix, &layer.mix_norm, activations, x);
            activations.quantise(self.isa, x, hidden);
            fill(wide, &layer.up.bias, tokens);
            layer.up.accumulate(self.isa, activations, wide);
            float::gelu(self.isa, wide);
            activations.quantise(self.isa, wide, self.shape.intermediate);
            self.residual(&layer.down, &layer.down_norm, activations, x);
        }
    }

    /// `x = norm(x + linear(activations))`.
    fn residual(&self, linear: &Linear, norm: &Norm, activations: &Activations, x: &mut [f32]) {
        for row in x.chunks_exact_mut(linear.bias.len()) {
            for (v, b) in row.iter_mut().zip(&linear.bias) {
                *v += b;
            }
        }
        linear.accumulate(self.isa, activations, x);
        norm.apply(self.isa, x, self.shape.epsilon);
    }
}

/// Makes `rows` copies of `row`.
fn fill(out: &mut Vec<f32>, row: &[f32], rows: usize) {
    out.clear();
    for _ in 0..rows {
        out.extend_from_slice(row);
    }
}

/// Cuts the list into runs of about [`PIECE_TOKENS`] tokens.
fn pieces(sequences: &[Vec<u32>]) -> Vec<std::ops::Range<usize>> {
    let mut found = Vec::new();
    let (mut start, mut tokens) = (0, 0);
    for (idx, ids) in sequences.iter().enumerate() {
        if tokens > 0 && tokens + ids.len() > PIECE_TOKENS {
            found.push(start..idx);
            (start, tokens) = (idx, 0);
        }
        tokens += ids.len();
    }
    if start < sequences.len() {
        found.push(start..sequences.len());
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_the_list_in_order() {
        let sequences: Vec<Vec<u32>> = [3, 100, 40, 256, 1, 1, 127, 2].iter().map(|&n| vec![0; n]).collect();
        let found = pieces(&sequences);
        assert_eq!(found, [0..2, 2..3, 3..4, 4..6, 6..7, 7..8]);
        assert!(pieces(&[]).is_empty());
    }
}
