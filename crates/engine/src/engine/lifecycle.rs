//! What wears with time, what use keeps, and what is kept for how long.

use serde::Serialize;

use super::Engine;
use crate::error::StoreError;
use crate::limits;
use crate::model::{ContextId, DAY_US, Kind, MemoryId, Micros};
use crate::store::{
    Change, Choice, ContextSettings, ContextStore, Filter, ForgetMode, Grade, Listed, RetentionRule, lapses_at,
};

/// What a sweep over ends did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Expired {
    /// Facts that were going on and are taken to be over: they read as having held until then.
    pub lapsed: u64,
    /// Memories that rules of retention took out of every read, with what went along.
    pub forgotten: u64,
    /// Memories that rules of retention purged, with what went along.
    pub purged: u64,
    /// Nothing is left to do; false for a purge whose file work waits for the next opening.
    pub complete: bool,
}

/// Why a memory ends soon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ExpiryReason {
    /// It is going on, and was not told again for its time.
    Lapse,
    /// It says itself until when it holds.
    Validity,
    /// A rule of retention: it is taken out of every read.
    Retention,
    /// A rule of retention: it is purged.
    RetentionPurge,
}

/// A memory that ends soon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Expiring {
    /// When; in the past where the next sweep takes it.
    pub at: Micros,
    /// Which.
    pub id: MemoryId,
    /// What it is.
    pub kind: Kind,
    /// Why.
    pub reason: ExpiryReason,
}

impl Engine {
    /// Lets importance fade up to a moment, by whole days from when each was learnt: context by a twentieth a day, knowledge by half a
    /// percent, identity not at all ([`limits::DECAY_CONTEXT`]). Returns how many changed. Calling it again for the same moment changes
    /// nothing, however often and in whatever steps it was called; an interrupted sweep goes on.
    ///
    /// # Errors
    /// [`StoreError`]; what was swept by then stays.
    pub fn decay(&self, context: &ContextId, now: Micros) -> Result<u64, StoreError> {
        let store = self.store.context(context)?;
        let step = || Change { fade: Some(now), ..Change::default() };
        sweep(store.as_ref(), &step)
    }

    /// Ends what is over at a moment: facts on what was going on, after [`limits::TTL_CONTEXT_DAYS`] without being told again, read as
    /// having held until then; and memories that the context's rules of retention name are forgotten or purged. What says itself until
    /// when it holds needs no sweep: reads leave it out from then on.
    ///
    /// # Errors
    /// [`StoreError`]; what was done by then stays, and the next call does the rest.
    pub fn expire(&self, context: &ContextId, now: Micros) -> Result<Expired, StoreError> {
        let store = self.store.context(context)?;
        let step = || Change { lapse: Some(now), ..Change::default() };
        let mut expired = Expired { lapsed: sweep(store.as_ref(), &step)?, complete: true, ..Expired::default() };
        for rule in &self.store.settings(context)?.retention {
            let due = ruled(store.as_ref(), rule, &Filter::everything(), now)?;
            let ids: Vec<MemoryId> = due.into_iter().map(|(_, row)| row.id).collect();
            if ids.is_empty() {
                continue;
            }
            match rule.action {
                ForgetMode::Expire => expired.forgotten += self.expire_all(store.as_ref(), &ids)?.len() as u64,
                ForgetMode::Purge => {
                    let (gone, erased) = self.purge_all(context, store.as_ref(), ids)?;
                    expired.purged += gone.len() as u64;
                    expired.complete &= erased.complete;
                }
            }
        }
        Ok(expired)
    }

    /// What ends within so many microseconds from now, soonest first, at most [`limits::LIST_MAX`], of the rows that `filter` lets
    /// through; each once, for the reason that comes first.
    ///
    /// # Errors
    /// [`StoreError`].
    pub fn expiring(&self, context: &ContextId, within_us: i64, filter: &Filter) -> Result<Vec<Expiring>, StoreError> {
        let store = self.store.context(context)?;
        let now = self.clock.now();
        let horizon = now.plus(within_us.max(0));
        let mut found: Vec<Expiring> = Vec::new();
        for row in store.listed(&Choice::All, filter, false)?.into_iter().filter(|row| !row.is_superseded) {
            let lapse = lapses_at(row.category, row.told_at, row.valid).filter(|_| row.is_knowledge);
            let ends = row.valid.until.filter(|until| *until > now);
            let at = [(lapse, ExpiryReason::Lapse), (ends, ExpiryReason::Validity)];
            for (at, reason) in at.into_iter().filter_map(|(at, reason)| Some((at?, reason))) {
                found.push(Expiring { at, id: row.id, kind: row.kind, reason });
            }
        }
        for rule in &self.store.settings(context)?.retention {
            let reason = match rule.action {
                ForgetMode::Expire => ExpiryReason::Retention,
                ForgetMode::Purge => ExpiryReason::RetentionPurge,
            };
            for (at, row) in ruled(store.as_ref(), rule, filter, horizon)? {
                found.push(Expiring { at, id: row.id, kind: row.kind, reason });
            }
        }
        found.retain(|one| one.at <= horizon);
        found.sort_unstable();
        let mut seen = std::collections::BTreeSet::new();
        found.retain(|one| seen.insert(one.id));
        found.truncate(limits::LIST_MAX);
        Ok(found)
    }

    /// Notes that memories were of use in an answer, or that they were of none: their stability grows or shrinks as FSRS-6 has it, and what
    /// was of use matters a little more. Counts once a day for each memory; returns for how many it did. Being found is no use.
    ///
    /// # Errors
    /// [`StoreError::NoSuchMemory`], or when there are more than [`limits::USED_MAX`]; then nothing was noted.
    pub fn used(&self, context: &ContextId, ids: &[MemoryId], grade: Grade) -> Result<u64, StoreError> {
        if ids.len() > limits::USED_MAX {
            return Err(StoreError::BadSetting {
                reason: format!("at most {} memories may be named as used at once", limits::USED_MAX),
            });
        }
        let now = self.clock.now();
        let used = ids.iter().map(|id| (*id, grade, now)).collect();
        Ok(self.store.context(context)?.commit(Change { used, ..Change::default() })?.aged.affected)
    }
}

/// Takes steps until there is nothing left to do.
fn sweep(store: &dyn ContextStore, step: &dyn Fn() -> Change) -> Result<u64, StoreError> {
    let mut affected = 0;
    loop {
        let aged = store.commit(step())?.aged;
        affected += aged.affected;
        if !aged.more {
            return Ok(affected);
        }
    }
}

/// The memories that a rule names and that are due by a moment, with when.
fn ruled(
    store: &dyn ContextStore,
    rule: &RetentionRule,
    filter: &Filter,
    by: Micros,
) -> Result<Vec<(Micros, Listed)>, StoreError> {
    let mut filter = filter.clone();
    filter.labels.extend(rule.label.clone());
    if !rule.kinds.is_empty() {
        let asked = filter.kinds.take();
        let both = rule.kinds.iter().filter(|kind| asked.as_ref().is_none_or(|asked| asked.contains(kind)));
        filter.kinds = Some(both.copied().collect());
    }
    let choice = rule.scope.clone().map_or(Choice::All, Choice::Scope);
    let listed = store.listed(&choice, &filter, rule.action == ForgetMode::Purge)?;
    Ok(listed.into_iter().map(|row| (rule.due_at(row.known_at), row)).filter(|(at, _)| *at <= by).collect())
}

/// Refuses settings that no sweep could carry out.
pub(super) fn check(settings: &ContextSettings) -> Result<(), StoreError> {
    let bad = |reason: String| Err(StoreError::BadSetting { reason });
    if settings.retention.len() > limits::RETENTION_RULES_MAX {
        return bad(format!("at most {} rules of retention are allowed", limits::RETENTION_RULES_MAX));
    }
    if settings.retention.iter().any(|rule| rule.days == 0) {
        return bad("a rule of retention keeps memories for a day or more".to_owned());
    }
    // A day is about 9e10 microseconds: what does not fit would be due at once.
    if settings.retention.iter().any(|rule| i64::from(rule.days) > i64::MAX / DAY_US / 2) {
        return bad("a rule of retention keeps memories for less than 50 million days".to_owned());
    }
    Ok(())
}
