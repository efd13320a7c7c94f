//! Dumps of other products, read into what Quintet remembers: one file each, registered in [`ALL`].
//!
//! Products change what they write between versions, so that names are looked for in every spelling that was seen, empty lists do
//! not hide full ones, `null` is nothing, and what cannot be read is skipped and told, never fatal.
//!
//! Must not know: the engine, files.

mod langmem;
mod letta;
mod mcp;
mod mem0;
mod zep;

use quintet::model::{Labels, Micros, SessionId};
use quintet::retain::{FactItem, RememberItem};
use serde_json::Value;

/// What a dump becomes.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// Texts to remember, in order.
    pub(crate) memories: Vec<RememberItem>,
    /// Facts by name.
    pub(crate) facts: Vec<FactItem>,
    /// What was left out, and why; no text of a memory.
    pub(crate) skipped: Vec<String>,
}

/// One product.
pub(crate) struct Product {
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// Reads a dump.
    pub(crate) read: fn(&str) -> Result<Found, String>,
}

/// Every product.
pub(crate) static ALL: &[Product] = &[langmem::PRODUCT, letta::PRODUCT, mcp::PRODUCT, mem0::PRODUCT, zep::PRODUCT];

/// The dump as JSON: one value, or one a line.
fn json(text: &str) -> Result<Value, String> {
    let text = text.trim_start_matches('\u{feff}');
    serde_json::from_str(text).or_else(|whole| {
        let lines = text.lines().filter(|line| !line.trim().is_empty()).map(serde_json::from_str);
        let lines: Result<Vec<Value>, _> = lines.collect();
        lines.map(Value::Array).map_err(|_| format!("it is neither JSON nor JSON lines: {whole}"))
    })
}

/// The first list under one of these names that holds something; the value itself where it is a list.
fn list<'a>(value: &'a Value, names: &[&str]) -> &'a [Value] {
    let own = value.as_array();
    let named = names.iter().filter_map(|name| value.get(name)?.as_array()).find(|list| !list.is_empty());
    own.or(named).map_or(&[], Vec::as_slice)
}

/// The first text under one of these names; numbers are taken as texts.
fn text(value: &Value, names: &[&str]) -> Option<String> {
    let read = |value: &Value| match value {
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    names.iter().filter_map(|name| value.get(name)).find_map(read)
}

/// The first moment under one of these names: RFC 3339, or seconds since 1970.
fn moment(value: &Value, names: &[&str]) -> Option<Micros> {
    let read = |value: &Value| match value {
        Value::String(text) => Micros::parse(text).or_else(|_| Micros::parse(&format!("{text}Z"))).ok(),
        Value::Number(number) => number.as_f64().map(|seconds| Micros((seconds * 1e6) as i64)),
        _ => None,
    };
    names.iter().filter_map(|name| value.get(name)).find_map(read)
}

/// Labels of those names, where they are texts.
fn labels(value: &Value, names: &[&str]) -> Labels {
    names.iter().filter_map(|name| Some(((*name).to_owned(), text(value, &[name])?))).collect()
}

/// A session, where the name can be one.
fn session(name: Option<String>) -> Option<SessionId> {
    name.and_then(|name| SessionId::new(&name).ok())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn empty_lists_do_not_hide_full_ones() {
        let value = json(r#"{"memories": [], "results": [1], "other": null}"#).unwrap();
        assert_eq!(list(&value, &["other", "memories", "results"]).len(), 1);
        assert_eq!(list(&json("{\"a\":1}\n\n{\"a\":2}\n").unwrap(), &[]).len(), 2);
        assert!(json("{\"a\":1}\nnothing").is_err());
        let odd = json(r#"{"a": null, "b": " ", "c": 3, "at": 1.5, "day": "2026-03-02T10:00:00.5"}"#).unwrap();
        assert_eq!(
            (text(&odd, &["a", "b", "c"]).as_deref(), moment(&odd, &["a", "at"])),
            (Some("3"), Some(Micros(1_500_000)))
        );
        assert!(moment(&odd, &["day"]).is_some(), "a moment without a zone is UTC");
    }

    proptest! {
        #[test]
        fn no_dump_panics(text in "[\\[\\]{}\":,a-z0-9 \n]{0,60}", known in 0..5_usize) {
            drop((ALL[known].read)(&text));
        }

        #[test]
        fn odd_shapes_are_skipped(known in 0..5_usize, shape in 0..5_usize, name in "memory|results|nodes|edges|messages|value|content|name") {
            let shapes = ["null", "[]", "{}", "[null, 3, {\"a\": []}]", "\"x\""];
            let dump = format!("[{{\"{name}\": {}}}]", shapes[shape]);
            prop_assert!((ALL[known].read)(&dump).is_ok());
        }
    }
}
