//! `quintet diff`: what changed in what is known between two instants.

use clap::Args;
use serde_json::json;

use super::moment;
use super::reading::{ReadingArguments, body, entity, line};
use crate::exit::Exit;
use crate::output;
use crate::wire::UsageError;

/// Arguments of `diff`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  quintet diff 2026-03-01\n  quintet diff 2026-03-01 2026-04-01 --entity person/Dana"
)]
pub(crate) struct DiffArguments {
    /// From when
    from: String,
    /// Until when; now when absent
    to: Option<String>,
    /// Only of this entity: type/name, a name or an id
    #[arg(long, value_name = "ENTITY")]
    entity: Option<String>,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Runs it.
pub(crate) fn run(arguments: &DiffArguments) -> anyhow::Result<Exit> {
    if let Some(exit) = arguments.reading.asked(
        "diff",
        &[],
        json!({ "from": arguments.from, "to": arguments.to, "entity": arguments.entity }),
    )? {
        return Ok(exit);
    }
    let of = arguments.entity.as_deref().map(entity).transpose()?;
    let from = moment("from", Some(&arguments.from))?;
    let from = from.ok_or_else(|| UsageError("say from when".to_owned()))?;
    let to = moment("to", arguments.to.as_deref())?;
    let (engine, context, filter) = arguments.reading.open()?;
    let diff = engine.diff(&context, from, to.unwrap_or_else(|| engine.now()), of.as_ref(), &filter)?;
    if arguments.reading.json {
        let replaced =
            diff.replaced.iter().map(|one| json!({ "before": body(&one.before), "after": body(&one.after) }));
        output::json(&json!({
            "added": diff.added.iter().map(body).collect::<Vec<_>>(),
            "replaced": replaced.collect::<Vec<_>>(),
            "ended": diff.ended.iter().map(body).collect::<Vec<_>>(),
            "truncated": diff.is_cut,
        }))?;
        return Ok(Exit::Ok);
    }
    for one in &diff.added {
        output::text(&format!("+ {}", line(one)))?;
    }
    for one in &diff.replaced {
        output::text(&format!("~ {}, before: {}", line(&one.after), one.before.value()))?;
    }
    for one in &diff.ended {
        output::text(&format!("- {}", line(one)))?;
    }
    Ok(Exit::Ok)
}
