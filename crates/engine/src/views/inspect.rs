//! One thing seen from all sides: what it says, where that stands written, what it was before, what it was drawn from and what
//! was drawn from it.

use super::{Citation, EntityName, Reader, Statement, ViewError};
use crate::limits;
use crate::model::{EntityKind, Memory, MemoryId, TraceId};
use crate::store::{Entity, Filter, KnowledgeAsk, TraceRecord};
use crate::text;

/// What is to be inspected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ref {
    /// `entity:<type>/<name>`.
    Entity(EntityName),
    /// `attribute:<type>/<name>/<key>`.
    Key(EntityName, String),
    /// `relation:<subject>/<label>/<object>`.
    Relation {
        /// Name of the subject.
        subject: String,
        /// The label.
        label: String,
        /// Name of the object.
        object: String,
    },
    /// `memory:<id>`, `turn:<id>`, `document:<id>` and `passage:<id>`: any memory.
    Memory(MemoryId),
    /// `trace:<id>`.
    Trace(TraceId),
}

impl Ref {
    /// Reads a reference.
    ///
    /// # Errors
    /// [`ViewError::Invalid`] that lists the forms.
    pub fn parse(text: &str) -> Result<Self, ViewError> {
        let wrong = || ViewError::Invalid {
            field: "ref",
            reason: "write entity:<type>/<name>, attribute:<type>/<name>/<key>, relation:<subject>/<label>/<object>, \
                     memory:<id>, turn:<id>, document:<id>, passage:<id> or trace:<id>"
                .to_owned(),
        };
        let (sort, rest) = text.trim().split_once(':').ok_or_else(wrong)?;
        let name = |rest: &str| {
            let (kind, name) = rest.split_once('/')?;
            let kind = EntityKind::parse(kind)?;
            (!name.trim().is_empty()).then(|| EntityName { kind: Some(kind), name: name.trim().to_owned() })
        };
        match sort {
            "entity" => name(rest).map(Self::Entity).ok_or_else(wrong),
            "attribute" => {
                let (entity, key) = rest.rsplit_once('/').ok_or_else(wrong)?;
                let entity = name(entity).filter(|_| !key.is_empty()).ok_or_else(wrong)?;
                Ok(Self::Key(entity, key.to_owned()))
            }
            "relation" => match rest.split('/').collect::<Vec<_>>().as_slice() {
                [subject, label, object] if ![subject, label, object].iter().any(|part| part.trim().is_empty()) => {
                    let [subject, label, object] = [subject, label, object].map(|part| part.trim().to_owned());
                    Ok(Self::Relation { subject, label, object })
                }
                _ => Err(wrong()),
            },
            "memory" | "turn" | "document" | "passage" => rest.parse().map(Self::Memory).map_err(|_| wrong()),
            "trace" => rest.parse().map(Self::Trace).map_err(|_| wrong()),
            _ => Err(wrong()),
        }
    }
}

/// An entity with all that holds of it.
#[derive(Clone, Debug, PartialEq)]
pub struct EntitySheet {
    /// The entity.
    pub entity: Entity,
    /// Its card, where it may be seen: since when it is known.
    pub card: Option<Memory>,
    /// What holds of it: properties, relations from it, actions, instructions, doubts; by ascending row.
    pub statements: Vec<Statement>,
    /// Relations that lead to it.
    pub pointing: Vec<Statement>,
}

/// One key of an entity.
#[derive(Clone, Debug, PartialEq)]
pub struct KeySheet {
    /// Whose.
    pub entity: Entity,
    /// Which.
    pub key: String,
    /// What holds; several for a key of many values.
    pub current: Vec<MemorySheet>,
    /// Every value that it ever had, oldest known first.
    pub history: Vec<Statement>,
}

/// One memory.
#[derive(Clone, Debug, PartialEq)]
pub struct MemorySheet {
    /// The memory, with whom it is about where it is knowledge.
    pub statement: Statement,
    /// Where it stands written.
    pub citation: Option<Citation>,
    /// What it was drawn from, of what may be seen.
    pub sources: Vec<Memory>,
    /// What was read in it and still stands.
    pub derived: Vec<Statement>,
    /// The rows that it replaced, newest first.
    pub older: Vec<Memory>,
    /// The rows that replaced it, the next first.
    pub newer: Vec<Memory>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub enum Inspected {
    /// An entity.
    Entity(Box<EntitySheet>),
    /// A key of an entity.
    Key(KeySheet),
    /// Relations that match.
    Relations(Vec<MemorySheet>),
    /// A memory.
    Memory(Box<MemorySheet>),
    /// A trace.
    Trace(TraceRecord),
}

/// Rows of a chain that are told to either side. Chosen; the history of a key is read by its key.
const CHAIN_TOLD_MAX: usize = 50;

impl Reader<'_> {
    /// What a reference means.
    pub(crate) fn inspect(&self, what: &Ref) -> Result<Inspected, ViewError> {
        Ok(match what {
            Ref::Entity(name) => Inspected::Entity(Box::new(self.entity_sheet(name)?)),
            Ref::Key(name, key) => Inspected::Key(self.key_sheet(name, key)?),
            Ref::Relation { subject, label, object } => Inspected::Relations(self.relations(subject, label, object)?),
            Ref::Memory(id) => {
                let row = self.memory(*id)?.ok_or(ViewError::Missing { what: "memory" })?;
                Inspected::Memory(Box::new(self.memory_sheet(self.statement(row)?)?))
            }
            Ref::Trace(id) => Inspected::Trace(self.store.trace(*id)?.ok_or(ViewError::Missing { what: "trace" })?),
        })
    }

    pub(crate) fn entity_sheet(&self, name: &EntityName) -> Result<EntitySheet, ViewError> {
        let entity = self.find(name)?;
        let own = KnowledgeAsk { subject: Some(entity.id), ..KnowledgeAsk::default() };
        let to = KnowledgeAsk { object: Some(entity.id), ..KnowledgeAsk::default() };
        Ok(EntitySheet {
            card: self.memory(MemoryId(entity.id.0))?.map(|row| row.memory),
            statements: self.statements(&own, limits::LIST_MAX)?,
            pointing: self.statements(&to, limits::LIST_MAX)?,
            entity,
        })
    }

    /// What holds under a key, and all that ever did.
    pub(crate) fn key_sheet(&self, name: &EntityName, key: &str) -> Result<KeySheet, ViewError> {
        let entity = self.find(name)?;
        let ask = KnowledgeAsk { subject: Some(entity.id), key: Some(key.to_owned()), ..KnowledgeAsk::default() };
        let mut history = self.with_history().statements(&ask, limits::DIFF_ROWS_MAX)?;
        history.retain(|one| matches!(one.sort(), "attribute" | "relation"));
        if history.is_empty() {
            return Err(ViewError::Missing { what: "key" });
        }
        history.sort_by_key(|one| (one.memory.known_at, one.memory.id));
        let mut current = Vec::new();
        for statement in self.statements(&ask, limits::CLAIMS_COMPARED_MAX)? {
            if matches!(statement.sort(), "attribute" | "relation") {
                current.push(self.memory_sheet(statement)?);
            }
        }
        Ok(KeySheet { entity, key: key.to_owned(), current, history })
    }

    fn relations(&self, subject: &str, label: &str, object: &str) -> Result<Vec<MemorySheet>, ViewError> {
        let from = self.find(&EntityName::parse(subject))?;
        let to = text::name_key(object);
        let ask = KnowledgeAsk {
            subject: Some(from.id),
            key: Some(label.to_owned()),
            sorts: vec!["relation"],
            ..KnowledgeAsk::default()
        };
        let mut found = Vec::new();
        for statement in self.statements(&ask, limits::LIST_MAX)? {
            let is_called = statement.object.as_ref().is_some_and(|entity| {
                std::iter::once(&entity.name).chain(&entity.aliases).any(|name| text::name_key(name) == to)
            });
            if is_called {
                found.push(self.memory_sheet(statement)?);
            }
        }
        if found.is_empty() { Err(ViewError::Missing { what: "relation" }) } else { Ok(found) }
    }

    fn memory_sheet(&self, statement: Statement) -> Result<MemorySheet, ViewError> {
        let memory = &statement.memory;
        let mut sources = Vec::new();
        for id in memory.source.derived_from.iter().take(limits::DERIVED_FROM_MAX) {
            sources.extend(self.memory(*id)?.map(|row| row.memory));
        }
        let derived = KnowledgeAsk { source: Some(memory.id), ..KnowledgeAsk::default() };
        let chain = |first: Option<MemoryId>, next: &dyn Fn(&Memory) -> Option<MemoryId>| {
            let (mut rows, mut id) = (Vec::new(), first);
            while let Some(at) = id.filter(|_| rows.len() < CHAIN_TOLD_MAX) {
                let Some(row) = self.memory(at)? else { break };
                id = next(&row.memory);
                rows.push(row.memory);
            }
            Ok::<_, ViewError>(rows)
        };
        Ok(MemorySheet {
            citation: self.cited(memory)?,
            sources,
            derived: self.quiet().statements(&derived, limits::LIST_MAX)?,
            older: chain(memory.supersedes, &|memory| memory.supersedes)?,
            newer: chain(memory.superseded_by, &|memory| memory.superseded_by)?,
            statement,
        })
    }

    /// The same without bounds on validity: what was read in a memory is told, whether it holds by now or not.
    fn quiet(&self) -> Reader<'_> {
        Reader::new(self.store, Filter { now: None, ..self.filter.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_read() {
        let dana = EntityName { kind: Some(EntityKind::Person), name: "Dana".to_owned() };
        assert_eq!(Ref::parse("entity:person/Dana").unwrap(), Ref::Entity(dana.clone()));
        assert_eq!(Ref::parse("attribute:person/Dana/role").unwrap(), Ref::Key(dana, "role".to_owned()));
        let slash = EntityName { kind: Some(EntityKind::Product), name: "A/B".to_owned() };
        assert_eq!(Ref::parse("attribute:product/A/B/price").unwrap(), Ref::Key(slash, "price".to_owned()));
        let id = "00000000-0000-7000-8000-000000000001";
        assert_eq!(Ref::parse(&format!("turn:{id}")).unwrap(), Ref::parse(&format!("memory:{id}")).unwrap());
        for wrong in
            ["", "entity", "entity:", "entity:person/", "entity:robot/x", "attribute:person/Dana", "relation:a/b"]
        {
            assert!(Ref::parse(wrong).is_err(), "{wrong}");
        }
    }
}
