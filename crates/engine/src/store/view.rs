//! The readers that channels use: one consistent view of the rows that a filter lets through.

use std::sync::Arc;

use super::{PlaceFilter, Placed, StoreError};
use crate::affect;
use crate::model::{Category, EdgeKind, Interval, Kind, LatLon, Memory, Micros, NodeKind, Role};
use crate::ports::Deadline;
use crate::space::Area;

/// Number of a row inside its context: given out once, in order of writing, and kept for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Ordinal(pub u32);

/// Number of a node that is no memory inside its context: given out like [`Ordinal`]s, and kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct NodeNumber(pub u32);

/// A term of a keyword query.
#[derive(Clone, Debug, PartialEq)]
pub struct Term {
    /// The index term, as `text::query_terms` makes it.
    pub term: String,
    /// How much it counts, greater than 0.
    pub weight: f32,
}

/// The few columns that ranking needs of every candidate, without its text.
#[derive(Clone, Debug, PartialEq)]
pub struct Facets {
    /// What it is.
    pub kind: Kind,
    /// Who said it: normalised name (`text::name_key`).
    pub speaker_key: Option<Arc<str>>,
    /// In which role.
    pub role: Option<Role>,
    /// Number of its session inside the view, and its place there.
    pub session: Option<(u32, u32)>,
    /// The longer memory it is a part of.
    pub part_of: Option<Ordinal>,
    /// The row that it was read in, of facts and actions.
    pub told_in: Option<Ordinal>,
    /// All that was read in it was replaced since.
    pub is_stale: bool,
    /// Normalised title of its page.
    pub title_key: Option<Arc<str>>,
    /// How many words it has.
    pub words: u32,
    /// Hash of its shape.
    pub simhash: u64,
    /// What it is to the person it is about.
    pub category: Category,
    /// How much it matters.
    pub importance: f32,
    /// FSRS stability in days.
    pub stability_days: f32,
}

/// When a row was learnt, when it happened, when it held, and what its text states.
#[derive(Clone, Debug, PartialEq)]
pub struct Times {
    /// When we learnt it.
    pub known_at: Micros,
    /// When it happened.
    pub event: Interval,
    /// What its text states.
    pub stated: Vec<Interval>,
}

/// Somebody of whom something is known, as a question has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Whom {
    /// Their name in its normal form (`text::name_key`); `None` for whoever speaks without a name.
    pub name: Option<String>,
    /// What the one meant is to them, and so on: `["sister", "husband"]` is their sister's husband.
    pub roles: Vec<String>,
}

/// A name of the context found in a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Linked {
    /// The node.
    pub node: NodeNumber,
    /// What it stands for.
    pub kind: NodeKind,
    /// Its name as first written.
    pub name: String,
    /// Where the name stands in the text, in bytes `[start, end)`.
    pub span: (u32, u32),
    /// How many rows of the context touch it.
    pub degree: u32,
}

/// Where a walk begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Seed {
    /// At a row.
    Row(Ordinal),
    /// At a node.
    Node(NodeNumber),
}

/// How to walk.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    /// What is left of the activation after one hop from memory to memory, in `(0, 1)`.
    pub decay: f32,
    /// Hops at most, 1 to 3.
    pub hops_max: u32,
    /// Activation below this is dropped.
    pub threshold: f32,
    /// Nodes followed in one hop at most, strongest first.
    pub frontier_max: u32,
    /// Nodes touched by more rows than this pass nothing on.
    pub fan_max: u32,
    /// Weight of each kind of edge; kinds that are not named are not walked.
    pub kinds: Vec<(EdgeKind, f32)>,
}

/// One step of a path through the graph.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Along which kind of edge.
    pub kind: EdgeKind,
    /// The row it leads to, where it leads to one.
    pub row: Option<Ordinal>,
    /// The name of the node it leads to, where it leads to one.
    pub node: Option<String>,
}

/// A row that a walk reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Activated {
    /// The row.
    pub row: Ordinal,
    /// How strongly, greater than 0.
    pub activation: f32,
    /// The strongest way there, from a seed.
    pub path: Vec<Step>,
}

/// A course of feelings to look for.
#[derive(Clone, Debug, PartialEq)]
pub struct CourseAsk<'a> {
    /// For each feeling, in order of time, its labels (positions in `affect::Label::ALL`) with weights.
    pub steps: &'a [Vec<(usize, f32)>],
    /// Normal forms of names, of which some may be speakers'; where one is, only what that person says counts.
    pub people: &'a [String],
    /// Where nobody of those names speaks: the party of a chat with an agent that is meant.
    pub party: Option<Role>,
    /// The curve asked for, which the best runs are compared with.
    pub curve: &'a affect::Arc,
}

/// A row where a course begins or ends, or which holds it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CourseFound {
    /// The row.
    pub row: Ordinal,
    /// In `[0, 1]`.
    pub score: f32,
}

/// A run of rows to read the feelings of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FeltRun<'a> {
    /// Which run.
    pub of: FeltOf<'a>,
    /// Only what this speaker says, by normal form; everybody where `None`.
    pub speaker: Option<&'a str>,
}

/// Which run of rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FeltOf<'a> {
    /// The lines of one memory, or the memory alone.
    Memory(Ordinal),
    /// The turns of a session.
    Session(&'a str),
    /// The turns of the session that belong to the same episode as this row.
    EpisodeOf(Ordinal),
}

/// What is felt at one place of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Felt {
    /// The row.
    pub row: Ordinal,
    /// Valence, arousal, dominance.
    pub vad: [f32; 3],
    /// How likely it is that anything is felt, 0 to 1.
    pub intensity: f32,
}

/// One consistent view of the rows that a filter lets through.
///
/// Lists are best first, ties by ascending ordinal, at most `limit` long, without doubles, and hold only rows of the view.
/// A reader that sees its deadline pass answers [`StoreError::Late`]. All readers may be called from several threads.
pub trait View: super::Ties {
    /// How many rows the view has.
    fn len(&self) -> usize;

    /// True when it has none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// This view with one more condition: only rows whose event, or a stated interval, overlaps one of `windows`.
    fn narrowed(&self, windows: &[Interval]) -> Result<Arc<dyn View>, StoreError>;

    /// This view with one more condition: only rows of standing wishes and facts ([`Category::is_standing`]).
    fn standing(&self) -> Result<Arc<dyn View>, StoreError>;

    /// This view with one more condition: only rows said by somebody whose name has one of these keys.
    fn spoken_by(&self, keys: &[String]) -> Result<Arc<dyn View>, StoreError>;

    /// This view with one more condition: only rows that lie there.
    fn located(&self, place: &PlaceFilter) -> Result<Arc<dyn View>, StoreError>;

    /// Rows nearest to a vector, with their cosine. `query` has the length of the context's model.
    fn nearest(&self, query: &[f32], limit: usize, deadline: &Deadline) -> Result<Vec<(Ordinal, f32)>, StoreError>;

    /// The rows truly nearest to each vector, compared in full precision, however long it takes: what [`View::nearest`] is
    /// measured against. Cost: reads every vector of the view once.
    fn nearest_exact(&self, queries: &[&[f32]], limit: usize) -> Result<Vec<Vec<(Ordinal, f32)>>, StoreError>;

    /// Cosine of each row to a vector; `None` for rows without one.
    fn similarity(&self, query: &[f32], rows: &[Ordinal]) -> Result<Vec<Option<f32>>, StoreError>;

    /// Rows that share words with the query, with their BM25 score over the whole context's statistics.
    fn matching(&self, terms: &[Term], limit: usize, deadline: &Deadline) -> Result<Vec<(Ordinal, f32)>, StoreError>;

    /// BM25 score of each row, 0 where nothing matches.
    fn match_scores(&self, terms: &[Term], rows: &[Ordinal]) -> Result<Vec<f32>, StoreError>;

    /// Rows whose own text holds the term, by ascending ordinal.
    fn holders(&self, term: &str, limit: usize) -> Result<Vec<Ordinal>, StoreError>;

    /// Rows that feel like the wanted labels (positions in `affect::Label::ALL`, with weights), with a score in `[0, 1]`.
    fn feeling(
        &self,
        wanted: &[(usize, f32)],
        limit: usize,
        deadline: &Deadline,
    ) -> Result<Vec<(Ordinal, f32)>, StoreError>;

    /// How far each row feels like the wanted labels, in `[0, 1]`.
    fn feeling_scores(&self, wanted: &[(usize, f32)], rows: &[Ordinal]) -> Result<Vec<f32>, StoreError>;

    /// Rows whose trajectory vector is nearest to `arc`, with the dot product of the scaled blocks.
    fn arcs(&self, arc: &[f32], limit: usize, deadline: &Deadline) -> Result<Vec<(Ordinal, f32)>, StoreError>;

    /// The points that each row was given or read to have, in order; from the records, so for short lists.
    fn points(&self, rows: &[Ordinal]) -> Result<Vec<Vec<affect::Point>>, StoreError>;

    /// Rows that show a course of feelings, best first: turns where one begins and ends, and transcripts that hold one.
    fn courses(&self, ask: &CourseAsk<'_>, limit: usize, deadline: &Deadline) -> Result<Vec<CourseFound>, StoreError>;

    /// What was felt along a run of rows, in order: the points of a memory, a session or an episode.
    fn felt(&self, run: &FeltRun<'_>) -> Result<Vec<Felt>, StoreError>;

    /// Rows by their event time, latest or earliest first.
    fn by_time(&self, latest_first: bool, limit: usize) -> Result<Vec<Ordinal>, StoreError>;

    /// Times of each row.
    fn times(&self, rows: &[Ordinal]) -> Result<Vec<Option<Times>>, StoreError>;

    /// Rows within a radius of a point, nearest first, with their distance in kilometres. Exact; `f64::INFINITY` is allowed.
    fn near(
        &self,
        point: LatLon,
        radius_km: f64,
        limit: usize,
        deadline: &Deadline,
    ) -> Result<Vec<(Ordinal, f64)>, StoreError>;

    /// Rows that lie wholly inside a shape, by ascending ordinal. Exact.
    fn within(&self, area: &Area) -> Result<Vec<Ordinal>, StoreError>;

    /// Places of each row, in the order in which they were given; none for rows that are nowhere.
    fn places(&self, rows: &[Ordinal]) -> Result<Vec<Vec<Placed>>, StoreError>;

    /// Facets of each row.
    fn facets(&self, rows: &[Ordinal]) -> Result<Vec<Option<Facets>>, StoreError>;

    /// Names of the context that stand in a text, longest match first come first served, in order of appearance.
    fn link(&self, text: &str) -> Result<Vec<Linked>, StoreError>;

    /// Rows that touch a node by one edge of that kind, by ascending ordinal.
    fn touching(&self, node: NodeNumber, kind: EdgeKind, limit: usize) -> Result<Vec<Ordinal>, StoreError>;

    /// Spreads activation from the seeds. Edges are checked for scope and validity while walking.
    fn spread(
        &self,
        seeds: &[(Seed, f32)],
        walk: &Walk,
        limit: usize,
        deadline: &Deadline,
    ) -> Result<Vec<Activated>, StoreError>;

    /// Rows that say something under one of the keys of whoever is meant, newest first: by the order of the keys, then by row.
    fn known(&self, whom: &Whom, keys: &[String]) -> Result<Vec<Ordinal>, StoreError>;

    /// Which of these rows the view lets through, in order.
    fn visible(&self, rows: &[Ordinal]) -> Result<Vec<bool>, StoreError>;

    /// The memories themselves, in order; `None` for rows that are not in the view.
    fn memories(&self, rows: &[Ordinal]) -> Result<Vec<Option<Memory>>, StoreError>;

    /// The rows that stand around a row in its session, nearest first: up to `reach` before and after, with their distance
    /// (negative before).
    fn around(&self, row: Ordinal, reach: u32) -> Result<Vec<(Ordinal, i32)>, StoreError>;
}
