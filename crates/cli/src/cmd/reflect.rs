//! `quintet reflect`: put together what is remembered about a question.

use clap::Args;
use quintet::ReflectRequest;
use serde_json::json;

use super::reading::ReadingArguments;
use crate::exit::Exit;
use crate::output;

/// Arguments of `reflect`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  quintet reflect 'How did the move to Porto go?'\n  quintet reflect 'What does Dana like?' --persist"
)]
pub(crate) struct ReflectArguments {
    /// The question
    query: String,
    /// Keep the best sentences as something about whoever said them
    #[arg(long)]
    persist: bool,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Runs it.
pub(crate) fn run(arguments: &ReflectArguments) -> anyhow::Result<Exit> {
    if let Some(exit) =
        arguments.reading.asked("reflect", &[], json!({ "query": arguments.query, "persist": arguments.persist }))?
    {
        return Ok(exit);
    }
    arguments.reading.data.existing()?;
    let (engine, context, filter) = arguments.reading.open_to_write()?;
    let request = ReflectRequest { persist: arguments.persist, ..ReflectRequest::new(arguments.query.clone(), filter) };
    let told = engine.reflect(&context, &request)?;
    engine.flush()?;
    if arguments.reading.json {
        let evidence: Vec<_> = told
            .evidence
            .iter()
            .map(|one| {
                json!({
                    "marker": format!("[{}]", one.marker), "id": one.id, "kind": one.kind, "snippet": one.quote,
                    "score": one.score, "occurredAt": one.at.to_string(), "speaker": one.speaker,
                })
            })
            .collect();
        let kept: Vec<_> = told
            .kept
            .iter()
            .map(|one| json!({ "id": one.memory, "entityId": one.entity, "key": one.key, "value": one.value }))
            .collect();
        output::json(&json!({
            "reflection": told.reflection, "evidence": evidence, "persistedAttributes": kept, "model": told.model,
            "abstain": told.abstain, "traceId": told.trace,
        }))?;
        return Ok(Exit::Ok);
    }
    if told.reflection.is_empty() {
        output::line("nothing known is near the question")?;
        return Ok(Exit::Ok);
    }
    output::text(&told.reflection)?;
    for one in &told.evidence {
        output::text(&format!("[{}] {} {}", one.marker, one.kind, one.id))?;
    }
    for one in &told.kept {
        output::text(&format!("kept: {}", one.value))?;
    }
    Ok(Exit::Ok)
}
