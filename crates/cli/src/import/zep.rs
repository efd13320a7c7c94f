//! Zep and Graphiti: a graph of `nodes`, `edges` and `episodes`; and the `messages` of a session.
//!
//! An edge tells a fact as a sentence, with when it began and ended; it is remembered as that sentence, and as a relation between
//! the two nodes that it joins.

use std::collections::BTreeMap;

use quintet::model::{EntityKind, Role, Validity};
use quintet::retain::{FactItem, RememberItem};
use serde_json::Value;

use super::{Found, Product, json, list, moment, session, text};

pub(super) const PRODUCT: Product = Product { name: "zep", read };

fn read(dump: &str) -> Result<Found, String> {
    let value = json(dump)?;
    let mut found = Found::default();
    let nodes: BTreeMap<String, (EntityKind, String)> =
        list(&value, &["nodes", "entity_nodes"]).iter().filter_map(node).collect();
    for one in list(&value, &["episodes", "messages", "episodic_nodes"]) {
        let Some(said) = text(one, &["content"]) else { continue };
        found.memories.push(RememberItem {
            session: session(text(one, &["session_id", "thread_id", "group_id"])),
            role: text(one, &["role_type", "role"]).and_then(|role| Role::parse(&role)),
            speaker: text(one, &["name"]).filter(|_| one.get("role").is_some()),
            known_at: moment(one, &["valid_at", "created_at"]),
            reference: text(one, &["uuid"]),
            ..RememberItem::new(said)
        });
    }
    for one in value.get("edges").or(value.get("entity_edges")).map(|edges| list(edges, &[])).unwrap_or_default() {
        edge(one, &nodes, &mut found);
    }
    for one in value.get("nodes").map(|nodes| list(nodes, &[])).unwrap_or_default() {
        if let (Some(name), Some(summary)) = (text(one, &["name"]), text(one, &["summary"])) {
            let known_at = moment(one, &["created_at"]);
            found.memories.push(RememberItem { title: Some(name), known_at, ..RememberItem::new(summary) });
        }
    }
    Ok(found)
}

fn node(one: &Value) -> Option<(String, (EntityKind, String))> {
    let (id, name) = (text(one, &["uuid"])?, text(one, &["name"])?);
    let labels = one.get("labels").and_then(Value::as_array).into_iter().flatten();
    let mut kinds = labels.filter_map(|label| EntityKind::parse(&label.as_str()?.to_lowercase()));
    Some((id, (kinds.next_back().unwrap_or(EntityKind::Other), name)))
}

fn edge(one: &Value, nodes: &BTreeMap<String, (EntityKind, String)>, found: &mut Found) {
    let known_at = moment(one, &["created_at"]);
    let valid = Validity { from: moment(one, &["valid_at"]), until: moment(one, &["invalid_at", "expired_at"]) };
    let end = |names: &[&str]| text(one, names).and_then(|id| nodes.get(&id));
    let fact = match (end(&["source_node_uuid"]), text(one, &["name"]), end(&["target_node_uuid"])) {
        (Some((kind, from)), Some(label), Some((to_kind, to))) => {
            let fact = FactItem::relation((*kind, from), &label, (*to_kind, to));
            Some(FactItem { valid, known_at, ..fact })
        }
        _ => None,
    };
    match (text(one, &["fact"]), fact) {
        (None, None) => found.skipped.push("an edge has neither a fact nor two known ends".to_owned()),
        (said, fact) => {
            let reference = text(one, &["uuid"]);
            found.memories.extend(said.map(|said| RememberItem {
                known_at,
                valid,
                reference,
                ..RememberItem::new(said)
            }));
            found.facts.extend(fact);
        }
    }
}
