//! `quintet entities`: whom and what is known.

use clap::Args;
use quintet::limits::LIST_MAX;
use quintet::model::EntityKind;
use quintet::store::EntityAsk;

use serde_json::json;

use super::reading::{ReadingArguments, entity_body};
use crate::exit::Exit;
use crate::output;
use crate::wire::UsageError;

/// Arguments of `entities`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quintet entities --type person\n  quintet entities --name Dana")]
pub(crate) struct EntitiesArguments {
    /// Only of this type: person, organisation, project, location, topic, product, policy, concept, event, agent, service, other
    #[arg(long = "type", value_name = "TYPE")]
    kind: Option<String>,
    /// Only those that are called so
    #[arg(long)]
    name: Option<String>,
    /// Entities at most
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: usize,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Runs it.
pub(crate) fn run(arguments: &EntitiesArguments) -> anyhow::Result<Exit> {
    if let Some(exit) = arguments.reading.asked(
        "entities",
        &[],
        json!({ "type": arguments.kind, "name": arguments.name, "limit": arguments.limit }),
    )? {
        return Ok(exit);
    }
    let kind = arguments.kind.as_deref().map(|kind| {
        EntityKind::parse(kind).ok_or_else(|| {
            let known: Vec<&str> = EntityKind::ALL.iter().map(|kind| kind.as_str()).collect();
            UsageError(format!("--type: there are {}", known.join(", ")))
        })
    });
    let ask = EntityAsk { kind: kind.transpose()?, name: arguments.name.clone(), ..EntityAsk::default() };
    let (engine, context, filter) = arguments.reading.open()?;
    for one in engine.entities(&context, &ask, &filter, arguments.limit.min(LIST_MAX))? {
        if arguments.reading.json {
            output::json(&entity_body(&one))?;
            continue;
        }
        let aliases = if one.aliases.is_empty() { String::new() } else { format!(", also {}", one.aliases.join(", ")) };
        output::text(&format!("{}/{}{aliases}  ({})", one.kind, one.name, one.id))?;
    }
    Ok(Exit::Ok)
}
