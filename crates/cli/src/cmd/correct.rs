//! `quintet correct`: put a fact right.

use clap::Args;
use quintet::model::MemoryId;
use serde_json::json;

use super::facts::tell;
use super::reading::ReadingArguments;
use crate::exit::Exit;
use crate::output;
use crate::wire::UsageError;

/// Arguments of `correct`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quintet correct 0192… Lisbon\n  quintet correct 0192… --reopen")]
pub(crate) struct CorrectArguments {
    /// The fact, by its id
    id: String,
    /// What is right: a value, a wish, or the name of whom a relation leads to
    #[arg(required_unless_present = "reopen", conflicts_with = "reopen")]
    value: Option<String>,
    /// Take a correction back: what this older fact says holds again
    #[arg(long)]
    reopen: bool,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Runs it.
pub(crate) fn run(arguments: &CorrectArguments) -> anyhow::Result<Exit> {
    if let Some(exit) = arguments.reading.asked(
        "correct",
        &[],
        json!({ "id": arguments.id, "value": arguments.value, "reopen": arguments.reopen }),
    )? {
        return Ok(exit);
    }
    let id = &arguments.id;
    let id: MemoryId = id.parse().map_err(|_| UsageError(format!("'{id}' is no id of a fact")))?;
    arguments.reading.data.existing()?;
    let (engine, context, filter) = arguments.reading.open_to_write()?;
    if let Some(value) = &arguments.value {
        let learned = engine.correct(&context, id, value, None, &filter)?;
        engine.flush()?;
        tell(&learned, arguments.reading.json)?;
        return Ok(Exit::Ok);
    }
    let again = engine.reopen(&context, id)?;
    engine.flush()?;
    if arguments.reading.json {
        output::json(&json!({ "id": again, "reopened": id }))?;
    } else {
        output::line(&format!("it holds again ({again})"))?;
    }
    Ok(Exit::Ok)
}
