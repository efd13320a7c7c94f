//! Writing what was drawn from memories: observations, proposed ties and kept reflections. They go the way of every claim,
//! through the reconciler, with the least authority there is.
//!
//! Must not know: how they were drawn.

use super::facts::NOWHERE;
use super::item::{RememberError, RememberItem};
use super::pipeline::Pipeline;
use crate::consolidate::{Drawn, Step, Whom};
use crate::model::{
    Category, Claim, EntityId, Kind, Memory, MemoryId, Origin, Party, Said, ScopeSets, Source, Stance, Validity,
};
use crate::store::{Asserted, Assertion};
use crate::text;

/// A tie between two entities that memories suggest.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tie {
    /// From whom.
    pub(crate) subject: (EntityId, String),
    /// How they are tied.
    pub(crate) label: String,
    /// To whom.
    pub(crate) object: (EntityId, String),
    /// Who may see it: whoever may see the memories.
    pub(crate) scopes: ScopeSets,
    /// In `[0, 1]`.
    pub(crate) confidence: f32,
    /// The memories.
    pub(crate) sources: Vec<MemoryId>,
}

/// Something drawn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Drawing {
    /// An observation.
    Observation(Drawn),
    /// A tie.
    Tie(Tie),
}

impl Drawing {
    /// Who may see it.
    pub(crate) fn scopes(&self) -> &ScopeSets {
        match self {
            Self::Observation(drawn) => &drawn.scopes,
            Self::Tie(tie) => &tie.scopes,
        }
    }
}

impl Pipeline<'_> {
    /// Writes drawings, all or nothing, in order. Says of each what became of it.
    pub(crate) fn draw(
        &self,
        drawings: &[Drawing],
        origin: Origin,
        principal: Option<&str>,
    ) -> Result<Vec<Asserted>, RememberError> {
        if drawings.is_empty() {
            return Ok(Vec::new());
        }
        let assertion = |drawing: &Drawing| match drawing {
            Drawing::Observation(drawn) => self.observed(drawn, origin, principal),
            Drawing::Tie(tie) => self.tied(tie, origin, principal),
        };
        let mut assertions: Vec<Assertion> = drawings.iter().map(assertion).collect();
        self.embed_facts(&mut assertions);
        Ok(self.commit_facts(assertions)?.asserted)
    }

    fn observed(&self, drawn: &Drawn, origin: Origin, principal: Option<&str>) -> Assertion {
        let (subject, speaker) = match &drawn.whom {
            Whom::Known(id, name) => (Party::Known { id: *id, name: name.clone() }, None),
            Whom::Speaker(name) => (Party::Speaker, name.clone()),
        };
        let said = Said::Attribute { subject, key: drawn.key.clone(), value: drawn.value.clone(), value_span: NOWHERE };
        let claim = Claim {
            said,
            span: NOWHERE,
            confidence: drawn.confidence,
            stance: Stance::Lived,
            valid: drawn.valid,
            ends: drawn.step == Step::Withdraw,
            category: drawn.category,
        };
        let head = self.drawn_head(&drawn.scopes, drawn.category, origin, principal, speaker);
        let mut assertion = self.drawn(&head, &claim, &drawn.sources);
        assertion.memory.text.clone_from(&drawn.text);
        assertion.memory.simhash = text::simhash(&drawn.text);
        if let Step::Supersede(older) = drawn.step {
            assertion.memory.supersedes = Some(older);
        }
        assertion
    }

    fn tied(&self, tie: &Tie, origin: Origin, principal: Option<&str>) -> Assertion {
        let party = |(id, name): &(EntityId, String)| Party::Known { id: *id, name: name.clone() };
        let said =
            Said::Relation { subject: party(&tie.subject), label: tie.label.clone(), object: party(&tie.object) };
        let claim = Claim {
            said,
            span: NOWHERE,
            confidence: tie.confidence,
            stance: Stance::Hypothetical,
            valid: Validity::default(),
            ends: false,
            category: Category::Knowledge,
        };
        let head = self.drawn_head(&tie.scopes, Category::Knowledge, origin, principal, None);
        self.drawn(&head, &claim, &tie.sources)
    }

    fn drawn_head(
        &self,
        scopes: &ScopeSets,
        category: Category,
        origin: Origin,
        principal: Option<&str>,
        speaker: Option<String>,
    ) -> Memory {
        let item = RememberItem {
            scopes: Some(scopes.clone()),
            category: Some(category),
            principal: principal.map(str::to_owned),
            speaker,
            ..RememberItem::default()
        };
        let head = self.head(&item, &jiff::tz::TimeZone::UTC, self.clock.now());
        let source = Source { origin, ..head.source.clone() };
        Memory { source, ..head }
    }

    fn drawn(&self, head: &Memory, claim: &Claim, sources: &[MemoryId]) -> Assertion {
        let mut assertion = self.assertion(head, claim);
        assertion.memory.kind = Kind::Observation;
        assertion.memory.source.span = None;
        assertion.memory.source.derived_from = sources.to_vec();
        assertion
    }
}
