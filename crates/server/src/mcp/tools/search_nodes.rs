//! `search_nodes`: entities by what is written in them.

use super::{Desk, Effect, Told, Tool};
use crate::mcp::arguments::Arguments;
use crate::mcp::graph::{GRAPH, Graph, folded};
use crate::mcp::schema::Field;
use crate::problem::Problem;

pub(super) static TOOL: Tool = Tool {
    name: "search_nodes",
    title: "Search nodes",
    description: "Search entities by words in their name, type or observations; with the relations that they are part of.",
    arguments: &[Field::text("query", "Words as they are written there.").needed().at_most(2_048)],
    answer: GRAPH,
    effect: Effect::Reads,
    operations: &["facts_list"],
    run,
};

fn run(desk: &Desk<'_>, arguments: &Arguments) -> Result<Told, Problem> {
    let wanted = folded(arguments.needed("query"));
    let holds = |text: &str| text.to_lowercase().contains(&wanted);
    Ok(Graph::read(desk)?.told(|node| {
        holds(&node.name) || holds(node.entity_type()) || node.observations.iter().any(|(_, text)| holds(text))
    }))
}
