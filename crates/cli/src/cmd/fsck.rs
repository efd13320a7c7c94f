//! `quintet fsck`: what is wrong with what is known.

use clap::Args;
use quintet::limits::FINDINGS_MAX;
use quintet::views::FsckAsk;
use serde_json::json;

use super::reading::ReadingArguments;
use crate::exit::Exit;
use crate::output;

/// Arguments of `fsck`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quintet fsck\n  quintet fsck --threshold 0.9 --json")]
pub(crate) struct FsckArguments {
    /// How alike two values are that count as doubles, 0 to 1
    #[arg(long, value_name = "COSINE", default_value_t = FsckAsk::default().duplicate_threshold)]
    threshold: f32,
    /// Findings at most
    #[arg(long, value_name = "N", default_value_t = FINDINGS_MAX)]
    limit: usize,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Runs it. Changes nothing; doubles by meaning need the model.
pub(crate) fn run(arguments: &FsckArguments) -> anyhow::Result<Exit> {
    if let Some(exit) = arguments.reading.asked(
        "fsck",
        &[],
        json!({ "duplicateThreshold": arguments.threshold, "maxResults": arguments.limit }),
    )? {
        return Ok(exit);
    }
    let (engine, context, filter) = arguments.reading.open_with_model()?;
    let ask = FsckAsk { duplicate_threshold: arguments.threshold, results_max: arguments.limit, kind: None };
    let report = engine.fsck(&context, &ask, &filter)?;
    for one in &report.findings {
        if arguments.reading.json {
            output::json(&json!({
                "kind": one.kind.as_str(), "memoryIds": one.memories, "entityIds": one.entities, "detail": one.detail,
                "similarity": one.similarity, "span": one.chars,
            }))?;
            continue;
        }
        let ids = one.memories.iter().map(ToString::to_string).chain(one.entities.iter().map(ToString::to_string));
        let ids: Vec<String> = ids.collect();
        output::text(&format!("{:<13}  {}  ({})", one.kind.as_str(), one.detail, ids.join(", ")))?;
    }
    if !arguments.reading.json {
        let cut = if report.is_cut { ", and more" } else { "" };
        output::line(&format!("{} memories read, {} findings{cut}", report.rows, report.findings.len()))?;
    }
    Ok(Exit::Ok)
}
