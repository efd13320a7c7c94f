//! Forgetting: which memories are meant, what goes along, and taking them out of every read or out of every file.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

use serde::Serialize;

use super::Engine;
use crate::error::{RecallError, StoreError};
use crate::limits;
use crate::model::{ContextId, EntityId, Kind, MemoryId, Micros, Pattern, Scope, SessionId};
use crate::recall::{Hit, RecallRequest};
use crate::store::{Change, Choice, ContextStore, Erase, Erased, Filter, ForgetMode, Gone};
use crate::text;

/// How much of a question a memory has to meet to be meant by it, in `[0, 1]`; see [`Forget::Query`]. Chosen: half.
pub const QUERY_SCORE: f32 = 0.5;

/// Which memories are meant. All of them go through the filter of the request.
#[derive(Clone, Debug, PartialEq)]
pub enum Forget {
    /// Everything that the filter lets through.
    Matching,
    /// These; the card of an entity stands for what is known of it. Unknown ones, and those that the filter keeps back, are
    /// named in the receipt, and the others go.
    Ids(Vec<MemoryId>),
    /// What is known of an entity and of all that were merged into it: facts, relations from both ends, actions, doubts.
    Entity {
        /// The entity.
        id: EntityId,
        /// With the memories that any of it was read in, and those that mention one of its names.
        with_sources: bool,
    },
    /// A session with everything said in it.
    Session(SessionId),
    /// Everything that is seen only through this scope or one below it.
    Scope(Scope),
    /// What a question finds: a bounded number of the closest matches, so that broad subjects take several calls.
    Query {
        /// The question.
        query: String,
        /// Least score, in `[0, 1]`; [`QUERY_SCORE`] by default. The score of a memory is its cosine to the question or, where that
        /// is greater, the share of the question's words that it holds.
        min_score: f32,
        /// Matches at most, 1 to [`limits::K_MAX`].
        limit: usize,
    },
}

/// What to forget, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct ForgetRequest {
    /// Which memories.
    pub what: Forget,
    /// Which of them the asker may reach, and further conditions. Replaced, ended and repeated rows and cards count as long as the
    /// other conditions hold; a purge counts forgotten ones, too.
    pub filter: Filter,
    /// Only what was learnt at or after this moment.
    pub known_from: Option<Micros>,
    /// Only what was learnt before this moment.
    pub known_until: Option<Micros>,
    /// How much of them goes.
    pub mode: ForgetMode,
    /// Only say what would go.
    pub dry_run: bool,
}

impl ForgetRequest {
    /// Takes out of every read what is meant, of the rows that `filter` lets through.
    pub fn new(what: Forget, filter: Filter) -> Self {
        Self { what, filter, known_from: None, known_until: None, mode: ForgetMode::Expire, dry_run: false }
    }
}

/// What was forgotten, or would be.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ForgetReceipt {
    /// Nothing was written.
    pub dry_run: bool,
    /// How much of them went.
    pub mode: ForgetMode,
    /// Every memory that went, with all that went along, by id. After an interrupted purge those that were
    /// taken out at the next opening are not named again.
    pub gone: Vec<Gone>,
    /// How many of each kind.
    pub kinds: BTreeMap<Kind, u64>,
    /// Memories that were asked for by id and are not there, or not for the asker.
    pub missing: Vec<MemoryId>,
    /// What a purge took out, by where it was kept.
    pub erased: Option<Erased>,
    /// Nothing is left to do. False for a purge whose file work waits for the next opening.
    pub complete: bool,
}

impl Engine {
    /// Forgets what a request means, with all that goes along: parts and passages, facts that have no other source, thoughts drawn
    /// from it, entities of which nothing else is known. A dry run lists exactly what the real call takes out.
    ///
    /// Expiring takes one transaction for each [`limits::FORGET_BATCH`] memories; when it fails half way, calling it again
    /// finishes it. A purge is durable from its first transaction on and costs about as much as building the indexes anew and
    /// copying the database; a purged part or passage takes its whole memory or document along. Traces go with a purge that
    /// returned one of the memories or asked in words that nothing left in memory holds. Neither stops anything from being
    /// learnt anew.
    ///
    /// # Errors
    /// [`RecallError`] for a question that is wrong; [`StoreError::NoSuchEntity`]; the store's own.
    pub fn forget_matching(&self, context: &ContextId, request: &ForgetRequest) -> Result<ForgetReceipt, RecallError> {
        let store = self.store.context(context)?;
        let (ids, missing) = self.meant(context, store.as_ref(), request)?;
        let gone = store.reach(&ids, request.mode)?;
        let mut receipt = ForgetReceipt {
            dry_run: request.dry_run,
            mode: request.mode,
            missing,
            complete: true,
            ..ForgetReceipt::default()
        };
        if request.dry_run || gone.is_empty() {
            receipt.count(gone);
            return Ok(receipt);
        }
        match request.mode {
            ForgetMode::Expire => receipt.count(self.expire_all(store.as_ref(), &ids)?),
            ForgetMode::Purge => {
                let erased = self.purge_all(context, store.as_ref(), ids)?;
                receipt.complete = erased.1.complete;
                receipt.erased = Some(erased.1);
                receipt.count(erased.0);
            }
        }
        Ok(receipt)
    }

    /// The memories that a request means, and those that it names in vain.
    fn meant(
        &self,
        context: &ContextId,
        store: &dyn ContextStore,
        request: &ForgetRequest,
    ) -> Result<(Vec<MemoryId>, Vec<MemoryId>), RecallError> {
        let choice = match &request.what {
            Forget::Matching => Choice::All,
            Forget::Ids(ids) => Choice::Ids(ids.clone()),
            Forget::Entity { id, with_sources } => Choice::Entity { id: *id, with_sources: *with_sources },
            Forget::Session(id) => Choice::Session(id.clone()),
            Forget::Scope(scope) => Choice::Scope(Pattern::Subtree(scope.clone())),
            Forget::Query { query, min_score, limit } => {
                Choice::Ids(self.found(context, &request.filter, query, *min_score, *limit)?)
            }
        };
        let listed = store.listed(&choice, &request.filter, request.mode == ForgetMode::Purge)?;
        let in_time = |known_at: Micros| {
            request.known_from.is_none_or(|from| known_at >= from)
                && request.known_until.is_none_or(|until| known_at < until)
        };
        let ids: Vec<MemoryId> = listed.iter().filter(|row| in_time(row.known_at)).map(|row| row.id).collect();
        let missing = match &request.what {
            Forget::Ids(asked) => {
                let found: BTreeSet<MemoryId> = listed.iter().map(|row| row.id).collect();
                asked.iter().filter(|id| !found.contains(id)).copied().collect()
            }
            _ => Vec::new(),
        };
        Ok((ids, missing))
    }

    /// The memories that a question means.
    fn found(
        &self,
        context: &ContextId,
        filter: &Filter,
        query: &str,
        min_score: f32,
        limit: usize,
    ) -> Result<Vec<MemoryId>, RecallError> {
        let filter = Filter { history: true, include_duplicates: true, quiet: true, ..filter.clone() };
        let mut request = RecallRequest::new(query, filter);
        (request.k, request.context_hits) = (limit, 0);
        request.channels = Some(vec!["semantic".to_owned(), "keyword".to_owned()]);
        let recalled = self.search(context, &request)?;
        let words: Vec<String> = text::query_terms(query).into_iter().map(|token| token.term).collect();
        let meant = |hit: &&Hit| closeness(hit, &words) >= min_score;
        // What a hit stands for as a near-duplicate is meant by the same words.
        let ids = recalled
            .hits
            .iter()
            .filter(meant)
            .flat_map(|hit| std::iter::once(hit.memory.id).chain(hit.duplicates.clone()));
        Ok(ids.collect())
    }

    pub(super) fn expire_all(&self, store: &dyn ContextStore, ids: &[MemoryId]) -> Result<Vec<Gone>, StoreError> {
        let now = self.clock.now();
        let mut gone = Vec::new();
        for batch in ids.chunks(limits::FORGET_BATCH) {
            let forgotten = batch.iter().map(|id| (*id, now)).collect();
            gone.extend(store.commit(Change { forgotten, ..Change::default() })?.gone);
        }
        Ok(gone)
    }

    pub(super) fn purge_all(
        &self,
        context: &ContextId,
        store: &dyn ContextStore,
        ids: Vec<MemoryId>,
    ) -> Result<(Vec<Gone>, Erased), StoreError> {
        // Traces that wait have to be looked at, too.
        self.write_traces()?;
        let erase = Some(Erase { ids, at: self.clock.now() });
        let committed = store.commit(Change { erase, ..Change::default() });
        // What was recalled while this went on may name what is gone.
        let mut waiting = self.traces.lock();
        self.purges.fetch_add(1, Ordering::SeqCst);
        waiting.retain(|(own, _)| own != context);
        drop(waiting);
        let committed = committed?;
        // Replies that are kept to be given again may say what is gone.
        self.store.drop_replies(context)?;
        Ok((committed.gone, committed.erased.unwrap_or_default()))
    }
}

/// How far a hit meets a question, in `[0, 1]`.
fn closeness(hit: &Hit, words: &[String]) -> f32 {
    let cosine = hit.contributions.iter().find(|one| one.name == "semantic").map_or(0.0, |one| one.raw);
    let memory = &hit.memory;
    let held: BTreeSet<String> = [memory.text.as_str(), &memory.front()]
        .iter()
        .flat_map(|text| text::index_terms(text, usize::MAX, 1.0))
        .map(|(term, _)| term)
        .collect();
    let n_held = words.iter().filter(|word| held.contains(*word)).count();
    let share = if words.is_empty() { 0.0 } else { n_held as f32 / words.len() as f32 };
    cosine.max(share).clamp(0.0, 1.0)
}

impl ForgetReceipt {
    fn count(&mut self, mut gone: Vec<Gone>) {
        gone.sort_unstable();
        gone.dedup();
        for one in &gone {
            *self.kinds.entry(one.kind).or_default() += 1;
        }
        self.gone = gone;
    }
}
