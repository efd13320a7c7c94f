//! `quintet merge`: two entities turned out to be one.

use clap::Args;
use quintet::store::EntityChange;
use serde_json::json;

use super::reading::{ReadingArguments, entity};
use crate::exit::Exit;
use crate::output;

/// Arguments of `merge`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  quintet merge location/NYC \"location/New York\"")]
pub(crate) struct MergeArguments {
    /// The one that is no more: type/name, a name or an id
    from: String,
    /// What it is
    into: String,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Runs it.
pub(crate) fn run(arguments: &MergeArguments) -> anyhow::Result<Exit> {
    if let Some(exit) =
        arguments.reading.asked("entities_merge", &[], json!({ "from": arguments.from, "into": arguments.into }))?
    {
        return Ok(exit);
    }
    let (from, into) = (entity(&arguments.from)?, entity(&arguments.into)?);
    let (engine, context, filter) = arguments.reading.open()?;
    let from = engine.find_entity(&context, &from, &filter)?;
    let into = engine.find_entity(&context, &into, &filter)?;
    engine.change_entities(&context, vec![EntityChange::Merge { from: from.id, into: into.id }])?;
    engine.flush()?;
    if arguments.reading.json {
        output::json(&json!({ "merged": from.id, "into": into.id }))?;
    } else {
        output::text(&format!("{} is {} now; `quintet split {}` takes it back", from.name, into.name, from.id))?;
    }
    Ok(Exit::Ok)
}
