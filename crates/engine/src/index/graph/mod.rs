//! The graph of one context: typed, weighted, scoped, time-valid edges between memories and entities, and two walks.
//!
//! Owns adjacency, its byte form, spreading activation and personalised PageRank. Works on ordinals alone: it knows no
//! storage, no texts, and no rule of visibility. Whether an edge may be used is asked of the caller's closure, edge by
//! edge while walking, so that a hidden edge neither carries anything nor counts in a fan.
//!
//! Edges live in two places: a compressed adjacency that never grows, and a small mutable part that is folded into
//! it. Every walk reads both, merged into one order, so answers do not depend, to the bit, on where an edge lies.

mod codec;
mod delta;
mod edge;
mod kind;
mod node;
mod pagerank;
mod settled;
mod spread;
mod tally;
#[cfg(test)]
mod tests;

use core::ops::ControlFlow;

use roaring::RoaringBitmap;

use crate::model::EdgeKind;

use self::delta::Delta;
use self::edge::Row;
use self::node::Key;
use self::settled::{Builder, Place, Rows, Settled};

pub use self::codec::DecodeError;
pub use self::edge::{Edge, EdgeView, Neighbour};
pub use self::kind::{KINDS, weight_against, weight_along};
pub use self::node::{Node, ORDINAL_MAX};
pub use self::pagerank::{PageRank, Ranked};
pub use self::spread::{Activated, EntityFan, Spreading, Step};

/// Fewest loose edge ends before they are folded into the compressed part. Chosen: below it a fold saves nothing.
const FOLD_ENDS_MIN: usize = 8_192;
/// A fold is due when loose and dead ends exceed one in this many settled ones. Chosen: each end is then copied about
/// eight times in its life, and the loose part stays a small share of memory.
const FOLD_SHARE: usize = 8;

/// A walk was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// The caller's `stop` asked for it (deadline or cancel). Nothing is returned: a half-finished walk ranks wrongly.
    #[error("the graph walk was stopped before it ended; allow it more time, or fewer hops")]
    Stopped,
    /// A setting is outside its range. The caller's mistake; nothing was walked.
    #[error("graph setting {name} must be {range}")]
    Setting {
        /// Name of the field.
        name: &'static str,
        /// What is allowed.
        range: &'static str,
    },
}

/// All edges of one context. See the module text.
#[derive(Clone, Debug, Default)]
pub struct GraphIndex {
    settled: Settled,
    delta: Delta,
    /// Memories that state at least one live edge.
    owners: RoaringBitmap,
    /// Live edges, each counted once.
    edges: usize,
}

impl GraphIndex {
    /// An index without edges.
    pub fn new() -> Self {
        Self::default()
    }

    /// Replaces all edges that the memory `owner` states; both ends can be walked at once.
    ///
    /// - An edge from a node to itself is dropped: it carries nothing.
    /// - Of edges that differ only in weight the heavier is kept. Weights are stored in steps of 1/255.
    /// - Cost: O(log degree) an edge plus what the owner stated before; now and then a fold, linear in all edges
    ///   (about 0.1 s for 1.2 million). An owner that states edges between other nodes costs a linear scan of
    ///   all such edges when it is replaced.
    ///
    /// # Panics
    /// When an ordinal is above [`ORDINAL_MAX`]: the store gives ordinals out densely from 0.
    pub fn upsert(&mut self, owner: u32, edges: &[Edge]) {
        self.remove(owner);
        assert!(owner <= ORDINAL_MAX, "owner ordinal {owner} is above {ORDINAL_MAX}");
        let stated = edge::stated(owner, edges);
        if stated.is_empty() {
            return;
        }
        self.edges += stated.len();
        self.owners.insert(owner);
        self.delta.insert(owner, &stated);
        let loose = self.delta.ends() + self.settled.dead();
        if loose > FOLD_ENDS_MIN.max(self.settled.ends() / FOLD_SHARE) {
            self.fold();
        }
    }

    /// Removes all edges that the memory `owner` states; true when there were any.
    ///
    /// Edges that other memories state about this one stay: their own rows still say so.
    pub fn remove(&mut self, owner: u32) -> bool {
        if !self.owners.remove(owner) {
            return false;
        }
        self.edges -= self.settled.kill(owner) + self.delta.remove(owner);
        true
    }

    /// Moves all loose edges into the compressed part and drops removed ones. Linear in all edges; happens by itself,
    /// and may be called when there is time.
    pub fn fold(&mut self) {
        if self.delta.ends() == 0 && self.settled.dead() == 0 {
            return;
        }
        let mut builder = Builder::with_capacity(self.edges * 2);
        for key in self.keys() {
            self.each(key, None, |row| {
                builder.push(key, row);
                ControlFlow::Continue(())
            });
        }
        self.settled = builder.finish();
        self.delta = Delta::default();
    }

    /// Live edges of `kind` at `node`, in either direction. O(log edges of the node) unless some were removed.
    pub fn degree(&self, node: Node, kind: EdgeKind) -> u32 {
        let Some(key) = Key::of(node) else { return 0 };
        self.settled.degree(key, kind) + self.delta.rows(key, Some(kind)).len() as u32
    }

    /// Calls `visit` for every live edge at `node`, of one kind or of all, by kind, then along before against, then
    /// by neighbour.
    pub fn neighbours(&self, node: Node, kind: Option<EdgeKind>, visit: &mut dyn FnMut(Neighbour)) {
        let Some(key) = Key::of(node) else { return };
        self.each(key, kind, |row| {
            visit(row.neighbour());
            ControlFlow::Continue(())
        });
    }

    /// Live edges, each counted once.
    pub fn len(&self) -> usize {
        self.edges
    }

    /// True without any edge.
    pub fn is_empty(&self) -> bool {
        self.edges == 0
    }

    /// Bytes held, by capacity.
    pub fn memory_bytes(&self) -> usize {
        size_of::<Self>() + self.settled.memory_bytes() + self.delta.memory_bytes() + self.owners.serialized_size()
    }

    /// Every node that may have an edge, ascending.
    fn keys(&self) -> Vec<Key> {
        let mut keys = self.delta.keys();
        keys.extend(self.settled.keys());
        keys.sort_unstable();
        keys.dedup();
        keys
    }

    /// Calls `each` for every live edge end at `key`, settled and loose merged into the canonical order.
    fn each(&self, key: Key, kind: Option<EdgeKind>, each: impl FnMut(&Row) -> ControlFlow<()>) {
        merge(self.settled.rows(key, kind), self.delta.rows(key, kind), each);
    }

    /// As [`Self::each`] for a node whose place in the settled part was looked up before.
    fn each_at(&self, key: Key, place: Place, each: impl FnMut(&Row) -> ControlFlow<()>) {
        merge(self.settled.rows_at(key, place), self.delta.rows(key, None), each);
    }
}

/// Calls `each` for settled and loose rows in one canonical order.
#[inline]
fn merge(settled: Rows<'_>, mut loose: &[Row], mut each: impl FnMut(&Row) -> ControlFlow<()>) {
    for row in settled {
        while let Some((first, rest)) = loose.split_first()
            && *first < row
        {
            if each(first).is_break() {
                return;
            }
            loose = rest;
        }
        if each(&row).is_break() {
            return;
        }
    }
    for row in loose {
        if each(row).is_break() {
            return;
        }
    }
}
