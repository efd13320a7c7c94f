//! `search`: memories as a list of pages, the form that ChatGPT's connectors and deep research ask for.

use serde_json::{Value, json};

use super::{Desk, Effect, Told, Tool, day, list, object, text};
use crate::inert;
use crate::mcp::arguments::Arguments;
use crate::mcp::schema::Field;
use crate::problem::Problem;

const RESULT: &[Field] =
    &[Field::text("id", "").needed(), Field::text("title", "").needed(), Field::text("url", "").needed()];

pub(super) static TOOL: Tool = Tool {
    name: "search",
    title: "Search",
    description: "Search memory for what belongs to a question. Returns ids and titles, best first; fetch one for its text.",
    arguments: &[Field::text("query", "What to look for, as a question or in key words.").needed().at_most(8_192)],
    answer: &[Field::rows("results", RESULT, "").needed()],
    effect: Effect::Reads,
    operations: &["recall"],
    run,
};

/// Longest title, in bytes. Chosen: a line of a list.
const TITLE_LEN_MAX: usize = 100;

fn run(desk: &Desk<'_>, arguments: &Arguments) -> Result<Told, Problem> {
    let found = desk.run("recall", object([("query", json!(arguments.needed("query")))]))?;
    let result = |hit: &Value| {
        let id = text(hit, "id");
        json!({ "id": id, "title": title(hit), "url": desk.address(id) })
    };
    let results: Vec<Value> = list(&found, "hits").iter().map(result).collect();
    Ok(json_alone(json!({ "results": results })))
}

/// The same JSON as structure and as text.
pub(super) fn json_alone(body: Value) -> Told {
    let text = body.to_string();
    Told { body, text }
}

/// What a memory is called in a list: its title, or the start of its text with its day.
pub(super) fn title(memory: &Value) -> String {
    let start = |words: &str| {
        let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
        inert::shortened(&line, TITLE_LEN_MAX)
    };
    match memory["title"].as_str().filter(|title| !title.trim().is_empty()) {
        Some(title) => start(title),
        None => format!("{} {}", day(text(memory, "occurredAt")), start(text(memory, "text"))).trim().to_owned(),
    }
}
