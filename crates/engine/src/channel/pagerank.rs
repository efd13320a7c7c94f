//! `pagerank`: rows where a walker is often met who starts at what the question names and at the best hits, and often returns.
//!
//! What `graph` follows step by step, this weighs all at once: a row that many weak ties lead to counts like one that a strong
//! tie leads to, and a hub hands little on to each of its many rows. Source: Haveliwala 2002 for the personal start; the walk
//! is the graph index's forward push with an error bound.

use super::{Channel, ChannelError, Found, Inquiry, Needs, Scale, Spec};
use crate::model::{EdgeKind, Kind};
use crate::store::{Facets, Ordinal, Seed, Wander};

/// The channel.
pub(super) struct PageRank;

static SPEC: Spec = Spec {
    name: "pagerank",
    summary: "probability: where a walker is met who starts at what is named and at the best hits, and often returns",
    weights: [0.1, 0.05, 0.1, 0.2, 0.01],
    weight_metamemory: 0.0,
    scale: Scale::ZeroMax,
    needs: Needs::Seeds,
};

/// Rows it brings, at most: every other channel has to score what one brings, and far down the walk says nothing. Measured.
const ROWS_MAX: usize = 48;
/// First hits the walker starts from. As the graph's; from the recipe.
const HIT_SEEDS: usize = 10;
/// Share of the starts that names of the question get; the hits get the rest. Chosen.
const NAMED_SHARE: f32 = 0.3;
/// Chance to go on. Measured in the recipe (section 3h) better than the usual 0.85: what is wanted is near.
const DAMPING: f32 = 0.5;
/// Error bound for each edge of a node. Measured: at a million edges the walk takes well under 1 ms, and a tenth of it
/// changes no list of 10.
const EPSILON: f32 = 1e-3;
/// Readiness to go along each kind of edge. Names and titles alike, the next turn at a third: measured. Key phrases are left
/// to `bridge`: with them every measured set lost a little.
const KINDS: [(EdgeKind, f32); 7] = [
    (EdgeKind::Mentions, 1.0),
    (EdgeKind::InSection, 1.0),
    (EdgeKind::LinksTo, 1.0),
    (EdgeKind::InDocument, 0.3),
    (EdgeKind::CausedBy, 1.0),
    (EdgeKind::Next, 0.3),
    (EdgeKind::SameAs, 1.0),
];
/// Words up to which a turn counts in full, and from which it is not found here. As for what a turn takes from its
/// neighbours: a long turn says what it is about, and what it is connected with only distracts (measured: without this
/// beam_100k lost 0.04 of MRR).
const TURN_FULL_WORDS: f32 = 30.0;
const TURN_CLOSED_WORDS: f32 = 100.0;

/// Where the walker starts: the names of the question by their rarity, and the best hits by their score.
fn seeds(inquiry: &Inquiry<'_>) -> Vec<(Seed, f32)> {
    let named = inquiry.question.names.iter().map(|named| {
        let rarity = 1.0 / (1.0 + named.linked.degree as f32).sqrt();
        (Seed::Node(named.linked.node), rarity)
    });
    let hits = inquiry.seeds.iter().take(HIT_SEEDS).map(|(row, score)| (Seed::Row(*row), *score));
    let share = |seeds: Vec<(Seed, f32)>, share: f32| {
        let sum: f32 = seeds.iter().map(|(_, value)| value).sum::<f32>().max(f32::MIN_POSITIVE);
        seeds.into_iter().map(move |(seed, value)| (seed, value / sum * share))
    };
    share(named.collect(), NAMED_SHARE).chain(share(hits.collect(), 1.0 - NAMED_SHARE)).collect()
}

/// What a row's connections are worth for it, in `[0, 1]`.
fn gate(facets: &Facets) -> f32 {
    if facets.kind != Kind::Turn {
        return 1.0;
    }
    ((TURN_CLOSED_WORDS - facets.words as f32) / (TURN_CLOSED_WORDS - TURN_FULL_WORDS)).clamp(0.0, 1.0)
}

impl Channel for PageRank {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn search(&self, inquiry: &Inquiry<'_>, limit: usize) -> Result<Vec<Found>, ChannelError> {
        let seeds = seeds(inquiry);
        if seeds.is_empty() {
            return Ok(Vec::new());
        }
        let how = Wander { damping: DAMPING, epsilon: EPSILON, kinds: KINDS.to_vec() };
        let met = inquiry.view.wander(&seeds, &how, limit.min(ROWS_MAX), inquiry.deadline)?;
        let rows: Vec<Ordinal> = met.iter().map(|(row, _)| *row).collect();
        let facets = inquiry.view.facets(&rows)?;
        let gated = met
            .into_iter()
            .zip(&facets)
            .map(|((row, probability), facets)| Found::new(row, probability * facets.as_ref().map_or(0.0, gate)));
        let mut found: Vec<Found> = gated.filter(|found| found.score > 0.0).collect();
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.row.cmp(&b.row)));
        Ok(found)
    }

    fn score(&self, _: &Inquiry<'_>, _: &[Ordinal]) -> Result<Option<Vec<f32>>, ChannelError> {
        // A row where the walker was not met is not connected.
        Ok(None)
    }
}
