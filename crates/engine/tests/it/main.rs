//! Integration tests of the engine, in one binary so that they link once.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod answers;
mod consolidate;
mod documents;
mod editing;
mod entities;
mod feelings;
mod fixture;
mod forgetting;
mod hygiene;
mod knowledge;
mod lifecycle;
mod memory;
mod places;
mod recipes;
mod replay;
mod store;
mod views;
