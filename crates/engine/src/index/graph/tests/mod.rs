//! The graph against naive walks over a plain list of edges.

mod laws;
mod naive;
mod rules;

use proptest::prelude::*;

use crate::model::{EdgeKind, Micros};

use super::{Edge, EdgeView, KINDS, Node};

/// One change of a graph.
#[derive(Clone, Debug)]
pub(super) enum Change {
    Upsert(u32, Vec<Edge>),
    Remove(u32),
    Fold,
}

/// A node out of few, so that edges meet; now and then a far-away one.
fn node() -> impl Strategy<Value = Node> {
    let ordinal = prop_oneof![9 => 0_u32..12, 1 => Just(super::ORDINAL_MAX)];
    (ordinal, any::<bool>()).prop_map(|(at, memory)| if memory { Node::Memory(at) } else { Node::Entity(at) })
}

fn edge() -> impl Strategy<Value = Edge> {
    let valid = prop_oneof![3 => Just(None), 1 => (0_i64..4, 4_i64..9).prop_map(|(a, b)| Some((Micros(a), Micros(b))))];
    (node(), node(), 0..KINDS, 1_u8..=255, 0_u32..3, valid).prop_map(|(from, to, kind, weight, scope, valid)| Edge {
        from,
        to,
        kind: EdgeKind::ALL[kind],
        weight: f32::from(weight) / 255.0,
        scope,
        valid,
    })
}

/// A history of changes.
pub(super) fn history() -> impl Strategy<Value = Vec<Change>> {
    let change = prop_oneof![
        6 => (0_u32..12, proptest::collection::vec(edge(), 0..8)).prop_map(|(owner, edges)| Change::Upsert(owner, edges)),
        1 => (0_u32..12).prop_map(Change::Remove),
        1 => Just(Change::Fold),
    ];
    proptest::collection::vec(change, 1..24)
}

pub(super) fn seeds() -> impl Strategy<Value = Vec<(Node, f32)>> {
    proptest::collection::vec((node(), 0.05_f32..1.0), 1..4)
}

/// Lets everything pass.
pub(super) fn all(_: &EdgeView) -> bool {
    true
}

/// Never stops.
pub(super) fn go_on() -> bool {
    false
}
