//! `create_entities`: entities with what is known of them.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Desk, Effect, Told, Tool};
use super::{list, text};
use crate::mcp::arguments::Arguments;
use crate::mcp::graph::{ENTITY, Graph, folded, made, same, write};
use crate::mcp::schema::Field;
use crate::problem::Problem;

pub(super) static TOOL: Tool = Tool {
    name: "create_entities",
    title: "Create entities",
    description: "Create entities with observations. Names that are there already are left as they are.",
    arguments: &[Field::rows("entities", ENTITY, "The entities.").needed().at_most(1_000)],
    answer: &[Field::rows("entities", ENTITY, "Those that are new.").needed()],
    effect: Effect::AddsOnce,
    operations: &["facts_list", "remember"],
    run,
};

fn run(desk: &Desk<'_>, arguments: &Arguments) -> Result<Told, Problem> {
    let graph = Graph::read(desk)?;
    let (mut names, mut facts, mut created) = (BTreeSet::new(), Vec::new(), Vec::new());
    for entity in arguments.list("entities") {
        let name = text(entity, "name").trim();
        if graph.nodes.contains_key(&folded(name)) || !names.insert(folded(name)) {
            continue;
        }
        let (node, fact) = made(name, text(entity, "entityType").trim());
        facts.push(fact);
        let observations = node.unknown(list(entity, "observations").iter().filter_map(Value::as_str));
        facts.extend(observations.iter().map(|text| node.observed(text)));
        created.push(json!({ "name": name, "entityType": entity["entityType"], "observations": observations }));
    }
    write(desk, &facts)?;
    Ok(same(json!({ "entities": created })))
}
