//! `quintet hygiene`: what is unclean in what is remembered.

use clap::Args;
use quintet::limits::FINDINGS_MAX;
use serde_json::json;

use super::reading::ReadingArguments;
use crate::exit::Exit;
use crate::output;

/// Arguments of `hygiene`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quintet hygiene\n  quintet hygiene --json --limit 50")]
pub(crate) struct HygieneArguments {
    /// Findings at most
    #[arg(long, value_name = "N", default_value_t = FINDINGS_MAX)]
    limit: usize,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Runs it. Changes nothing.
pub(crate) fn run(arguments: &HygieneArguments) -> anyhow::Result<Exit> {
    if let Some(exit) = arguments.reading.asked("hygiene", &[], json!({ "maxResults": arguments.limit }))? {
        return Ok(exit);
    }
    let (engine, context, filter) = arguments.reading.open()?;
    let report = engine.hygiene(&context, &filter, arguments.limit)?;
    for one in &report.findings {
        if arguments.reading.json {
            output::json(&json!({
                "kind": one.kind.as_str(), "memoryId": one.memory, "repeats": one.of, "detail": one.detail, "span": one.chars,
            }))?;
            continue;
        }
        let of = one.of.map_or_else(String::new, |of| format!(", of {of}"));
        output::text(&format!("{:<14}  {}  ({}{of})", one.kind.as_str(), one.detail, one.memory))?;
    }
    if !arguments.reading.json {
        let counts: Vec<String> = report.counts.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        let counts = if counts.is_empty() { "nothing unclean".to_owned() } else { counts.join(", ") };
        output::line(&format!("{} memories and {} recalls read: {counts}", report.rows, report.traces))?;
    }
    Ok(Exit::Ok)
}
