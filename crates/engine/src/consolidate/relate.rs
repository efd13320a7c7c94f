//! Which entities belong together, by how often memories name both.

/// How often two things were met, in counts of memories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Together {
    /// Memories that name both.
    pub both: u64,
    /// Memories that name the first.
    pub first: u64,
    /// Memories that name the second.
    pub second: u64,
    /// All memories.
    pub all: u64,
}

/// Dunning's log-likelihood ratio of two things being met together (Dunning, Computational Linguistics 19, 1993); 0 where they
/// are met together no more often than chance has it. At one degree of freedom 10.83 is met by chance once in a thousand times.
///
/// Symmetric. Counts that cannot be are brought into bounds.
pub fn log_likelihood(counts: Together) -> f64 {
    let all = counts.all.max(1) as f64;
    let first = (counts.first as f64).min(all);
    let second = (counts.second as f64).min(all);
    let both = (counts.both as f64).min(first).min(second);
    if both * all <= first * second {
        return 0.0;
    }
    let cells = [
        (both, first * second),
        (first - both, first * (all - second)),
        (second - both, (all - first) * second),
        ((all - first - second + both).max(0.0), (all - first) * (all - second)),
    ];
    let term = |(seen, margins): &(f64, f64)| {
        if *seen > 0.0 && *margins > 0.0 { seen * (seen * all / margins).ln() } else { 0.0 }
    };
    2.0 * cells.iter().map(term).sum::<f64>().max(0.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn more_together_is_stronger_and_chance_is_nothing() {
        let counts = |both| Together { both, first: 5, second: 5, all: 100 };
        assert!(log_likelihood(counts(4)) > log_likelihood(counts(2)));
        assert!(log_likelihood(counts(4)) > 10.83);
        assert!(log_likelihood(Together { both: 25, first: 50, second: 50, all: 100 }).abs() < 1e-9);
        assert!(
            log_likelihood(Together { both: 3, first: 3, second: 3, all: 3 }).abs() < 1e-9,
            "everything is everywhere"
        );
    }

    proptest! {
        #[test]
        fn symmetric_and_finite(both in 0_u64..50, first in 0_u64..50, second in 0_u64..50, all in 0_u64..200) {
            let one = log_likelihood(Together { both, first, second, all });
            let other = log_likelihood(Together { both, first: second, second: first, all });
            prop_assert!(one.is_finite() && one >= 0.0);
            prop_assert!((one - other).abs() < 1e-6);
        }
    }
}
