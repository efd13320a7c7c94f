//! The seam to the derived indexes: everything that this backend takes from them.

pub(super) use crate::store::derived::{Batch, Entry, Indexes, RowSource, compose, view};

/// Affinities of a feeling: one for each label of `affect`. Rows of another length would break the index after the commit.
pub(super) const AFFINITIES: usize = crate::affect::LABELS;
/// Length of a trajectory vector.
pub(super) const ARC_DIMS: usize = crate::affect::ARC_DIMS;
