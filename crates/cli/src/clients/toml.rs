//! TOML changed in place: a table goes in at the end or out again, every other byte stays.
//!
//! Must not know: files, clients, what members mean.

use core::ops::Range;

use serde_json::{Map, Value, json};
use toml_edit::{Document, Item, TableLike};

use super::Malformed;
use super::tree::Tree;

/// Reads a text.
pub(super) fn value(text: &str) -> Result<Value, Malformed> {
    Ok(plain(parse(text)?.as_item()))
}

/// Puts a table in, or in the place of the one of that name.
pub(super) fn put(text: &str, path: &[&str], tree: &Tree) -> Result<String, Malformed> {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let block = block(path, tree, newline);
    if let Some(place) = place(text, path)? {
        return Ok(format!("{}{block}{}", &text[..place.start], &text[place.end..]));
    }
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { newline };
    let gap = if text.trim().is_empty() { "" } else { newline };
    Ok(format!("{text}{end}{gap}{block}"))
}

/// Takes a table out, with the empty line in front of it; the text as it is where there is none.
pub(super) fn remove(text: &str, path: &[&str]) -> Result<String, Malformed> {
    let Some(place) = place(text, path)? else { return Ok(text.to_owned()) };
    let before = &text[..place.start];
    let before = ["\r\n\r\n", "\n\n"]
        .iter()
        .find(|gap| before.ends_with(**gap))
        .map_or(before, |gap| &before[..before.len() - gap.len() / 2]);
    Ok(format!("{before}{}", &text[place.end..]))
}

fn parse(text: &str) -> Result<Document<&str>, Malformed> {
    Document::parse(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        Malformed::at(text, at, error.message().lines().next().unwrap_or("it is no TOML"))
    })
}

/// The lines of a table, its tables below included. `None` where there is none.
fn place(text: &str, path: &[&str]) -> Result<Option<Range<usize>>, Malformed> {
    let document = parse(text)?;
    let mut item = document.as_item();
    for name in path {
        match item.get(name) {
            Some(inner) => item = inner,
            None => return Ok(None),
        }
    }
    let name = path.join(".");
    let other_form = format!("'{name}' is not written as a table of its own; change it by hand (--print shows how)");
    let own = item.as_table().filter(|table| !table.is_dotted() && !table.is_implicit());
    let Some(span) = own.and_then(toml_edit::Table::span) else { return Err(Malformed::at(text, 0, &other_form)) };
    let line = |at: usize| text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
    let start = text[..span.start].rfind('\n').map_or(0, |end| end + 1);
    let end = line(last(item).unwrap_or(span.end).max(span.end).saturating_sub(1));
    // What stands between belongs to others where tables below it stand apart.
    let without = format!("{}{}", &text[..start], &text[end..]);
    let mut expected = plain(document.as_item());
    super::take_out(&mut expected, path);
    let mut rest = value(&without).map_err(|_| Malformed::at(text, start, &other_form))?;
    super::take_out(&mut rest, path);
    if super::drop_empty(rest, path) == super::drop_empty(expected, path) {
        Ok(Some(start..end))
    } else {
        Err(Malformed::at(text, start, &other_form))
    }
}

/// Where the last value below an item ends.
fn last(item: &Item) -> Option<usize> {
    match item {
        Item::Table(table) => {
            let own = table.span().map(|span| span.end);
            table.iter().filter_map(|(_, item)| last(item)).chain(own).max()
        }
        other => other.span().map(|span| span.end),
    }
}

fn block(path: &[&str], tree: &Tree, newline: &str) -> String {
    let mut lines = vec![format!("[{}]{newline}", path.join("."))];
    if let Tree::Object(members) = tree {
        lines.extend(members.iter().map(|(name, tree)| format!("{name} = {}{newline}", inline(&tree.value()))));
    }
    lines.concat()
}

/// A value on one line.
fn inline(value: &Value) -> String {
    match value {
        Value::String(text) => toml_edit::Value::from(text.as_str()).to_string(),
        Value::Array(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::Object(members) => {
            let key = |name: &str| toml_edit::Key::new(name).display_repr().into_owned();
            let members = members.iter().map(|(name, value)| format!("{} = {}", key(name), inline(value)));
            format!("{{ {} }}", members.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// What it says. Dates are texts here: they are only compared.
fn plain(item: &Item) -> Value {
    fn object(table: &dyn TableLike) -> Value {
        table.iter().map(|(name, item)| (name.to_owned(), plain(item))).collect::<Map<_, _>>().into()
    }
    fn of_value(value: &toml_edit::Value) -> Value {
        match value {
            toml_edit::Value::String(text) => json!(text.value()),
            toml_edit::Value::Integer(number) => json!(number.value()),
            toml_edit::Value::Float(number) => json!(number.value().to_string()),
            toml_edit::Value::Boolean(truth) => json!(truth.value()),
            toml_edit::Value::Datetime(moment) => json!(moment.value().to_string()),
            toml_edit::Value::Array(items) => items.iter().map(of_value).collect(),
            toml_edit::Value::InlineTable(table) => object(table),
        }
    }
    match item {
        Item::None => Value::Null,
        Item::Value(value) => of_value(value),
        Item::Table(table) => object(table),
        Item::ArrayOfTables(tables) => tables.iter().map(|table| object(table)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: [&str; 2] = ["mcp_servers", "quintet"];
    const BLOCK: &str = "[mcp_servers.quintet]\ncommand = \"/bin/quintet\"\nargs = [\"mcp\", \"--data\", \"/a b\"]\n";

    fn tree() -> Tree {
        Tree::ordered(&json!({ "command": "/bin/quintet", "args": ["mcp", "--data", "/a b"] }))
    }

    #[test]
    fn a_table_goes_to_the_end_and_out_again() {
        let text = "# mine\nmodel = \"m\" # why\n\n[mcp_servers.a]\ncommand = 'x'\n\n[tui]\ntheme = \"dark\"\n";
        let with = put(text, &PATH, &tree()).unwrap();
        assert_eq!(with, format!("{text}\n{BLOCK}"));
        assert_eq!(put(&with, &PATH, &tree()).unwrap(), with);
        assert_eq!(value(&with).unwrap()["mcp_servers"]["quintet"], tree().value());
        assert_eq!(remove(&with, &PATH).unwrap(), text);
        // Others may stand behind it, and comments at its lines.
        let others = format!("{text}\n{}\n# next\n[z]\na = 1\n", BLOCK.replace("]\ncommand", "] # ours\ncommand"));
        assert_eq!(remove(&others, &PATH).unwrap(), format!("{text}\n# next\n[z]\na = 1\n"));
        assert_eq!(put("", &PATH, &tree()).unwrap(), BLOCK);
        assert_eq!(put("a = 1", &PATH, &tree()).unwrap(), format!("a = 1\n\n{BLOCK}"));
        let windows = put("a = 1\r\n", &PATH, &tree()).unwrap();
        assert_eq!(windows, format!("a = 1\n\n{BLOCK}").replace('\n', "\r\n"));
        assert_eq!(remove(&windows, &PATH).unwrap(), "a = 1\r\n");
    }

    #[test]
    fn other_forms_are_left_alone_and_damage_is_told() {
        for text in [
            "mcp_servers = { quintet = { command = \"x\" } }",
            "mcp_servers.quintet.command = \"x\"",
            "[mcp_servers]\nquintet = { command = \"x\" }",
            "[mcp_servers.quintet]\na = 1\n[b]\nc = 1\n[mcp_servers.quintet.env]\nd = 1\n",
        ] {
            assert!(remove(text, &PATH).unwrap_err().reason.contains("by hand"), "{text}");
        }
        assert_eq!(value("a = 1\nb = \n").unwrap_err().line, 2);
    }
}
