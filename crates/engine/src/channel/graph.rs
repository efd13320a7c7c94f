//! `graph`: rows connected with what the question names and with what the best hits name.
//!
//! Three ways lead to a row, each with a bounded reach: the question names it (its page or an entity in it); one of the
//! first hits names its page (a hop, which opens the second step of a multi-hop question); it shares rare names with the
//! first hits (spreading activation, one step outward). Measured in the recipe, section 3h: the hop carries questions over
//! linked pages, shared rare names carry the others.

use std::collections::BTreeMap;

use super::{Channel, ChannelError, Found, Inquiry, Lift, Needs, Scale, Spec, chain, exchange, hop};
use crate::model::{EdgeKind, NodeKind};
use crate::store::{Ordinal, Seed, Step, Walk};

/// The channel.
pub(super) struct Graph;

static SPEC: Spec = Spec {
    name: "graph",
    summary: "connections: pages and entities the question names, pages the first hits name, rare names they share",
    weights: [0.4, 0.4, 0.2, 0.4, 0.02],
    weight_metamemory: 0.7,
    scale: Scale::Unit,
    needs: Needs::Seeds,
};

/// First hits that activation spreads from. From the recipe.
const SPREAD_SEEDS: usize = 10;
/// Value of a row on a page that the question names, of a row reached by a hop, and of the most activated row. From the
/// recipe: 0.20, 0.40 and 0.10, here relative to the hop.
const NAMED_VALUE: f32 = 0.5;
const HOP_VALUE: f32 = 1.0;
const SPREAD_VALUE: f32 = 0.25;
/// Value of a turn right before one that the question asks the cause of. Chosen: it rises by what it inherits.
const BESIDE_VALUE: f32 = 0.25;
/// Value of the end of a chain of names. Chosen: it rises by what it inherits.
const CHAIN_VALUE: f32 = 0.5;
/// Rows of one page that a name may open. A page with more rows says little by its name alone; chosen.
const PAGE_ROWS_MAX: usize = 128;

/// Values and winning paths of the rows reached so far.
#[derive(Default)]
struct Reached {
    rows: BTreeMap<Ordinal, Way>,
}

#[derive(Default)]
struct Way {
    value: f32,
    /// Value of the strongest single reason, and its path.
    strongest: f32,
    path: Vec<Step>,
    lift: Option<Lift>,
}

impl Reached {
    /// Adds to a row's value; the path of its strongest single reason is kept.
    fn add(&mut self, row: Ordinal, value: f32, path: impl FnOnce() -> Vec<Step>) {
        let way = self.rows.entry(row).or_default();
        way.value += value;
        if value > way.strongest {
            way.strongest = value;
            way.path = path();
        }
    }

    fn lift(&mut self, row: Ordinal, lift: Lift) {
        let known = &mut self.rows.entry(row).or_default().lift;
        if known.is_none_or(|known| lift.share > known.share) {
            *known = Some(lift);
        }
    }
}

/// The walk of the `spread` part: one step outward over rare names and pages.
fn walk() -> Walk {
    Walk {
        decay: 0.6,
        hops_max: 1,
        threshold: 0.001,
        frontier_max: 256,
        fan_max: 30,
        kinds: vec![
            (EdgeKind::Mentions, 1.0),
            (EdgeKind::InSection, 1.0),
            (EdgeKind::CausedBy, 1.0),
            (EdgeKind::HasKeyphrase, 0.5),
        ],
    }
}

fn to_node(kind: EdgeKind, name: &str) -> Step {
    Step { kind, row: None, node: Some(name.to_owned()) }
}

fn to_row(kind: EdgeKind, row: Ordinal) -> Step {
    Step { kind, row: Some(row), node: None }
}

impl Graph {
    /// Rows of the pages that the question names.
    fn named(inquiry: &Inquiry<'_>, reached: &mut Reached) -> Result<(), ChannelError> {
        for named in &inquiry.question.names {
            let linked = &named.linked;
            if linked.kind != NodeKind::Section {
                continue;
            }
            let rows = inquiry.view.touching(linked.node, EdgeKind::InSection, PAGE_ROWS_MAX)?;
            let value = NAMED_VALUE / (rows.len().max(1) as f32).sqrt();
            for row in rows {
                reached.add(row, value, || {
                    vec![to_node(EdgeKind::InSection, &linked.name), to_row(EdgeKind::InSection, row)]
                });
            }
        }
        Ok(())
    }

    /// Rows that names in the best hits lead to.
    fn hop(inquiry: &Inquiry<'_>, reached: &mut Reached) -> Result<(), ChannelError> {
        for hop in hop::hops(inquiry)? {
            reached.add(hop.row, HOP_VALUE * hop.value, || hop.path);
            reached.lift(hop.row, hop.lift);
        }
        Ok(())
    }

    /// Turns beside those that the question is about.
    fn beside(inquiry: &Inquiry<'_>, reached: &mut Reached) -> Result<(), ChannelError> {
        for beside in exchange::beside(inquiry)? {
            reached.add(beside.row, BESIDE_VALUE * beside.lift.share, || beside.path);
            reached.lift(beside.row, beside.lift);
        }
        Ok(())
    }

    /// Rows that share rare names with the best hits.
    fn spread(inquiry: &Inquiry<'_>, limit: usize, reached: &mut Reached) -> Result<(), ChannelError> {
        let seeds: Vec<(Seed, f32)> =
            inquiry.seeds.iter().take(SPREAD_SEEDS).map(|(row, score)| (Seed::Row(*row), *score)).collect();
        if seeds.is_empty() {
            return Ok(());
        }
        let activated = inquiry.view.spread(&seeds, &walk(), limit, inquiry.deadline)?;
        let best = activated.first().map_or(1.0, |first| first.activation).max(f32::MIN_POSITIVE);
        for row in activated {
            reached.add(row.row, SPREAD_VALUE * row.activation / best, || row.path);
        }
        Ok(())
    }
}

impl Channel for Graph {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn search(&self, inquiry: &Inquiry<'_>, limit: usize) -> Result<Vec<Found>, ChannelError> {
        let mut reached = Reached::default();
        Self::named(inquiry, &mut reached)?;
        Self::hop(inquiry, &mut reached)?;
        Self::beside(inquiry, &mut reached)?;
        for end in chain::ends(inquiry)? {
            reached.add(end.row, CHAIN_VALUE * end.lift.share, || end.path);
            reached.lift(end.row, end.lift);
        }
        Self::spread(inquiry, limit, &mut reached)?;
        let mut found: Vec<Found> = reached
            .rows
            .into_iter()
            .filter(|(_, way)| way.value > 0.0)
            .map(|(row, way)| Found { row, score: way.value.min(1.0), path: way.path, lift: way.lift })
            .collect();
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.row.cmp(&b.row)));
        found.truncate(limit);
        Ok(found)
    }

    fn score(&self, _: &Inquiry<'_>, _: &[Ordinal]) -> Result<Option<Vec<f32>>, ChannelError> {
        // A row that the walk did not reach is not connected.
        Ok(None)
    }
}
