//! Sweeps over what wears with time, and the marks of use, inside a transaction.
//!
//! Fading is a function of whole days: a sweep applies those that no earlier one did, and where it stands is written with the rows it
//! changed, so that an interrupted sweep goes on where it was.
//!
//! Must not know: threads, indexes.

use rusqlite::{OptionalExtension, Params};
use serde::{Deserialize, Serialize};

use super::database::During;
use super::tables::cells::corrupt;
use super::tables::changes::Op;
use super::tables::{memories, meta};
use super::transact::Work;
use crate::limits;
use crate::model::{DAY_US, MemoryId, Micros};
use crate::store::wear::{self, Aged, Grade};
use crate::store::{Ordinal, StoreError};

/// Where the sweep of importance stands, in `meta`.
pub(super) const SWEEP: &str = "wear";

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Sweep {
    /// Up to when earlier sweeps went.
    from: Option<Micros>,
    /// Up to when this one goes.
    to: Micros,
    /// The last row it looked at; `None` once it is done.
    after: Option<u32>,
}

impl Work<'_> {
    fn rows(&self, sql: &str, values: impl Params) -> Result<Vec<Ordinal>, StoreError> {
        self.connection
            .prepare_cached(sql)
            .and_then(|mut statement| statement.query_map(values, |row| Ok(Ordinal(row.get(0)?)))?.collect())
            .during("looking for what wears")
    }

    /// One step of fading up to a moment. Days that a sweep went over already are not counted again.
    pub(super) fn fade(&mut self, to: Micros) -> Result<Aged, StoreError> {
        let last = meta::text(self.connection, SWEEP)?;
        let last: Option<Sweep> =
            last.map(|text| serde_json::from_str(&text).map_err(|_| corrupt("meta", SWEEP, "no sweep"))).transpose()?;
        let mut sweep = match last {
            Some(sweep) if sweep.after.is_some() => sweep,
            Some(sweep) if sweep.to >= to => return Ok(Aged::default()),
            last => Sweep { from: last.map(|last| last.to), to, after: Some(0) },
        };
        let rows = self.rows(
            "SELECT ordinal FROM memories WHERE ordinal > ?1 AND category IN ('knowledge', 'context')
                 AND kind IN ('fact', 'action', 'entity', 'reflection', 'summary', 'observation')
                 AND forgotten_at IS NULL AND superseded_by IS NULL ORDER BY ordinal LIMIT ?2",
            (sweep.after.unwrap_or_default(), limits::LIFECYCLE_BATCH as i64),
        )?;
        let mut affected = 0;
        for ordinal in &rows {
            affected += u64::from(self.fade_row(*ordinal, sweep)?);
        }
        sweep.after = rows.last().filter(|_| rows.len() == limits::LIFECYCLE_BATCH).map(|last| last.0);
        let text = serde_json::to_string(&sweep)
            .map_err(|error| StoreError::Io { what: "noting a sweep".to_owned(), reason: error.to_string() })?;
        meta::set_text(self.connection, SWEEP, &text)?;
        Ok(Aged { affected, more: sweep.after.is_some() || sweep.to < to })
    }

    fn fade_row(&mut self, ordinal: Ordinal, sweep: Sweep) -> Result<bool, StoreError> {
        let Some(mut row) = memories::get(self.connection, ordinal)? else { return Ok(false) };
        let memory = &mut row.memory;
        // What came after the earlier sweeps has all of its days before it.
        let counted = sweep.from.filter(|from| memory.recorded_at <= *from);
        let counted = counted.map_or(0, |from| wear::days_between(memory.known_at, from));
        let days = wear::days_between(memory.known_at, sweep.to).saturating_sub(counted);
        let faded = wear::faded(memory.importance, memory.category, days);
        if faded == memory.importance {
            return Ok(false);
        }
        memory.importance = faded;
        memories::update(self.connection, &row)?;
        self.note_changed(ordinal, row.spot(), Op::Other)?;
        Ok(true)
    }

    /// Ends what was going on and was not told again for its time: it held until then. It is not forgotten.
    pub(super) fn lapse(&mut self, now: Micros) -> Result<Aged, StoreError> {
        let bound = now.0.saturating_sub(limits::TTL_CONTEXT_DAYS * DAY_US);
        let rows = self.rows(
            "SELECT m.ordinal FROM memories m WHERE m.category = 'context' AND m.knowledge IS NOT NULL
                 AND m.valid_until IS NULL AND m.forgotten_at IS NULL AND m.superseded_by IS NULL AND m.known_at <= ?1
                 AND NOT EXISTS (SELECT 1 FROM claim_sources c JOIN memories s ON s.ordinal = c.source
                     WHERE c.ordinal = m.ordinal AND s.known_at > ?1)
             ORDER BY m.ordinal LIMIT ?2",
            (bound, limits::LIFECYCLE_BATCH as i64),
        )?;
        for ordinal in &rows {
            let Some(mut row) = memories::get(self.connection, *ordinal)? else { continue };
            let told_at = memories::told_at(self.connection, &row)?;
            row.memory.valid.until = wear::lapses_at(row.memory.category, told_at, row.memory.valid);
            memories::rewrite(self.connection, &row)?;
            self.note_changed(*ordinal, row.spot(), Op::Other)?;
        }
        Ok(Aged { affected: rows.len() as u64, more: rows.len() == limits::LIFECYCLE_BATCH })
    }

    /// Notes that a memory was of use, or of none; once a day at most. True when it counted.
    pub(super) fn mark_used(&mut self, id: MemoryId, grade: Grade, at: Micros) -> Result<bool, StoreError> {
        let (ordinal, spot) = self.locate(id)?;
        let mut row = self.stored(ordinal, id)?;
        let last: Option<(i64, f64)> = self
            .connection
            .prepare_cached("SELECT used_at, difficulty FROM uses WHERE ordinal = ?1")
            .and_then(|mut statement| statement.query_row([ordinal.0], |row| Ok((row.get(0)?, row.get(1)?))).optional())
            .during("reading uses")?;
        let too_soon = last.is_some_and(|(used_at, _)| at.0.saturating_sub(used_at) < DAY_US);
        if too_soon || row.memory.forgotten_at.is_some() {
            return Ok(false);
        }
        let memory = &mut row.memory;
        let since = last.map_or(memory.known_at.0, |(used_at, _)| used_at);
        let days = at.0.saturating_sub(since).max(0) as f64 / DAY_US as f64;
        let difficulty = last.map(|(_, difficulty)| difficulty as f32);
        let (stability, difficulty) = wear::used(memory.stability_days, difficulty, days, grade);
        memory.stability_days = stability;
        if grade == Grade::Good {
            memory.importance = (memory.importance * limits::IMPORTANCE_USED).min(1.0).max(memory.importance);
        }
        memories::update(self.connection, &row)?;
        self.connection
            .prepare_cached(
                "INSERT INTO uses (ordinal, used_at, difficulty, count) VALUES (?1, ?2, ?3, 1)
                 ON CONFLICT (ordinal) DO UPDATE SET used_at = ?2, difficulty = ?3, count = count + 1",
            )
            .and_then(|mut statement| statement.execute((ordinal.0, at.0, f64::from(difficulty))))
            .during("noting a use")?;
        self.note_changed(ordinal, spot, Op::Other)?;
        Ok(true)
    }
}
