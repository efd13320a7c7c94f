//! server of Quintet.
