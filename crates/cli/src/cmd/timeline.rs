//! `quintet timeline`: what began, changed, ended and was done.

use clap::Args;
use quintet::limits::LIST_MAX;
use serde_json::json;

use super::reading::{ReadingArguments, body, day, entity};
use crate::exit::Exit;
use crate::output;

/// Arguments of `timeline`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quintet timeline Dana\n  quintet timeline person/Dana --key role")]
pub(crate) struct TimelineArguments {
    /// Of whom: type/name, a name or an id
    entity: String,
    /// Only this key, label or verb
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
    /// Moments at most
    #[arg(long, value_name = "N", default_value_t = LIST_MAX)]
    limit: usize,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Runs it.
pub(crate) fn run(arguments: &TimelineArguments) -> anyhow::Result<Exit> {
    if let Some(exit) = arguments.reading.asked(
        "timeline",
        &[],
        json!({ "entity": arguments.entity, "key": arguments.key, "limit": arguments.limit }),
    )? {
        return Ok(exit);
    }
    let whom = entity(&arguments.entity)?;
    let (engine, context, filter) = arguments.reading.open()?;
    for one in engine.timeline(&context, &whom, arguments.key.as_deref(), &filter, arguments.limit)? {
        if arguments.reading.json {
            output::json(&json!({
                "at": one.at.to_string(), "event": one.kind.as_str(), "key": one.statement.key(),
                "value": one.statement.value(), "oldValue": one.older, "fact": body(&one.statement),
            }))?;
            continue;
        }
        let whose = one.statement.subject.as_ref().map_or("", |subject| &subject.name);
        let before = one.older.as_ref().map_or_else(String::new, |older| format!(", before: {older}"));
        let (key, value) = (one.statement.key(), one.statement.value());
        output::text(&format!("{}  {:<7}  {whose}  {key}: {value}{before}", day(one.at), one.kind.as_str()))?;
    }
    Ok(Exit::Ok)
}
