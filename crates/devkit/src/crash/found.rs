//! What a data folder holds after a crash, read through the engine's front door.

use std::collections::{BTreeMap, BTreeSet};

use quintet::Engine;
use quintet::model::{Memory, MemoryId};

use super::draw::Draw;
use super::names::ItemName;
use super::{rig, texts};

/// Items that are looked for by recall in one inspection, at most.
const RECALLS_MAX: usize = 96;
/// And items that are asked of all channels together.
const RECALLS_WHOLE_MAX: usize = 4;
/// Rows read at a time.
const CHUNK: usize = 512;

/// A memory that is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    /// Its id.
    pub(super) id: MemoryId,
    /// Checksum of its text.
    pub(super) sum: u64,
    /// Its place in its session.
    pub(super) seq: Option<u32>,
    /// Ids of its later parts, in order.
    pub(super) parts: Vec<MemoryId>,
    /// Its later parts reach to the end of the text.
    pub(super) reaches_end: bool,
}

/// What is there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// The context exists.
    pub(super) context: bool,
    /// Every memory that is not forgotten.
    pub(super) live: BTreeMap<ItemName, Seen>,
    /// Those of the ids asked for whose row is there and forgotten.
    pub(super) tombstones: BTreeSet<MemoryId>,
    /// Rows that are forgotten, by the engine's own count.
    pub(super) forgotten: u64,
    /// What is wrong in itself.
    pub(super) faults: Vec<String>,
}

/// Reads everything, asks for the rows of `gone` one by one, and has the engine verify itself.
///
/// # Errors
/// When the engine refuses to read: nothing more can be said then.
pub(super) fn inspect(engine: &Engine, gone: &BTreeSet<MemoryId>) -> Result<Found, String> {
    let context = rig::context();
    let fail = |what: &str, error: &dyn core::fmt::Display| format!("{what}: {error}");
    let mut found = Found::default();
    if !engine.contexts().map_err(|error| fail("contexts", &error))?.iter().any(|spec| spec.id == context) {
        return Ok(found);
    }
    found.context = true;
    let memories = live(engine)?;
    take(&mut found, &memories);
    for id in gone {
        match engine.memory(&context, *id).map_err(|error| fail("memory", &error))? {
            Some(row) if row.memory.forgotten_at.is_some() => {
                found.tombstones.insert(*id);
            }
            _ => {}
        }
    }
    let counts = engine.counts(&context).map_err(|error| fail("counts", &error))?;
    found.forgotten = counts.forgotten;
    let mut equal = |what: &str, counted: u64, expected: u64| {
        if counted != expected {
            found.faults.push(format!("{what}: {counted} are counted, {expected} are there"));
        }
    };
    equal("memories", counts.memories, memories.len() as u64);
    equal("vectors", counts.vectors, counts.memories + counts.forgotten);
    let report = engine.verify(&context).map_err(|error| fail("verify", &error))?;
    equal("rows verified", report.rows, counts.memories + counts.forgotten);
    if report.indexes.is_empty() {
        found.faults.push("verify: no index was compared".to_owned());
    }
    found.faults.extend(report.faults.iter().map(|fault| format!("verify: {}: {}", fault.place, fault.detail)));
    Ok(found)
}

/// Every row that a view shows, with each read a second time by its id.
fn live(engine: &Engine) -> Result<Vec<Memory>, String> {
    let context = rig::context();
    let fail = |error: &dyn core::fmt::Display| format!("reading all memories: {error}");
    let store = engine.context_store(&context).map_err(|error| fail(&error))?;
    let view = store.view(&rig::everything()).map_err(|error| fail(&error))?;
    let rows = view.by_time(false, view.len()).map_err(|error| fail(&error))?;
    let mut memories = Vec::with_capacity(rows.len());
    for chunk in rows.chunks(CHUNK) {
        for memory in view.memories(chunk).map_err(|error| fail(&error))? {
            memories.push(memory.ok_or("reading all memories: the timeline names a row that is gone")?);
        }
    }
    drop(view);
    for memory in &memories {
        let row = engine.memory(&context, memory.id).map_err(|error| fail(&error))?;
        if row.is_none_or(|row| row.memory != *memory) {
            return Err(format!("memory {} reads otherwise by its id", memory.id));
        }
    }
    Ok(memories)
}

/// Sorts rows into memories and their parts.
fn take(found: &mut Found, memories: &[Memory]) {
    let mut heads: BTreeMap<MemoryId, (ItemName, &Memory)> = BTreeMap::new();
    let mut parts: BTreeMap<MemoryId, Vec<&Memory>> = BTreeMap::new();
    for memory in memories {
        match (memory.part_of, memory.source.reference.as_deref().map(str::parse::<ItemName>)) {
            (Some(head), _) => parts.entry(head).or_default().push(memory),
            (None, Some(Ok(item))) => {
                heads.insert(memory.id, (item, memory));
            }
            (None, _) => found.faults.push(format!("memory {} belongs to no operation", memory.id)),
        }
    }
    for (id, (item, head)) in heads {
        let mut parts = parts.remove(&id).unwrap_or_default();
        parts.sort_by_key(|part| part.source.span.map(|span| span.start));
        for part in &parts {
            let slice = part.source.span.and_then(|span| head.text.get(span.start as usize..span.end as usize));
            if slice != Some(part.text.as_str()) {
                found.faults.push(format!("{item}: part {} is not the piece of the text that it claims", part.id));
            }
        }
        let end = parts.last().and_then(|part| part.source.span).map(|span| span.end as usize);
        let seen = Seen {
            id,
            sum: texts::checksum(&head.text),
            seq: head.seq,
            parts: parts.iter().map(|part| part.id).collect(),
            reaches_end: end == Some(head.text.len()),
        };
        if found.live.insert(item, seen).is_some() {
            found.faults.push(format!("{item}: it is there twice"));
        }
    }
    for (head, parts) in parts {
        found.faults.push(format!("{} live parts of memory {head}, which is gone", parts.len()));
    }
}

/// Looks for items by the keyword channel: those that are there must be found, those that are forgotten must not. All of
/// `fresh`, and a sample of the others. A few are asked of all channels, where none may fail. Returns what is wrong.
pub(super) fn recall(
    engine: &Engine,
    fresh: &[ItemName],
    live: &BTreeMap<ItemName, MemoryId>,
    forgotten: &[(ItemName, MemoryId)],
    draw: &Draw,
) -> Vec<String> {
    let older: Vec<ItemName> = live.keys().copied().collect();
    let mut asked: Vec<(ItemName, MemoryId, bool)> = Vec::new();
    for idx in 0..RECALLS_MAX {
        let item = match fresh.get(idx) {
            Some(item) => *item,
            None if older.is_empty() => break,
            None => draw.pick(&older),
        };
        asked.extend(live.get(&item).map(|id| (item, *id, true)));
    }
    for _ in 0..(RECALLS_MAX / 4).min(forgotten.len()) {
        let (item, id) = draw.pick(forgotten);
        asked.push((item, id, false));
    }
    let mut faults = Vec::new();
    for (place, (item, id, expected)) in asked.into_iter().enumerate() {
        let mut ask = |keyword_only: bool| match engine.recall(&rig::context(), &rig::question(item, keyword_only)) {
            Ok(recalled) => {
                faults.extend(recalled.degraded.iter().map(|d| format!("recall without {}: {}", d.name, d.reason)));
                let hit = recalled.hits.iter().any(|hit| hit.memory.id == id);
                if hit && !expected {
                    faults.push(format!("{item}: it was forgotten, and recall finds it"));
                } else if !hit && expected && keyword_only {
                    faults.push(format!("{item}: it is there, and the keyword channel does not find it"));
                }
            }
            Err(error) => faults.push(format!("recall: {error}")),
        };
        ask(true);
        if place < RECALLS_WHOLE_MAX {
            ask(false);
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Arc;

    use quintet::model::{Labels, Micros};
    use quintet::retain::{Infer, RememberItem};

    use super::super::names::OpName;
    use super::*;
    use crate::fake::ManualClock;

    /// A folder that goes when the test ends.
    struct Scratch(PathBuf);

    impl Drop for Scratch {
        fn drop(&mut self) {
            drop(std::fs::remove_dir_all(&self.0));
        }
    }

    fn item(number: u32) -> ItemName {
        ItemName { op: OpName { life: 0, thread: 0, number }, idx: 0 }
    }

    fn remember(engine: &Engine, number: u32, long: bool) -> (String, quintet::retain::Remembered) {
        let text = texts::compose(item(number), long, &Draw::new(1, &[u64::from(number)]));
        let given = RememberItem {
            reference: Some(item(number).to_string()),
            infer: Infer::None,
            ..RememberItem::new(text.clone())
        };
        (text, engine.remember(&rig::context(), given).unwrap())
    }

    #[test]
    fn what_is_there_is_seen_and_what_is_expected_wrongly_is_named() {
        let scratch = Scratch(std::env::temp_dir().join(format!("quintet-found-{}", std::process::id())));
        let clock = Arc::new(ManualClock::at(Micros(1_700_000_000_000_000)));
        let engine = rig::open(&scratch.0, clock, 1).unwrap();
        assert_eq!(inspect(&engine, &BTreeSet::new()), Ok(Found::default()));
        engine.create_context(rig::context().as_str(), None, Labels::new()).unwrap();
        let (_, gone) = remember(&engine, 0, false);
        let (text, long) = remember(&engine, 1, true);
        engine.forget(&rig::context(), &[gone.id]).unwrap();

        let found = inspect(&engine, &BTreeSet::from([gone.id, long.id])).unwrap();
        assert!(!long.parts.is_empty());
        let sum = texts::checksum(&text);
        let seen = Seen { id: long.id, sum, seq: None, parts: long.parts, reaches_end: true };
        assert_eq!(
            found,
            Found {
                context: true,
                live: BTreeMap::from([(item(1), seen)]),
                tombstones: BTreeSet::from([gone.id]),
                forgotten: 1,
                faults: Vec::new(),
            }
        );

        let draw = Draw::new(1, &[]);
        let live = BTreeMap::from([(item(1), long.id)]);
        assert!(recall(&engine, &[item(1)], &live, &[(item(0), gone.id)], &draw).is_empty());
        let lost = BTreeMap::from([(item(2), MemoryId(2))]);
        assert!(recall(&engine, &[item(2)], &lost, &[], &draw)[0].contains("does not find it"));
        let back = [(item(1), long.id)];
        assert!(recall(&engine, &[], &BTreeMap::new(), &back, &draw)[0].contains("recall finds it"));
    }
}
