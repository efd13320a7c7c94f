//! The read path: understand the question, fan out over the channels, fuse, explain.
//!
//! Owns: requests, answers and the order of the steps. Must not know: how a channel works, how rows are stored.

mod answer;
mod candidates;
mod confidence;
mod context;
mod fanout;
mod form;
mod hits;
mod lookup;
mod order;
mod prior;
mod rerank;
mod scope;
mod search;
mod trace;
mod understand;

pub use answer::{ContextHit, Degraded, Hit, Part, Profile, RecallError, RecallRequest, Recalled, StageTime, window};
pub use fanout::Pool;
pub use prior::ALL as PRIORS;
pub use scope::TimeMode;
pub use understand::understand;

pub(crate) use search::Search;
pub(crate) use trace::trace;
