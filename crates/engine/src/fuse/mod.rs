//! Fusion: several ranked lists become one. Pure functions; they know ranks, scores and weights, not where these come from.
//!
//! Two ways, both normalised to `[0, 1]` by the best possible: weighted reciprocal rank (Cormack, Clarke and Buettcher,
//! SIGIR 2009) and a weighted convex combination of calibrated scores (Bruch, Gai and Ingber, TOIS 2023).

mod combine;
mod diversity;
mod inherit;

pub use combine::{Calibration, Contribution, Fused, Fusion, Signal, combine};
pub use diversity::near_duplicates;
pub use inherit::{Inheritance, lift};
