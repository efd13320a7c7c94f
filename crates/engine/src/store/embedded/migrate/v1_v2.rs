//! Places of memories.
//!
//! `locations` is JSON with shapes as GeoJSON, or NULL. It counts into a row's checksum only where it is set, so that rows
//! written before keep theirs.

/// SQL from version 1 to version 2.
pub(super) const SQL: &str = "
ALTER TABLE memories ADD COLUMN locations TEXT;
";
