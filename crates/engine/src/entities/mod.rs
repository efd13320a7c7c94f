//! Entities: when two names mean one thing, and when they do not.
//!
//! Pure. Owns: what of a name is compared ([`NameForm`]), the keys under which candidates are fetched ([`keys`]), the decision
//! between known entities ([`decide`]), and what people are to each other ([`roles`]). Must not know: where entities are stored.
//!
//! The rule of the house: never merge on doubt. Two entities too many can be joined later; one entity made of two persons
//! answers wrongly and cannot be told apart again. So a decision has three outcomes, and the middle one is kept as a proposal.

mod compare;
mod decide;
mod fold;
mod form;
mod given;
mod keys;
mod kinds;
mod listed;
pub mod roles;
mod sound;
mod words;

#[cfg(test)]
mod tests;

pub use compare::Evidence;
pub use decide::{Decision, Known, Named, RoleOf, decide, decide_role};
pub use form::NameForm;
pub use keys::keys;
pub use kinds::{Fit, fit};
pub use words::Gender;
