//! Tables `nodes` and `edges`.

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension};

use super::super::database::During;
use super::cells::{Cell, Checksum, corrupt, id_bytes};
use crate::model::{EdgeKind, EntityId, Micros, NodeKind, NodeName};
use crate::store::derived::{SourceLink, SourceNode, SourceTarget};
use crate::store::{Ordinal, StoreError};

/// The number of the node with that kind and key.
pub(in super::super) fn number(connection: &Connection, kind: NodeKind, key: &str) -> Result<Option<u32>, StoreError> {
    connection
        .prepare_cached("SELECT number FROM nodes WHERE key = ?1 AND kind = ?2")
        .and_then(|mut statement| statement.query_row((key, kind.code()), |row| row.get(0)).optional())
        .during("reading a node")
}

/// Writes a node under a number of the caller's.
pub(in super::super) fn insert_node(connection: &Connection, number: u32, node: &NodeName) -> Result<(), StoreError> {
    connection
        .prepare_cached("INSERT INTO nodes (number, id, kind, key, name) VALUES (?1, ?2, ?3, ?4, ?5)")
        .and_then(|mut statement| {
            statement.execute((number, id_bytes(node.id.0), node.kind.code(), &node.key, &node.name))
        })
        .map(drop)
        .during("writing a node")
}

/// Nodes with a higher number than `after`, ascending, at most `limit`.
pub(in super::super) fn nodes_after(
    connection: &Connection,
    after: u32,
    limit: usize,
) -> Result<Vec<SourceNode>, StoreError> {
    let rows: Vec<(u32, [u8; 16], u8, String, String)> = connection
        .prepare_cached("SELECT number, id, kind, key, name FROM nodes WHERE number > ?1 ORDER BY number LIMIT ?2")
        .and_then(|mut statement| {
            let rows = statement.query_map((after, limit as i64), |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
            })?;
            rows.collect()
        })
        .during("reading nodes")?;
    rows.into_iter()
        .map(|(number, id, kind, key, name)| {
            let kind = NodeKind::from_code(kind).ok_or_else(|| corrupt("nodes", number, "an unknown kind"))?;
            Ok(SourceNode { number, id: EntityId(u128::from_be_bytes(id)), kind, key, name })
        })
        .collect()
}

/// The checksum of a row's edges, kept with the row; 0 when there are none.
pub(in super::super) fn checksum(links: &[SourceLink]) -> u32 {
    if links.is_empty() {
        return 0;
    }
    let mut sum = Checksum::default();
    for link in links {
        for cell in cells(link) {
            sum.add(cell.0);
        }
    }
    sum.finish().max(1)
}

fn cells(link: &SourceLink) -> [Cell<'static>; 6] {
    let (kind, number) = match link.target {
        SourceTarget::Node(number) => ("node", number),
        SourceTarget::Row(ordinal) => ("memory", ordinal.0),
    };
    [
        Cell(ValueRef::Text(kind.as_bytes())),
        Cell::int(number),
        Cell::int(link.kind.code()),
        Cell::real(link.weight),
        Cell::maybe_int(link.valid.map(|(from, _)| from.0)),
        Cell::maybe_int(link.valid.map(|(_, until)| until.0)),
    ]
}

/// Writes the edges of a row, in order.
pub(in super::super) fn insert_edges(
    connection: &Connection,
    owner: Ordinal,
    links: &[SourceLink],
) -> Result<(), StoreError> {
    if links.is_empty() {
        return Ok(());
    }
    let what = "writing an edge";
    let mut statement = connection
        .prepare_cached(
            "INSERT INTO edges (owner, position, target_kind, target, kind, weight, valid_from, valid_until)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )
        .during(what)?;
    for (position, link) in links.iter().enumerate() {
        let [target_kind, target, kind, weight, from, until] = cells(link);
        statement.execute((owner.0, position as i64, target_kind, target, kind, weight, from, until)).during(what)?;
    }
    Ok(())
}

/// The edges of a row, in the order they were stated.
pub(in super::super) fn edges(connection: &Connection, owner: Ordinal) -> Result<Vec<SourceLink>, StoreError> {
    type Stored = (String, u32, u8, f64, Option<i64>, Option<i64>);
    let rows: Vec<Stored> = connection
        .prepare_cached(
            "SELECT target_kind, target, kind, weight, valid_from, valid_until FROM edges
             WHERE owner = ?1 ORDER BY position",
        )
        .and_then(|mut statement| {
            let rows = statement.query_map([owner.0], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?))
            })?;
            rows.collect()
        })
        .during("reading edges")?;
    rows.into_iter()
        .map(|(target_kind, target, kind, weight, from, until)| {
            let kind = EdgeKind::from_code(kind).ok_or_else(|| corrupt("edges", owner.0, "an unknown kind"))?;
            let target = match target_kind.as_str() {
                "node" => SourceTarget::Node(target),
                _ => SourceTarget::Row(Ordinal(target)),
            };
            let valid = from.zip(until).map(|(from, until)| (Micros(from), Micros(until)));
            Ok(SourceLink { target, kind, weight: weight as f32, valid })
        })
        .collect()
}
