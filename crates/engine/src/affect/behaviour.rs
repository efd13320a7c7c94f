//! What happened -> feelings it suggests: repeated failure frustrates, success after it relieves.
//!
//! The rules are published here and in the points' provenance, so that a reader can see that nobody said them.

use serde::{Deserialize, Serialize};

use super::{Label, Point, Provenance};
use crate::model::Micros;

/// Frustration added by each failure in a row, and the most it reaches. From the design.
const PER_FAILURE: f32 = 0.2;
const FAILURE_CAP: f32 = 0.9;
/// Failures in a row before a success is a relief, and what the relief grows with each. From the design; growth chosen.
const RELIEF_AFTER: u32 = 2;
const RELIEF_BASE: f32 = 0.4;
const RELIEF_PER_FAILURE: f32 = 0.1;
/// Failures in a row before a success is also a breakthrough. Chosen.
const BREAKTHROUGH_AFTER: u32 = 4;
/// Retries of one step before they frustrate, what each adds, and the most. Chosen.
const RETRIES_FREE: u32 = 2;
const PER_RETRY: f32 = 0.1;
const RETRY_CAP: f32 = 0.5;
/// Seconds without a success before effort is tiring, and its most. Chosen.
const LONG_S: f32 = 3_600.0;
const LONG_CAP: f32 = 0.4;
/// Successes in a row without a failure before confidence, and what each adds. Chosen.
const CONFIDENT_AFTER: u32 = 3;
const PER_SUCCESS: f32 = 0.15;
const CONFIDENT_CAP: f32 = 0.8;
/// How far a conclusion from behaviour is believed. Chosen.
const BELIEVED: f32 = 0.5;

/// What is known of a run of steps at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Signals {
    /// Failures in a row up to now; before the success, if `succeeded`.
    pub failures_in_row: u32,
    /// Successes in a row up to now, this one included.
    pub successes_in_row: u32,
    /// Times the current step was repeated.
    pub retries: u32,
    /// Seconds since the last success, or since the start.
    pub duration_s: f32,
    /// The step just ended well.
    pub succeeded: bool,
    /// The task was given up.
    pub abandoned: bool,
    /// When.
    pub at: Option<Micros>,
}

/// The feelings the signals suggest, strongest evidence first; nothing when they suggest none.
///
/// Rules: failures in a row frustrate (0.2 each, at most 0.9), retries beyond two a little, an hour without success a
/// little; a success after two failures or more relieves, after four it is a breakthrough; three successes in a row
/// make confident; giving up disappoints.
pub fn behavioural(signals: &Signals) -> Vec<Point> {
    let mut points = Vec::new();
    let mut add = |label, intensity: f32| {
        if intensity > 0.0 {
            points.push(Point::labelled(label, intensity, Provenance::Behavioural, BELIEVED, signals.at));
        }
    };
    let failures = signals.failures_in_row as f32;
    if signals.succeeded {
        if signals.failures_in_row >= RELIEF_AFTER {
            add(Label::Relief, RELIEF_BASE + RELIEF_PER_FAILURE * failures);
        }
        if signals.failures_in_row >= BREAKTHROUGH_AFTER {
            add(Label::Insight, RELIEF_BASE + RELIEF_PER_FAILURE * failures);
        }
        if signals.successes_in_row >= CONFIDENT_AFTER {
            add(Label::Confidence, (PER_SUCCESS * signals.successes_in_row as f32).min(CONFIDENT_CAP));
        }
        return points;
    }
    let retries = (PER_RETRY * signals.retries.saturating_sub(RETRIES_FREE) as f32).min(RETRY_CAP);
    // NaN fails the comparison and counts as no time.
    let long = if signals.duration_s > LONG_S { (0.1 * signals.duration_s / LONG_S).min(LONG_CAP) } else { 0.0 };
    add(Label::Frustration, (PER_FAILURE * failures + retries + long).min(FAILURE_CAP));
    if signals.abandoned {
        add(Label::Disappointment, (RELIEF_BASE + RELIEF_PER_FAILURE * failures).min(FAILURE_CAP));
    }
    points
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn labels(signals: Signals) -> Vec<(Label, f32)> {
        behavioural(&signals).iter().map(|point| (point.label.unwrap(), point.intensity)).collect()
    }

    #[test]
    fn failures_frustrate_up_to_the_cap() {
        let frustration = |failures_in_row| labels(Signals { failures_in_row, ..Signals::default() });
        assert_eq!(frustration(0), []);
        assert_eq!(frustration(1), [(Label::Frustration, 0.2)]);
        assert_eq!(frustration(3), [(Label::Frustration, 0.6)]);
        assert_eq!(frustration(50), [(Label::Frustration, 0.9)]);
    }

    #[test]
    fn success_relieves_only_after_trouble() {
        let after = |failures_in_row| labels(Signals { failures_in_row, succeeded: true, ..Signals::default() });
        assert_eq!(after(1), []);
        assert_eq!(after(2), [(Label::Relief, 0.6)]);
        assert_eq!(after(4).iter().map(|(label, _)| *label).collect::<Vec<_>>(), [Label::Relief, Label::Insight]);
        assert_eq!(
            labels(Signals { succeeded: true, successes_in_row: 4, ..Signals::default() }),
            [(Label::Confidence, 0.6)]
        );
    }

    proptest! {
        #[test]
        fn more_failures_never_frustrate_less(failures in 0u32..1000, retries: u32, duration_s: f32) {
            let at = |failures_in_row| {
                let signals = Signals { failures_in_row, retries, duration_s, ..Signals::default() };
                behavioural(&signals).first().map_or(0.0, |point| point.intensity)
            };
            prop_assert!(at(failures) <= at(failures + 1) && at(failures + 1) <= FAILURE_CAP);
        }
    }
}
