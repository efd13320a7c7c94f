//! devkit of Quintet.
