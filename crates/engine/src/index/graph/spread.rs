//! Spreading activation: what a few seeds bring to mind, with the winning chain for each memory.
//!
//! Sources: Collins & Loftus 1975 for the idea, Crestani 1997 for the usual bounds (hops, fan, edge types, threshold),
//! the fan effect of ACT-R for dividing by a power of the degree.

mod walk;

use crate::model::EdgeKind;

use super::kind::{self, KINDS};
use super::node::{Key, Node};
use super::tally::Tally;
use super::{EdgeView, GraphError, GraphIndex};

use self::walk::{Charge, Link, NO_LINK, Total, Walk};

/// Most hops a walk may take: beyond three everything is reached. Chosen.
const HOPS_MAX: u32 = 3;

/// How much of its activation an entity hands to each of `df` memories that it is joined to by one kind of edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EntityFan {
    /// `1 / max(1, df)^exponent`.
    PowerLaw(f32),
    /// `(ln(N / df) / (4 sqrt(df)))^2`, clipped to `0..=1`: a name in few of many memories says much, a common one
    /// nothing. Measured on questions over linked pages.
    Specificity {
        /// Memories of the context, N.
        n_memories: u32,
    },
}

impl EntityFan {
    pub(super) fn share(self, df: u32) -> f64 {
        match self {
            Self::PowerLaw(exponent) => fan(df, exponent),
            Self::Specificity { n_memories } => {
                let df = f64::from(df.max(1));
                let root = (f64::from(n_memories) / df).max(1.0).ln() / (4.0 * df.sqrt());
                (root * root).min(1.0)
            }
        }
    }
}

/// `1 / max(1, degree)^exponent`; the usual cases fast.
pub(super) fn fan(degree: u32, exponent: f32) -> f64 {
    if degree <= 1 {
        1.0
    } else if exponent == 0.5 {
        f64::from(degree).sqrt().recip()
    } else {
        f64::from(degree).powf(-f64::from(exponent))
    }
}

/// Settings of [`GraphIndex::spread`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spreading {
    /// Share that survives a hop, above 0 up to 1. Default 0.6, chosen.
    pub decay_per_hop: f32,
    /// Hops, `0..=3`. Default 3.
    pub hops_max: u32,
    /// Most nodes that pass activation on, for memories and for entities passed through, each per hop; the strongest
    /// win. Default 256, chosen.
    pub frontier_max: usize,
    /// Activation that arrives at a node in one hop and is less than this is dropped: neither counted nor passed on.
    /// Default 0.01, chosen.
    pub threshold: f32,
    /// Share that passes along an edge of each kind, by code, `0..=1`; 0 closes the kind in this direction.
    pub kind_weights: [f32; KINDS],
    /// Share that passes against an edge of each kind, by code, `0..=1`.
    pub kind_weights_against: [f32; KINDS],
    /// A node divides what it passes by its degree of that kind to this power. At least 0; 0 turns it off. Default 0.5.
    pub fan_exponent: f32,
    /// What an entity hands to its memories, instead of [`Self::fan_exponent`].
    pub entity_fan: EntityFan,
    /// An entity that more memories mention than this passes nothing at all; one that is joined to more memories by
    /// another kind passes nothing through that kind. Default 30, measured.
    pub hub_degree_max: u32,
    /// Most memories returned. Default 256: the pool of a channel.
    pub results_max: usize,
}

impl Default for Spreading {
    fn default() -> Self {
        Self {
            decay_per_hop: 0.6,
            hops_max: HOPS_MAX,
            frontier_max: 256,
            threshold: 0.01,
            kind_weights: kind::table(kind::weight_along),
            kind_weights_against: kind::table(kind::weight_against),
            fan_exponent: 0.5,
            entity_fan: EntityFan::PowerLaw(0.5),
            hub_degree_max: 30,
            results_max: 256,
        }
    }
}

impl Spreading {
    fn check(&self) -> Result<(), GraphError> {
        let refuse = |name, range| Err(GraphError::Setting { name, range });
        let share = |value: f32| (0.0..=1.0).contains(&value);
        if !share(self.decay_per_hop) || self.decay_per_hop == 0.0 {
            return refuse("decay_per_hop", "above 0 and at most 1");
        }
        if self.hops_max > HOPS_MAX {
            return refuse("hops_max", "at most 3");
        }
        if !(self.threshold >= 0.0 && self.threshold.is_finite()) {
            return refuse("threshold", "a number of at least 0");
        }
        if !self.kind_weights.iter().chain(&self.kind_weights_against).all(|&weight| share(weight)) {
            return refuse("kind_weights", "between 0 and 1 for each kind");
        }
        let exponents = [Some(self.fan_exponent), self.entity_exponent()];
        if exponents.into_iter().flatten().any(|one| !(one >= 0.0 && one.is_finite())) {
            return refuse("fan_exponent", "a number of at least 0");
        }
        Ok(())
    }

    fn entity_exponent(&self) -> Option<f32> {
        match self.entity_fan {
            EntityFan::PowerLaw(exponent) => Some(exponent),
            EntityFan::Specificity { .. } => None,
        }
    }

    pub(super) fn kind_weight(&self, kind: EdgeKind, forward: bool) -> f64 {
        let table = if forward { &self.kind_weights } else { &self.kind_weights_against };
        f64::from(table[kind::idx(kind)])
    }
}

/// A memory that a walk reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Activated {
    /// Ordinal of the memory.
    pub memory: u32,
    /// All that arrived over all hops, with what it was seeded with.
    pub activation: f32,
    /// What it was seeded with; 0 for a memory that is no seed.
    pub seeded: f32,
    /// The seed that the winning chain starts at: the memory itself when no chain brought more than its own seed.
    pub origin: Node,
    /// The single chain that brought most, from [`Self::origin`] to the memory; empty when `origin` is the memory.
    pub path: Vec<Step>,
}

/// One step of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Kind of the edge taken.
    pub kind: EdgeKind,
    /// True when it was taken from `from` to `to`.
    pub forward: bool,
    /// The node it led to.
    pub node: Node,
}

impl GraphIndex {
    /// Spreads activation from `seeds` and returns the memories it reached, best first, ties by ascending ordinal.
    ///
    /// `a_0` is the seeds (values that are not above 0 are skipped, repeats added up). With `w` the weight of an edge
    /// and `deg` the number of allowed edges of the same kind at the node that passes on:
    ///
    /// - memory to memory: `decay * kind weight * w / deg^fan_exponent`
    /// - memory to entity: `w / deg^fan_exponent`, within the hop: entities connect, so that memory - entity - memory
    ///   is one hop
    /// - entity to memory: `decay * kind weight * w * entity_fan(deg)`, leaving out what this memory itself put in
    /// - entity to entity: `decay * kind weight * w / deg^fan_exponent`; it rests there until the next hop
    ///
    /// The activation of a memory is the sum over hops. What came over `similar_to` does not leave over `similar_to`.
    ///
    /// - `allow` is asked once for each edge each time its node is visited; a refused edge carries nothing and counts
    ///   in no degree.
    /// - `stop` is asked before each node.
    /// - Cost: bounded by `hops_max * frontier_max` memories, as many entities, and their edges. 10 seeds, 3 hops over
    ///   1.2 million edges: 0.9 ms of processor time, measured on a busy machine with `benches/graph.rs`.
    ///
    /// # Errors
    /// [`GraphError::Stopped`] when `stop` said so, [`GraphError::Setting`] for a setting out of range.
    pub fn spread(
        &self,
        seeds: &[(Node, f32)],
        how: &Spreading,
        allow: &dyn Fn(&EdgeView) -> bool,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<Activated>, GraphError> {
        how.check()?;
        let mut charges = Tally::<Charge>::new();
        for &(node, value) in seeds {
            if let Some(key) = Key::of(node).filter(|_| value > 0.0 && value.is_finite()) {
                charges.entry(key).seed(f64::from(value));
            }
        }
        let mut totals = Tally::<Total>::new();
        let mut walk = Walk::new(self, how, allow, stop);
        walk.count(&charges, &mut totals);
        for (key, total) in totals.items_mut() {
            debug_assert!(!key.is_entity(), "entities are no results");
            total.seeded = total.sum;
        }
        for _ in 0..how.hops_max {
            charges = walk.hop(&charges)?;
            walk.count(&charges, &mut totals);
        }
        Ok(ranked(&totals, walk.links(), how.results_max))
    }
}

/// The best `limit` memories with their chains.
fn ranked(totals: &Tally<Total>, links: &[Link], limit: usize) -> Vec<Activated> {
    let mut order: Vec<(f32, Key, usize)> =
        totals.items().iter().enumerate().map(|(at, (key, total))| (total.sum as f32, *key, at)).collect();
    let best_first = |one: &(f32, Key, usize), two: &(f32, Key, usize)| two.0.total_cmp(&one.0).then(one.1.cmp(&two.1));
    if limit < order.len() {
        order.select_nth_unstable_by(limit, best_first);
        order.truncate(limit);
    }
    order.sort_unstable_by(best_first);
    order
        .into_iter()
        .map(|(activation, key, at)| {
            let total = &totals.items()[at].1;
            let (origin, path) = chain_of(key, total, links);
            Activated { memory: key.ordinal(), activation, seeded: total.seeded as f32, origin, path }
        })
        .collect()
}

/// The winning chain of a memory, read back from its last link.
fn chain_of(key: Key, total: &Total, links: &[Link]) -> (Node, Vec<Step>) {
    let mut path = Vec::new();
    let mut link = Link { key, chain: total.chain };
    while link.chain.parent != NO_LINK {
        path.push(Step { kind: link.chain.kind, forward: link.chain.forward, node: link.key.node() });
        link = links[link.chain.parent as usize];
    }
    path.reverse();
    (link.key.node(), path)
}
