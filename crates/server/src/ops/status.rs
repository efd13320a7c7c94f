//! `GET /api/v1/{context}/status`: how much there is, and how it is.

use serde_json::json;

use super::{Call, Method, Operation, Reply, Service, Verb};
use crate::problem::Problem;

pub(super) static OPERATION: Operation = Operation {
    name: "status",
    summary: "How much a context holds, and how its store is",
    method: Method::Get,
    path: "/api/v1/{context}/status",
    verb: Verb::MemoryRead,
    read_only: true,
    example: "",
    handler: handle,
};

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let context = call.context()?;
    call.caller()?;
    let counts = service.engine.counts(&context)?;
    let settings = service.engine.settings(&context)?;
    Ok(Reply::ok(json!({
        "contextId": context,
        "version": env!("CARGO_PKG_VERSION"),
        "memories": counts.memories,
        "forgotten": counts.forgotten,
        "vectors": counts.vectors,
        "sessions": counts.sessions,
        "episodes": counts.episodes,
        "traces": counts.traces,
        "config": super::context_settings::settings_body(&settings),
    })))
}
