//! `keyword`: rows that share words with the question; identifiers count whole and in parts.

use super::{Channel, ChannelError, Found, Inquiry, Needs, Scale, Spec};
use crate::store::Ordinal;

/// The channel.
pub(super) struct Keyword;

static SPEC: Spec = Spec {
    name: "keyword",
    summary: "words: BM25 over the text, its neighbours as a weaker field, identifiers whole and in parts",
    weights: [0.5, 0.5, 0.6, 0.5, 0.05],
    weight_metamemory: 0.9,
    scale: Scale::ZeroMax,
    needs: Needs::Question,
};

impl Channel for Keyword {
    fn spec(&self) -> &'static Spec {
        &SPEC
    }

    fn search(&self, inquiry: &Inquiry<'_>, limit: usize) -> Result<Vec<Found>, ChannelError> {
        let matching = inquiry.view.matching(&inquiry.question.terms, limit, inquiry.deadline)?;
        Ok(matching.into_iter().map(|(row, score)| Found::new(row, score)).collect())
    }

    fn score(&self, inquiry: &Inquiry<'_>, rows: &[Ordinal]) -> Result<Option<Vec<f32>>, ChannelError> {
        Ok(Some(inquiry.view.match_scores(&inquiry.question.terms, rows)?))
    }
}
