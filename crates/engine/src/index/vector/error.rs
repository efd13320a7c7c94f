//! What can go wrong with a vector index. Knows nothing of the rows.

/// A vector, a search or stored bytes were refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VectorError {
    /// The vector has another width than the index. The caller mixed two embedding models.
    #[error(
        "the vector has {got} dimensions, the index holds {expected}: use the embedding model the index was built with"
    )]
    WrongLength {
        /// Dimensions of the index.
        expected: usize,
        /// Dimensions of the vector.
        got: usize,
    },
    /// The vector holds NaN or an infinity. The embedder is broken, or its answer was damaged.
    #[error("the vector is not finite at dimension {dimension}: embed the text again")]
    NotFinite {
        /// First dimension that is not finite, 0-based.
        dimension: usize,
    },
    /// Every value of the vector is zero, so it has no direction. There is nothing to compare; leave the row without one.
    #[error("the vector is all zero and has no direction: store the row without a vector")]
    ZeroVector,
    /// The caller's `stop` answered true. Nothing is known about the rows; the channel is late.
    #[error("the vector search was stopped before it saw every row")]
    Stopped,
    /// Stored bytes are not an index. Rebuild it from the store.
    #[error("the stored vector index is damaged ({reason}): rebuild it from the store")]
    Damaged {
        /// What is wrong with the bytes.
        reason: &'static str,
    },
    /// Stored bytes have a format this version does not read. Rebuild the index from the store.
    #[error("the stored vector index has format {got}, this version reads {expected}: rebuild it from the store")]
    UnknownFormat {
        /// The format read here.
        expected: u32,
        /// The format found.
        got: u32,
    },
}
