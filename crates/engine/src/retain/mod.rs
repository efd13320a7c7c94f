//! The write path: check, split, embed, read names, times and feelings, link, commit.
//!
//! Models are asked before the transaction begins. A model that fails loses nothing: the text is stored and findable by its
//! words, and the answer says what is missing.
//!
//! Owns: requests and the order of the steps. Must not know: how a store works, who asks.

mod address;
mod claims;
mod document;
mod edit;
mod episode;
mod facts;
mod identity;
mod item;
mod observe;
mod passages;
mod pipeline;
mod reading;
mod recalled;

pub use document::{DocumentItem, Ingested};
pub use edit::MemoryEdit;
pub use facts::FactItem;
pub use identity::Identity;
pub use item::{Infer, Learned, RememberError, RememberItem, Remembered};

pub(crate) use item::check_emotions;
pub(crate) use observe::{Drawing, Tie};
pub(crate) use pipeline::Pipeline;
