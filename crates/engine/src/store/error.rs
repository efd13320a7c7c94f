//! What can go wrong in a store.

use crate::model::{ContextId, EntityId, MemoryId};
use crate::ports::ModelId;

/// Why a store refused or failed. No variant holds text of a memory.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no such context. The caller made a mistake or has to create it.
    #[error("context '{0}' does not exist; create it first")]
    NoSuchContext(ContextId),
    /// There is a context of that id already.
    #[error("context '{0}' exists already")]
    ContextExists(ContextId),
    /// Another process has the data folder open. Nothing was touched.
    #[error("the data folder {folder} is in use by another process; stop it, or talk to it over HTTP")]
    Locked {
        /// The folder.
        folder: String,
    },
    /// A newer version wrote this. Nothing was touched.
    #[error("{what} has schema version {found}, but this program knows versions up to {known}; use a newer quintet")]
    Newer {
        /// The file.
        what: String,
        /// Its version.
        found: u32,
        /// The newest version this program knows.
        known: u32,
    },
    /// Stored bytes are damaged. Only an operator can help: restore a backup, or run `quintet verify`.
    #[error("{what} is damaged: {detail}; run `quintet verify`, and restore a backup if rows are lost")]
    Corrupt {
        /// The file or table.
        what: String,
        /// What was found.
        detail: String,
    },
    /// A vector does not fit the context's model.
    #[error(
        "the context holds vectors of {stored}, but {given} was given; use the same model, or re-embed the context"
    )]
    ModelMismatch {
        /// The model the context was written with.
        stored: Box<ModelId>,
        /// The model of the refused vector.
        given: Box<ModelId>,
    },
    /// A vector has the wrong length, or is not finite.
    #[error("a vector is unusable: {reason}")]
    BadVector {
        /// What is wrong.
        reason: String,
    },
    /// A setting, or the size of a request, is out of bounds.
    #[error("{reason}")]
    BadSetting {
        /// What is wrong, and what is allowed.
        reason: String,
    },
    /// A memory of that id exists already.
    #[error("memory {0} exists already")]
    MemoryExists(MemoryId),
    /// A memory that the change refers to does not exist.
    #[error("memory {0} does not exist")]
    NoSuchMemory(MemoryId),
    /// There is no entity of that id.
    #[error("entity {0} does not exist")]
    NoSuchEntity(EntityId),
    /// A name cannot be given or taken, or two entities cannot become one.
    #[error("the names cannot be changed: {reason}")]
    BadName {
        /// Why.
        reason: String,
    },
    /// A row cannot be written as it is.
    #[error("row {row} cannot be restored: {reason}")]
    BadRow {
        /// Its number.
        row: u32,
        /// Why.
        reason: String,
    },
    /// A session number is taken by another turn.
    #[error("turn {seq} of the session is taken already")]
    SeqTaken {
        /// The number.
        seq: u32,
    },
    /// The disk is full. Nothing was written; reads go on.
    #[error("the disk is full: nothing was written; free some space")]
    DiskFull,
    /// An earlier write failed half-way in memory; the context must be opened anew.
    #[error("the context stopped taking writes after a failure: {reason}; open it again")]
    Poisoned {
        /// What failed.
        reason: String,
    },
    /// The reader gave up because its deadline had passed.
    #[error("the deadline passed before the reader was done")]
    Late,
    /// The operating system or database failed.
    #[error("{what} failed: {reason}")]
    Io {
        /// What was tried.
        what: String,
        /// What came back.
        reason: String,
    },
}
