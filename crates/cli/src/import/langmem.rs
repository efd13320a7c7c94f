//! LangMem: items of a LangGraph store, each with `namespace`, `key` and a `value` that holds the memory, by itself or wrapped in
//! `{kind, content}`.

use quintet::model::Labels;
use quintet::retain::RememberItem;
use serde_json::Value;

use super::{Found, Product, json, list, moment, text};

pub(super) const PRODUCT: Product = Product { name: "langmem", read };

/// Depth to which values are looked into: a memory is wrapped once or twice.
const DEPTH_MAX: usize = 4;

fn read(dump: &str) -> Result<Found, String> {
    let value = json(dump)?;
    let mut found = Found::default();
    for (place, one) in list(&value, &["items", "memories", "results"]).iter().enumerate() {
        let Some(said) = one.get("value").and_then(|value| words(value, DEPTH_MAX)) else {
            found.skipped.push(format!("item {}: there is no text in it", place + 1));
            continue;
        };
        let mut labels = Labels::new();
        let parts = one.get("namespace").and_then(Value::as_array).into_iter().flatten();
        let namespace: Vec<&str> = parts.filter_map(Value::as_str).collect();
        if !namespace.is_empty() {
            labels.insert("namespace".to_owned(), namespace.join("/"));
        }
        found.memories.push(RememberItem {
            known_at: moment(one, &["updated_at", "created_at"]),
            reference: text(one, &["key", "id"]),
            labels,
            ..RememberItem::new(said)
        });
    }
    Ok(found)
}

/// The words of a memory. A memory with fields of its own, as schemas give it, becomes `field: value` line by line.
fn words(value: &Value, depth: usize) -> Option<String> {
    if depth == 0 {
        return None;
    }
    match value {
        Value::String(_) => text(&serde_json::json!({ "it": value }), &["it"]),
        Value::Object(fields) => {
            if let Some(inner) = fields.get("content").or(fields.get("memory")).or(fields.get("text")) {
                return words(inner, depth - 1);
            }
            let lines = fields.iter().filter_map(|(name, _)| Some(format!("{name}: {}", text(value, &[name])?)));
            let lines: Vec<String> = lines.collect();
            (!lines.is_empty()).then(|| lines.join("\n"))
        }
        _ => None,
    }
}
