//! `quintet split`: a merge was wrong.

use clap::Args;
use quintet::model::EntityId;
use quintet::store::EntityChange;
use serde_json::json;

use super::reading::ReadingArguments;
use crate::exit::Exit;
use crate::output;
use crate::wire::UsageError;

/// Arguments of `split`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  quintet split 0192…")]
pub(crate) struct SplitArguments {
    /// The entity that was merged, by the id that `merge` told
    id: String,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Runs it.
pub(crate) fn run(arguments: &SplitArguments) -> anyhow::Result<Exit> {
    if let Some(exit) = arguments.reading.asked("entities_split", &[], json!({ "entity": arguments.id }))? {
        return Ok(exit);
    }
    let id = &arguments.id;
    let id: EntityId = id.parse().map_err(|_| UsageError(format!("'{id}' is no id of an entity")))?;
    let (engine, context, filter) = arguments.reading.open()?;
    engine.change_entities(&context, vec![EntityChange::Split { entity: id }])?;
    engine.flush()?;
    let name = engine.entity(&context, id, &filter)?.map(|entity| entity.name).unwrap_or_default();
    if arguments.reading.json {
        output::json(&json!({ "id": id, "name": name }))?;
    } else {
        output::text(&format!("{name} is an entity of its own again"))?;
    }
    Ok(Exit::Ok)
}
