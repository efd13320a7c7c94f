//! `read_graph`: all that is known, as a graph.

use super::{Desk, Effect, Told, Tool};
use crate::mcp::arguments::Arguments;
use crate::mcp::graph::{GRAPH, Graph};
use crate::problem::Problem;

pub(super) static TOOL: Tool = Tool {
    name: "read_graph",
    title: "Read graph",
    description: "Read the whole graph: all entities with their observations, and all relations.",
    arguments: &[],
    answer: GRAPH,
    effect: Effect::Reads,
    operations: &["facts_list"],
    run,
};

fn run(desk: &Desk<'_>, _: &Arguments) -> Result<Told, Problem> {
    Ok(Graph::read(desk)?.told(|_| true))
}
