//! What is known as the protocol's reference memory server shows it: entities with observations, and relations between them.
//!
//! Entities and relations are the engine's own, so that what was learnt in conversation is in the graph, and what is written to the
//! graph is in every other view. An observation is a value of the key `observation`; other facts are shown as `key: value`. The type
//! that a caller gives is a value of `entity_type`. Names are compared without regard to case, as the engine does.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::schema::Field;
use super::tools::{Desk, Told, list, object, text};
use crate::limits::GRAPH_FACTS_MAX;
use crate::problem::{Code, Problem};

/// The key of what a caller calls an entity.
const ENTITY_TYPE: &str = "entity_type";
/// The key of what a caller observed.
const OBSERVATION: &str = "observation";
/// Facts that are written or taken out at once.
const BATCH: usize = 50;
/// Rows that one read brings.
const PAGE: usize = 500;

/// An entity as tools take it.
pub(super) const ENTITY: &[Field] = &[
    Field::text("name", "Its name, unique.").needed().at_most(512),
    Field::text("entityType", "What it is: person, project, place.").needed().at_most(512),
    Field::texts("observations", "What is known of it, one fact each.").at_most(1_000),
];
/// A relation as tools take it.
pub(super) const RELATION: &[Field] = &[
    Field::text("from", "Name of an entity.").needed().at_most(512),
    Field::text("to", "Name of an entity.").needed().at_most(512),
    Field::text("relationType", "Verb phrase in active voice: works_at.").needed().at_most(512),
];
/// A graph as tools show it.
pub(super) const GRAPH: &[Field] = &[
    Field::rows("entities", ENTITY, "").needed(),
    Field::rows("relations", RELATION, "").needed(),
    Field::truth("truncated", "There is more than is shown."),
];
/// What a deletion answers.
pub(super) const DELETED: &[Field] = &[Field::truth("success", "").needed(), Field::text("message", "").needed()];

/// An entity.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    /// Its name.
    pub(super) name: String,
    /// Its id in the engine.
    pub(super) id: String,
    /// Its kind in the engine.
    kind: String,
    entity_type: Option<String>,
    /// Ids and texts of what is known of it.
    pub(super) observations: Vec<(String, String)>,
}

/// A relation.
#[derive(Clone, Debug)]
pub(super) struct Tie {
    pub(super) id: String,
    pub(super) from: String,
    pub(super) to: String,
    pub(super) label: String,
}

/// All that is known.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    /// By folded name.
    pub(super) nodes: BTreeMap<String, Node>,
    pub(super) ties: Vec<Tie>,
    is_cut: bool,
}

/// A name as it is compared.
pub(super) fn folded(name: &str) -> String {
    name.trim().to_lowercase()
}

impl Graph {
    /// Reads it all.
    pub(super) fn read(desk: &Desk<'_>) -> Result<Self, Problem> {
        let mut graph = Self::default();
        let (mut cursor, mut rows) = (None::<String>, 0);
        loop {
            let mut body = object([("limit", json!(PAGE))]);
            body.extend(cursor.take().map(|cursor| ("cursor".to_owned(), json!(cursor))));
            let page = match desk.run("facts_list", body) {
                // Nothing was written to this memory space yet.
                Err(problem) if desk.is_unwritten(&problem) => return Ok(graph),
                page => page?,
            };
            for fact in list(&page, "facts") {
                graph.take(fact);
            }
            rows += PAGE;
            cursor = page["nextCursor"].as_str().map(str::to_owned);
            if cursor.is_none() || rows >= GRAPH_FACTS_MAX {
                graph.is_cut = cursor.is_some();
                return Ok(graph);
            }
        }
    }

    fn take(&mut self, fact: &Value) {
        match text(fact, "kind") {
            "attribute" => {
                let Some(node) = self.node(&fact["entity"]) else { return };
                let value = text(fact, "value");
                match text(fact, "key") {
                    ENTITY_TYPE => node.entity_type = Some(value.to_owned()),
                    OBSERVATION => node.observations.push((text(fact, "id").to_owned(), value.to_owned())),
                    key => node.observations.push((text(fact, "id").to_owned(), format!("{key}: {value}"))),
                }
            }
            "relation" => {
                let ends = [&fact["subject"], &fact["object"]];
                if ends.iter().any(|end| self.node(end).is_none()) {
                    return;
                }
                let [from, to] = ends.map(|end| text(end, "name").to_owned());
                self.ties.push(Tie {
                    id: text(fact, "id").to_owned(),
                    from,
                    to,
                    label: text(fact, "label").to_owned(),
                });
            }
            _ => {}
        }
    }

    fn node(&mut self, entity: &Value) -> Option<&mut Node> {
        let name = entity["name"].as_str()?;
        Some(self.nodes.entry(folded(name)).or_insert_with(|| Node {
            name: name.to_owned(),
            id: text(entity, "id").to_owned(),
            kind: text(entity, "type").to_owned(),
            ..Node::default()
        }))
    }

    /// The entity of that name.
    pub(super) fn find(&self, name: &str) -> Result<&Node, Problem> {
        self.nodes.get(&folded(name)).ok_or_else(|| {
            let shown = crate::inert::shortened(name, 100);
            Problem::new(Code::NotFound, format!("there is no entity {shown:?}; create it first"))
        })
    }

    /// The part of it that holds these entities, with every relation that has one of them at an end.
    pub(super) fn told(&self, holds: impl Fn(&Node) -> bool) -> Told {
        let kept: Vec<&Node> = self.nodes.values().filter(|node| holds(node)).collect();
        let has = |name: &str| kept.iter().any(|node| folded(&node.name) == folded(name));
        let relations: Vec<Value> =
            self.ties.iter().filter(|tie| has(&tie.from) || has(&tie.to)).map(Tie::body).collect();
        same(json!({
            "entities": kept.iter().map(|node| node.body()).collect::<Vec<_>>(),
            "relations": relations,
            "truncated": self.is_cut,
        }))
    }
}

impl Node {
    /// What a caller called it, or else its kind.
    pub(super) fn entity_type(&self) -> &str {
        self.entity_type.as_deref().unwrap_or(&self.kind)
    }

    fn body(&self) -> Value {
        let observations: Vec<&String> = self.observations.iter().map(|(_, text)| text).collect();
        json!({ "name": self.name, "entityType": self.entity_type(), "observations": observations })
    }

    fn party(&self) -> Value {
        json!({ "type": self.kind, "name": self.name })
    }

    /// What of these texts is not known of it yet, each once.
    pub(super) fn unknown<'a>(&self, texts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
        let mut new: Vec<&str> = Vec::new();
        for text in texts {
            if !new.contains(&text) && !self.observations.iter().any(|(_, known)| known == text) {
                new.push(text);
            }
        }
        new
    }

    /// An observation as a fact.
    pub(super) fn observed(&self, text: &str) -> Value {
        json!({ "entity": self.party(), "key": OBSERVATION, "value": text })
    }

    /// A relation as a fact.
    pub(super) fn related(&self, label: &str, to: &Self) -> Value {
        json!({ "entity": self.party(), "key": label, "target": to.party() })
    }
}

impl Tie {
    fn body(&self) -> Value {
        json!({ "from": self.from, "to": self.to, "relationType": self.label })
    }

    /// It is what a caller describes.
    pub(super) fn is(&self, relation: &Value) -> bool {
        let same = |own: &str, name: &str| folded(own) == folded(text(relation, name));
        same(&self.from, "from") && same(&self.to, "to") && label(&self.label) == label(text(relation, "relationType"))
    }
}

/// A relation's name as it is compared: the engine writes `works at` as `works_at`.
fn label(text: &str) -> String {
    folded(text).replace([' ', '-'], "_")
}

/// A new entity, and the fact that makes it.
pub(super) fn made(name: &str, entity_type: &str) -> (Node, Value) {
    let kind = entity_type.to_lowercase();
    let node = Node { name: name.to_owned(), kind: kind.clone(), ..Node::default() };
    (node, json!({ "entity": { "type": kind, "name": name }, "key": ENTITY_TYPE, "value": entity_type }))
}

/// Writes facts.
pub(super) fn write(desk: &Desk<'_>, facts: &[Value]) -> Result<(), Problem> {
    for batch in facts.chunks(BATCH) {
        desk.run("remember", object([("infer", json!("triples")), ("triples", json!(batch))]))?;
    }
    Ok(())
}

/// Takes facts out, with those that follow from them alone.
pub(super) fn forget(desk: &Desk<'_>, ids: &[String]) -> Result<(), Problem> {
    for batch in ids.chunks(PAGE) {
        desk.run("forget", object([("ids", json!(batch))]))?;
    }
    Ok(())
}

/// What a deletion answers: it is no error when nothing was there, but it is said.
pub(super) fn deleted(gone: usize, what: &str, missing: &[String]) -> Told {
    let lacking = if missing.is_empty() { String::new() } else { format!("; not there: {}", missing.join(", ")) };
    same(json!({ "success": true, "message": format!("{gone} {what} deleted{lacking}") }))
}

/// The same JSON as structure and as text.
pub(super) fn same(body: Value) -> Told {
    Told::plain(body)
}
