//! The register: what a backend keeps beside memories for whoever guards them. Records of callers and scopes, replies that can
//! be given again, and what was done by whom.
//!
//! The store knows no meaning of these records; the front end that checks authority owns them. Owns: the trait and its rows.
//! Must not know: authority, keys, HTTP.

use serde::{Deserialize, Serialize};

use super::StoreError;
use crate::model::{ContextId, Micros};

/// One record of the register.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The context it belongs to; it goes when that is dropped.
    pub context: ContextId,
    /// What it is, as its owner names it ("principal").
    pub kind: String,
    /// Its name, unique among its kind in its context.
    pub id: String,
    /// What it says; JSON.
    pub body: String,
}

/// One row of what was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Deed {
    /// Its place in the order of writing; 0 until it is written.
    pub number: u64,
    /// The context that it was done in.
    pub context: ContextId,
    /// When.
    pub at: Micros,
    /// What, by whom, with what outcome; JSON. Never any text of a memory.
    pub body: String,
}

/// A reply that was given, kept so that the same request gets it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// What was asked for, as one text that no other request has: context, principal and the caller's own key.
    pub key: String,
    /// The context that it was given in.
    pub context: ContextId,
    /// Digest of the request.
    pub digest: [u8; 32],
    /// When.
    pub at: Micros,
    /// The HTTP status.
    pub status: u16,
    /// The body; JSON.
    pub body: String,
}

/// What a backend keeps for whoever guards its memories. Writes are durable when they return.
pub trait Register: Send + Sync {
    /// Every record, by context, kind and id.
    fn entries(&self) -> Result<Vec<Entry>, StoreError>;

    /// Writes records as one transaction, each in place of the one of its name.
    fn put_entries(&self, entries: &[Entry]) -> Result<(), StoreError>;

    /// Takes a record away. True when it was there.
    fn remove_entry(&self, context: &ContextId, kind: &str, id: &str) -> Result<bool, StoreError>;

    /// Writes what was done, in order; their numbers are given out here. Only the newest `limits::DEEDS_KEPT` of all stay.
    fn add_deeds(&self, deeds: &[Deed]) -> Result<(), StoreError>;

    /// What was done in a context, newest first, below the number `before`; at most `limit`.
    fn deeds(&self, context: &ContextId, before: Option<u64>, limit: usize) -> Result<Vec<Deed>, StoreError>;

    /// The reply that was given to this key, if it is not older than `since`.
    fn reply(&self, key: &str, since: Micros) -> Result<Option<Reply>, StoreError>;

    /// Drops every reply of a context; nothing of them stays in any file.
    fn drop_replies(&self, context: &ContextId) -> Result<(), StoreError>;

    /// Keeps a reply, and drops those older than `since`.
    fn keep_reply(&self, reply: &Reply, since: Micros) -> Result<(), StoreError>;
}
