//! The ledger: what was acknowledged, what was on its way, and whether what is found agrees with it.
//!
//! Owns the verdict. Must not know: processes, the engine.

use std::collections::{BTreeMap, BTreeSet};

use quintet::model::MemoryId;

use super::found::{Found, Seen};
use super::lines::{Intent, Kept, Line, Outcome, Planned};
use super::names::{ItemName, OpName};

/// An acknowledged text.
#[derive(Clone, Debug)]
struct Item {
    planned: Planned,
    /// What was acknowledged; `None` after an early acknowledgement, until the row was seen.
    kept: Option<Kept>,
    forgotten: bool,
    /// It was acknowledged after the last settling.
    fresh: bool,
}

/// Everything known of one data folder.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    items: BTreeMap<ItemName, Item>,
    by_id: BTreeMap<MemoryId, ItemName>,
    /// Operations that began and were not acknowledged.
    pending: BTreeMap<OpName, Intent>,
    /// A writer said that the context exists.
    context: bool,
    acked: Acked,
}

/// How much was acknowledged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Acked {
    /// Calls that wrote.
    pub(super) writes: u64,
    /// Texts in them.
    pub(super) texts: u64,
    /// Memories forgotten.
    pub(super) forgotten: u64,
}

/// What became of the operations that were on their way, and what is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Verdict {
    /// Operations that were not acknowledged and are wholly there.
    pub(super) kept: u64,
    /// Operations that were not acknowledged and are wholly absent.
    pub(super) dropped: u64,
    /// What is wrong; empty when all is well.
    pub(super) faults: Vec<String>,
}

impl Ledger {
    /// Takes a line in.
    ///
    /// # Errors
    /// A fault that the writer itself saw, or a line that does not fit what it said before.
    pub(super) fn take(&mut self, line: Line) -> Result<(), String> {
        match line {
            Line::Ready => self.context = true,
            Line::Fault(fault) => return Err(format!("the writer says: {fault}")),
            Line::Begin(op, intent) => {
                if self.pending.insert(op, intent).is_some() {
                    return Err(format!("{op}: it began twice"));
                }
            }
            Line::Ack(op, outcome) => {
                let intent = self.pending.remove(&op).ok_or_else(|| format!("{op}: it did not begin"))?;
                self.acked.writes += 1;
                match (intent, outcome) {
                    (Intent::Remember(planned), Outcome::Remembered(kept)) if planned.len() == kept.len() => {
                        self.add(op, planned.into_iter().zip(kept.into_iter().map(Some)));
                    }
                    (Intent::Remember(planned), Outcome::Early) => {
                        self.add(op, planned.into_iter().map(|planned| (planned, None)));
                    }
                    (Intent::Forget(ids), Outcome::Forgotten) => self.forget(&ids),
                    _ => return Err(format!("{op}: its acknowledgement does not fit it")),
                }
            }
        }
        Ok(())
    }

    /// How much was acknowledged so far.
    pub(super) fn acked(&self) -> Acked {
        self.acked
    }

    fn add(&mut self, op: OpName, items: impl Iterator<Item = (Planned, Option<Kept>)>) {
        for (idx, (planned, kept)) in items.enumerate() {
            let name = ItemName { op, idx: idx as u32 };
            self.by_id.extend(kept.as_ref().map(|kept| (kept.id, name)));
            self.items.insert(name, Item { planned, kept, forgotten: false, fresh: true });
            self.acked.texts += 1;
        }
    }

    fn forget(&mut self, ids: &[MemoryId]) {
        self.acked.forgotten += ids.len() as u64;
        for id in ids {
            self.mark_forgotten(*id);
        }
    }

    fn mark_forgotten(&mut self, id: MemoryId) {
        if let Some(item) = self.by_id.get(&id).and_then(|name| self.items.get_mut(name)) {
            item.forgotten = true;
        }
    }

    /// Ids whose tombstones have to be looked up: of what is forgotten, or may be.
    pub(super) fn gone(&self) -> BTreeSet<MemoryId> {
        let mut gone: BTreeSet<MemoryId> = BTreeSet::new();
        let mut add = |item: &Item| {
            if let Some(kept) = &item.kept {
                gone.insert(kept.id);
                gone.extend(&kept.parts);
            }
        };
        self.items.values().filter(|item| item.forgotten).for_each(&mut add);
        let on_their_way = self.pending.values().filter_map(|intent| match intent {
            Intent::Forget(ids) => Some(ids),
            Intent::Remember(_) => None,
        });
        // Such a forgetting may have been carried out, and then it is judged like the others, parts included.
        on_their_way.flatten().filter_map(|id| self.items.get(self.by_id.get(id)?)).for_each(add);
        gone
    }

    /// Items acknowledged since the last settling that are not forgotten.
    pub(super) fn fresh(&self) -> Vec<ItemName> {
        self.items.iter().filter(|(_, item)| item.fresh && !item.forgotten).map(|(name, _)| *name).collect()
    }

    /// Items that have to be there, with their ids.
    pub(super) fn live(&self) -> BTreeMap<ItemName, MemoryId> {
        let live = self.items.iter().filter(|(_, item)| !item.forgotten);
        live.filter_map(|(name, item)| Some((*name, item.kept.as_ref()?.id))).collect()
    }

    /// Items that are forgotten, with their ids.
    pub(super) fn forgotten(&self) -> Vec<(ItemName, MemoryId)> {
        let forgotten = self.items.iter().filter(|(_, item)| item.forgotten);
        forgotten.filter_map(|(name, item)| Some((*name, item.kept.as_ref()?.id))).collect()
    }

    /// Compares what is found with what was acknowledged. What was on its way and is there counts as acknowledged from now
    /// on: it was seen, so it has to stay.
    pub(super) fn settle(&mut self, found: &Found) -> Verdict {
        let mut verdict = Verdict { faults: found.faults.clone(), ..Verdict::default() };
        if self.context && !found.context {
            verdict.faults.push("the context was there, and is lost".to_owned());
            return verdict;
        }
        self.context |= found.context;
        for (op, intent) in std::mem::take(&mut self.pending) {
            match intent {
                Intent::Forget(ids) => self.settle_forget(op, &ids, found, &mut verdict),
                Intent::Remember(planned) => self.settle_remember(op, planned, found, &mut verdict),
            }
        }
        for (name, item) in &mut self.items {
            item.fresh = false;
            verdict.faults.extend(judge(*name, item, found));
            if item.kept.is_none()
                && let Some(seen) = found.live.get(name)
            {
                item.kept = Some(kept(seen));
                self.by_id.insert(seen.id, *name);
            }
        }
        for name in found.live.keys().filter(|name| !self.items.contains_key(name)) {
            verdict.faults.push(format!("{name}: nobody wrote it, or it was absent before"));
        }
        let rows = |kept: &Kept| 1 + kept.parts.len() as u64;
        let forgotten: u64 =
            self.items.values().filter(|item| item.forgotten).filter_map(|item| item.kept.as_ref()).map(rows).sum();
        if forgotten != found.forgotten {
            verdict.faults.push(format!("{} rows are forgotten, expected {forgotten}", found.forgotten));
        }
        verdict
    }

    fn settle_forget(&mut self, op: OpName, ids: &[MemoryId], found: &Found, verdict: &mut Verdict) {
        let done: Vec<MemoryId> = ids.iter().copied().filter(|id| found.tombstones.contains(id)).collect();
        if done.is_empty() {
            verdict.dropped += 1;
        } else if done.len() == ids.len() {
            verdict.kept += 1;
        } else {
            verdict.faults.push(format!("{op}: torn, {} of {} memories are forgotten", done.len(), ids.len()));
        }
        for id in done {
            self.mark_forgotten(id);
        }
    }

    fn settle_remember(&mut self, op: OpName, planned: Vec<Planned>, found: &Found, verdict: &mut Verdict) {
        let name = |idx: usize| ItemName { op, idx: idx as u32 };
        let there = (0..planned.len()).filter(|idx| found.live.contains_key(&name(*idx))).count();
        if there == 0 {
            verdict.dropped += 1;
            return;
        }
        if there == planned.len() {
            verdict.kept += 1;
        } else {
            verdict.faults.push(format!("{op}: torn, {there} of {} texts are there", planned.len()));
        }
        for (idx, planned) in planned.into_iter().enumerate() {
            if let Some(seen) = found.live.get(&name(idx)) {
                self.by_id.insert(seen.id, name(idx));
                self.items.insert(name(idx), Item { planned, kept: Some(kept(seen)), forgotten: false, fresh: false });
            }
        }
    }
}

fn kept(seen: &Seen) -> Kept {
    Kept { id: seen.id, seq: seen.seq, parts: seen.parts.clone() }
}

/// What is wrong with one acknowledged item.
fn judge(name: ItemName, item: &Item, found: &Found) -> Vec<String> {
    let seen = found.live.get(&name);
    if item.forgotten {
        let rows = item.kept.iter().flat_map(|kept| std::iter::once(&kept.id).chain(&kept.parts));
        let missing = rows.filter(|id| !found.tombstones.contains(id)).count();
        let mut faults = Vec::new();
        if seen.is_some() {
            faults.push(format!("{name}: it was forgotten, and is back"));
        }
        if missing > 0 {
            faults.push(format!("{name}: it was forgotten, and {missing} of its rows are no tombstones"));
        }
        return faults;
    }
    let Some(seen) = seen else { return vec![format!("{name}: lost, though it was acknowledged or seen before")] };
    let mut faults = Vec::new();
    if seen.sum != item.planned.sum {
        faults.push(format!("{name}: its text is another"));
    }
    let fits = if item.planned.long { seen.reaches_end } else { seen.parts.is_empty() };
    if !fits {
        faults.push(format!("{name}: {} parts, which do not fit its length", seen.parts.len()));
    }
    if let Some(known) = &item.kept
        && *known != kept(seen)
    {
        faults.push(format!("{name}: id, place or parts are other than acknowledged"));
    }
    faults
}
