//! What the writer, the readers and the store share of one loaded context.
//!
//! Must not know: the other contexts.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::{Mutex, RwLock};

use super::indexes::Indexes;
use super::mark::{Keeper, Mark};
use super::options::Notice;
use super::queue::Queue;
use super::readers::Readers;
use super::snapshot::{self, Stand};
use crate::model::ContextId;
use crate::ports::ModelId;
use crate::store::StoreError;

/// One loaded context.
pub(super) struct Core {
    pub(super) id: ContextId,
    pub(super) folder: PathBuf,
    pub(super) queue: Queue,
    pub(super) readers: Arc<Readers>,
    pub(super) mark: Arc<Mark>,
    pub(super) keeper: Arc<Keeper>,
    pub(super) notice: Option<Notice>,
    /// Taken from a commit until the indexes are in step with it: whoever has it sees tables and indexes agree.
    pub(super) step: Mutex<()>,
    /// Changed under its write lock together with `stand`.
    pub(super) indexes: Arc<RwLock<Indexes>>,
    pub(super) stand: Mutex<Stand>,
    pub(super) model: Mutex<Option<ModelId>>,
    /// Sequence of the snapshot file.
    pub(super) saved: Mutex<u64>,
    bytes: AtomicUsize,
    #[cfg(test)]
    pub(super) faults: Mutex<Faults>,
}

/// What goes wrong in the next transaction.
#[cfg(test)]
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Faults {
    /// The indexes cannot be brought in step.
    pub(super) after_commit: bool,
    /// And the writer panics over it.
    pub(super) panics: bool,
    /// The disk has room for so many pages.
    pub(super) pages_max: Option<u32>,
}

/// What a context is loaded from.
pub(super) struct Loaded {
    pub(super) indexes: Indexes,
    pub(super) stand: Stand,
    pub(super) saved: u64,
    pub(super) model: Option<ModelId>,
    pub(super) mark: Mark,
    pub(super) readers: Readers,
}

impl Core {
    pub(super) fn new(
        id: ContextId,
        folder: PathBuf,
        loaded: Loaded,
        keeper: Arc<Keeper>,
        notice: Option<Notice>,
    ) -> Self {
        let bytes = AtomicUsize::new(loaded.indexes.memory_bytes());
        Self {
            id,
            folder,
            queue: Queue::default(),
            readers: Arc::new(loaded.readers),
            mark: Arc::new(loaded.mark),
            keeper,
            notice,
            step: Mutex::new(()),
            indexes: Arc::new(RwLock::new(loaded.indexes)),
            stand: Mutex::new(loaded.stand),
            model: Mutex::new(loaded.model),
            saved: Mutex::new(loaded.saved),
            bytes,
            #[cfg(test)]
            faults: Mutex::new(Faults::default()),
        }
    }

    /// Changes the indexes and notes where they stand.
    pub(super) fn update<T>(
        &self,
        stand: Stand,
        change: impl FnOnce(&mut Indexes) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut indexes = self.indexes.write();
        let result = change(&mut indexes)?;
        *self.stand.lock() = stand;
        self.bytes.store(indexes.memory_bytes(), Ordering::Relaxed);
        Ok(result)
    }

    /// Bytes of the indexes, by their own count.
    pub(super) fn memory_bytes(&self) -> usize {
        self.bytes.load(Ordering::Relaxed)
    }

    /// The same by index.
    pub(super) fn memory_by_name(&self) -> Vec<(&'static str, usize)> {
        self.indexes.read().memory_by_name()
    }

    /// True while a view holds the indexes.
    pub(super) fn is_viewed(&self) -> bool {
        Arc::strong_count(&self.indexes) > 1
    }

    /// Changes since the last snapshot; none while one is being written.
    pub(super) fn unsaved(&self) -> u64 {
        // One lock at a time: `save` takes them the other way round. It holds the second for as long as the disk takes, and
        // the writer, who asks, is not to wait for it.
        let sequence = self.stand.lock().sequence;
        self.saved.try_lock().map_or(0, |saved| sequence.saturating_sub(*saved))
    }

    /// Writes a snapshot where there is something new.
    pub(super) fn save(&self) -> Result<(), StoreError> {
        let mut saved = self.saved.lock();
        let (stand, sections) = {
            let indexes = self.indexes.read();
            let stand = *self.stand.lock();
            if stand.sequence == *saved {
                return Ok(());
            }
            (stand, indexes.encode()?)
        };
        snapshot::write(&self.folder.join(super::SNAPSHOT_FILE), stand, &sections)?;
        *saved = stand.sequence;
        Ok(())
    }

    /// Stops taking writes for good.
    pub(super) fn poison(&self, reason: &str) {
        self.queue.close(&StoreError::Poisoned { reason: reason.to_owned() });
        self.tell(&format!("context '{}' stopped taking writes: {reason}", self.id));
    }

    pub(super) fn tell(&self, text: &str) {
        if let Some(notice) = &self.notice {
            notice(text);
        }
    }
}
