//! Quintet: long-term memory for AI agents.
//!
//! An [`Engine`] remembers texts ([`Engine::remember`]) and answers questions from them ([`Engine::recall`]) by running several
//! kinds of retrieval side by side, fusing them, and saying of each hit why it came back. It is synchronous; it reads clock,
//! randomness and models only through [`ports`]. It is no server and no agent: it stores, finds and explains.

pub mod affect;
pub mod channel;
pub mod consolidate;
pub mod entities;
pub mod extract;
pub mod fuse;
pub mod index;
pub mod limits;
pub mod model;
pub mod ports;
pub mod recall;
pub mod reconcile;
pub mod retain;
pub mod space;
pub mod store;
pub mod text;
pub mod views;
pub mod when;

mod engine;
mod error;

pub use engine::{
    ArcOf, ArcReport, ConsolidateRequest, Consolidated, ElaborateRequest, Elaborated, Elaboration, Engine, EngineParts,
    Evidence, Expired, Expiring, ExpiryReason, ExploreAsk, Forget, ForgetReceipt, ForgetRequest, Kept, Observation,
    Outcome, OutcomeKind, Proposal, QUERY_SCORE, ReflectRequest, Reflected,
};
pub use error::{ContextError, RecallError, RememberError, StoreError};
