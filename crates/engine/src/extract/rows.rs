//! All rows, in the order in which they are tried for one verb: the longer before the shorter.
//!
//! Owns the list alone.

use super::pattern::Row;
use super::{rows_body, rows_home, rows_kin, rows_person, rows_taste, rows_ties, rows_work};

/// One table for each kind of fact.
pub(super) const ALL: &[&[Row]] = &[
    rows_kin::ROWS,
    rows_body::ROWS,
    rows_work::ROWS,
    rows_home::ROWS,
    rows_person::ROWS,
    rows_taste::ROWS,
    rows_ties::ROWS,
];
