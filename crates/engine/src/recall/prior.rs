//! Priors: small, cheap reasons that move a row which a channel found. They bring no rows of their own.
//!
//! A prior is one entry of [`ALL`].

use crate::channel::{Question, TypeWeights};
use crate::model::Role;
use crate::store::Facets;

/// One prior.
pub struct Prior {
    /// Its name in explanations.
    pub name: &'static str,
    /// What it rewards, in one line.
    pub summary: &'static str,
    /// Its weight for each query type.
    pub weights: TypeWeights,
    /// Its value for a row, in `[0, 1]`.
    pub value: fn(&Question, &Facets) -> f32,
}

/// Every prior. Weights are measured (`docs/measurements.md`, priors).
pub static ALL: &[Prior] = &[
    Prior {
        name: "speaker",
        summary: "the row was said by somebody the question names",
        weights: [0.15, 0.15, 0.1, 0.15, 1.0],
        value: speaker,
    },
    Prior {
        name: "party",
        summary: "the row was said by the person who asks, or by the agent when the question is about its words",
        weights: [0.4, 0.4, 0.2, 0.4, 1.0],
        value: party,
    },
    Prior {
        name: "substance",
        summary: "the row says enough to hold an answer: greetings, short replies and bare headings do not",
        weights: [0.2, 0.2, 0.1, 0.2, 0.0],
        value: substance,
    },
];

/// Words from which a row has all the substance it needs. Measured: 30 to 60 differ little.
const SUBSTANCE_WORDS: f32 = 40.0;

fn speaker(question: &Question, facets: &Facets) -> f32 {
    let named = |key: &str| question.speaker_keys.iter().any(|name| name == key);
    f32::from(u8::from(facets.speaker_key.as_deref().is_some_and(named)))
}

fn party(question: &Question, facets: &Facets) -> f32 {
    let Some(party) = question.party else { return 0.0 };
    let by_role = facets.role == Some(party);
    // Clients that give no role often name the speaker "user" or "assistant".
    let by_name = facets.role.is_none() && facets.speaker_key.as_deref() == Some(Role::as_str(party));
    f32::from(u8::from(by_role || by_name))
}

fn substance(_: &Question, facets: &Facets) -> f32 {
    // A standing wish is short and complete ("always answer in French").
    if facets.category.is_standing() { 1.0 } else { (facets.words as f32 / SUBSTANCE_WORDS).min(1.0) }
}
