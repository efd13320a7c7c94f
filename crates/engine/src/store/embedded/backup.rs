//! A copy of the records of a data folder, also while a process writes to it, and which of them were purged later.
//!
//! Each database is copied inside one read of it, as it stood after some commit. What was deleted is in no gap of the copy, and what
//! can be rebuilt is not copied at all. No lock is taken: in write-ahead mode a reader keeps nobody from writing.
//!
//! Must not know: how copies are packed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::control;
use super::database::{self, During};
use super::folder::{self, Folder};
use super::{DATABASE_FILE, EmbeddedStore};
use crate::model::{ContextId, MemoryId};
use crate::store::StoreError;

/// How often a copy is begun anew because a context came or went under it. Chosen: that takes milliseconds, a copy far longer.
const TRIES: usize = 5;

/// A file that cannot be rebuilt from others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RecordFile {
    /// The list of contexts, with keys and principals.
    Control,
    /// The records of one context.
    Context(ContextId),
}

impl RecordFile {
    /// Its name inside a data folder, with `/` between parts.
    pub fn name(&self) -> String {
        match self {
            Self::Control => "control.db".to_owned(),
            Self::Context(id) => format!("contexts/{id}/{DATABASE_FILE}"),
        }
    }

    /// The file of a name; `None` for every name that is not exactly one of theirs.
    pub fn named(name: &str) -> Option<Self> {
        let file = match name.strip_prefix("contexts/") {
            Some(rest) => Self::Context(ContextId::checked(rest.split('/').next()?).ok()?),
            None => Self::Control,
        };
        (file.name() == name).then_some(file)
    }

    /// Where it is in a data folder.
    pub fn path(&self, data: &Path) -> PathBuf {
        let folder = Folder::at(data);
        match self {
            Self::Control => folder.control(),
            Self::Context(id) => folder.context(id).join(DATABASE_FILE),
        }
    }
}

impl EmbeddedStore {
    /// Copies what cannot be rebuilt of a data folder into another one, which must not hold any of it. The folder may be in use. Each
    /// context is as it stood at one moment; the moments lie within the call.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] when a database is missing or damaged; [`StoreError::DiskFull`], [`StoreError::Io`]. What was copied by
    /// then stays.
    pub fn copy_records(data: &Path, into: &Path) -> Result<Vec<RecordFile>, StoreError> {
        let mut missing = None;
        for _ in 0..TRIES {
            match copy_once(data, into)? {
                Ok(files) => return Ok(files),
                Err(context) => missing = Some(context),
            }
        }
        let what = missing.map_or_else(String::new, |id| RecordFile::Context(id).name());
        Err(StoreError::Corrupt { what, detail: "the file is missing".to_owned() })
    }

    /// The memories of one data folder that were purged from a later state of it, by context; and the contexts that were dropped.
    /// Both folders are only read; the later one may be in use.
    ///
    /// # Errors
    /// [`StoreError::BadSetting`] when a context of the two has nothing in common: the later one is then no later state of it, and
    /// all of it would count as purged.
    pub fn purged_since(earlier: &Path, later: &Path) -> Result<Purged, StoreError> {
        let mut purged = Purged::default();
        let known = listed(&RecordFile::Control.path(later))?;
        for id in listed(&RecordFile::Control.path(earlier))? {
            if !known.contains(&id) {
                purged.contexts.push(id);
                continue;
            }
            let file = RecordFile::Context(id.clone());
            let (before, after) = (rows(&file.path(earlier))?, rows(&file.path(later))?);
            if !before.is_empty() && !before.keys().any(|row| after.contains_key(row)) {
                let reason = format!(
                    "context '{id}' has no memory in common with that of {}: it is no later state of it",
                    later.display()
                );
                return Err(StoreError::BadSetting { reason });
            }
            // A row that others name stays, empty.
            let is_gone = |row: &MemoryId, is_bare: bool| !is_bare && after.get(row).is_none_or(|is_bare| *is_bare);
            let gone: Vec<MemoryId> =
                before.iter().filter(|(row, is_bare)| is_gone(row, **is_bare)).map(|(row, _)| *row).collect();
            if !gone.is_empty() {
                purged.memories.push((id, gone));
            }
        }
        Ok(purged)
    }
}

/// What a later state of a data folder does not have any more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Purged {
    /// Memories, by ascending id, by context.
    pub memories: Vec<(ContextId, Vec<MemoryId>)>,
    /// Contexts that were dropped.
    pub contexts: Vec<ContextId>,
}

/// The inner error names a context that is listed and has no file (yet, or any more).
fn copy_once(data: &Path, into: &Path) -> Result<Result<Vec<RecordFile>, ContextId>, StoreError> {
    let target = Folder::open(into)?;
    let mut files = vec![RecordFile::Control];
    copy(&RecordFile::Control.path(data), &target.control())?;
    for id in listed(&target.control())? {
        let file = RecordFile::Context(id.clone());
        let from = file.path(data);
        if !from.exists() {
            return Ok(Err(id));
        }
        folder::make(&target.context(&id))?;
        copy(&from, &file.path(into))?;
        files.push(file);
    }
    Ok(Ok(files))
}

fn copy(from: &Path, to: &Path) -> Result<(), StoreError> {
    let what = "copying a database";
    if !from.exists() {
        return Err(StoreError::Corrupt { what: database::name(from), detail: "the file is missing".to_owned() });
    }
    // An earlier try may have left one.
    folder::make_empty(to)?;
    let name =
        to.to_str().ok_or_else(|| StoreError::Io { what: what.to_owned(), reason: "a path is no text".to_owned() })?;
    let source = database::open_reader(from)?;
    source.execute("VACUUM INTO ?1", [name]).during(what)?;
    drop(source);
    // A copy is made in another mode than the one that the store works in.
    let copy = database::open_writer(to)?;
    copy.execute_batch("PRAGMA journal_mode=WAL;").during(what)
}

fn listed(path: &Path) -> Result<Vec<ContextId>, StoreError> {
    control::listed(&database::open_reader(path)?)
}

/// Every memory of a database, and whether a purge left nothing of it but its number.
fn rows(path: &Path) -> Result<BTreeMap<MemoryId, bool>, StoreError> {
    let connection: Connection = database::open_reader(path)?;
    let rows: Vec<([u8; 16], bool)> = connection
        .prepare("SELECT id, text = '' AND title IS NULL AND forgotten_at IS NOT NULL FROM memories")
        .and_then(|mut statement| statement.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?.collect())
        .during("reading all memories")?;
    Ok(rows.into_iter().map(|(id, is_bare)| (MemoryId(u128::from_be_bytes(id)), is_bare)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_record_files_are_names() {
        let context = RecordFile::Context(ContextId::checked("acme.prod").unwrap());
        for file in [RecordFile::Control, context] {
            assert_eq!(RecordFile::named(&file.name()), Some(file));
        }
        for name in [
            "",
            "control.db/",
            "./control.db",
            "/control.db",
            "CONTROL.DB",
            "contexts",
            "contexts/",
            "contexts/a",
            "contexts//memory.db",
            "contexts/../memory.db",
            "contexts/a/../memory.db",
            "contexts/a/memory.db/x",
            "contexts/a/memory.db\0",
            "contexts/.a/memory.db",
            "contexts/a\\b/memory.db",
            "contexts/a/mark",
            "admin.key",
            "C:\\control.db",
            "\\\\host\\control.db",
        ] {
            assert_eq!(RecordFile::named(name), None, "{name:?}");
        }
    }
}
