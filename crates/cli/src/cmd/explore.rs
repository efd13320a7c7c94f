//! `quintet explore`: neighbours of an entity, and ways to another.

use clap::Args;
use quintet::ExploreAsk;
use quintet::limits::EXPLORE_HOPS_MAX;
use quintet::model::EntityId;
use quintet::views::{Explored, TieKind};
use serde_json::json;

use super::reading::{ReadingArguments, body, entity, entity_body};
use crate::exit::Exit;
use crate::output;

/// Arguments of `explore`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quintet explore Dana --hops 2\n  quintet explore Dana Halyard")]
pub(crate) struct ExploreArguments {
    /// Where to begin: type/name, a name or an id
    from: String,
    /// Where to look for a way to
    to: Option<String>,
    /// Steps at most, 1 to 3; 1 when absent, 3 when a way is looked for
    #[arg(long, value_name = "N")]
    hops: Option<usize>,
    /// Entities at most
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: usize,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Runs it.
pub(crate) fn run(arguments: &ExploreArguments) -> anyhow::Result<Exit> {
    if let Some(exit) = arguments.reading.asked(
        "explore",
        &[],
        json!({ "from": arguments.from, "to": arguments.to, "hops": arguments.hops, "limit": arguments.limit }),
    )? {
        return Ok(exit);
    }
    let default = if arguments.to.is_some() { EXPLORE_HOPS_MAX } else { 1 };
    let ask = ExploreAsk {
        from: entity(&arguments.from)?,
        to: arguments.to.as_deref().map(entity).transpose()?,
        hops: arguments.hops.unwrap_or(default),
        limit: arguments.limit,
    };
    let (engine, context, filter) = arguments.reading.open()?;
    let found = engine.explore(&context, &ask, &filter)?;
    if arguments.reading.json {
        return json_form(&found);
    }
    let name = |id: EntityId| {
        let entity = found.entities.iter().find(|one| one.entity.id == id);
        entity.map_or_else(|| id.to_string(), |one| one.entity.name.clone())
    };
    for tie in &found.ties {
        let (from, to) = (name(tie.from), name(tie.to));
        match &tie.kind {
            TieKind::Relation(one) => output::text(&format!("{from}  {}  {to}", one.key()))?,
            TieKind::Shared(memories) => output::text(&format!("{from}  in {} memories with  {to}", memories.len()))?,
        }
    }
    for path in &found.paths {
        let names: Vec<String> = path.iter().map(|id| name(*id)).collect();
        output::text(&format!("way: {}", names.join(" > ")))?;
    }
    if arguments.to.is_some() && found.paths.is_empty() {
        output::line("no way was found")?;
    }
    if found.is_cut {
        output::note("quintet: there is more than was followed; raise --limit");
    }
    Ok(Exit::Ok)
}

fn json_form(found: &Explored) -> anyhow::Result<Exit> {
    let entities: Vec<_> = found
        .entities
        .iter()
        .map(|one| {
            let mut body = entity_body(&one.entity);
            body["hops"] = json!(one.hops);
            body
        })
        .collect();
    let ties: Vec<_> = found
        .ties
        .iter()
        .map(|tie| match &tie.kind {
            TieKind::Relation(one) => {
                json!({ "from": tie.from, "to": tie.to, "kind": "relation", "label": one.key(), "relation": body(one) })
            }
            TieKind::Shared(memories) => {
                json!({ "from": tie.from, "to": tie.to, "kind": "sharedMemory", "memoryIds": memories })
            }
        })
        .collect();
    output::json(&json!({ "entities": entities, "ties": ties, "paths": found.paths, "truncated": found.is_cut }))?;
    Ok(Exit::Ok)
}
