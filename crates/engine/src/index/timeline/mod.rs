//! The times of one context: when each memory was learnt, what its event was, when it held, which dates its text states.
//!
//! Owns the questions "which ordinals lie in this window". It knows no texts and no clock: whoever resolves phrases
//! hands in intervals. All intervals are half-open; `[Micros::MIN, ...)` and `[..., Micros::MAX)` are open ends, and times
//! outside the calendar are moved to its ends.

mod codec;
mod order;
mod rows;
mod spans;

use std::collections::BTreeMap;

use roaring::RoaringBitmap;

use crate::model::{Interval, Micros};

use self::order::Order;
use self::rows::{Row, RowTable};
use self::spans::{SpanKey, Spans};

pub use self::codec::DecodeError;

/// Most stated intervals kept of one memory; the rest is dropped. Chosen.
pub const STATED_MAX: usize = 16;

/// The times of one memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Times {
    /// When it was learnt.
    pub known_at: Micros,
    /// When what it tells happened; an empty interval counts as its instant.
    pub event: Interval,
    /// When it held, `[from, until)`; `Micros::MIN` and `Micros::MAX` are open ends. `until` before `from` is read as
    /// `from`: it never held.
    pub valid: (Micros, Micros),
    /// Dates and ranges that its text states, at most [`STATED_MAX`].
    pub stated: Vec<Interval>,
}

/// Sorted orders over the times of all memories of a context. About 60 bytes an ordinal without stated intervals.
#[derive(Clone, Debug, Default)]
pub struct TimelineIndex {
    rows: RowTable,
    present: RoaringBitmap,
    /// Ordinals by event.
    events: Spans<u32>,
    /// Ordinals by the time they were learnt.
    known: Order<u32>,
    /// Ordinals whose validity has a start, by it.
    valid_from: Order<u32>,
    /// Ordinals whose validity has an end, by it.
    valid_until: Order<u32>,
    stated: BTreeMap<u32, Box<[Interval]>>,
    stated_spans: Spans<Stated>,
}

/// One stated interval of one ordinal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stated {
    start: i64,
    end: i64,
    ordinal: u32,
}

impl Stated {
    fn key(self) -> SpanKey {
        SpanKey { start: self.start, end: self.end, ordinal: self.ordinal }
    }
}

impl TimelineIndex {
    /// An index without times.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the times of an ordinal, replacing earlier ones. O(log n); cheapest in order of ordinal and of time.
    pub fn upsert(&mut self, ordinal: u32, times: &Times) {
        self.remove(ordinal);
        self.rows.insert(ordinal, Row::of(times));
        self.present.insert(ordinal);
        let Self { rows, events, known, valid_from, valid_until, .. } = self;
        let (row, event) = (rows.at(ordinal), rows.event_key(ordinal));
        events.insert(ordinal, event, |one| rows.event_key(one));
        known.insert(ordinal, (row.known_at, ordinal), |one| (rows.at(one).known_at, one));
        if row.has_from() {
            valid_from.insert(ordinal, (row.from, ordinal), |one| (rows.at(one).from, one));
        }
        if row.has_until() {
            valid_until.insert(ordinal, (row.until, ordinal), |one| (rows.at(one).until, one));
        }
        let stated: Box<[Interval]> = times.stated.iter().take(STATED_MAX).copied().map(spans::ordered).collect();
        for item in stated_items(ordinal, &stated) {
            self.stated_spans.insert(item, item.key(), Stated::key);
        }
        if !stated.is_empty() {
            self.stated.insert(ordinal, stated);
        }
    }

    /// Forgets an ordinal; true when it was there.
    pub fn remove(&mut self, ordinal: u32) -> bool {
        if !self.present.remove(ordinal) {
            return false;
        }
        let Self { rows, events, known, valid_from, valid_until, .. } = self;
        let (row, event) = (rows.at(ordinal), rows.event_key(ordinal));
        events.remove(event, |one| rows.event_key(one));
        known.remove((row.known_at, ordinal), |one| (rows.at(one).known_at, one));
        valid_from.remove((row.from, ordinal), |one| (rows.at(one).from, one));
        valid_until.remove((row.until, ordinal), |one| (rows.at(one).until, one));
        self.rows.remove(ordinal);
        for item in stated_items(ordinal, &self.stated.remove(&ordinal).unwrap_or_default()) {
            self.stated_spans.remove(item.key(), Stated::key);
        }
        true
    }

    /// The times of an ordinal.
    pub fn get(&self, ordinal: u32) -> Option<Times> {
        let (row, grain) = self.rows.get(ordinal)?;
        Some(Times {
            known_at: Micros(row.known_at),
            event: Interval { start: Micros(row.start), end: Micros(row.end), grain },
            valid: (Micros(row.from), Micros(row.until)),
            stated: self.stated(ordinal).to_vec(),
        })
    }

    /// The intervals that the text of an ordinal states, as they were given; empty when it states none.
    pub fn stated(&self, ordinal: u32) -> &[Interval] {
        self.stated.get(&ordinal).map_or(&[], |list| list)
    }

    /// The event of an ordinal.
    pub fn event(&self, ordinal: u32) -> Option<Interval> {
        let (row, grain) = self.rows.get(ordinal)?;
        Some(Interval { start: Micros(row.start), end: Micros(row.end), grain })
    }

    /// Ordinals whose event shares an instant with the window; an empty event or window counts as its first instant.
    ///
    /// Cost: O(log n + answer), and what starts up to four event lengths before the window.
    pub fn events_in(&self, window: Interval) -> RoaringBitmap {
        let mut found = self.scratch();
        self.events.overlapping(window, |one| self.rows.event_key(one), |one| found.insert(one));
        found.into_bitmap()
    }

    /// Ordinals that state an interval sharing an instant with the window. Cost as [`Self::events_in`].
    pub fn stated_in(&self, window: Interval) -> RoaringBitmap {
        let mut found = self.scratch();
        self.stated_spans.overlapping(window, Stated::key, |one| found.insert(one.ordinal));
        found.into_bitmap()
    }

    /// Ordinals learnt at `at` or before.
    pub fn known_by(&self, at: Micros) -> RoaringBitmap {
        self.at_most(&self.known, at.0, |row| row.known_at)
    }

    /// Ordinals that hold at `at`: from <= at < until, open ends always satisfied.
    pub fn valid_at(&self, at: Micros) -> RoaringBitmap {
        let not_yet = self.some(&self.valid_from, at.0, false, |row| row.from);
        let over = self.some(&self.valid_until, at.0, true, |row| row.until);
        &(&self.present - &not_yet) - &over
    }

    /// Ordinals whose validity starts at `from` or later and ends at `until` or before; `None` does not restrict.
    ///
    /// An open start is as early as `Micros::MIN`, an open end as late as `Micros::MAX`.
    pub fn valid_within(&self, from: Option<Micros>, until: Option<Micros>) -> RoaringBitmap {
        let starts = match from {
            Some(from) if from > Micros::MIN => Some(self.some(&self.valid_from, from.0 - 1, false, |row| row.from)),
            _ => None,
        };
        let ends = match until {
            Some(until) if until < Micros::MAX => Some(self.some(&self.valid_until, until.0, true, |row| row.until)),
            _ => None,
        };
        match (starts, ends) {
            (Some(starts), Some(ends)) => starts & ends,
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => self.present.clone(),
        }
    }

    /// Up to `limit` ordinals of the mask (all without one) with the latest event starts, latest first, ties by
    /// descending ordinal.
    pub fn latest(&self, mask: Option<&RoaringBitmap>, limit: usize) -> Vec<u32> {
        self.by_event(mask, limit, true)
    }

    /// Up to `limit` ordinals of the mask (all without one) with the earliest event starts, earliest first, ties by
    /// ascending ordinal.
    pub fn earliest(&self, mask: Option<&RoaringBitmap>, limit: usize) -> Vec<u32> {
        self.by_event(mask, limit, false)
    }

    /// From the earliest event start to the latest event end; nothing when empty.
    pub fn span(&self) -> Option<(Micros, Micros)> {
        let (start, end) = self.events.span(|one| self.rows.event_key(one), |one| self.rows.at(one).end)?;
        Some((Micros(start), Micros(end)))
    }

    /// Ordinals held.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// True without any ordinal.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes held, by capacity.
    pub fn memory_bytes(&self) -> usize {
        let orders = [&self.known, &self.valid_from, &self.valid_until];
        // A tree node is at least half full.
        let stated: usize = self.stated.values().map(|list| size_of_val::<[Interval]>(list) + 2 * 24).sum();
        size_of::<Self>()
            + self.rows.memory_bytes()
            + self.present.serialized_size()
            + self.events.memory_bytes()
            + orders.into_iter().map(Order::memory_bytes).sum::<usize>()
            + stated
            + self.stated_spans.memory_bytes()
    }

    fn by_event(&self, mask: Option<&RoaringBitmap>, limit: usize, latest: bool) -> Vec<u32> {
        let mut events = self.events.by_start(latest, |one| self.rows.event_key(one));
        let Some(mask) = mask else { return events.take(limit).collect() };
        // A mask that is spread evenly is soon met while walking all events. One that is not is gathered and sorted
        // instead, once the walk has cost about a quarter of that.
        let steps = (mask.len() / 4) as usize;
        let found: Vec<u32> = events.by_ref().take(steps).filter(|one| mask.contains(*one)).take(limit).collect();
        if found.len() == limit || events.next().is_none() {
            return found;
        }
        let mut keys: Vec<(i64, u32)> =
            mask.iter().filter_map(|one| self.rows.get(one).map(|(row, _)| (row.start, one))).collect();
        let order = |one: &(i64, u32), two: &(i64, u32)| if latest { two.cmp(one) } else { one.cmp(two) };
        if limit < keys.len() {
            keys.select_nth_unstable_by(limit, order);
            keys.truncate(limit);
        }
        keys.sort_unstable_by(order);
        keys.into_iter().map(|key| key.1).collect()
    }

    /// Ordinals of an order that holds all of them, whose key is at most `at`: the shorter side is read.
    fn at_most(&self, order: &Order<u32>, at: i64, key: impl Fn(&Row) -> i64) -> RoaringBitmap {
        let below = order.rank((at, u32::MAX), |one| (key(self.rows.at(one)), one));
        if below * 2 <= order.len() {
            self.some(order, at, true, key)
        } else {
            &self.present - &self.some(order, at, false, key)
        }
    }

    /// Ordinals of an order whose key is at most `at` (`below`), or above it.
    fn some(&self, order: &Order<u32>, at: i64, below: bool, key: impl Fn(&Row) -> i64) -> RoaringBitmap {
        let mut found = self.scratch();
        let rank = order.rank((at, u32::MAX), |one| (key(self.rows.at(one)), one));
        let range = if below { 0..rank } else { rank..order.len() };
        order.each_in(range, |one| found.insert(one));
        found.into_bitmap()
    }

    fn scratch(&self) -> spans::Bits {
        spans::Bits::up_to(self.present.max())
    }
}

/// The stated intervals of an ordinal as they stand in the order; repeats once.
fn stated_items(ordinal: u32, stated: &[Interval]) -> Vec<Stated> {
    let mut items: Vec<Stated> =
        stated.iter().map(|one| Stated { start: one.start.0, end: spans::end_of(*one), ordinal }).collect();
    items.sort_unstable_by_key(|item| (item.start, item.end));
    items.dedup();
    items
}

#[cfg(test)]
mod tests;
