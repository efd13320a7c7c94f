//! The embedded store: what it promises, seen from outside.

mod damage;
mod many;
mod random;
mod writing;
