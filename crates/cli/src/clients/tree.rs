//! What an entry says, with its members in the order in which they are written.
//!
//! Must not know: files, clients.

use serde_json::{Map, Value};

/// The order of members in entries; others follow, by name.
const ORDER: [&str; 9] =
    ["type", "command", "args", "url", "httpUrl", "bearer_token_env_var", "headers", "http_headers", "enabled"];

/// A value whose objects keep their order.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Tree {
    /// A text, a number, a truth or a list.
    Leaf(Value),
    /// An object.
    Object(Vec<(String, Self)>),
}

/// How a value is laid out over lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout<'a> {
    /// What the line begins with on which the value begins.
    pub(super) base: &'a str,
    /// What each depth adds.
    pub(super) unit: &'a str,
    /// What lines end with.
    pub(super) newline: &'a str,
}

impl Tree {
    /// A value with its members in the order of entries.
    pub(super) fn ordered(value: &Value) -> Self {
        let Value::Object(members) = value else { return Self::Leaf(value.clone()) };
        let place = |name: &str| ORDER.iter().position(|known| *known == name).unwrap_or(ORDER.len());
        let mut members: Vec<(String, Self)> =
            members.iter().map(|(name, value)| (name.clone(), Self::ordered(value))).collect();
        members.sort_by(|a, b| (place(&a.0), &a.0).cmp(&(place(&b.0), &b.0)));
        Self::Object(members)
    }

    /// The same inside objects of these names, the first outermost.
    pub(super) fn within(self, names: &[&str]) -> Self {
        names.iter().rev().fold(self, |tree, name| Self::Object(vec![((*name).to_owned(), tree)]))
    }

    /// The value without an order.
    pub(super) fn value(&self) -> Value {
        match self {
            Self::Leaf(value) => value.clone(),
            Self::Object(members) => {
                let members: Map<String, Value> =
                    members.iter().map(|(name, tree)| (name.clone(), tree.value())).collect();
                Value::Object(members)
            }
        }
    }

    /// As JSON: objects over lines where there is a layout, lists always on one line.
    pub(super) fn json(&self, layout: Option<Layout<'_>>) -> String {
        match self {
            Self::Leaf(Value::Array(items)) => {
                let items: Vec<String> = items.iter().map(ToString::to_string).collect();
                format!("[{}]", items.join(", "))
            }
            Self::Leaf(value) => value.to_string(),
            Self::Object(members) if members.is_empty() => "{}".to_owned(),
            Self::Object(members) => {
                let Some(layout) = layout else {
                    let members: Vec<String> =
                        members.iter().map(|(name, tree)| format!("{}: {}", quoted(name), tree.json(None))).collect();
                    return format!("{{{}}}", members.join(", "));
                };
                let inner = format!("{}{}", layout.base, layout.unit);
                let deeper = Layout { base: &inner, ..layout };
                let members: Vec<String> = members
                    .iter()
                    .map(|(name, tree)| format!("{inner}{}: {}", quoted(name), tree.json(Some(deeper))))
                    .collect();
                let newline = layout.newline;
                format!("{{{newline}{}{newline}{}}}", members.join(&format!(",{newline}")), layout.base)
            }
        }
    }
}

/// A name as JSON writes it.
pub(super) fn quoted(name: &str) -> String {
    Value::String(name.to_owned()).to_string()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn members_stand_in_the_order_of_entries() {
        let value = json!({ "zoo": 1, "args": ["mcp", "a\"b"], "type": "stdio", "command": "/bin/quintet" });
        let tree = Tree::ordered(&value);
        assert_eq!(tree.value(), value);
        let line = r#"{"type": "stdio", "command": "/bin/quintet", "args": ["mcp", "a\"b"], "zoo": 1}"#;
        assert_eq!(tree.json(None), line);
        let layout = Layout { base: "  ", unit: "  ", newline: "\n" };
        let inside = Tree::Leaf(json!(true)).within(&["a", "b"]).json(Some(layout));
        assert_eq!(inside, "{\n    \"a\": {\n      \"b\": true\n    }\n  }");
    }
}
