//! Neighbours of an entity and ways between two: over relations, and over memories that both are named in.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::statement::parties;
use super::{EntityName, Reader, Statement, ViewError};
use crate::limits;
use crate::model::{EdgeKind, EntityId, MemoryId, NodeKind};
use crate::store::{Entity, Filter, KnowledgeAsk, StoreError};

/// What ties two entities together.
#[derive(Clone, Debug, PartialEq)]
pub enum TieKind {
    /// A relation, in its own direction.
    Relation(Box<Statement>),
    /// Memories that both are named in, or that something was read of both in.
    Shared(Vec<MemoryId>),
}

/// One tie between two entities.
#[derive(Clone, Debug, PartialEq)]
pub struct Tie {
    /// From whom; of shared memories the one that was reached first.
    pub from: EntityId,
    /// To whom.
    pub to: EntityId,
    /// What ties them.
    pub kind: TieKind,
}

/// An entity that was reached.
#[derive(Clone, Debug, PartialEq)]
pub struct Neighbour {
    /// The entity.
    pub entity: Entity,
    /// Steps from where the walk began.
    pub hops: usize,
}

/// What a walk found.
#[derive(Clone, Debug, PartialEq)]
pub struct Explored {
    /// Whoever was reached, nearest first; the first is where it began.
    pub entities: Vec<Neighbour>,
    /// What ties them, in order of discovery.
    pub ties: Vec<Tie>,
    /// Shortest ways to the one that was asked for, as entities from first to last; empty when none was, or there is no way.
    pub paths: Vec<Vec<EntityId>>,
    /// There was more than a walk follows.
    pub is_cut: bool,
}

/// Shortest ways told at most. Chosen.
const PATHS_MAX: usize = 10;
/// Shared memories told of one tie. Chosen.
const SHARED_TOLD_MAX: usize = 10;

/// A walk under way.
struct WalkState {
    order: Vec<EntityId>,
    hops: BTreeMap<EntityId, usize>,
    ties: Vec<Tie>,
    tied: BTreeSet<(EntityId, EntityId)>,
    told: BTreeSet<MemoryId>,
    is_cut: bool,
}

impl Reader<'_> {
    /// Walks from one entity, up to `hops` steps and `limit` entities; with `to`, tells the shortest ways there.
    pub(crate) fn explore(
        &self,
        from: &EntityName,
        to: Option<&EntityName>,
        hops: usize,
        limit: usize,
    ) -> Result<Explored, ViewError> {
        if !(1..=limits::EXPLORE_HOPS_MAX).contains(&hops) {
            let reason = format!("1 to {} are allowed", limits::EXPLORE_HOPS_MAX);
            return Err(ViewError::Invalid { field: "hops", reason });
        }
        if !(1..=limits::EXPLORE_ENTITIES_MAX).contains(&limit) {
            let reason = format!("1 to {} are allowed", limits::EXPLORE_ENTITIES_MAX);
            return Err(ViewError::Invalid { field: "limit", reason });
        }
        let start = self.find(from)?;
        let end = to.map(|name| self.find(name)).transpose()?;
        let mut walk = WalkState {
            order: vec![start.id],
            hops: BTreeMap::from([(start.id, 0)]),
            ties: Vec::new(),
            tied: BTreeSet::new(),
            told: BTreeSet::new(),
            is_cut: false,
        };
        let mut queue = VecDeque::from([start]);
        while let Some(entity) = queue.pop_front() {
            let reached = walk.hops.get(&entity.id).copied().unwrap_or_default();
            if reached >= hops {
                continue;
            }
            for neighbour in self.neighbours(&entity, &mut walk)? {
                if walk.hops.contains_key(&neighbour.id) {
                    continue;
                }
                // The one that is looked for is always let in.
                if walk.order.len() >= limit && end.as_ref().is_none_or(|end| end.id != neighbour.id) {
                    walk.is_cut = true;
                    continue;
                }
                walk.hops.insert(neighbour.id, reached + 1);
                walk.order.push(neighbour.id);
                queue.push_back(neighbour);
            }
        }
        self.told(walk, end.map(|end| end.id))
    }

    /// Entities one step away, each once, after noting what ties them.
    fn neighbours(&self, entity: &Entity, walk: &mut WalkState) -> Result<Vec<Entity>, ViewError> {
        let mut found: Vec<Entity> = Vec::new();
        for by_object in [false, true] {
            let id = Some(entity.id);
            let (subject, object) = if by_object { (None, id) } else { (id, None) };
            let ask = KnowledgeAsk { subject, object, sorts: vec!["relation"], ..KnowledgeAsk::default() };
            let statements = self.statements(&ask, limits::EXPLORE_TIES_MAX)?;
            walk.is_cut |= statements.len() == limits::EXPLORE_TIES_MAX;
            for statement in statements {
                let (Some(from), Some(to)) = (statement.subject.clone(), statement.object.clone()) else { continue };
                let other = if from.id == entity.id { to.clone() } else { from.clone() };
                if other.id != entity.id && walk.told.insert(statement.memory.id) {
                    walk.ties.push(Tie { from: from.id, to: to.id, kind: TieKind::Relation(Box::new(statement)) });
                }
                found.push(other);
            }
        }
        for (other, memories) in self.companions(entity, walk)? {
            let pair = (entity.id.min(other.id), entity.id.max(other.id));
            if walk.tied.insert(pair) {
                walk.ties.push(Tie { from: entity.id, to: other.id, kind: TieKind::Shared(memories) });
            }
            found.push(other);
        }
        let mut seen = BTreeSet::from([entity.id]);
        found.retain(|other| seen.insert(other.id));
        Ok(found)
    }

    /// Those that something was read of in the same memories, with the memories.
    fn companions(&self, entity: &Entity, walk: &mut WalkState) -> Result<Vec<(Entity, Vec<MemoryId>)>, ViewError> {
        let mut shared: BTreeMap<u32, (Entity, Vec<MemoryId>)> = BTreeMap::new();
        let memories = self.memories_of(entity)?;
        walk.is_cut |= memories.len() == limits::EXPLORE_TIES_MAX;
        for memory in memories {
            let ask = KnowledgeAsk { source: Some(memory), ..KnowledgeAsk::default() };
            for row in self.rows(&ask, limits::CLAIMS_COMPARED_MAX)? {
                let (subject, object) = row.memory.knowledge.as_ref().map_or((None, None), parties);
                for id in subject.into_iter().chain(object) {
                    let Some(other) = self.entity(id)?.filter(|other| other.id != entity.id) else { continue };
                    let (_, list) = shared.entry(other.row).or_insert_with(|| (other, Vec::new()));
                    if list.len() < SHARED_TOLD_MAX && !list.contains(&memory) {
                        list.push(memory);
                    }
                }
            }
        }
        Ok(shared.into_values().collect())
    }

    /// Memories that an entity is named in, or that something was read of it in; those that may be seen.
    pub(crate) fn memories_of(&self, entity: &Entity) -> Result<Vec<MemoryId>, StoreError> {
        let mut found: BTreeSet<MemoryId> = BTreeSet::new();
        let ask = KnowledgeAsk { subject: Some(entity.id), ..KnowledgeAsk::default() };
        for row in self.rows(&ask, limits::EXPLORE_TIES_MAX)? {
            found.extend(row.memory.source.derived_from.iter().copied());
        }
        let view = self.store.view(&Filter { quiet: true, ..self.filter.clone() })?;
        for name in std::iter::once(&entity.name).chain(&entity.aliases) {
            let whole = |linked: &&crate::store::Linked| linked.kind == NodeKind::Entity && linked.span.0 == 0;
            let linked = view.link(name)?;
            let Some(node) = linked.iter().find(whole) else { continue };
            let rows = view.touching(node.node, EdgeKind::Mentions, limits::EXPLORE_TIES_MAX)?;
            let named = view.memories(&rows)?.into_iter().flatten().filter(|memory| memory.knowledge.is_none());
            found.extend(named.map(|memory| memory.id));
        }
        let mut kept = Vec::new();
        for id in found {
            if kept.len() < limits::EXPLORE_TIES_MAX && self.memory(id)?.is_some() {
                kept.push(id);
            }
        }
        Ok(kept)
    }

    fn told(&self, walk: WalkState, end: Option<EntityId>) -> Result<Explored, ViewError> {
        let mut entities = Vec::with_capacity(walk.order.len());
        for id in &walk.order {
            let hops = walk.hops.get(id).copied().unwrap_or_default();
            entities.extend(self.entity(*id)?.map(|entity| Neighbour { entity, hops }));
        }
        let ties: Vec<Tie> = walk
            .ties
            .into_iter()
            .filter(|tie| walk.hops.contains_key(&tie.from) && walk.hops.contains_key(&tie.to))
            .collect();
        let paths = end.map_or_else(Vec::new, |end| paths(&walk.hops, &ties, end));
        Ok(Explored { entities, ties, paths, is_cut: walk.is_cut })
    }
}

/// Shortest ways to `end`, found backwards: each step leads to one that lies one hop nearer.
fn paths(hops: &BTreeMap<EntityId, usize>, ties: &[Tie], end: EntityId) -> Vec<Vec<EntityId>> {
    let Some(length) = hops.get(&end).copied() else { return Vec::new() };
    let mut open = vec![vec![end]];
    for step in (0..length).rev() {
        let mut longer = Vec::new();
        for path in &open {
            let Some(last) = path.last() else { continue };
            let beside: BTreeSet<EntityId> = ties
                .iter()
                .filter_map(|tie| match (tie.from == *last, tie.to == *last) {
                    (true, _) => Some(tie.to),
                    (_, true) => Some(tie.from),
                    _ => None,
                })
                .filter(|id| hops.get(id) == Some(&step))
                .collect();
            longer.extend(beside.into_iter().map(|id| path.iter().copied().chain([id]).collect::<Vec<_>>()));
        }
        longer.truncate(PATHS_MAX);
        open = longer;
    }
    for path in &mut open {
        path.reverse();
    }
    open
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortest_ways_are_told_and_no_others() {
        let id = EntityId;
        let tie = |from, to| Tie { from: id(from), to: id(to), kind: TieKind::Shared(Vec::new()) };
        let ties = [tie(1, 2), tie(3, 1), tie(2, 4), tie(4, 3), tie(2, 3)];
        let hops = BTreeMap::from([(id(1), 0), (id(2), 1), (id(3), 1), (id(4), 2)]);
        let found = paths(&hops, &ties, id(4));
        assert_eq!(found, [vec![id(1), id(2), id(4)], vec![id(1), id(3), id(4)]]);
        assert!(paths(&hops, &ties, id(9)).is_empty());
        assert_eq!(paths(&hops, &ties, id(1)), [vec![id(1)]]);
    }
}
