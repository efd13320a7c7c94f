//! `temporal`: rows of the time the question asks about; without a time in the question, what is still fresh in memory.
//!
//! With a time: candidates come from the interval index first and are ranked by relevance inside it, so that a row of the
//! right week is found however many rows of other weeks resemble the question more. Without: the forgetting curve, a prior.
//! Interval values follow the recipe's section 2 and `spec/retrieval.md` 3.1; the curve is FSRS-6's.

use super::{Channel, ChannelError, Decay, Found, Inquiry, Needs, Question, Scale, Spec, TimeScope};
use crate::model::{DAY_US, Interval, Micros};
use crate::store::{Ordinal, Times};

/// The channel.
pub(super) struct Temporal;

static SPEC: Spec = Spec {
    name: "temporal",
    summary: "time: overlap with the time asked about, or the forgetting curve when none is asked about",
    weights: [0.01, 0.6, 0.01, 0.01, 0.01],
    weight_metamemory: 0.8,
    scale: Scale::Unit,
    needs: Needs::Vector,
};

/// Rows brought for being recent, at most, when the question names no time: a prior moves what others find, and every row
/// more has to be scored by every channel. Measured: it changes no figure.
const RECENT_MAX: usize = 48;
/// FSRS-6 default decay (`spec/retrieval.md` 2.2).
const DECAY: f64 = -0.1542;
/// `0.9^(1/DECAY) - 1`, so that retention is 0.9 after one stability.
const FACTOR: f64 = 0.980_346;
/// What is left of a memory's weight however old it is. Chosen (`spec/retrieval.md` 3.5).
const PRIOR_FLOOR: f32 = 0.5;
/// Value of an event that lies right beside the window, and the widths of the window at which it has fallen to 1/e. Who asks
/// for a day means that day; what happened the day before is still better than what happened last year. Measured.
const EVENT_NEAR: f32 = 0.3;
const EVENT_NEAR_WINDOWS: f32 = 0.5;
/// The same for intervals that texts state, which are often vague: 1 to 3 windows differ little. Measured.
const STATED_NEAR: f32 = 0.6;
const STATED_NEAR_WINDOWS: f32 = 1.5;
/// Windows up to this length are told day by day: a statement begins with them on their first day only. Chosen.
const DAYS_APART_US: i64 = 8 * DAY_US;
/// Value of the moment of speaking for a row about what lies ahead: who says on Monday that a thing moves to April has
/// decided it on Monday. Chosen.
const SAID_AHEAD: f32 = 0.9;
/// Value of a statement from the midst of the window. Measured.
const STATED_INSIDE: f32 = 0.7;

/// Probability that something of stability `stability_days` is still remembered after `age_days`: FSRS-6's power law.
///
/// Ages below zero count as zero; the result is in `(0, 1]`.
fn retention(age_days: f64, stability_days: f64) -> f64 {
    (1.0 + FACTOR * age_days.max(0.0) / stability_days.max(0.001)).powf(DECAY)
}

/// What is left after `age_days` with a half-life: the exponential curve of MetaMemory's published default.
fn half_life(age_days: f64, half_life_days: f64) -> f64 {
    (-(age_days.max(0.0)) * core::f64::consts::LN_2 / half_life_days.max(0.001)).exp()
}

/// How well the time of an event fits the window, in `[0, 1]`: shared time counts by its share, distance decays.
fn fit(window: Interval, event: Interval) -> f32 {
    let Some(share) = shared(window, event) else { return near(window, event, EVENT_NEAR, EVENT_NEAR_WINDOWS) };
    // An event that lies inside the window, or covers it, fits; one that only reaches into it fits less.
    let inside = event.start >= window.start && event.end <= window.end;
    let covers = event.start <= window.start && event.end >= window.end;
    match (inside, covers) {
        (true, true) => 1.0,
        (true, false) => 0.9 + 0.1 * share,
        (false, true) => 0.5 + 0.5 * (window.len_us().max(1) as f32 / event.len_us().max(1) as f32).sqrt(),
        (false, false) => 0.5 + 0.4 * share,
    }
}

/// How well an interval that a text states fits the window, in `[0, 1]`.
///
/// What held over a window is told where it began: a statement that begins with the window fits wholly, one from the midst
/// of it less. Measured on questions over encyclopaedia pages; for events the opposite holds, so that they have [`fit`].
fn fit_stated(window: Interval, stated: Interval) -> f32 {
    let step_us = stated.grain.width_us().max(DAY_US);
    // A year before is about the same time, the day before is another day.
    let off_us = (stated.start.0.saturating_sub(window.start.0)).saturating_abs();
    let begins = if window.len_us() <= DAYS_APART_US { off_us < DAY_US } else { off_us <= step_us };
    let value = match shared(window, stated) {
        Some(share) => {
            let inside = stated.start >= window.start && stated.end <= window.end;
            let covers = stated.start <= window.start && stated.end >= window.end;
            match (inside, covers) {
                (true, true) => 1.0,
                (true, false) => STATED_INSIDE,
                (false, true) => 0.5 + 0.5 * (window.len_us().max(1) as f32 / stated.len_us().max(1) as f32).sqrt(),
                (false, false) => 0.5 + 0.4 * share,
            }
        }
        None if window.len_us() <= DAYS_APART_US => near(window, stated, EVENT_NEAR, EVENT_NEAR_WINDOWS),
        None => near(window, stated, STATED_NEAR, STATED_NEAR_WINDOWS),
    };
    if begins { 1.0 } else { value }
}

/// The share of the window that an interval covers; `None` when they have nothing in common.
fn shared(window: Interval, other: Interval) -> Option<f32> {
    let overlap = window.overlap_us(other);
    let instant_inside = other.is_empty() && window.start <= other.start && other.start < window.end;
    (overlap > 0 || instant_inside).then(|| overlap as f32 / window.len_us().max(1) as f32)
}

fn holds(window: Interval, at: Micros) -> bool {
    window.start <= at && at < window.end
}

fn near(window: Interval, other: Interval, value: f32, windows: f32) -> f32 {
    let grain = window.len_us().max(other.grain.width_us()).max(DAY_US) as f32;
    value * (-window.gap_us(other) as f32 / (windows * grain)).exp()
}

/// The best fit of a row's times to the windows of the question, in `[0, 1]`.
fn time_value(scopes: &[TimeScope], times: &Times) -> f32 {
    scopes
        .iter()
        .map(|scope| {
            let stated = times.stated.iter().map(|stated| fit_stated(scope.window, *stated)).fold(0.0, f32::max);
            // A question that names a date means what a text says about it before when the text was written.
            let event = fit(scope.window, times.event);
            let said = if times.event.start > times.known_at && holds(scope.window, times.known_at) {
                SAID_AHEAD
            } else {
                0.0
            };
            scope.p * stated.max(event).max(said)
        })
        .fold(0.0, f32::max)
}

fn prior(question: &Question, times: &Times, stability_days: f32) -> f32 {
    let age_days = (question.now.0.saturating_sub(times.event.start.0)) as f64 / DAY_US as f64;
    let left = match question.decay {
        Decay::PowerLaw => retention(age_days, f64::from(stability_days)),
        Decay::HalfLife(days) => half_life(age_days, f64::from(days)),
    };
    PRIOR_FLOOR + (1.0 - PRIOR_FLOOR) * left as f32
}

impl Temporal {
    fn values(inquiry: &Inquiry<'_>, rows: &[Ordinal]) -> Result<Vec<f32>, ChannelError> {
        let question = inquiry.question;
        let times = inquiry.view.times(rows)?;
        if !question.times.is_empty() {
            return Ok(times
                .iter()
                .map(|times| times.as_ref().map_or(0.0, |t| time_value(&question.times, t)))
                .collect());
        }
        let facets = inquiry.view.facets(rows)?;
        Ok(times
            .iter()
            .zip(&facets)
            .map(|(times, facets)| match (times, facets) {
                (Some(times), Some(facets)) => prior(question, times, facets.stability_days),
                _ => 0.0,
            })
            .collect())
    }

    /// Rows inside the windows, the most relevant first.
    fn inside(inquiry: &Inquiry<'_>, limit: usize) -> Result<Vec<Ordinal>, ChannelError> {
        let question = inquiry.question;
        let windows: Vec<Interval> = question.times.iter().map(|scope| scope.window).collect();
        let inside = inquiry.view.narrowed(&windows)?;
        let mut rows: Vec<Ordinal> = Vec::new();
        if let Some(vector) = question.vector.as_deref() {
            rows.extend(inside.nearest(vector, limit, inquiry.deadline)?.into_iter().map(|(row, _)| row));
        }
        rows.extend(inside.matching(&question.terms, limit, inquiry.deadline)?.into_iter().map(|(row, _)| row));
        if rows.is_empty() {
            rows = inside.by_time(true, limit)?;
        }
        rows.sort_unstable();
        rows.dedup();
        Ok(rows)
    }
}

impl Channel for Temporal {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn search(&self, inquiry: &Inquiry<'_>, limit: usize) -> Result<Vec<Found>, ChannelError> {
        let rows = if inquiry.question.times.is_empty() {
            inquiry.view.by_time(true, limit.min(RECENT_MAX))?
        } else {
            Self::inside(inquiry, limit)?
        };
        let values = Self::values(inquiry, &rows)?;
        // Inside one time many rows fit equally well: the more relevant comes first.
        let relevance = match inquiry.question.vector.as_deref() {
            Some(vector) if !inquiry.question.times.is_empty() => inquiry.view.similarity(vector, &rows)?,
            _ => vec![None; rows.len()],
        };
        let mut found: Vec<(Found, f32)> = rows
            .iter()
            .zip(values)
            .zip(relevance)
            .filter(|((_, value), _)| *value > 0.0)
            .map(|((row, value), cosine)| {
                (Found::new(*row, value), value * (0.25 + 0.75 * cosine.unwrap_or(0.0).max(0.0)))
            })
            .collect();
        found.sort_by(|(a, key_a), (b, key_b)| key_b.total_cmp(key_a).then(a.row.cmp(&b.row)));
        found.truncate(limit);
        Ok(found.into_iter().map(|(found, _)| found).collect())
    }

    fn score(&self, inquiry: &Inquiry<'_>, rows: &[Ordinal]) -> Result<Option<Vec<f32>>, ChannelError> {
        Ok(Some(Self::values(inquiry, rows)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Grain;

    fn days(start: i64, end: i64) -> Interval {
        Interval::new(Micros(start * DAY_US), Micros(end * DAY_US), Grain::Day)
    }

    #[test]
    fn retention_is_nine_tenths_after_one_stability() {
        assert!((retention(7.0, 7.0) - 0.9).abs() < 1e-4);
        // spec/retrieval.md 2.2, FSRS-6 row, S = 7 days
        for (age, expected) in [(1.0, 0.980), (30.0, 0.776), (90.0, 0.669), (365.0, 0.544), (1095.0, 0.460)] {
            assert!((retention(age, 7.0) - expected).abs() < 1e-3, "{age}");
        }
        assert!((half_life(365.0, 365.0) - 0.5).abs() < 1e-9);
        assert!(retention(-5.0, 7.0) <= 1.0);
    }

    #[test]
    fn inside_beats_reaching_in_beats_near_beats_far() {
        let window = days(10, 20);
        let inside = fit(window, days(12, 13));
        let reaching = fit(window, days(18, 40));
        let near = fit(window, days(21, 22));
        let far = fit(window, days(200, 201));
        assert!(inside > reaching && reaching > near && near > far, "{inside} {reaching} {near} {far}");
        assert!(far < 0.01);
    }

    #[test]
    fn the_day_before_is_another_day_and_a_plan_also_counts_when_it_was_told() {
        let window = days(10, 11);
        assert!(fit_stated(window, days(10, 11)) > 0.99);
        assert!(fit_stated(window, days(9, 10)) < 0.45 && fit_stated(window, days(11, 12)) < 0.45);
        let times =
            |event: Interval, known_day: i64| Times { known_at: Micros(known_day * DAY_US), event, stated: Vec::new() };
        let scopes = [TimeScope { window, p: 1.0, explicit: false }];
        assert!(time_value(&scopes, &times(days(40, 41), 10)) > 0.8, "told on that day of a day to come");
        assert!(time_value(&scopes, &times(days(9, 10), 10)) < 0.5, "told on that day of the day before");
    }

    #[test]
    fn an_instant_inside_the_window_fits() {
        let instant = days(12, 12);
        assert!(fit(days(10, 20), instant) > 0.8);
        assert!(fit(days(10, 12), instant) < 0.8, "the end is outside");
    }
}
