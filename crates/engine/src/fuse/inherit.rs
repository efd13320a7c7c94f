//! Inheritance: rows that are worth what led to them.

use super::{Contribution, Fused};

/// A row inherits a share of another row's score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inheritance<K> {
    /// The list that found the link, named in the explanation.
    pub name: &'static str,
    /// Who inherits.
    pub heir: K,
    /// From whom; `None` stands for the question itself, as if it scored 1.
    pub from: Option<K>,
    /// The share, in `(0, 1)`.
    pub share: f32,
}

/// What an heir keeps of its own score beside what it inherits: of several heirs the one that fits the question is meant.
/// Measured: 0.3 to 0.5 differ little.
const OWN_SHARE: f32 = 0.3;
/// How far an heir stays below its source at least, so that a link never passes what it was found in.
const STEP_DOWN: f32 = 1e-4;

/// Raises heirs to `share x source + 0.3 x own`, where that is more than they have, and sorts again: by score, then key.
///
/// - An heir never passes its source, and no row is lowered.
/// - What an heir gains is added to the contribution of the list that found the link, so that the sum stays the score.
/// - Shares are taken of the scores before any raise, so that the result depends on no order.
pub fn lift<K: Copy + Ord>(fused: &mut [Fused<K>], inheritances: &[Inheritance<K>]) {
    let mut before: Vec<(K, f32)> = fused.iter().map(|row| (row.key, row.score)).collect();
    before.sort_unstable_by_key(|row| row.0);
    let score = |key: K| before.binary_search_by_key(&key, |row| row.0).ok().map(|place| before[place].1);
    let mut raises: Vec<(K, f32, &'static str)> = inheritances
        .iter()
        .filter_map(|one| {
            let (own, source) = (score(one.heir)?, one.from.map_or(Some(1.0), score)?);
            let raised = (one.share * source + OWN_SHARE * own).min(source - STEP_DOWN);
            (raised > own).then_some((one.heir, raised, one.name))
        })
        .collect();
    // The highest raise of each heir comes first.
    raises.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
    raises.dedup_by(|later, first| later.0 == first.0);
    for row in fused.iter_mut() {
        let Ok(place) = raises.binary_search_by(|raise| raise.0.cmp(&row.key)) else { continue };
        let (_, raised, name) = raises[place];
        let gained = raised - row.score;
        row.score = raised;
        match row.contributions.iter_mut().find(|contribution| contribution.name == name) {
            Some(contribution) => contribution.contribution += gained,
            None => row.contributions.push(Contribution {
                name,
                rank: None,
                raw: 0.0,
                value: 0.0,
                weight: 0.0,
                contribution: gained,
            }),
        }
    }
    fused.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.key.cmp(&b.key)));
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn row(key: u32, score: f32) -> Fused<u32> {
        Fused { key, score, contributions: Vec::new() }
    }

    fn of(heir: u32, from: u32, share: f32) -> Inheritance<u32> {
        Inheritance { name: "graph", heir, from: Some(from), share }
    }

    #[test]
    fn an_heir_rises_and_stays_below_its_source() {
        let mut fused = vec![row(1, 0.9), row(2, 0.6), row(3, 0.1)];
        lift(&mut fused, &[of(3, 1, 0.7), of(3, 2, 0.2)]);
        assert_eq!(fused.iter().map(|row| row.key).collect::<Vec<_>>(), [1, 3, 2]);
        assert!((fused[1].score - 0.66).abs() < 1e-6);
        assert!((fused[1].contributions[0].contribution - 0.56).abs() < 1e-6);
        lift(&mut fused, &[of(3, 1, 0.99)]);
        assert!(fused[1].key == 3 && fused[1].score < fused[0].score);
    }

    proptest! {
        #[test]
        fn nobody_is_lowered_and_no_heir_passes_its_source(
            scores in prop::collection::vec(0.0f32..1.0, 2..20),
            links in prop::collection::vec((0u32..20, 0u32..20, 0.0f32..1.0), 0..20),
        ) {
            let mut fused: Vec<Fused<u32>> = scores.iter().enumerate().map(|(key, score)| row(key as u32, *score)).collect();
            let links: Vec<Inheritance<u32>> = links.iter().map(|(heir, from, share)| of(*heir, *from, *share)).collect();
            lift(&mut fused, &links);
            for row in &fused {
                let own = scores[row.key as usize];
                prop_assert!(row.score >= own);
                let highest = links.iter().filter(|link| link.heir == row.key)
                    .filter_map(|link| scores.get(link.from? as usize)).fold(own, |a, b| a.max(*b));
                prop_assert!(row.score <= highest);
            }
            prop_assert!(fused.windows(2).all(|pair| pair[0].score >= pair[1].score));
        }
    }
}
