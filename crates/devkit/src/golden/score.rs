//! Counting first hits by family, and showing them.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::FAMILIES;

/// What became of one question.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The question's id.
    pub id: String,
    /// Its family.
    pub family: String,
    /// The question.
    pub text: String,
    /// The memories that may come first.
    pub wanted: BTreeSet<String>,
    /// What the baseline found, best first.
    pub baseline: Vec<String>,
    /// What Quintet found, best first.
    pub quintet: Vec<String>,
    /// What was missing from Quintet's answer.
    pub degraded: Vec<String>,
}

impl Outcome {
    /// Place of the first right hit, 1-based.
    pub fn place(&self, found: &[String]) -> Option<usize> {
        found.iter().position(|id| self.wanted.contains(id)).map(|idx| idx + 1)
    }
}

/// Shares of questions with a right hit among the first one and the first three, in `[0, 1]`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// Questions.
    pub questions: usize,
    /// Baseline, first hit.
    pub baseline_1: f64,
    /// Baseline, first three.
    pub baseline_3: f64,
    /// Quintet, first hit.
    pub quintet_1: f64,
    /// Quintet, first three.
    pub quintet_3: f64,
}

impl Score {
    /// Of the questions of one family, or of all.
    pub fn of(outcomes: &[Outcome], family: Option<&str>) -> Self {
        let own: Vec<&Outcome> =
            outcomes.iter().filter(|outcome| family.is_none_or(|family| outcome.family == family)).collect();
        let share = |k: usize, found: fn(&Outcome) -> &[String]| {
            let right = own.iter().filter(|one| one.place(found(one)).is_some_and(|place| place <= k)).count();
            right as f64 / own.len().max(1) as f64
        };
        Self {
            questions: own.len(),
            baseline_1: share(1, |one| &one.baseline),
            baseline_3: share(3, |one| &one.baseline),
            quintet_1: share(1, |one| &one.quintet),
            quintet_3: share(3, |one| &one.quintet),
        }
    }
}

/// Every family and all of them as a table for people.
pub fn table(outcomes: &[Outcome]) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{:<12} {:>9} {:>14} {:>14} {:>13} {:>13}",
        "family", "questions", "baseline hit@1", "baseline hit@3", "quintet hit@1", "quintet hit@3"
    );
    let names = FAMILIES.iter().map(|family| (family.name, Some(family.name))).chain([("all", None)]);
    for (name, family) in names {
        let Score { questions, baseline_1, baseline_3, quintet_1, quintet_3 } = Score::of(outcomes, family);
        let _ = writeln!(
            text,
            "{name:<12} {questions:>9} {baseline_1:>14.3} {baseline_3:>14.3} {quintet_1:>13.3} {quintet_3:>13.3}"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(family: &str, baseline: &[&str], quintet: &[&str]) -> Outcome {
        let owned = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
        Outcome {
            id: "q".to_owned(),
            family: family.to_owned(),
            text: "?".to_owned(),
            wanted: ["a".to_owned(), "b".to_owned()].into(),
            baseline: owned(baseline),
            quintet: owned(quintet),
            degraded: Vec::new(),
        }
    }

    #[test]
    fn first_hits_are_counted_by_family() {
        let outcomes = [
            outcome("place", &["x", "b"], &["b", "x"]),
            outcome("place", &["x", "y", "z", "a"], &["x", "y", "z", "a"]),
            outcome("temporal", &[], &["a"]),
        ];
        let place = Score::of(&outcomes, Some("place"));
        assert_eq!(
            (place.questions, place.baseline_1, place.baseline_3, place.quintet_1, place.quintet_3),
            (2, 0.0, 0.5, 0.5, 0.5)
        );
        assert!((Score::of(&outcomes, None).quintet_1 - 2.0 / 3.0).abs() < 1e-9);
        assert_eq!(Score::of(&outcomes, Some("identifier")), Score::default());
        assert_eq!(table(&outcomes).lines().count(), FAMILIES.len() + 2);
    }
}
