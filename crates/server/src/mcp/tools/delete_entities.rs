//! `delete_entities`: entities out of the graph, with their relations.

use std::collections::BTreeSet;

use serde_json::json;

use super::object;
use super::{Desk, Effect, Told, Tool};
use crate::mcp::arguments::Arguments;
use crate::mcp::graph::{DELETED, Graph, deleted, folded};
use crate::mcp::schema::Field;
use crate::problem::Problem;

pub(super) static TOOL: Tool = Tool {
    name: "delete_entities",
    title: "Delete entities",
    description: "Delete entities with all that is known of them and their relations. What was said about them in conversations stays.",
    arguments: &[Field::texts("entityNames", "Names.").needed().at_most(1_000)],
    answer: DELETED,
    effect: Effect::Replaces,
    operations: &["facts_list", "forget"],
    run,
};

fn run(desk: &Desk<'_>, arguments: &Arguments) -> Result<Told, Problem> {
    let graph = Graph::read(desk)?;
    let names: BTreeSet<String> = arguments.texts("entityNames").into_iter().map(folded).collect();
    let (there, missing): (Vec<String>, Vec<String>) =
        names.into_iter().partition(|name| graph.nodes.contains_key(name));
    for name in &there {
        let id = graph.nodes.get(name).map(|node| node.id.as_str()).unwrap_or_default();
        desk.run("forget", object([("entity", json!(id))]))?;
    }
    Ok(deleted(there.len(), "entities", &missing))
}
