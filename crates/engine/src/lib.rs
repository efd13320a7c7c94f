//! Quintet: long-term memory for AI agents.

pub mod affect;
pub mod index;
pub mod limits;
pub mod model;
pub mod ports;
pub mod store;
pub mod text;
pub mod when;
