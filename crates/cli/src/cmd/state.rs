//! `quintet state`: all that holds.

use clap::Args;
use serde_json::{Value, json};

use super::reading::{ReadingArguments, body, entity_body, line};
use crate::exit::Exit;
use crate::output;

/// Arguments of `state`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quintet state\n  quintet state --as-of 2026-03-01 --json")]
pub(crate) struct StateArguments {
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Runs it.
pub(crate) fn run(arguments: &StateArguments) -> anyhow::Result<Exit> {
    if let Some(exit) = arguments.reading.asked("state", &[], json!({}))? {
        return Ok(exit);
    }
    let (engine, context, filter) = arguments.reading.open()?;
    let state = engine.state(&context, &filter)?;
    if arguments.reading.json {
        let list = |statements: &[quintet::views::Statement]| statements.iter().map(body).collect::<Vec<Value>>();
        let mut all = json!({
            "instructions": list(&state.instructions), "unknowns": list(&state.unknowns), "truncated": state.is_cut,
        });
        for section in &state.sections {
            all[section.category.as_str()] = json!({
                "entities": section.entities.iter().map(entity_body).collect::<Vec<_>>(),
                "attributes": list(&section.attributes), "relations": list(&section.relations),
            });
        }
        output::json(&all)?;
        return Ok(Exit::Ok);
    }
    for section in &state.sections {
        let statements = section.attributes.iter().chain(&section.relations);
        let lines: Vec<String> = statements.map(line).collect();
        tell(section.category.as_str(), &lines)?;
    }
    tell("instructions", &state.instructions.iter().map(line).collect::<Vec<_>>())?;
    tell("unknowns", &state.unknowns.iter().map(line).collect::<Vec<_>>())?;
    if state.is_cut {
        output::note("quintet: there is more than is shown");
    }
    Ok(Exit::Ok)
}

fn tell(title: &str, lines: &[String]) -> anyhow::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    output::line(title)?;
    lines.iter().try_for_each(|line| output::text(&format!("  {line}")))
}
