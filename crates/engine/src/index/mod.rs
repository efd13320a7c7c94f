//! Derived, in-memory index structures: pure, bytes in and out, no storage.
//!
//! Every structure maps the ordinals of one context (`u32`, given out by the store) to what one signal needs.
//! Each can be deleted and rebuilt from the store.

pub mod feelings;
pub mod graph;
pub mod lexical;
pub mod names;
pub mod phrases;
pub mod places;
pub mod sections;
pub mod timeline;
pub mod vector;
