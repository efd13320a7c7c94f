//! Kill -9: a writer process is killed at a random moment, again and again, and what it acknowledged has to be there.
//!
//! The parent ([`run()`]) starts a writer ([`write()`]), which says on its standard output what it begins and what was
//! acknowledged; kills it; and compares what the data folder holds with what was said:
//!
//! - every acknowledged text is there, verbatim, with its id, place and parts, by id and by the keyword channel;
//! - every acknowledged forgetting holds;
//! - what was not acknowledged is wholly there or wholly absent, and stays as it was seen;
//! - nothing is there that nobody wrote;
//! - checksums, counts and references are right, and every index equals one built anew.
//!
//! One folder lives through [`ERA`] cycles. In some cycles the writers that recover the folder are killed as well. A killed
//! process leaves the system's buffers behind, so this says nothing of power loss.
//!
//! The choices follow from the seed; the moment at which a kill falls into the writer's work does not. So a failure is
//! replayed by the same command, several times if need be.

mod check;
mod draw;
mod found;
mod ledger;
#[cfg(test)]
mod ledger_tests;
mod life;
mod lines;
mod names;
mod rig;
mod run;
mod texts;
mod writer;

pub use run::{ERA, Failure, Options, Report, run};
pub use writer::{Control, Load, write};
