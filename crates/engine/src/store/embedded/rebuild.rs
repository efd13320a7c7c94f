//! Indexes from the records: everything anew, or what came after a snapshot.
//!
//! Must not know: threads, snapshot files.

use std::collections::BTreeSet;

use rusqlite::Connection;

use super::database::During;
use super::indexes::{Batch, Indexes, compose};
use super::tables::{changes, graph, memories, reading};
use super::windows::{REACH, Touched};
use crate::store::derived::SourceRow;
use crate::store::{Ordinal, StoreError};

/// Rows composed and applied at a time, so that memory stays flat. Chosen.
const CHUNK: usize = 256;

/// Builds the indexes anew. The connection must show one state of the tables throughout. Returns the rows read, too.
pub(super) fn anew(connection: &Connection) -> Result<(Indexes, u64), StoreError> {
    let sequence = changes::last(connection)?;
    let mut build = Build { indexes: Indexes::new(), sequence, rows: 0 };
    build.nodes(connection, 0)?;
    build.outside(connection)?;
    build.sessions(connection)?;
    build.apply(Batch::default())?;
    Ok((build.indexes, build.rows))
}

/// Brings indexes up to the last change. `node_last` is the last node they have. Returns the rows made anew.
pub(super) fn catch_up(connection: &Connection, indexes: Indexes, node_last: u32) -> Result<Indexes, StoreError> {
    let sequence = changes::last(connection)?;
    let ordinals = changes::touched_after(connection, indexes.sequence())?;
    let mut build = Build { indexes, sequence, rows: 0 };
    build.nodes(connection, node_last)?;
    for chunk in ordinals.chunks(CHUNK) {
        let mut touched = Touched::default();
        let mut removed = Vec::new();
        for ordinal in chunk {
            let row = memories::get(connection, *ordinal)?.ok_or_else(|| StoreError::Corrupt {
                what: "table changes".to_owned(),
                detail: format!("it names row {} of memories, which is missing", ordinal.0),
            })?;
            if row.memory.forgotten_at.is_some() {
                removed.push(*ordinal);
            }
            touched.add(row.spot(), *ordinal);
        }
        build.apply(Batch { nodes: Vec::new(), entries: touched.entries(connection)?, removed })?;
    }
    build.apply(Batch::default())?;
    Ok(build.indexes)
}

struct Build {
    indexes: Indexes,
    sequence: u64,
    rows: u64,
}

impl Build {
    fn apply(&mut self, batch: Batch) -> Result<(), StoreError> {
        self.indexes.apply(batch, self.sequence)
    }

    fn nodes(&mut self, connection: &Connection, after: u32) -> Result<(), StoreError> {
        let mut last = after;
        loop {
            let nodes = graph::nodes_after(connection, last, CHUNK)?;
            let Some(node) = nodes.last() else { return Ok(()) };
            last = node.number;
            self.apply(Batch { nodes, ..Batch::default() })?;
        }
    }

    fn outside(&mut self, connection: &Connection) -> Result<(), StoreError> {
        let mut entries = Vec::new();
        self.each(connection, &memories::WHOLE_OUTSIDE, |build, _, source| {
            entries.extend(compose(&[source], &|_| true));
            if entries.len() >= CHUNK {
                build.apply(Batch { entries: std::mem::take(&mut entries), ..Batch::default() })?;
            }
            Ok(())
        })?;
        self.apply(Batch { entries, ..Batch::default() })
    }

    /// Session by session, in order; long sessions in pieces that overlap.
    fn sessions(&mut self, connection: &Connection) -> Result<(), StoreError> {
        let mut piece = Piece::default();
        self.each(connection, &memories::WHOLE_IN_SESSIONS, |build, session, source| {
            if piece.session != session {
                build.piece(&mut piece, true)?;
                piece = Piece { session, ..Piece::default() };
            }
            piece.rows.push(source);
            if piece.rows.len() - piece.done >= CHUNK { build.piece(&mut piece, false) } else { Ok(()) }
        })?;
        self.piece(&mut piece, true)
    }

    fn piece(&mut self, piece: &mut Piece, last: bool) -> Result<(), StoreError> {
        let until = if last { piece.rows.len() } else { piece.rows.len().saturating_sub(REACH) };
        let touched: BTreeSet<Ordinal> =
            piece.rows.get(piece.done..until).unwrap_or_default().iter().map(|row| row.ordinal).collect();
        if touched.is_empty() {
            return Ok(());
        }
        let entries = compose(&piece.rows, &|ordinal| touched.contains(&ordinal));
        piece.done = until;
        let first = until.saturating_sub(REACH);
        piece.rows.drain(..first);
        piece.done -= first;
        self.apply(Batch { entries, ..Batch::default() })
    }

    fn each(
        &mut self,
        connection: &Connection,
        sql: &str,
        mut take: impl FnMut(&mut Self, Option<u32>, SourceRow) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let what = "reading all memories";
        let mut statement = connection.prepare(sql).during(what)?;
        let mut rows = statement.query(()).during(what)?;
        while let Some(row) = rows.next().during(what)? {
            let (stored, source) = reading::whole(connection, row)?;
            self.rows += 1;
            take(self, stored.session, source)?;
        }
        Ok(())
    }
}

/// The rows of one session that are at hand: those before `done` have their entries and are kept as neighbours.
#[derive(Default)]
struct Piece {
    session: Option<u32>,
    rows: Vec<SourceRow>,
    done: usize,
}
