//! The second hop: from the names in the first hits to the rows that those names lead to.
//!
//! "Who is the wife of the painter of X" finds the page of X, which names the painter; the answer stands on the painter's
//! page, or in a row elsewhere that names her, and resembles the question hardly at all. So such a row inherits a share of
//! the hit that led to it ([`Lift`]). Measured on linked pages (titles) and on loose paragraphs (shared rare names).
//!
//! Must not know: weights, fusion.

use std::collections::BTreeMap;

use super::{ChannelError, Inquiry, Lift};
use crate::model::{EdgeKind, NodeKind};
use crate::store::{Facets, Linked, Ordinal, Step};
use crate::text;

/// First hits whose text opens a hop. Measured: five instead of three change little.
const SEEDS: usize = 3;
/// Names followed from the text of one hit. Chosen.
const NAMES_MAX: usize = 24;
/// Rows of one page that a name may open. A page with more rows says little by its name alone; chosen.
const PAGE_ROWS_MAX: usize = 128;
/// Share that the only row of a page inherits; rows of longer pages share it by the square root. Measured.
const PAGE_SHARE: f32 = 0.6;
/// Share that a row inherits by a name that it alone has in common with the hit. Measured.
const NAME_SHARE: f32 = 0.5;
/// Value of such a row beside that of a page's only row. Measured.
const NAME_VALUE: f32 = 0.15;
/// Rows that mention a name, at most, for the name to lead anywhere. Measured: 8 and 20 differ little.
const NAME_ROWS_MAX: u32 = 20;

/// A row that a name in a hit leads to.
#[derive(Clone, Debug)]
pub(super) struct Hop {
    /// The row.
    pub(super) row: Ordinal,
    /// What it inherits.
    pub(super) lift: Lift,
    /// How surely the name leads to this row, in `(0, 1]`, times the hit's score relative to the best hit.
    pub(super) value: f32,
    /// From the hit over the name to the row.
    pub(super) path: Vec<Step>,
}

/// The rows that the first hits lead to, each by the way that leaves it most; by ascending row.
///
/// # Errors
/// As the view's readers.
pub(super) fn hops(inquiry: &Inquiry<'_>) -> Result<Vec<Hop>, ChannelError> {
    let seeds = &inquiry.seeds[..inquiry.seeds.len().min(SEEDS)];
    let best = seeds.first().map_or(1.0, |seed| seed.1).max(f32::MIN_POSITIVE);
    let rows: Vec<Ordinal> = seeds.iter().map(|seed| seed.0).collect();
    let facets = inquiry.view.facets(&rows)?;
    let asked = Asked::of(inquiry);
    let mut hops: BTreeMap<Ordinal, Hop> = BTreeMap::new();
    for (((seed, score), memory), facets) in seeds.iter().zip(inquiry.view.memories(&rows)?).zip(&facets) {
        let (Some(memory), Some(facets)) = (memory, facets) else { continue };
        let hit = Hit { row: *seed, strength: score / best, facets };
        for hop in from_hit(inquiry, &hit, &memory.text, &asked)? {
            let better = hops.get(&hop.row).is_none_or(|known| hop.value > known.value);
            if better {
                hops.insert(hop.row, hop);
            }
        }
    }
    Ok(hops.into_values().collect())
}

/// What the question names itself leads nowhere new.
struct Asked<'a> {
    inquiry: &'a Inquiry<'a>,
    /// The question's words, each with a space before and after.
    words: String,
}

impl<'a> Asked<'a> {
    fn of(inquiry: &'a Inquiry<'a>) -> Self {
        let words: Vec<String> = text::name_words(&inquiry.question.text).into_iter().map(|word| word.key).collect();
        Self { inquiry, words: format!(" {} ", words.join(" ")) }
    }

    fn has(&self, linked: &Linked) -> bool {
        self.inquiry.question.names.iter().any(|named| named.linked.node == linked.node)
            || self.words.contains(&format!(" {} ", text::name_key(&linked.name)))
    }
}

struct Hit<'a> {
    row: Ordinal,
    strength: f32,
    facets: &'a Facets,
}

fn from_hit(inquiry: &Inquiry<'_>, hit: &Hit<'_>, text: &str, asked: &Asked<'_>) -> Result<Vec<Hop>, ChannelError> {
    let n_rows = inquiry.view.len().max(2) as f32;
    // By row: how surely it is meant, over which kind of edge, by which name.
    let mut ways: BTreeMap<Ordinal, (f32, f32, EdgeKind, String)> = BTreeMap::new();
    for linked in inquiry.view.link(text)?.into_iter().take(NAMES_MAX) {
        if asked.has(&linked) {
            continue;
        }
        let (kind, rows, own, share) = match linked.kind {
            NodeKind::Section => {
                let rows = inquiry.view.touching(linked.node, EdgeKind::InSection, PAGE_ROWS_MAX)?;
                let own = 1.0 / (rows.len().max(1) as f32).sqrt();
                (EdgeKind::InSection, rows, own, PAGE_SHARE)
            }
            NodeKind::Entity if (2..=NAME_ROWS_MAX).contains(&linked.degree) => {
                let rows = inquiry.view.touching(linked.node, EdgeKind::Mentions, NAME_ROWS_MAX as usize)?;
                let n_named = linked.degree as f32;
                let own = (n_rows / n_named).ln().max(0.0) / n_rows.ln() / (n_named / 2.0).sqrt();
                (EdgeKind::Mentions, rows, own, NAME_SHARE)
            }
            _ => continue,
        };
        for row in rows.into_iter().filter(|row| *row != hit.row) {
            let way = ways.entry(row).or_insert_with(|| (0.0, 0.0, kind, linked.name.clone()));
            // Several names in common speak for a row together; pages by themselves.
            let sure = if kind == EdgeKind::Mentions { (way.0 + own).min(1.0) } else { way.0.max(own) };
            if sure * share > way.0 * way.1 {
                *way = (sure, share.max(way.1), kind, linked.name.clone());
            }
        }
    }
    let rows: Vec<Ordinal> = ways.keys().copied().collect();
    let elsewhere = inquiry.view.facets(&rows)?.into_iter().map(|facets| facets.is_some_and(|f| is_elsewhere(hit, &f)));
    let hop = |(row, (sure, share, kind, name)): (Ordinal, (f32, f32, EdgeKind, String))| Hop {
        row,
        lift: Lift { from: Some(hit.row), share: share * sure },
        value: hit.strength * sure * if kind == EdgeKind::Mentions { NAME_VALUE } else { 1.0 },
        path: vec![
            Step { kind: EdgeKind::Mentions, row: Some(hit.row), node: None },
            Step { kind: EdgeKind::Mentions, row: None, node: Some(name) },
            Step { kind, row: Some(row), node: None },
        ],
    };
    Ok(ways.into_iter().zip(elsewhere).filter(|(_, elsewhere)| *elsewhere).map(|(way, _)| hop(way)).collect())
}

/// True when a row is no part of the hit's own page or memory.
fn is_elsewhere(hit: &Hit<'_>, row: &Facets) -> bool {
    let same_page = row.title_key.is_some() && row.title_key == hit.facets.title_key;
    let same_whole = row.part_of == Some(hit.row) || row.part_of.is_some() && row.part_of == hit.facets.part_of;
    !same_page && !same_whole
}
