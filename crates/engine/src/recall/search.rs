//! The steps of one recall.

use std::sync::Arc;

use super::answer::{Degraded, Profile, RecallError, RecallRequest, Recalled, StageTime};
use super::candidates::Candidates;
use super::fanout::{self, Brief, Pool};
use super::scope::TimeMode;
use super::{confidence, context, hits, lookup, order, rerank, scope, understand};
use crate::channel::{self, Channel, Decay, Needs, Question};
use crate::fuse::{Fused, Fusion};
use crate::limits;
use crate::model::TraceId;
use crate::ports::{Clock, Deadline, Embedder, Reranker};
use crate::store::{ContextStore, Ordinal};

/// Everything that a recall works with.
pub(crate) struct Search<'a> {
    pub(crate) store: &'a dyn ContextStore,
    pub(crate) embedder: Option<&'a dyn Embedder>,
    pub(crate) reranker: Option<&'a dyn Reranker>,
    /// The context takes feelings.
    pub(crate) feels: bool,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) pool: &'a Pool,
}

/// What happened so far, for the answer.
pub(super) struct Progress<'a> {
    clock: &'a dyn Clock,
    last_us: u64,
    pub(super) timings: Vec<StageTime>,
    pub(super) degraded: Vec<Degraded>,
}

impl Progress<'_> {
    fn stage(&mut self, stage: &str) {
        let now = self.clock.monotonic_us();
        self.timings.push(StageTime { stage: stage.to_owned(), us: now.saturating_sub(self.last_us) });
        self.last_us = now;
    }
}

impl Search<'_> {
    /// Answers one request. The request is checked first; nothing is read when it is wrong.
    pub(crate) fn run(&self, request: &RecallRequest, trace: TraceId) -> Result<Recalled, RecallError> {
        let zone = check(request)?;
        let channels = chosen(request)?;
        let now = request.now.unwrap_or_else(|| self.clock.now());
        let clock = self.clock.as_ref();
        let mut progress = Progress { clock, last_us: clock.monotonic_us(), timings: Vec::new(), degraded: Vec::new() };
        let mut filter = request.filter.clone();
        filter.now.get_or_insert(now);
        let view = self.store.view(&filter)?;
        let mut question = understand::understand(&request.query, now, &zone, view.as_ref())?;
        take_choices(request, &mut question);
        if !self.feels {
            question.without_feelings();
        }
        progress.stage("understand");
        if channels.iter().any(|channel| channel.spec().needs != Needs::Question) {
            question.vector = self.vector(request, &question, &zone, &mut progress)?;
        }
        progress.stage("embed");
        let fusion = request.fusion.unwrap_or(match request.profile {
            Profile::Quintet => Fusion::Convex,
            Profile::Metamemory => Fusion::Rrf,
        });
        let budget_us = request.deadline_ms.saturating_mul(1_000);
        let mut brief = Brief {
            question: Arc::new(question),
            view,
            seeds: Arc::from([]),
            deadline: Deadline::after(Arc::clone(&self.clock), budget_us),
            clock: Arc::clone(&self.clock),
        };
        let candidates = self.candidates(request, &channels, &mut brief, fusion, &mut progress)?;
        let mut fused = candidates.fuse(limits::DUPLICATE_HEAD.max(request.k));
        let time_relaxed = keep_time(request, &brief, &mut fused)?;
        candidates.keep_current(&brief.question, &mut fused);
        let mut fused = hits::settle(request, &brief, fused, &candidates)?;
        if request.profile == Profile::Quintet && request.channels.is_none() {
            lookup::first(&mut fused, &request.query, brief.view.as_ref())?;
        }
        progress.stage("fuse");
        if request.rerank {
            rerank::rerank(self.reranker, brief.view.as_ref(), &request.query, &mut fused, &mut progress.degraded)?;
            progress.stage("rerank");
        }
        let hits = hits::load(request, brief.view.as_ref(), fused, &candidates)?;
        let context_hits =
            context::beside(brief.view.as_ref(), &hits, request.context_hits.min(limits::CONTEXT_HITS_MAX))?;
        progress.stage("load");
        let question = &brief.question;
        let confidence = confidence::confidence(question, &hits);
        Ok(Recalled {
            hits,
            context_hits,
            mixture: question.mixture,
            times: question.times.clone(),
            time_relaxed,
            confidence,
            abstain: confidence < confidence::ABSTAIN_BELOW,
            places: question.places.clone(),
            names: question.names.iter().map(|named| named.linked.name.clone()).collect(),
            fusion,
            degraded: progress.degraded,
            timings: progress.timings,
            pool: candidates.len(),
            trace,
        })
    }

    /// The question's vector: the caller's, or the embedder's. Without either the vector channels are left out and named.
    fn vector(
        &self,
        request: &RecallRequest,
        question: &Question,
        zone: &jiff::tz::TimeZone,
        progress: &mut Progress<'_>,
    ) -> Result<Option<Arc<[f32]>>, RecallError> {
        let stored = self.store.model()?;
        if let Some(given) = &request.vector {
            let dims = stored.as_ref().map_or(given.len(), |model| model.dims as usize);
            let usable = given.len() == dims && given.iter().all(|x| x.is_finite()) && given.iter().any(|x| *x != 0.0);
            if !usable {
                return Err(invalid("vector", format!("expected {dims} finite numbers that are not all zero")));
            }
            return Ok(Some(unit(given)));
        }
        let (Some(embedder), Some(stored)) = (self.embedder, stored) else { return Ok(None) };
        if *embedder.model() != stored {
            let mismatch = crate::store::StoreError::ModelMismatch {
                stored: Box::new(stored),
                given: Box::new(embedder.model().clone()),
            };
            return Err(mismatch.into());
        }
        let text = understand::embedded_text(&question.text, question.now, zone, &question.names);
        match embedder.embed(&[text.as_str()]) {
            Ok(mut vectors) => Ok(vectors.pop().map(Arc::from)),
            Err(error) => {
                progress.degraded.push(Degraded { name: "embedder".to_owned(), reason: error.to_string() });
                Ok(None)
            }
        }
    }

    /// Both stages of channels, with fusion after each.
    fn candidates(
        &self,
        request: &RecallRequest,
        channels: &[&'static dyn Channel],
        brief: &mut Brief,
        fusion: Fusion,
        progress: &mut Progress<'_>,
    ) -> Result<Candidates, RecallError> {
        let (seeded, first): (Vec<_>, Vec<_>) = channels.iter().copied().partition(|c| c.spec().needs == Needs::Seeds);
        let mut candidates = Candidates::new(request, &brief.question, fusion);
        candidates.take(fanout::run(self.pool, &first, brief, limits::POOL), progress);
        if !seeded.is_empty() {
            candidates.complete(brief, progress)?;
            brief.seeds = candidates.fuse(limits::SEEDS).iter().map(|fused| (fused.key, fused.score)).collect();
            candidates.take(fanout::run(self.pool, &seeded, brief, limits::POOL), progress);
        }
        progress.stage("channels");
        if let Some(reason) = candidates.nobody_answered(channels.len()) {
            return Err(RecallError::NoChannel { reason });
        }
        candidates.complete(brief, progress)?;
        Ok(candidates)
    }
}

/// What the request says about the question beside its words.
fn take_choices(request: &RecallRequest, question: &mut Question) {
    question.decay = request.decay.unwrap_or(match request.profile {
        Profile::Quintet => Decay::PowerLaw,
        Profile::Metamemory => Decay::HalfLife(limits::METAMEMORY_HALF_LIFE_DAYS),
    });
    if !request.emotions.is_empty() {
        question.feeling = Some(understand::given_feeling(&request.emotions));
    }
    question.places = understand::places(request);
    if request.time_mode == TimeMode::Off {
        question.times.clear();
        question.order = None;
    }
}

/// Lets the time of the question gate the list and order it. True when a filter by time was given up.
fn keep_time(request: &RecallRequest, brief: &Brief, fused: &mut Vec<Fused<Ordinal>>) -> Result<bool, RecallError> {
    if request.profile != Profile::Quintet {
        return Ok(false);
    }
    let (question, view) = (&brief.question, brief.view.as_ref());
    if question.order.is_none() && request.time_mode == TimeMode::Boost && order::as_of(fused, view, question)? {
        return Ok(false);
    }
    let relaxed = scope::keep_to_time(fused, question, request.time_mode, request.k);
    if let Some(latest_first) = question.order {
        order::by_time(fused, view, question, latest_first)?;
    }
    Ok(relaxed)
}

fn invalid(field: &'static str, reason: impl Into<String>) -> RecallError {
    RecallError::Invalid { field, reason: reason.into() }
}

fn unit(vector: &[f32]) -> Arc<[f32]> {
    let norm = vector.iter().map(|x| x * x).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
    vector.iter().map(|x| x / norm).collect()
}

/// Checks everything about a request that can be wrong. Returns its time zone.
fn check(request: &RecallRequest) -> Result<jiff::tz::TimeZone, RecallError> {
    if request.query.trim().is_empty() {
        return Err(invalid("query", "it is empty; ask something"));
    }
    if request.query.len() > limits::QUERY_LEN_MAX {
        return Err(invalid("query", format!("at most {} bytes are allowed", limits::QUERY_LEN_MAX)));
    }
    if request.k == 0 || request.k > limits::K_MAX {
        return Err(invalid("k", format!("1 to {} are allowed", limits::K_MAX)));
    }
    if request.max_tokens == Some(0) {
        return Err(invalid("max_tokens", "1 or more are allowed"));
    }
    for (name, weight) in &request.weights {
        if channel::by_name(name).is_none() {
            return Err(invalid("weights", format!("there is no channel '{name}'; there are {}", channel_names())));
        }
        if !(0.0..=100.0).contains(weight) {
            return Err(invalid("weights", "0 to 100 are allowed"));
        }
    }
    match &request.zone {
        None => Ok(jiff::tz::TimeZone::UTC),
        Some(name) => jiff::tz::TimeZone::get(name)
            .map_err(|_| invalid("zone", "it is no IANA time zone; write for example Europe/Berlin")),
    }
}

fn channel_names() -> String {
    channel::ALL.iter().map(|channel| channel.spec().name).collect::<Vec<_>>().join(", ")
}

fn chosen(request: &RecallRequest) -> Result<Vec<&'static dyn Channel>, RecallError> {
    let Some(names) = &request.channels else { return Ok(channel::ALL.to_vec()) };
    if names.is_empty() {
        return Err(invalid("channels", format!("it is empty; there are {}", channel_names())));
    }
    if let Some(unknown) = names.iter().find(|name| channel::by_name(name).is_none()) {
        return Err(invalid("channels", format!("there is no channel '{unknown}'; there are {}", channel_names())));
    }
    Ok(channel::ALL.iter().copied().filter(|c| names.iter().any(|name| name == c.spec().name)).collect())
}
