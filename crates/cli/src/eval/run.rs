//! One evaluation: ingest, ask, measure.

use std::collections::{BTreeMap, BTreeSet};

use quintet::fuse::Fusion;
use quintet::model::{ContextId, Kind, Micros, Role, SessionId};
use quintet::recall::{Profile, RecallRequest, Recalled};
use quintet::retain::RememberItem;
use quintet::store::Filter;
use quintet::{Engine, limits};

use super::dataset::{Dataset, Document, Query};
use super::metrics::{Metrics, percentile, sessions};
use super::report::{Ingest, Latency, Scores, SetReport};
use crate::progress::Progress;

/// Rows of one ingest call.
const BATCH: usize = 256;
/// Hits asked for: ten are scored, and a quoted row may have to be dropped.
const HITS: usize = 20;

/// How to ask.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    pub(crate) channels: Option<Vec<String>>,
    pub(crate) weights: Vec<(String, f32)>,
    pub(crate) profile: Profile,
    pub(crate) fusion: Option<Fusion>,
    pub(crate) k: Option<usize>,
    pub(crate) rerank: bool,
    /// Print the ids of the hits of each query, for looking at misses.
    pub(crate) misses: bool,
}

/// One evaluated query.
struct Asked<'a> {
    query: &'a Query,
    metrics: Metrics,
    session: Option<Metrics>,
    us: BTreeMap<String, u64>,
}

/// Evaluates one set on an engine of its own.
pub(crate) fn run(
    engine: &Engine,
    set: &Dataset,
    settings: &Settings,
    clock_us: &dyn Fn() -> u64,
) -> anyhow::Result<SetReport> {
    let begin = clock_us();
    let contexts = ingest(engine, set)?;
    let seconds = (clock_us() - begin) as f64 / 1e6;
    let session_of: BTreeMap<&str, &str> = set
        .documents
        .iter()
        .filter_map(|document| Some((document.id.as_str(), document.session.as_deref()?)))
        .collect();
    let by_session = set.documents.iter().any(|document| document.speaker.is_some() && document.session.is_some());
    let scored: Vec<&Query> = set.queries.iter().filter(|query| set.relevant.contains_key(&query.id)).collect();
    let mut asked = Vec::new();
    let progress = Progress::new(&format!("{}: questions", set.name), scored.len() as u64);
    for query in scored {
        let group = query.group.clone().unwrap_or_default();
        if let Some(context) = contexts.get(&group) {
            asked.push(ask(engine, context, set, query, settings, by_session.then_some(&session_of))?);
        }
        progress.add(1);
    }
    progress.finish();
    Ok(report(set, &asked, seconds))
}

/// Remembers every document. Each group is a memory space of its own, that is, a context.
fn ingest(engine: &Engine, set: &Dataset) -> anyhow::Result<BTreeMap<String, ContextId>> {
    let mut groups: BTreeMap<String, Vec<&Document>> = BTreeMap::new();
    for document in &set.documents {
        groups.entry(document.group.clone().unwrap_or_default()).or_default().push(document);
    }
    let progress = Progress::new(&format!("{}: documents", set.name), set.documents.len() as u64);
    let mut contexts = BTreeMap::new();
    for (number, (group, mut documents)) in groups.into_iter().enumerate() {
        let spec = engine.create_context(&format!("eval-{number}"), None, quintet::model::Labels::new())?;
        // Turns of a session in their order; everything else as it stands in the file.
        documents
            .sort_by_key(|document| (document.session.clone().filter(|_| document.speaker.is_some()), document.turn));
        for batch in documents.chunks(BATCH) {
            let items: Vec<RememberItem> = batch
                .iter()
                .filter(|document| !document.text.trim().is_empty())
                .map(|document| item(document))
                .collect::<Result<_, _>>()?;
            for remembered in engine.remember_all(&spec.id, items)? {
                remembered?;
            }
            progress.add(batch.len() as u64);
        }
        contexts.insert(group, spec.id);
    }
    progress.finish();
    Ok(contexts)
}

/// A document as something to remember. Rows without a speaker are passages of a page.
pub(crate) fn item(document: &Document) -> anyhow::Result<RememberItem> {
    let is_turn = document.speaker.is_some();
    let session = document.session.as_deref().filter(|_| is_turn).map(SessionId::new).transpose()?;
    Ok(RememberItem {
        kind: Some(if is_turn { Kind::Turn } else { Kind::Passage }),
        session,
        role: document.speaker.as_deref().and_then(Role::parse),
        speaker: document.speaker.clone().filter(|speaker| !speaker.is_empty()),
        title: document.title.clone().filter(|title| !title.is_empty()),
        document: document.session.clone().filter(|_| !is_turn),
        known_at: document.time.as_deref().map(Micros::parse).transpose()?,
        reference: Some(document.id.clone()),
        ..RememberItem::new(document.text.clone())
    })
}

fn ask<'a>(
    engine: &Engine,
    context: &ContextId,
    set: &Dataset,
    query: &'a Query,
    settings: &Settings,
    session_of: Option<&BTreeMap<&str, &str>>,
) -> anyhow::Result<Asked<'a>> {
    let mut request = RecallRequest::new(query.text.clone(), Filter::everything());
    request.k = settings.k.unwrap_or(HITS).min(limits::K_MAX);
    request.channels.clone_from(&settings.channels);
    request.weights.clone_from(&settings.weights);
    request.profile = settings.profile;
    request.fusion = settings.fusion;
    request.rerank = settings.rerank;
    // What stands beside a hit is not scored.
    request.context_hits = 0;
    // Quality is measured, not patience: a slow machine must not change the ranking.
    request.deadline_ms = 60_000;
    request.now = query.time.as_deref().map(Micros::parse).transpose()?;
    let recalled = engine.recall(context, &request)?;
    let relevant = &set.relevant[&query.id];
    let ranking: Vec<&str> = references(&recalled).filter(|id| query.target.as_deref() != Some(*id)).collect();
    let metrics = Metrics::of(&ranking, relevant);
    if settings.misses && metrics.recall_10 < 1.0 {
        let missed: Vec<&String> =
            relevant.keys().filter(|id| !ranking.iter().take(10).any(|found| found == id)).collect();
        let line = serde_json::json!({ "query": query.id, "type": query.kind, "missed": missed, "found": &ranking[..ranking.len().min(10)] });
        crate::output::line(&line.to_string())?;
    }
    let session = session_of.map(|session_of| {
        let gold: BTreeMap<String, u32> = relevant
            .keys()
            .filter_map(|id| session_of.get(id.as_str()))
            .map(|session| ((*session).to_owned(), 1))
            .collect();
        Metrics::of(&sessions(&ranking, session_of), &gold)
    });
    let us = recalled.timings.iter().map(|time| (time.stage.clone(), time.us)).collect();
    Ok(Asked { query, metrics, session, us })
}

fn references(recalled: &Recalled) -> impl Iterator<Item = &str> {
    let mut seen = BTreeSet::new();
    recalled.hits.iter().filter_map(|hit| hit.memory.source.reference.as_deref()).filter(move |id| seen.insert(*id))
}

fn report(set: &Dataset, asked: &[Asked<'_>], ingest_seconds: f64) -> SetReport {
    let scores = |asked: &[&Asked<'_>]| Scores {
        n: asked.len(),
        metrics: Metrics::mean(&asked.iter().map(|one| one.metrics).collect::<Vec<_>>()),
    };
    let mut by_type: BTreeMap<String, Vec<&Asked<'_>>> = BTreeMap::new();
    for one in asked {
        by_type.entry(one.query.kind.clone().unwrap_or_else(|| "all".to_owned())).or_default().push(one);
    }
    let session: Vec<Metrics> = asked.iter().filter_map(|one| one.session).collect();
    let total_ms = |one: &Asked<'_>| {
        one.us.iter().filter(|(stage, _)| !stage.starts_with("channel.")).map(|(_, us)| *us).sum::<u64>() as f64 / 1e3
    };
    let totals: Vec<f64> = asked.iter().map(total_ms).collect();
    let stages: BTreeSet<&String> = asked.iter().flat_map(|one| one.us.keys()).collect();
    let of_stage =
        |stage: &str| asked.iter().filter_map(|one| one.us.get(stage)).map(|us| *us as f64 / 1e3).collect::<Vec<f64>>();
    let stages = stages.into_iter().map(|stage| (stage.clone(), Latency::of(&of_stage(stage)))).collect();
    SetReport {
        name: set.name.clone(),
        split: set.split.clone(),
        documents: set.documents.len(),
        queries: asked.len(),
        metrics: scores(&asked.iter().collect::<Vec<_>>()).metrics,
        exact: None,
        by_type: by_type.into_iter().map(|(kind, asked)| (kind, scores(&asked))).collect(),
        session: (!session.is_empty()).then(|| Metrics::mean(&session)),
        latency_ms: super::report::Latencies {
            p50: percentile(&totals, 0.50),
            p95: percentile(&totals, 0.95),
            p99: percentile(&totals, 0.99),
            stages,
        },
        ingest: Ingest { memories: set.documents.len(), seconds: ingest_seconds },
    }
}
