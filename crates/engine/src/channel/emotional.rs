//! `emotional`: rows that feel like what the question asks about.
//!
//! A question that names a state compares levels; one that asks for a change compares shapes. A question without any
//! feeling gives this channel nothing to go by.

use super::{Channel, ChannelError, Found, Inquiry, Needs, Scale, Spec};
use crate::affect::{FeelingKind, FeelingQuery, arc};
use crate::store::Ordinal;

/// The channel.
pub(super) struct Emotional;

static SPEC: Spec = Spec {
    name: "emotional",
    summary: "feeling: probability of the feeling asked about, or the shape of a change of feelings",
    weights: [0.1, 0.1, 0.05, 0.1, 1.0],
    weight_metamemory: 0.6,
    scale: Scale::Unit,
    needs: Needs::Question,
};

/// Labels with positions, as the view's readers want them.
fn wanted(feeling: &FeelingQuery) -> Vec<(usize, f32)> {
    feeling.labels.iter().map(|(label, weight)| (label.column(), *weight)).collect()
}

impl Channel for Emotional {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn search(&self, inquiry: &Inquiry<'_>, limit: usize) -> Result<Vec<Found>, ChannelError> {
        let Some(feeling) = &inquiry.question.feeling else { return Ok(Vec::new()) };
        if feeling.kind == FeelingKind::Arc
            && let Some(asked) = arc(&feeling.points)
        {
            let shapes = inquiry.view.arcs(asked.vector.as_slice(), limit, inquiry.deadline)?;
            let alike: Vec<Found> = shapes
                .into_iter()
                .filter(|(_, score)| *score > 0.0)
                .map(|(row, score)| Found::new(row, score.min(1.0)))
                .collect();
            if !alike.is_empty() {
                return Ok(alike);
            }
        }
        let states = inquiry.view.feeling(&wanted(feeling), limit, inquiry.deadline)?;
        Ok(states.into_iter().map(|(row, score)| Found::new(row, score)).collect())
    }

    fn score(&self, inquiry: &Inquiry<'_>, rows: &[Ordinal]) -> Result<Option<Vec<f32>>, ChannelError> {
        match &inquiry.question.feeling {
            Some(feeling) if feeling.kind == FeelingKind::State => {
                Ok(Some(inquiry.view.feeling_scores(&wanted(feeling), rows)?))
            }
            _ => Ok(None),
        }
    }
}
