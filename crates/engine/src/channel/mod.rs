//! Channels: each is one retrieval signal, query in, one ranked list out.
//!
//! A channel is one file and one line in [`ALL`]. It carries its own description, weights and scale, so that fusion,
//! explanation, configuration and tables need to know nothing about it. Channels do no input or output but reading the
//! view, and wait on no model: whatever a model says about the question is in the [`Question`] already.
//!
//! Owns: the signals. Must not know: fusion, other channels, who asks.

mod bridge;
mod chain;
mod emotional;
mod exchange;
mod graph;
mod hop;
mod keyword;
mod pagerank;
mod question;
mod section;
mod semantic;
mod space;
mod standing;
mod temporal;

pub use question::{Decay, Mixture, Named, QueryType, Question, TimeScope};

use crate::ports::Deadline;
use crate::store::{Ordinal, Step, StoreError, View};

/// Every channel, in the order of printed tables.
pub static ALL: &[&dyn Channel] = &[
    &semantic::Semantic,
    &keyword::Keyword,
    &temporal::Temporal,
    &emotional::Emotional,
    &graph::Graph,
    &standing::Standing,
    &space::Space,
    &pagerank::PageRank,
    &bridge::Bridge,
    &section::Section,
];

/// The channel of that name.
pub fn by_name(name: &str) -> Option<&'static dyn Channel> {
    ALL.iter().copied().find(|channel| channel.spec().name == name)
}

/// One weight for each query type, in the order of [`QueryType::ALL`].
pub type TypeWeights = [f32; QueryType::ALL.len()];

/// What a channel says about itself.
#[derive(Debug)]
pub struct Spec {
    /// Its name, as in requests, traces and tables.
    pub name: &'static str,
    /// What it finds, in one line.
    pub summary: &'static str,
    /// Its weight in fusion for each query type, before learning.
    pub weights: TypeWeights,
    /// Its weight in MetaMemory's published design, for `profile = "metamemory"`.
    pub weight_metamemory: f32,
    /// How its raw scores become comparable.
    pub scale: Scale,
    /// What has to be there before it can run.
    pub needs: Needs,
}

/// How raw scores become values in `[0, 1]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Between the lowest and the highest of the list.
    MinMax,
    /// Between zero and the highest of the list.
    ZeroMax,
    /// They are in `[0, 1]` already and mean the same for every question.
    Unit,
}

/// What a channel has to wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// The question only.
    Question,
    /// The question's vector.
    Vector,
    /// The best hits of the channels that need no seeds.
    Seeds,
}

/// What a channel gets to work with.
pub struct Inquiry<'a> {
    /// The question, understood.
    pub question: &'a Question,
    /// The rows it may see.
    pub view: &'a dyn View,
    /// Best rows of the first stage with their fused score, best first; empty in the first stage.
    pub seeds: &'a [(Ordinal, f32)],
    /// When it has to be done.
    pub deadline: &'a Deadline,
}

/// One row that a channel found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The row.
    pub row: Ordinal,
    /// Its raw score, on the channel's own scale; higher is better.
    pub score: f32,
    /// The way it was reached, for channels that walk.
    pub path: Vec<Step>,
    /// What it inherits from the row by which it was reached, for channels that follow a link out of a hit.
    pub lift: Option<Lift>,
}

impl Found {
    /// A row found without a path.
    pub fn new(row: Ordinal, score: f32) -> Self {
        Self { row, score, path: Vec::new(), lift: None }
    }
}

/// A row that answers the second step of a question resembles its source's text, not the question, so that it is worth what
/// led to it: it inherits a share of that row's fused score, and never passes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lift {
    /// The row that leads to it; `None` when the question itself points at it, by its very words.
    pub from: Option<Ordinal>,
    /// The share, in `(0, 1)`.
    pub share: f32,
}

/// Why a channel could not answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChannelError {
    /// A reader failed or ran late.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// One retrieval signal.
pub trait Channel: Sync {
    /// What it says about itself.
    fn spec(&self) -> &'static Spec;

    /// At most `limit` rows, best first, ties by ascending row, without doubles.
    ///
    /// An empty list means that the question gives this signal nothing to go by, or that nothing matches.
    ///
    /// # Errors
    /// [`ChannelError`]; the answer then comes from the other channels and says so.
    fn search(&self, inquiry: &Inquiry<'_>, limit: usize) -> Result<Vec<Found>, ChannelError>;

    /// Raw scores of rows that other channels found, in order; `None` when this channel can only score what it found itself.
    ///
    /// # Errors
    /// As [`Channel::search`].
    fn score(&self, inquiry: &Inquiry<'_>, rows: &[Ordinal]) -> Result<Option<Vec<f32>>, ChannelError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_weights_sane() {
        for (position, channel) in ALL.iter().enumerate() {
            let spec = channel.spec();
            assert!(ALL[..position].iter().all(|other| other.spec().name != spec.name), "{}", spec.name);
            assert!(spec.weights.iter().all(|weight| *weight > 0.0), "{} is silenced for some type", spec.name);
        }
    }
}
