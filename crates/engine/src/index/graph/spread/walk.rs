//! One hop of spreading, and the books it keeps.

use core::ops::ControlFlow;

use crate::model::EdgeKind;

use super::super::kind::{self, KINDS};
use super::super::node::Key;
use super::super::settled::Place;
use super::super::tally::Tally;
use super::super::{EdgeView, GraphError, GraphIndex};
use super::{Spreading, fan};

/// The parent of a chain that starts here.
pub(super) const NO_LINK: u32 = u32::MAX;

/// A chain of edges ending at some node: what it alone brings, and its last edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    pub(super) value: f32,
    /// Link of the node before, or [`NO_LINK`].
    pub(super) parent: u32,
    pub(super) kind: EdgeKind,
    pub(super) forward: bool,
}

impl Default for Chain {
    fn default() -> Self {
        Self { value: 0.0, parent: NO_LINK, kind: EdgeKind::Mentions, forward: true }
    }
}

impl Chain {
    /// Keeps the better chain; the earlier one when equal.
    fn offer(&mut self, other: Self) {
        if other.value > self.value {
            *self = other;
        }
    }

    fn next(&self, pass: f64, link: u32, kind: EdgeKind, forward: bool) -> Self {
        Self { value: self.value * pass as f32, parent: link, kind, forward }
    }
}

/// A node that passed activation on, with the chain that led to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub(super) key: Key,
    pub(super) chain: Chain,
}

/// What arrived at a node in one hop, apart for `similar_to` and the rest.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Charge {
    plain: f64,
    similar: f64,
    plain_chain: Chain,
    similar_chain: Chain,
}

impl Charge {
    pub(super) fn seed(&mut self, value: f64) {
        self.plain += value;
        self.plain_chain = Chain { value: self.plain as f32, ..Chain::default() };
    }

    fn arrive(&mut self, amount: f64, chain: Chain) {
        if chain.kind == EdgeKind::SimilarTo {
            self.similar += amount;
            self.similar_chain.offer(chain);
        } else {
            self.plain += amount;
            self.plain_chain.offer(chain);
        }
    }

    fn sum(&self) -> f64 {
        self.plain + self.similar
    }

    fn chain(&self) -> Chain {
        let mut best = self.plain_chain;
        best.offer(self.similar_chain);
        best
    }
}

/// What a memory got over all hops.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Total {
    pub(super) sum: f64,
    pub(super) seeded: f64,
    pub(super) chain: Chain,
}

/// What entered an entity within one hop.
#[derive(Clone, Copy, Debug, Default)]
struct Inflow {
    total: f64,
    best: Chain,
    /// The memory that [`Self::best`] comes from; none when it rested at the entity.
    best_by: Option<Key>,
    /// The best chain that does not come from there.
    second: Chain,
    /// First and last of its gifts, plus one; 0 for none.
    first: u32,
    last: u32,
}

impl Inflow {
    fn offer(&mut self, chain: Chain, by: Option<Key>) {
        if by == self.best_by && self.best.value > 0.0 {
            self.best.offer(chain);
        } else if chain.value > self.best.value {
            self.second = self.best;
            self.best = chain;
            self.best_by = by;
        } else {
            self.second.offer(chain);
        }
    }
}

/// What one memory put into an entity; a list by entity, in ascending order of memories.
#[derive(Clone, Copy, Debug)]
struct Gift {
    by: Key,
    amount: f64,
    /// The next gift of the same entity, plus one.
    next: u32,
}

/// An allowed edge end of the node at hand.
#[derive(Clone, Copy, Debug)]
struct End {
    kind: EdgeKind,
    forward: bool,
    other: Key,
    weight: f32,
}

/// The state of one call.
pub(super) struct Walk<'a> {
    graph: &'a GraphIndex,
    how: &'a Spreading,
    allow: &'a dyn Fn(&EdgeView) -> bool,
    stop: &'a dyn Fn() -> bool,
    links: Vec<Link>,
    through: Tally<Inflow>,
    gifts: Vec<Gift>,
    /// Scratch: ends of the node at hand.
    ends: Vec<End>,
    /// Scratch: gifts of the entity at hand, one a memory.
    givers: Vec<(Key, f64)>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        graph: &'a GraphIndex,
        how: &'a Spreading,
        allow: &'a dyn Fn(&EdgeView) -> bool,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        Self {
            graph,
            how,
            allow,
            stop,
            links: Vec::new(),
            through: Tally::new(),
            gifts: Vec::new(),
            ends: Vec::new(),
            givers: Vec::new(),
        }
    }

    pub(super) fn links(&self) -> &[Link] {
        &self.links
    }

    /// Adds what arrived in one hop to the totals of the memories.
    pub(super) fn count(&self, charges: &Tally<Charge>, totals: &mut Tally<Total>) {
        for (key, charge) in charges.items() {
            if !key.is_entity() && self.counts(charge.sum()) {
                let total = totals.entry(*key);
                total.sum += charge.sum();
                total.chain.offer(charge.chain());
            }
        }
    }

    /// From what every node holds to what every node gets.
    pub(super) fn hop(&mut self, charges: &Tally<Charge>) -> Result<Tally<Charge>, GraphError> {
        let mut next = Tally::new();
        self.through = Tally::new();
        self.gifts.clear();
        let frontier = self.strongest(charges.items().iter().map(|(key, charge)| (*key, charge.sum())));
        let places = self.graph.settled.places(frontier.iter().map(|one| one.0));
        for ((key, at), place) in frontier.into_iter().zip(places) {
            let charge = &charges.items()[at].1;
            if key.is_entity() {
                let inflow = self.through.entry(key);
                inflow.total += charge.sum();
                inflow.offer(charge.chain(), None);
            } else {
                self.check_stop()?;
                self.leave_memory(key, place, charge, &mut next);
            }
        }
        let passed = self.strongest(self.through.items().iter().map(|(key, inflow)| (*key, inflow.total)));
        let places = self.graph.settled.places(passed.iter().map(|one| one.0));
        for ((key, at), place) in passed.into_iter().zip(places) {
            self.check_stop()?;
            let inflow = self.through.items()[at].1;
            self.leave_entity(key, place, &inflow, &mut next);
        }
        Ok(next)
    }

    fn check_stop(&self) -> Result<(), GraphError> {
        if (self.stop)() { Err(GraphError::Stopped) } else { Ok(()) }
    }

    fn counts(&self, amount: f64) -> bool {
        amount > 0.0 && amount >= f64::from(self.how.threshold)
    }

    /// The strongest nodes that count, at most `frontier_max`, in canonical order; each with its position.
    fn strongest(&self, amounts: impl Iterator<Item = (Key, f64)>) -> Vec<(Key, usize)> {
        let mut order: Vec<(f64, Key, usize)> = amounts
            .enumerate()
            .filter(|(_, (_, amount))| self.counts(*amount))
            .map(|(at, (key, amount))| (amount, key, at))
            .collect();
        if self.how.frontier_max < order.len() {
            order.select_nth_unstable_by(self.how.frontier_max, |one, two| {
                two.0.total_cmp(&one.0).then(one.1.cmp(&two.1))
            });
            order.truncate(self.how.frontier_max);
        }
        let mut keys: Vec<(Key, usize)> = order.into_iter().map(|(_, key, at)| (key, at)).collect();
        keys.sort_unstable();
        keys
    }

    fn link(&mut self, key: Key, chain: Chain) -> u32 {
        self.links.push(Link { key, chain });
        (self.links.len() - 1) as u32
    }

    fn leave_memory(&mut self, key: Key, place: Place, charge: &Charge, next: &mut Tally<Charge>) {
        let mut degrees = [0_u32; KINDS];
        self.collect(key, place, |end| {
            degrees[kind::idx(end.kind)] += 1;
            ControlFlow::Continue(())
        });
        let fans = degrees.map(|degree| fan(degree, self.how.fan_exponent));
        let (any_chain, any_link) = (charge.chain(), self.link(key, charge.chain()));
        let plain_link = if charge.similar > 0.0 { self.link(key, charge.plain_chain) } else { any_link };
        let ends = core::mem::take(&mut self.ends);
        for end in &ends {
            let (amount, chain, link) = if end.kind == EdgeKind::SimilarTo {
                (charge.plain, charge.plain_chain, plain_link)
            } else {
                (charge.sum(), any_chain, any_link)
            };
            let mut pass = f64::from(end.weight) * fans[kind::idx(end.kind)];
            if !end.other.is_entity() {
                pass *= f64::from(self.how.decay_per_hop) * self.how.kind_weight(end.kind, end.forward);
            }
            if amount * pass <= 0.0 {
                continue;
            }
            let chain = chain.next(pass, link, end.kind, end.forward);
            if end.other.is_entity() {
                self.give(end.other, key, amount * pass, chain);
            } else {
                next.entry(end.other).arrive(amount * pass, chain);
            }
        }
        self.ends = ends;
    }

    /// Notes what a memory puts into an entity.
    fn give(&mut self, entity: Key, by: Key, amount: f64, chain: Chain) {
        self.gifts.push(Gift { by, amount, next: 0 });
        let gift = self.gifts.len() as u32;
        let inflow = self.through.entry(entity);
        inflow.total += amount;
        inflow.offer(chain, Some(by));
        if inflow.first == 0 {
            inflow.first = gift;
        } else {
            self.gifts[inflow.last as usize - 1].next = gift;
        }
        inflow.last = gift;
    }

    fn leave_entity(&mut self, key: Key, place: Place, inflow: &Inflow, next: &mut Tally<Charge>) {
        let hub = self.how.hub_degree_max;
        let (mut memories, mut entities) = ([0_u32; KINDS], [0_u32; KINDS]);
        self.collect(key, place, |end| {
            let degrees = if end.other.is_entity() { &mut entities } else { &mut memories };
            degrees[kind::idx(end.kind)] += 1;
            // Mentions come first, so that a hub is known before its edges are all read.
            if memories[kind::idx(EdgeKind::Mentions)] > hub {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if memories[kind::idx(EdgeKind::Mentions)] > hub {
            return;
        }
        self.read_givers(inflow.first);
        let to_memory = memories.map(|df| if df > hub || df == 0 { 0.0 } else { self.how.entity_fan.share(df) });
        let to_entity = entities.map(|degree| fan(degree, self.how.fan_exponent));
        let best_link = self.link(key, inflow.best);
        let second_link = self.link(key, inflow.second);
        let ends = core::mem::take(&mut self.ends);
        for end in &ends {
            let (fans, own) = if end.other.is_entity() {
                (&to_entity, 0.0)
            } else {
                let own = self.givers.binary_search_by_key(&end.other, |giver| giver.0);
                (&to_memory, own.map_or(0.0, |at| self.givers[at].1))
            };
            let pass = f64::from(end.weight)
                * fans[kind::idx(end.kind)]
                * f64::from(self.how.decay_per_hop)
                * self.how.kind_weight(end.kind, end.forward);
            let amount = (inflow.total - own) * pass;
            if amount <= 0.0 {
                continue;
            }
            let (chain, link) = if inflow.best_by == Some(end.other) {
                (&inflow.second, second_link)
            } else {
                (&inflow.best, best_link)
            };
            next.entry(end.other).arrive(amount, chain.next(pass, link, end.kind, end.forward));
        }
        self.ends = ends;
    }

    /// Reads a list of gifts into [`Self::givers`], those of one memory added up.
    fn read_givers(&mut self, first: u32) {
        self.givers.clear();
        let mut at = first;
        while at != 0 {
            let gift = self.gifts[at as usize - 1];
            match self.givers.last_mut() {
                Some(last) if last.0 == gift.by => last.1 += gift.amount,
                _ => self.givers.push((gift.by, gift.amount)),
            }
            at = gift.next;
        }
    }

    /// Reads the allowed ends of a node into [`Self::ends`], in canonical order, as long as `each` says so.
    ///
    /// Closed kinds are left out, and so is `similar_to` at an entity; they carry nothing.
    fn collect(&mut self, key: Key, place: Place, mut each: impl FnMut(&End) -> ControlFlow<()>) {
        self.ends.clear();
        let (ends, how, allow) = (&mut self.ends, self.how, self.allow);
        self.graph.each_at(key, place, |row| {
            let closed = how.kind_weight(row.kind, !row.backward) <= 0.0;
            let misplaced = row.kind == EdgeKind::SimilarTo && (key.is_entity() || row.other.is_entity());
            if closed || misplaced || !allow(&row.view(key)) {
                return ControlFlow::Continue(());
            }
            let end = End { kind: row.kind, forward: !row.backward, other: row.other, weight: row.weight() };
            ends.push(end);
            each(&end)
        });
    }
}
