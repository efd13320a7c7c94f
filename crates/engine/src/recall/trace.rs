//! The stored record of one recall.

use serde_json::json;

use super::answer::{RecallRequest, Recalled};
use crate::model::Micros;
use crate::store::TraceRecord;

/// What is kept of a recall: the question, what it was taken for, and for each hit who contributed what. No texts of memories.
pub(crate) fn trace(at: Micros, request: &RecallRequest, recalled: &Recalled) -> TraceRecord {
    let hits: Vec<serde_json::Value> = recalled
        .hits
        .iter()
        .map(|hit| json!({ "id": hit.memory.id, "rank": hit.rank, "score": hit.score, "contributions": hit.contributions }))
        .collect();
    let body = json!({
        "query": request.query,
        // Whoever may not see all that this recall could see may not see what it found.
        "grant": request.filter.grant,
        "k": request.k,
        "label": request.label,
        "profile": request.profile,
        "fusion": recalled.fusion,
        "mixture": recalled.mixture,
        "times": recalled.times,
        "timeRelaxed": recalled.time_relaxed,
        "confidence": recalled.confidence,
        "abstain": recalled.abstain,
        "places": recalled.places.iter().map(|place| json!({ "name": place.name, "p": place.p })).collect::<Vec<_>>(),
        "names": recalled.names,
        "pool": recalled.pool,
        "degraded": recalled.degraded,
        "timings": recalled.timings,
        "hits": hits,
    });
    TraceRecord { id: recalled.trace, at, kind: "recall".to_owned(), body: body.to_string() }
}
