//! A memory in other words: the row keeps its number, its id and its place; what it said before becomes a row of its own, which
//! it replaces and which what was read in the old words cites from then on.
//!
//! Must not know: how a text is read, threads, indexes.

use super::closure::closure;
use super::database::During;
use super::retelling;
use super::tables::changes::Op;
use super::tables::claims;
use super::tables::memories::{self, Stored};
use super::tables::{feelings, graph, vectors};
use super::transact::{self, Work};
use crate::model::{EdgeKind, Kind, Memory, MemoryId};
use crate::store::derived::SourceTarget;
use crate::store::{Edit, ForgetMode, Ordinal, StoreError};

impl Work<'_> {
    fn numbers(&self, sql: &str, row: Ordinal) -> Result<Vec<Ordinal>, StoreError> {
        self.connection
            .prepare_cached(sql)
            .and_then(|mut statement| statement.query_map([row.0], |row| Ok(Ordinal(row.get(0)?)))?.collect())
            .during("reading what an edit touches")
    }

    /// Writes the old words as a row of their own and the new ones in their place. Returns the row of the old words.
    pub(super) fn edit(&mut self, edit: &Edit) -> Result<Ordinal, StoreError> {
        let id = edit.record.memory.id;
        let (ordinal, _) = self.locate(id)?;
        let (old, source) = memories::get_whole(self.connection, ordinal)?.ok_or(StoreError::NoSuchMemory(id))?;
        if !is_editable(&old) {
            return Err(StoreError::NoSuchMemory(id));
        }
        // Parts hold the old words; the new ones bring their own.
        let parts: Vec<Ordinal> =
            memories::parts(self.connection, ordinal)?.into_iter().map(|(part, _)| part).collect();
        let at = edit.record.memory.recorded_at;
        transact::mark_forgotten(self.connection, self.ledger, &parts, at, &mut self.delta)?;
        let kept = self.keep(&old, edit, ordinal)?;
        if let Some(vector) = &source.vector {
            vectors::insert(self.connection, kept, vector)?;
        }
        feelings::insert(self.connection, kept, &source.feeling)?;
        graph::insert_edges(self.connection, kept, &source.links)?;
        self.note_changed(kept, None, Op::Write)?;
        self.rewrite(&old, edit, kept)?;
        // What repeated the old words stands for itself again.
        retelling::release(self.connection, self.ledger, ordinal, &[], &mut self.delta)?;
        self.redirect(ordinal, id, kept, edit.kept)?;
        Ok(kept)
    }

    /// The row of the old words. It stands in no session, so that the one that replaced it keeps its place there.
    fn keep(&mut self, old: &Stored, edit: &Edit, by: Ordinal) -> Result<Ordinal, StoreError> {
        let ordinal = Ordinal(self.ledger.next_ordinal()?);
        let memory = Memory {
            id: edit.kept,
            session: None,
            seq: None,
            episode: None,
            superseded_by: Some(edit.record.memory.id),
            duplicate_of: None,
            repeats: 0,
            ..old.memory.clone()
        };
        let kept = Stored {
            ordinal,
            session: None,
            superseded_by: Some(by),
            duplicate_of: None,
            sequence: self.ledger.sequence + 1,
            memory,
            ..old.clone()
        };
        memories::insert(self.connection, &kept)?.during("keeping what an edit replaces")?;
        if let Some(before) = old.memory.supersedes {
            self.supersede(before, edit.kept)?;
        }
        Ok(ordinal)
    }

    fn rewrite(&mut self, old: &Stored, edit: &Edit, kept: Ordinal) -> Result<(), StoreError> {
        let record = &edit.record;
        let ordinal = old.ordinal;
        transact::check_numbers(record)?;
        let (vector, links) = (self.vector(record)?, self.links(record)?);
        let erase = |table: &str, column: &str| {
            self.connection
                .execute(&format!("DELETE FROM {table} WHERE {column} = ?1"), [ordinal.0])
                .during("editing a memory")
        };
        erase("vectors", "ordinal")?;
        erase("edges", "owner")?;
        erase("fillings", "ordinal")?;
        if let Some(vector) = &vector {
            vectors::insert(self.connection, ordinal, vector)?;
        }
        feelings::replace(self.connection, ordinal, &record.feeling)?;
        graph::insert_edges(self.connection, ordinal, &links)?;
        let memory = Memory {
            seq: old.memory.seq,
            session: old.memory.session.clone(),
            episode: old.memory.episode,
            supersedes: Some(edit.kept),
            superseded_by: None,
            duplicate_of: None,
            ..record.memory.clone()
        };
        let row = Stored {
            supersedes: Some(kept),
            duplicate_of: None,
            has_vector: vector.is_some(),
            has_feeling: !record.feeling.is_empty(),
            edges: graph::checksum(&links),
            memory,
            ..old.clone()
        };
        memories::rewrite(self.connection, &row)?;
        self.note_changed(ordinal, row.spot(), Op::Other)
    }

    /// What was drawn from the old words cites them where they are now.
    fn redirect(&mut self, from: Ordinal, from_id: MemoryId, to: Ordinal, to_id: MemoryId) -> Result<(), StoreError> {
        let drawn = self.numbers("SELECT ordinal FROM claim_sources WHERE source = ?1 ORDER BY ordinal", from)?;
        for ordinal in drawn {
            claims::insert_source(self.connection, ordinal, to)?;
            let Some(mut row) = memories::get(self.connection, ordinal)? else { continue };
            for source in row.memory.source.derived_from.iter_mut().filter(|source| **source == from_id) {
                *source = to_id;
            }
            let mut links = graph::edges(self.connection, ordinal)?;
            for link in &mut links {
                if link.kind == EdgeKind::DerivedFrom && link.target == SourceTarget::Row(from) {
                    link.target = SourceTarget::Row(to);
                }
            }
            self.connection.execute("DELETE FROM edges WHERE owner = ?1", [ordinal.0]).during("editing a memory")?;
            graph::insert_edges(self.connection, ordinal, &links)?;
            row.edges = graph::checksum(&links);
            memories::rewrite(self.connection, &row)?;
            if row.memory.forgotten_at.is_none() {
                self.note_changed(ordinal, row.spot(), Op::Other)?;
            }
        }
        self.connection
            .execute("DELETE FROM claim_sources WHERE source = ?1", [from.0])
            .map(drop)
            .during("editing a memory")
    }

    /// Takes out of every read what was read in the old words alone. Runs after the new ones were reconciled, so that what both
    /// say keeps its row.
    pub(super) fn settle_edit(&mut self, kept: Ordinal, edit: &Edit) -> Result<(), StoreError> {
        let rows = self.numbers(
            "SELECT c.ordinal FROM claim_sources c JOIN memories m ON m.ordinal = c.ordinal
             WHERE c.source = ?1 AND m.knowledge IS NOT NULL AND m.forgotten_at IS NULL
                 -- Words of still earlier edits are said by nobody either.
                 AND NOT EXISTS (SELECT 1 FROM claim_sources o JOIN memories s ON s.ordinal = o.source
                     WHERE o.ordinal = c.ordinal AND o.source <> ?1 AND (s.superseded_by IS NULL
                         OR s.kind NOT IN ('turn', 'passage') OR s.document IS NOT NULL OR s.knowledge IS NOT NULL))
             ORDER BY c.ordinal",
            kept,
        )?;
        let rows = closure(self.connection, &rows, ForgetMode::Expire)?;
        let at = edit.record.memory.recorded_at;
        transact::mark_forgotten(self.connection, self.ledger, &rows, at, &mut self.delta).map(drop)
    }
}

/// True for a turn, or a passage that belongs to no document, which stands as it was told.
fn is_editable(row: &Stored) -> bool {
    let memory = &row.memory;
    matches!(memory.kind, Kind::Turn | Kind::Passage)
        && memory.knowledge.is_none()
        && memory.document.is_none()
        && row.part_of.is_none()
        && row.superseded_by.is_none()
        && memory.forgotten_at.is_none()
}
