//! The golden set: questions that a store of single vectors answers wrongly for a reason, and that Quintet has to answer.
//!
//! Little worlds of memories in `crates/devkit/golden`, one folder each, with questions of six families. A question counts as
//! answered when the first hit is one of the memories named for it. Owns: reading the set, loading it through the engine's
//! public face, the baseline, and the score. Must not know: how the engine finds anything. Labels reach only the score.

mod baseline;
mod house;
mod score;
mod set;

use std::path::Path;
use std::sync::Arc;

use quintet::ports::{Embedder, ModelError};

pub use self::score::{Outcome, Score, table};
pub use self::set::{Document, Query, SetError, World};

/// Hits asked for.
const K: usize = 10;

/// One family of questions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Family {
    /// Its name, as `type` of its questions.
    pub name: &'static str,
    /// Why one vector for each text fails on it.
    pub summary: &'static str,
    /// Least share of its questions whose first hit has to be right, in `[0, 1]`. As measured, rounded down: it only rises.
    pub floor: f64,
}

/// Every family.
pub const FAMILIES: &[Family] = &[
    Family {
        name: "temporal",
        summary: "texts that differ only in when they were said, or in the day they name",
        floor: 0.93,
    },
    Family { name: "identifier", summary: "codes and numbers that look alike and mean different things", floor: 0.91 },
    Family {
        name: "multi-hop",
        summary: "an answer that shares no word with the question, only a chain of names",
        floor: 0.83,
    },
    Family { name: "emotional", summary: "feelings and how they change, which no text names", floor: 0.88 },
    Family { name: "place", summary: "places that are near each other, not spelled like each other", floor: 0.93 },
    Family {
        name: "instruction",
        summary: "standing wishes that hold in a situation they do not mention",
        floor: 0.53,
    },
];

/// Least questions of each family.
pub const QUESTIONS_MIN: usize = 40;
/// The baseline has to stay below this share of first hits in each family, else the family proves nothing.
pub const BASELINE_BELOW: f64 = 0.40;
/// Least share of all questions whose first hit has to be right.
pub const OVERALL_FLOOR: f64 = 0.62;

/// Why the set could not be run.
#[derive(Debug, thiserror::Error)]
pub enum GoldenError {
    /// The set cannot be read.
    #[error(transparent)]
    Set(#[from] SetError),
    /// The store refused or failed.
    #[error(transparent)]
    Store(#[from] quintet::StoreError),
    /// The context could not be made.
    #[error(transparent)]
    Context(#[from] quintet::ContextError),
    /// A memory was refused.
    #[error("memory {id}: {source}")]
    Remember {
        /// The memory's id in the set.
        id: String,
        /// Why.
        source: quintet::RememberError,
    },
    /// A question was refused.
    #[error("question {id}: {source}")]
    Recall {
        /// The question's id in the set.
        id: String,
        /// Why.
        source: quintet::RecallError,
    },
    /// The embedder failed.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// No folder for the engine's data.
    #[error("no temporary folder: {0}")]
    Folder(#[from] std::io::Error),
}

/// The folder that the set lies in.
pub fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/golden"))
}

/// Asks every question of these worlds, of the baseline and of Quintet.
///
/// Cost: every text and question is embedded twice; `embedder` may remember.
///
/// # Errors
/// [`GoldenError`]. A channel that is missing from an answer is no error here, but named in the outcome.
pub fn run(worlds: &[World], embedder: &Arc<dyn Embedder>) -> Result<Vec<Outcome>, GoldenError> {
    let mut outcomes = Vec::new();
    for world in worlds {
        let baseline = baseline::Baseline::load(world, embedder.as_ref())?;
        let house = house::House::load(world, Arc::clone(embedder))?;
        for query in &world.queries {
            let flat = baseline.ask(query, embedder.as_ref())?;
            let (found, degraded) = house.ask(query)?;
            outcomes.push(Outcome {
                id: query.id.clone(),
                family: query.kind.clone(),
                text: query.text.clone(),
                wanted: world.relevant.get(&query.id).cloned().unwrap_or_default(),
                baseline: flat,
                quintet: found,
                degraded,
            });
        }
    }
    Ok(outcomes)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::fake::WordEmbedder;

    #[test]
    fn a_world_is_asked_of_both_and_nothing_is_missing() {
        let said = |id: &str, turn: u32, text: &str| Document {
            id: id.to_owned(),
            text: text.to_owned(),
            title: None,
            time: format!("2026-03-02T09:0{turn}:00Z"),
            speaker: Some("Mira".to_owned()),
            session: Some("talk".to_owned()),
            turn: Some(turn),
        };
        let page = Document {
            title: Some("Paint".to_owned()),
            speaker: None,
            turn: None,
            ..said("w-3", 3, "Green paint needs two days to dry.")
        };
        let query = Query {
            id: "w-q".to_owned(),
            text: "How long does paint need to dry?".to_owned(),
            kind: "temporal".to_owned(),
            time: "2026-03-03T09:00:00Z".to_owned(),
        };
        let world = World {
            name: "w".to_owned(),
            documents: vec![said("w-1", 1, "The gate is open."), said("w-2", 2, "Lunch is at one."), page],
            queries: vec![query],
            relevant: BTreeMap::from([("w-q".to_owned(), ["w-3".to_owned()].into())]),
        };
        let embedder: Arc<dyn Embedder> = Arc::new(WordEmbedder::new(64));
        let outcomes = run(&[world], &embedder).unwrap();
        let [outcome] = &outcomes[..] else { panic!("{outcomes:?}") };
        assert_eq!((outcome.place(&outcome.baseline), outcome.place(&outcome.quintet)), (Some(1), Some(1)));
        assert_eq!(outcome.baseline.len(), 3);
        assert!(outcome.degraded.is_empty(), "{:?}", outcome.degraded);
    }
}
