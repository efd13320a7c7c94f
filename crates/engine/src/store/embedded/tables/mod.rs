//! One file per table: what a row looks like, how it is written, how it is read and checked.
//!
//! Must not know: transactions, threads, indexes.

pub(super) mod cells;
pub(super) mod changes;
pub(super) mod claims;
pub(super) mod documents;
pub(super) mod entities;
pub(super) mod erasures;
pub(super) mod feelings;
pub(super) mod fillings;
pub(super) mod graph;
pub(super) mod memories;
pub(super) mod meta;
pub(super) mod reading;
pub(super) mod receipts;
pub(super) mod sessions;
pub(super) mod traces;
pub(super) mod vectors;
