//! The compressed part of the adjacency: 8 bytes an edge end, rarely needed things out of line.
//!
//! Nothing is ever added; a removed end is marked dead until the next fold builds a new one.

mod build;
mod lookup;

use roaring::RoaringBitmap;

use crate::model::EdgeKind;

use super::edge::{Row, Validity};
use super::node::Key;

pub(super) use self::build::Builder;
use self::lookup::Lookup;

/// Bits of [`Entry::tag`], lowest first: 1 backward, 4 kind, 2 owner side, 1 dead.
const BACKWARD: u8 = 1;
const KIND_SHIFT: u8 = 1;
/// Kind and direction: the part of the tag that ends are sorted by.
const ORDER_MASK: u8 = 0b0001_1111;
const SIDE_MASK: u8 = 0b0110_0000;
/// The owner is the node that keeps the end.
const SIDE_HERE: u8 = 0;
/// The owner is the node at the other end.
const SIDE_THERE: u8 = 0b0010_0000;
/// The owner is neither: it stands in the strangers' list.
const SIDE_STRANGER: u8 = 0b0100_0000;
const DEAD: u8 = 0b1000_0000;

/// Term code that says "look into [`Settled::rare`]".
const TERM_RARE: u16 = u16::MAX;

/// One end of an edge.
#[derive(Clone, Copy, Debug)]
struct Entry {
    other: Key,
    /// Which of [`Settled::terms`], or [`TERM_RARE`].
    term: u16,
    tag: u8,
    /// Weight times 255.
    weight: u8,
}

/// Positions of the ends of one node: the first, and one past the last.
pub(super) type Place = (usize, usize);

/// What most edges share: scope sets and validity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Term {
    scope: u32,
    valid: Validity,
}

/// Compressed adjacency. Positions are `u32`: at most 2^32 ends.
#[derive(Clone, Debug, Default)]
pub(super) struct Settled {
    lookup: Lookup,
    /// Ends by node, then in canonical order.
    entries: Vec<Entry>,
    /// Distinct terms, the most used first.
    terms: Vec<Term>,
    /// Position and term of the ends whose term does not fit 16 bits, by position.
    rare: Vec<(u32, u32)>,
    /// Position and owner of the ends that neither of their nodes states, by position.
    strangers: Vec<(u32, u32)>,
    /// The owners in [`Self::strangers`].
    stranger_owners: RoaringBitmap,
    /// Dead ends at the nodes that have any.
    dead_at: std::collections::BTreeMap<Key, u32>,
    dead: usize,
}

impl Settled {
    /// Ends held, dead ones included.
    pub(super) fn ends(&self) -> usize {
        self.entries.len()
    }

    /// Dead ends.
    pub(super) fn dead(&self) -> usize {
        self.dead
    }

    /// The nodes, ascending.
    pub(super) fn keys(&self) -> impl Iterator<Item = Key> {
        self.lookup.keys()
    }

    /// Live ends of a kind at a node.
    pub(super) fn degree(&self, key: Key, kind: EdgeKind) -> u32 {
        let (start, end) = self.range(key, Some(kind));
        if self.dead_at.contains_key(&key) {
            self.entries[start..end].iter().filter(|entry| entry.tag & DEAD == 0).count() as u32
        } else {
            (end - start) as u32
        }
    }

    /// Live ends at a node, in canonical order.
    pub(super) fn rows(&self, key: Key, kind: Option<EdgeKind>) -> Rows<'_> {
        self.rows_at(key, self.range(key, kind))
    }

    /// Where the ends of each node are, for [`Self::rows_at`].
    ///
    /// Reading many nodes waits for memory most of the time. Here the reads do not depend on each other, so that the
    /// waits overlap; the first end of each node is fetched too.
    pub(super) fn places(&self, keys: impl Iterator<Item = Key>) -> Vec<Place> {
        let places: Vec<Place> = keys.map(|key| self.lookup.range(key)).collect();
        for &(start, _) in &places {
            core::hint::black_box(self.entries.get(start).map(|entry| entry.tag));
        }
        places
    }

    /// Live ends at a node whose place is known, in canonical order.
    #[inline]
    pub(super) fn rows_at(&self, key: Key, (at, end): Place) -> Rows<'_> {
        Rows { settled: self, key, at, end, stranger: None }
    }

    /// Marks the edges of an owner dead; how many there were.
    pub(super) fn kill(&mut self, owner: u32) -> usize {
        let key = Key::memory(owner);
        let mut killed = 0;
        let (start, end) = self.range(key, None);
        for at in start..end {
            let entry = self.entries[at];
            if entry.tag & (DEAD | SIDE_MASK) == SIDE_HERE {
                let twin = self.twin_of(key, at);
                debug_assert!(twin.is_some(), "both ends of an edge are kept");
                self.bury(key, at);
                if let Some(twin) = twin {
                    self.bury(entry.other, twin);
                }
                killed += 1;
            }
        }
        if self.stranger_owners.contains(owner) {
            let spots: Vec<u32> = self.strangers.iter().filter(|one| one.1 == owner).map(|one| one.0).collect();
            for at in spots {
                let entry = self.entries[at as usize];
                if entry.tag & DEAD == 0 {
                    self.bury(self.lookup.key_at(at), at as usize);
                    killed += usize::from(entry.tag & BACKWARD == 0);
                }
            }
            self.stranger_owners.remove(owner);
        }
        killed
    }

    /// Bytes held, by capacity.
    pub(super) fn memory_bytes(&self) -> usize {
        self.lookup.memory_bytes()
            + self.entries.capacity() * size_of::<Entry>()
            + self.terms.capacity() * size_of::<Term>()
            + (self.rare.capacity() + self.strangers.capacity()) * size_of::<(u32, u32)>()
            + self.stranger_owners.serialized_size()
            // A tree node is at least half full.
            + self.dead_at.len() * size_of::<(Key, u32)>() * 2
    }

    /// Positions of a node's ends, of one kind or all.
    fn range(&self, key: Key, kind: Option<EdgeKind>) -> (usize, usize) {
        let (start, end) = self.lookup.range(key);
        let Some(kind) = kind else { return (start, end) };
        let lowest = kind.code() << KIND_SHIFT;
        let ends = &self.entries[start..end];
        let first = ends.partition_point(|entry| entry.tag & ORDER_MASK < lowest);
        let len = ends[first..].partition_point(|entry| entry.tag & ORDER_MASK <= lowest | BACKWARD);
        (start + first, start + first + len)
    }

    /// Where the other end of the live edge at `at`, stated by its own node `key`, is kept.
    fn twin_of(&self, key: Key, at: usize) -> Option<usize> {
        let entry = self.entries[at];
        let term = self.term(at);
        let order = entry.tag & ORDER_MASK ^ BACKWARD;
        let (start, end) = self.range(entry.other, None);
        let ends = &self.entries[start..end];
        let first = ends.partition_point(|one| (one.tag & ORDER_MASK, one.other) < (order, key));
        (start + first..end)
            .take_while(|&spot| (self.entries[spot].tag & ORDER_MASK, self.entries[spot].other) == (order, key))
            .find(|&spot| {
                let one = self.entries[spot];
                one.tag & (DEAD | SIDE_MASK) == SIDE_THERE && one.weight == entry.weight && self.term(spot) == term
            })
    }

    fn bury(&mut self, key: Key, at: usize) {
        self.entries[at].tag |= DEAD;
        *self.dead_at.entry(key).or_default() += 1;
        self.dead += 1;
    }

    fn term(&self, at: usize) -> Term {
        self.term_of(self.entries[at], at)
    }

    #[inline]
    fn term_of(&self, entry: Entry, at: usize) -> Term {
        if entry.term == TERM_RARE { self.rare_term(at) } else { self.terms[usize::from(entry.term)] }
    }

    #[cold]
    fn rare_term(&self, at: usize) -> Term {
        let spot = self.rare.partition_point(|one| one.0 < at as u32);
        self.terms[self.rare[spot].1 as usize]
    }
}

/// Live ends of one node, as rows.
pub(super) struct Rows<'a> {
    settled: &'a Settled,
    key: Key,
    at: usize,
    end: usize,
    /// Where in the strangers' list the walk is, once it was needed: consecutive strangers stand next to each other.
    stranger: Option<usize>,
}

impl Rows<'_> {
    fn stranger(&mut self, at: usize) -> u32 {
        let list = &self.settled.strangers;
        let mut spot = self.stranger.unwrap_or_else(|| list.partition_point(|one| one.0 < at as u32));
        while list[spot].0 < at as u32 {
            spot += 1;
        }
        self.stranger = Some(spot);
        list[spot].1
    }
}

impl Iterator for Rows<'_> {
    type Item = Row;

    #[inline]
    fn next(&mut self) -> Option<Row> {
        while self.at < self.end {
            let at = self.at;
            self.at += 1;
            let entry = self.settled.entries[at];
            if entry.tag & DEAD != 0 {
                continue;
            }
            let owner = match entry.tag & SIDE_MASK {
                SIDE_HERE => self.key.ordinal(),
                SIDE_THERE => entry.other.ordinal(),
                _ => self.stranger(at),
            };
            let term = self.settled.term_of(entry, at);
            return Some(Row {
                kind: EdgeKind::ALL[usize::from((entry.tag & ORDER_MASK) >> KIND_SHIFT)],
                backward: entry.tag & BACKWARD != 0,
                other: entry.other,
                weight: entry.weight,
                scope: term.scope,
                valid: term.valid,
                owner,
            });
        }
        None
    }
}
