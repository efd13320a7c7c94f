//! Statements: rows of knowledge with the names of those they are about.

use super::{Reader, ViewError};
use crate::model::{EntityId, EntityKind, Kind, Knowledge, Memory};
use crate::store::{Entity, KnowledgeAsk, Row, StoreError};

/// An entity as people name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntityName {
    /// What it is; any kind when absent.
    pub kind: Option<EntityKind>,
    /// Its name, an alias, or its id.
    pub name: String,
}

impl EntityName {
    /// Reads `person/Dana`, `Dana` or an id. What stands before the slash is a kind only where there is one of that name.
    pub fn parse(text: &str) -> Self {
        let with_kind = text.split_once('/').and_then(|(kind, name)| Some((EntityKind::parse(kind)?, name)));
        match with_kind {
            Some((kind, name)) => Self { kind: Some(kind), name: name.trim().to_owned() },
            None => Self { kind: None, name: text.trim().to_owned() },
        }
    }
}

/// One row of knowledge with whom it is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The row.
    pub memory: Memory,
    /// Whom it is about.
    pub subject: Option<Entity>,
    /// To whom a relation leads.
    pub object: Option<Entity>,
}

impl Statement {
    /// Its sort: `attribute`, `relation`, `action`, `instruction` or `uncertainty`; `observation` or `proposal` for what was
    /// drawn from several memories.
    pub fn sort(&self) -> &'static str {
        match &self.memory.knowledge {
            Some(Knowledge::Attribute { .. }) if self.memory.kind == Kind::Observation => "observation",
            Some(Knowledge::Relation { .. }) if self.memory.kind == Kind::Observation => "proposal",
            Some(Knowledge::Attribute { .. }) | None => "attribute",
            Some(Knowledge::Relation { .. }) => "relation",
            Some(Knowledge::Action { .. }) => "action",
            Some(Knowledge::Instruction { .. }) => "instruction",
            Some(Knowledge::Uncertainty { .. }) => "uncertainty",
        }
    }

    /// Its key, label or verb; what an instruction or a doubt is about.
    pub fn key(&self) -> &str {
        match &self.memory.knowledge {
            Some(Knowledge::Attribute { key, .. }) => key,
            Some(Knowledge::Relation { label, .. } | Knowledge::Instruction { label, .. }) => label,
            Some(Knowledge::Action { verb, .. }) => verb,
            Some(Knowledge::Uncertainty { about, .. }) => about,
            None => "",
        }
    }

    /// Its value as people read it: of a relation the name it leads to.
    pub fn value(&self) -> &str {
        match &self.memory.knowledge {
            Some(Knowledge::Attribute { value, .. }) => value,
            Some(Knowledge::Relation { .. }) => self.object.as_ref().map_or("", |object| &object.name),
            Some(Knowledge::Action { object, .. }) => object.as_deref().unwrap_or_default(),
            Some(Knowledge::Instruction { description, .. }) => description,
            Some(Knowledge::Uncertainty { about, .. }) => about,
            None => &self.memory.text,
        }
    }
}

/// Whom a row is about, and to whom it leads.
pub(super) fn parties(knowledge: &Knowledge) -> (Option<EntityId>, Option<EntityId>) {
    match knowledge {
        Knowledge::Attribute { subject, .. }
        | Knowledge::Action { subject, .. }
        | Knowledge::Instruction { subject, .. } => (Some(*subject), None),
        Knowledge::Relation { subject, object, .. } => (Some(*subject), Some(*object)),
        Knowledge::Uncertainty { subject, .. } => (*subject, None),
    }
}

impl Reader<'_> {
    /// A row with its names.
    pub(crate) fn statement(&self, row: Row) -> Result<Statement, StoreError> {
        let (subject, object) = row.memory.knowledge.as_ref().map_or((None, None), parties);
        let entity = |id: Option<EntityId>| id.map_or(Ok(None), |id| self.entity(id));
        Ok(Statement { subject: entity(subject)?, object: entity(object)?, memory: row.memory })
    }

    /// Rows of an ask with their names, by ascending row; at most `limit`.
    pub(crate) fn statements(&self, ask: &KnowledgeAsk, limit: usize) -> Result<Vec<Statement>, ViewError> {
        let rows = self.rows(ask, limit)?;
        Ok(rows.into_iter().map(|row| self.statement(row)).collect::<Result<_, _>>()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_with_and_without_a_kind() {
        let named = |kind, name: &str| EntityName { kind, name: name.to_owned() };
        assert_eq!(EntityName::parse("person/Dana"), named(Some(EntityKind::Person), "Dana"));
        assert_eq!(EntityName::parse("product/A/B"), named(Some(EntityKind::Product), "A/B"));
        assert_eq!(EntityName::parse("AC/DC"), named(None, "AC/DC"));
        assert_eq!(EntityName::parse(" Dana "), named(None, "Dana"));
    }
}
