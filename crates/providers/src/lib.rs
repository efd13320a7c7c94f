//! Providers of Quintet's ports: models that run here, and clients of models elsewhere.
//!
//! One file for each provider, one list for each kind. Must not know the store, the channels or the wire formats.

pub mod chat;
pub mod document;
pub mod embed;
pub mod extract;
pub mod http;
pub mod memo;
pub mod rerank;

/// The README's example, so that it is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
