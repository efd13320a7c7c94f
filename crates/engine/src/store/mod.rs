//! The store: transactions over records, and the readers that channels need.
//!
//! The store is the truth; whatever it derives from its records can be deleted and rebuilt. What crosses this boundary is
//! plain data: no database type, no pointer into memory. A row is named by its [`Ordinal`], a small number that the store
//! gives out once per context and keeps, so that filters, ranks and walks compose in every backend.
//!
//! Owns: traits, records, errors. Must not know: channels, fusion, models.

mod assertion;
pub mod derived;
mod document;
pub mod embedded;
mod error;
mod filter;
mod forgetting;
mod portable;
pub mod receipt;
mod record;
mod register;
mod ties;
mod view;
pub mod wear;

pub use crate::index::places::Placed;
pub use assertion::{Asserted, Assertion, Correction, Entity, EntityAsk, EntityChange, Fate, KnowledgeAsk, Touched};
pub use document::{ContentHash, DocumentCard, DocumentFound, DocumentRecord};
pub use error::StoreError;
pub use filter::{Filter, PlaceFilter};
pub use forgetting::{Choice, Erase, Erased, ForgetMode, Gone, Listed};
pub use portable::{Frame, Portable, PortableClaim, PortableDocument, PortableEntity, PortableUse};
pub use receipt::Receipt;
pub use record::{
    Change, Committed, ContextSettings, ContextSpec, Counts, DocumentKey, Edit, Fault, Feeling, LineFeeling,
    MemoryRecord, Row, StoreReport, TraceRecord, VerifyReport, Written,
};
pub use register::{Deed, Entry, Register, Reply};
pub use ties::{Keyphrase, PhraseFound, SectionFound, Ties, Wander};
pub use view::{
    Activated, CourseAsk, CourseFound, Facets, Felt, FeltOf, FeltRun, Linked, NodeNumber, Ordinal, Seed, Step, Term,
    Times, View, Walk, Whom,
};
pub use wear::{Aged, Grade, RetentionRule, lapses_at};

use std::sync::Arc;

use crate::model::{ContextId, EntityId, Episode, EpisodeId, MemoryId, ScopeSets, Session, SessionId, TraceId};
use crate::ports::ModelId;

/// All contexts of one data folder or database.
pub trait Store: Register {
    /// The backend's name, as in configuration.
    fn backend(&self) -> &'static str;

    /// Makes a context.
    ///
    /// # Errors
    /// [`StoreError::ContextExists`] when there is one of that id; nothing is changed then.
    fn create_context(&self, spec: &ContextSpec) -> Result<(), StoreError>;

    /// All contexts, by ascending id.
    fn contexts(&self) -> Result<Vec<ContextSpec>, StoreError>;

    /// What is set of a context. Cheap.
    ///
    /// # Errors
    /// [`StoreError::NoSuchContext`].
    fn settings(&self, id: &ContextId) -> Result<ContextSettings, StoreError>;

    /// Sets it. Durable when this returns.
    ///
    /// # Errors
    /// [`StoreError::NoSuchContext`].
    fn set_settings(&self, id: &ContextId, settings: ContextSettings) -> Result<(), StoreError>;

    /// Opens a context, loading it when needed. Cheap when it is loaded already.
    ///
    /// # Errors
    /// [`StoreError::NoSuchContext`]; [`StoreError::Corrupt`] when its records are damaged; [`StoreError::Newer`].
    fn context(&self, id: &ContextId) -> Result<Arc<dyn ContextStore>, StoreError>;

    /// Drops a context with everything in it. There is no way back.
    fn drop_context(&self, id: &ContextId) -> Result<(), StoreError>;

    /// Sizes of what is loaded at present, for operators and tests of the memory budget.
    fn report(&self) -> StoreReport;

    /// Writes index snapshots of every loaded context and waits for running work; called before a clean stop.
    fn flush(&self) -> Result<(), StoreError>;
}

/// One context: its records and its readers.
pub trait ContextStore: Send + Sync {
    /// Its id.
    fn id(&self) -> &ContextId;

    /// The embedding model of its vectors; `None` until the first vector is written.
    fn model(&self) -> Result<Option<ModelId>, StoreError>;

    /// Writes a change as one transaction: all or nothing, durable when this returns, seen by every view opened after.
    ///
    /// Concurrent calls share one sync of the disk. Order of the result: as in the change.
    ///
    /// # Errors
    /// [`StoreError`]; then nothing of the change was written.
    fn commit(&self, change: Change) -> Result<Committed, StoreError>;

    /// A consistent view of the rows that `filter` lets through. The filter holds in every reader of the view.
    fn view(&self, filter: &Filter) -> Result<Arc<dyn View>, StoreError>;

    /// One memory by id, whatever its scopes; callers check them.
    fn memory(&self, id: MemoryId) -> Result<Option<Row>, StoreError>;

    /// Live memories that have a feeling, by ascending row number above `after`; at most `limit`.
    fn felt_after(&self, after: Ordinal, limit: usize) -> Result<Vec<Row>, StoreError>;

    /// One session by id.
    fn session(&self, id: &SessionId) -> Result<Option<Session>, StoreError>;

    /// The turn of the highest place in a session.
    fn last_turn(&self, session: &SessionId) -> Result<Option<Row>, StoreError>;

    /// One episode by id.
    fn episode(&self, id: EpisodeId) -> Result<Option<Episode>, StoreError>;

    /// The receipt of a key, however old it is.
    fn receipt(&self, key: &str) -> Result<Option<Receipt>, StoreError>;

    /// One trace by id.
    fn trace(&self, id: TraceId) -> Result<Option<TraceRecord>, StoreError>;

    /// The newest traces, newest first, at most `limit`.
    fn traces(&self, limit: usize) -> Result<Vec<TraceRecord>, StoreError>;

    /// One document by the id of its memory, forgotten and replaced ones included.
    fn document(&self, id: MemoryId) -> Result<Option<DocumentRecord>, StoreError>;

    /// The documents of a name or a content that were neither forgotten nor replaced, oldest first, whatever their scopes.
    fn documents(&self, by: &DocumentKey<'_>) -> Result<Vec<DocumentFound>, StoreError>;

    /// True when a memory that is not forgotten has one of these texts, for readers of those scopes.
    fn says(&self, texts: &[&str], scopes: &ScopeSets) -> Result<bool, StoreError>;

    /// What is known, of the rows that `filter` lets through, by ascending row number; at most `limit`. Reads on where the filter
    /// keeps rows back, so that fewer come only where there are no more.
    ///
    /// # Errors
    /// [`StoreError::NoSuchEntity`], [`StoreError::NoSuchMemory`] for an ask that names what does not exist.
    fn knowledge(&self, ask: &KnowledgeAsk, filter: &Filter, limit: usize) -> Result<Vec<Row>, StoreError>;

    /// What each row was read in or drawn from and is not forgotten, by ascending row; empty for ids that do not exist.
    fn sources(&self, ids: &[MemoryId]) -> Result<Vec<Vec<MemoryId>>, StoreError>;

    /// An entity, merged or not; whoever may see nothing of it does not see it.
    fn entity(&self, id: EntityId, filter: &Filter) -> Result<Option<Entity>, StoreError>;

    /// Entities of which the filter lets something through, by the row of their card above `after`; at most `limit`. With a
    /// name, those that are called so.
    fn entities(&self, ask: &EntityAsk, filter: &Filter, limit: usize) -> Result<Vec<Entity>, StoreError>;

    /// The rows of a choice that `filter` lets through, whatever became of them, by ascending row: replaced, repeated and ended
    /// ones included. Forgotten ones only where asked for; a condition on places leaves those out, and names and bare
    /// tombstones are never among them.
    ///
    /// # Errors
    /// [`StoreError::NoSuchEntity`] for an entity that does not exist or of which nothing is let through.
    fn listed(&self, choice: &Choice, filter: &Filter, with_forgotten: bool) -> Result<Vec<Listed>, StoreError>;

    /// The rows that `filter` lets through, page by page: by ascending row number above `after`, or, newest first, by descending
    /// number below it; at most `limit`. Row numbers never change, so that what is written between two pages moves nothing.
    fn page(
        &self,
        filter: &Filter,
        after: Option<Ordinal>,
        newest_first: bool,
        limit: usize,
    ) -> Result<Vec<Row>, StoreError>;

    /// What goes when these go, them included, by ascending row: exactly what [`Change::forgotten`] or [`Change::erase`] takes
    /// out while nothing is written in between.
    ///
    /// # Errors
    /// [`StoreError::NoSuchMemory`].
    fn reach(&self, ids: &[MemoryId], mode: ForgetMode) -> Result<Vec<Gone>, StoreError>;

    /// What there is beside rows.
    fn frame(&self) -> Result<Frame, StoreError>;

    /// Rows with everything that is kept of them, forgotten and replaced ones included, by ascending number above `after`; at
    /// most `limit`. They are written again through [`Change::restored`].
    fn portable(&self, after: Ordinal, limit: usize, with_vectors: bool) -> Result<Vec<Portable>, StoreError>;

    /// How much there is of everything.
    fn counts(&self) -> Result<Counts, StoreError>;

    /// Checks every record's checksum and compares every index with one built anew. Reads everything.
    fn verify(&self) -> Result<VerifyReport, StoreError>;

    /// Throws the indexes away and builds them anew from the records. Returns how many rows were read.
    fn rebuild(&self) -> Result<u64, StoreError>;
}
