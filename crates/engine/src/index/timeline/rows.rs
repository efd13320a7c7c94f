//! The times by ordinal: sorted chunks, so that an insert anywhere moves little.

use crate::model::{Grain, Interval, Micros};

use super::Times;
use super::spans::{SpanKey, clamped, end_of, ordered};

/// Rows of a full chunk. Chosen: 40 KB move at worst, and the list of chunks stays short.
const CHUNK: usize = 1_024;

/// The times of one ordinal, raw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) known_at: i64,
    pub(super) start: i64,
    pub(super) end: i64,
    pub(super) from: i64,
    pub(super) until: i64,
}

impl Row {
    /// The row of a memory's times, and the grain of its event.
    pub(super) fn of(times: &Times) -> (Self, Grain) {
        let (event, (from, until)) = (ordered(times.event), times.valid);
        let row = Self {
            known_at: clamped(times.known_at).0,
            start: event.start.0,
            end: event.end.0,
            from: clamped(from).0,
            until: clamped(until.max(from)).0,
        };
        (row, event.grain)
    }

    pub(super) fn has_from(&self) -> bool {
        self.from > Micros::MIN.0
    }

    pub(super) fn has_until(&self) -> bool {
        self.until < Micros::MAX.0
    }
}

#[derive(Clone, Debug, Default)]
struct Chunk {
    ordinals: Vec<u32>,
    rows: Vec<Row>,
    grains: Vec<Grain>,
}

/// Rows by ascending ordinal.
#[derive(Clone, Debug, Default)]
pub(super) struct RowTable {
    /// Never empty ones.
    chunks: Vec<Chunk>,
    /// First ordinal of each chunk, side by side for the search.
    firsts: Vec<u32>,
    len: usize,
}

impl RowTable {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn get(&self, ordinal: u32) -> Option<(&Row, Grain)> {
        let (chunk, at) = self.place(ordinal).ok()?;
        Some((&self.chunks[chunk].rows[at], self.chunks[chunk].grains[at]))
    }

    /// The row of an ordinal that stands in an order, and therefore exists.
    pub(super) fn at(&self, ordinal: u32) -> &Row {
        self.get(ordinal).expect("every ordinal of an order has a row").0
    }

    pub(super) fn event_key(&self, ordinal: u32) -> SpanKey {
        let row = self.at(ordinal);
        let event = Interval { start: Micros(row.start), end: Micros(row.end), grain: Grain::Second };
        SpanKey { start: row.start, end: end_of(event), ordinal }
    }

    /// Adds the row of an ordinal that has none.
    pub(super) fn insert(&mut self, ordinal: u32, (row, grain): (Row, Grain)) {
        let (chunk, at) = match self.place(ordinal) {
            Ok(_) => unreachable!("the ordinal was removed before"),
            Err(place) => self.make_room(place),
        };
        let rows = &mut self.chunks[chunk];
        grow(&mut rows.ordinals);
        grow(&mut rows.rows);
        grow(&mut rows.grains);
        rows.ordinals.insert(at, ordinal);
        rows.rows.insert(at, row);
        rows.grains.insert(at, grain);
        self.firsts[chunk] = rows.ordinals[0];
        self.len += 1;
    }

    pub(super) fn remove(&mut self, ordinal: u32) {
        let Ok((chunk, at)) = self.place(ordinal) else { return };
        let rows = &mut self.chunks[chunk];
        rows.ordinals.remove(at);
        rows.rows.remove(at);
        rows.grains.remove(at);
        self.len -= 1;
        if let Some(&first) = rows.ordinals.first() {
            self.firsts[chunk] = first;
        } else {
            self.chunks.remove(chunk);
            self.firsts.remove(chunk);
        }
    }

    /// All rows by ascending ordinal.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &Row, Grain)> {
        self.chunks.iter().flat_map(|chunk| {
            let rows = chunk.ordinals.iter().zip(&chunk.rows).zip(&chunk.grains);
            rows.map(|((&ordinal, row), &grain)| (ordinal, row, grain))
        })
    }

    pub(super) fn memory_bytes(&self) -> usize {
        let one = |chunk: &Chunk| {
            chunk.ordinals.capacity() * size_of::<u32>()
                + chunk.rows.capacity() * size_of::<Row>()
                + chunk.grains.capacity() * size_of::<Grain>()
        };
        self.chunks.capacity() * (size_of::<Chunk>() + size_of::<u32>()) + self.chunks.iter().map(one).sum::<usize>()
    }

    /// Chunk and position of an ordinal, or where it would be inserted.
    fn place(&self, ordinal: u32) -> Result<(usize, usize), (usize, usize)> {
        let Some(&first) = self.firsts.first() else { return Err((0, 0)) };
        // Ordinals are dense as a rule: then chunk and position follow from the first one.
        let mut chunk = (ordinal.wrapping_sub(first) as usize / CHUNK).min(self.firsts.len() - 1);
        if self.firsts[chunk] > ordinal || self.firsts.get(chunk + 1).is_some_and(|&next| next <= ordinal) {
            chunk = self.firsts.partition_point(|&first| first <= ordinal).saturating_sub(1);
        }
        let ordinals = &self.chunks[chunk].ordinals;
        let guess = ordinal.wrapping_sub(ordinals[0]) as usize;
        if ordinals.get(guess) == Some(&ordinal) {
            return Ok((chunk, guess));
        }
        match ordinals.binary_search(&ordinal) {
            Ok(at) => Ok((chunk, at)),
            Err(at) => Err((chunk, at)),
        }
    }

    /// Splits a full chunk; a chunk that is full and appended to is left full and followed by a new one.
    fn make_room(&mut self, (chunk, at): (usize, usize)) -> (usize, usize) {
        let Some(full) = self.chunks.get_mut(chunk) else {
            self.chunks.push(Chunk::default());
            self.firsts.push(0);
            return (chunk, at);
        };
        if full.ordinals.len() < CHUNK {
            return (chunk, at);
        }
        let split = if at == CHUNK { CHUNK } else { CHUNK / 2 };
        let right = Chunk {
            ordinals: full.ordinals.split_off(split),
            rows: full.rows.split_off(split),
            grains: full.grains.split_off(split),
        };
        // The first of an empty chunk is set by the insert that follows.
        self.firsts.insert(chunk + 1, right.ordinals.first().copied().unwrap_or(u32::MAX));
        self.chunks.insert(chunk + 1, right);
        if at < split || (at == split && split < CHUNK) { (chunk, at) } else { (chunk + 1, at - split) }
    }
}

/// Makes room for one more, by an eighth instead of double: a chunk is soon full and must not stay half empty.
fn grow<T>(list: &mut Vec<T>) {
    if list.len() == list.capacity() {
        list.reserve_exact((list.len() / 8).clamp(4, CHUNK));
    }
}
