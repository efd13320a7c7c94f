//! What is asked and what comes back.

use serde::{Deserialize, Serialize};

use super::scope::TimeMode;
use crate::affect::Point;
use crate::channel::{Decay, Mixture, TimeScope};
use crate::fuse::{Contribution, Fusion};
use crate::limits;
use crate::model::{Grain, Interval, LatLon, Memory, MemoryId, Micros, Span, TraceId};
use crate::ports::ModelError;
use crate::space::AskedPlace;
use crate::store::{Filter, Ordinal, Step, StoreError};

/// A set of choices under one name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Profile {
    /// Quintet's own.
    #[default]
    Quintet,
    /// MetaMemory's published defaults: fixed channel weights, reciprocal rank with k 60, no priors.
    Metamemory,
}

impl Profile {
    /// The profile of that name.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "quintet" => Some(Self::Quintet),
            "metamemory" => Some(Self::Metamemory),
            _ => None,
        }
    }
}

/// One recall.
#[derive(Clone, Debug, PartialEq)]
pub struct RecallRequest {
    /// The question, 1 to [`limits::QUERY_LEN_MAX`] bytes.
    pub query: String,
    /// Hits wanted, 1 to [`limits::K_MAX`].
    pub k: usize,
    /// Which rows may come back.
    pub filter: Filter,
    /// Only these channels; all when `None`.
    pub channels: Option<Vec<String>>,
    /// Weights that replace a channel's own, each 0 to 100.
    pub weights: Vec<(String, f32)>,
    /// How lists become one; the profile's when `None`.
    pub fusion: Option<Fusion>,
    /// Set of choices.
    pub profile: Profile,
    /// How memories fade when the question names no time; the profile's when `None`.
    pub decay: Option<Decay>,
    /// The question's vector, when the caller has one of the context's model already.
    pub vector: Option<Vec<f32>>,
    /// Feelings to look for, in order; one is a state, several are an arc.
    pub emotions: Vec<Point>,
    /// When the question is asked; the clock's time when `None`.
    pub now: Option<Micros>,
    /// IANA time zone in which the question's time words are meant; UTC when `None`.
    pub zone: Option<String>,
    /// How far the time in the question counts.
    pub time_mode: TimeMode,
    /// Tokens that the texts of all hits may have together, about four bytes each; the first hit always comes back.
    pub max_tokens: Option<u32>,
    /// Look at the best hits a second time, with the engine's reranker. Slower: `docs/measurements.md` says by how much.
    pub rerank: bool,
    /// Where the question is asked, for "near here"; without it such words mean nothing.
    pub here: Option<LatLon>,
    /// Passages beside the hits that may come along, not counted in `k`.
    pub context_hits: usize,
    /// Time that the channels get, in milliseconds.
    pub deadline_ms: u64,
    /// Names the caller's purpose on the trace; not used otherwise.
    pub label: Option<String>,
}

impl RecallRequest {
    /// A question with every default, over the rows that `filter` lets through.
    pub fn new(query: impl Into<String>, filter: Filter) -> Self {
        Self {
            query: query.into(),
            k: limits::K_DEFAULT,
            filter,
            channels: None,
            weights: Vec::new(),
            fusion: None,
            profile: Profile::default(),
            decay: None,
            vector: None,
            emotions: Vec::new(),
            now: None,
            zone: None,
            time_mode: TimeMode::default(),
            max_tokens: None,
            rerank: false,
            here: None,
            context_hits: limits::CONTEXT_HITS_MAX,
            deadline_ms: limits::CHANNELS_DEADLINE_MS,
            label: None,
        }
    }
}

/// A window from bounds that a caller gives: `from` inclusive, `to` exclusive, open where absent.
///
/// # Errors
/// What is wrong, when it ends before it begins.
pub fn window(from: Option<Micros>, to: Option<Micros>) -> Result<Option<Interval>, String> {
    match (from, to) {
        (None, None) => Ok(None),
        (from, to) => {
            let (start, end) = (from.unwrap_or(Micros::MIN), to.unwrap_or(Micros::MAX));
            if end <= start {
                return Err("the window ends before it begins".to_owned());
            }
            Ok(Some(Interval::new(start, end, Grain::Second)))
        }
    }
}

/// The part of a long memory that matched best.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    /// The part's own id.
    pub id: MemoryId,
    /// Where it stands in the memory's text, in bytes.
    pub span: Option<Span>,
}

/// One memory that came back.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The memory.
    pub memory: Memory,
    /// Its row, for readers of the same context.
    pub row: Ordinal,
    /// In `[0, 1]`.
    pub score: f32,
    /// 1-based.
    pub rank: u32,
    /// Who contributed what; the sum of the contributions is the score.
    pub contributions: Vec<Contribution>,
    /// The way the graph reached it, from a seed; empty when it did not.
    pub path: Vec<Step>,
    /// The part that matched best, when the memory is longer than one passage.
    pub part: Option<Part>,
    /// Near-duplicates of lower rank that were folded into it.
    pub duplicates: Vec<MemoryId>,
}

/// A passage that stands beside a hit in its section. It was not asked for, is in no order and has no score.
#[derive(Clone, Debug, PartialEq)]
pub struct ContextHit {
    /// The passage.
    pub memory: Memory,
    /// The hit that it stands beside.
    pub beside: MemoryId,
}

/// A channel, or a model, that is missing from an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Degraded {
    /// Its name.
    pub name: String,
    /// Why, without any text of a memory.
    pub reason: String,
}

/// How long one stage took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StageTime {
    /// The stage: `understand`, `embed`, `channels`, `fuse`, `load`, or `channel.<name>`.
    pub stage: String,
    /// Microseconds.
    pub us: u64,
}

/// The answer to a recall.
#[derive(Clone, Debug, PartialEq)]
pub struct Recalled {
    /// Best first.
    pub hits: Vec<Hit>,
    /// What stands beside the hits in their sections; not counted in k.
    pub context_hits: Vec<ContextHit>,
    /// Which kinds of question it was taken for.
    pub mixture: Mixture,
    /// Windows of time it was taken to ask about.
    pub times: Vec<TimeScope>,
    /// A filter by time was asked for and given up, because too little would have been left.
    pub time_relaxed: bool,
    /// How sure it is that the hits hold what was asked for, in `[0, 1]`.
    pub confidence: f32,
    /// The hits had better not be used: nothing known is near the question.
    pub abstain: bool,
    /// Places it was taken to ask about, likeliest first.
    pub places: Vec<AskedPlace>,
    /// Names in it that the context knows.
    pub names: Vec<String>,
    /// How lists were fused.
    pub fusion: Fusion,
    /// Channels and models that are missing from the answer; empty when all is well.
    pub degraded: Vec<Degraded>,
    /// How long each stage took.
    pub timings: Vec<StageTime>,
    /// Rows that were fused.
    pub pool: usize,
    /// The trace under which this retrieval is kept.
    pub trace: TraceId,
}

/// Why a recall was refused or failed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RecallError {
    /// The request is wrong; the caller has to change it.
    #[error("{field}: {reason}")]
    Invalid {
        /// The field.
        field: &'static str,
        /// What is wrong with it and what is allowed.
        reason: String,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No channel could answer, so that an empty list would be a lie.
    #[error("no channel could answer: {reason}")]
    NoChannel {
        /// Why each failed.
        reason: String,
    },
    /// The question's vector could not be made, and only channels that need it were asked for.
    #[error(transparent)]
    Model(#[from] ModelError),
}
