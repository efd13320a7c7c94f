//! Schemas of tools: built from one flat list of fields, so that every client reads them.
//!
//! Owns what a field is and how it is written as JSON Schema. Emits only keywords that no client trips over: no `oneOf`, `anyOf`,
//! `allOf` or `$ref` at any depth, no null in a keyword. Must not know: any tool.

use serde_json::{Map, Value, json};

/// One argument of a tool, or one member of its result.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    /// Its name: snake case in arguments, camel case in results.
    pub(crate) name: &'static str,
    /// What it holds.
    pub(crate) kind: Kind,
    /// What it means, in a sentence.
    pub(crate) says: &'static str,
    /// It has to be there.
    pub(crate) is_needed: bool,
    /// The values there are; any when empty.
    pub(crate) one_of: &'static [&'static str],
    /// Of a text the longest in characters, of a list the most items; unbounded at 0.
    pub(crate) at_most: usize,
    /// Of a number: least and greatest.
    pub(crate) range: Option<(i64, i64)>,
}

/// What a field holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    /// A text; empty is absent.
    Text,
    /// A text as it stands; empty is empty.
    Verbatim,
    /// A number.
    Number,
    /// A whole number.
    Whole,
    /// Yes or no.
    Truth,
    /// A list of texts.
    Texts,
    /// A list of whole numbers.
    Wholes,
    /// A list of objects with these members.
    Rows(&'static [Field]),
    /// An object with these members, and others where the list is empty.
    Thing(&'static [Field]),
}

impl Field {
    const fn new(name: &'static str, kind: Kind, says: &'static str) -> Self {
        Self { name, kind, says, is_needed: false, one_of: &[], at_most: 0, range: None }
    }

    pub(crate) const fn text(name: &'static str, says: &'static str) -> Self {
        Self::new(name, Kind::Text, says)
    }

    pub(crate) const fn verbatim(name: &'static str, says: &'static str) -> Self {
        Self::new(name, Kind::Verbatim, says)
    }

    pub(crate) const fn number(name: &'static str, says: &'static str) -> Self {
        Self::new(name, Kind::Number, says)
    }

    pub(crate) const fn whole(name: &'static str, says: &'static str) -> Self {
        Self::new(name, Kind::Whole, says)
    }

    pub(crate) const fn truth(name: &'static str, says: &'static str) -> Self {
        Self::new(name, Kind::Truth, says)
    }

    pub(crate) const fn texts(name: &'static str, says: &'static str) -> Self {
        Self::new(name, Kind::Texts, says)
    }

    pub(crate) const fn wholes(name: &'static str, says: &'static str) -> Self {
        Self::new(name, Kind::Wholes, says)
    }

    pub(crate) const fn rows(name: &'static str, of: &'static [Self], says: &'static str) -> Self {
        Self::new(name, Kind::Rows(of), says)
    }

    pub(crate) const fn thing(name: &'static str, of: &'static [Self], says: &'static str) -> Self {
        Self::new(name, Kind::Thing(of), says)
    }

    /// It has to be there.
    pub(crate) const fn needed(self) -> Self {
        Self { is_needed: true, ..self }
    }

    /// Only these values.
    pub(crate) const fn one_of(self, values: &'static [&'static str]) -> Self {
        Self { one_of: values, ..self }
    }

    /// So many characters or items at most.
    pub(crate) const fn at_most(self, most: usize) -> Self {
        Self { at_most: most, ..self }
    }

    /// From and to, both included.
    pub(crate) const fn within(self, least: i64, most: i64) -> Self {
        Self { range: Some((least, most)), ..self }
    }
}

/// An object with those members as JSON Schema.
pub(crate) fn object(fields: &[Field]) -> Map<String, Value> {
    let mut schema = Map::new();
    schema.insert("type".to_owned(), json!("object"));
    let members: Map<String, Value> = fields.iter().map(|field| (field.name.to_owned(), member(field))).collect();
    schema.insert("properties".to_owned(), Value::Object(members));
    let needed: Vec<&str> = fields.iter().filter(|field| field.is_needed).map(|field| field.name).collect();
    if !needed.is_empty() {
        schema.insert("required".to_owned(), json!(needed));
    }
    schema
}

/// What a tool answers as JSON Schema. Nothing is required at the top: an answer that says why the tool failed holds `error` alone,
/// and there are clients that check such answers, too.
pub(crate) fn answer(fields: &[Field]) -> Map<String, Value> {
    let mut schema = object(fields);
    schema.remove("required");
    schema["properties"]["error"] = json!({ "type": "object", "description": "Why it failed." });
    schema
}

fn member(field: &Field) -> Value {
    let mut schema = match field.kind {
        Kind::Text | Kind::Verbatim => json!({ "type": "string" }),
        Kind::Number => json!({ "type": "number" }),
        Kind::Whole => json!({ "type": "integer" }),
        Kind::Truth => json!({ "type": "boolean" }),
        Kind::Texts => json!({ "type": "array", "items": { "type": "string" } }),
        Kind::Wholes => json!({ "type": "array", "items": { "type": "integer" } }),
        Kind::Rows(of) => json!({ "type": "array", "items": object(of) }),
        Kind::Thing([]) => json!({ "type": "object" }),
        Kind::Thing(of) => Value::Object(object(of)),
    };
    if !field.says.is_empty() {
        schema["description"] = json!(field.says);
    }
    if !field.one_of.is_empty() {
        schema["enum"] = json!(field.one_of);
    }
    if field.at_most > 0 {
        let keyword = if matches!(field.kind, Kind::Text | Kind::Verbatim) { "maxLength" } else { "maxItems" };
        schema[keyword] = json!(field.at_most);
    }
    if let Some((least, most)) = field.range {
        schema["minimum"] = json!(least);
        schema["maximum"] = json!(most);
    }
    schema
}

/// What is wrong with a schema of a tool for one client or another; empty when all read it.
pub fn lint(schema: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    if schema["type"] != "object" {
        wrong.push("the top level is no object".to_owned());
    }
    lint_at("", schema, &mut wrong);
    wrong
}

fn lint_at(place: &str, schema: &Value, wrong: &mut Vec<String>) {
    const KEYWORDS: [&str; 11] = [
        "type",
        "properties",
        "required",
        "items",
        "enum",
        "description",
        "minimum",
        "maximum",
        "maxLength",
        "maxItems",
        "default",
    ];
    let Some(members) = schema.as_object() else {
        wrong.push(format!("{place}: no object"));
        return;
    };
    for (keyword, value) in members {
        if !KEYWORDS.contains(&keyword.as_str()) {
            wrong.push(format!("{place}: keyword {keyword}"));
        }
        if value.is_null() {
            wrong.push(format!("{place}: {keyword} is null"));
        }
    }
    match schema["type"].as_str() {
        Some("array") if schema.get("items").is_none() => wrong.push(format!("{place}: an array without items")),
        Some("array") => lint_at(&format!("{place}[]"), &schema["items"], wrong),
        Some("object" | "string" | "number" | "integer" | "boolean") => {}
        _ => wrong.push(format!("{place}: no type")),
    }
    for (name, member) in schema["properties"].as_object().into_iter().flatten() {
        lint_at(&format!("{place}.{name}"), member, wrong);
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        if schema["properties"].get(name.as_str().unwrap_or_default()).is_none() {
            wrong.push(format!("{place}: requires {name}, which it does not have"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_become_flat_schemas() {
        const ROW: &[Field] = &[Field::text("role", "Who.").one_of(&["user"]).needed()];
        const FIELDS: &[Field] = &[
            Field::text("query", "What.").needed().at_most(9),
            Field::rows("messages", ROW, "All."),
            Field::whole("k", "Most.").within(1, 5),
        ];
        let schema = Value::Object(object(FIELDS));
        assert_eq!(
            schema,
            json!({
                "type": "object",
                "properties": {
                    "query": { "type": "string", "description": "What.", "maxLength": 9 },
                    "messages": { "type": "array", "description": "All.", "items": {
                        "type": "object", "required": ["role"],
                        "properties": { "role": { "type": "string", "description": "Who.", "enum": ["user"] } },
                    } },
                    "k": { "type": "integer", "description": "Most.", "minimum": 1, "maximum": 5 },
                },
                "required": ["query"],
            })
        );
        assert_eq!(lint(&schema), Vec::<String>::new());
    }

    #[test]
    fn what_clients_trip_over_is_found() {
        for wrong in [
            json!({ "anyOf": [] }),
            json!({ "type": "object", "properties": { "a": { "type": "array" } } }),
            json!({ "type": "object", "required": null }),
            json!({ "type": "object", "properties": { "a": { "type": "object", "properties": { "b": { "oneOf": [] } } } } }),
            json!({ "type": "object", "properties": { "a": { "type": "string", "format": "uri" } } }),
            json!({ "type": "object", "properties": {}, "required": ["a"] }),
        ] {
            assert!(!lint(&wrong).is_empty(), "{wrong}");
        }
    }
}
