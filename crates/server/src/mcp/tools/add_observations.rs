//! `add_observations`: more of what is known of entities.

use serde_json::{Value, json};

use super::{Desk, Effect, Told, Tool};
use super::{list, text};
use crate::mcp::arguments::Arguments;
use crate::mcp::graph::{Graph, same, write};
use crate::mcp::schema::Field;
use crate::problem::Problem;

pub(super) static TOOL: Tool = Tool {
    name: "add_observations",
    title: "Add observations",
    description: "Add observations to entities that are there. What is known already is left as it is.",
    arguments: &[Field::rows("observations", ADDED, "By entity.").needed().at_most(1_000)],
    answer: &[Field::rows("results", RESULT, "What is new, by entity.").needed()],
    effect: Effect::AddsOnce,
    operations: &["facts_list", "remember"],
    run,
};

const ADDED: &[Field] = &[
    Field::text("entityName", "Whose.").needed().at_most(512),
    Field::texts("contents", "What was observed, one fact each.").needed().at_most(1_000),
];
const RESULT: &[Field] = &[Field::text("entityName", "").needed(), Field::texts("addedObservations", "").needed()];

fn run(desk: &Desk<'_>, arguments: &Arguments) -> Result<Told, Problem> {
    let graph = Graph::read(desk)?;
    let (mut facts, mut results) = (Vec::new(), Vec::new());
    for added in arguments.list("observations") {
        let name = text(added, "entityName");
        let node = graph.find(name)?;
        let new: Vec<Value> = node
            .unknown(list(added, "contents").iter().filter_map(Value::as_str))
            .into_iter()
            .map(|text| node.observed(text))
            .filter(|fact| !facts.contains(fact))
            .collect();
        let told: Vec<&Value> = new.iter().map(|fact| &fact["value"]).collect();
        results.push(json!({ "entityName": name, "addedObservations": told }));
        facts.extend(new);
    }
    write(desk, &facts)?;
    Ok(same(json!({ "results": results })))
}
