//! Letta: an agent file with `blocks` (older: `core_memory`) and `messages`, whole or for each agent; and lists of archival passages.

use quintet::model::{Category, Role};
use quintet::retain::RememberItem;
use serde_json::Value;

use super::{Found, Product, json, list, moment, session, text};

pub(super) const PRODUCT: Product = Product { name: "letta", read };

fn read(dump: &str) -> Result<Found, String> {
    let value = json(dump)?;
    let mut found = Found::default();
    if value.is_array() {
        passages(&value, &mut found);
        return Ok(found);
    }
    agent(&value, &mut found);
    for one in value.get("agents").map(|agents| list(agents, &[])).unwrap_or_default() {
        agent(one, &mut found);
    }
    Ok(found)
}

fn agent(value: &Value, found: &mut Found) {
    for name in ["blocks", "core_memory"] {
        for block in value.get(name).map(|blocks| list(blocks, &[])).unwrap_or_default() {
            // An empty block is one that nobody filled.
            let Some(said) = text(block, &["value"]) else { continue };
            found.memories.push(RememberItem {
                title: text(block, &["label", "name"]),
                category: Some(Category::Identity),
                known_at: moment(block, &["updated_at", "created_at"]),
                reference: text(block, &["id"]),
                ..RememberItem::new(said)
            });
        }
    }
    let conversation = session(text(value, &["id", "name"]));
    for (place, message) in value.get("messages").map(|all| list(all, &[])).unwrap_or_default().iter().enumerate() {
        let role = text(message, &["role"]).and_then(|role| Role::parse(&role));
        // Instructions to the agent and answers of tools are no memories.
        if matches!(role, Some(Role::System | Role::Tool)) {
            continue;
        }
        let Some(said) = words(message) else {
            found.skipped.push(format!("message {}: there is no text in it", place + 1));
            continue;
        };
        found.memories.push(RememberItem {
            session: conversation.clone(),
            role,
            speaker: text(message, &["name"]),
            known_at: moment(message, &["created_at", "date"]),
            reference: text(message, &["id"]),
            ..RememberItem::new(said)
        });
    }
    for name in ["passages", "archival_memory"] {
        if let Some(all) = value.get(name) {
            passages(all, found);
        }
    }
}

fn passages(value: &Value, found: &mut Found) {
    for one in list(value, &[]) {
        let Some(said) = text(one, &["text", "content"]) else {
            found.skipped.push("a passage has no text".to_owned());
            continue;
        };
        let known_at = moment(one, &["created_at"]);
        found.memories.push(RememberItem { known_at, reference: text(one, &["id"]), ..RememberItem::new(said) });
    }
}

/// The words of a message: a text, or the texts of its parts.
fn words(message: &Value) -> Option<String> {
    let parts: Vec<String> = list(message.get("content").unwrap_or(&Value::Null), &[])
        .iter()
        .filter_map(|part| text(part, &["text"]))
        .collect();
    if parts.is_empty() { text(message, &["content", "text"]) } else { Some(parts.join("\n")) }
}
