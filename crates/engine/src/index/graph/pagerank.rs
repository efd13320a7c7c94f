//! Personalised PageRank by forward push: where a walker from the seeds is to be found who often returns.
//!
//! Source: Andersen, Chung, Lang, "Local graph partitioning using PageRank vectors", FOCS 2006.

use core::ops::ControlFlow;
use std::collections::VecDeque;

use super::kind::{self, KINDS};
use super::node::{Key, Node};
use super::tally::Tally;
use super::{EdgeView, GraphError, GraphIndex};

/// Nodes pushed between two looks at `stop`.
const PUSHES_PER_STOP: usize = 64;

/// Settings of [`GraphIndex::pagerank`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageRank {
    /// Chance that the walker goes on at each node, at least 0 and below 1. Default 0.5: measured better than the
    /// usual 0.85 for finding linked memories, where what is far away is seldom wanted.
    pub damping: f32,
    /// A node is pushed while it holds at least this much for each of its edges. At least 1e-9, at most 1. Default
    /// 1e-4, measured: see `benches/graph.rs`.
    pub epsilon: f32,
    /// Most pushes; then the answer is what was found so far. Default 20,000: twice what the default damping and
    /// epsilon can need.
    pub pushes_max: usize,
    /// Readiness to go along an edge of each kind, by code, `0..=1`; 0 closes the kind in this direction.
    pub kind_weights: [f32; KINDS],
    /// Readiness to go against an edge of each kind, by code, `0..=1`.
    pub kind_weights_against: [f32; KINDS],
}

impl Default for PageRank {
    fn default() -> Self {
        Self {
            damping: 0.5,
            epsilon: 1e-4,
            pushes_max: 20_000,
            kind_weights: kind::table(kind::weight_along),
            kind_weights_against: kind::table(kind::weight_against),
        }
    }
}

impl PageRank {
    fn check(&self) -> Result<(), GraphError> {
        let refuse = |name, range| Err(GraphError::Setting { name, range });
        if !(0.0..1.0).contains(&self.damping) {
            return refuse("damping", "at least 0 and below 1");
        }
        if !(1e-9..=1.0).contains(&self.epsilon) {
            return refuse("epsilon", "between 1e-9 and 1");
        }
        if !self.kind_weights.iter().chain(&self.kind_weights_against).all(|weight| (0.0..=1.0).contains(weight)) {
            return refuse("kind_weights", "between 0 and 1 for each kind");
        }
        Ok(())
    }
}

/// Where the walker is to be found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranked {
    /// Nodes of both sorts with their probability, best first, ties in node order (by ordinal, memory before entity).
    pub found: Vec<(Node, f32)>,
    /// Probability that was not handed on: the sum of all errors. With the values found it sums to 1, or both are 0
    /// without a seed.
    pub left: f64,
}

/// What is known of a node.
#[derive(Clone, Copy, Debug, Default)]
struct Spot {
    /// Settled probability: a lower bound of the true one.
    found: f64,
    /// Probability still to be handed on.
    left: f64,
    queued: bool,
    /// Its ways out are in [`Push::ways`] from `start` on.
    read: bool,
    start: u32,
    degree: u32,
}

/// The state of one call.
struct Push<'a> {
    graph: &'a GraphIndex,
    how: &'a PageRank,
    allow: &'a dyn Fn(&EdgeView) -> bool,
    spots: Tally<Spot>,
    /// Ways out of the nodes read so far: the node reached and the chance of going there.
    ways: Vec<(Key, f32)>,
    queue: VecDeque<usize>,
}

impl GraphIndex {
    /// Probability of meeting, at each node, a walker who starts at a seed (drawn by seed value), goes on with chance
    /// `damping` over an allowed edge (drawn by kind weight times edge weight) and else stops.
    ///
    /// - Returns only nodes that were pushed. The values are lower bounds; what is left is the sum of all errors. A node
    ///   keeps back less than `epsilon` for each of its edges, unless `pushes_max` ended the walk.
    /// - A walker with no way out stays where he is.
    /// - `allow` is asked once for each edge end read. Cost: at most `1 / (epsilon * (1 - damping))` edges pushed.
    ///
    /// # Errors
    /// [`GraphError::Stopped`] when `stop` said so, [`GraphError::Setting`] for a setting out of range.
    pub fn pagerank(
        &self,
        seeds: &[(Node, f32)],
        how: &PageRank,
        allow: &dyn Fn(&EdgeView) -> bool,
        stop: &dyn Fn() -> bool,
    ) -> Result<Ranked, GraphError> {
        how.check()?;
        let usable = |value: f32| value > 0.0 && value.is_finite();
        let seeds: Vec<(Key, f64)> = seeds
            .iter()
            .filter_map(|&(node, value)| Some((Key::of(node).filter(|_| usable(value))?, f64::from(value))))
            .collect();
        let sum: f64 = seeds.iter().map(|seed| seed.1).sum();
        let spots = Tally::new();
        let mut push = Push { graph: self, how, allow, spots, ways: Vec::new(), queue: VecDeque::new() };
        for (key, value) in seeds {
            push.arrive(key, value / sum);
        }
        for pushed in 0..how.pushes_max {
            if pushed % PUSHES_PER_STOP == 0 && stop() {
                return Err(GraphError::Stopped);
            }
            let Some(at) = push.queue.pop_front() else { break };
            push.push(at);
        }
        let mut found: Vec<(Key, f32)> =
            push.spots.items().iter().map(|(key, spot)| (*key, spot.found as f32)).filter(|one| one.1 > 0.0).collect();
        found.sort_unstable_by(|one, two| two.1.total_cmp(&one.1).then(one.0.cmp(&two.0)));
        let left = push.spots.items().iter().map(|(_, spot)| spot.left).sum();
        Ok(Ranked { found: found.into_iter().map(|(key, value)| (key.node(), value)).collect(), left })
    }
}

impl Push<'_> {
    /// Adds probability to a node and queues it when it holds enough for its edges.
    fn arrive(&mut self, key: Key, amount: f64) {
        let at = self.spots.slot(key);
        let epsilon = f64::from(self.how.epsilon);
        let spot = &mut self.spots.items_mut()[at].1;
        spot.left += amount;
        // Even with one edge it would not be enough: leave its edges unread.
        if spot.queued || spot.left < epsilon {
            return;
        }
        if !spot.read {
            self.read(key, at);
        }
        let spot = &mut self.spots.items_mut()[at].1;
        if spot.left >= epsilon * f64::from(spot.degree.max(1)) {
            spot.queued = true;
            self.queue.push_back(at);
        }
    }

    /// Reads the allowed ways out of a node. A node with more than `1 / epsilon` of them can never hold enough, so
    /// reading ends there.
    fn read(&mut self, key: Key, at: usize) {
        let (how, allow, ways) = (self.how, self.allow, &mut self.ways);
        let start = ways.len();
        let (mut sum, limit) = (0.0_f64, f64::from(how.epsilon).recip() + 1.0);
        self.graph.each(key, None, |row| {
            let table = if row.backward { &how.kind_weights_against } else { &how.kind_weights };
            let weight = table[kind::idx(row.kind)] * row.weight();
            if weight > 0.0 && allow(&row.view(key)) {
                sum += f64::from(weight);
                ways.push((row.other, weight));
            }
            if (ways.len() - start) as f64 > limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let degree = (ways.len() - start) as u32;
        for way in &mut ways[start..] {
            way.1 = (f64::from(way.1) / sum) as f32;
        }
        let spot = &mut self.spots.items_mut()[at].1;
        (spot.read, spot.start, spot.degree) = (true, start as u32, degree);
    }

    fn push(&mut self, at: usize) {
        let spot = &mut self.spots.items_mut()[at].1;
        let left = core::mem::take(&mut spot.left);
        spot.queued = false;
        let on = if spot.degree == 0 { 0.0 } else { left * f64::from(self.how.damping) };
        spot.found += left - on;
        let ways = spot.start as usize..(spot.start + spot.degree) as usize;
        for way in ways {
            let (key, chance) = self.ways[way];
            self.arrive(key, on * f64::from(chance));
        }
    }
}
