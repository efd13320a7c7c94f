//! Evaluating places: a set of `places.jsonl` with questions that say in fields what is near what.
//!
//! Each place goes into the engine as a memory with its point; the answers of the engine's readers are compared with the
//! labels, which somebody worked out by brute force. Right is only what is exactly right.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use quintet::Engine;
use quintet::model::{Bounds, Geometry, LatLon};
use quintet::ports::Deadline;
use quintet::retain::RememberItem;
use quintet::space::Area;
use quintet::store::{Filter, Ordinal, View};
use serde::Deserialize;

use super::dataset::{DatasetError, json_lines, lines};
use super::metrics::{Metrics, percentile};
use super::report::{Ingest, Latencies, Scores, SetReport};
use crate::progress::Progress;

/// Rows of one ingest call.
const BATCH: usize = 1_000;

#[derive(Clone, Debug, Deserialize)]
struct Place {
    id: String,
    name: String,
    lat: f64,
    lon: f64,
}

/// One question: a point with a radius or a number, or a box.
#[derive(Clone, Debug, Deserialize)]
struct Query {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    lat: f64,
    #[serde(default)]
    lon: f64,
    #[serde(default)]
    radius_km: Option<f64>,
    #[serde(default)]
    k: Option<usize>,
    /// A place that does not count, since the question is about it.
    #[serde(default)]
    exclude: Option<String>,
    #[serde(default)]
    bbox: Option<Sides>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Sides {
    south: f64,
    west: f64,
    north: f64,
    east: f64,
}

/// A set, read.
pub(crate) struct PlaceSet {
    name: String,
    places: Vec<Place>,
    queries: Vec<Query>,
    /// Right answers of each question with their distance, where one is told.
    right: BTreeMap<String, BTreeMap<String, f64>>,
}

impl PlaceSet {
    /// True for a folder that holds such a set.
    pub(crate) fn is_in(folder: &Path) -> bool {
        folder.join("places.jsonl").exists() && !folder.join("corpus.jsonl").exists()
    }

    /// Reads a folder.
    pub(crate) fn read(folder: &Path) -> Result<Self, DatasetError> {
        let absolute =
            folder.canonicalize().map_err(|source| DatasetError::Io { path: folder.to_path_buf(), source })?;
        let path = folder.join("qrels.tsv");
        let mut right: BTreeMap<String, BTreeMap<String, f64>> = BTreeMap::new();
        for line in lines(&path)? {
            let (number, line) = line?;
            let fields: Vec<&str> = line.split('\t').collect();
            let [query, place, ..] = fields[..] else {
                let reason = "expected query id, place id, grade and distance, separated by tabs".to_owned();
                return Err(DatasetError::Line { path: path.clone(), line: number, reason });
            };
            let km = fields.get(3).and_then(|km| km.trim().parse().ok()).unwrap_or(0.0);
            right.entry(query.to_owned()).or_default().insert(place.to_owned(), km);
        }
        Ok(Self {
            name: absolute.file_name().map_or_else(|| "set".to_owned(), |name| name.to_string_lossy().into_owned()),
            places: json_lines(&folder.join("places.jsonl"))?,
            queries: json_lines(&folder.join("queries.jsonl"))?,
            right,
        })
    }
}

/// One answered question.
struct Answered<'a> {
    query: &'a Query,
    metrics: Metrics,
    exact: bool,
    ms: f64,
}

/// Evaluates a set on an engine of its own.
pub(crate) fn run(engine: &Engine, set: &PlaceSet, misses: bool) -> anyhow::Result<SetReport> {
    let context = engine.create_context("places", None, quintet::model::Labels::new())?.id;
    let begin = engine.monotonic_us();
    let progress = Progress::new(&format!("{}: remembering", set.name), set.places.len() as u64);
    for places in set.places.chunks(BATCH) {
        let items = places.iter().map(item).collect::<anyhow::Result<Vec<_>>>()?;
        for remembered in engine.remember_all(&context, items)? {
            remembered?;
        }
        progress.add(places.len() as u64);
    }
    progress.finish();
    let seconds = (engine.monotonic_us() - begin) as f64 / 1e6;
    let store = engine.context_store(&context)?;
    let view = store.view(&Filter::everything())?;
    let mut answered = Vec::new();
    for query in &set.queries {
        let begin = engine.monotonic_us();
        let rows = answer(engine, view.as_ref(), query)?;
        let ms = (engine.monotonic_us() - begin) as f64 / 1e3;
        let memories = view.memories(&rows)?;
        let ids: Vec<&str> =
            memories.iter().flatten().filter_map(|memory| memory.source.reference.as_deref()).collect();
        let found: Vec<&str> = ids
            .into_iter()
            .filter(|id| query.exclude.as_deref() != Some(id))
            .take(query.k.unwrap_or(usize::MAX))
            .collect();
        let none = BTreeMap::new();
        let one = judge(query, &found, set.right.get(&query.id).unwrap_or(&none), ms);
        if misses && !one.exact {
            crate::output::line(
                &serde_json::json!({ "query": query.id, "type": query.kind, "found": found }).to_string(),
            )?;
        }
        answered.push(one);
    }
    Ok(report(set, &answered, seconds))
}

fn item(place: &Place) -> anyhow::Result<RememberItem> {
    Ok(RememberItem {
        location: Some(Geometry::Point(LatLon::new(place.lat, place.lon)?)),
        reference: Some(place.id.clone()),
        ..RememberItem::new(place.name.clone())
    })
}

fn answer(engine: &Engine, view: &dyn View, query: &Query) -> anyhow::Result<Vec<Ordinal>> {
    if let Some(sides) = query.bbox {
        let bounds = Bounds::new(sides.south, sides.west, sides.north, sides.east)?;
        return Ok(view.within(&Area::of(&Geometry::Bounds(bounds)))?);
    }
    let point = LatLon::new(query.lat, query.lon)?;
    // One more, for the place that does not count.
    let limit = query.k.map_or(usize::MAX, |k| k + usize::from(query.exclude.is_some()));
    let deadline = Deadline::after(engine.clock(), 60_000_000);
    let near = view.near(point, query.radius_km.unwrap_or(f64::INFINITY), limit, &deadline)?;
    Ok(near.into_iter().map(|(row, _)| row).collect())
}

fn judge<'a>(query: &'a Query, found: &[&str], right: &BTreeMap<String, f64>, ms: f64) -> Answered<'a> {
    let same = found.len() == right.len() && found.iter().all(|id| right.contains_key(*id));
    let km: Vec<f64> = found.iter().filter_map(|id| right.get(*id)).copied().collect();
    // Distances are told to the metre, so that equal ones may stand in any order.
    let in_order = query.bbox.is_some() || km.windows(2).all(|pair| pair[0] <= pair[1]);
    let grades = right.keys().map(|id| (id.clone(), 1)).collect();
    let metrics = match (found.is_empty(), right.is_empty()) {
        (true, true) => Metrics::perfect(),
        _ => Metrics::of(found, &grades),
    };
    Answered { query, metrics, exact: same && in_order, ms }
}

fn report(set: &PlaceSet, answered: &[Answered<'_>], seconds: f64) -> SetReport {
    let kinds: BTreeSet<&str> = answered.iter().map(|one| one.query.kind.as_str()).collect();
    let scores = |kind: &str| {
        let own: Vec<Metrics> = answered.iter().filter(|one| one.query.kind == kind).map(|one| one.metrics).collect();
        Scores { n: own.len(), metrics: Metrics::mean(&own) }
    };
    let ms: Vec<f64> = answered.iter().map(|one| one.ms).collect();
    SetReport {
        name: set.name.clone(),
        split: "dev".to_owned(),
        documents: set.places.len(),
        queries: answered.len(),
        metrics: Metrics::mean(&answered.iter().map(|one| one.metrics).collect::<Vec<_>>()),
        exact: Some(answered.iter().filter(|one| one.exact).count()),
        by_type: kinds.into_iter().map(|kind| (kind.to_owned(), scores(kind))).collect(),
        session: None,
        latency_ms: Latencies {
            p50: percentile(&ms, 0.50),
            p95: percentile(&ms, 0.95),
            p99: percentile(&ms, 0.99),
            stages: BTreeMap::new(),
        },
        ingest: Ingest { memories: set.places.len(), seconds },
    }
}
