//! `quintet elaborate`: propose ties between entities that memories name together.

use clap::Args;
use quintet::{ElaborateRequest, limits};
use serde_json::json;

use super::reading::{ReadingArguments, entity};
use crate::exit::Exit;
use crate::output;

/// Arguments of `elaborate`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quintet elaborate person/Dana --dry-run\n  quintet elaborate --sweep")]
pub(crate) struct ElaborateArguments {
    /// Only ties of this entity: type/name, a name or an id
    entity: Option<String>,
    /// Entities that are looked at
    #[arg(long, value_name = "N", default_value_t = limits::ELABORATE_BUDGET)]
    budget: usize,
    /// Look at as many entities as are allowed at all
    #[arg(long)]
    sweep: bool,
    /// Say what would be written, and write nothing
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Runs it.
pub(crate) fn run(arguments: &ElaborateArguments) -> anyhow::Result<Exit> {
    if let Some(exit) = arguments.reading.asked("elaborate", &[], json!({ "entityRef": arguments.entity, "budget": arguments.budget, "sweep": arguments.sweep, "dryRun": arguments.dry_run }))? {
        return Ok(exit);
    }
    arguments.reading.data.existing()?;
    let (engine, context, filter) = arguments.reading.open_to_write()?;
    let request = ElaborateRequest {
        entity: arguments.entity.as_deref().map(entity).transpose()?,
        budget: arguments.budget,
        sweep: arguments.sweep,
        dry_run: arguments.dry_run,
        ..ElaborateRequest::new(filter.grant)
    };
    let done = engine.elaborate(&context, &request)?;
    engine.flush()?;
    if arguments.reading.json {
        let outcomes: Vec<_> = done
            .outcomes
            .iter()
            .map(|one| {
                let proposed = one.proposed.iter().map(|tie| {
                    json!({
                        "subject": tie.subject, "label": tie.label, "object": tie.object, "confidence": tie.confidence,
                        "evidence": tie.shared, "relationId": tie.memory.filter(|_| !done.dry_run), "isNew": tie.is_emitted,
                    })
                });
                json!({
                    "entityType": one.entity.kind, "entityName": one.entity.name,
                    "proposedRelations": proposed.collect::<Vec<_>>(),
                })
            })
            .collect();
        output::json(&json!({
            "outcomes": outcomes, "relationsEmitted": done.emitted, "dryRun": done.dry_run, "traceId": done.trace,
        }))?;
        return Ok(Exit::Ok);
    }
    for tie in done.outcomes.iter().flat_map(|one| &one.proposed) {
        let shared = tie.shared.len();
        output::text(&format!("{}  {} ?  {}  (in {shared} memories)", tie.subject, tie.label, tie.object))?;
    }
    output::line(&format!("{} new proposals; `quintet consolidate --list` shows them", done.emitted))?;
    Ok(Exit::Ok)
}
