//! Entities: when two names mean one thing, and when they do not.
//!
//! Pure. Owns: comparing names and deciding between known entities. Must not know: where entities are stored.
