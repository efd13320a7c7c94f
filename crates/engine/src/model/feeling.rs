//! Feelings attached to a memory: plain data; `affect` computes them.

use serde::{Deserialize, Serialize};

use super::Micros;

/// How a feeling came to be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Provenance {
    /// Given by the caller.
    Stated,
    /// Read from the words.
    Lexical,
    /// Drawn from retries, failures and the like.
    Behavioural,
    /// Said by a language model.
    Llm,
}

/// One feeling at one moment: a point in valence, arousal and dominance, with a name where there is one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FeelingPoint {
    /// The name, for example `frustration`.
    pub label: Option<String>,
    /// Pleasure, in `[-1, 1]`.
    pub valence: f32,
    /// Excitement, in `[-1, 1]`.
    pub arousal: f32,
    /// Control, in `[-1, 1]`.
    pub dominance: f32,
    /// Strength, in `[0, 1]`.
    pub intensity: f32,
    /// How sure we are, in `[0, 1]`.
    pub confidence: f32,
    /// How it came to be known.
    pub source: Provenance,
    /// When it was felt; the moment of the memory when absent.
    pub at: Option<Micros>,
}

/// What a memory feels like.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Feeling {
    /// One affinity for each label of `affect::Label::ALL`, in order; empty when not computed.
    pub affinities: Vec<f32>,
    /// The points, in order of time; often one or none.
    pub points: Vec<FeelingPoint>,
    /// The trajectory vector (132 long) when there are at least two points.
    pub arc: Option<Vec<f32>>,
}
