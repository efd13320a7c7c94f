//! `delete_relations`: relations out of the graph.

use std::collections::BTreeSet;

use super::text;
use super::{Desk, Effect, Told, Tool};
use crate::mcp::arguments::Arguments;
use crate::mcp::graph::{DELETED, Graph, RELATION, deleted, forget};
use crate::mcp::schema::Field;
use crate::problem::Problem;

pub(super) static TOOL: Tool = Tool {
    name: "delete_relations",
    title: "Delete relations",
    description: "Delete relations between entities.",
    arguments: &[Field::rows("relations", RELATION, "The relations.").needed().at_most(1_000)],
    answer: DELETED,
    effect: Effect::Replaces,
    operations: &["facts_list", "forget"],
    run,
};

fn run(desk: &Desk<'_>, arguments: &Arguments) -> Result<Told, Problem> {
    let graph = Graph::read(desk)?;
    let (mut ids, mut missing) = (BTreeSet::new(), Vec::new());
    for relation in arguments.list("relations") {
        match graph.ties.iter().find(|tie| tie.is(relation)) {
            Some(tie) => {
                ids.insert(tie.id.clone());
            }
            None => missing.push(["from", "relationType", "to"].map(|name| text(relation, name)).join(" ")),
        }
    }
    let ids: Vec<String> = ids.into_iter().collect();
    forget(desk, &ids)?;
    Ok(deleted(ids.len(), "relations", &missing))
}
