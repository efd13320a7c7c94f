//! `semantic`: rows that mean what the question means.
//!
//! One vector a row; a short turn's vector has its neighbours' mixed in, since alone it means little (recipe, section 3a).

use super::{Channel, ChannelError, Found, Inquiry, Needs, Scale, Spec};
use crate::store::Ordinal;

/// The channel.
pub(super) struct Semantic;

static SPEC: Spec = Spec {
    name: "semantic",
    summary: "meaning: cosine of one vector a memory, neighbours mixed in",
    weights: [0.5, 0.5, 0.4, 0.5, 0.05],
    weight_metamemory: 1.0,
    scale: Scale::MinMax,
    needs: Needs::Vector,
};

impl Channel for Semantic {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn search(&self, inquiry: &Inquiry<'_>, limit: usize) -> Result<Vec<Found>, ChannelError> {
        let Some(vector) = inquiry.question.vector.as_deref() else { return Ok(Vec::new()) };
        let nearest = inquiry.view.nearest(vector, limit, inquiry.deadline)?;
        Ok(nearest.into_iter().map(|(row, score)| Found::new(row, score)).collect())
    }

    fn score(&self, inquiry: &Inquiry<'_>, rows: &[Ordinal]) -> Result<Option<Vec<f32>>, ChannelError> {
        let Some(vector) = inquiry.question.vector.as_deref() else { return Ok(None) };
        let cosines = inquiry.view.similarity(vector, rows)?;
        // A row without a vector is as far away as a row can be.
        Ok(Some(cosines.into_iter().map(|cosine| cosine.unwrap_or(-1.0)).collect()))
    }
}
