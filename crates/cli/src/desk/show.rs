//! Answers of operations as people read them: lists line by line, everything else field by field.
//!
//! The exact answer is there with `--json`. Must not know: operations.

use serde_json::Value;

use crate::output;

/// Members that are the list of an answer.
const LISTS: [&str; 13] = [
    "hits", "rows", "memories", "facts", "entities", "traces", "turns", "contexts", "moments", "findings", "events",
    "rules", "history",
];

/// Prints an answer.
pub(super) fn answer(answer: &Value, as_json: bool) -> anyhow::Result<()> {
    if as_json {
        return output::json(answer);
    }
    match answer {
        Value::Null => Ok(()),
        Value::String(text) => output::text(text.trim_end()),
        Value::Array(all) => all.iter().try_for_each(|one| output::text(&line(one))),
        Value::Object(fields) => {
            let list = LISTS.iter().find_map(|name| fields.get(*name)?.as_array());
            match list {
                Some(all) => all.iter().try_for_each(|one| output::text(&line(one))),
                None => fields
                    .iter()
                    .filter(|(_, value)| !value.is_null())
                    .try_for_each(|(name, value)| output::text(&format!("{name}: {}", plain(value)))),
            }
        }
        other => output::text(&plain(other)),
    }
}

/// One thing of a list on one line: what it says first, then its other fields.
fn line(one: &Value) -> String {
    let Value::Object(fields) = one else { return plain(one) };
    let head = ["text", "name", "path", "id"].into_iter().find(|name| fields.get(*name).is_some_and(Value::is_string));
    let mut parts: Vec<String> = head.and_then(|head| fields.get(head)).map(plain).into_iter().collect();
    let rest = fields.iter().filter(|(name, value)| Some(name.as_str()) != head && is_short(value));
    parts.extend(rest.map(|(name, value)| format!("{name}: {}", plain(value))));
    parts.join("  ")
}

/// What fits on a line beside others.
fn is_short(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Bool(_) | Value::Number(_) => true,
        Value::Array(all) => !all.is_empty() && all.iter().all(|one| one.is_string() || one.is_number()),
        Value::Object(fields) => !fields.is_empty() && fields.len() <= 7 && fields.values().all(is_plain),
    }
}

fn is_plain(value: &Value) -> bool {
    match value {
        Value::Array(all) => all.iter().all(Value::is_string),
        value => !value.is_object(),
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(all) if all.iter().all(is_plain) => all.iter().map(plain).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_thing_says_stands_first() {
        let one = json!({ "id": "m1", "text": "Dana moved.", "score": 0.5, "labels": {}, "note": null });
        assert_eq!(line(&one), "Dana moved.  id: m1  score: 0.5");
        assert_eq!(
            line(&json!({ "id": "k", "grants": { "memory:read": ["a/*"] } })),
            "k  grants: {\"memory:read\":[\"a/*\"]}"
        );
        assert_eq!(line(&json!("x")), "x");
    }
}
