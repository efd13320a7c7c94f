//! Comparing indexes with others that were built anew from the records.

use crate::affect;
use crate::index::graph::Node;
use crate::store::Fault;

use super::indexes::Indexes;

/// Differences, at most one fault for each index; no text of a memory.
pub(super) fn compare(own: &Indexes, rebuilt: &Indexes) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut note = |place: &str, detail: String| faults.push(Fault { place: format!("index {place}"), detail });
    let rows = own.rows.differing(&rebuilt.rows);
    if let Some(first) = rows.first() {
        note("rows", format!("{} rows differ, the first is row {}", rows.len(), first.0));
    }
    if own.nodes != rebuilt.nodes {
        note("nodes", "nodes differ".to_owned());
    }
    if own.lexical.digest() != rebuilt.lexical.digest() {
        note("lexical", "the postings differ".to_owned());
    }
    let quiet = own.rows.quiet() | rebuilt.rows.quiet();
    let ordinals: Vec<u32> = (own.rows.live() | rebuilt.rows.live() | quiet).iter().collect();
    let mut by_row = |place: &str, same: &dyn Fn(u32) -> bool| {
        if let Some(first) = ordinals.iter().find(|ordinal| !same(**ordinal)) {
            note(place, format!("row {first} differs"));
        }
    };
    by_row("vectors", &|ordinal| vector(own, ordinal) == vector(rebuilt, ordinal));
    by_row("arcs", &|ordinal| own.arcs.vector(ordinal) == rebuilt.arcs.vector(ordinal));
    by_row("timeline", &|ordinal| own.timeline.get(ordinal) == rebuilt.timeline.get(ordinal));
    by_row("graph", &|ordinal| edges(own, Node::Memory(ordinal)) == edges(rebuilt, Node::Memory(ordinal)));
    by_row("places", &|ordinal| own.places.get(ordinal) == rebuilt.places.get(ordinal));
    by_row("sections", &|ordinal| {
        own.sections.members(ordinal) == rebuilt.sections.members(ordinal)
            && own.sections.mean(ordinal) == rebuilt.sections.mean(ordinal)
    });
    by_row("feelings", &|ordinal| own.feelings.get(ordinal) == rebuilt.feelings.get(ordinal));
    if let Ok((own, rebuilt)) = own.feelings.asked(&[]).and_then(|own| Ok((own, rebuilt.feelings.asked(&[])?))) {
        by_row("feelings", &|ordinal| own.lines(ordinal) == rebuilt.lines(ordinal));
    }
    by_row("feelings", &|ordinal| own.feelings.voices(ordinal) == rebuilt.feelings.voices(ordinal));
    if let Some(label) =
        (0..affect::LABELS).find(|label| scores(own, *label, &ordinals) != scores(rebuilt, *label, &ordinals))
    {
        note("feelings", format!("scores of label {label} differ"));
    }
    let names = |indexes: &Indexes, key: &str| indexes.names.exact(key).to_vec();
    let mut cards = own.nodes.iter().chain(&rebuilt.nodes).flatten();
    if cards.any(|card| names(own, &card.key) != names(rebuilt, &card.key)) || own.names.len() != rebuilt.names.len() {
        note("names", "names differ".to_owned());
    }
    if own.phrases.encode() != rebuilt.phrases.encode() {
        note("phrases", "phrases differ".to_owned());
    }
    faults
}

fn vector(indexes: &Indexes, ordinal: u32) -> Option<Vec<f32>> {
    indexes.vectors.as_ref().and_then(|vectors| vectors.vector(ordinal))
}

fn scores(indexes: &Indexes, label: usize, ordinals: &[u32]) -> Vec<f32> {
    indexes.feelings.score(&[(label, 1.0)], ordinals)
}

/// What a node touches, in an order of its own: indexes number scopes in the order in which they met them.
fn edges(indexes: &Indexes, node: Node) -> Vec<String> {
    let mut edges = Vec::new();
    indexes.graph.neighbours(node, None, &mut |edge| {
        let scope = indexes.rows.scopes().get(edge.scope as usize);
        edges.push(format!(
            "{:?} {:?} {} {} {scope:?} {:?}",
            edge.node, edge.kind, edge.weight, edge.forward, edge.valid
        ));
    });
    edges.sort_unstable();
    edges
}
