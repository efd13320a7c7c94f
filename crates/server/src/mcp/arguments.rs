//! Arguments as clients send them, made into what a tool's fields say.
//!
//! Lenient where the meaning is plain: null is absent, an empty text is absent, one value stands for a list of one, numbers and
//! yes or no may come as texts, lists and objects as JSON in a text, names in camel case. Strict where it is not: what no field
//! takes is refused by name, with the names that there are. Must not know: any tool.

use serde_json::{Map, Value};

use super::schema::{Field, Kind};
use crate::limits;
use crate::problem::Problem;

/// Arguments that fit the fields of a tool.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arguments(Map<String, Value>);

impl Arguments {
    /// Reads what a client sent.
    ///
    /// # Errors
    /// [`Problem`] that names the argument and what it takes.
    pub(crate) fn read(fields: &[Field], sent: Map<String, Value>) -> Result<Self, Problem> {
        members(fields, sent, "").map(Self)
    }

    /// The argument as it is.
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// A text.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).and_then(Value::as_str)
    }

    /// A text that its field makes sure of.
    pub(crate) fn needed(&self, name: &str) -> &str {
        self.text(name).unwrap_or_default()
    }

    /// A whole number that is not negative.
    pub(crate) fn whole(&self, name: &str) -> Option<u64> {
        self.0.get(name).and_then(Value::as_u64)
    }

    /// Yes; no when absent.
    pub(crate) fn truth(&self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or_default()
    }

    /// A list of texts; empty when absent.
    pub(crate) fn texts(&self, name: &str) -> Vec<&str> {
        self.list(name).iter().filter_map(Value::as_str).collect()
    }

    /// A list; empty when absent.
    pub(crate) fn list(&self, name: &str) -> &[Value] {
        self.0.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
    }

    /// A body for an operation: those arguments that are there, as pairs of the argument's name and the body's.
    pub(crate) fn body(&self, names: &[(&str, &str)]) -> Map<String, Value> {
        let taken = names.iter().filter_map(|(own, wire)| Some(((*wire).to_owned(), self.0.get(*own)?.clone())));
        taken.collect()
    }
}

fn members(fields: &[Field], sent: Map<String, Value>, place: &str) -> Result<Map<String, Value>, Problem> {
    let mut read = Map::new();
    for (name, value) in sent {
        if value.is_null() {
            continue;
        }
        let snake = snake(&name);
        let found = fields.iter().find(|field| field.name == name || field.name == snake);
        let Some(field) = found else { return Err(unknown(fields, &name, place)) };
        if read.contains_key(field.name) {
            return Err(Problem::invalid(&at(place, field.name), "it is given twice"));
        }
        if let Some(value) = fitted(field, value, &at(place, field.name))? {
            read.insert(field.name.to_owned(), value);
        }
    }
    match fields.iter().find(|field| field.is_needed && !read.contains_key(field.name)) {
        Some(missing) => Err(Problem::invalid(&at(place, missing.name), format!("it is needed: {}", missing.says))),
        None => Ok(read),
    }
}

fn at(place: &str, name: &str) -> String {
    if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") }
}

fn unknown(fields: &[Field], name: &str, place: &str) -> Problem {
    let name: String = name.chars().take(limits::REASON_CHARS_MAX).collect();
    let known: Vec<&str> = fields.iter().map(|field| field.name).collect();
    let known = if known.is_empty() { "there are none".to_owned() } else { format!("there are {}", known.join(", ")) };
    Problem::invalid(&at(place, &name), format!("there is no such argument; {known}"))
}

/// `sessionId` as `session_id`.
fn snake(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 4);
    for c in name.chars() {
        if c.is_ascii_uppercase() {
            snake.push('_');
            snake.push(c.to_ascii_lowercase());
        } else {
            snake.push(c);
        }
    }
    snake
}

/// The value as its field has it; `None` where it is absent after all.
fn fitted(field: &Field, value: Value, place: &str) -> Result<Option<Value>, Problem> {
    let wrong = |reason: &str| Problem::invalid(place, format!("{reason}; {}", field.says));
    let value = match field.kind {
        Kind::Text | Kind::Verbatim => {
            let text = text(value).ok_or_else(|| wrong("it has to be a text"))?;
            if matches!(field.kind, Kind::Text) && text.trim().is_empty() {
                return Ok(None);
            }
            Value::String(text)
        }
        Kind::Number => match unquoted(value) {
            Value::Null => return Ok(None),
            Value::Number(number) => Value::Number(number),
            _ => return Err(wrong("it has to be a number")),
        },
        Kind::Whole => match whole(unquoted(value)) {
            Value::Null => return Ok(None),
            Value::Number(number) => Value::Number(number),
            _ => return Err(wrong("it has to be a whole number")),
        },
        Kind::Truth => match unquoted(value) {
            Value::Null => return Ok(None),
            Value::Bool(truth) => Value::Bool(truth),
            Value::Number(number) if number.as_u64() == Some(0) => Value::Bool(false),
            Value::Number(number) if number.as_u64() == Some(1) => Value::Bool(true),
            _ => return Err(wrong("it has to be true or false")),
        },
        Kind::Texts | Kind::Wholes | Kind::Rows(_) => {
            let mut items = Vec::new();
            for item in listed(field, value) {
                if !item.is_null() {
                    items.extend(fitted_item(field, item, place)?);
                }
            }
            if items.is_empty() {
                return Ok(None);
            }
            Value::Array(items)
        }
        Kind::Thing(of) => match unquoted(value) {
            Value::Null => return Ok(None),
            Value::Object(sent) if of.is_empty() => Value::Object(sent),
            Value::Object(sent) => Value::Object(members(of, sent, place)?),
            _ => return Err(wrong("it has to be an object")),
        },
    };
    bounded(field, value, place).map(Some)
}

fn fitted_item(field: &Field, item: Value, place: &str) -> Result<Option<Value>, Problem> {
    match (field.kind, item) {
        (Kind::Rows(of), Value::Object(sent)) => members(of, sent, place).map(|row| Some(Value::Object(row))),
        (Kind::Rows(_), _) => Err(Problem::invalid(place, format!("each has to be an object; {}", field.says))),
        (Kind::Wholes, item) => match whole(unquoted(item)) {
            Value::Number(number) => Ok(Some(Value::Number(number))),
            _ => Err(Problem::invalid(place, format!("each has to be a whole number; {}", field.says))),
        },
        (_, item) => match text(item) {
            Some(text) if text.trim().is_empty() => Ok(None),
            Some(text) => Ok(Some(Value::String(text))),
            None => Err(Problem::invalid(place, format!("each has to be a text; {}", field.says))),
        },
    }
}

/// A list of what may be one value, or a list written in a text.
fn listed(field: &Field, value: Value) -> Vec<Value> {
    let value = match value {
        // A text that begins like a list is one, unless it is a text about brackets.
        Value::String(text) if text.trim_start().starts_with(['[', '{']) => match serde_json::from_str(&text) {
            Ok(Value::Array(items)) => Value::Array(items),
            Ok(Value::Object(row)) if matches!(field.kind, Kind::Rows(_)) => Value::Object(row),
            _ => Value::String(text),
        },
        other => other,
    };
    match value {
        Value::Array(items) => items,
        Value::String(text) if text.trim().is_empty() => Vec::new(),
        one => vec![one],
    }
}

fn text(value: Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        _ => None,
    }
}

/// What stands in a text, where that is no text itself; null for an empty one.
fn unquoted(value: Value) -> Value {
    match value {
        Value::String(text) if text.trim().is_empty() => Value::Null,
        Value::String(text) => match text.trim().to_ascii_lowercase().as_str() {
            "true" | "yes" => Value::Bool(true),
            "false" | "no" => Value::Bool(false),
            _ => serde_json::from_str(text.trim()).unwrap_or(Value::String(text)),
        },
        other => other,
    }
}

/// 5.0 as 5.
fn whole(value: Value) -> Value {
    match value.as_f64() {
        Some(number) if !value.is_i64() && !value.is_u64() && number.fract() == 0.0 && number.abs() < 1e15 => {
            Value::from(number as i64)
        }
        Some(_) if value.is_f64() => Value::Bool(false),
        _ => value,
    }
}

fn bounded(field: &Field, value: Value, place: &str) -> Result<Value, Problem> {
    let wrong = |reason: String| Err(Problem::invalid(place, reason));
    if let Some(text) = value.as_str() {
        if !field.one_of.is_empty() {
            let folded = text.trim().to_lowercase();
            return match field.one_of.iter().find(|one| one.to_lowercase() == folded) {
                Some(one) => Ok(Value::from(*one)),
                None => wrong(format!("there are {}", field.one_of.join(", "))),
            };
        }
        if field.at_most > 0 && text.chars().count() > field.at_most {
            return wrong(format!("at most {} characters are allowed", field.at_most));
        }
    }
    if let Some(items) = value.as_array()
        && field.at_most > 0
        && items.len() > field.at_most
    {
        return wrong(format!("at most {} are allowed", field.at_most));
    }
    if let (Some((least, most)), Some(number)) = (field.range, value.as_f64())
        && !(least as f64..=most as f64).contains(&number)
    {
        return wrong(format!("{least} to {most} are allowed"));
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const ROW: &[Field] = &[Field::text("role", "Who.").needed(), Field::text("content", "What.").needed()];
    const FIELDS: &[Field] = &[
        Field::text("query", "What to look for.").needed(),
        Field::whole("k", "How many.").within(1, 50),
        Field::texts("labels", "Pairs.").at_most(3),
        Field::rows("messages", ROW, "All."),
        Field::truth("purge", "For good."),
        Field::text("mode", "How.").one_of(&["hybrid", "vector"]),
        Field::text("session_id", "Which."),
        Field::verbatim("file_text", "The file."),
        Field::number("near_lat", "Where."),
        Field::wholes("view_range", "Lines."),
    ];

    fn read(sent: Value) -> Result<Value, String> {
        let Value::Object(sent) = sent else { panic!("no object") };
        Arguments::read(FIELDS, sent).map(|read| Value::Object(read.0)).map_err(|problem| problem.detail)
    }

    #[test]
    fn what_is_meant_is_taken() {
        for (sent, meant) in [
            (json!({ "query": "x", "k": null, "labels": null, "purge": null }), json!({ "query": "x" })),
            (json!({ "query": "x", "session_id": " ", "labels": "", "k": "" }), json!({ "query": "x" })),
            (json!({ "query": "x", "labels": "a=b" }), json!({ "query": "x", "labels": ["a=b"] })),
            (
                json!({ "query": "x", "labels": "[\"a=b\", \"c=d\"]" }),
                json!({ "query": "x", "labels": ["a=b", "c=d"] }),
            ),
            (json!({ "query": "x", "labels": "[not a list" }), json!({ "query": "x", "labels": ["[not a list"] })),
            (json!({ "query": "x", "k": "7" }), json!({ "query": "x", "k": 7 })),
            (json!({ "query": "x", "k": 7.0 }), json!({ "query": "x", "k": 7 })),
            (json!({ "query": "x", "purge": "true" }), json!({ "query": "x", "purge": true })),
            (json!({ "query": "x", "purge": 0 }), json!({ "query": "x", "purge": false })),
            (json!({ "query": 42 }), json!({ "query": "42" })),
            (json!({ "query": "x", "sessionId": "s" }), json!({ "query": "x", "session_id": "s" })),
            (json!({ "query": "x", "mode": "Vector" }), json!({ "query": "x", "mode": "vector" })),
            (json!({ "query": "x", "file_text": "" }), json!({ "query": "x", "file_text": "" })),
            (json!({ "query": "x", "near_lat": "48.5" }), json!({ "query": "x", "near_lat": 48.5 })),
            (json!({ "query": "x", "view_range": "[1, -1]" }), json!({ "query": "x", "view_range": [1, -1] })),
            (json!({ "query": "x", "unknown": null }), json!({ "query": "x" })),
            (
                json!({ "query": "x", "messages": { "role": "user", "content": "hi" } }),
                json!({ "query": "x", "messages": [{ "role": "user", "content": "hi" }] }),
            ),
            (
                json!({ "query": "\u{6771}\u{4eac} \u{1f469}\u{200d}\u{1f680}" }),
                json!({ "query": "\u{6771}\u{4eac} \u{1f469}\u{200d}\u{1f680}" }),
            ),
        ] {
            assert_eq!(read(sent.clone()), Ok(meant), "{sent}");
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_a_way_out() {
        for (sent, told) in [
            (json!({ "q": "x" }), "q: there is no such argument; there are query"),
            (json!({}), "query: it is needed"),
            (json!({ "query": "" }), "query: it is needed"),
            (json!({ "query": { "a": 1 } }), "query: it has to be a text"),
            (json!({ "query": "x", "k": 0 }), "k: 1 to 50 are allowed"),
            (json!({ "query": "x", "k": 1.5 }), "k: it has to be a whole number"),
            (json!({ "query": "x", "k": "many" }), "k: it has to be a whole number"),
            (json!({ "query": "x", "mode": "graphic" }), "mode: there are hybrid, vector"),
            (json!({ "query": "x", "labels": ["a", "b", "c", "d"] }), "labels: at most 3"),
            (json!({ "query": "x", "labels": [["a"]] }), "labels: each has to be a text"),
            (json!({ "query": "x", "messages": ["hi"] }), "messages: each has to be an object"),
            (json!({ "query": "x", "messages": [{ "role": "user" }] }), "messages.content: it is needed"),
            (json!({ "query": "x", "messages": [{ "role": "u", "content": "c", "x": 1 }] }), "messages.x: there is no"),
            (json!({ "query": "x", "session_id": "a", "sessionId": "b" }), "session_id: it is given twice"),
            (json!({ "query": "x", "purge": "perhaps" }), "purge: it has to be true or false"),
        ] {
            let problem = read(sent.clone()).unwrap_err();
            assert!(problem.starts_with(told), "{sent}: {problem}");
        }
    }
}
