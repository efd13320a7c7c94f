//! `emotional`: rows that feel like what the question asks about.
//!
//! A question that names a state compares levels; one that asks for a change looks for the course of the named feelings
//! along sessions, episodes, speakers and transcripts, and for memories whose given points have the shape. A question
//! without any feeling gives this channel nothing to go by.

use std::collections::BTreeMap;

use super::{Channel, ChannelError, Found, Inquiry, Needs, Scale, Spec};
use crate::affect::{self, Arc, FeelingKind, FeelingQuery, Label, Point};
use crate::store::{CourseAsk, Ordinal};

/// The channel.
pub(super) struct Emotional;

static SPEC: Spec = Spec {
    name: "emotional",
    summary: "feeling: probability of the feeling asked about, or the course of a change of feelings",
    weights: [0.1, 0.1, 0.05, 0.1, 1.0],
    weight_metamemory: 0.6,
    scale: Scale::Unit,
    needs: Needs::Question,
};

/// Memories with points of their own whose curves are compared. From the design.
const CURVES_COMPARED: usize = 50;

/// Labels with positions, as the view's readers want them.
fn wanted(feeling: &FeelingQuery) -> Vec<(usize, f32)> {
    feeling.labels.iter().map(|(label, weight)| (label.column(), *weight)).collect()
}

/// What each step of a course may look like. A step that no word names lies where its opposite does not: it is any basic
/// feeling of the same side.
fn steps(feeling: &FeelingQuery) -> Vec<Vec<(usize, f32)>> {
    let side = |point: &Point| {
        Label::BASIC
            .into_iter()
            .filter(|label| label.vad()[0] * point.valence > 0.0 && *label != Label::Surprise)
            .map(|label| (label.column(), 1.0))
            .collect()
    };
    let step = |(labels, point): (&Vec<(Label, f32)>, &Point)| -> Vec<(usize, f32)> {
        if labels.is_empty() {
            return side(point);
        }
        labels.iter().map(|(label, weight)| (label.column(), *weight)).collect()
    };
    feeling.steps.iter().zip(&feeling.points).map(step).filter(|labels| !labels.is_empty()).collect()
}

/// Rows along which the feelings go as asked.
fn courses(
    inquiry: &Inquiry<'_>,
    feeling: &FeelingQuery,
    curve: &Arc,
    limit: usize,
) -> Result<BTreeMap<Ordinal, f32>, ChannelError> {
    let question = inquiry.question;
    let steps = steps(feeling);
    let ask = CourseAsk { steps: &steps, people: &question.speaker_keys, party: question.party, curve };
    let found = inquiry.view.courses(&ask, limit, inquiry.deadline)?;
    Ok(found.into_iter().map(|found| (found.row, found.score)).collect())
}

/// Memories whose own points have the shape: nearest by vector, the best of them compared curve by curve.
fn shapes(inquiry: &Inquiry<'_>, curve: &Arc, limit: usize) -> Result<Vec<(Ordinal, f32)>, ChannelError> {
    let mut near = inquiry.view.arcs(curve.vector.as_slice(), limit, inquiry.deadline)?;
    let head = near.len().min(CURVES_COMPARED);
    let rows: Vec<Ordinal> = near[..head].iter().map(|(row, _)| *row).collect();
    for ((_, score), points) in near.iter_mut().zip(inquiry.view.points(&rows)?) {
        if let Some(own) = affect::arc(&affect::told(&points)) {
            *score = affect::arc_similarity(curve, &own);
        }
    }
    Ok(near)
}

impl Channel for Emotional {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn search(&self, inquiry: &Inquiry<'_>, limit: usize) -> Result<Vec<Found>, ChannelError> {
        let Some(feeling) = &inquiry.question.feeling else { return Ok(Vec::new()) };
        if feeling.kind == FeelingKind::Arc
            && let Some(curve) = affect::arc(&feeling.points)
        {
            let mut best = courses(inquiry, feeling, &curve, limit)?;
            for (row, score) in shapes(inquiry, &curve, limit)? {
                let known = best.entry(row).or_insert(0.0);
                *known = known.max(score.min(1.0));
            }
            let mut found: Vec<Found> =
                best.into_iter().filter(|(_, score)| *score > 0.0).map(|(row, score)| Found::new(row, score)).collect();
            found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.row.cmp(&b.row)));
            found.truncate(limit);
            if !found.is_empty() {
                return Ok(found);
            }
        }
        let people = &inquiry.question.speaker_keys;
        if !people.is_empty() {
            let theirs = inquiry.view.spoken_by(people)?;
            let states = theirs.feeling(&wanted(feeling), limit, inquiry.deadline)?;
            if !states.is_empty() {
                return Ok(states.into_iter().map(|(row, score)| Found::new(row, score)).collect());
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
