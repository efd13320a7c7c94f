//! `create_relations`: relations between entities.

use serde_json::{Value, json};

use super::text;
use super::{Desk, Effect, Told, Tool};
use crate::mcp::arguments::Arguments;
use crate::mcp::graph::{Graph, RELATION, same, write};
use crate::mcp::schema::Field;
use crate::problem::Problem;

pub(super) static TOOL: Tool = Tool {
    name: "create_relations",
    title: "Create relations",
    description: "Create relations between entities that are there, in active voice. Relations that are there already are left as they are.",
    arguments: &[Field::rows("relations", RELATION, "The relations.").needed().at_most(1_000)],
    answer: &[Field::rows("relations", RELATION, "Those that are new.").needed()],
    effect: Effect::AddsOnce,
    operations: &["facts_list", "remember"],
    run,
};

fn run(desk: &Desk<'_>, arguments: &Arguments) -> Result<Told, Problem> {
    let graph = Graph::read(desk)?;
    let mut facts = Vec::new();
    let mut created: Vec<Value> = Vec::new();
    for relation in arguments.list("relations") {
        let (from, to) = (graph.find(text(relation, "from"))?, graph.find(text(relation, "to"))?);
        if graph.ties.iter().any(|tie| tie.is(relation)) || created.contains(relation) {
            continue;
        }
        facts.push(from.related(text(relation, "relationType").trim(), to));
        created.push(relation.clone());
    }
    write(desk, &facts)?;
    Ok(same(json!({ "relations": created })))
}
