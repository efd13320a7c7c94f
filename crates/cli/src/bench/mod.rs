//! Benchmarks on made-up data: how fast it writes, opens and answers, and how much memory it takes.
//!
//! Everything is made from a seed and can be made again at any time, so that nothing but the engine takes memory.

mod read;
mod synthetic;
mod write;

pub(crate) use read::{cold, measure};
pub(crate) use synthetic::{GivenVectors, Synthetic};
pub(crate) use write::{build, build_many, durable};

/// Resident memory of this process, in bytes; 0 where the system does not tell.
pub(crate) fn resident_bytes() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = statm.split_whitespace().nth(1).and_then(|pages| pages.parse().ok()).unwrap_or(0);
    pages * 4096
}
