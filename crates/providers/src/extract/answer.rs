//! Finding the answer in what a model wrote: one JSON object, wherever it stands and whatever is around it; else the whole
//! pieces of a broken one.
//!
//! Must not know what the fields mean.

use serde_json::Value;

/// Bytes of an answer that are looked through. Chosen: ten times the longest answer that is asked for.
const ANSWER_LEN_MAX: usize = 256 * 1024;
/// Opening braces tried as the start of an object, at most: an answer may be nothing but braces, and each try reads on.
const STARTS_MAX: usize = 200;

/// What stands in an answer.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// Names, as given.
    pub(super) names: Vec<Value>,
    /// Claims, as given.
    pub(super) claims: Vec<Value>,
    /// Why the answer is not the whole object that was asked for.
    pub(super) broken: Option<&'static str>,
}

/// The answer in a text.
pub(super) fn find(text: &str) -> Found {
    let mut end = text.len().min(ANSWER_LEN_MAX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let text = &text[..end];
    let objects = objects(text);
    if let Some((names, claims)) = objects.iter().find_map(lists) {
        return Found { names, claims, broken: None };
    }
    let salvage = |list: &str| salvaged(text, list);
    let (names, claims) = (salvage("names"), salvage("claims"));
    let broken = Some(match (objects.is_empty(), text.trim().is_empty()) {
        (_, true) => "it is empty",
        (true, _) if text.contains('{') => "its JSON is not whole",
        (true, _) => "there is no JSON in it",
        _ => "its JSON has no list of claims",
    });
    Found { names, claims, broken }
}

/// Every JSON object of a text that is not part of another, in order.
fn objects(text: &str) -> Vec<Value> {
    let mut out = Vec::new();
    let mut at = 0;
    for _ in 0..STARTS_MAX {
        let Some(start) = text[at..].find('{').map(|found| at + found) else { break };
        match value_at(text, start) {
            Some((value, len)) => {
                out.push(value);
                at = start + len;
            }
            None => at = start + 1,
        }
    }
    out
}

/// The JSON value that begins there, and its length in bytes.
fn value_at(text: &str, start: usize) -> Option<(Value, usize)> {
    let mut values = serde_json::Deserializer::from_str(&text[start..]).into_iter::<Value>();
    let value = values.next()?.ok()?;
    Some((value, values.byte_offset()))
}

/// The two lists of an object, or of an object that it wraps. An object with a list of claims alone is enough.
fn lists(object: &Value) -> Option<(Vec<Value>, Vec<Value>)> {
    let of = |object: &Value| {
        let claims = object.get("claims")?.as_array()?.clone();
        let names = object.get("names").and_then(Value::as_array).cloned().unwrap_or_default();
        Some((names, claims))
    };
    of(object).or_else(|| object.as_object()?.values().filter(|inner| inner.is_object()).find_map(of))
}

/// The whole objects at the start of a list in a text that is no JSON as a whole.
fn salvaged(text: &str, list: &str) -> Vec<Value> {
    let name = format!("\"{list}\"");
    let Some(mut at) = text.find(&name).map(|found| found + name.len()) else { return Vec::new() };
    let next = |at: usize, wanted: char| {
        let rest = text[at..].trim_start_matches(|c: char| c.is_whitespace() || c == ',' || c == ':');
        rest.starts_with(wanted).then(|| text.len() - rest.len())
    };
    let Some(open) = next(at, '[') else { return Vec::new() };
    at = open + 1;
    let mut out = Vec::new();
    while let Some((value, len)) =
        next(at, '{').and_then(|start| value_at(text, start).map(|(value, len)| (value, start + len)))
    {
        out.push(value);
        at = len;
    }
    out
}

/// Text of a field, without the white space around it; `None` where it is absent, null, empty or no text.
pub(super) fn text_of<'a>(item: &'a Value, field: &str) -> Option<&'a str> {
    let text = item.get(field)?.as_str()?.trim();
    (!text.is_empty()).then_some(text)
}

/// A number, also where it is written as text.
pub(super) fn number_of(item: &Value, field: &str) -> Option<f64> {
    let value = item.get(field)?;
    value
        .as_f64()
        .or_else(|| value.as_str()?.trim().trim_end_matches('%').parse().ok())
        .filter(|number| number.is_finite())
}

/// True for `true`, also where it is written as text.
pub(super) fn flag_of(item: &Value, field: &str) -> bool {
    item.get(field).is_some_and(|value| {
        value == true || value.as_str().is_some_and(|text| text.trim().eq_ignore_ascii_case("true"))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn counts(text: &str) -> (usize, usize, bool) {
        let found = find(text);
        (found.names.len(), found.claims.len(), found.broken.is_none())
    }

    #[test]
    fn the_object_is_found_wherever_it_stands() {
        let whole = r#"{"names":[{"name":"Ann"}],"claims":[{"quote":"a } b"}]}"#;
        for text in [
            whole.to_owned(),
            format!("Sure! Here it is: {{as asked}}\n```json\n{whole}\n```\nAnything else {{?}}"),
            format!("<think>{{\"claims\": maybe}}</think>{whole}"),
            format!(r#"{{"result":{whole}}}"#),
            format!("{}{whole}", "{".repeat(100)),
        ] {
            assert_eq!(counts(&text), (1, 1, true), "{text}");
        }
    }

    #[test]
    fn whole_pieces_of_a_broken_one_are_kept() {
        assert_eq!(counts(r#"{"names":[{"name":"Ann"},{"na"#), (1, 0, false));
        assert_eq!(counts(r#"{"names":[],"claims":[{"quote":"x"},{"quote":"y"},{"quo"#), (0, 2, false));
        assert_eq!(counts(r#"{"claims": [ {"quote":"x"} , oops"#), (0, 1, false));
    }

    #[test]
    fn other_things_are_no_answer() {
        let echo = r#"{"type":"object","properties":{"claims":{"type":"array"}}}"#;
        for other in
            ["", "Ann lives in Lisbon.", echo, r#"{"foo":1}"#, r#"{"claims":null}"#, "[]", &"{".repeat(100_000)]
        {
            assert_eq!(counts(other), (0, 0, false), "{other:.40}");
        }
    }

    proptest! {
        #[test]
        fn never_panics(text in r#"(\{|\}|\[|\]|"claims"|"names"|:|,|é| |"x"){0,80}"#) {
            find(&text);
        }
    }
}
