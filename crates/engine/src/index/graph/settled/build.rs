//! Building the compressed adjacency from rows that come in order.

use std::collections::HashMap;

use roaring::RoaringBitmap;

use super::super::edge::Row;
use super::super::node::Key;
use super::super::tally::KeyHash;
use super::lookup::Lookup;
use super::{BACKWARD, Entry, KIND_SHIFT, SIDE_HERE, SIDE_STRANGER, SIDE_THERE, Settled, TERM_RARE, Term};

/// Takes every end of every edge by ascending node, each node's in canonical order.
#[derive(Debug)]
pub(in super::super) struct Builder {
    keys: Vec<Key>,
    starts: Vec<u32>,
    entries: Vec<Entry>,
    strangers: Vec<(u32, u32)>,
    /// Term of each end, by order of first appearance.
    terms_of: Vec<u32>,
    terms: HashMap<Term, u32, KeyHash>,
    /// Ends of each term, by order of first appearance.
    used: Vec<u32>,
    /// The term before: neighbours in the list mostly share it.
    last: Option<(Term, u32)>,
}

impl Builder {
    pub(in super::super) fn with_capacity(ends: usize) -> Self {
        Self {
            keys: Vec::new(),
            starts: Vec::new(),
            entries: Vec::with_capacity(ends),
            strangers: Vec::new(),
            terms_of: Vec::with_capacity(ends),
            terms: HashMap::default(),
            used: Vec::new(),
            last: None,
        }
    }

    /// Adds the next end.
    pub(in super::super) fn push(&mut self, key: Key, row: &Row) {
        let position = self.entries.len() as u32;
        debug_assert!(self.keys.last().is_none_or(|&last| last <= key), "nodes come in order");
        if self.keys.last() != Some(&key) {
            self.keys.push(key);
            self.starts.push(position);
        }
        let owner = Key::memory(row.owner);
        let side = if owner == key {
            SIDE_HERE
        } else if owner == row.other {
            SIDE_THERE
        } else {
            self.strangers.push((position, row.owner));
            SIDE_STRANGER
        };
        let tag = row.kind.code() << KIND_SHIFT | if row.backward { BACKWARD } else { 0 } | side;
        let term = self.intern(Term { scope: row.scope, valid: row.valid });
        self.terms_of.push(term);
        self.entries.push(Entry { other: row.other, term: 0, tag, weight: row.weight });
    }

    /// The adjacency. Terms are numbered by use, so that the frequent ones fit the short code.
    pub(in super::super) fn finish(mut self) -> Settled {
        self.starts.push(self.entries.len() as u32);
        let mut ranked: Vec<(Term, u32)> = self.terms.into_iter().collect();
        ranked.sort_unstable_by_key(|&(term, at)| (core::cmp::Reverse(self.used[at as usize]), term));
        let mut code_of = vec![0_u32; ranked.len()];
        for (code, &(_, at)) in ranked.iter().enumerate() {
            code_of[at as usize] = code as u32;
        }
        let mut rare = Vec::new();
        for (at, (entry, term)) in self.entries.iter_mut().zip(&self.terms_of).enumerate() {
            let code = code_of[*term as usize];
            entry.term = u16::try_from(code).unwrap_or(TERM_RARE);
            if entry.term == TERM_RARE {
                rare.push((at as u32, code));
            }
        }
        self.entries.shrink_to_fit();
        self.strangers.shrink_to_fit();
        rare.shrink_to_fit();
        Settled {
            lookup: Lookup::new(self.keys, self.starts),
            entries: self.entries,
            terms: ranked.into_iter().map(|(term, _)| term).collect(),
            rare,
            stranger_owners: self.strangers.iter().map(|one| one.1).collect::<RoaringBitmap>(),
            strangers: self.strangers,
            dead_at: std::collections::BTreeMap::new(),
            dead: 0,
        }
    }

    fn intern(&mut self, term: Term) -> u32 {
        let at = match self.last {
            Some((last, at)) if last == term => at,
            _ => {
                let fresh = self.used.len() as u32;
                *self.terms.entry(term).or_insert(fresh)
            }
        };
        if at as usize == self.used.len() {
            self.used.push(0);
        }
        self.used[at as usize] += 1;
        self.last = Some((term, at));
        at
    }
}
