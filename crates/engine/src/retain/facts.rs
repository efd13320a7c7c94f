//! Facts that are given, not read: written through the API, or put in the place of what was wrong. They go the way of every
//! claim, through the reconciler, with the authority of what was written down on purpose.
//!
//! Must not know: how claims are reconciled, how the wire spells a triple.

use super::item::{Learned, RememberError, RememberItem, invalid};
use super::pipeline::Pipeline;
use crate::limits;
use crate::model::{
    Category, Claim, EntityKind, Knowledge, Labels, Memory, Micros, Origin, Party, Said, ScopeSets, Source, Span,
    Stance, Validity, key,
};
use crate::store::{Asserted, Assertion, Change, Committed};
use crate::text;

/// Where nothing stands in any text.
pub(super) const NOWHERE: Span = Span { start: 0, end: 0 };

/// One fact as a caller states it. Only what is said is needed.
#[derive(Clone, Debug, PartialEq)]
pub struct FactItem {
    /// What is said: an attribute, a relation or a standing wish. Spans in it are not looked at.
    pub said: Said,
    /// It no longer holds.
    pub ends: bool,
    /// When it held.
    pub valid: Validity,
    /// How sure it is, in `[0, 1]`; 1 when absent.
    pub confidence: Option<f32>,
    /// What it is to the person; by the key, else knowledge, when absent.
    pub category: Option<Category>,
    /// When it was learnt; the clock's time when absent.
    pub known_at: Option<Micros>,
    /// Who may see it; the root scope when absent.
    pub scopes: Option<ScopeSets>,
    /// Labels.
    pub labels: Labels,
    /// The caller's own name for it.
    pub reference: Option<String>,
    /// Who writes it.
    pub principal: Option<String>,
}

impl FactItem {
    /// A fact of which nothing else is known.
    pub fn new(said: Said) -> Self {
        Self {
            said,
            ends: false,
            valid: Validity::default(),
            confidence: None,
            category: None,
            known_at: None,
            scopes: None,
            labels: Labels::new(),
            reference: None,
            principal: None,
        }
    }

    /// A property of somebody or something that has a name.
    pub fn attribute(kind: EntityKind, name: &str, key: &str, value: &str) -> Self {
        let (key, value) = (snake(key), value.to_owned());
        Self::new(Said::Attribute { subject: named(kind, name), key, value, value_span: NOWHERE })
    }

    /// A relation between two that have names.
    pub fn relation(subject: (EntityKind, &str), label: &str, object: (EntityKind, &str)) -> Self {
        let party = |(kind, name): (EntityKind, &str)| named(kind, name);
        Self::new(Said::Relation { subject: party(subject), label: snake(label), object: party(object) })
    }

    /// What it is to the person.
    fn category_or_default(&self) -> Category {
        self.category.unwrap_or_else(|| match &self.said {
            Said::Attribute { key: name, .. } => key(name).map_or(Category::Knowledge, |key| key.category),
            Said::Instruction { .. } => Category::Instruction,
            Said::Uncertainty { .. } => Category::Uncertainty,
            Said::Relation { .. } | Said::Action { .. } => Category::Knowledge,
        })
    }

    fn claim(&self) -> Claim {
        Claim {
            said: self.said.clone(),
            span: NOWHERE,
            confidence: self.confidence.unwrap_or(1.0),
            stance: Stance::Lived,
            valid: self.valid,
            ends: self.ends,
            category: self.category_or_default(),
        }
    }

    /// The item that stands for it where it comes without a text.
    fn item(&self) -> RememberItem {
        RememberItem {
            known_at: self.known_at,
            valid: self.valid,
            scopes: self.scopes.clone(),
            labels: self.labels.clone(),
            category: Some(self.category_or_default()),
            reference: self.reference.clone(),
            principal: self.principal.clone(),
            ..RememberItem::default()
        }
    }
}

/// Somebody or something by name.
fn named(kind: EntityKind, name: &str) -> Party {
    Party::Named { name: name.trim().to_owned(), kind, span: NOWHERE }
}

/// A key or label in the form in which it is stored: lower case, words joined by `_`.
fn snake(key: &str) -> String {
    let words = key.trim().to_lowercase();
    words
        .split(|c: char| c.is_whitespace() || c == '-' || c == '_')
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("_")
}

/// Checks one fact.
pub(super) fn check_fact(fact: &FactItem) -> Result<(), RememberError> {
    if fact.confidence.is_some_and(|confidence| !(0.0..=1.0).contains(&confidence)) {
        return Err(invalid("confidence", "0 to 1 is allowed"));
    }
    let party = |field: &'static str, party: &Party| match party {
        Party::Named { name, .. } => check_name(field, name),
        Party::Speaker | Party::Known { .. } => Ok(()),
        Party::Role { .. } => {
            Err(invalid(field, "a fact names whom it is about; what somebody is to another is a relation"))
        }
    };
    match &fact.said {
        Said::Attribute { subject, key, value, .. } => {
            party("entity", subject)?;
            check_key("key", key)?;
            if (text::name_key(value).is_empty() && !fact.ends) || value.len() > limits::FACT_VALUE_LEN_MAX {
                let max = limits::FACT_VALUE_LEN_MAX;
                return Err(invalid("value", format!("1 to {max} bytes with a letter or a digit are allowed")));
            }
        }
        Said::Relation { subject, label, object } => {
            party("entity", subject)?;
            check_key("key", label)?;
            party("target", object)?;
        }
        Said::Instruction { label, description, .. } => {
            check_name("label", label)?;
            if description.trim().is_empty() || description.len() > limits::FACT_VALUE_LEN_MAX {
                return Err(invalid("description", format!("1 to {} bytes are allowed", limits::FACT_VALUE_LEN_MAX)));
            }
        }
        Said::Action { .. } | Said::Uncertainty { .. } => {
            return Err(invalid("fact", "attributes, relations and instructions are written as facts"));
        }
    }
    Ok(())
}

fn check_name(field: &'static str, name: &str) -> Result<(), RememberError> {
    let is_name = !text::name_key(name).is_empty() && !name.chars().any(char::is_control);
    if is_name && name.len() <= limits::NAME_LEN_MAX {
        return Ok(());
    }
    let max = limits::NAME_LEN_MAX;
    Err(invalid(field, format!("a name of at most {max} bytes with a letter or a digit is needed")))
}

fn check_key(field: &'static str, key: &str) -> Result<(), RememberError> {
    let allowed = |c: char| c.is_alphanumeric() || c == '_';
    if !key.is_empty() && key.len() <= limits::LABEL_LEN_MAX && key.chars().all(allowed) {
        return Ok(());
    }
    Err(invalid(field, "it is a short word or several joined by '_'"))
}

impl Pipeline<'_> {
    /// Writes facts, all or nothing, in order. Says of each what became of it.
    pub(crate) fn facts(&self, facts: &[FactItem]) -> Result<Vec<Learned>, RememberError> {
        if facts.is_empty() || facts.len() > limits::BATCH_ITEMS_MAX {
            return Err(invalid("triples", format!("1 to {} are allowed", limits::BATCH_ITEMS_MAX)));
        }
        let mut assertions = Vec::with_capacity(facts.len());
        for fact in facts {
            check_fact(fact)?;
            let item = fact.item();
            super::item::check_times(&item)?;
            super::item::check_labels(&item)?;
            let head = self.head(&item, &jiff::tz::TimeZone::UTC, self.clock.now());
            assertions.push(self.stated(&head, fact));
        }
        self.embed_facts(&mut assertions);
        let committed = self.commit_facts(assertions.clone())?;
        Ok(assertions
            .into_iter()
            .zip(committed.asserted)
            .map(|(assertion, asserted)| learned(assertion, asserted))
            .collect())
    }

    /// The assertions of facts that came with a text: they were read in it by whoever gives them.
    pub(super) fn stated_with(&self, head: &Memory, facts: &[FactItem]) -> Vec<Assertion> {
        let stated = |fact: &FactItem| {
            let mut assertion = self.stated(head, fact);
            assertion.memory.source.derived_from = vec![head.id];
            assertion
        };
        facts.iter().map(stated).collect()
    }

    fn stated(&self, head: &Memory, fact: &FactItem) -> Assertion {
        let source = Source { origin: Origin::Upsert, ..head.source.clone() };
        let mut assertion = self.assertion(&Memory { source, ..head.clone() }, &fact.claim());
        assertion.memory.source.span = None;
        assertion.memory.source.derived_from = Vec::new();
        assertion
    }

    /// Puts a value in the place of what a row says. `name` and `kind`: of the row's subject; `object`: of a relation.
    pub(crate) fn correct(
        &self,
        row: &Memory,
        (kind, name): (EntityKind, &str),
        value: &str,
        object: EntityKind,
        principal: Option<String>,
    ) -> Result<Learned, RememberError> {
        let subject = || named(kind, name);
        let said = match &row.knowledge {
            Some(Knowledge::Attribute { key, .. }) => {
                Said::Attribute { subject: subject(), key: key.clone(), value: value.to_owned(), value_span: NOWHERE }
            }
            Some(Knowledge::Relation { label, .. }) => {
                Said::Relation { subject: subject(), label: label.clone(), object: named(object, value) }
            }
            Some(Knowledge::Instruction { label, .. }) => {
                Said::Instruction { label: label.clone(), description: value.to_owned(), reverses: false }
            }
            _ => return Err(invalid("id", "attributes, relations and instructions can be corrected; this is none")),
        };
        let category = Some(row.category);
        let fact = FactItem { category, scopes: Some(row.scopes.clone()), principal, ..FactItem::new(said) };
        check_fact(&fact)?;
        let mut head = self.head(&fact.item(), &jiff::tz::TimeZone::UTC, self.clock.now());
        head.labels.clone_from(&row.labels);
        let mut assertion = self.stated(&head, &fact);
        assertion.memory.supersedes = Some(row.id);
        let mut assertions = vec![assertion];
        self.embed_facts(&mut assertions);
        let committed = self.commit_facts(assertions.clone())?;
        let (Some(assertion), Some(asserted)) = (assertions.pop(), committed.asserted.into_iter().next()) else {
            return Err(invalid("id", "nothing became of it"));
        };
        Ok(learned(assertion, asserted))
    }

    /// Without vectors facts are found by their words; nothing is lost.
    pub(super) fn embed_facts(&self, assertions: &mut [Assertion]) {
        let texts: Vec<&str> = assertions.iter().map(|assertion| assertion.memory.text.as_str()).collect();
        let vectors = self.embedder.and_then(|embedder| embedder.embed(&texts).ok()).unwrap_or_default();
        for (assertion, vector) in assertions.iter_mut().zip(vectors) {
            assertion.vector = Some(vector);
        }
    }

    pub(super) fn commit_facts(&self, assertions: Vec<Assertion>) -> Result<Committed, RememberError> {
        let model = self.embedder.map(|embedder| embedder.model().clone());
        Ok(self.store.commit(Change { model, assertions, preview: self.preview, ..Change::default() })?)
    }
}

fn learned(assertion: Assertion, asserted: Asserted) -> Learned {
    Learned { claim: assertion.claim, text: assertion.memory.text, asserted }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_brought_into_one_form() {
        assert_eq!(snake(" Shoe-Size "), "shoe_size");
        assert_eq!(snake("works at"), "works_at");
    }

    fn refused(fact: &FactItem) -> &'static str {
        match check_fact(fact) {
            Err(RememberError::Invalid { field, .. }) => field,
            other => panic!("expected a refusal, got {other:?}"),
        }
    }

    #[test]
    fn each_field_of_a_fact_is_checked_and_named() {
        let kind = EntityKind::Person;
        assert!(check_fact(&FactItem::attribute(kind, "Dana", "role", "CTO")).is_ok());
        assert_eq!(refused(&FactItem::attribute(kind, "  ", "role", "CTO")), "entity");
        assert_eq!(refused(&FactItem::attribute(kind, "Dana", "...", "CTO")), "key");
        assert_eq!(refused(&FactItem::attribute(kind, "Dana", "role", "...")), "value");
        assert_eq!(refused(&FactItem::relation((kind, "Dana"), "knows", (kind, "\u{7}"))), "target");
        let sure = FactItem { confidence: Some(1.5), ..FactItem::attribute(kind, "Dana", "role", "CTO") };
        assert_eq!(refused(&sure), "confidence");
    }
}
