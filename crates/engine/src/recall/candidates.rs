//! The rows that channels found, what each channel says of each, and their fusion.

use std::collections::BTreeSet;

use super::answer::{Degraded, Profile, RecallError, RecallRequest, StageTime};
use super::fanout::{Brief, Outcome};
use super::form;
use super::prior;
use super::search::Progress;
use crate::channel::{Channel, Found, Mixture, Question, Scale};
use crate::fuse::{Calibration, Fused, Fusion, Inheritance, Signal, combine, lift};
use crate::limits;
use crate::store::{Facets, Ordinal, Step};

/// What is left of the score of a row of which all that was read in it was replaced since. Chosen.
const STALE_SHARE: f32 = 0.8;

/// One channel's list with its weight, raw scores still.
struct List {
    channel: &'static dyn Channel,
    weight: f32,
    found: Vec<Found>,
    completed: Vec<(Ordinal, f32)>,
}

/// The lists of one recall.
pub(super) struct Candidates {
    fusion: Fusion,
    profile: Profile,
    mixture: Mixture,
    weights: Vec<(String, f32)>,
    lists: Vec<List>,
    failures: Vec<String>,
    /// By ascending row.
    facets: Vec<(Ordinal, Facets)>,
    /// Rows that are parts, with their whole, by ascending row. Mostly empty, and asked for every entry of every list.
    parts: Vec<(Ordinal, Ordinal)>,
    /// What each prior gives to each row it favours.
    priors: Vec<Vec<(Ordinal, f32)>>,
}

impl Candidates {
    pub(super) fn new(request: &RecallRequest, question: &Question, fusion: Fusion) -> Self {
        Self {
            fusion,
            profile: request.profile,
            mixture: question.mixture,
            weights: request.weights.clone(),
            lists: Vec::new(),
            failures: Vec::new(),
            facets: Vec::new(),
            parts: Vec::new(),
            priors: Vec::new(),
        }
    }

    /// How many rows there are.
    pub(super) fn len(&self) -> usize {
        self.facets.len()
    }

    /// Takes the outcomes of one stage in; failures are named in the answer.
    pub(super) fn take(&mut self, outcomes: Vec<Outcome>, progress: &mut Progress<'_>) {
        for Outcome { channel, found, us } in outcomes {
            let spec = channel.spec();
            progress.timings.push(StageTime { stage: format!("channel.{}", spec.name), us });
            match found {
                Ok(found) => {
                    let own = match self.profile {
                        Profile::Quintet => self.mixture.weigh(&spec.weights),
                        Profile::Metamemory => spec.weight_metamemory,
                    };
                    let given = self.weights.iter().find(|(name, _)| name == spec.name).map(|(_, weight)| *weight);
                    self.lists.push(List { channel, weight: given.unwrap_or(own), found, completed: Vec::new() });
                }
                Err(reason) => {
                    self.failures.push(format!("{}: {reason}", spec.name));
                    progress.degraded.push(Degraded { name: spec.name.to_owned(), reason });
                }
            }
        }
    }

    /// Why there is no answer at all, when every one of the `asked` channels failed.
    pub(super) fn nobody_answered(&self, asked: usize) -> Option<String> {
        (asked > 0 && self.failures.len() == asked).then(|| self.failures.join("; "))
    }

    /// Loads the facets of new rows, and has every channel that can do so score the rows that others found.
    pub(super) fn complete(&mut self, brief: &Brief, progress: &mut Progress<'_>) -> Result<(), RecallError> {
        let mut pool: Vec<Ordinal> =
            self.lists.iter().flat_map(|list| list.found.iter().map(|found| found.row)).collect();
        pool.sort_unstable();
        pool.dedup();
        let new: Vec<Ordinal> = pool.iter().copied().filter(|row| self.facets(*row).is_none()).collect();
        let found = brief.view.facets(&new)?;
        self.facets.extend(new.into_iter().zip(found).filter_map(|(row, facets)| Some((row, facets?))));
        self.facets.sort_unstable_by_key(|(row, _)| *row);
        self.parts = self.facets.iter().filter_map(|(row, facets)| Some((*row, facets.part_of?))).collect();
        if self.profile == Profile::Quintet {
            self.priors = prior::ALL.iter().map(|prior| self.favoured(prior, &brief.question)).collect();
        }
        if self.fusion == Fusion::Rrf {
            return Ok(());
        }
        for list in self.lists.iter_mut().filter(|list| !list.found.is_empty()) {
            let mut known: Vec<Ordinal> =
                list.found.iter().map(|found| found.row).chain(list.completed.iter().map(|done| done.0)).collect();
            known.sort_unstable();
            let missing: Vec<Ordinal> = pool.iter().copied().filter(|row| known.binary_search(row).is_err()).collect();
            if missing.is_empty() {
                continue;
            }
            match list.channel.score(&brief.inquiry(), &missing) {
                Ok(Some(scores)) => list.completed.extend(missing.into_iter().zip(scores)),
                Ok(None) => {}
                Err(error) => {
                    let name = list.channel.spec().name.to_owned();
                    progress.degraded.push(Degraded { name, reason: error.to_string() });
                }
            }
        }
        Ok(())
    }

    fn favoured(&self, prior: &prior::Prior, question: &Question) -> Vec<(Ordinal, f32)> {
        let value = |(row, facets): &(Ordinal, Facets)| (self.head(*row), (prior.value)(question, facets));
        self.facets.iter().map(value).filter(|(_, value)| *value > 0.0).collect()
    }

    /// Weighs down what was replaced since: somebody who asks how things are does not want how they were. In the order of scores
    /// again.
    pub(super) fn keep_current(&self, question: &Question, fused: &mut [Fused<Ordinal>]) {
        if self.profile != Profile::Quintet || form::asks_past(question) {
            return;
        }
        let mut any = false;
        for row in fused.iter_mut() {
            if self.facets(row.key).is_some_and(|facets| facets.is_stale) {
                any = true;
                row.score *= STALE_SHARE;
                for contribution in &mut row.contributions {
                    contribution.contribution *= STALE_SHARE;
                }
            }
        }
        if any {
            fused.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.key.cmp(&b.key)));
        }
    }

    fn facets(&self, row: Ordinal) -> Option<&Facets> {
        self.facets.binary_search_by_key(&row, |(row, _)| *row).ok().map(|place| &self.facets[place].1)
    }

    /// The row that stands for a row in the answer: a part of a longer memory counts for the whole.
    pub(super) fn head(&self, row: Ordinal) -> Ordinal {
        self.parts.binary_search_by_key(&row, |(part, _)| *part).map_or(row, |place| self.parts[place].1)
    }

    /// The part of a memory that the first channel to find it found best, when it is not the memory itself.
    pub(super) fn best_part(&self, head: Ordinal) -> Option<Ordinal> {
        let found = |list: &List| list.found.iter().map(|found| found.row).find(|row| self.head(*row) == head);
        self.lists.iter().find_map(found).filter(|row| *row != head)
    }

    /// The way by which a walk reached a row.
    pub(super) fn path(&self, head: Ordinal) -> Vec<Step> {
        let walked = |list: &List| {
            let found = list.found.iter().find(|found| !found.path.is_empty() && self.head(found.row) == head);
            found.map(|found| found.path.clone())
        };
        self.lists.iter().find_map(walked).unwrap_or_default()
    }

    /// The best rows by fusion, best first.
    pub(super) fn fuse(&self, limit: usize) -> Vec<Fused<Ordinal>> {
        let mut signals: Vec<Signal<Ordinal>> = self.lists.iter().map(|list| self.signal(list)).collect();
        for (prior, completed) in prior::ALL.iter().zip(&self.priors) {
            signals.push(Signal {
                name: prior.name,
                weight: self.mixture.weigh(&prior.weights),
                calibration: Calibration::Unit,
                ranked: Vec::new(),
                completed: completed.clone(),
                prior: true,
            });
        }
        let lifts = self.lifts();
        if lifts.is_empty() {
            return combine(&signals, self.fusion, limits::RRF_K, limit);
        }
        let mut fused = combine(&signals, self.fusion, limits::RRF_K, usize::MAX);
        lift(&mut fused, &lifts);
        fused.truncate(limit);
        fused
    }

    /// What rows inherit from others by a link out of them.
    fn lifts(&self) -> Vec<Inheritance<Ordinal>> {
        if self.profile != Profile::Quintet {
            return Vec::new();
        }
        let of_list = |list: &'_ List| {
            let name = list.channel.spec().name;
            let inheritance = move |found: &Found| {
                let lift = found.lift?;
                let from = lift.from.map(|row| self.head(row));
                Some(Inheritance { name, heir: self.head(found.row), from, share: lift.share })
            };
            list.found.iter().filter_map(inheritance).collect::<Vec<_>>()
        };
        self.lists.iter().filter(|list| list.weight > 0.0).flat_map(of_list).collect()
    }

    fn signal(&self, list: &List) -> Signal<Ordinal> {
        let spec = list.channel.spec();
        // The list keeps the channel's own order, which may go by more than the raw score; the best part speaks for the whole.
        let mut seen = BTreeSet::new();
        let heads = list.found.iter().map(|found| (self.head(found.row), found.score));
        let ranked: Vec<(Ordinal, f32)> = heads.filter(|(row, _)| seen.insert(*row)).collect();
        let mut completed: Vec<(Ordinal, f32)> =
            list.completed.iter().map(|(row, score)| (self.head(*row), *score)).collect();
        completed.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let calibration = match spec.scale {
            Scale::MinMax => Calibration::MinMax,
            Scale::ZeroMax => Calibration::ZeroMax,
            Scale::Unit => Calibration::Unit,
        };
        Signal { name: spec.name, weight: list.weight, calibration, ranked, completed, prior: false }
    }
}
