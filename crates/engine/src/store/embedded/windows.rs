//! Which index entries a change touches, and the rows they are made of.
//!
//! The entry of a turn depends on the two turns before and after it in its session. So a change at one place touches the
//! entries up to two turns away, and making those takes turns up to four away. Other rows are touched alone.
//!
//! Must not know: threads, transactions.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::RangeInclusive;

use rusqlite::Connection;

use super::database::During;
use super::indexes::{Batch, Entry, compose};
use super::tables::memories::Spot;
use super::tables::{memories, reading};
use super::transact::Delta;
use crate::store::derived::SourceRow;
use crate::store::{Ordinal, StoreError};

/// Turns whose entries a change touches, before and after it.
pub(super) const REACH: usize = 2;
/// Sessions whose ends the writer keeps, so that an appended turn reads nothing. A few KiB each. Chosen.
const TAILS_KEPT: usize = 32;

/// Rows whose entries have to be made anew.
#[derive(Debug, Default)]
pub(super) struct Touched {
    /// Places, by session.
    places: BTreeMap<u32, BTreeSet<u32>>,
    /// Rows that stand in no order.
    loose: BTreeSet<Ordinal>,
}

impl Touched {
    pub(super) fn add(&mut self, spot: Spot, ordinal: Ordinal) {
        match spot {
            Some((session, place)) => drop(self.places.entry(session).or_default().insert(place)),
            None => drop(self.loose.insert(ordinal)),
        }
    }

    /// Makes the entries from what the tables hold now.
    pub(super) fn entries(&self, connection: &Connection) -> Result<Vec<Entry>, StoreError> {
        let mut entries = loose(connection, &self.loose)?;
        for (session, places) in &self.places {
            for window in windows(connection, *session, places)? {
                entries.extend(window.compose());
            }
        }
        Ok(entries)
    }
}

fn loose(connection: &Connection, rows: &BTreeSet<Ordinal>) -> Result<Vec<Entry>, StoreError> {
    let mut entries = Vec::with_capacity(rows.len());
    for ordinal in rows {
        let row = memories::get_whole(connection, *ordinal)?;
        if let Some((_, source)) = row.filter(|(stored, _)| stored.memory.forgotten_at.is_none()) {
            entries.extend(compose(&[source], &|_| true));
        }
    }
    Ok(entries)
}

/// A stretch of a session with the places in it whose entries are touched.
#[derive(Debug)]
struct Window {
    rows: Vec<(u32, SourceRow)>,
    touched: Vec<RangeInclusive<u32>>,
    /// Nothing follows in the session.
    ends: bool,
}

impl Window {
    fn compose(&self) -> Vec<Entry> {
        let touched: BTreeSet<Ordinal> = self
            .rows
            .iter()
            .filter(|(place, _)| self.touched.iter().any(|range| range.contains(place)))
            .map(|(_, row)| row.ordinal)
            .collect();
        let rows: Vec<SourceRow> = self.rows.iter().map(|(_, row)| row.clone()).collect();
        compose(&rows, &|ordinal| touched.contains(&ordinal))
    }
}

fn windows(connection: &Connection, session: u32, places: &BTreeSet<u32>) -> Result<Vec<Window>, StoreError> {
    let mut stretches: Vec<(RangeInclusive<u32>, Vec<RangeInclusive<u32>>)> = Vec::new();
    for place in places {
        let before = turns(connection, BEFORE, session, *place)?;
        let after = turns(connection, AFTER, session, *place)?;
        let low = |reach: usize| before.get(reach - 1).copied().unwrap_or(0);
        let high = |reach: usize| after.get(reach - 1).copied().unwrap_or(u32::MAX);
        let stretch = low(2 * REACH)..=high(2 * REACH);
        let touched = low(REACH)..=high(REACH);
        match stretches.last_mut() {
            Some((last, ranges)) if last.contains(stretch.start()) => {
                *last = *last.start()..=*last.end().max(stretch.end());
                ranges.push(touched);
            }
            _ => stretches.push((stretch, vec![touched])),
        }
    }
    stretches
        .into_iter()
        .map(|(stretch, touched)| {
            let ends = *stretch.end() == u32::MAX;
            Ok(Window { rows: stretch_rows(connection, session, &stretch)?, touched, ends })
        })
        .collect()
}

const BEFORE: &str = "SELECT seq FROM memories WHERE session = ?1 AND seq < ?2 AND kind = 'turn' AND part_of IS NULL
     AND forgotten_at IS NULL ORDER BY seq DESC LIMIT ?3";
const AFTER: &str = "SELECT seq FROM memories WHERE session = ?1 AND seq > ?2 AND kind = 'turn' AND part_of IS NULL
     AND forgotten_at IS NULL ORDER BY seq LIMIT ?3";

/// Places of the turns next to a place, nearest first.
fn turns(connection: &Connection, sql: &str, session: u32, place: u32) -> Result<Vec<u32>, StoreError> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.query_map((session, place, 2 * REACH as u32), |row| row.get(0))?.collect())
        .during("reading a session")
}

fn stretch_rows(
    connection: &Connection,
    session: u32,
    stretch: &RangeInclusive<u32>,
) -> Result<Vec<(u32, SourceRow)>, StoreError> {
    let what = "reading a session";
    let mut statement = connection.prepare_cached(&memories::WHOLE_BY_PLACE).during(what)?;
    let mut rows = statement.query((session, *stretch.start(), *stretch.end())).during(what)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next().during(what)? {
        let (stored, source) = reading::whole(connection, row)?;
        found.push((stored.memory.seq.unwrap_or(0), source));
    }
    Ok(found)
}

/// The ends of sessions that were written to lately.
#[derive(Debug, Default)]
pub(super) struct Tails {
    kept: HashMap<u32, Tail>,
    clock: u64,
}

#[derive(Debug)]
struct Tail {
    rows: Vec<(u32, SourceRow)>,
    used: u64,
}

/// What a group of changes did to one session.
#[derive(Debug, Default)]
struct Touches {
    appended: Vec<(u32, SourceRow)>,
    dirty: BTreeSet<u32>,
}

impl Tails {
    /// Forgets everything; needed whenever the tables were changed behind its back.
    pub(super) fn clear(&mut self) {
        self.kept.clear();
    }

    /// Makes the entries that some changes touch. The changes stand in the tables already.
    pub(super) fn batch(&mut self, connection: &Connection, deltas: Vec<Delta>) -> Result<Batch, StoreError> {
        let mut batch = Batch::default();
        let mut sessions: BTreeMap<u32, Touches> = BTreeMap::new();
        let mut reread: BTreeSet<Ordinal> = BTreeSet::new();
        let mut fresh: Vec<SourceRow> = Vec::new();
        for delta in deltas {
            batch.nodes.extend(delta.nodes);
            for (spot, row) in delta.rows {
                match spot {
                    Some((session, place)) => sessions.entry(session).or_default().appended.push((place, row)),
                    None => fresh.push(row),
                }
            }
            let older = delta.changed.iter().chain(&delta.removed);
            for (spot, ordinal) in older {
                match spot {
                    Some((session, place)) => drop(sessions.entry(*session).or_default().dirty.insert(*place)),
                    None => drop(reread.insert(*ordinal)),
                }
            }
            batch.removed.extend(delta.removed.iter().map(|(_, ordinal)| *ordinal));
        }
        for row in fresh {
            if !reread.contains(&row.ordinal) {
                batch.entries.extend(compose(&[row], &|_| true));
            }
        }
        batch.entries.extend(loose(connection, &reread)?);
        for (session, touches) in sessions {
            batch.entries.extend(self.session(connection, session, touches)?);
        }
        Ok(batch)
    }

    fn session(&mut self, connection: &Connection, session: u32, touches: Touches) -> Result<Vec<Entry>, StoreError> {
        self.clock += 1;
        if let Some(tail) = self.kept.get_mut(&session)
            && touches.dirty.is_empty()
            && tail.is_followed_by(&touches.appended)
        {
            tail.used = self.clock;
            return Ok(tail.append(touches.appended));
        }
        self.kept.remove(&session);
        let mut places = touches.dirty;
        places.extend(touches.appended.iter().map(|(place, _)| *place));
        let mut entries = Vec::new();
        for window in windows(connection, session, &places)? {
            entries.extend(window.compose());
            if window.ends {
                let mut tail = Tail { rows: window.rows, used: self.clock };
                tail.trim();
                self.keep(session, tail);
            }
        }
        Ok(entries)
    }

    fn keep(&mut self, session: u32, tail: Tail) {
        if self.kept.len() >= TAILS_KEPT {
            let oldest = self.kept.iter().min_by_key(|(_, tail)| tail.used).map(|(session, _)| *session);
            if let Some(oldest) = oldest {
                self.kept.remove(&oldest);
            }
        }
        self.kept.insert(session, tail);
    }
}

impl Tail {
    fn is_followed_by(&self, rows: &[(u32, SourceRow)]) -> bool {
        let mut last = self.rows.last().map(|(place, _)| *place);
        rows.iter().all(|(place, _)| {
            let follows = Some(*place) > last;
            last = Some(*place);
            follows
        })
    }

    fn append(&mut self, rows: Vec<(u32, SourceRow)>) -> Vec<Entry> {
        let first = self.rows.len().saturating_sub(REACH);
        self.rows.extend(rows);
        let touched: BTreeSet<Ordinal> =
            self.rows.get(first..).unwrap_or_default().iter().map(|(_, row)| row.ordinal).collect();
        let window: Vec<SourceRow> = self.rows.iter().map(|(_, row)| row.clone()).collect();
        let entries = compose(&window, &|ordinal| touched.contains(&ordinal));
        self.trim();
        entries
    }

    fn trim(&mut self) {
        let first = self.rows.len().saturating_sub(2 * REACH);
        self.rows.drain(..first);
    }
}
