//! `quintet memories`: what is remembered, in the order of writing.

use clap::Args;
use quintet::limits::LIST_MAX;
use quintet::store::{Filter, Ordinal};
use serde_json::json;

use super::forget::kinds;
use super::reading::{ReadingArguments, day};
use crate::exit::Exit;
use crate::output;

/// Arguments of `memories`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quintet memories --newest --limit 20\n  quintet memories --kind turn --json")]
pub(crate) struct MemoriesArguments {
    /// Only of this kind: turn, passage, fact, action, document, ...
    #[arg(long, value_name = "KIND")]
    kind: Vec<String>,
    /// The newest first
    #[arg(long)]
    newest: bool,
    /// Replaced and ended ones, too
    #[arg(long)]
    history: bool,
    /// Memories at most
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: usize,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Runs it.
pub(crate) fn run(arguments: &MemoriesArguments) -> anyhow::Result<Exit> {
    if let Some(exit) = arguments.reading.asked("memories", &[], json!({ "kind": (!arguments.kind.is_empty()).then(|| arguments.kind.join(",")), "history": arguments.history.then_some("true"), "order": if arguments.newest { "newest" } else { "oldest" }, "limit": arguments.limit.min(LIST_MAX) }))? {
        return Ok(exit);
    }
    let kinds = kinds("kind", &arguments.kind)?;
    let (engine, context, filter) = arguments.reading.open()?;
    let filter = Filter { kinds, history: arguments.history, ..filter };
    let (mut after, mut left): (Option<Ordinal>, usize) = (None, arguments.limit);
    while left > 0 {
        let page = engine.memories(&context, &filter, after, arguments.newest, left.min(LIST_MAX))?;
        for row in &page {
            let memory = &row.memory;
            if arguments.reading.json {
                output::json(&json!(memory))?;
                continue;
            }
            let who = memory.speaker.as_deref().map_or_else(String::new, |speaker| format!("{speaker}: "));
            output::text(&format!(
                "{}  {:<7}  {who}{}  ({})",
                day(memory.known_at),
                memory.kind,
                memory.text,
                memory.id
            ))?;
        }
        let Some(last) = page.last() else { break };
        (after, left) = (Some(last.ordinal), left - page.len());
    }
    Ok(Exit::Ok)
}
