//! The embedded store: SQLite for the records, indexes in memory beside it.
//!
//! One folder per context with its database, its index snapshot and its side mark; `control.db` lists the contexts. A
//! context is loaded when it is first asked for, and the one that was not used for longest goes when memory runs out.
//!
//! Owns: files, transactions, threads, loading and eviction. Must not know: what an index entry is made of.

mod asserting;
mod backup;
mod cast;
mod closure;
mod context;
mod control;
mod core;
#[cfg(test)]
mod data_map;
mod database;
mod editing;
mod erasing;
mod folder;
mod identities;
mod indexes;
mod knowledge;
mod ledger;
mod lifecycle;
mod loading;
mod loosening;
mod mark;
mod migrate;
mod options;
mod purging;
mod queue;
mod readers;
mod rebuild;
mod register;
mod repeats;
mod replacing;
mod restoring;
mod retelling;
mod selecting;
mod shelf;
mod snapshot;
mod tables;
#[cfg(test)]
mod tests;
mod transact;
mod verify;
mod windows;
mod writer;

pub use backup::{Purged, RecordFile};
pub use options::{EmbeddedOptions, Notice};

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;

use self::context::EmbeddedContext;
use self::control::Control;
use self::core::Core;
use self::folder::{Folder, FolderLock};
use self::mark::Keeper;
use self::shelf::Shelf;
use super::{ContextSettings, ContextSpec, ContextStore, Store, StoreError, StoreReport};
use crate::model::ContextId;

/// The records of a context, inside its folder.
const DATABASE_FILE: &str = "memory.db";
/// Its indexes.
const SNAPSHOT_FILE: &str = "index.snapshot";
/// How far it was acknowledged.
const MARK_FILE: &str = "mark";

/// The store of one data folder.
pub struct EmbeddedStore {
    folder: Folder,
    options: EmbeddedOptions,
    control: Mutex<Control>,
    specs: Mutex<BTreeMap<ContextId, ContextSpec>>,
    shelf: Shelf,
    keeper: Arc<Keeper>,
    lock: Arc<FolderLock>,
}

impl EmbeddedStore {
    /// Opens a data folder, or makes it. Contexts are loaded later, when they are asked for.
    ///
    /// # Errors
    /// [`StoreError::Locked`] when it is in use; [`StoreError::Newer`], [`StoreError::Corrupt`], [`StoreError::Io`].
    pub fn open(folder: &Path, options: EmbeddedOptions) -> Result<Self, StoreError> {
        let folder = Folder::open(folder)?;
        let lock = Arc::new(FolderLock::take(&folder)?);
        let control = Control::open(&folder.control())?;
        finish_interrupted(&folder, &control)?;
        let specs = control.contexts()?.into_iter().map(|spec| (spec.id.clone(), spec)).collect();
        Ok(Self {
            folder,
            options,
            control: Mutex::new(control),
            specs: Mutex::new(specs),
            shelf: Shelf::default(),
            keeper: Arc::new(Keeper::start()?),
            lock,
        })
    }

    fn load(&self, id: &ContextId) -> Result<EmbeddedContext, StoreError> {
        let path = self.folder.context(id);
        let tell = |text: &str| self.options.tell(&format!("context '{id}': {text}"));
        let (loaded, connection, thrown_away) = loading::load(&path, &tell)?;
        if let Some(reason) = thrown_away {
            tell(&format!("the indexes were built anew from the records, the snapshot was of no use: {reason}"));
            self.shelf.count_rebuilt();
        }
        let keeper = Arc::clone(&self.keeper);
        let core = Core::new(id.clone(), path, loaded, keeper, self.options.on_notice.clone());
        Ok(EmbeddedContext::new(core, connection, Arc::clone(&self.lock)))
    }

    fn exists(&self, id: &ContextId) -> Result<(), StoreError> {
        if self.specs.lock().contains_key(id) { Ok(()) } else { Err(StoreError::NoSuchContext(id.clone())) }
    }
}

/// Ends what a crash interrupted: a context that is listed gets its name, one that was on its way out goes.
fn finish_interrupted(folder: &Folder, control: &Control) -> Result<(), StoreError> {
    for spec in control.contexts()? {
        let (path, new, gone) = (folder.context(&spec.id), folder.context_new(&spec.id), folder.context_gone(&spec.id));
        if path.exists() {
            continue;
        }
        if new.exists() {
            folder::rename(&new, &path)?;
        } else if gone.exists() {
            control.remove(&spec.id)?;
        }
    }
    folder.clean()
}

impl Store for EmbeddedStore {
    fn backend(&self) -> &'static str {
        "embedded"
    }

    fn create_context(&self, spec: &ContextSpec) -> Result<(), StoreError> {
        let id = &spec.id;
        ContextId::checked(id.as_str())
            .map_err(|error| StoreError::Io { what: format!("making context '{id}'"), reason: error.to_string() })?;
        let control = self.control.lock();
        let path = self.folder.context(id);
        // A folder that is not listed may be all that is left of a context: it is never taken over.
        if self.specs.lock().contains_key(id) || path.exists() {
            return Err(StoreError::ContextExists(id.clone()));
        }
        let new = self.folder.context_new(id);
        if new.exists() {
            folder::remove(&new)?;
        }
        folder::make(&new)?;
        let mut connection = database::create(&new.join(DATABASE_FILE))?;
        migrate::migrate(&mut connection, DATABASE_FILE)?;
        drop(connection);
        control.insert(spec)?;
        folder::rename(&new, &path)?;
        self.specs.lock().insert(id.clone(), spec.clone());
        Ok(())
    }

    fn contexts(&self) -> Result<Vec<ContextSpec>, StoreError> {
        Ok(self.specs.lock().values().cloned().collect())
    }

    fn settings(&self, id: &ContextId) -> Result<ContextSettings, StoreError> {
        let specs = self.specs.lock();
        specs.get(id).map(|spec| spec.settings.clone()).ok_or_else(|| StoreError::NoSuchContext(id.clone()))
    }

    fn set_settings(&self, id: &ContextId, settings: ContextSettings) -> Result<(), StoreError> {
        let control = self.control.lock();
        self.exists(id)?;
        control.set_settings(id, &settings)?;
        if let Some(spec) = self.specs.lock().get_mut(id) {
            spec.settings = settings;
        }
        Ok(())
    }

    fn context(&self, id: &ContextId) -> Result<Arc<dyn ContextStore>, StoreError> {
        self.exists(id)?;
        let (context, look) = self.shelf.get(id, || {
            // The context may have been dropped while this call waited for its place.
            self.exists(id)?;
            self.load(id)
        })?;
        if look {
            self.shelf.make_room(self.options.memory_budget_bytes, self.options.contexts_loaded_max);
        }
        Ok(context)
    }

    fn drop_context(&self, id: &ContextId) -> Result<(), StoreError> {
        let control = self.control.lock();
        self.exists(id)?;
        self.shelf.retire(id, || {
            let gone = self.folder.context_gone(id);
            let path = self.folder.context(id);
            if path.exists() {
                folder::rename(&path, &gone)?;
            }
            control.remove(id)?;
            self.specs.lock().remove(id);
            if gone.exists() { folder::remove(&gone) } else { Ok(()) }
        })
    }

    fn report(&self) -> StoreReport {
        self.shelf.report()
    }

    fn flush(&self) -> Result<(), StoreError> {
        self.shelf.loaded().iter().try_for_each(|context| context.save())
    }
}
