//! Tests of the workspace as a whole.

mod crash;
mod tidiness;
