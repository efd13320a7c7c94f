//! `list_contexts`: the memory spaces there are.

use serde_json::{Map, Value, json};

use super::{Desk, Effect, Told, Tool, list, pick};
use crate::mcp::arguments::Arguments;
use crate::mcp::schema::Field;
use crate::problem::Problem;

const CONTEXT: &[Field] = &[
    Field::text("id", "").needed(),
    Field::text("description", ""),
    Field::text("createdAt", ""),
    Field::thing("config", &[], ""),
];

pub(super) static TOOL: Tool = Tool {
    name: "list_contexts",
    title: "List contexts",
    description: "The memory spaces there are. Nothing crosses from one to another. Needs the management key.",
    arguments: &[],
    answer: &[Field::rows("contexts", CONTEXT, "").needed()],
    effect: Effect::Reads,
    operations: &["context_list"],
    run,
};

fn run(desk: &Desk<'_>, _: &Arguments) -> Result<Told, Problem> {
    let found = desk.run("context_list", Map::new())?;
    let context = |one: &Value| Value::Object(pick(one, &["id", "description", "createdAt", "config"]));
    Ok(Told::plain(json!({ "contexts": list(&found, "contexts").iter().map(context).collect::<Vec<_>>() })))
}
