//! `open_nodes`: entities by name.

use std::collections::BTreeSet;

use super::{Desk, Effect, Told, Tool};
use crate::mcp::arguments::Arguments;
use crate::mcp::graph::{GRAPH, Graph, folded};
use crate::mcp::schema::Field;
use crate::problem::Problem;

pub(super) static TOOL: Tool = Tool {
    name: "open_nodes",
    title: "Open nodes",
    description: "Open entities by their names; with the relations that they are part of. Names that are not there are left out.",
    arguments: &[Field::texts("names", "Names.").needed().at_most(1_000)],
    answer: GRAPH,
    effect: Effect::Reads,
    operations: &["facts_list"],
    run,
};

fn run(desk: &Desk<'_>, arguments: &Arguments) -> Result<Told, Problem> {
    let names: BTreeSet<String> = arguments.texts("names").into_iter().map(folded).collect();
    Ok(Graph::read(desk)?.told(|node| names.contains(&folded(&node.name))))
}
