//! `quintet profile`: who somebody is, for the head of a prompt.

use clap::Args;
use quintet::views::Statement;
use serde_json::{Value, json};

use super::reading::{ReadingArguments, body, entity};
use crate::exit::Exit;
use crate::output;

/// Arguments of `profile`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quintet profile\n  quintet profile person/Dana --as-of 2026-03-01")]
pub(crate) struct ProfileArguments {
    /// Of whom: type/name, a name or an id; whoever speaks without a name when absent
    entity: Option<String>,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Runs it.
pub(crate) fn run(arguments: &ProfileArguments) -> anyhow::Result<Exit> {
    if let Some(exit) = arguments.reading.asked("profile", &[], json!({ "entity": arguments.entity }))? {
        return Ok(exit);
    }
    let whom = arguments.entity.as_deref().map(entity).transpose()?;
    let (engine, context, filter) = arguments.reading.open()?;
    let profile = engine.profile(&context, whom.as_ref(), &filter)?;
    let sections: [(&str, &str, &[Statement]); 5] = [
        ("selfFacts", "Known of them", &profile.self_facts),
        ("static", "Who the others are", &profile.fixed),
        ("dynamic", "Going on", &profile.dynamic),
        ("preferences", "Known of the others", &profile.preferences),
        ("instructions", "Standing wishes", &profile.instructions),
    ];
    if arguments.reading.json {
        let mut all = json!({ "truncated": profile.is_cut });
        for (name, _, section) in sections {
            all[name] = section.iter().map(body).collect::<Vec<Value>>().into();
        }
        output::json(&all)?;
        return Ok(Exit::Ok);
    }
    for (_, title, section) in sections.iter().filter(|(_, _, section)| !section.is_empty()) {
        output::line(title)?;
        for one in *section {
            let whose = one.subject.as_ref().map_or("", |subject| &subject.name);
            output::text(&format!("  {whose}  {}: {}", one.key(), one.value()))?;
        }
    }
    Ok(Exit::Ok)
}
