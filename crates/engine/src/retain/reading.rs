//! Reading a text: names, key phrases and claims by the extractor, and the assertions that claims become.
//!
//! Must not know: how an extractor reads, what the store makes of it.

use super::claims;
use super::item::Infer;
use super::pipeline::{Draft, Pipeline};
use crate::extract::RuleExtractor;
use crate::model::{Kind, Said};
use crate::ports::{Extractor, Reading};
use crate::recall::Degraded;
use crate::store::Assertion;

impl Pipeline<'_> {
    /// Has every text read. A model that fails is replaced by rules, and named.
    pub(super) fn extract(&self, drafts: &mut [&mut Draft]) {
        // A model is asked only for what is to be learnt from.
        let (by_model, by_rules): (Vec<usize>, Vec<usize>) = (0..drafts.len())
            .partition(|idx| drafts[*idx].infer == Infer::Full && claims::is_read(&drafts[*idx].rows[0]));
        for (extractor, chosen) in [(self.extractor, by_model), (&RuleExtractor as &dyn Extractor, by_rules)] {
            if chosen.is_empty() {
                continue;
            }
            let readings: Vec<Reading<'_>> = chosen.iter().map(|idx| drafts[*idx].reading()).collect();
            let by_rules = |readings: &[Reading<'_>]| RuleExtractor.extract(readings).unwrap_or_default();
            let (extractions, failure) = match extractor.extract(&readings) {
                Ok(extractions) if extractions.len() == readings.len() => (extractions, None),
                Ok(_) => (by_rules(&readings), Some("it answered for other texts".to_owned())),
                Err(error) => (by_rules(&readings), Some(error.to_string())),
            };
            for (idx, extraction) in chosen.into_iter().zip(extractions) {
                let draft = &mut *drafts[idx];
                let notes = extraction.notes.iter().map(|note| note.fault.to_string());
                draft.degraded.extend(notes.map(|reason| Degraded { name: "extractor".to_owned(), reason }));
                draft.extraction = extraction;
                draft.degraded.extend(failure.clone().map(|reason| Degraded { name: "extractor".to_owned(), reason }));
            }
        }
    }

    /// Makes assertions of what was read, with their vectors.
    pub(super) fn assert(&self, drafts: &mut [&mut Draft]) {
        for draft in drafts.iter_mut() {
            draft.assertions = self.assertions(draft);
            draft.assertions.extend(self.stated_with(&draft.rows[0], &draft.facts));
            let vector = draft.vectors[0].clone();
            // What somebody did stands in the text nearly word for word.
            for action in draft.assertions.iter_mut().filter(|assertion| assertion.memory.kind == Kind::Action) {
                action.vector.clone_from(&vector);
            }
        }
        let Some(embedder) = self.embedder else { return };
        let is_embedded = |assertion: &Assertion| {
            assertion.memory.kind == Kind::Fact
                && !matches!(assertion.claim.said, Said::Instruction { .. } | Said::Uncertainty { .. })
        };
        let texts: Vec<&str> = drafts
            .iter()
            .flat_map(|draft| &draft.assertions)
            .filter(|assertion| is_embedded(assertion))
            .map(|assertion| assertion.memory.text.as_str())
            .collect();
        if texts.is_empty() {
            return;
        }
        match embedder.embed(&texts) {
            Ok(vectors) => {
                let mut vectors = vectors.into_iter();
                for draft in drafts.iter_mut() {
                    for assertion in draft.assertions.iter_mut().filter(|assertion| is_embedded(assertion)) {
                        assertion.vector = vectors.next();
                    }
                }
            }
            Err(error) => {
                for draft in drafts.iter_mut().filter(|draft| !draft.assertions.is_empty()) {
                    draft.degraded.push(Degraded { name: "embedder".to_owned(), reason: error.to_string() });
                }
            }
        }
    }
}

impl Draft {
    /// What an extractor is given of it.
    fn reading(&self) -> Reading<'_> {
        let head = &self.rows[0];
        Reading {
            text: head.spoken(),
            speaker: head.speaker.as_deref(),
            role: head.role,
            // A document's relative words have no known moment to count from.
            said_at: (head.kind == Kind::Turn).then_some(head.known_at),
            zone: self.zone.as_deref(),
            known: None,
            keyphrases: head.kind != Kind::Turn,
            claims: self.infer != Infer::None && claims::is_read(head),
        }
    }
}
