//! What one consolidation looks at: facts that hold with what tells them, sentences of the newest turns, and what was drawn before.

use std::collections::{BTreeMap, BTreeSet};

use super::Engine;
use super::consolidate::ConsolidateRequest;
use crate::consolidate::{Fact, Known, Proof, Said, Saying};
use crate::error::StoreError;
use crate::limits;
use crate::model::{Kind, Knowledge, Memory, MemoryId, Origin, Role};
use crate::reconcile;
use crate::store::{ContextStore, Filter, KnowledgeAsk, Row};
use crate::text;
use crate::views::{Reader, Statement};

/// Sentences of one turn that are compared; the rest of a longer one is a text of its own. Chosen.
const SENTENCES_MAX: usize = 64;
/// Rows read at a time. Chosen.
const PAGE: usize = 256;

/// What is read for one consolidation.
pub(super) struct Pool {
    pub(super) facts: Vec<Fact>,
    pub(super) fresh: BTreeSet<MemoryId>,
    pub(super) said: Vec<Said>,
    pub(super) known: Vec<Known>,
    pub(super) texts: BTreeMap<MemoryId, String>,
}

impl Engine {
    /// Reads the pool.
    pub(super) fn pool_of(&self, store: &dyn ContextStore, request: &ConsolidateRequest) -> Result<Pool, StoreError> {
        let filter = self.at_present(&Filter { grant: request.read.clone(), ..Filter::default() });
        let reader = Reader::new(store, filter.clone());
        let mut pool = Pool {
            facts: Vec::new(),
            fresh: BTreeSet::new(),
            said: said(store, &filter, request.fact_limit)?,
            known: known(store, &filter, &reader)?,
            texts: BTreeMap::new(),
        };
        pool.facts = all(store, &filter, &["attribute", "relation"])?
            .into_iter()
            .map(|row| reader.statement(row))
            .filter_map(|one| one.map(fact).transpose())
            .collect::<Result<_, _>>()?;
        let from = pool.facts.len().saturating_sub(request.fact_limit);
        let ids: Vec<MemoryId> = pool.facts[from..].iter().map(|fact| fact.id).collect();
        for page in (from..pool.facts.len()).collect::<Vec<_>>().chunks(PAGE) {
            let ids: Vec<MemoryId> = page.iter().map(|idx| pool.facts[*idx].id).collect();
            for (idx, sources) in page.iter().zip(store.sources(&ids)?) {
                for source in sources.into_iter().take(limits::PROOFS_MAX) {
                    let memory = store.memory(source)?.map(|row| row.memory);
                    let Some(memory) = memory.filter(|memory| is_proof(memory) && request.read.sees(&memory.scopes))
                    else {
                        continue;
                    };
                    pool.texts.insert(source, memory.spoken().to_owned());
                    pool.facts[*idx].proofs.push(Proof { id: source, text: memory.spoken().to_owned() });
                }
            }
        }
        pool.fresh = ids.into_iter().collect();
        pool.texts.extend(pool.said.iter().map(|one| (one.id, one.sentence.clone())));
        Ok(pool)
    }
}

/// True for what tells something by itself: what was said or written, and what was stated as a fact on purpose.
pub(super) fn is_proof(memory: &Memory) -> bool {
    memory.knowledge.is_none() || is_stated(memory)
}

fn is_stated(memory: &Memory) -> bool {
    memory.source.origin == Origin::Upsert && memory.source.derived_from.is_empty()
}

/// Every row of those sorts that the filter lets through.
fn all(store: &dyn ContextStore, filter: &Filter, sorts: &[&'static str]) -> Result<Vec<Row>, StoreError> {
    let mut ask = KnowledgeAsk { sorts: sorts.to_vec(), ..KnowledgeAsk::default() };
    let mut rows: Vec<Row> = Vec::new();
    loop {
        let page = store.knowledge(&ask, filter, PAGE)?;
        let Some(last) = page.last() else { return Ok(rows) };
        ask.after = last.ordinal.0;
        rows.extend(page);
    }
}

/// A row of knowledge as consolidation weighs it; without what tells it.
fn fact(one: Statement) -> Option<Fact> {
    let value = one.value().to_owned();
    let key = one.key().to_owned();
    let subject = one.subject?;
    let memory = one.memory;
    let is_relation = matches!(memory.knowledge, Some(Knowledge::Relation { .. }));
    (!value.is_empty()).then(|| Fact {
        id: memory.id,
        subject: subject.id,
        name: subject.name,
        is_one: reconcile::is_one_valued(&key, is_relation),
        key,
        value,
        is_stated: is_stated(&memory),
        scopes: memory.scopes,
        category: memory.category,
        confidence: memory.confidence,
        valid: memory.valid,
        text: memory.text,
        proofs: Vec::new(),
    })
}

/// What consolidation wrote before and stands.
fn known(store: &dyn ContextStore, filter: &Filter, reader: &Reader<'_>) -> Result<Vec<Known>, StoreError> {
    let mut rows = all(store, filter, &["observation"])?;
    rows.retain(|row| row.memory.source.origin == Origin::Derived);
    let ids: Vec<MemoryId> = rows.iter().map(|row| row.memory.id).collect();
    let mut found = Vec::with_capacity(rows.len());
    for (row, sources) in rows.into_iter().zip(store.sources(&ids)?) {
        let one = reader.statement(row)?;
        let (key, value) = (one.key().to_owned(), one.value().to_owned());
        let Some(subject) = one.subject else { continue };
        let memory = one.memory;
        found.push(Known {
            id: memory.id,
            subject: subject.id,
            name: subject.name,
            key,
            value,
            text: memory.text,
            scopes: memory.scopes,
            category: memory.category,
            sources,
        });
    }
    Ok(found)
}

/// Sentences of the newest turns by people, oldest first.
fn said(store: &dyn ContextStore, filter: &Filter, limit: usize) -> Result<Vec<Said>, StoreError> {
    let filter = Filter { kinds: Some(vec![Kind::Turn]), include_duplicates: true, ..filter.clone() };
    let view = store.view(&filter)?;
    let mut found = Vec::new();
    for page in view.by_time(true, limit)?.chunks(PAGE) {
        for memory in view.memories(page)?.into_iter().flatten() {
            if !matches!(memory.role, None | Some(Role::User)) || memory.part_of.is_some() {
                continue;
            }
            let own = memory.spoken();
            for span in text::sentences(own).into_iter().take(SENTENCES_MAX) {
                let Some(sentence) = own.get(span.start as usize..span.end as usize) else { continue };
                if sentence.len() > limits::FACT_VALUE_LEN_MAX {
                    continue;
                }
                if let Some(saying) = Saying::of(sentence, memory.known_at) {
                    let one = Said {
                        id: memory.id,
                        sentence: sentence.to_owned(),
                        saying,
                        speaker: memory.speaker.clone(),
                        scopes: memory.scopes.clone(),
                        known_at: memory.known_at,
                    };
                    found.push(((memory.known_at, memory.id, span.start), one));
                }
            }
        }
    }
    found.sort_by_key(|(key, _)| *key);
    Ok(found.into_iter().map(|(_, one)| one).collect())
}

/// True for a group of sentences that nothing was read out of: facts are observed as facts, and end as facts do.
pub(super) fn is_unread(
    store: &dyn ContextStore,
    history: &Filter,
    said: &[Said],
    group: &[usize],
) -> Result<bool, StoreError> {
    for one in group.iter().filter_map(|idx| said.get(*idx)) {
        let sorts = vec!["attribute", "relation"];
        let ask = KnowledgeAsk { source: Some(one.id), sorts, ..KnowledgeAsk::default() };
        for row in store.knowledge(&ask, history, limits::CLAIMS_COMPARED_MAX)? {
            let is_here = match &row.memory.knowledge {
                Some(Knowledge::Attribute { value, .. }) => one.sentence.contains(value.as_str()),
                _ => true,
            };
            if is_here {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
