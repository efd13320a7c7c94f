//! `quintet edit`: other words for a memory.

use clap::Args;
use quintet::model::MemoryId;
use quintet::retain::MemoryEdit;
use serde_json::json;

use super::reading::ReadingArguments;
use crate::exit::Exit;
use crate::output;
use crate::wire::UsageError;

/// Arguments of `edit`.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  quintet edit 0192… \"Dana moved to Porto last week\"\nA fact is put right with quintet correct."
)]
pub(crate) struct EditArguments {
    /// The memory, by its id
    id: String,
    /// What it says from now on
    text: String,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Runs it.
pub(crate) fn run(arguments: &EditArguments) -> anyhow::Result<Exit> {
    if let Some(exit) =
        arguments.reading.asked("memory_edit", &[("id", &arguments.id)], json!({ "text": arguments.text }))?
    {
        return Ok(exit);
    }
    let id = &arguments.id;
    let id: MemoryId = id.parse().map_err(|_| UsageError(format!("'{id}' is no id of a memory")))?;
    arguments.reading.data.existing()?;
    let (engine, context, filter) = arguments.reading.open_to_write()?;
    let edit = MemoryEdit { text: Some(arguments.text.clone()), ..MemoryEdit::default() };
    let edited = engine.edit(&context, id, edit, &filter)?;
    engine.flush()?;
    if arguments.reading.json {
        output::json(&json!({ "id": edited.id, "seq": edited.seq, "names": edited.names }))?;
    } else {
        output::line(&edited.id.to_string())?;
    }
    Ok(Exit::Ok)
}
