//! `quintet consolidate`: draw observations from what several memories tell.

use clap::Args;
use quintet::limits;
use quintet::model::{ContextId, Kind, MemoryId};
use quintet::store::Filter;
use quintet::{ConsolidateRequest, Consolidated, Engine, OutcomeKind};
use serde_json::json;

use super::reading::{ReadingArguments, body, line};
use crate::exit::Exit;
use crate::output;
use crate::wire::UsageError;

/// Arguments of `consolidate`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  quintet consolidate --dry-run\n  quintet consolidate --list\n  quintet consolidate --revert 0192…"
)]
pub(crate) struct ConsolidateArguments {
    /// Say what would be written, and write nothing
    #[arg(long)]
    dry_run: bool,
    /// Newest facts, and newest turns, that are looked at
    #[arg(long, value_name = "N", default_value_t = limits::CONSOLIDATE_POOL)]
    fact_limit: usize,
    /// Observations written at most
    #[arg(long, value_name = "N", default_value_t = limits::OBSERVATIONS)]
    observation_limit: usize,
    /// List what was drawn, proposed ties included
    #[arg(long, conflicts_with_all = ["dry_run", "revert"])]
    list: bool,
    /// Take an observation or a proposed tie back, by its id; what it was drawn from stays
    #[arg(long, value_name = "ID", conflicts_with = "dry_run")]
    revert: Option<String>,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Runs it.
pub(crate) fn run(arguments: &ConsolidateArguments) -> anyhow::Result<Exit> {
    if let Some(there) = arguments.reading.there()? {
        if arguments.list || arguments.revert.is_some() {
            let told = "--list and --revert work on a data folder that is opened here; over a server: quintet memories --kind observation";
            return Err(UsageError(told.to_owned()).into());
        }
        let body = json!({
            "dryRun": arguments.dry_run, "factLimit": arguments.fact_limit, "observationLimit": arguments.observation_limit,
        });
        return there.tell("consolidate", &[], &body, arguments.reading.json);
    }
    arguments.reading.data.existing()?;
    if arguments.list {
        return list(arguments);
    }
    let (engine, context, filter) = arguments.reading.open_to_write()?;
    if let Some(id) = &arguments.revert {
        let id: MemoryId = id.parse().map_err(|_| UsageError(format!("'{id}' is no id of an observation")))?;
        return revert(arguments, &engine, &context, &filter, id);
    }
    let request = ConsolidateRequest {
        dry_run: arguments.dry_run,
        fact_limit: arguments.fact_limit,
        observation_limit: arguments.observation_limit,
        ..ConsolidateRequest::new(filter.grant)
    };
    let done = engine.consolidate(&context, &request)?;
    engine.flush()?;
    if arguments.reading.json {
        return json_form(&done);
    }
    for one in &done.outcomes {
        let what = match one.kind {
            OutcomeKind::Created => "new",
            OutcomeKind::Updated => "more",
            OutcomeKind::Superseded if one.proofs == 0 => "over",
            OutcomeKind::Superseded => "changed",
        };
        output::text(&format!("{what}  {}  {} = {}  ({} proofs)", one.entity_name, one.key, one.value, one.proofs))?;
    }
    let would = if done.dry_run { "would be " } else { "" };
    let more = if done.is_cut { "; call it again for the rest" } else { "" };
    output::line(&format!(
        "{would}created {}, updated {}, superseded {}{more}",
        done.created, done.updated, done.superseded
    ))?;
    Ok(Exit::Ok)
}

fn json_form(done: &Consolidated) -> anyhow::Result<Exit> {
    let outcomes: Vec<_> = done
        .outcomes
        .iter()
        .map(|one| {
            json!({
                "kind": one.kind, "entityName": one.entity_name, "key": one.key, "value": one.value, "text": one.text,
                "proofCount": one.proofs, "observationId": one.observation.filter(|_| one.is_written),
                "committed": one.is_written, "rationale": one.rationale,
            })
        })
        .collect();
    output::json(&json!({
        "created": done.created, "updated": done.updated, "superseded": done.superseded, "outcomes": outcomes,
        "dryRun": done.dry_run, "truncated": done.is_cut, "traceId": done.trace,
    }))?;
    Ok(Exit::Ok)
}

fn list(arguments: &ConsolidateArguments) -> anyhow::Result<Exit> {
    let (engine, context, filter) = arguments.reading.open()?;
    let observed = engine.observations(&context, None, &filter, limits::LIST_MAX)?;
    if arguments.reading.json {
        let bodies: Vec<_> = observed
            .iter()
            .map(|one| {
                let mut body = body(&one.statement);
                body["text"] = json!(one.statement.memory.text);
                body["proofCount"] = json!(one.proofs);
                body["sources"] = json!(one.sources);
                body
            })
            .collect();
        output::json(&json!({ "observations": bodies }))?;
        return Ok(Exit::Ok);
    }
    for one in &observed {
        output::text(&format!("{}  {} proofs", line(&one.statement), one.proofs))?;
    }
    Ok(Exit::Ok)
}

fn revert(
    arguments: &ConsolidateArguments,
    engine: &Engine,
    context: &ContextId,
    filter: &Filter,
    id: MemoryId,
) -> anyhow::Result<Exit> {
    let row = engine.memory(context, id)?.map(|row| row.memory);
    let is_drawn = row.is_some_and(|memory| {
        memory.kind == Kind::Observation && memory.forgotten_at.is_none() && filter.grant.sees(&memory.scopes)
    });
    if !is_drawn {
        return Err(UsageError(format!("'{id}' is no id of an observation")).into());
    }
    engine.forget(context, &[id])?;
    engine.flush()?;
    if arguments.reading.json {
        output::json(&json!({ "reverted": id }))?;
    } else {
        output::line(&format!("taken back ({id}); what it was drawn from stays"))?;
    }
    Ok(Exit::Ok)
}
