//! How memories wear with time and are kept by use: importance that fades by the day, and FSRS-6 stability that grows when a memory
//! was of use and shrinks when it was of none. Pure.
//!
//! Formulae and default parameters: Open Spaced Repetition, FSRS-6. Must not know: where the numbers are kept.

use serde::{Deserialize, Serialize};

use super::forgetting::ForgetMode;
use crate::limits;
use crate::model::{Category, DAY_US, Kind, Micros, Pattern, Validity};

/// How a use went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// It was wrong, contradicted or of no help.
    Again,
    /// It was used or cited.
    Good,
}

/// Weights of FSRS-6, by their published numbers.
const W: [f64; 21] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629,
    1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];
/// Least stability, in days. Of FSRS.
const STABILITY_MIN: f64 = 0.001;

/// How hard something is to keep before it was ever of use, unclamped: FSRS's difficulty after a first grade, 1 to 4.
fn difficulty_of(first_grade: f64) -> f64 {
    W[4] - (W[5] * (first_grade - 1.0)).exp() + 1.0
}

/// The probability of recall after some days, in `[0, 1]`; 0.9 after as many days as the stability has.
pub fn retrievability(days: f64, stability_days: f64) -> f64 {
    let factor = 0.9_f64.powf(-1.0 / W[20]) - 1.0;
    (1.0 + factor * days.max(0.0) / stability_days.max(STABILITY_MIN)).powf(-W[20])
}

/// Stability in days and difficulty after a use. `difficulty` is `None` before the first; `days` have gone since the last use, or
/// since it was learnt.
pub fn used(stability_days: f32, difficulty: Option<f32>, days: f64, grade: Grade) -> (f32, f32) {
    let stability = f64::from(stability_days).max(STABILITY_MIN);
    let difficulty = difficulty.map_or_else(|| difficulty_of(3.0), f64::from).clamp(1.0, 10.0);
    let recall = retrievability(days, stability);
    let (number, next) = match grade {
        Grade::Good => {
            let gain =
                W[8].exp() * (11.0 - difficulty) * stability.powf(-W[9]) * ((W[10] * (1.0 - recall)).exp() - 1.0);
            (3.0, stability * (1.0 + gain))
        }
        Grade::Again => {
            let lapsed = W[11]
                * difficulty.powf(-W[12])
                * ((stability + 1.0).powf(W[13]) - 1.0)
                * (W[14] * (1.0 - recall)).exp();
            (1.0, lapsed.min(stability / (W[17] * W[18]).exp()))
        }
    };
    let moved = difficulty + (10.0 - difficulty) / 9.0 * (-W[6] * (number - 3.0));
    let difficulty = (W[7] * difficulty_of(4.0) + (1.0 - W[7]) * moved).clamp(1.0, 10.0);
    let stability = next.clamp(STABILITY_MIN, f64::from(limits::STABILITY_PINNED_DAYS));
    (stability as f32, difficulty as f32)
}

/// What is left of importance after one day.
pub const fn left_a_day(category: Category) -> f32 {
    match category {
        Category::Knowledge => limits::DECAY_KNOWLEDGE,
        Category::Context => limits::DECAY_CONTEXT,
        Category::Identity | Category::Episodic | Category::Instruction | Category::Uncertainty => 1.0,
    }
}

/// Importance after some days; what is at the floor stays there.
pub fn faded(importance: f32, category: Category, days: u32) -> f32 {
    let left = f64::from(left_a_day(category)).powi(days.min(i32::MAX as u32) as i32);
    ((f64::from(importance) * left) as f32).max(importance.min(limits::IMPORTANCE_MIN))
}

/// Whole days from one moment to another, 0 where the other is not later.
pub fn days_between(from: Micros, to: Micros) -> u32 {
    u32::try_from(to.0.saturating_sub(from.0).max(0) / DAY_US).unwrap_or(u32::MAX)
}

/// When something that is going on at present is taken to be over, told for the last time at `told_at`; `None` for what has no such
/// end: other categories, and what says itself until when it holds.
pub fn lapses_at(category: Category, told_at: Micros, valid: Validity) -> Option<Micros> {
    (category == Category::Context && valid.until.is_none()).then(|| told_at.plus(limits::TTL_CONTEXT_DAYS * DAY_US))
}

/// A rule on how long memories of a context are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetentionRule {
    /// Only memories that are seen through such scopes alone; of every scope where `None`.
    #[serde(default)]
    pub scope: Option<Pattern>,
    /// Only memories with this label, as key and value.
    #[serde(default)]
    pub label: Option<(String, String)>,
    /// Only memories of these kinds; of every kind where empty.
    #[serde(default)]
    pub kinds: Vec<Kind>,
    /// Days from when they were learnt, 1 or more.
    pub days: u32,
    /// What becomes of them then.
    #[serde(default)]
    pub action: ForgetMode,
}

impl RetentionRule {
    /// When a memory that was learnt then is due.
    pub fn due_at(&self, known_at: Micros) -> Micros {
        known_at.plus(i64::from(self.days).saturating_mul(DAY_US))
    }
}

/// What a step of ageing did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Aged {
    /// Rows that changed.
    pub affected: u64,
    /// There is more to do.
    pub more: bool,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn recall_is_ninety_percent_after_as_many_days_as_stability_and_follows_the_published_curve() {
        assert!((retrievability(7.0, 7.0) - 0.9).abs() < 1e-9);
        for (days, expected) in [(1.0, 0.980), (30.0, 0.776), (90.0, 0.669), (365.0, 0.544), (1_095.0, 0.460)] {
            assert!((retrievability(days, 7.0) - expected).abs() < 1e-3, "{days}");
        }
    }

    #[test]
    fn importance_fades_by_its_category_down_to_a_floor() {
        assert_eq!(faded(1.0, Category::Identity, 1_000), 1.0);
        assert!((faded(0.8, Category::Knowledge, 10) - 0.8 * 0.995_f32.powi(10)).abs() < 1e-6);
        assert!((faded(0.5, Category::Context, 7) - 0.5 * 0.95_f32.powi(7)).abs() < 1e-6);
        assert_eq!(faded(0.5, Category::Context, 10_000), limits::IMPORTANCE_MIN);
        assert_eq!(faded(0.01, Category::Context, 5), 0.01);
    }

    #[test]
    fn a_hand_worked_use_comes_out() {
        // D0(3) = 6.4133 - e^1.6668 + 1 = 2.1181; R(7, 7) = 0.9; gain = e^1.8722 * 8.8819 * 7^-0.1666 * (e^0.0796 - 1).
        let (stability, difficulty) = used(7.0, None, 7.0, Grade::Good);
        let gain = 1.8722_f64.exp() * (11.0 - 2.1181) * 7.0_f64.powf(-0.1666) * (0.0796_f64.exp() - 1.0);
        assert!((f64::from(stability) - 7.0 * (1.0 + gain)).abs() < 0.01, "{stability}");
        // Mean reversion moves it by a thousandth towards the easiest.
        assert!((difficulty - 2.111).abs() < 0.01, "{difficulty}");
    }

    proptest! {
        #[test]
        fn good_never_shortens_and_again_never_lengthens(
            stability in 0.01_f32..30_000.0, difficulty in 1.0_f32..10.0, days in 0.0_f64..4_000.0,
        ) {
            let (good, easier) = used(stability, Some(difficulty), days, Grade::Good);
            let (again, harder) = used(stability, Some(difficulty), days, Grade::Again);
            prop_assert!(good >= stability * 0.999_999);
            prop_assert!(again <= stability);
            prop_assert!((1.0..=10.0).contains(&easier) && (1.0..=10.0).contains(&harder));
            prop_assert!(harder >= easier);
        }

        #[test]
        fn fading_in_steps_is_fading_at_once(importance in 0.2_f32..1.0, first in 0_u32..40, second in 0_u32..40) {
            let steps = faded(faded(importance, Category::Knowledge, first), Category::Knowledge, second);
            prop_assert!((steps - faded(importance, Category::Knowledge, first + second)).abs() < 1e-5);
        }
    }
}
