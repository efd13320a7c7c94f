//! `quintet history`: every value that a key of an entity ever had.

use clap::Args;

use serde_json::json;

use super::reading::{ReadingArguments, body, entity, line, named_there};
use crate::exit::Exit;
use crate::output;

/// Arguments of `history`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  quintet history person/Dana role")]
pub(crate) struct HistoryArguments {
    /// Of whom: type/name, a name or an id
    entity: String,
    /// The key or label
    key: String,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Runs it.
pub(crate) fn run(arguments: &HistoryArguments) -> anyhow::Result<Exit> {
    if let Some(there) = arguments.reading.there()? {
        let (kind, name) = named_there(&there, &arguments.entity)?;
        let path = [("type", kind.as_str()), ("name", name.as_str()), ("key", arguments.key.as_str())];
        return there.tell("entity_history", &path, &arguments.reading.fields(json!({})), arguments.reading.json);
    }
    let whom = entity(&arguments.entity)?;
    let (engine, context, filter) = arguments.reading.open()?;
    let sheet = engine.key_sheet(&context, &whom, &arguments.key, &filter)?;
    for one in &sheet.history {
        if arguments.reading.json {
            output::json(&body(one))?;
            continue;
        }
        let is_current = sheet.current.iter().any(|current| current.statement.memory.id == one.memory.id);
        output::text(&format!("{} {}", if is_current { "*" } else { " " }, line(one)))?;
    }
    Ok(Exit::Ok)
}
