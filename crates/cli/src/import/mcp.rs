//! The memory server that MCP has for reference: a file of lines, each an `entity` with observations, or a `relation`.

use quintet::model::EntityKind;
use quintet::retain::{FactItem, RememberItem};
use serde_json::Value;

use super::{Found, Product, labels, text};

pub(super) const PRODUCT: Product = Product { name: "mcp", read };

#[expect(clippy::unnecessary_wraps, reason = "the signature of products")]
fn read(dump: &str) -> Result<Found, String> {
    let mut found = Found::default();
    let mut kinds = std::collections::BTreeMap::new();
    let mut relations = Vec::new();
    for (place, line) in dump.trim_start_matches('\u{feff}').lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let value: Value = serde_json::from_str(line).unwrap_or_default();
        match (value.get("type").and_then(Value::as_str), text(&value, &["name"])) {
            (Some("entity"), Some(name)) => {
                let kind = text(&value, &["entityType"]).and_then(|kind| EntityKind::parse(&kind.to_lowercase()));
                kinds.insert(name.clone(), kind.unwrap_or(EntityKind::Other));
                entity(&name, &value, &mut found);
            }
            (Some("relation"), _) => relations.push((place, value)),
            _ => found.skipped.push(format!("line {}: it is neither an entity nor a relation", place + 1)),
        }
    }
    for (place, one) in relations {
        let parts = (text(&one, &["from"]), text(&one, &["relationType"]), text(&one, &["to"]));
        let (Some(from), Some(label), Some(to)) = parts else {
            found.skipped.push(format!("line {}: the relation lacks one of its ends", place + 1));
            continue;
        };
        let kind = |name: &String| kinds.get(name).copied().unwrap_or(EntityKind::Other);
        found.facts.push(FactItem::relation((kind(&from), &from), &label, (kind(&to), &to)));
    }
    Ok(found)
}

fn entity(name: &str, value: &Value, found: &mut Found) {
    let observations = value.get("observations").and_then(Value::as_array).into_iter().flatten();
    for said in observations.filter_map(Value::as_str).filter(|said| !said.trim().is_empty()) {
        let labels = labels(value, &["entityType"]);
        found.memories.push(RememberItem {
            title: Some(name.to_owned()),
            labels,
            ..RememberItem::new(said.to_owned())
        });
    }
}
