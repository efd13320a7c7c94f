//! The contexts that are loaded: found by id, loaded once however many ask, closed when memory runs out.
//!
//! Must not know: how a context is loaded.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

use super::context::EmbeddedContext;
use crate::model::ContextId;
use crate::store::{StoreError, StoreReport};

/// Requests for loaded contexts between two looks at the memory they take. Chosen.
const LOOK_EVERY: u64 = 64;

/// The loaded contexts.
#[derive(Default)]
pub(super) struct Shelf {
    places: Mutex<BTreeMap<ContextId, Arc<Place>>>,
    /// Counts requests, to know which context was used last.
    clock: AtomicU64,
    evictions: AtomicU64,
    rebuilt: AtomicU64,
}

/// Where one context stands while it is loaded. Its lock is held while it is loaded or closed, so that neither can happen
/// twice at a time, and others are not held up.
#[derive(Default)]
struct Place {
    context: Mutex<Option<Arc<EmbeddedContext>>>,
    used: AtomicU64,
}

impl Shelf {
    fn place(&self, id: &ContextId) -> Arc<Place> {
        Arc::clone(self.places.lock().entry(id.clone()).or_default())
    }

    /// The context of that id; `load` makes it when it is not there, or takes no more writes. True when it is time to look
    /// for room: after a loading, and now and then, since writing makes loaded contexts grow.
    pub(super) fn get(
        &self,
        id: &ContextId,
        load: impl FnOnce() -> Result<EmbeddedContext, StoreError>,
    ) -> Result<(Arc<EmbeddedContext>, bool), StoreError> {
        let place = self.place(id);
        let now = self.clock.fetch_add(1, Ordering::Relaxed);
        place.used.store(now, Ordering::Relaxed);
        let mut slot = place.context.lock();
        if let Some(context) = slot.as_ref().filter(|context| !context.is_closed()) {
            return Ok((Arc::clone(context), now.is_multiple_of(LOOK_EVERY)));
        }
        if let Some(failed) = slot.take() {
            // Its connection must be gone before another one writes.
            failed.stop(&StoreError::Poisoned { reason: "the context was opened anew".to_owned() });
        }
        let context = Arc::new(load()?);
        *slot = Some(Arc::clone(&context));
        Ok((context, true))
    }

    /// Takes a context off the shelf, ends its writer, and runs `remove` while nobody can load it.
    pub(super) fn retire(
        &self,
        id: &ContextId,
        remove: impl FnOnce() -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let place = self.place(id);
        let mut slot = place.context.lock();
        if let Some(context) = slot.take() {
            context.retire();
        }
        let result = remove();
        self.places.lock().remove(id);
        result
    }

    /// Closes contexts that nobody uses, the one used longest ago first, until the rest is within bounds.
    pub(super) fn make_room(&self, bytes_max: usize, count_max: usize) {
        let mut places: Vec<(u64, usize, Arc<Place>)> = Vec::new();
        for place in self.places.lock().values() {
            // Whoever is being loaded or closed is counted the next time.
            let Some(slot) = place.context.try_lock() else { continue };
            if let Some(context) = slot.as_ref() {
                let used = place.used.load(Ordering::Relaxed);
                places.push((used, context.core().memory_bytes(), Arc::clone(place)));
            }
        }
        let mut count = places.len();
        let mut bytes: usize = places.iter().map(|(_, bytes, _)| bytes).sum();
        places.sort_by_key(|(used, ..)| *used);
        for (_, own_bytes, place) in places {
            if bytes <= bytes_max && count <= count_max {
                return;
            }
            let Some(mut slot) = place.context.try_lock() else { continue };
            let idle =
                slot.as_ref().is_some_and(|context| Arc::strong_count(context) == 1 && !context.core().is_viewed());
            if idle {
                // Closing it writes its snapshot; nobody can load it meanwhile.
                drop(slot.take());
                bytes -= own_bytes;
                count -= 1;
                self.evictions.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// Every loaded context.
    pub(super) fn loaded(&self) -> Vec<Arc<EmbeddedContext>> {
        let places: Vec<Arc<Place>> = self.places.lock().values().cloned().collect();
        places.iter().filter_map(|place| place.context.lock().clone()).collect()
    }

    /// Counts a snapshot that was of no use.
    pub(super) fn count_rebuilt(&self) {
        self.rebuilt.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn report(&self) -> StoreReport {
        let mut report = StoreReport {
            evictions: self.evictions.load(Ordering::Relaxed),
            snapshots_rebuilt: self.rebuilt.load(Ordering::Relaxed),
            ..StoreReport::default()
        };
        for place in self.places.lock().values() {
            let Some(slot) = place.context.try_lock() else { continue };
            if let Some(context) = slot.as_ref() {
                report.contexts_loaded += 1;
                report.index_bytes += context.core().memory_bytes() as u64;
                for (name, bytes) in context.core().memory_by_name() {
                    *report.index_bytes_by_name.entry(name).or_default() += bytes as u64;
                }
            }
        }
        report
    }
}
