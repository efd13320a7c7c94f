//! `inspect`: one thing seen from all sides.

use serde_json::{Value, json};

use super::{CONTEXT_ID, Desk, Effect, MAX_TOKENS, Told, Tool, budget, object};
use crate::inert;
use crate::mcp::arguments::Arguments;
use crate::mcp::schema::Field;
use crate::problem::Problem;

pub(super) static TOOL: Tool = Tool {
    name: "inspect",
    title: "Inspect",
    description: "One thing seen from all sides: what it says, the words it was read in, its history, what was drawn from it. \
                  Name it as entity:<type>/<name>, attribute:<type>/<name>/<key>, relation:<subject>/<label>/<object>, \
                  memory:<id>, document:<id> or trace:<id>.",
    arguments: &[Field::text("ref", "What to look at.").needed().at_most(2_048), MAX_TOKENS, CONTEXT_ID],
    answer: &[
        Field::text("kind", "What it is.").needed(),
        Field::text("ref", "").needed(),
        Field::text("json", "All of it as JSON; its start where it is too long.").needed(),
        Field::truth("truncated", ""),
    ],
    effect: Effect::Reads,
    operations: &["inspect"],
    run,
};

fn run(desk: &Desk<'_>, arguments: &Arguments) -> Result<Told, Problem> {
    let mut found = desk.run("inspect", object([("ref", json!(arguments.needed("ref")))]))?;
    let (kind, reference) = (found["kind"].take(), found["ref"].take());
    let whole = Told::plain(found).text;
    // Half: quotation marks are escaped once more on the way.
    let told = inert::shortened(&whole, budget(arguments) * inert::BYTES_PER_TOKEN / 2);
    let body: Value = json!({ "kind": kind, "ref": reference, "truncated": told != whole, "json": told });
    Ok(Told::with(body, |_| told))
}
