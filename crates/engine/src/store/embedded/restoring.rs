//! Rows as they are: read with everything that is kept of them, and written into an empty context under their old numbers.
//!
//! Nothing is reconciled, counted or compared on the way in: what is restored was decided when it was written first. What is
//! checked is that it can be read back, and that everything a row names is there.
//!
//! Must not know: files, threads, indexes.

use std::collections::HashMap;

use rusqlite::{Connection, OptionalExtension};

use super::context::EmbeddedContext;
use super::database::During;
use super::lifecycle::SWEEP;
use super::tables::changes::Op;
use super::tables::claims::{self, Place};
use super::tables::entities::{self, Card};
use super::tables::memories::{self, Stored};
use super::tables::{documents, feelings, graph, meta, sessions, vectors};
use super::transact::{Work, check_numbers};
use crate::model::{EntityId, Link, MemoryId, Micros, NodeName, Target};
use crate::store::derived::{SourceRow, SourceTarget};
use crate::store::{
    DocumentCard, DocumentRecord, Frame, MemoryRecord, Ordinal, Portable, PortableClaim, PortableDocument,
    PortableEntity, PortableUse, StoreError,
};

/// What cannot be restored, and why.
fn unfit(row: Ordinal, reason: &str) -> StoreError {
    StoreError::BadRow { row: row.0, reason: reason.to_owned() }
}

impl EmbeddedContext {
    pub(super) fn read_frame(&self) -> Result<Frame, StoreError> {
        self.core().readers.with_one_state(|connection| {
            Ok(Frame {
                model: meta::model(connection)?,
                sweep: meta::text(connection, SWEEP)?,
                sessions: sessions::all(connection)?,
                episodes: sessions::episodes(connection)?,
            })
        })
    }

    pub(super) fn read_portable(
        &self,
        after: Ordinal,
        limit: usize,
        with_vectors: bool,
    ) -> Result<Vec<Portable>, StoreError> {
        self.core().readers.with_one_state(|connection| {
            let numbers: Vec<u32> = connection
                .prepare_cached("SELECT ordinal FROM memories WHERE ordinal > ?1 ORDER BY ordinal LIMIT ?2")
                .and_then(|mut statement| statement.query_map((after.0, limit as i64), |row| row.get(0))?.collect())
                .during("reading memories")?;
            numbers.into_iter().filter_map(|row| portable(connection, Ordinal(row), with_vectors).transpose()).collect()
        })
    }
}

/// A row with everything that is kept of it.
fn portable(connection: &Connection, row: Ordinal, with_vector: bool) -> Result<Option<Portable>, StoreError> {
    let Some((stored, source)) = memories::get_whole(connection, row)? else { return Ok(None) };
    let mut links = Vec::with_capacity(source.links.len());
    for link in &source.links {
        let target = match link.target {
            SourceTarget::Row(to) => {
                let id = memories::id(connection, to)?;
                Target::Memory(id.ok_or_else(|| unfit(row, "an edge leads to a row that is not there"))?)
            }
            SourceTarget::Node(number) => {
                // The first node above the number before it.
                let node = graph::nodes_after(connection, number.saturating_sub(1), 1)?.into_iter().next();
                let node = node.filter(|node| node.number == number);
                let node = node.ok_or_else(|| unfit(row, "an edge leads to a node that is not there"))?;
                Target::Node(NodeName { kind: node.kind, key: node.key, name: node.name, id: node.id })
            }
        };
        links.push(Link { target, kind: link.kind, weight: link.weight, valid: link.valid });
    }
    let document = documents::by_id(connection, stored.memory.id)?;
    Ok(Some(Portable {
        row,
        has_vector: stored.has_vector,
        vector: source.vector.filter(|_| with_vector),
        feeling: source.feeling,
        links,
        claim: claim(connection, row)?,
        sources: claims::all_sources(connection, row)?,
        entity: entity(connection, row)?,
        used: used(connection, row)?,
        document: document.map(|DocumentRecord { card, text }| PortableDocument {
            name: card.name,
            hash: card.hash,
            version: card.version,
            media_type: card.media_type,
            size_bytes: card.size_bytes,
            passages: card.passages,
            text,
        }),
        memory: stored.memory,
    }))
}

fn claim(connection: &Connection, row: Ordinal) -> Result<Option<PortableClaim>, StoreError> {
    if !claims::is_there(connection, row)? {
        return Ok(None);
    }
    let Place { sort, subject, key, value, object } = claims::place(connection, row)?;
    Ok(Some(PortableClaim { sort: sort.to_owned(), subject, key, value, object }))
}

fn entity(connection: &Connection, row: Ordinal) -> Result<Option<PortableEntity>, StoreError> {
    let Some(card) = entities::get(connection, row)? else { return Ok(None) };
    let names = entities::keyed_names(connection, row)?;
    Ok(Some(PortableEntity { kind: card.kind, name: card.name, merged_into: card.merged_into, names }))
}

fn used(connection: &Connection, row: Ordinal) -> Result<Option<PortableUse>, StoreError> {
    connection
        .prepare_cached("SELECT used_at, difficulty, count FROM uses WHERE ordinal = ?1")
        .and_then(|mut statement| {
            let read = |row: &rusqlite::Row<'_>| {
                Ok(PortableUse { at: Micros(row.get(0)?), difficulty: row.get(1)?, count: row.get(2)? })
            };
            statement.query_row([row.0], read).optional()
        })
        .during("reading uses")
}

/// The rows of a change by id, each with when it was known and recorded.
type Here = HashMap<MemoryId, (Ordinal, Micros, Micros)>;

impl Work<'_> {
    /// Writes rows under their own numbers.
    ///
    /// # Errors
    /// [`StoreError::BadRow`] when the context is not empty, or a row names what is not there.
    pub(super) fn restore(&mut self, rows: &[Portable], sweep: Option<&str>) -> Result<(), StoreError> {
        let Some(first) = rows.first() else { return Ok(()) };
        if self.ledger.ordinal > 0 {
            return Err(unfit(first.row, "the context is not empty; rows keep their numbers"));
        }
        let mut here = Here::with_capacity(rows.len());
        let mut last = Ordinal(0);
        for one in rows {
            if one.row <= last {
                return Err(unfit(one.row, "row numbers have to rise, from 1"));
            }
            last = one.row;
            let memory = &one.memory;
            if here.insert(memory.id, (one.row, memory.known_at, memory.recorded_at)).is_some() {
                return Err(StoreError::MemoryExists(memory.id));
            }
        }
        let numbers: std::collections::HashSet<Ordinal> = rows.iter().map(|one| one.row).collect();
        self.here.extend(here.iter().map(|(id, (row, ..))| (*id, (*row, None))));
        self.ledger.ordinal = last.0;
        for one in rows {
            let named =
                one.sources.iter().chain(one.claim.iter().flat_map(|claim| claim.subject.iter().chain(&claim.object)));
            let into = one.entity.iter().filter_map(|entity| entity.merged_into.as_ref());
            if named.chain(into).any(|row| !numbers.contains(row)) {
                return Err(unfit(one.row, "it names a row that is not there"));
            }
            self.restore_row(one, &here)?;
        }
        match sweep {
            Some(sweep) => meta::set_text(self.connection, SWEEP, sweep),
            None => Ok(()),
        }
    }

    fn restore_row(&mut self, one: &Portable, here: &Here) -> Result<(), StoreError> {
        let memory = &one.memory;
        let record = MemoryRecord {
            memory: memory.clone(),
            vector: one.vector.clone(),
            feeling: one.feeling.clone(),
            links: one.links.clone(),
        };
        check_numbers(&record)?;
        // A vector that has unit length already stays as it is, to the last bit.
        let vector = self.vector(&record)?.map(|scaled| match &one.vector {
            Some(given) if vectors::is_unit(given) => given.clone(),
            _ => scaled,
        });
        let links = self.links(&record)?;
        let to = |id: Option<MemoryId>| -> Result<Option<Ordinal>, StoreError> {
            id.map(|id| here.get(&id).map(|(row, ..)| *row).ok_or(StoreError::NoSuchMemory(id))).transpose()
        };
        let session = memory.session.as_ref().map(|id| self.ledger.session(self.connection, id)).transpose()?;
        let session = match session {
            Some(None) => return Err(unfit(one.row, "its session is not there")),
            session => session.flatten(),
        };
        let replaced_at =
            memory.superseded_by.and_then(|id| here.get(&id)).map(|(_, known, recorded)| (*known, *recorded));
        let stored = Stored {
            ordinal: one.row,
            session,
            part_of: to(memory.part_of)?,
            supersedes: to(memory.supersedes)?,
            superseded_by: to(memory.superseded_by)?,
            duplicate_of: to(memory.duplicate_of)?,
            has_vector: vector.is_some(),
            has_feeling: !one.feeling.is_empty(),
            edges: graph::checksum(&links),
            sequence: self.ledger.sequence + 1,
            replaced_at,
            memory: memory.clone(),
        };
        memories::insert(self.connection, &stored)?.map_err(|error| self.refusal(&stored, error))?;
        if let Some(vector) = &vector {
            vectors::insert(self.connection, one.row, vector)?;
        }
        feelings::insert(self.connection, one.row, &one.feeling)?;
        graph::insert_edges(self.connection, one.row, &links)?;
        self.restore_beside(one)?;
        self.note_form(one.row, memory)?;
        self.log(Op::Write, Some(one.row))?;
        let spot = stored.spot();
        let source = SourceRow {
            ordinal: one.row,
            part_of: stored.part_of,
            duplicate_of: stored.duplicate_of,
            vector,
            feeling: one.feeling.clone(),
            links,
            replaced_at,
            memory: stored.memory,
        };
        if memory.forgotten_at.is_some() {
            self.delta.removed.push((spot, one.row));
        } else {
            self.delta.rows.push((spot, source));
        }
        Ok(())
    }

    /// What other tables have of a row.
    fn restore_beside(&self, one: &Portable) -> Result<(), StoreError> {
        let connection = self.connection;
        if let Some(claim) = &one.claim {
            let sort = claims::sort(&claim.sort).ok_or_else(|| unfit(one.row, "its sort of knowledge is unknown"))?;
            let PortableClaim { subject, key, value, object, .. } = claim.clone();
            claims::insert(connection, one.row, &Place { sort, subject, key, value, object })?;
        }
        for source in &one.sources {
            claims::insert_source(connection, one.row, *source)?;
        }
        if let Some(entity) = &one.entity {
            let id = EntityId(one.memory.id.0);
            let PortableEntity { kind, name, merged_into, .. } = entity.clone();
            entities::upsert(connection, &Card { ordinal: one.row, id, kind, name, merged_into })?;
            for (key, name) in &entity.names {
                entities::insert_name(connection, key, one.row, name)?;
            }
        }
        if let Some(used) = &one.used {
            if !used.difficulty.is_finite() {
                return Err(unfit(one.row, "its difficulty is not finite"));
            }
            connection
                .prepare_cached("INSERT INTO uses (ordinal, used_at, difficulty, count) VALUES (?1, ?2, ?3, ?4)")
                .and_then(|mut statement| statement.execute((one.row.0, used.at.0, used.difficulty, used.count)))
                .during("noting a use")?;
        }
        if let Some(document) = &one.document {
            let PortableDocument { name, hash, version, media_type, size_bytes, passages, text } = document.clone();
            let card = DocumentCard { id: one.memory.id, name, hash, version, media_type, size_bytes, passages };
            documents::insert(connection, one.row, &DocumentRecord { card, text })?;
        }
        Ok(())
    }
}
