//! `fetch`: one memory whole, the form that ChatGPT's connectors and deep research ask for.

use serde_json::{Map, Value, json};

use super::search::{json_alone, title};
use super::{Desk, Effect, Told, Tool, object, text};
use crate::mcp::arguments::Arguments;
use crate::mcp::schema::Field;
use crate::problem::Problem;

pub(super) static TOOL: Tool = Tool {
    name: "fetch",
    title: "Fetch",
    description: "Fetch one memory that search returned, with its whole text.",
    arguments: &[Field::text("id", "The id that search returned.").needed().at_most(64)],
    answer: &[
        Field::text("id", "").needed(),
        Field::text("title", "").needed(),
        Field::text("text", "").needed(),
        Field::text("url", "").needed(),
        Field::thing("metadata", &[], ""),
    ],
    effect: Effect::Reads,
    operations: &["inspect"],
    run,
};

fn run(desk: &Desk<'_>, arguments: &Arguments) -> Result<Told, Problem> {
    let id = arguments.needed("id").trim();
    let found = desk.run("inspect", object([("ref", json!(format!("memory:{id}")))]))?;
    let memory = &found["memory"];
    let metadata: Map<String, Value> = ["kind", "occurredAt", "createdAt", "sessionId", "speaker", "role"]
        .iter()
        .filter_map(|name| Some(((*name).to_owned(), json!(memory[*name].as_str()?))))
        .collect();
    Ok(json_alone(json!({
        "id": memory["id"],
        "title": title(memory),
        "text": memory["text"],
        "url": desk.address(text(memory, "id")),
        "metadata": metadata,
    })))
}
