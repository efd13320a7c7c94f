//! What a store derives from its records: one set of in-memory indexes per context, and the view that reads them.
//!
//! Every backend that keeps indexes in memory shares this. An [`Entry`] is a pure function of a row and of the rows around
//! it in its session, so that indexes kept in step by small changes equal indexes built anew from the records.
//!
//! Owns: composing entries, applying them, the snapshot's bytes, filters as bitmaps. Must not know: SQL, files, threads.

mod bitmaps;
mod compare;
mod compose;
mod courses;
mod indexes;
mod mask;
mod rows;
mod shared;
mod source;
mod ties;
mod view;

pub use compose::{Entry, compose};
pub use indexes::{Batch, DecodeError, Indexes};
pub use source::{SourceLink, SourceNode, SourceRow, SourceTarget};
pub use view::{RowSource, view};
