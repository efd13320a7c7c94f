//! `standing`: wishes and facts of a person that apply whatever is asked.
//!
//! "Always answer in metric units" shares hardly a word with "how far is it to Lyon", and so is found by neither words nor
//! meaning among thousands of rows. There are few such rows, so that all of them are looked at for every question, the
//! nearest in meaning first.
//!
//! What is asked to be done has no answer among the other rows: there the nearest wishes are what the question points at, and are
//! lifted above rows that merely share its words.

use super::{Channel, ChannelError, Found, Inquiry, Lift, Needs, Scale, Spec};
use crate::model::Category;
use crate::store::Ordinal;

/// The channel.
pub(super) struct Standing;

static SPEC: Spec = Spec {
    name: "standing",
    summary: "standing: instructions, preferences and other facts of a person that apply whatever is asked",
    weights: [0.9, 0.3, 0.15, 0.6, 0.01],
    weight_metamemory: 0.0,
    scale: Scale::Unit,
    needs: Needs::Vector,
};

/// Value of a fact or preference beside that of an instruction. Measured together with the weight.
const PREFERENCE_VALUE: f32 = 0.9;
/// What standing rows are worth for a question that asks for a fact, beside one that asks for something to be done. Measured.
const FACT_VALUE: f32 = 0.26;
/// What a standing row is worth however little it resembles the question. Measured: 0.3 to 0.5 differ little.
const BASE: f32 = 0.3;
/// The cosine from which a row is wholly on the question's subject. Chosen: unrelated rows of the bundled model lie below 0.2.
const COSINE_FULL: f32 = 0.6;

/// Standing rows that a request is taken to point at, at most: nearest first. Chosen: the rest of the list stays with rows that
/// tell of the matter.
const LIFTED_MAX: usize = 3;
/// Standing rows that are brought, at most. Chosen: so short a list the view compares by whole vectors, since wishes lie close
/// together.
const COMPARED_MAX: usize = 50;
/// Share of a full score for the nearest of them. Chosen: it leaves room for what the row is worth itself.
const LIFT_SHARE: f32 = 0.75;
/// What a row loses of that for each hundredth of cosine that it lies behind the nearest, times a hundred. Chosen: so steep that
/// wishes compete by their own vectors, and hardly by what the other channels say of them.
const LIFT_SLOPE: f32 = 2.0;

fn lift(cosine: f32, best: f32) -> Lift {
    Lift { from: None, share: (LIFT_SHARE - LIFT_SLOPE * (best - cosine)).clamp(0.0, LIFT_SHARE) }
}

fn values(inquiry: &Inquiry<'_>, rows: &[Ordinal]) -> Result<Vec<f32>, ChannelError> {
    let view = inquiry.view;
    let asked = if inquiry.question.asks_action { 1.0 } else { FACT_VALUE };
    let cosines = match inquiry.question.vector.as_deref() {
        Some(vector) => view.similarity(vector, rows)?,
        None => vec![None; rows.len()],
    };
    let value = |(facets, cosine): (Option<crate::store::Facets>, Option<f32>)| match facets.map(|f| f.category) {
        Some(category) if category.is_standing() => {
            let own = if category == Category::Instruction { 1.0 } else { PREFERENCE_VALUE };
            asked * own * (BASE + (1.0 - BASE) * (cosine.unwrap_or(0.0) / COSINE_FULL).clamp(0.0, 1.0))
        }
        _ => 0.0,
    };
    Ok(view.facets(rows)?.into_iter().zip(cosines).map(value).collect())
}

impl Channel for Standing {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn search(&self, inquiry: &Inquiry<'_>, limit: usize) -> Result<Vec<Found>, ChannelError> {
        let standing = inquiry.view.standing()?;
        if standing.is_empty() {
            return Ok(Vec::new());
        }
        let vector = inquiry.question.vector.as_deref();
        let near: Vec<(Ordinal, Option<f32>)> = match vector {
            Some(vector) => {
                let nearest = standing.nearest(vector, limit.min(COMPARED_MAX), inquiry.deadline)?;
                nearest.into_iter().map(|(row, cosine)| (row, Some(cosine))).collect()
            }
            None => standing.by_time(true, limit)?.into_iter().map(|row| (row, None)).collect(),
        };
        let rows: Vec<Ordinal> = near.iter().map(|(row, _)| *row).collect();
        let values = values(inquiry, &rows)?;
        let mut found: Vec<Found> = rows.into_iter().zip(values).map(|(row, value)| Found::new(row, value)).collect();
        if inquiry.question.asks_action {
            let best = near.first().and_then(|(_, cosine)| *cosine).unwrap_or(0.0);
            for (found, (_, cosine)) in found.iter_mut().zip(&near).take(LIFTED_MAX) {
                found.lift = cosine.map(|cosine| lift(cosine, best));
            }
        }
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.row.cmp(&b.row)));
        Ok(found)
    }

    fn score(&self, inquiry: &Inquiry<'_>, rows: &[Ordinal]) -> Result<Option<Vec<f32>>, ChannelError> {
        Ok(Some(values(inquiry, rows)?))
    }
}
