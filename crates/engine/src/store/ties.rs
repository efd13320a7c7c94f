//! The readers that follow what ties rows together: sections, key phrases, links, and probability over the graph.

use super::StoreError;
use super::view::{NodeNumber, Ordinal, Seed};
use crate::model::EdgeKind;
use crate::ports::Deadline;

/// A section of two and more rows that is near to a vector.
#[derive(Clone, Debug, PartialEq)]
pub struct SectionFound {
    /// Cosine of the mean of its rows' vectors.
    pub cosine: f32,
    /// Its rows that the view shows, ascending, not empty.
    pub rows: Vec<Ordinal>,
}

/// A key phrase of the context.
#[derive(Clone, Debug, PartialEq)]
pub struct Keyphrase {
    /// Its node.
    pub node: NodeNumber,
    /// The phrase as first written.
    pub phrase: String,
    /// How many rows of the view have it; at least 1.
    pub count: u32,
}

/// A key phrase that a text speaks of.
#[derive(Clone, Debug, PartialEq)]
pub struct PhraseFound {
    /// Its node.
    pub node: NodeNumber,
    /// The phrase as first written.
    pub phrase: String,
    /// Share of its words that the text has, each by its rarity, in `(0, 1]`.
    pub coverage: f32,
    /// Its rows that the view shows, ascending; not empty.
    pub rows: Vec<Ordinal>,
}

/// How a walker goes over the graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Wander {
    /// Chance that he goes on at each node, at least 0 and below 1.
    pub damping: f32,
    /// He is followed while a node holds at least this much for each of its edges, `1e-9..=1`.
    pub epsilon: f32,
    /// Readiness to go along or against an edge of each kind, in `[0, 1]`; kinds that are not named are closed.
    pub kinds: Vec<(EdgeKind, f32)>,
}

/// Readers of what ties rows together. The rules of [`super::View`] hold: only rows of the view come back, and nothing is
/// told of a node that none of them touches.
pub trait Ties: Send + Sync {
    /// The sections nearest to a vector, best first, at most `limit`. Sections of one row are left out: the row's own vector
    /// says the same. Empty when the context has no other.
    fn sections(&self, query: &[f32], limit: usize, deadline: &Deadline) -> Result<Vec<SectionFound>, StoreError>;

    /// Cosine of each row's section to a vector; `None` for rows in no section of two and more.
    fn section_similarity(&self, query: &[f32], rows: &[Ordinal]) -> Result<Vec<Option<f32>>, StoreError>;

    /// The other rows of a row's section, nearest in order of writing first.
    fn siblings(&self, row: Ordinal, limit: usize) -> Result<Vec<Ordinal>, StoreError>;

    /// The nodes that a row states an edge of that kind to, by ascending number.
    fn leads_to(&self, row: Ordinal, kind: EdgeKind) -> Result<Vec<NodeNumber>, StoreError>;

    /// The table of key phrases: those with at least `count_min` rows, the most frequent first, ties by phrase.
    ///
    /// Cost: looks at every phrase of the context.
    fn keyphrases(&self, count_min: u32, limit: usize) -> Result<Vec<Keyphrase>, StoreError>;

    /// Key phrases that stand on the same rows as a phrase, with the number of rows they share as `count`; most first.
    fn beside(&self, phrase: NodeNumber, limit: usize) -> Result<Vec<Keyphrase>, StoreError>;

    /// Key phrases of which a text has at least `coverage_min` of the words, the heaviest first. A phrase with more than
    /// `rows_max` rows is left out.
    fn phrases_in(
        &self,
        text: &str,
        coverage_min: f32,
        rows_max: usize,
        limit: usize,
    ) -> Result<Vec<PhraseFound>, StoreError>;

    /// The key phrases of a row, each with the other rows that have it (ascending, at most `rows_max`, else left out).
    fn phrases_of(&self, row: Ordinal, rows_max: usize) -> Result<Vec<PhraseFound>, StoreError>;

    /// Rows whose own text holds every word of a phrase, by ascending ordinal. Words are those of the keyword index.
    fn holding(&self, phrase: &str, limit: usize) -> Result<Vec<Ordinal>, StoreError>;

    /// Probability of meeting, at each row, a walker who starts at the seeds and often returns, less what he was given
    /// there at the start; best first, greater than 0.
    fn wander(
        &self,
        seeds: &[(Seed, f32)],
        how: &Wander,
        limit: usize,
        deadline: &Deadline,
    ) -> Result<Vec<(Ordinal, f32)>, StoreError>;
}
