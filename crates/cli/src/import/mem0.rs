//! mem0: the answer of its `get_all`, with `results` (older: `memories`, or the list alone) and, with a graph, `relations`.

use quintet::model::EntityKind;
use quintet::retain::{FactItem, RememberItem};

use super::{Found, Product, json, labels, list, moment, session, text};

pub(super) const PRODUCT: Product = Product { name: "mem0", read };

fn read(dump: &str) -> Result<Found, String> {
    let value = json(dump)?;
    let mut found = Found::default();
    for (place, one) in list(&value, &["results", "memories", "data"]).iter().enumerate() {
        let Some(said) = text(one, &["memory", "text", "data", "content"]) else {
            found.skipped.push(format!("entry {}: there is no text in it", place + 1));
            continue;
        };
        let mut named = labels(one, &["user_id", "agent_id", "app_id", "actor_id"]);
        if let Some(metadata) = one.get("metadata").and_then(|metadata| metadata.as_object()) {
            let texts = metadata.iter().filter_map(|(key, _)| Some((key.clone(), text(&one["metadata"], &[key])?)));
            named.extend(texts);
        }
        found.memories.push(RememberItem {
            session: session(text(one, &["run_id"])),
            known_at: moment(one, &["updated_at", "created_at"]),
            reference: text(one, &["id"]),
            labels: named,
            ..RememberItem::new(said)
        });
    }
    for one in value.get("relations").map(|relations| list(relations, &[])).unwrap_or_default() {
        let parts =
            (text(one, &["source"]), text(one, &["relationship", "relation"]), text(one, &["target", "destination"]));
        let (Some(from), Some(label), Some(to)) = parts else {
            found.skipped.push("a relation lacks one of its ends".to_owned());
            continue;
        };
        found.facts.push(FactItem::relation((EntityKind::Other, &from), &label, (EntityKind::Other, &to)));
    }
    Ok(found)
}
