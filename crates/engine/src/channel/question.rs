//! The question, understood: everything a channel may want to know about it.

use std::sync::Arc;

use serde::Serialize;

use crate::affect;
use crate::model::{Interval, Micros, Role};
use crate::space::AskedPlace;
use crate::store::{Linked, Term};

/// Kinds of questions. A question is a mixture of them, never one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum QueryType {
    /// Nothing special.
    General,
    /// Asks about or within a time.
    Temporal,
    /// Asks for an exact thing: an identifier, a quoted phrase.
    Factual,
    /// Needs several memories put together.
    MultiHop,
    /// Asks how somebody felt.
    Emotional,
}

impl QueryType {
    /// Every kind, in the order of weight tables.
    pub const ALL: [Self; 5] = [Self::General, Self::Temporal, Self::Factual, Self::MultiHop, Self::Emotional];
}

/// Shares of the query types, in the order of [`QueryType::ALL`]; they sum to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Mixture(pub [f32; QueryType::ALL.len()]);

impl Mixture {
    /// Shares in proportion to non-negative strengths; all general when there is none.
    pub fn of(strengths: [f32; QueryType::ALL.len()]) -> Self {
        let total: f32 = strengths.iter().sum();
        if total <= 0.0 {
            return Self([1.0, 0.0, 0.0, 0.0, 0.0]);
        }
        Self(strengths.map(|strength| strength / total))
    }

    /// The weight that a row of type weights has for this question.
    pub fn weigh(&self, weights: &super::TypeWeights) -> f32 {
        self.0.iter().zip(weights).map(|(share, weight)| share * weight).sum()
    }
}

/// How memories fade when a question names no time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decay {
    /// FSRS-6's power law over each memory's own stability.
    #[default]
    PowerLaw,
    /// One exponential for all, with this half-life in days; MetaMemory's default is 365.
    HalfLife(f32),
}

/// A window of time that the question asks about.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TimeScope {
    /// The window.
    pub window: Interval,
    /// How likely this reading is, in `(0, 1]`.
    pub p: f32,
    /// True when the question names the years or dates themselves.
    pub explicit: bool,
}

/// A name that stands in the question, linked to the context's nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    /// The node and where its name stands.
    pub linked: Linked,
    /// Its normal form.
    pub key: String,
}

/// The question, understood.
#[derive(Clone, Debug)]
pub struct Question {
    /// As asked.
    pub text: String,
    /// When it is asked.
    pub now: Micros,
    /// Its terms for the keyword channel.
    pub terms: Vec<Term>,
    /// Identifier-shaped tokens in it, as index terms.
    pub identifiers: Vec<String>,
    /// Its vector; `None` when the embedder is absent or failed.
    pub vector: Option<Arc<[f32]>>,
    /// Windows of time it asks about.
    pub times: Vec<TimeScope>,
    /// Places it asks about, likeliest first.
    pub places: Vec<AskedPlace>,
    /// How memories fade when there is no time.
    pub decay: Decay,
    /// It asks for the latest (`Some(true)`) or the first (`Some(false)`) of something.
    pub order: Option<bool>,
    /// What it asks about feelings.
    pub feeling: Option<affect::FeelingQuery>,
    /// It asks for something to be done, or tells of a situation, rather than for a fact.
    pub asks_action: bool,
    /// It asks why something is so.
    pub asks_cause: bool,
    /// Names in it.
    pub names: Vec<Named>,
    /// Who of the two parties of a chat with an agent it is about.
    pub party: Option<Role>,
    /// Normal forms of single words and runs of words that may name a speaker.
    pub speaker_keys: Vec<String>,
    /// Which kinds of question it is.
    pub mixture: Mixture,
}

impl Question {
    /// Reads it as if no feeling were named: for contexts that take none.
    pub fn without_feelings(&mut self) {
        let [general, temporal, factual, multi_hop, _] = self.mixture.0;
        self.mixture = Mixture::of([general, temporal, factual, multi_hop, 0.0]);
        self.feeling = None;
    }
}
