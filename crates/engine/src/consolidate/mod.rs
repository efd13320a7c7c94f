//! Consolidating, elaborating and reflecting, as decisions: what says the same, which sentence stands for it, what is to be
//! written about it; which entities belong together; which sentences answer a question.
//!
//! Pure: no store, no model, no clock. Text that comes out stands word for word in what went in, but for the wording of a
//! language model, which is checked here.
//!
//! Must not know: where rows come from, how they are written.

mod alike;
mod checked;
mod plan;
mod reflection;
mod relate;
mod retold;

pub use alike::{Saying, groups};
pub use checked::{Exact, is_backed, is_faithful};
pub use plan::{Drawn, Fact, Known, Proof, SAID, Said, Step, Whom, plan_facts, plan_sayings};
pub use reflection::{Line, Passage, cited, lines, told};
pub use relate::{Together, log_likelihood};
pub use retold::Retelling;
