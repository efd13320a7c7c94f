//! The data folder: names of its files, who may read them, the lock that keeps a second process out, and files that are
//! replaced as a whole.
//!
//! Must not know: SQLite, indexes.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::model::ContextId;
use crate::store::StoreError;

/// A context that is being made; it is renamed when it is complete.
const PREFIX_NEW: &str = ".new-";
/// A context that is being dropped; it is deleted when nobody can find it any more.
const PREFIX_GONE: &str = ".gone-";

/// The paths of one data folder.
#[derive(Clone, Debug)]
pub(super) struct Folder {
    root: PathBuf,
}

impl Folder {
    /// Makes the folder where it does not exist yet.
    pub(super) fn open(root: &Path) -> Result<Self, StoreError> {
        let folder = Self { root: root.to_path_buf() };
        make(&folder.root)?;
        make(&folder.contexts())?;
        Ok(folder)
    }

    /// The paths of a folder as it is, or is not.
    pub(super) fn at(root: &Path) -> Self {
        Self { root: root.to_path_buf() }
    }

    pub(super) fn contexts(&self) -> PathBuf {
        self.root.join("contexts")
    }

    pub(super) fn control(&self) -> PathBuf {
        self.root.join("control.db")
    }

    pub(super) fn context(&self, id: &ContextId) -> PathBuf {
        self.contexts().join(id.as_str())
    }

    /// Where a context is made before it gets its name. Context ids never start with a dot, so that the two never meet.
    pub(super) fn context_new(&self, id: &ContextId) -> PathBuf {
        self.contexts().join(format!("{PREFIX_NEW}{id}"))
    }

    /// Where a context goes before it is deleted.
    pub(super) fn context_gone(&self, id: &ContextId) -> PathBuf {
        self.contexts().join(format!("{PREFIX_GONE}{id}"))
    }

    /// Deletes what interrupted creations and deletions left. Whole contexts are never touched.
    pub(super) fn clean(&self) -> Result<(), StoreError> {
        let what = "reading the contexts folder";
        for entry in fs::read_dir(self.contexts()).map_err(|error| io_error(what, &error))? {
            let entry = entry.map_err(|error| io_error(what, &error))?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with(PREFIX_NEW) || name.starts_with(PREFIX_GONE) {
                remove(&entry.path())?;
            }
        }
        Ok(())
    }
}

/// Holds the folder for this process as long as it lives. The system lets go of it when the process dies.
#[derive(Debug)]
pub(super) struct FolderLock {
    _file: File,
}

impl FolderLock {
    /// Takes the lock.
    ///
    /// # Errors
    /// [`StoreError::Locked`] when another process, or another store of this process, has it.
    pub(super) fn take(folder: &Folder) -> Result<Self, StoreError> {
        let path = folder.root.join("lock");
        let file = private(OpenOptions::new().create(true).truncate(false).write(true))
            .open(path)
            .map_err(|error| io_error("opening the lock file", &error))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(TryLockError::WouldBlock) => Err(StoreError::Locked { folder: folder.root.display().to_string() }),
            Err(TryLockError::Error(error)) => Err(io_error("locking the data folder", &error)),
        }
    }
}

/// Names a failed call of the operating system. A full disk is told apart.
pub(super) fn io_error(what: &str, error: &io::Error) -> StoreError {
    if matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded) {
        return StoreError::DiskFull;
    }
    StoreError::Io { what: what.to_owned(), reason: error.to_string() }
}

/// Makes a folder that only its owner may enter.
pub(super) fn make(path: &Path) -> Result<(), StoreError> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(|error| io_error("making a folder", &error))
}

/// Makes an empty file that only its owner may read; SQLite gives its side files the same mode.
pub(super) fn make_file(path: &Path) -> Result<(), StoreError> {
    private(OpenOptions::new().create(true).truncate(false).write(true))
        .open(path)
        .map(drop)
        .map_err(|error| io_error("making a file", &error))
}

/// The same, and empties one that is there.
pub(super) fn make_empty(path: &Path) -> Result<(), StoreError> {
    private(OpenOptions::new().create(true).truncate(true).write(true))
        .open(path)
        .map(drop)
        .map_err(|error| io_error("making a file", &error))
}

/// Deletes a folder with everything in it.
pub(super) fn remove(path: &Path) -> Result<(), StoreError> {
    fs::remove_dir_all(path).map_err(|error| io_error("deleting a folder", &error))
}

/// Renames, and makes the new name durable.
pub(super) fn rename(from: &Path, to: &Path) -> Result<(), StoreError> {
    fs::rename(from, to).map_err(|error| io_error("renaming", &error))?;
    sync_parent(to)
}

/// Replaces a file as a whole: after a crash there is the old one or the new one, never a part.
///
/// The bytes are on the disk when this returns; the name is once the folder was synced, which the caller may ask for.
pub(super) fn replace(path: &Path, parts: &[&[u8]], sync_name: bool) -> Result<(), StoreError> {
    let what = "writing a file";
    let temporary = path.with_extension("tmp");
    let mut file = private(OpenOptions::new().create(true).truncate(true).write(true))
        .open(&temporary)
        .map_err(|error| io_error(what, &error))?;
    for part in parts {
        file.write_all(part).map_err(|error| io_error(what, &error))?;
    }
    file.sync_data().map_err(|error| io_error(what, &error))?;
    drop(file);
    fs::rename(&temporary, path).map_err(|error| io_error(what, &error))?;
    if sync_name { sync_parent(path) } else { Ok(()) }
}

fn sync_parent(path: &Path) -> Result<(), StoreError> {
    let Some(parent) = path.parent() else { return Ok(()) };
    #[cfg(unix)]
    File::open(parent).and_then(|folder| folder.sync_all()).map_err(|error| io_error("syncing a folder", &error))?;
    #[cfg(not(unix))]
    let _ = parent;
    Ok(())
}

fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}
