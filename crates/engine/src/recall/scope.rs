//! Keeping to the time that a question asks about, after fusion.
//!
//! A vote cannot keep rows of other days out: what resembles the question by words and meaning outvotes time. So time gates
//! the fused list (`spec/retrieval.md` 3.1): rows outside the window are weighed down, or left out on request.

use serde::{Deserialize, Serialize};

use crate::channel::Question;
use crate::fuse::Fused;
use crate::model::DAY_US;
use crate::store::Ordinal;

/// How far the time in a question counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TimeMode {
    /// Rows outside the window stay, with less weight.
    #[default]
    Boost,
    /// Only rows of the window, so long as enough of them are there.
    Filter,
    /// Words of time in the question are words like others.
    Off,
}

impl TimeMode {
    /// The mode of that name.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "boost" => Some(Self::Boost),
            "filter" => Some(Self::Filter),
            "off" => Some(Self::Off),
            _ => None,
        }
    }
}

/// Value of the `temporal` channel from which a row is of the time asked for: it overlaps it. From that channel's scale.
const FITS: f32 = 0.45;
/// Probability of a reading from which time gates at all. `spec/retrieval.md` 3.1.
const SURE: f32 = 0.5;
/// What is left of the score of a row outside the window. Measured.
const OUTSIDE: f32 = 0.8;
/// The same where one day is asked about, when what lies in it is relevant: who names a day means that day. Measured.
const OUTSIDE_DAY: f32 = 0.5;
/// Widest window that is one day: it has 25 hours once a year, and a night reaches into the next. Chosen.
const DAY_MAX_US: i64 = DAY_US + DAY_US / 2;
/// Share of the best score from which a row of that day is relevant. Chosen.
const RELEVANT_SHARE: f32 = 0.4;
/// Rows that have to survive for a filter to stand. Chosen.
const SURVIVORS_MIN: usize = 3;

/// Gates the list by time. True when a filter was asked for and given up, because too few rows would have been left.
///
/// In the order of scores again, ties by row.
pub(super) fn keep_to_time(fused: &mut Vec<Fused<Ordinal>>, question: &Question, mode: TimeMode, k: usize) -> bool {
    // Who names a year or a date often means a state that began before it; who says "yesterday" means that day. Measured:
    // gating by named years costs 0.025 R@10 on questions over encyclopaedia pages.
    let counts = |scope: &&crate::channel::TimeScope| mode == TimeMode::Filter || !scope.explicit;
    let sure = question.times.iter().filter(counts).map(|scope| scope.p).fold(0.0, f32::max) >= SURE;
    let value = |row: &Fused<Ordinal>| {
        row.contributions.iter().find(|contribution| contribution.name == "temporal").map_or(0.0, |found| found.value)
    };
    // Where nothing fits there is nothing to keep to.
    let n_fitting = fused.iter().filter(|row| value(row) >= FITS).count();
    if !sure || mode == TimeMode::Off || n_fitting == 0 {
        return mode == TimeMode::Filter && sure;
    }
    if mode == TimeMode::Filter {
        if n_fitting < SURVIVORS_MIN.min(k) {
            return true;
        }
        fused.retain(|row| value(row) >= FITS);
        return false;
    }
    let left = outside(fused, question, value);
    for row in fused.iter_mut().filter(|row| value(row) < FITS) {
        row.score *= left;
        for contribution in &mut row.contributions {
            contribution.contribution *= left;
        }
    }
    fused.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.key.cmp(&b.key)));
    false
}

/// What is left of the score of a row outside the window.
fn outside(fused: &[Fused<Ordinal>], question: &Question, value: impl Fn(&Fused<Ordinal>) -> f32) -> f32 {
    let best = fused.first().map_or(0.0, |row| row.score);
    let surest = question.times.iter().max_by(|a, b| a.p.total_cmp(&b.p));
    let is_day = surest.is_some_and(|scope| !scope.explicit && scope.window.len_us() <= DAY_MAX_US);
    let is_relevant = fused.iter().any(|row| row.score >= RELEVANT_SHARE * best && value(row) >= FITS);
    if is_day && is_relevant { OUTSIDE_DAY } else { OUTSIDE }
}
