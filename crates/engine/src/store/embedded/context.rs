//! One loaded context as its users see it.
//!
//! Must not know: the other contexts.

use std::sync::Arc;
use std::thread::JoinHandle;

use parking_lot::Mutex;
use rusqlite::Connection;

use super::core::Core;
use super::database::During;
use super::folder::{self, FolderLock};
use super::indexes::{RowSource, view};
use super::tables::{documents, memories, reading, receipts, sessions, traces};
use super::writer::Writer;
use super::{rebuild, verify};
use crate::model::{ContextId, EntityId, Episode, EpisodeId, MemoryId, ScopeSets, Session, SessionId, TraceId};
use crate::ports::ModelId;
use crate::store::receipt::{self, Receipt};
use crate::store::{
    Change, Choice, Committed, ContextStore, Counts, DocumentFound, DocumentKey, DocumentRecord, Entity, EntityAsk,
    Filter, ForgetMode, Frame, Gone, KnowledgeAsk, Listed, Ordinal, Portable, Row, StoreError, TraceRecord,
    VerifyReport, View,
};

/// A loaded context.
///
/// A view keeps the indexes as they are, so that a commit waits until the views opened before it are dropped, and views
/// opened after it wait for the commit. So a thread that holds a view must neither commit to the same context, nor rebuild
/// or verify it, nor open another view of it: it would wait for itself.
pub(super) struct EmbeddedContext {
    core: Arc<Core>,
    writer: Mutex<WriterState>,
    /// The data folder stays locked as long as a context of it is in use.
    _lock: Arc<FolderLock>,
}

enum WriterState {
    /// Nothing was written yet; a context that is only read needs no thread.
    Waiting(Box<Connection>),
    Running(JoinHandle<()>),
    Ended,
}

impl EmbeddedContext {
    pub(super) fn new(core: Core, connection: Connection, lock: Arc<FolderLock>) -> Self {
        let writer = Mutex::new(WriterState::Waiting(Box::new(connection)));
        Self { core: Arc::new(core), writer, _lock: lock }
    }

    pub(super) fn core(&self) -> &Core {
        &self.core
    }

    fn start_writer(&self) -> Result<(), StoreError> {
        let mut state = self.writer.lock();
        match std::mem::replace(&mut *state, WriterState::Ended) {
            WriterState::Waiting(connection) => {
                let writer = Writer::new(Arc::clone(&self.core), *connection)?;
                let thread = std::thread::Builder::new()
                    .name("quintet-writer".to_owned())
                    .spawn(move || writer.run())
                    .map_err(|error| folder::io_error("starting a thread", &error))?;
                *state = WriterState::Running(thread);
            }
            other => *state = other,
        }
        Ok(())
    }

    /// Ends the writer; whoever waits for it gets `reason`.
    pub(super) fn stop(&self, reason: &StoreError) {
        self.core.queue.close(reason);
        if let WriterState::Running(thread) = std::mem::replace(&mut *self.writer.lock(), WriterState::Ended) {
            drop(thread.join());
        }
    }

    /// Ends everything that touches the folder, which is about to go.
    pub(super) fn retire(&self) {
        self.stop(&StoreError::NoSuchContext(self.core.id.clone()));
        self.core.mark.close();
    }

    /// True when it was dropped with [`EmbeddedContext::retire`] or takes no more writes.
    pub(super) fn is_closed(&self) -> bool {
        self.core.queue.closed().is_some()
    }

    /// Refuses when the context was dropped from under this handle.
    fn check(&self) -> Result<(), StoreError> {
        match self.core.queue.closed() {
            Some(error @ StoreError::NoSuchContext(_)) => Err(error),
            _ => Ok(()),
        }
    }

    /// Writes snapshot and mark.
    pub(super) fn save(&self) -> Result<(), StoreError> {
        if !self.is_closed() {
            let _step = self.core.step.lock();
            self.core.save()?;
        }
        self.core.mark.write()
    }
}

impl Drop for EmbeddedContext {
    fn drop(&mut self) {
        let in_order = !self.is_closed();
        self.stop(&StoreError::Poisoned { reason: "the context was closed".to_owned() });
        // After a failure the indexes may lack something: the older snapshot and the change log are right.
        if in_order && let Err(error) = self.core.save() {
            self.core.tell(&format!("context '{}': the index snapshot was not written: {error}", self.core.id));
        }
        if let Err(error) = self.core.mark.write() {
            self.core.tell(&format!("context '{}': the side mark was not written: {error}", self.core.id));
        }
    }
}

impl ContextStore for EmbeddedContext {
    fn id(&self) -> &ContextId {
        &self.core.id
    }

    fn model(&self) -> Result<Option<ModelId>, StoreError> {
        self.check()?;
        Ok(self.core.model.lock().clone())
    }

    fn commit(&self, mut change: Change) -> Result<Committed, StoreError> {
        // Traces are no effect of a request.
        if change.receipt.is_none() && change.traces.is_empty() {
            change.receipt = receipt::under_way();
        }
        if let Some(error) = self.core.queue.closed() {
            return Err(error);
        }
        self.start_writer()?;
        self.core.queue.push(change)?.wait()
    }

    fn view(&self, filter: &Filter) -> Result<Arc<dyn View>, StoreError> {
        self.check()?;
        let rows: Arc<dyn RowSource> = Arc::clone(&self.core.readers) as Arc<dyn RowSource>;
        view(&self.core.indexes, rows, filter)
    }

    fn memory(&self, id: MemoryId) -> Result<Option<Row>, StoreError> {
        self.check()?;
        let found = self.core.readers.with(|connection| memories::by_id(connection, id))?;
        Ok(found.map(|(stored, feeling)| Row { ordinal: stored.ordinal, memory: stored.memory, feeling }))
    }

    fn felt_after(&self, after: Ordinal, limit: usize) -> Result<Vec<Row>, StoreError> {
        self.check()?;
        self.core.readers.with(|connection| {
            let what = "reading feelings";
            let mut statement = connection.prepare_cached(&memories::WHOLE_FELT).during(what)?;
            let mut rows = statement.query((after.0, limit as i64)).during(what)?;
            let mut found = Vec::new();
            while let Some(row) = rows.next().during(what)? {
                let (stored, feeling) = reading::felt(row)?;
                found.push(Row { ordinal: stored.ordinal, memory: stored.memory, feeling });
            }
            Ok(found)
        })
    }

    fn session(&self, id: &SessionId) -> Result<Option<Session>, StoreError> {
        self.check()?;
        self.core.readers.with(|connection| sessions::get(connection, id))
    }

    fn last_turn(&self, session: &SessionId) -> Result<Option<Row>, StoreError> {
        self.check()?;
        self.core.readers.with_one_state(|connection| {
            let Some(number) = sessions::number(connection, session)? else { return Ok(None) };
            let Some((ordinal, _)) = memories::last_turn(connection, number)? else { return Ok(None) };
            Ok(memories::get_whole(connection, ordinal)?.map(|(stored, source)| Row {
                ordinal,
                memory: stored.memory,
                feeling: source.feeling,
            }))
        })
    }

    fn episode(&self, id: EpisodeId) -> Result<Option<Episode>, StoreError> {
        self.check()?;
        self.core.readers.with(|connection| sessions::episode(connection, id))
    }

    fn receipt(&self, key: &str) -> Result<Option<Receipt>, StoreError> {
        self.check()?;
        self.core.readers.with(|connection| receipts::get(connection, key))
    }

    fn trace(&self, id: TraceId) -> Result<Option<TraceRecord>, StoreError> {
        self.check()?;
        self.core.readers.with(|connection| traces::get(connection, id))
    }

    fn traces(&self, limit: usize) -> Result<Vec<TraceRecord>, StoreError> {
        self.check()?;
        self.core.readers.with(|connection| traces::newest(connection, limit))
    }

    fn document(&self, id: MemoryId) -> Result<Option<DocumentRecord>, StoreError> {
        self.check()?;
        self.core.readers.with(|connection| documents::by_id(connection, id))
    }

    fn documents(&self, by: &DocumentKey<'_>) -> Result<Vec<DocumentFound>, StoreError> {
        self.check()?;
        self.core.readers.with_one_state(|connection| documents::current(connection, by))
    }

    fn says(&self, texts: &[&str], scopes: &ScopeSets) -> Result<bool, StoreError> {
        self.check()?;
        self.core.readers.with(|connection| {
            for text in texts {
                if memories::says(connection, text, scopes)? {
                    return Ok(true);
                }
            }
            Ok(false)
        })
    }

    fn knowledge(&self, ask: &KnowledgeAsk, filter: &Filter, limit: usize) -> Result<Vec<Row>, StoreError> {
        self.check()?;
        self.read_knowledge(ask, filter, limit)
    }

    fn sources(&self, ids: &[MemoryId]) -> Result<Vec<Vec<MemoryId>>, StoreError> {
        self.check()?;
        self.read_sources(ids)
    }

    fn entity(&self, id: EntityId, filter: &Filter) -> Result<Option<Entity>, StoreError> {
        self.check()?;
        self.read_entity(id, filter)
    }

    fn entities(&self, ask: &EntityAsk, filter: &Filter, limit: usize) -> Result<Vec<Entity>, StoreError> {
        self.check()?;
        self.read_entities(ask, filter, limit)
    }

    fn listed(&self, choice: &Choice, filter: &Filter, with_forgotten: bool) -> Result<Vec<Listed>, StoreError> {
        self.check()?;
        self.list(choice, filter, with_forgotten)
    }

    fn page(
        &self,
        filter: &Filter,
        after: Option<Ordinal>,
        newest_first: bool,
        limit: usize,
    ) -> Result<Vec<Row>, StoreError> {
        self.check()?;
        self.read_page(filter, after, newest_first, limit)
    }

    fn reach(&self, ids: &[MemoryId], mode: ForgetMode) -> Result<Vec<Gone>, StoreError> {
        self.check()?;
        self.read_reach(ids, mode)
    }

    fn frame(&self) -> Result<Frame, StoreError> {
        self.check()?;
        self.read_frame()
    }

    fn portable(&self, after: Ordinal, limit: usize, with_vectors: bool) -> Result<Vec<Portable>, StoreError> {
        self.check()?;
        self.read_portable(after, limit, with_vectors)
    }

    fn counts(&self) -> Result<Counts, StoreError> {
        self.check()?;
        self.core.readers.with(|connection| {
            connection
                .prepare_cached(
                    "SELECT (SELECT count(*) FROM memories),
                            (SELECT count(*) FROM memories WHERE forgotten_at IS NOT NULL),
                            (SELECT count(*) FROM vectors), (SELECT count(*) FROM sessions),
                            (SELECT count(*) FROM episodes), (SELECT count(*) FROM nodes),
                            (SELECT count(*) FROM edges), (SELECT count(*) FROM traces),
                            (SELECT coalesce(max(sequence), 0) FROM changes)",
                )
                .and_then(|mut statement| {
                    statement.query_row((), |row| {
                        let count = |column: usize| row.get::<_, i64>(column).map(i64::cast_unsigned);
                        let forgotten = count(1)?;
                        Ok(Counts {
                            memories: count(0)?.saturating_sub(forgotten),
                            forgotten,
                            vectors: count(2)?,
                            sessions: count(3)?,
                            episodes: count(4)?,
                            nodes: count(5)?,
                            edges: count(6)?,
                            traces: count(7)?,
                            sequence: count(8)?,
                        })
                    })
                })
                .during("counting")
        })
    }

    fn verify(&self) -> Result<VerifyReport, StoreError> {
        self.check()?;
        verify::verify(&self.core)
    }

    fn rebuild(&self) -> Result<u64, StoreError> {
        self.check()?;
        // Writers wait, readers go on with the old indexes.
        let _step = self.core.step.lock();
        let (indexes, rows) = self.core.readers.with_one_state(rebuild::anew)?;
        let stand = *self.core.stand.lock();
        self.core.update(stand, |old| {
            *old = indexes;
            Ok(())
        })?;
        *self.core.saved.lock() = 0;
        Ok(rows)
    }
}
