//! What the writer keeps in mind so that it need not ask the database: the next numbers, and the numbers of names it has
//! seen. A cache: it may be emptied at any time and is after every failure.
//!
//! Must not know: threads, indexes.

use std::collections::HashMap;

use rusqlite::Connection;

use super::database::During;
use super::tables::{changes, graph, memories, meta, sessions};
use crate::model::{EntityKind, NodeName, Session, SessionId};
use crate::ports::ModelId;
use crate::store::StoreError;
use crate::store::derived::SourceNode;

/// Names of each sort kept in mind; when there are more the cache starts anew. About 1 MiB. Chosen.
const NAMES_KEPT: usize = 8_192;

/// The writer's memory of one context.
#[derive(Debug)]
pub(super) struct Ledger {
    /// The last row number given out.
    pub(super) ordinal: u32,
    /// The last node number given out.
    pub(super) node: u32,
    /// The last change sequence.
    pub(super) sequence: u64,
    /// The model of the context's vectors.
    pub(super) model: Option<ModelId>,
    sessions: HashMap<SessionId, u32>,
    /// The next free place of a session, by its number. Wider than a place, so that "none left" can be said.
    places: HashMap<u32, u64>,
    nodes: HashMap<(u8, String), u32>,
    /// Cards by a name and a kind. Emptied whenever a name or an entity changes.
    pub(super) entities: HashMap<(String, EntityKind), u32>,
}

impl Ledger {
    /// Reads the last numbers.
    pub(super) fn read(connection: &Connection) -> Result<Self, StoreError> {
        Ok(Self {
            ordinal: last_number(connection, "memories")?,
            node: last_number(connection, "nodes")?,
            sequence: changes::last(connection)?,
            model: meta::model(connection)?,
            sessions: HashMap::new(),
            places: HashMap::new(),
            nodes: HashMap::new(),
            entities: HashMap::new(),
        })
    }

    /// The next row number.
    pub(super) fn next_ordinal(&mut self) -> Result<u32, StoreError> {
        self.ordinal = next(self.ordinal, "rows")?;
        Ok(self.ordinal)
    }

    /// The number of a session, where it exists.
    pub(super) fn session(&mut self, connection: &Connection, id: &SessionId) -> Result<Option<u32>, StoreError> {
        if let Some(number) = self.sessions.get(id) {
            return Ok(Some(*number));
        }
        let number = sessions::number(connection, id)?;
        if let Some(number) = number {
            remember(&mut self.sessions, id.clone(), number);
        }
        Ok(number)
    }

    /// The number of a session, made where it does not exist.
    pub(super) fn session_or_new(
        &mut self,
        connection: &Connection,
        id: &SessionId,
        new: impl FnOnce() -> Session,
    ) -> Result<u32, StoreError> {
        if let Some(number) = self.session(connection, id)? {
            return Ok(number);
        }
        let number = sessions::insert(connection, &new())?;
        remember(&mut self.sessions, id.clone(), number);
        remember(&mut self.places, number, 0);
        Ok(number)
    }

    /// The next free place of a session; `None` when there is none left.
    pub(super) fn free_place(&mut self, connection: &Connection, session: u32) -> Result<Option<u32>, StoreError> {
        let free = match self.places.get(&session) {
            Some(free) => *free,
            None => memories::last_turn(connection, session)?.map_or(0, |(_, last)| u64::from(last) + 1),
        };
        remember(&mut self.places, session, free);
        Ok(u32::try_from(free).ok())
    }

    /// Notes that a place is taken.
    pub(super) fn take_place(&mut self, session: u32, place: u32) {
        if let Some(free) = self.places.get_mut(&session) {
            *free = (*free).max(u64::from(place) + 1);
        }
    }

    /// Notes whose card a name leads to.
    pub(super) fn keep_entity(&mut self, name: (String, EntityKind), card: u32) {
        remember(&mut self.entities, name, card);
    }

    /// The number of a node, and the node where it is new.
    pub(super) fn node(
        &mut self,
        connection: &Connection,
        name: &NodeName,
    ) -> Result<(u32, Option<SourceNode>), StoreError> {
        let key = (name.kind.code(), name.key.clone());
        if let Some(number) = self.nodes.get(&key) {
            return Ok((*number, None));
        }
        if let Some(number) = graph::number(connection, name.kind, &name.key)? {
            remember(&mut self.nodes, key, number);
            return Ok((number, None));
        }
        self.node = next(self.node, "nodes")?;
        graph::insert_node(connection, self.node, name)?;
        remember(&mut self.nodes, key, self.node);
        let node = SourceNode {
            number: self.node,
            id: name.id,
            kind: name.kind,
            key: name.key.clone(),
            name: name.name.clone(),
        };
        Ok((self.node, Some(node)))
    }
}

/// The last number given out in a table, also when its row is gone.
pub(super) fn last_number(connection: &Connection, table: &str) -> Result<u32, StoreError> {
    let number: i64 = connection
        .prepare_cached("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = ?1")
        .and_then(|mut statement| statement.query_row([table], |row| row.get(0)))
        .during("reading the last numbers")?;
    u32::try_from(number).map_err(|_| StoreError::Corrupt {
        what: "table sqlite_sequence".to_owned(),
        detail: format!("{table} has the impossible number {number}"),
    })
}

fn next(last: u32, what: &str) -> Result<u32, StoreError> {
    last.checked_add(1).ok_or_else(|| StoreError::Io {
        what: "writing a row".to_owned(),
        reason: format!("the context has {} {what} already; use another context", u32::MAX),
    })
}

fn remember<K: Eq + core::hash::Hash, V>(map: &mut HashMap<K, V>, key: K, value: V) {
    if map.len() >= NAMES_KEPT && !map.contains_key(&key) {
        map.clear();
    }
    map.insert(key, value);
}
