//! `quintet verify` and `quintet rebuild`.

use clap::Args;
use quintet::Engine;
use quintet::model::ContextId;
use serde_json::json;

use super::DataArguments;
use crate::exit::Exit;
use crate::output;
use crate::wire::UsageError;

/// Arguments of both.
#[derive(Debug, Args)]
pub(crate) struct UpkeepArguments {
    /// Only this context; all when absent
    #[arg(long, short, value_name = "ID")]
    context: Option<String>,
    /// Print one object of JSON a context
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: DataArguments,
}

impl UpkeepArguments {
    fn contexts(&self, engine: &Engine) -> anyhow::Result<Vec<ContextId>> {
        match &self.context {
            Some(id) => Ok(vec![ContextId::checked(id).map_err(|error| UsageError(format!("--context: {error}")))?]),
            None => Ok(engine.contexts()?.into_iter().map(|spec| spec.id).collect()),
        }
    }
}

/// Runs `verify`.
pub(crate) fn verify(arguments: &UpkeepArguments) -> anyhow::Result<Exit> {
    let engine = arguments.data.existing()?.engine_without_models()?;
    let mut faults = 0;
    for context in arguments.contexts(&engine)? {
        let report = engine.verify(&context)?;
        faults += report.faults.len();
        if arguments.json {
            output::json(
                &json!({ "context": context, "rows": report.rows, "indexes": report.indexes, "faults": report.faults }),
            )?;
            continue;
        }
        let indexes = report.indexes.join(", ");
        output::line(&format!(
            "{context}: {} rows read, {} faults; compared with a rebuild: {indexes}",
            report.rows,
            report.faults.len()
        ))?;
        for fault in &report.faults {
            output::line(&format!("  {}: {}", fault.place, fault.detail))?;
        }
    }
    Ok(if faults > 0 { Exit::Corrupt } else { Exit::Ok })
}

/// Runs `rebuild`.
pub(crate) fn rebuild(arguments: &UpkeepArguments) -> anyhow::Result<Exit> {
    let engine = arguments.data.existing()?.engine_without_models()?;
    for context in arguments.contexts(&engine)? {
        let rows = engine.rebuild(&context)?;
        if arguments.json {
            output::json(&json!({ "context": context, "rows": rows }))?;
        } else {
            output::line(&format!("{context}: indexes built anew from {rows} rows"))?;
        }
    }
    engine.flush()?;
    Ok(Exit::Ok)
}
