//! The side mark: a small file beside a database that says how far it was acknowledged.
//!
//! The write-ahead log of SQLite drops everything behind a damaged frame without a word. With the mark, a database that
//! ends before what was acknowledged is refused. Marks are written by one thread, at most once a second each, so that a
//! commit never waits for them; what the last second acknowledged may be missing from them.
//!
//! Must not know: tables.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::thread::JoinHandle;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

use super::folder;
use crate::store::StoreError;

/// Least time between two writes of one mark. Chosen.
const PAUSE: Duration = Duration::from_secs(1);

/// The mark of one context.
#[derive(Debug)]
pub(super) struct Mark {
    path: PathBuf,
    durable: AtomicU64,
    waiting: AtomicBool,
    written: Mutex<Written>,
}

#[derive(Debug)]
struct Written {
    sequence: u64,
    closed: bool,
}

impl Mark {
    /// A mark that stands at `written` in its file.
    pub(super) fn new(path: PathBuf, written: u64) -> Self {
        Self {
            path,
            durable: AtomicU64::new(written),
            waiting: AtomicBool::new(false),
            written: Mutex::new(Written { sequence: written, closed: false }),
        }
    }

    /// Notes how far the database goes; the file follows with the next write.
    pub(super) fn stands_at(&self, sequence: u64) {
        self.durable.store(sequence, Ordering::Release);
    }

    /// Writes the mark where it moved.
    pub(super) fn write(&self) -> Result<(), StoreError> {
        let mut written = self.written.lock();
        let sequence = self.durable.load(Ordering::Acquire);
        if written.closed || sequence <= written.sequence {
            return Ok(());
        }
        folder::replace(&self.path, &[format(sequence).as_bytes()], false)?;
        written.sequence = sequence;
        Ok(())
    }

    /// From now on nothing is written: the folder may belong to another context.
    pub(super) fn close(&self) {
        self.written.lock().closed = true;
    }
}

fn format(sequence: u64) -> String {
    let line = format!("quintet mark 1 {sequence}");
    format!("{line} {:08x}\n", crc32fast::hash(line.as_bytes()))
}

/// What a mark file says; `None` when there is none.
///
/// # Errors
/// A reason when it cannot be read.
pub(super) fn read(path: &Path) -> Result<Option<u64>, String> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
    };
    let sequence = text.split(' ').nth(3).and_then(|number| number.parse().ok());
    match sequence {
        Some(sequence) if format(sequence) == text => Ok(Some(sequence)),
        _ => Err("it is damaged".to_owned()),
    }
}

/// The thread that writes marks.
#[derive(Debug)]
pub(super) struct Keeper {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    moved: Vec<Weak<Mark>>,
    stopped: bool,
}

impl Keeper {
    /// Starts the thread.
    pub(super) fn start() -> Result<Self, StoreError> {
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("quintet-marks".to_owned())
            .spawn(move || keep(&theirs))
            .map_err(|error| folder::io_error("starting a thread", &error))?;
        Ok(Self { shared, thread: Mutex::new(Some(thread)) })
    }

    /// Notes that a mark moved. Cheap; the file follows.
    pub(super) fn moved(&self, mark: &Arc<Mark>, sequence: u64) {
        mark.stands_at(sequence);
        if !mark.waiting.swap(true, Ordering::AcqRel) {
            self.shared.state.lock().moved.push(Arc::downgrade(mark));
            self.shared.changed.notify_one();
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.shared.state.lock().stopped = true;
        self.shared.changed.notify_all();
        if let Some(thread) = self.thread.lock().take() {
            drop(thread.join());
        }
    }
}

fn keep(shared: &Shared) {
    let mut state = shared.state.lock();
    loop {
        while state.moved.is_empty() && !state.stopped {
            shared.changed.wait(&mut state);
        }
        shared.changed.wait_while_for(&mut state, |state| !state.stopped, PAUSE);
        if state.stopped {
            return;
        }
        let moved = std::mem::take(&mut state.moved);
        drop(state);
        for mark in moved.iter().filter_map(Weak::upgrade) {
            mark.waiting.store(false, Ordering::Release);
            // A mark that cannot be written guards less; the commit that moved it is durable all the same.
            drop(mark.write());
        }
        state = shared.state.lock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_reads_what_it_wrote_and_notices_damage() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mark");
        assert_eq!(read(&path), Ok(None));
        let mark = Mark::new(path.clone(), 0);
        mark.stands_at(42);
        mark.write().unwrap();
        assert_eq!(read(&path), Ok(Some(42)));
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("42", "41")).unwrap();
        assert!(read(&path).is_err());
    }

    #[test]
    fn a_closed_mark_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mark");
        let mark = Mark::new(path.clone(), 0);
        mark.stands_at(42);
        mark.close();
        mark.write().unwrap();
        assert_eq!(read(&path), Ok(None));
    }
}
