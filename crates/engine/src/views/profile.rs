//! Profile and state: what is known at a moment, sorted for a prompt.

use std::collections::BTreeMap;

use super::{EntityName, Reader, Statement, ViewError};
use crate::limits;
use crate::model::{Category, EntityId};
use crate::store::{Entity, EntityAsk, KnowledgeAsk};

/// Who somebody is, in five sections. Values of one section: the most important first, then the newest.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Profile {
    /// Whose profile it is; several where several people speak without a name.
    pub selves: Vec<Entity>,
    /// What is known of them, whatever its category.
    pub self_facts: Vec<Statement>,
    /// Who the others are: what is of category identity.
    pub fixed: Vec<Statement>,
    /// What is going on with the others: what is of category context.
    pub dynamic: Vec<Statement>,
    /// What else is known of the others: what is of category knowledge.
    pub preferences: Vec<Statement>,
    /// Standing wishes.
    pub instructions: Vec<Statement>,
    /// There is more than a section holds.
    pub is_cut: bool,
}

/// One section of a state.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The category of everything in it.
    pub category: Category,
    /// Those that its statements are about, each once.
    pub entities: Vec<Entity>,
    /// Properties.
    pub attributes: Vec<Statement>,
    /// Relations.
    pub relations: Vec<Statement>,
}

/// All that holds at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Identity, knowledge, context.
    pub sections: Vec<Section>,
    /// Standing wishes.
    pub instructions: Vec<Statement>,
    /// Doubts that wait to be settled.
    pub unknowns: Vec<Statement>,
    /// There is more than a section holds.
    pub is_cut: bool,
}

/// Rows read of each sort: of what is cut later, the most important shall be there.
const READ_MAX: usize = limits::SECTION_MAX * 8;

impl Reader<'_> {
    fn of_sort(&self, sorts: &[&'static str]) -> Result<Vec<Statement>, ViewError> {
        let ask = KnowledgeAsk { sorts: sorts.to_vec(), ..KnowledgeAsk::default() };
        let mut found = self.statements(&ask, READ_MAX)?;
        found.sort_by(|one, other| {
            let weight = |statement: &Statement| (statement.memory.importance, statement.memory.known_at);
            let ((a, at), (b, bt)) = (weight(one), weight(other));
            b.total_cmp(&a).then(bt.cmp(&at)).then(one.memory.id.cmp(&other.memory.id))
        });
        Ok(found)
    }

    /// The profile of somebody; of whoever speaks without a name where nobody is named.
    pub(crate) fn profile(&self, of: Option<&EntityName>) -> Result<Profile, ViewError> {
        let selves = if let Some(name) = of {
            vec![self.find(name)?]
        } else {
            let ask = EntityAsk { nameless: true, ..EntityAsk::default() };
            self.store.entities(&ask, &self.filter, limits::NAMESAKES_MAX)?
        };
        let ids: Vec<EntityId> = selves.iter().map(|entity| entity.id).collect();
        let mut profile = Profile { selves, ..Profile::default() };
        for statement in self.of_sort(&["attribute", "relation"])? {
            let is_own = statement.subject.as_ref().is_some_and(|subject| ids.contains(&subject.id));
            let section = match statement.memory.category {
                _ if is_own => &mut profile.self_facts,
                Category::Identity => &mut profile.fixed,
                Category::Context => &mut profile.dynamic,
                _ => &mut profile.preferences,
            };
            profile.is_cut |= push(section, statement);
        }
        for statement in self.of_sort(&["instruction"])? {
            profile.is_cut |= push(&mut profile.instructions, statement);
        }
        Ok(profile)
    }

    /// All that holds.
    pub(crate) fn state(&self) -> Result<State, ViewError> {
        let mut is_cut = false;
        let categories = [Category::Identity, Category::Knowledge, Category::Context];
        let empty =
            |category| Section { category, entities: Vec::new(), attributes: Vec::new(), relations: Vec::new() };
        let mut sections = categories.map(empty);
        let mut entities: [BTreeMap<u32, Entity>; 3] = [const { BTreeMap::new() }; 3];
        for statement in self.of_sort(&["attribute", "relation"])? {
            // What has another category is knowledge.
            let at = categories.iter().position(|own| *own == statement.memory.category).unwrap_or(1);
            for entity in statement.subject.iter().chain(&statement.object) {
                entities[at].insert(entity.row, entity.clone());
            }
            let section = &mut sections[at];
            let list = if statement.sort() == "attribute" { &mut section.attributes } else { &mut section.relations };
            is_cut |= push(list, statement);
        }
        for (section, entities) in sections.iter_mut().zip(entities) {
            section.entities = entities.into_values().take(limits::SECTION_MAX).collect();
        }
        let (mut instructions, mut unknowns) = (Vec::new(), Vec::new());
        for statement in self.of_sort(&["instruction"])? {
            is_cut |= push(&mut instructions, statement);
        }
        for statement in self.of_sort(&["uncertainty"])? {
            is_cut |= push(&mut unknowns, statement);
        }
        Ok(State { sections: sections.into(), instructions, unknowns, is_cut })
    }
}

/// Puts a statement at the end of a section that is not full. True where it is.
fn push(section: &mut Vec<Statement>, statement: Statement) -> bool {
    if section.len() < limits::SECTION_MAX {
        section.push(statement);
        return false;
    }
    true
}
