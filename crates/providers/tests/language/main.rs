//! Chat clients and the extractor over them, against a server on this machine that answers badly in every way known.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bad_answers;
mod rig;
mod wire;
