//! `GET /api/v1/{context}/status`: how much there is, and how it is.

use quintet::model::Grant;
use serde_json::{Value, json};

use super::schema::Shape::{Partly, Text, Whole};
use super::schema::{Answer, Takes};
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
    takes: Takes::Nothing,
    answer: Answer::ok(Partly(
        &[("contextId", Text), ("version", Text), ("config", super::context_settings::CONFIG)],
        &[
            ("memories", Whole),
            ("forgotten", Whole),
            ("vectors", Whole),
            ("sessions", Whole),
            ("episodes", Whole),
            ("traces", Whole),
        ],
    )),
    handler: handle,
};

fn handle(service: &Service, call: &Call) -> Result<Reply, Problem> {
    let context = call.context()?;
    let settings = service.engine.settings(&context)?;
    let mut body = json!({
        "contextId": context,
        "version": env!("CARGO_PKG_VERSION"),
        "config": super::context_settings::settings_body(&settings),
    });
    // How much others keep is theirs to know: counts go to whoever may read everything.
    if call.grant()? != Grant::everything() {
        return Ok(Reply::ok(body));
    }
    let counts = service.engine.counts(&context)?;
    let all = json!({
        "memories": counts.memories,
        "forgotten": counts.forgotten,
        "vectors": counts.vectors,
        "sessions": counts.sessions,
        "episodes": counts.episodes,
        "traces": counts.traces,
    });
    if let (Value::Object(body), Value::Object(all)) = (&mut body, all) {
        body.extend(all);
    }
    Ok(Reply::ok(body))
}
