//! Records in the form that composing needs: rows with their row numbers in place of ids.

use crate::model::{EdgeKind, EntityId, Memory, Micros, NodeKind};
use crate::store::{Feeling, Ordinal};

/// One row with everything that its index entry is made of.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceRow {
    /// Its row number.
    pub ordinal: Ordinal,
    /// The memory.
    pub memory: Memory,
    /// The row numbers behind `memory.part_of` and `memory.duplicate_of`.
    pub part_of: Option<Ordinal>,
    /// The row that this one repeats.
    pub duplicate_of: Option<Ordinal>,
    /// Its vector, unit length, where it has one.
    pub vector: Option<Vec<f32>>,
    /// What it feels like.
    pub feeling: Feeling,
    /// The edges it states.
    pub links: Vec<SourceLink>,
    /// When the row that replaced it was known, and when it was recorded.
    pub replaced_at: Option<(Micros, Micros)>,
}

/// An edge with row numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceLink {
    /// Where it leads.
    pub target: SourceTarget,
    /// What it says.
    pub kind: EdgeKind,
    /// How strong it is, in `(0, 1]`.
    pub weight: f32,
    /// When it held; always when `None`.
    pub valid: Option<(Micros, Micros)>,
}

/// Where an edge leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceTarget {
    /// To the node of that number.
    Node(u32),
    /// To a row.
    Row(Ordinal),
}

/// A node that is no memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceNode {
    /// Its number inside the context, given out like row numbers.
    pub number: u32,
    /// Its id.
    pub id: EntityId,
    /// What it stands for.
    pub kind: NodeKind,
    /// Its normal form.
    pub key: String,
    /// Its name as first written.
    pub name: String,
}
