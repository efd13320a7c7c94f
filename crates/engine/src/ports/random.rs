//! Randomness.

/// A source of random bits, for ids and exploration.
pub trait Random: Send + Sync {
    /// 64 uniformly random bits. A seeded source makes the engine's ids reproducible.
    fn next_u64(&self) -> u64;
}
