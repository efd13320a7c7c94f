//! `delete_observations`: observations out of the graph.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Desk, Effect, Told, Tool};
use super::{list, text};
use crate::mcp::arguments::Arguments;
use crate::mcp::graph::{DELETED, Graph, deleted, folded, forget};
use crate::mcp::schema::Field;
use crate::problem::Problem;

pub(super) static TOOL: Tool = Tool {
    name: "delete_observations",
    title: "Delete observations",
    description: "Delete single observations of entities, as the graph shows them.",
    arguments: &[Field::rows("deletions", GONE, "By entity.").needed().at_most(1_000)],
    answer: DELETED,
    effect: Effect::Replaces,
    operations: &["facts_list", "forget"],
    run,
};

const GONE: &[Field] = &[
    Field::text("entityName", "Whose.").needed().at_most(512),
    Field::texts("observations", "Word for word.").needed().at_most(1_000),
];

fn run(desk: &Desk<'_>, arguments: &Arguments) -> Result<Told, Problem> {
    let graph = Graph::read(desk)?;
    let (mut ids, mut missing) = (BTreeSet::new(), Vec::new());
    for gone in arguments.list("deletions") {
        let node = graph.nodes.get(&folded(text(gone, "entityName")));
        for observation in list(gone, "observations").iter().filter_map(Value::as_str) {
            let known = node.into_iter().flat_map(|node| &node.observations);
            match known.into_iter().find(|(_, text)| text == observation) {
                Some((id, _)) => {
                    ids.insert(id.clone());
                }
                None => missing.push(format!("{observation:?}")),
            }
        }
    }
    let ids: Vec<String> = ids.into_iter().collect();
    forget(desk, &ids)?;
    Ok(deleted(ids.len(), "observations", &missing))
}
