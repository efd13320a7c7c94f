//! Opening and asking, in a process of its own, so that memory is that of the engine alone.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use quintet::Engine;
use quintet::model::ContextId;
use quintet::ports::Deadline;
use quintet::recall::RecallRequest;
use quintet::store::{Filter, Ordinal};
use serde::{Deserialize, Serialize};

use super::resident_bytes;
use super::synthetic::{GivenVectors, Synthetic};
use crate::eval::percentile;
use crate::language::LanguageArguments;
use crate::wire;

/// Questions of one measurement.
const QUESTIONS: u64 = 300;
/// Questions for which the exact answer is worked out.
const EXACT_QUESTIONS: u64 = 50;
/// Neighbours compared.
const NEIGHBOURS: usize = 10;

/// Percentiles of a latency, in milliseconds.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Latency {
    pub(crate) p50: f64,
    pub(crate) p95: f64,
    pub(crate) p99: f64,
}

impl Latency {
    fn of(ms: &[f64]) -> Self {
        Self { p50: percentile(ms, 0.50), p95: percentile(ms, 0.95), p99: percentile(ms, 0.99) }
    }
}

/// What reading costs.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ReadReport {
    /// Opening folder and context, in milliseconds.
    pub(crate) open_ms: f64,
    /// Resident memory after opening and asking, in bytes, beyond that of the empty process.
    pub(crate) resident_bytes: u64,
    /// Bytes of indexes, by their own count.
    pub(crate) index_bytes: u64,
    /// The same, by index.
    pub(crate) index_bytes_by_name: BTreeMap<String, u64>,
    /// Bytes of all texts, for what is beyond them.
    pub(crate) text_bytes: u64,
    /// A recall of all channels with its vector given.
    pub(crate) recall_ms: Latency,
    /// The same with the question embedded by the bundled model.
    pub(crate) recall_with_embedding_ms: Latency,
    /// Each stage and channel.
    pub(crate) stages_ms: BTreeMap<String, Latency>,
    /// Share of the exact ten nearest that the index finds; over all rows, and over the one in a hundred that a label keeps.
    pub(crate) vector_recall_10: f64,
    pub(crate) vector_recall_10_filtered: f64,
    /// The nearest-neighbour reader alone.
    pub(crate) nearest_ms: Latency,
    pub(crate) nearest_filtered_ms: Latency,
}

fn engine(data: &Path, memory_budget_mib: Option<usize>) -> anyhow::Result<Engine> {
    let wiring = wire::Wiring {
        data: data.to_path_buf(),
        model_path: None,
        embedding_cache: None,
        language: LanguageArguments::default(),
        memory_budget_bytes: memory_budget_mib.map(|mib| mib * 1024 * 1024),
    };
    wiring.engine_with(Some(Arc::new(GivenVectors::new())))
}

/// Opens one context of `rows` rows and asks.
pub(crate) fn measure(data: &Path, synthetic: Synthetic, rows: u64) -> anyhow::Result<ReadReport> {
    let resident_before = resident_bytes();
    let engine = engine(data, None)?;
    let context = ContextId::checked("bench")?;
    let begin = engine.monotonic_us();
    engine.context_store(&context)?;
    let open_ms = (engine.monotonic_us() - begin) as f64 / 1e3;
    let mut totals = Vec::new();
    let mut stages: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for question in 0..QUESTIONS {
        let request = request(synthetic, rows, question);
        let begin = engine.monotonic_us();
        let recalled = engine.recall(&context, &request)?;
        totals.push((engine.monotonic_us() - begin) as f64 / 1e3);
        for time in recalled.timings {
            stages.entry(time.stage).or_default().push(time.us as f64 / 1e3);
        }
    }
    // Asked before the model is loaded and before anything is worked out exactly.
    let resident = resident_bytes().saturating_sub(resident_before);
    let text_bytes =
        (0..rows.min(1_000)).map(|row| synthetic.text(row).len() as u64).sum::<u64>() * rows / rows.clamp(1, 1_000);
    let with_embedding = with_embedding(&engine, &context, synthetic, rows)?;
    let everything = accuracy(&engine, &context, &Filter::everything(), synthetic, rows)?;
    let one_in_hundred = Filter { labels: vec![("bucket".to_owned(), "7".to_owned())], ..Filter::everything() };
    let filtered = accuracy(&engine, &context, &one_in_hundred, synthetic, rows)?;
    Ok(ReadReport {
        open_ms,
        resident_bytes: resident,
        index_bytes: engine.report().index_bytes,
        index_bytes_by_name: engine
            .report()
            .index_bytes_by_name
            .into_iter()
            .map(|(name, bytes)| (name.to_owned(), bytes))
            .collect(),
        text_bytes,
        recall_ms: Latency::of(&totals),
        recall_with_embedding_ms: Latency::of(&with_embedding),
        stages_ms: stages.into_iter().map(|(stage, ms)| (stage, Latency::of(&ms))).collect(),
        vector_recall_10: everything.0,
        vector_recall_10_filtered: filtered.0,
        nearest_ms: everything.1,
        nearest_filtered_ms: filtered.1,
    })
}

fn asked_row(rows: u64, question: u64) -> u64 {
    question.wrapping_mul(7_919) % rows.max(1)
}

fn request(synthetic: Synthetic, rows: u64, question: u64) -> RecallRequest {
    let row = asked_row(rows, question);
    let mut request = RecallRequest::new(synthetic.question(row), Filter::everything());
    request.vector = Some(synthetic.question_vector(row, question));
    request
}

/// The same questions, with the time that the bundled model takes for them.
fn with_embedding(engine: &Engine, context: &ContextId, synthetic: Synthetic, rows: u64) -> anyhow::Result<Vec<f64>> {
    let embedder = wire::embedder(None, None)?;
    let mut totals = Vec::new();
    for question in 0..QUESTIONS.min(100) {
        let request = request(synthetic, rows, question);
        let begin = engine.monotonic_us();
        embedder.embed(&[request.query.as_str()])?;
        engine.recall(context, &request)?;
        totals.push((engine.monotonic_us() - begin) as f64 / 1e3);
    }
    Ok(totals)
}

/// Share of the exact nearest that the index finds, and how long it takes to find them.
fn accuracy(
    engine: &Engine,
    context: &ContextId,
    filter: &Filter,
    synthetic: Synthetic,
    rows: u64,
) -> anyhow::Result<(f64, Latency)> {
    let store = engine.context_store(context)?;
    let view = store.view(filter)?;
    let queries: Vec<Vec<f32>> =
        (0..EXACT_QUESTIONS).map(|question| synthetic.question_vector(asked_row(rows, question), question)).collect();
    let exact = view.nearest_exact(&queries.iter().map(Vec::as_slice).collect::<Vec<_>>(), NEIGHBOURS)?;
    let (mut found, mut wanted, mut ms) = (0, 0, Vec::new());
    for (query, exact) in queries.iter().zip(&exact) {
        let deadline = Deadline::after(engine.clock(), 60_000_000);
        let begin = engine.monotonic_us();
        let nearest = view.nearest(query, NEIGHBOURS, &deadline)?;
        ms.push((engine.monotonic_us() - begin) as f64 / 1e3);
        let nearest: Vec<Ordinal> = nearest.into_iter().map(|(row, _)| row).collect();
        found += exact.iter().filter(|(row, _)| nearest.contains(row)).count();
        wanted += exact.len();
    }
    Ok((found as f64 / wanted.max(1) as f64, Latency::of(&ms)))
}

/// What cold contexts cost.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ColdReport {
    /// The first recall of a context that is not loaded.
    pub(crate) cold_recall_ms: Latency,
    /// Resident memory at the end, in bytes, beyond that of the empty process.
    pub(crate) resident_bytes: u64,
    /// Contexts that were evicted to stay within the budget.
    pub(crate) evictions: u64,
}

/// Asks each of many contexts once, in an order without pattern.
pub(crate) fn cold(
    data: &Path,
    synthetic: Synthetic,
    contexts: u64,
    rows: u64,
    memory_budget_mib: usize,
) -> anyhow::Result<ColdReport> {
    let resident_before = resident_bytes();
    let engine = engine(data, Some(memory_budget_mib))?;
    let mut ms = Vec::new();
    for step in 0..contexts {
        // 7,919 is prime, so every context is visited once unless there are that many.
        let number = step * 7_919 % contexts;
        let context = ContextId::checked(format!("bench-{number}"))?;
        let mut request = request(synthetic, rows, step);
        let row = number * rows + asked_row(rows, step);
        request.vector = Some(synthetic.question_vector(row, step));
        let begin = engine.monotonic_us();
        engine.recall(&context, &request)?;
        ms.push((engine.monotonic_us() - begin) as f64 / 1e3);
    }
    Ok(ColdReport {
        cold_recall_ms: Latency::of(&ms),
        resident_bytes: resident_bytes().saturating_sub(resident_before),
        evictions: engine.report().evictions,
    })
}
