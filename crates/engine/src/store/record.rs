//! Records: what a change writes and what reads give back.

use serde::{Deserialize, Serialize};

use super::assertion::{Asserted, Assertion, EntityChange};
use super::document::{ContentHash, DocumentRecord};
use super::forgetting::{Erase, Erased, Gone};
use super::portable::Portable;
use super::view::Ordinal;
use super::wear::{Aged, Grade, RetentionRule};
use crate::affect::{self, Point, Provenance};
use crate::model::{ContextId, Episode, Labels, Link, Memory, MemoryId, Micros, Session, SessionId, TraceId};
use crate::ports::ModelId;

/// What a context is made with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContextSpec {
    /// Its id.
    pub id: ContextId,
    /// What it is for, in the creator's words.
    #[serde(default)]
    pub description: Option<String>,
    /// Free pairs.
    #[serde(default)]
    pub metadata: Labels,
    /// When it was made.
    pub created_at: Micros,
    /// What is set of it.
    #[serde(default)]
    pub settings: ContextSettings,
}

/// What a memory feels like; `affect` computes it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Feeling {
    /// One affinity for each label of [`crate::affect::Label::ALL`], in order; empty when not computed.
    pub affinities: Vec<f32>,
    /// The points, in order of time; often one or none.
    pub points: Vec<Point>,
    /// The trajectory vector when there are at least two points.
    pub arc: Option<Vec<f32>>,
    /// For a transcript each line, in order; else empty.
    pub lines: Vec<LineFeeling>,
}

impl Feeling {
    /// True when there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.affinities.is_empty() && self.points.is_empty() && self.arc.is_none() && self.lines.is_empty()
    }

    /// What is left when all that was not stated by the caller is taken out.
    #[must_use]
    pub fn stated_only(&self) -> Self {
        let stated = |point: &&Point| point.source == Provenance::Stated;
        let points: Vec<Point> = self.points.iter().filter(stated).cloned().collect();
        Self::of_points(points)
    }

    /// Points alone, with their arc where at least two were told.
    pub fn of_points(points: Vec<Point>) -> Self {
        let arc = affect::arc(&affect::told(&points)).filter(|arc| arc.n_points > 1).map(|arc| arc.vector.to_vec());
        Self { affinities: Vec::new(), points, arc, lines: Vec::new() }
    }
}

/// What one line of a transcript feels like.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LineFeeling {
    /// Normal form of who speaks (`text::name_key`).
    pub speaker: String,
    /// As [`Feeling::affinities`].
    pub affinities: Vec<f32>,
}

/// How feelings of a context are treated, and whatever else can be set of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ContextSettings {
    /// Feelings are inferred, stored and searched. Off: none of it, and given ones are not kept either.
    pub emotions: bool,
    /// How long memories are kept, at most [`crate::limits::RETENTION_RULES_MAX`] rules; each is carried out by itself.
    pub retention: Vec<RetentionRule>,
}

impl Default for ContextSettings {
    fn default() -> Self {
        Self { emotions: true, retention: Vec::new() }
    }
}

/// One memory with all that is derived from its text by models and rules, as the write path hands it over.
#[derive(Clone, Debug, PartialEq)]
pub struct MemoryRecord {
    /// The memory itself. A turn without `seq` gets the next free one of its session.
    pub memory: Memory,
    /// Its vector, of the change's model; unit length is made by the store.
    pub vector: Option<Vec<f32>>,
    /// What it feels like.
    pub feeling: Feeling,
    /// The edges it states.
    pub links: Vec<Link>,
}

/// Other words for a turn, or for a passage that belongs to no document. Any other row is refused as unknown.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// The memory as it reads from now on, under its old id; its later parts are in [`Change::memories`].
    pub record: MemoryRecord,
    /// The id of the row that keeps what it said before.
    pub kept: MemoryId,
}

/// One transaction.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// The model of the vectors in `memories`; needed when there is a vector.
    pub model: Option<ModelId>,
    /// Sessions to make where they do not exist yet.
    pub sessions: Vec<Session>,
    /// Sessions to close, and when; closed and unknown ones stay as they are.
    pub closed: Vec<(SessionId, Micros)>,
    /// Episodes to write or extend.
    pub episodes: Vec<Episode>,
    /// Memories to write.
    pub memories: Vec<MemoryRecord>,
    /// Memories that say something else from now on, before everything else of the change.
    pub edited: Vec<Edit>,
    /// Documents to write. The memory of each is in `memories`, and right after it its passages.
    pub documents: Vec<DocumentRecord>,
    /// Memories that others replaced, as (older, newer); a document goes with its passages. Unknown ids are refused.
    pub superseded: Vec<(MemoryId, MemoryId)>,
    /// Memories to mark as forgotten from that moment on, with what goes along ([`super::ContextStore::reach`]); unknown ids
    /// are refused.
    pub forgotten: Vec<(MemoryId, Micros)>,
    /// Feelings that replace those of older memories; those of their later parts go. Unknown ids are refused.
    pub feelings: Vec<(MemoryId, Feeling)>,
    /// Rows of knowledge that hold again, each replacing the row it names in `supersedes`; the first of `source.derived_from`
    /// is the row whose place in the lists it takes.
    pub reopened: Vec<Memory>,
    /// Claims to reconcile with what is known, in order, after all memories of the change are written.
    pub assertions: Vec<Assertion>,
    /// Changes to entities, in order, before the assertions.
    pub entities: Vec<EntityChange>,
    /// Traces to write.
    pub traces: Vec<TraceRecord>,
    /// Nothing is to stay: what would have come of it is told, and all of it is taken back.
    pub preview: bool,
    /// Rows to purge. Written by itself, after whatever else the change holds is refused: it takes several transactions, is
    /// finished at the next opening when it is interrupted, and reads wait for its last step alone.
    pub erase: Option<Erase>,
    /// One step of fading importance up to that moment; [`Committed::aged`] says whether there is more to do.
    pub fade: Option<Micros>,
    /// One step of ending what was going on and is over by that moment; as above.
    pub lapse: Option<Micros>,
    /// Memories that were of use, or of none, and when. Unknown ids are refused.
    pub used: Vec<(MemoryId, Grade, Micros)>,
    /// Rows to write as they are, under their own numbers, with what `sessions` and `episodes` name; into an empty context alone.
    pub restored: Vec<Portable>,
    /// That the request which this carries out was carried out; given by [`super::receipt::within`] as a rule.
    pub receipt: Option<super::Receipt>,
    /// The key of a receipt that does not hold: its request failed and may be tried again.
    pub withdrawn: Option<String>,
    /// Where the sweep of importance stands ([`super::Frame::sweep`]); heeded with `restored` alone.
    pub sweep: Option<String>,
}

/// What documents are looked up by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DocumentKey<'a> {
    /// The name under which versions follow each other.
    Name(&'a str),
    /// The content.
    Hash(&'a ContentHash),
}

/// What was written, in the order of the change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Committed {
    /// One for each memory of the change.
    pub memories: Vec<Written>,
    /// One for each assertion of the change.
    pub asserted: Vec<Asserted>,
    /// What was forgotten or purged, with all that went along, by ascending row.
    pub gone: Vec<Gone>,
    /// What a purge took out.
    pub erased: Option<Erased>,
    /// What fading, ending or use changed.
    pub aged: Aged,
    /// The change sequence after this transaction; grows by at least one with each.
    pub sequence: u64,
}

/// Where one memory went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its id.
    pub id: MemoryId,
    /// Its row number.
    pub ordinal: Ordinal,
    /// Its place in its session.
    pub seq: Option<u32>,
}

/// A stored trace: what a retrieval or a write did, as JSON written by the layer that owns it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceRecord {
    /// Its id.
    pub id: TraceId,
    /// When it was taken.
    pub at: Micros,
    /// `recall` or `remember`.
    pub kind: String,
    /// The JSON.
    pub body: String,
}

/// A memory as read back.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its row number.
    pub ordinal: Ordinal,
    /// The memory.
    pub memory: Memory,
    /// What it feels like.
    pub feeling: Feeling,
}

/// How much there is of everything in a context.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Live memories.
    pub memories: u64,
    /// Forgotten memories whose rows remain as tombstones.
    pub forgotten: u64,
    /// Vectors.
    pub vectors: u64,
    /// Sessions.
    pub sessions: u64,
    /// Episodes.
    pub episodes: u64,
    /// Nodes of the graph that are no memories.
    pub nodes: u64,
    /// Edges stated by memories.
    pub edges: u64,
    /// Traces.
    pub traces: u64,
    /// The highest change sequence.
    pub sequence: u64,
}

/// One thing that `verify` found to be wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// Where: a table or an index.
    pub place: String,
    /// What, without any text of a memory.
    pub detail: String,
}

/// What `verify` found.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct VerifyReport {
    /// Rows whose checksum was compared.
    pub rows: u64,
    /// Indexes that were compared with a rebuilt one, by name.
    pub indexes: Vec<String>,
    /// What is wrong; empty when all is well.
    pub faults: Vec<Fault>,
}

/// Sizes of what a store holds in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StoreReport {
    /// Contexts loaded at present.
    pub contexts_loaded: u64,
    /// Bytes of their indexes, by the indexes' own count.
    pub index_bytes: u64,
    /// The same, by index.
    pub index_bytes_by_name: std::collections::BTreeMap<&'static str, u64>,
    /// Contexts evicted since the store was opened.
    pub evictions: u64,
    /// Index snapshots that were found unusable and built anew since the store was opened.
    pub snapshots_rebuilt: u64,
}
