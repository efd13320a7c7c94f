//! The extractor that needs no model: names by rules, key phrases by RAKE.

use crate::limits;
use crate::model::Span;
use crate::ports::{Extraction, Extractor, Mention, ModelError, Reading};
use crate::text;

/// Reads names and key phrases by rules. Never fails.
#[derive(Clone, Copy, Debug, Default)]
pub struct RuleExtractor;

impl Extractor for RuleExtractor {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn extract(&self, readings: &[Reading<'_>]) -> Result<Vec<Extraction>, ModelError> {
        Ok(readings.iter().map(|reading| read(reading.text)).collect())
    }
}

fn read(text: &str) -> Extraction {
    let mention = |(span, confidence): (Span, f32)| {
        let name = text.get(span.start as usize..span.end as usize)?.to_owned();
        Some(Mention { name, span, confidence, kind: None })
    };
    let mentions = text::mentions(text).into_iter().filter_map(mention).take(limits::MENTIONS_MAX).collect();
    let keyphrases = text::keyphrases(text, limits::KEYPHRASES_MAX)
        .into_iter()
        .filter(|(_, score)| *score >= limits::KEYPHRASE_SCORE_MIN)
        .collect();
    Extraction { mentions, keyphrases, ..Extraction::default() }
}
