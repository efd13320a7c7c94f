//! Tests of the workspace as a whole.

mod crash;
#[cfg(feature = "golden")]
mod golden;
mod tidiness;
