//! What can go wrong in the keyword index. Knows nothing of who calls it.

/// A search was stopped or a snapshot could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LexicalError {
    /// The caller's `stop` said so. Nothing was changed; ask again with more time.
    #[error("keyword search stopped by its caller")]
    Stopped,
    /// The snapshot was written by another version. Rebuild the index from the store.
    #[error("keyword snapshot has version {got}, expected {expected}: rebuild the index")]
    Version {
        /// Version byte found; 0 for an empty input.
        got: u8,
        /// Version this build reads and writes.
        expected: u8,
    },
    /// The snapshot is damaged. Rebuild the index from the store.
    #[error("keyword snapshot is damaged in its {part}: rebuild the index")]
    Damaged {
        /// Which part of the format did not hold what it must.
        part: &'static str,
    },
}

/// Shorthand for the decoder: the part that is damaged.
pub(super) const fn damaged(part: &'static str) -> LexicalError {
    LexicalError::Damaged { part }
}
