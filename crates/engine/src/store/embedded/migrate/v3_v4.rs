//! Lines of transcripts, each with what it feels like.
//!
//! `lines` counts into a feeling's checksum only where it is set, so that feelings written before keep theirs.

/// SQL from version 3 to version 4.
pub(super) const SQL: &str = "ALTER TABLE feelings ADD COLUMN lines BLOB;";
