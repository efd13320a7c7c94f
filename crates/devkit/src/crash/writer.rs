//! The writer: four threads with a mixed load, until somebody kills the process.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;
use quintet::Engine;
use quintet::model::{ContextId, Labels, MemoryId, SessionId};
use quintet::ports::Clock;
use quintet::retain::{Infer, RememberItem, Remembered};

use super::draw::Draw;
use super::lines::{Intent, Kept, Line, Outcome, Planned};
use super::names::{ItemName, OpName};
use super::{rig, texts};

/// Threads that write at the same time.
const THREADS: u32 = 4;
/// Sessions that all threads share, so that their turns interleave.
const SESSIONS: u64 = 6;
/// Items of one batch.
const BATCH: (u64, u64) = (2, 20);
/// Older memories that one writer may forget, at most.
const OLDER_MAX: usize = 400;
/// What is done how often, out of a thousand.
const MIX: &[(u64, Deed)] = &[
    (640, Deed::Single),
    (160, Deed::Batch),
    (40, Deed::Long),
    (90, Deed::Forget),
    (50, Deed::Recall),
    (12, Deed::Flush),
    (4, Deed::Verify),
    (4, Deed::Rebuild),
];

#[derive(Clone, Copy)]
enum Deed {
    Single,
    Batch,
    Long,
    Forget,
    Recall,
    Flush,
    Verify,
    Rebuild,
}

/// A negative control: a writer that breaks a promise on purpose. The watcher has to notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Acknowledges before it calls the engine, so that acknowledged writes get lost.
    AckEarly,
    /// Writes the texts of a batch one by one, so that batches are torn.
    TornBatch,
}

impl Control {
    /// Every control.
    pub const ALL: &[Self] = &[Self::AckEarly, Self::TornBatch];

    /// Its name, as in arguments.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AckEarly => "ack-early",
            Self::TornBatch => "torn-batch",
        }
    }

    /// The control of that name.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|control| control.as_str() == text)
    }
}

/// What a writer is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Load {
    /// Seed of the run.
    pub seed: u64,
    /// Which writer of the run this is.
    pub life: u32,
    /// Memories of writers below this number may be forgotten: whoever watches knows for sure that they are there.
    pub settled: u32,
    /// What it does wrong on purpose.
    pub control: Option<Control>,
}

/// Opens the folder, makes the context where it is missing, and writes until the process is killed or `out` is closed.
///
/// # Errors
/// When `out` cannot be written. What goes wrong in the engine is said on `out`.
pub fn write(folder: &Path, clock: Arc<dyn Clock>, load: &Load, out: impl Write + Send) -> io::Result<()> {
    let out = Mutex::new(out);
    let say = |line: &Line| {
        let mut out = out.lock();
        out.write_all(format!("{line}\n").as_bytes())?;
        out.flush()
    };
    let (engine, older) = match begin(folder, clock, load) {
        Ok(begun) => begun,
        Err(reason) => return say(&Line::Fault(format!("opening: {reason}"))),
    };
    say(&Line::Ready)?;
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|thread| {
                let own = older.iter().copied().skip(thread as usize).step_by(THREADS as usize).collect();
                let hand = Hand {
                    engine: &engine,
                    context: rig::context(),
                    say: &say,
                    draw: Draw::new(load.seed, &[u64::from(load.life), u64::from(thread)]),
                    load,
                    thread,
                    alive: own,
                    latest: None,
                };
                scope.spawn(move || hand.work())
            })
            .collect();
        threads.into_iter().try_for_each(|thread| match thread.join() {
            Ok(ended) => ended,
            Err(_) => say(&Line::Fault("a thread panicked".to_owned())),
        })
    })
}

fn begin(folder: &Path, clock: Arc<dyn Clock>, load: &Load) -> Result<(Engine, Vec<MemoryId>), String> {
    let text = |error: &dyn core::fmt::Display| error.to_string();
    let engine =
        rig::open(folder, clock, Draw::new(load.seed, &[u64::from(load.life)]).bits()).map_err(|error| text(&error))?;
    let id = rig::context();
    if !engine.contexts().map_err(|error| text(&error))?.iter().any(|spec| spec.id == id) {
        engine.create_context(id.as_str(), None, Labels::new()).map_err(|error| text(&error))?;
    }
    let store = engine.context_store(&id).map_err(|error| text(&error))?;
    let view = store.view(&rig::everything()).map_err(|error| text(&error))?;
    let rows = view.by_time(false, OLDER_MAX).map_err(|error| text(&error))?;
    let memories = view.memories(&rows).map_err(|error| text(&error))?;
    let is_settled = |name: &str| name.parse::<ItemName>().is_ok_and(|item| item.op.life < load.settled);
    let older = memories
        .into_iter()
        .flatten()
        .filter(|memory| memory.part_of.is_none() && memory.source.reference.as_deref().is_some_and(is_settled))
        .map(|memory| memory.id)
        .collect();
    Ok((engine, older))
}

/// One thread.
struct Hand<'a, S> {
    engine: &'a Engine,
    context: ContextId,
    say: &'a S,
    draw: Draw,
    load: &'a Load,
    thread: u32,
    /// Memories that this thread may forget; no other thread has them.
    alive: Vec<MemoryId>,
    /// The last text it remembered.
    latest: Option<(ItemName, MemoryId)>,
}

impl<S: Fn(&Line) -> io::Result<()>> Hand<'_, S> {
    fn work(mut self) -> io::Result<()> {
        for number in 0.. {
            let op = OpName { life: self.load.life, thread: self.thread, number };
            let done = match self.deed() {
                Deed::Single => self.remember(op, 1, false)?,
                Deed::Batch => self.remember(op, self.draw.between(BATCH.0, BATCH.1), false)?,
                Deed::Long => self.remember(op, self.draw.between(1, 3), true)?,
                Deed::Forget => self.forget(op)?,
                Deed::Recall => self.recall(),
                Deed::Flush => self.engine.flush().map_err(|error| format!("flush: {error}")),
                Deed::Verify => self.verify(),
                Deed::Rebuild => {
                    self.engine.rebuild(&self.context).map(drop).map_err(|error| format!("rebuild: {error}"))
                }
            };
            if let Err(fault) = done {
                return (self.say)(&Line::Fault(format!("{op}: {fault}")));
            }
        }
        Ok(())
    }

    fn deed(&self) -> Deed {
        let mut left = self.draw.between(0, MIX.iter().map(|(share, _)| share).sum::<u64>() - 1);
        for (share, deed) in MIX {
            if left < *share {
                return *deed;
            }
            left -= share;
        }
        Deed::Single
    }

    /// The texts of an operation; the last one is long where that is wanted.
    fn items(&self, op: OpName, count: u64, long: bool) -> (Vec<Planned>, Vec<RememberItem>) {
        (0..count)
            .map(|idx| {
                let item = ItemName { op, idx: idx as u32 };
                let long = long && idx + 1 == count;
                let text = texts::compose(item, long, &self.draw);
                let planned = Planned { sum: texts::checksum(&text), long };
                // The ledger counts memories; what is read out of them is not listed in it.
                let mut item =
                    RememberItem { reference: Some(item.to_string()), infer: Infer::None, ..RememberItem::new(text) };
                if self.draw.percent(50) {
                    item.session = SessionId::new(format!("s{}", self.draw.between(1, SESSIONS))).ok();
                    item.speaker = Some(texts::speaker(&self.draw).to_owned());
                } else if self.draw.percent(30) {
                    item.title = Some(format!("Page {}", self.draw.between(1, 5)));
                }
                (planned, item)
            })
            .unzip()
    }

    fn remember(&mut self, op: OpName, count: u64, long: bool) -> io::Result<Result<(), String>> {
        let (planned, items) = self.items(op, count, long);
        (self.say)(&Line::Begin(op, Intent::Remember(planned)))?;
        let early = self.load.control == Some(Control::AckEarly);
        if early {
            (self.say)(&Line::Ack(op, Outcome::Early))?;
        }
        let kept: Vec<Kept> = match self.call(items) {
            Ok(remembered) => {
                remembered.into_iter().map(|one| Kept { id: one.id, seq: one.seq, parts: one.parts }).collect()
            }
            Err(fault) => return Ok(Err(fault)),
        };
        // Only what is acknowledged may be forgotten, so the line goes first.
        let ids: Vec<MemoryId> = kept.iter().map(|kept| kept.id).collect();
        if !early {
            (self.say)(&Line::Ack(op, Outcome::Remembered(kept)))?;
            self.alive.extend(&ids);
        }
        self.latest = ids.first().map(|id| (ItemName { op, idx: 0 }, *id));
        Ok(Ok(()))
    }

    fn call(&self, mut items: Vec<RememberItem>) -> Result<Vec<Remembered>, String> {
        let one = |item| self.engine.remember(&self.context, item);
        let results = match items.len() {
            1 => items.pop().map(one).into_iter().collect(),
            _ if self.load.control == Some(Control::TornBatch) => items.into_iter().map(one).collect(),
            _ => self.engine.remember_all(&self.context, items).map_err(|error| format!("remember: {error}"))?,
        };
        let mut remembered = Vec::new();
        for result in results {
            let one = result.map_err(|error| format!("remember: {error}"))?;
            if let Some(missing) = one.degraded.first() {
                return Err(format!("remember: without {}: {}", missing.name, missing.reason));
            }
            remembered.push(one);
        }
        Ok(remembered)
    }

    fn forget(&mut self, op: OpName) -> io::Result<Result<(), String>> {
        let count = self.draw.between(1, 3).min(self.alive.len() as u64);
        let ids: Vec<MemoryId> =
            (0..count).map(|_| self.alive.swap_remove((self.draw.bits() % self.alive.len() as u64) as usize)).collect();
        if ids.is_empty() {
            return Ok(Ok(()));
        }
        (self.say)(&Line::Begin(op, Intent::Forget(ids.clone())))?;
        if let Err(error) = self.engine.forget(&self.context, &ids) {
            return Ok(Err(format!("forget: {error}")));
        }
        self.latest = self.latest.filter(|(_, id)| !ids.contains(id));
        (self.say)(&Line::Ack(op, Outcome::Forgotten)).map(Ok)
    }

    /// What was acknowledged is found at once, by the very next question.
    fn recall(&self) -> Result<(), String> {
        let Some((item, id)) = self.latest else { return Ok(()) };
        let recalled = self
            .engine
            .recall(&self.context, &rig::question(item, true))
            .map_err(|error| format!("recall: {error}"))?;
        if let Some(missing) = recalled.degraded.first() {
            return Err(format!("recall: without {}: {}", missing.name, missing.reason));
        }
        let found = recalled.hits.iter().any(|hit| hit.memory.id == id);
        found.then_some(()).ok_or_else(|| format!("recall: {item}, acknowledged by this thread, was not found"))
    }

    fn verify(&self) -> Result<(), String> {
        let report = self.engine.verify(&self.context).map_err(|error| format!("verify: {error}"))?;
        match report.faults.first() {
            None => Ok(()),
            Some(fault) => Err(format!("verify: {}: {}", fault.place, fault.detail)),
        }
    }
}
