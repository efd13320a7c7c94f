//! `create_context`: a new memory space.

use serde_json::json;

use super::{Desk, Effect, Told, Tool};
use crate::mcp::arguments::Arguments;
use crate::mcp::schema::Field;
use crate::problem::Problem;

pub(super) static TOOL: Tool = Tool {
    name: "create_context",
    title: "Create context",
    description: "Make a memory space of its own, from which nothing crosses to another. Needs the management key.",
    arguments: &[
        Field::text("id", "Its name: lower case letters, digits, - and _.").needed().at_most(64),
        Field::text("description", "What it is for.").at_most(1_000),
    ],
    answer: &[Field::text("id", "").needed(), Field::truth("created", "").needed()],
    effect: Effect::Adds,
    operations: &["context_create"],
    run,
};

fn run(desk: &Desk<'_>, arguments: &Arguments) -> Result<Told, Problem> {
    let body = arguments.body(&[("id", "id"), ("description", "description")]);
    let made = desk.run("context_create", body)?;
    Ok(Told::plain(json!({ "id": made["id"], "created": true })))
}
