//! What building Quintet needs and shipping it does not: fakes for every port, and checks that the compiler does not make.

pub mod chat;
pub mod crash;
pub mod fake;
pub mod gazetteer;
#[cfg(feature = "golden")]
pub mod golden;
pub mod tidy;
