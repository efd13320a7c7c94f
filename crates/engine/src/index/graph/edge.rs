//! Edges as callers see them, and one end of an edge as the index keeps it.

use crate::model::{EdgeKind, Micros};

use super::node::{Key, Node, ORDINAL_MAX};

/// An edge as a memory states it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Where it starts.
    pub from: Node,
    /// Where it ends.
    pub to: Node,
    /// What it says.
    pub kind: EdgeKind,
    /// Strength, `0..=1`, stored in steps of 1/255; outside values are clamped, not-a-number is 0.
    pub weight: f32,
    /// Number of the scope sets it may be seen under, as the store interned them.
    pub scope: u32,
    /// When it holds, `[from, until)`; `None` always. An end before the start is read as an instant that never holds.
    pub valid: Option<(Micros, Micros)>,
}

/// An edge as a walk shows it to the caller's check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeView {
    /// Where it starts.
    pub from: Node,
    /// Where it ends.
    pub to: Node,
    /// What it says.
    pub kind: EdgeKind,
    /// Strength, `0..=1`.
    pub weight: f32,
    /// Number of its scope sets.
    pub scope: u32,
    /// When it holds, `[from, until)`; `None` always.
    pub valid: Option<(Micros, Micros)>,
    /// The memory that states it: what was not yet known, or is hidden, must not be used either.
    pub owner: u32,
}

/// An edge as seen from one of its nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Neighbour {
    /// The node at the other end.
    pub node: Node,
    /// What the edge says.
    pub kind: EdgeKind,
    /// Strength, `0..=1`.
    pub weight: f32,
    /// True when the edge leads from the asked node to [`Self::node`].
    pub forward: bool,
    /// Number of its scope sets.
    pub scope: u32,
    /// When it holds, `[from, until)`; `None` always.
    pub valid: Option<(Micros, Micros)>,
    /// The memory that states it.
    pub owner: u32,
}

/// When an edge holds, as two raw instants; [`Validity::ALWAYS`] stands for "no bounds".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Validity {
    pub(super) from: i64,
    pub(super) until: i64,
}

impl Validity {
    pub(super) const ALWAYS: Self = Self { from: i64::MIN, until: i64::MAX };

    fn of(valid: Option<(Micros, Micros)>) -> Self {
        valid.map_or(Self::ALWAYS, |(from, until)| Self { from: from.0, until: until.0.max(from.0) })
    }

    fn option(self) -> Option<(Micros, Micros)> {
        (self != Self::ALWAYS).then_some((Micros(self.from), Micros(self.until)))
    }
}

/// One end of an edge, kept at the node of that end. The field order is the canonical order of a node's ends: sums are
/// taken in it, so that they come out equal to the bit however the edges were added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Row {
    pub(super) kind: EdgeKind,
    /// The edge leads from `other` to the node that keeps this row.
    pub(super) backward: bool,
    pub(super) other: Key,
    /// Weight times 255.
    pub(super) weight: u8,
    pub(super) scope: u32,
    pub(super) valid: Validity,
    pub(super) owner: u32,
}

impl Row {
    pub(super) fn weight(&self) -> f32 {
        f32::from(self.weight) / 255.0
    }

    pub(super) fn neighbour(&self) -> Neighbour {
        Neighbour {
            node: self.other.node(),
            kind: self.kind,
            weight: self.weight(),
            forward: !self.backward,
            scope: self.scope,
            valid: self.valid.option(),
            owner: self.owner,
        }
    }

    /// The whole edge; `at` is the node that keeps this row.
    pub(super) fn view(&self, at: Key) -> EdgeView {
        let (from, to) = if self.backward { (self.other, at) } else { (at, self.other) };
        EdgeView {
            from: from.node(),
            to: to.node(),
            kind: self.kind,
            weight: self.weight(),
            scope: self.scope,
            valid: self.valid.option(),
            owner: self.owner,
        }
    }
}

/// The edges of one owner, cleaned: no loops, no repeats; each as the node it starts at and the row kept there.
pub(super) fn stated(owner: u32, edges: &[Edge]) -> Vec<(Key, Row)> {
    let key = |node| Key::of(node).unwrap_or_else(|| panic!("{node:?} is above ordinal {ORDINAL_MAX}"));
    let mut rows: Vec<(Key, Row)> = edges
        .iter()
        .filter(|edge| edge.from != edge.to)
        .map(|edge| {
            let row = Row {
                kind: edge.kind,
                backward: false,
                other: key(edge.to),
                weight: (edge.weight.clamp(0.0, 1.0) * 255.0).round() as u8,
                scope: edge.scope,
                valid: Validity::of(edge.valid),
                owner,
            };
            (key(edge.from), row)
        })
        .collect();
    let identity = |(at, row): &(Key, Row)| (*at, row.kind, row.other, row.scope, row.valid);
    rows.sort_unstable_by_key(|row| (identity(row), core::cmp::Reverse(row.1.weight)));
    rows.dedup_by_key(|row| identity(row));
    rows
}

/// The same edge as kept at its other end.
pub(super) fn twin(at: Key, row: &Row) -> (Key, Row) {
    (row.other, Row { backward: !row.backward, other: at, ..*row })
}
