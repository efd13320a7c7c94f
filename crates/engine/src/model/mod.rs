//! Plain data: ids, memories, scopes, intervals, spans, hits. No behaviour that needs anything else.

mod authority;
mod edge;
mod geometry;
mod ids;
mod knowledge;
mod memory;
mod scope;
mod time;

pub use authority::{Authority, Verb};
pub use edge::{EdgeKind, Link, NodeKind, NodeName, Target};
pub use geometry::{Bounds, Geometry, GeometryError, LatLon, Location, LocationSource, Polygon};
pub(crate) use geometry::{step as longitude_step, turns as polar_turns};
pub use ids::{ContextId, EntityId, EpisodeId, IdError, MemoryId, SessionId, TraceId};
pub(crate) use knowledge::NAMELESS;
pub use knowledge::{Claim, Doubt, EntityKind, KEYS, Key, Knowledge, Party, Said, Stance, key};
pub use memory::{
    Category, Episode, Kind, Labels, Memory, Origin, Role, SECTION_SEPARATOR, Session, Source, Validity, spoken,
};
pub use scope::{Grant, Pattern, Scope, ScopeSets};
pub use time::{DAY_US, Grain, Interval, Micros, SECOND_US, TimeError};

use serde::{Deserialize, Serialize};

/// Byte offsets `[start, end)` into a text, on character boundaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// First byte after.
    pub end: u32,
}
