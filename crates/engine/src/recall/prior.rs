//! Priors: small, cheap reasons that move a row which a channel found. They bring no rows of their own.
//!
//! A prior is one entry of [`ALL`]. From the recipe, sections 2 and 3d.

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

/// Every prior.
pub static ALL: &[Prior] = &[Prior {
    name: "speaker",
    summary: "the row was said by somebody the question names, or by the person who asks",
    weights: [0.15, 0.15, 0.1, 0.15, 1.0],
    value: speaker,
}];

fn speaker(question: &Question, facets: &Facets) -> f32 {
    let said_by_named =
        facets.speaker_key.as_deref().is_some_and(|key| question.speaker_keys.iter().any(|name| name == key));
    let said_by_asker = question.first_person
        && (facets.role == Some(Role::User) || facets.speaker_key.as_deref() == Some(Role::User.as_str()));
    f32::from(u8::from(said_by_named || said_by_asker))
}
