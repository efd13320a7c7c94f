//! Rerankers: providers of [`quintet::ports::Reranker`], one file each.

mod maxsim;

pub use self::maxsim::MaxSim;
