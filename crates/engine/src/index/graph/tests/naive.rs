//! The reference: a list of edges, scanned anew for each question.

use std::collections::BTreeMap;

use crate::model::EdgeKind;

use super::super::{Edge, EdgeView, EntityFan, GraphIndex, Neighbour, Node, PageRank, Spreading};
use super::Change;

/// Edges by owner, cleaned as the index promises.
#[derive(Default)]
pub(super) struct Naive {
    stated: BTreeMap<u32, Vec<Edge>>,
}

impl Naive {
    pub(super) fn apply(&mut self, change: &Change) {
        match change {
            Change::Fold => {}
            Change::Remove(owner) => {
                self.stated.remove(owner);
            }
            Change::Upsert(owner, edges) => {
                let mut kept: Vec<Edge> = Vec::new();
                for edge in edges.iter().filter(|edge| edge.from != edge.to) {
                    let same = |one: &&mut Edge| Edge { weight: edge.weight, ..**one } == *edge;
                    match kept.iter_mut().find(same) {
                        Some(one) => one.weight = one.weight.max(edge.weight),
                        None => kept.push(*edge),
                    }
                }
                self.stated.remove(owner);
                if !kept.is_empty() {
                    self.stated.insert(*owner, kept);
                }
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.stated.values().map(Vec::len).sum()
    }

    /// The same edges in an index of their own, in another order of insertion.
    pub(super) fn rebuilt(&self, allow: &dyn Fn(&EdgeView) -> bool) -> GraphIndex {
        let mut fresh = GraphIndex::new();
        for (&owner, edges) in self.stated.iter().rev() {
            let edges: Vec<Edge> = edges.iter().rev().copied().filter(|edge| allow(&view(edge, owner))).collect();
            fresh.upsert(owner, &edges);
        }
        fresh
    }

    pub(super) fn neighbours(&self, node: Node) -> Vec<Neighbour> {
        let mut found = Vec::new();
        for (&owner, edges) in &self.stated {
            for edge in edges {
                for (at, other, forward) in [(edge.from, edge.to, true), (edge.to, edge.from, false)] {
                    if at == node {
                        let Edge { kind, weight, scope, valid, .. } = *edge;
                        found.push(Neighbour { node: other, kind, weight, forward, scope, valid, owner });
                    }
                }
            }
        }
        found
    }

    fn ends(&self, node: Node, how: &Spreading) -> Vec<Neighbour> {
        let mut ends = self.neighbours(node);
        let is_entity = |node| matches!(node, Node::Entity(_));
        ends.retain(|end| how.kind_weight(end.kind, end.forward) > 0.0);
        ends.retain(|end| end.kind != EdgeKind::SimilarTo || !(is_entity(node) || is_entity(end.node)));
        ends
    }

    /// Spreading without bounds of frontier and threshold, straight from its definition.
    pub(super) fn spread(&self, seeds: &[(Node, f32)], how: &Spreading) -> BTreeMap<u32, f64> {
        let mut held: BTreeMap<(Node, bool), f64> = BTreeMap::new();
        for &(node, value) in seeds {
            *held.entry((node, false)).or_default() += f64::from(value);
        }
        let mut totals = BTreeMap::new();
        let count = |held: &BTreeMap<(Node, bool), f64>, totals: &mut BTreeMap<u32, f64>| {
            for (&(node, _), &value) in held {
                if let Node::Memory(ordinal) = node {
                    *totals.entry(ordinal).or_default() += value;
                }
            }
        };
        count(&held, &mut totals);
        for _ in 0..how.hops_max {
            held = self.hop(&held, how);
            count(&held, &mut totals);
        }
        totals
    }

    fn hop(&self, held: &BTreeMap<(Node, bool), f64>, how: &Spreading) -> BTreeMap<(Node, bool), f64> {
        let mut next: BTreeMap<(Node, bool), f64> = BTreeMap::new();
        // What came into each entity, by the memory it came from.
        let mut inside: BTreeMap<Node, Vec<(Option<Node>, f64)>> = BTreeMap::new();
        for (&(node, similar), &value) in held {
            if matches!(node, Node::Entity(_)) {
                inside.entry(node).or_default().push((None, value));
                continue;
            }
            let ends = self.ends(node, how);
            for end in &ends {
                if similar && end.kind == EdgeKind::SimilarTo {
                    continue;
                }
                let degree = ends.iter().filter(|one| one.kind == end.kind).count() as f64;
                let into = value * f64::from(end.weight) / degree.powf(f64::from(how.fan_exponent));
                if matches!(end.node, Node::Entity(_)) {
                    inside.entry(end.node).or_default().push((Some(node), into));
                } else {
                    let kept = f64::from(how.decay_per_hop) * how.kind_weight(end.kind, end.forward);
                    *next.entry((end.node, end.kind == EdgeKind::SimilarTo)).or_default() += into * kept;
                }
            }
        }
        for (entity, gifts) in inside {
            self.leave_entity(entity, &gifts, how, &mut next);
        }
        next
    }

    fn leave_entity(
        &self,
        entity: Node,
        gifts: &[(Option<Node>, f64)],
        how: &Spreading,
        next: &mut BTreeMap<(Node, bool), f64>,
    ) {
        let ends = self.ends(entity, how);
        let is_memory = |node| matches!(node, Node::Memory(_));
        let degree = |kind, memory| ends.iter().filter(|one| one.kind == kind && is_memory(one.node) == memory).count();
        if degree(EdgeKind::Mentions, true) > how.hub_degree_max as usize {
            return;
        }
        for end in &ends {
            let amount: f64 = gifts.iter().filter(|gift| gift.0 != Some(end.node)).map(|gift| gift.1).sum();
            let df = degree(end.kind, is_memory(end.node));
            let share = if !is_memory(end.node) {
                (df as f64).powf(-f64::from(how.fan_exponent))
            } else if df > how.hub_degree_max as usize {
                0.0
            } else {
                match how.entity_fan {
                    EntityFan::PowerLaw(exponent) => (df as f64).powf(-f64::from(exponent)),
                    EntityFan::Specificity { n_memories } => {
                        let ratio = (f64::from(n_memories) / df as f64).ln() / (4.0 * (df as f64).sqrt());
                        ratio.powi(2).clamp(0.0, 1.0)
                    }
                }
            };
            let kept = f64::from(how.decay_per_hop) * how.kind_weight(end.kind, end.forward);
            *next.entry((end.node, false)).or_default() += amount * f64::from(end.weight) * share * kept;
        }
    }

    /// PageRank by following the walker until hardly anything of him is left.
    pub(super) fn pagerank(&self, seeds: &[(Node, f32)], how: &PageRank) -> BTreeMap<Node, f64> {
        let sum: f64 = seeds.iter().map(|seed| f64::from(seed.1)).sum();
        let mut walking: BTreeMap<Node, f64> = BTreeMap::new();
        for &(node, value) in seeds {
            *walking.entry(node).or_default() += f64::from(value) / sum;
        }
        let mut found: BTreeMap<Node, f64> = BTreeMap::new();
        for _ in 0..80 {
            let mut next: BTreeMap<Node, f64> = BTreeMap::new();
            for (node, value) in walking {
                let ways: Vec<(Node, f64)> = self
                    .neighbours(node)
                    .iter()
                    .map(|end| {
                        let table = if end.forward { &how.kind_weights } else { &how.kind_weights_against };
                        (end.node, f64::from(table[usize::from(end.kind.code())] * end.weight))
                    })
                    .filter(|way| way.1 > 0.0)
                    .collect();
                let on = if ways.is_empty() { 0.0 } else { value * f64::from(how.damping) };
                *found.entry(node).or_default() += value - on;
                let sum: f64 = ways.iter().map(|way| way.1).sum();
                for (other, weight) in ways {
                    *next.entry(other).or_default() += on * weight / sum;
                }
            }
            walking = next;
        }
        found
    }
}

/// An edge as the caller's check sees it.
pub(super) fn view(edge: &Edge, owner: u32) -> EdgeView {
    let Edge { from, to, kind, weight, scope, valid } = *edge;
    EdgeView { from, to, kind, weight, scope, valid, owner }
}
