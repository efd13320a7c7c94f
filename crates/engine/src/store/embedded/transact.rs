//! One change, written to the tables. Runs inside a savepoint of the caller's: on an error nothing of it stays.
//!
//! Must not know: threads, indexes, snapshots.

use std::collections::{BTreeMap, HashMap};

use rusqlite::{Connection, ErrorCode};

use super::closure::closure;
use super::database::failed;
use super::indexes::{AFFINITIES, ARC_DIMS};
use super::ledger::Ledger;
use super::retelling;
use super::tables::changes::{self, Op};
use super::tables::memories::{self, Spot, Stored};
use super::tables::{claims, documents, feelings, graph, meta, receipts, sessions, traces, vectors};
use crate::model::{Kind, MemoryId, Micros, ScopeSets, Session, SessionId, Target};
use crate::store::derived::{SourceLink, SourceNode, SourceRow, SourceTarget};
use crate::store::{
    Assertion, Change, Committed, DocumentRecord, Feeling, ForgetMode, Gone, MemoryRecord, Ordinal, StoreError, Written,
};

/// What a change did, for the indexes.
#[derive(Debug, Default)]
pub(super) struct Delta {
    /// Nodes that are new.
    pub(super) nodes: Vec<SourceNode>,
    /// Rows that are new, in order of writing.
    pub(super) rows: Vec<(Spot, SourceRow)>,
    /// Older rows that were changed.
    pub(super) changed: Vec<(Spot, Ordinal)>,
    /// Rows that were forgotten.
    pub(super) removed: Vec<(Spot, Ordinal)>,
    /// How many traces were written.
    pub(super) traces: usize,
}

/// Writes a change.
pub(super) fn apply(
    connection: &Connection,
    ledger: &mut Ledger,
    change: &Change,
) -> Result<(Committed, Delta), StoreError> {
    let mut work = Work { connection, ledger, change, here: HashMap::new(), delta: Delta::default() };
    let first_sequence = work.ledger.sequence;
    for session in &change.sessions {
        work.ledger.session_or_new(connection, &session.id, || session.clone())?;
    }
    for (id, at) in &change.closed {
        sessions::close(connection, id, *at)?;
    }
    let mut committed = Committed::default();
    work.restore(&change.restored, change.sweep.as_deref())?;
    let kept = change.edited.iter().map(|edit| work.edit(edit)).collect::<Result<Vec<_>, _>>()?;
    committed.memories = work.memories()?;
    for episode in &change.episodes {
        let session = work.session(&episode.session, &ScopeSets::default(), episode.started_at)?;
        sessions::upsert_episode(connection, episode, session)?;
    }
    committed.gone = work.forget(&change.forgotten)?;
    if let Some(to) = change.fade {
        committed.aged = work.fade(to)?;
    }
    if let Some(now) = change.lapse {
        committed.aged = work.lapse(now)?;
    }
    for (id, grade, at) in &change.used {
        committed.aged.affected += u64::from(work.mark_used(*id, *grade, *at)?);
    }
    for (id, feeling) in &change.feelings {
        work.feel(*id, feeling)?;
    }
    for memory in &change.reopened {
        work.reopen(memory)?;
    }
    for wanted in &change.entities {
        work.change_entity(wanted)?;
    }
    for assertion in &change.assertions {
        let asserted = work.assert(assertion)?;
        committed.asserted.push(asserted);
    }
    work.heed_changes(&change.memories, &committed.asserted)?;
    for (kept, edit) in kept.into_iter().zip(&change.edited) {
        work.settle_edit(kept, edit)?;
    }
    for trace in &change.traces {
        traces::upsert(connection, trace)?;
    }
    work.delta.traces = change.traces.len();
    if let Some(receipt) = &change.receipt {
        receipts::put(connection, receipt)?;
    }
    if let Some(key) = &change.withdrawn {
        receipts::withdraw(connection, key)?;
    }
    if work.ledger.sequence == first_sequence {
        work.log(Op::Other, None)?;
    }
    committed.sequence = work.ledger.sequence;
    Ok((committed, work.delta))
}

pub(super) struct Work<'a> {
    pub(super) connection: &'a Connection,
    pub(super) ledger: &'a mut Ledger,
    change: &'a Change,
    /// The memories of this change, and where they stand once they are written.
    pub(super) here: HashMap<MemoryId, (Ordinal, Spot)>,
    pub(super) delta: Delta,
}

impl Work<'_> {
    /// Writes the memories and documents of the change, and what they replace. In the order of the change.
    fn memories(&mut self) -> Result<Vec<Written>, StoreError> {
        let change = self.change;
        let mut written = Vec::new();
        for record in &change.memories {
            let ordinal = Ordinal(self.ledger.next_ordinal()?);
            if self.here.insert(record.memory.id, (ordinal, None)).is_some() {
                return Err(StoreError::MemoryExists(record.memory.id));
            }
        }
        for record in &change.memories {
            written.push(self.memory(record)?);
        }
        for document in &change.documents {
            self.document(document)?;
        }
        for record in &change.memories {
            if let Some(older) = record.memory.supersedes {
                self.supersede(older, record.memory.id)?;
            }
        }
        for (older, newer) in &change.superseded {
            self.supersede(*older, *newer)?;
        }
        Ok(written)
    }

    pub(super) fn log(&mut self, op: Op, ordinal: Option<Ordinal>) -> Result<(), StoreError> {
        self.ledger.sequence += 1;
        changes::append(self.connection, self.ledger.sequence, op, ordinal)
    }

    pub(super) fn locate(&self, id: MemoryId) -> Result<(Ordinal, Spot), StoreError> {
        if let Some(found) = self.here.get(&id) {
            return Ok(*found);
        }
        memories::locate(self.connection, id)?.ok_or(StoreError::NoSuchMemory(id))
    }

    fn reference(&self, id: Option<MemoryId>) -> Result<Option<Ordinal>, StoreError> {
        id.map(|id| self.locate(id).map(|(ordinal, _)| ordinal)).transpose()
    }

    fn session(&mut self, id: &SessionId, scopes: &ScopeSets, opened_at: Micros) -> Result<u32, StoreError> {
        self.ledger.session_or_new(self.connection, id, || Session {
            id: id.clone(),
            scopes: scopes.clone(),
            metadata: BTreeMap::new(),
            opened_at,
            closed_at: None,
        })
    }

    /// Writes a memory that the change does not list.
    pub(super) fn append(&mut self, record: &MemoryRecord) -> Result<Ordinal, StoreError> {
        let ordinal = Ordinal(self.ledger.next_ordinal()?);
        if self.here.insert(record.memory.id, (ordinal, None)).is_some() {
            return Err(StoreError::MemoryExists(record.memory.id));
        }
        self.memory(record).map(|written| written.ordinal)
    }

    /// Counts a row once more.
    pub(super) fn count_repeat(&mut self, ordinal: Ordinal) -> Result<(), StoreError> {
        let Some(mut row) = memories::get(self.connection, ordinal)? else { return Ok(()) };
        row.memory.repeats = row.memory.repeats.saturating_add(1);
        memories::update(self.connection, &row)?;
        self.note_changed(ordinal, row.spot(), Op::Other)
    }

    /// Notes that an older row is not what it was.
    pub(super) fn note_changed(&mut self, ordinal: Ordinal, spot: Spot, op: Op) -> Result<(), StoreError> {
        self.log(op, Some(ordinal))?;
        self.delta.changed.push((spot, ordinal));
        Ok(())
    }

    /// What the change asserts.
    pub(super) fn assertions(&self) -> &[Assertion] {
        &self.change.assertions
    }

    /// Writes a row of this change anew.
    pub(super) fn rewrite_new(&mut self, row: &Stored) -> Result<(), StoreError> {
        memories::rewrite(self.connection, row)?;
        if let Some((_, new)) = self.delta.rows.iter_mut().find(|(_, new)| new.ordinal == row.ordinal) {
            new.duplicate_of = row.duplicate_of;
            new.memory = row.memory.clone();
        }
        self.log(Op::Other, Some(row.ordinal))
    }

    fn memory(&mut self, record: &MemoryRecord) -> Result<Written, StoreError> {
        check_numbers(record)?;
        let vector = self.vector(record)?;
        let mut memory = record.memory.clone();
        let repeated = self.repeated(&memory)?;
        if let Some(first) = repeated {
            memory.duplicate_of = memories::id(self.connection, first)?;
            self.count_repeat(first)?;
        }
        let (ordinal, _) = self.locate(memory.id)?;
        let session =
            memory.session.as_ref().map(|id| self.session(id, &memory.scopes, memory.known_at)).transpose()?;
        let part_of = self.reference(memory.part_of)?;
        if let Some(session) = session
            && memory.kind == Kind::Turn
            && part_of.is_none()
        {
            memory.seq = Some(self.place(memory.seq, session)?);
        }
        let links = self.links(record)?;
        let stored = Stored {
            ordinal,
            session,
            part_of,
            supersedes: self.reference(memory.supersedes)?,
            superseded_by: self.reference(memory.superseded_by)?,
            duplicate_of: self.reference(memory.duplicate_of)?,
            has_vector: vector.is_some(),
            has_feeling: !record.feeling.is_empty(),
            edges: graph::checksum(&links),
            sequence: self.ledger.sequence + 1,
            replaced_at: None,
            memory,
        };
        memories::insert(self.connection, &stored)?.map_err(|error| self.refusal(&stored, error))?;
        if let Some(vector) = &vector {
            vectors::insert(self.connection, ordinal, vector)?;
        }
        feelings::insert(self.connection, ordinal, &record.feeling)?;
        graph::insert_edges(self.connection, ordinal, &links)?;
        self.note_sources(&stored)?;
        self.note_form(ordinal, &stored.memory)?;
        self.log(Op::Write, Some(ordinal))?;
        let spot = stored.spot();
        self.here.insert(stored.memory.id, (ordinal, spot));
        let written = Written { id: stored.memory.id, ordinal, seq: stored.memory.seq };
        let source = SourceRow {
            ordinal,
            part_of: stored.part_of,
            duplicate_of: stored.duplicate_of,
            vector,
            feeling: record.feeling.clone(),
            links,
            replaced_at: None,
            memory: stored.memory,
        };
        if source.memory.forgotten_at.is_some() {
            self.delta.removed.push((spot, ordinal));
        } else {
            self.delta.rows.push((spot, source));
        }
        Ok(written)
    }

    /// Cards and thoughts go with what they were drawn from. Claims note their own sources, and parts are found by their whole.
    fn note_sources(&self, row: &Stored) -> Result<(), StoreError> {
        if !matches!(row.memory.kind, Kind::Entity | Kind::Reflection | Kind::Summary) {
            return Ok(());
        }
        for source in &row.memory.source.derived_from {
            let (source, _) = self.locate(*source)?;
            claims::insert_source(self.connection, row.ordinal, source)?;
        }
        Ok(())
    }

    /// The place of a turn in its session: the wanted one, else the next that is free.
    fn place(&mut self, wanted: Option<u32>, session: u32) -> Result<u32, StoreError> {
        let free = || self.ledger.free_place(self.connection, session);
        let place = wanted.map_or_else(free, |place| Ok(Some(place)))?;
        let place = place.ok_or(StoreError::SeqTaken { seq: u32::MAX })?;
        self.ledger.take_place(session, place);
        Ok(place)
    }

    pub(super) fn vector(&mut self, record: &MemoryRecord) -> Result<Option<Vec<f32>>, StoreError> {
        let Some(vector) = &record.vector else { return Ok(None) };
        let given = self
            .change
            .model
            .as_ref()
            .ok_or_else(|| StoreError::BadVector { reason: "the change names no model".to_owned() })?;
        match &self.ledger.model {
            Some(stored) if stored == given => {}
            Some(stored) => {
                return Err(StoreError::ModelMismatch {
                    stored: Box::new(stored.clone()),
                    given: Box::new(given.clone()),
                });
            }
            None => {
                meta::set_model(self.connection, given)?;
                self.ledger.model = Some(given.clone());
            }
        }
        vectors::normalised(vector, given.dims).map(Some)
    }

    pub(super) fn links(&mut self, record: &MemoryRecord) -> Result<Vec<SourceLink>, StoreError> {
        let mut links = Vec::with_capacity(record.links.len());
        for link in &record.links {
            let target = match &link.target {
                Target::Memory(id) => SourceTarget::Row(self.locate(*id)?.0),
                Target::Node(name) => {
                    let (number, new) = self.ledger.node(self.connection, name)?;
                    self.delta.nodes.extend(new);
                    SourceTarget::Node(number)
                }
            };
            links.push(SourceLink { target, kind: link.kind, weight: link.weight, valid: link.valid });
        }
        Ok(links)
    }

    /// What a refused row means: SQLite says only that a rule was broken.
    pub(super) fn refusal(&self, row: &Stored, error: rusqlite::Error) -> StoreError {
        if error.sqlite_error_code() != Some(ErrorCode::ConstraintViolation) {
            return failed("writing a memory", error);
        }
        match memories::locate(self.connection, row.memory.id) {
            Err(error) => error,
            Ok(Some(_)) => StoreError::MemoryExists(row.memory.id),
            Ok(None) => match row.memory.seq {
                Some(seq) => StoreError::SeqTaken { seq },
                None => failed("writing a memory", error),
            },
        }
    }

    pub(super) fn stored(&self, ordinal: Ordinal, id: MemoryId) -> Result<Stored, StoreError> {
        memories::get(self.connection, ordinal)?.ok_or(StoreError::NoSuchMemory(id))
    }

    /// Writes a document after the memories it consists of.
    fn document(&mut self, record: &DocumentRecord) -> Result<(), StoreError> {
        let card = &record.card;
        let place = self.change.memories.iter().position(|memory| memory.memory.id == card.id);
        let follow = place.is_some_and(|place| place + (card.passages as usize) < self.change.memories.len());
        let (ordinal, _) = self.locate(card.id)?;
        if !follow {
            let reason = "its memory and passages are not in the change in this order".to_owned();
            return Err(StoreError::Io { what: format!("writing document {}", card.id), reason });
        }
        documents::insert(self.connection, ordinal, record)
    }

    /// The passages of a document, which are the rows right after it; none for other rows.
    fn passages(&self, ordinal: Ordinal) -> Result<Vec<(MemoryId, Ordinal)>, StoreError> {
        let mut passages = Vec::new();
        for after in 1..=documents::passages(self.connection, ordinal)? {
            let passage = Ordinal(ordinal.0.saturating_add(after));
            passages.extend(memories::id(self.connection, passage)?.map(|id| (id, passage)));
        }
        Ok(passages)
    }

    /// Notes that a memory was replaced; a document goes with its passages.
    pub(super) fn supersede(&mut self, older: MemoryId, newer: MemoryId) -> Result<(), StoreError> {
        let (ordinal, spot) = self.locate(older)?;
        let (by, _) = self.locate(newer)?;
        self.mark_superseded(older, (ordinal, spot), newer, by)?;
        for (passage, ordinal) in self.passages(ordinal)? {
            self.mark_superseded(passage, (ordinal, None), newer, by)?;
        }
        Ok(())
    }

    fn mark_superseded(
        &mut self,
        older: MemoryId,
        (ordinal, spot): (Ordinal, Spot),
        newer: MemoryId,
        by: Ordinal,
    ) -> Result<(), StoreError> {
        let mut row = self.stored(ordinal, older)?;
        row.superseded_by = Some(by);
        row.memory.superseded_by = Some(newer);
        memories::update(self.connection, &row)?;
        self.log(Op::Supersede, Some(ordinal))?;
        if row.memory.forgotten_at.is_none() {
            self.delta.changed.push((spot, ordinal));
        }
        Ok(())
    }

    /// Gives a memory another feeling. Its later parts lose theirs: they were inferred from the same text.
    fn feel(&mut self, id: MemoryId, feeling: &Feeling) -> Result<(), StoreError> {
        check_feeling(id, feeling)?;
        let (ordinal, spot) = self.locate(id)?;
        let mut left = vec![(id, ordinal, spot, feeling.clone())];
        while let Some((id, ordinal, spot, feeling)) = left.pop() {
            let mut row = self.stored(ordinal, id)?;
            feelings::replace(self.connection, ordinal, &feeling)?;
            if row.has_feeling == feeling.is_empty() {
                row.has_feeling = !feeling.is_empty();
                memories::update(self.connection, &row)?;
            }
            self.log(Op::Other, Some(ordinal))?;
            if row.memory.forgotten_at.is_none() {
                self.delta.changed.push((spot, ordinal));
            }
            let parts = memories::parts(self.connection, ordinal)?;
            left.extend(parts.into_iter().map(|(part, id)| (id, part, None, Feeling::default())));
        }
        Ok(())
    }

    /// Forgets memories with all that goes along; what is forgotten already stays as it is.
    fn forget(&mut self, forgotten: &[(MemoryId, Micros)]) -> Result<Vec<Gone>, StoreError> {
        let mut gone = Vec::new();
        for same in forgotten.chunk_by(|(_, one), (_, other)| one == other) {
            let Some((_, at)) = same.first() else { continue };
            let rows = same.iter().map(|(id, _)| Ok(self.locate(*id)?.0)).collect::<Result<Vec<_>, StoreError>>()?;
            let rows = closure(self.connection, &rows, ForgetMode::Expire)?;
            gone.extend(mark_forgotten(self.connection, self.ledger, &rows, *at, &mut self.delta)?);
        }
        Ok(gone)
    }
}

/// Marks rows as forgotten; those that are so already keep their moment.
pub(super) fn mark_forgotten(
    connection: &Connection,
    ledger: &mut Ledger,
    rows: &[Ordinal],
    at: Micros,
    delta: &mut Delta,
) -> Result<Vec<Gone>, StoreError> {
    let mut gone = Vec::with_capacity(rows.len());
    for ordinal in rows {
        let Some(mut row) = memories::get(connection, *ordinal)? else { continue };
        gone.push(Gone { id: row.memory.id, kind: row.memory.kind });
        if row.memory.forgotten_at.is_some() {
            continue;
        }
        row.memory.forgotten_at = Some(at);
        memories::update(connection, &row)?;
        if row.memory.kind == Kind::Entity {
            // It is not to be met again under its names.
            ledger.entities.clear();
        }
        ledger.sequence += 1;
        changes::append(connection, ledger.sequence, Op::Forget, Some(*ordinal))?;
        delta.removed.push((row.spot(), *ordinal));
    }
    rows.iter().try_for_each(|row| retelling::release(connection, ledger, *row, rows, delta))?;
    Ok(gone)
}

/// Refuses numbers that cannot be read back, since SQLite has no place for what is not finite, and feelings that the
/// indexes have no place for.
pub(super) fn check_numbers(record: &MemoryRecord) -> Result<(), StoreError> {
    let memory = &record.memory;
    let numbers = [memory.importance, memory.stability_days, memory.trust, memory.confidence];
    let finite = numbers.into_iter().chain(record.links.iter().map(|link| link.weight)).all(f32::is_finite);
    if !finite {
        let reason = "one of its numbers is not finite".to_owned();
        return Err(StoreError::Io { what: format!("writing memory {}", memory.id), reason });
    }
    check_feeling(memory.id, &record.feeling)
}

fn check_feeling(id: MemoryId, feeling: &Feeling) -> Result<(), StoreError> {
    let mut lines = feeling.lines.iter().map(|line| line.affinities.len());
    let affinities = lines.find(|len| *len != AFFINITIES).unwrap_or(feeling.affinities.len());
    let arc = feeling.arc.as_ref().map_or(ARC_DIMS, Vec::len);
    let reason = if !feelings::is_finite(feeling) {
        "one of its numbers is not finite".to_owned()
    } else if affinities != 0 && affinities != AFFINITIES {
        format!("its feeling has {affinities} affinities, not {AFFINITIES}")
    } else if arc != ARC_DIMS {
        format!("its arc has {arc} values, not {ARC_DIMS}")
    } else {
        return Ok(());
    };
    Err(StoreError::Io { what: format!("writing memory {id}"), reason })
}
