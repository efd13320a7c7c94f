//! The graph as bytes.
//!
//! Little-endian: version `u8` = 1; number of terms `u32`, then each as scope `u32`, from `i64`, until `i64`; number of
//! edges `u32`, then each as from `u32`, to `u32` (ordinal shifted left by one, low bit set for an entity), kind `u8`,
//! weight `u8`, term `u32`, owner `u32`. Terms and edges ascend strictly, so equal graphs give equal bytes. There is
//! no checksum: whoever stores the bytes has one over the whole snapshot.

use core::ops::ControlFlow;
use std::collections::HashMap;

use roaring::RoaringBitmap;

use crate::model::EdgeKind;

use super::GraphIndex;
use super::delta::Delta;
use super::edge::{Row, Validity, twin};
use super::node::{Key, ORDINAL_MAX};
use super::settled::Builder;
use super::tally::KeyHash;

const VERSION: u8 = 1;
const TERM_BYTES: usize = 20;
const EDGE_BYTES: usize = 18;

/// Bytes are no graph that this version wrote. Rebuild the index from the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// Another format version.
    #[error("graph bytes are of version {got}, this program reads version {VERSION}; rebuild the index")]
    Version {
        /// The version found.
        got: u8,
    },
    /// Too short or too long for what they announce.
    #[error("graph bytes have the wrong length ({len}); rebuild the index")]
    Length {
        /// Bytes given.
        len: usize,
    },
    /// A value that is never written.
    #[error("graph bytes hold an impossible {what} at number {at}; rebuild the index")]
    Value {
        /// Which value.
        what: &'static str,
        /// 0-based number of the term or edge.
        at: usize,
    },
}

impl GraphIndex {
    /// All live edges as bytes; equal graphs give equal bytes, whatever the history.
    pub fn encode(&self) -> Vec<u8> {
        let mut edges: Vec<(Key, Row)> = Vec::with_capacity(self.edges);
        for key in self.keys() {
            self.each(key, None, |row| {
                if !row.backward {
                    edges.push((key, *row));
                }
                ControlFlow::Continue(())
            });
        }
        let mut terms: Vec<(u32, Validity)> = edges.iter().map(|(_, row)| (row.scope, row.valid)).collect();
        terms.sort_unstable();
        terms.dedup();
        let number: HashMap<(u32, Validity), u32, KeyHash> =
            terms.iter().enumerate().map(|(at, &term)| (term, at as u32)).collect();
        let mut out = Vec::with_capacity(9 + terms.len() * TERM_BYTES + edges.len() * EDGE_BYTES);
        out.push(VERSION);
        out.extend((terms.len() as u32).to_le_bytes());
        for (scope, valid) in terms {
            out.extend(scope.to_le_bytes());
            out.extend(valid.from.to_le_bytes());
            out.extend(valid.until.to_le_bytes());
        }
        out.extend((edges.len() as u32).to_le_bytes());
        for (from, row) in edges {
            out.extend(from.0.to_le_bytes());
            out.extend(row.other.0.to_le_bytes());
            out.extend([row.kind.code(), row.weight]);
            out.extend(number[&(row.scope, row.valid)].to_le_bytes());
            out.extend(row.owner.to_le_bytes());
        }
        out
    }

    /// The graph of bytes that [`Self::encode`] wrote, all of it compressed.
    ///
    /// Holds at most a small multiple of `bytes` in memory. Cost: O(edges log edges).
    ///
    /// # Errors
    /// [`DecodeError`] for anything else; never panics.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        let length = DecodeError::Length { len: bytes.len() };
        let (&version, mut rest) = bytes.split_first().ok_or(length)?;
        if version != VERSION {
            return Err(DecodeError::Version { got: version });
        }
        let terms = read_terms(&mut rest).ok_or(length)?;
        if let Some(at) = terms.windows(2).position(|pair| pair[0] >= pair[1]) {
            return Err(DecodeError::Value { what: "term", at });
        }
        let count = u32::from_le_bytes(take(&mut rest).ok_or(length)?) as usize;
        if count.checked_mul(EDGE_BYTES) != Some(rest.len()) || count > (u32::MAX / 2) as usize {
            return Err(length);
        }
        let mut edges: Vec<(Key, Row)> = Vec::with_capacity(count);
        while let Some(chunk) = take::<EDGE_BYTES>(&mut rest) {
            let at = edges.len();
            let edge = read_edge(&chunk, &terms).map_err(|what| DecodeError::Value { what, at })?;
            if edges.last().is_some_and(|last| *last >= edge) {
                return Err(DecodeError::Value { what: "order of edges", at });
            }
            edges.push(edge);
        }
        let owners: RoaringBitmap = edges.iter().map(|(_, row)| row.owner).collect();
        Ok(Self { edges: count, owners, settled: build(&edges), delta: Delta::default() })
    }
}

/// The compressed adjacency of edges that ascend by start node and row.
fn build(edges: &[(Key, Row)]) -> super::Settled {
    let mut incoming: Vec<(Key, u32)> = edges.iter().enumerate().map(|(at, edge)| (edge.1.other, at as u32)).collect();
    incoming.sort_unstable();
    let mut builder = Builder::with_capacity(edges.len() * 2);
    let (mut out, mut into) = (edges, incoming.as_slice());
    let mut rows: Vec<Row> = Vec::new();
    loop {
        let key = match (out.first(), into.first()) {
            (Some(one), Some(two)) => one.0.min(two.0),
            (Some(one), None) => one.0,
            (None, Some(two)) => two.0,
            (None, None) => break,
        };
        let n_out = out.iter().take_while(|edge| edge.0 == key).count();
        let n_into = into.iter().take_while(|edge| edge.0 == key).count();
        rows.clear();
        rows.extend(out[..n_out].iter().map(|edge| edge.1));
        rows.extend(into[..n_into].iter().map(|&(_, at)| {
            let (from, row) = &edges[at as usize];
            twin(*from, row).1
        }));
        rows.sort_unstable();
        for row in &rows {
            builder.push(key, row);
        }
        (out, into) = (&out[n_out..], &into[n_into..]);
    }
    builder.finish()
}

fn read_terms(rest: &mut &[u8]) -> Option<Vec<(u32, Validity)>> {
    let count = u32::from_le_bytes(take(rest)?) as usize;
    if rest.len() / TERM_BYTES < count {
        return None;
    }
    let mut terms = Vec::with_capacity(count);
    for _ in 0..count {
        let scope = u32::from_le_bytes(take(rest)?);
        let from = i64::from_le_bytes(take(rest)?);
        let until = i64::from_le_bytes(take(rest)?);
        terms.push((scope, Validity { from, until }));
    }
    Some(terms)
}

/// One edge, or the name of the value that is never written.
fn read_edge(mut chunk: &[u8], terms: &[(u32, Validity)]) -> Result<(Key, Row), &'static str> {
    let mut number = || take(&mut chunk).map(u32::from_le_bytes).ok_or("edge");
    let (from, to) = (Key(number()?), Key(number()?));
    let [code, weight] = take(&mut chunk).ok_or("edge")?;
    let mut number = || take(&mut chunk).map(u32::from_le_bytes).ok_or("edge");
    let (term, owner) = (number()?, number()?);
    let kind = EdgeKind::from_code(code).ok_or("kind")?;
    let &(scope, valid) = terms.get(term as usize).ok_or("term number")?;
    if from == to {
        return Err("loop");
    }
    if owner > ORDINAL_MAX {
        return Err("owner");
    }
    Ok((from, Row { kind, backward: false, other: to, weight, scope, valid, owner }))
}

/// The next `N` bytes, or nothing when fewer are left.
fn take<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (head, tail) = rest.split_first_chunk::<N>()?;
    *rest = tail;
    Some(*head)
}
