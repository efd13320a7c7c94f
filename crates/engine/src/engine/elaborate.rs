//! Elaboration: entities that memories name together more often than chance has it are proposed as tied. A proposal is no fact:
//! it is read only where proposals are asked for, with the memories that suggest it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

use super::Engine;
use super::consolidate::within;
use crate::consolidate::{Together, log_likelihood};
use crate::error::{RememberError, StoreError};
use crate::limits;
use crate::model::{ContextId, EntityId, Grant, MemoryId, Origin, ScopeSets, TraceId};
use crate::retain::{Drawing, Tie};
use crate::store::{ContextStore, Entity, EntityAsk, Fate, Filter, KnowledgeAsk};
use crate::text;
use crate::views::{EntityName, Reader, ViewError};

/// What two are that are named together: which way round, and how, nothing tells.
const RELATED: &str = "related_to";
/// Log-likelihood ratio from which two are named together on purpose: by chance once in a hundred times (chi-square, one degree
/// of freedom).
const LIKELY_MIN: f64 = 6.63;
/// Memories that name both at least. Chosen.
const SHARED_MIN: usize = 2;
/// Confidence of a proposal that many memories suggest. Chosen: below any fact that may replace another.
const CONFIDENCE_MAX: f32 = 0.5;

/// What to elaborate.
#[derive(Clone, Debug, PartialEq)]
pub struct ElaborateRequest {
    /// What is read.
    pub read: Grant,
    /// Where proposals may be written. What may be read and not be written is a preview.
    pub write: Grant,
    /// Only ties of this entity.
    pub entity: Option<EntityName>,
    /// Entities looked at, 1 to [`limits::ELABORATE_BUDGET_MAX`].
    pub budget: usize,
    /// Look at as many entities as are allowed at all, whatever the budget.
    pub sweep: bool,
    /// Only say what would be written.
    pub dry_run: bool,
    /// Who asks.
    pub principal: Option<String>,
}

impl ElaborateRequest {
    /// Everything that a grant reads and writes.
    pub fn new(grant: Grant) -> Self {
        let budget = limits::ELABORATE_BUDGET;
        Self { read: grant.clone(), write: grant, entity: None, budget, sweep: false, dry_run: false, principal: None }
    }
}

/// A proposed tie.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// From whom.
    pub subject: String,
    /// How.
    pub label: String,
    /// To whom.
    pub object: String,
    /// How far it may be right, in `[0, 1]`.
    pub confidence: f32,
    /// Log-likelihood ratio of their being named together.
    pub likelihood: f64,
    /// Memories that name both.
    pub shared: Vec<MemoryId>,
    /// Its row; none of use in a preview.
    pub memory: Option<MemoryId>,
    /// It was written, and was not known before.
    pub is_emitted: bool,
}

/// What was found of one entity.
#[derive(Clone, Debug, PartialEq)]
pub struct Elaboration {
    /// The entity.
    pub entity: Entity,
    /// Its proposed ties, strongest first.
    pub proposed: Vec<Proposal>,
}

/// What an elaboration did, or would do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Elaborated {
    /// Each entity of which anything was found.
    pub outcomes: Vec<Elaboration>,
    /// Ties that were written and were not known before.
    pub emitted: u64,
    /// Nothing was written.
    pub dry_run: bool,
    /// The trace that it left; none of a dry run.
    pub trace: Option<TraceId>,
}

/// A pair of entities by position, with what suggests that they are tied.
struct Pair {
    one: usize,
    other: usize,
    likelihood: f64,
    scopes: ScopeSets,
    shared: Vec<MemoryId>,
}

impl Engine {
    /// Proposes ties between entities that memories name together. Nothing is proposed for two that a relation ties already.
    /// Calling it again proposes nothing anew. One transaction.
    ///
    /// # Errors
    /// [`RememberError::Invalid`] for a budget out of range, or an entity that does not exist or is not to be seen; the
    /// store's own.
    pub fn elaborate(&self, context: &ContextId, request: &ElaborateRequest) -> Result<Elaborated, RememberError> {
        within("budget", request.budget, limits::ELABORATE_BUDGET_MAX)?;
        let purges = self.purges.load(Ordering::SeqCst);
        let store = self.store.context(context)?;
        let filter = self.at_present(&Filter { grant: request.read.clone(), ..Filter::default() });
        let reader = Reader::new(store.as_ref(), filter.clone());
        let target = request.entity.as_ref().map(|name| reader.find(name)).transpose().map_err(refused)?;
        // One entity is looked at beside all others, whatever the budget: that is one look.
        let budget = if request.sweep || target.is_some() { limits::ELABORATE_BUDGET_MAX } else { request.budget };
        let mut entities = store.entities(&EntityAsk::default(), &filter, budget)?;
        entities.retain(|entity| entity.merged_into.is_none());
        if let Some(target) = &target
            && entities.iter().all(|entity| entity.id != target.id)
        {
            entities.push(target.clone());
        }
        let pairs = pairs(store.as_ref(), &reader, &filter, &entities, target.as_ref().map(|target| target.id))?;
        let drawings: Vec<Drawing> = pairs.iter().map(|pair| Drawing::Tie(tie(&entities, pair))).collect();
        let principal = request.principal.as_deref();
        let asserted =
            self.draw(context, &drawings, Origin::Elaboration, &request.write, request.dry_run, principal)?;
        let mut done = Elaborated { dry_run: request.dry_run, ..Elaborated::default() };
        let mut of: BTreeMap<usize, Vec<Proposal>> = BTreeMap::new();
        for ((pair, drawing), (asserted, is_written)) in pairs.into_iter().zip(drawings).zip(asserted) {
            let Drawing::Tie(tie) = drawing else { continue };
            let is_emitted = is_written && asserted.fate == Fate::Created;
            done.emitted += u64::from(is_emitted);
            of.entry(pair.one).or_default().push(Proposal {
                subject: tie.subject.1,
                label: tie.label,
                object: tie.object.1,
                confidence: tie.confidence,
                likelihood: pair.likelihood,
                shared: pair.shared,
                memory: asserted.memory,
                is_emitted,
            });
        }
        done.outcomes =
            of.into_iter().map(|(idx, proposed)| Elaboration { entity: entities[idx].clone(), proposed }).collect();
        if !request.dry_run {
            let ids: Vec<MemoryId> =
                done.outcomes.iter().flat_map(|one| &one.proposed).filter_map(|one| one.memory).collect();
            let body = serde_json::json!({ "relationsEmitted": done.emitted, "proposals": ids });
            done.trace = Some(self.note(context, "elaborate", &body, purges));
        }
        Ok(done)
    }
}

/// Pairs that are named together on purpose and that no relation ties, by position, strongest first for each.
fn pairs(
    store: &dyn ContextStore,
    reader: &Reader<'_>,
    filter: &Filter,
    entities: &[Entity],
    target: Option<EntityId>,
) -> Result<Vec<Pair>, StoreError> {
    let all = store.view(filter)?.len() as u64;
    let mut named_in: Vec<BTreeSet<MemoryId>> = Vec::with_capacity(entities.len());
    for entity in entities {
        named_in.push(reader.memories_of(entity)?.into_iter().collect());
    }
    let mut found = Vec::new();
    for one in 0..entities.len() {
        let mut own = Vec::new();
        let tied = tied_to(store, filter, entities[one].id)?;
        for other in 0..entities.len() {
            // Each pair once: at the target, else at the older of the two.
            let is_mine = match target {
                Some(target) => entities[one].id == target && one != other,
                None => one < other,
            };
            if !is_mine || tied.contains(&entities[other].id) || is_part(&entities[one], &entities[other]) {
                continue;
            }
            let shared: Vec<MemoryId> = named_in[one].intersection(&named_in[other]).copied().collect();
            let counts = Together {
                both: shared.len() as u64,
                first: named_in[one].len() as u64,
                second: named_in[other].len() as u64,
                all,
            };
            let likelihood = log_likelihood(counts);
            if shared.len() < SHARED_MIN || likelihood < LIKELY_MIN {
                continue;
            }
            if let Some((scopes, shared)) = alike_seen(store, &shared)? {
                own.push(Pair { one, other, likelihood, scopes, shared });
            }
        }
        own.sort_by(|a, b| b.likelihood.total_cmp(&a.likelihood).then(a.other.cmp(&b.other)));
        own.truncate(limits::PROPOSALS_MAX);
        found.extend(own);
    }
    Ok(found)
}

fn refused(error: ViewError) -> RememberError {
    match error {
        ViewError::Store(error) => error.into(),
        other => RememberError::Invalid { field: "entityRef", reason: other.to_string() },
    }
}

/// Whom a relation ties an entity to.
fn tied_to(store: &dyn ContextStore, filter: &Filter, id: EntityId) -> Result<BTreeSet<EntityId>, StoreError> {
    let mut tied = BTreeSet::new();
    for (subject, object) in [(Some(id), None), (None, Some(id))] {
        let ask = KnowledgeAsk { subject, object, sorts: vec!["relation"], ..KnowledgeAsk::default() };
        for row in store.knowledge(&ask, filter, limits::EXPLORE_TIES_MAX)? {
            if let Some(crate::model::Knowledge::Relation { subject, object, .. }) = row.memory.knowledge {
                tied.extend([subject, object]);
            }
        }
    }
    tied.remove(&id);
    Ok(tied)
}

/// True where one name is a part of the other, so that naming one names both.
fn is_part(one: &Entity, other: &Entity) -> bool {
    let (one, other) = (text::name_key(&one.name), text::name_key(&other.name));
    one.contains(&other) || other.contains(&one)
}

/// Of some memories those that the same readers see, the most there are: a proposal is for whoever sees what suggests it.
fn alike_seen(store: &dyn ContextStore, shared: &[MemoryId]) -> Result<Option<(ScopeSets, Vec<MemoryId>)>, StoreError> {
    let mut by_scopes: BTreeMap<ScopeSets, Vec<MemoryId>> = BTreeMap::new();
    for id in shared {
        if let Some(row) = store.memory(*id)? {
            by_scopes.entry(row.memory.scopes).or_default().push(*id);
        }
    }
    let most = by_scopes.into_iter().max_by_key(|(scopes, ids)| (ids.len(), std::cmp::Reverse(scopes.clone())));
    Ok(most.filter(|(_, ids)| ids.len() >= SHARED_MIN))
}

fn tie(entities: &[Entity], pair: &Pair) -> Tie {
    let whom = |idx: usize| (entities[idx].id, entities[idx].name.clone());
    // The one that was known first stands first, whoever was asked about.
    let (first, second) = if entities[pair.one].row <= entities[pair.other].row {
        (pair.one, pair.other)
    } else {
        (pair.other, pair.one)
    };
    Tie {
        subject: whom(first),
        label: RELATED.to_owned(),
        object: whom(second),
        scopes: pair.scopes.clone(),
        confidence: CONFIDENCE_MAX * (1.0 - 1.0 / (1.0 + pair.shared.len() as f32)),
        sources: pair.shared.iter().take(limits::PROOFS_MAX).copied().collect(),
    }
}
