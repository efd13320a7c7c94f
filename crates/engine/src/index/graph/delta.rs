//! The loose part of the adjacency: rows by node, changed in place.

use std::collections::HashMap;

use crate::model::EdgeKind;

use super::edge::{Row, twin};
use super::node::Key;
use super::tally::KeyHash;

/// Edge ends not yet folded. No order of the maps ever reaches an answer: rows are looked up by node, and
/// [`Delta::keys`] is sorted by its caller.
#[derive(Clone, Debug, Default)]
pub(super) struct Delta {
    /// Ends by node, each list in canonical order.
    rows: HashMap<Key, Vec<Row>, KeyHash>,
    /// For each owner the nodes that keep its ends.
    owned: HashMap<u32, Vec<Key>, KeyHash>,
    ends: usize,
}

impl Delta {
    /// Ends held: two for each edge.
    pub(super) fn ends(&self) -> usize {
        self.ends
    }

    /// The nodes that have loose ends, in no order.
    pub(super) fn keys(&self) -> Vec<Key> {
        self.rows.keys().copied().collect()
    }

    /// Loose ends at a node, in canonical order.
    pub(super) fn rows(&self, key: Key, kind: Option<EdgeKind>) -> &[Row] {
        let Some(rows) = self.rows.get(&key) else { return &[] };
        let Some(kind) = kind else { return rows };
        let start = rows.partition_point(|row| row.kind < kind);
        let len = rows[start..].partition_point(|row| row.kind == kind);
        &rows[start..start + len]
    }

    /// Adds the cleaned edges of an owner that has none here.
    pub(super) fn insert(&mut self, owner: u32, stated: &[(Key, Row)]) {
        let mut nodes = Vec::with_capacity(stated.len() * 2);
        for (at, row) in stated {
            for (key, row) in [(*at, *row), twin(*at, row)] {
                let rows = self.rows.entry(key).or_default();
                let spot = rows.partition_point(|one| *one < row);
                rows.insert(spot, row);
                nodes.push(key);
            }
        }
        nodes.sort_unstable();
        nodes.dedup();
        nodes.shrink_to_fit();
        self.owned.insert(owner, nodes);
        self.ends += stated.len() * 2;
    }

    /// Removes the edges of an owner; how many there were.
    pub(super) fn remove(&mut self, owner: u32) -> usize {
        let mut removed = 0;
        for key in self.owned.remove(&owner).unwrap_or_default() {
            if let Some(rows) = self.rows.get_mut(&key) {
                let before = rows.len();
                rows.retain(|row| row.owner != owner);
                removed += before - rows.len();
                if rows.is_empty() {
                    self.rows.remove(&key);
                }
            }
        }
        self.ends -= removed;
        removed / 2
    }

    /// Bytes held, by capacity; one byte a slot is counted for the maps' control bytes.
    pub(super) fn memory_bytes(&self) -> usize {
        let rows: usize = self.rows.values().map(|rows| rows.capacity() * size_of::<Row>()).sum();
        let owned: usize = self.owned.values().map(|keys| keys.capacity() * size_of::<Key>()).sum();
        rows + owned
            + self.rows.capacity() * (size_of::<(Key, Vec<Row>)>() + 1)
            + self.owned.capacity() * (size_of::<(u32, Vec<Key>)>() + 1)
    }
}
