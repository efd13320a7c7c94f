//! `quintet inspect`: one thing seen from all sides.

use clap::Args;
use quintet::model::Memory;
use quintet::views::{Citation, EntitySheet, Inspected, MemorySheet, Ref};
use serde_json::{Value, json};

use super::reading::{ReadingArguments, body, entity_body, line};
use crate::exit::Exit;
use crate::output;

/// Arguments of `inspect`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  quintet inspect entity:person/Dana\n  quintet inspect attribute:person/Dana/role\n  \
quintet inspect memory:0192… --json"
)]
pub(crate) struct InspectArguments {
    /// entity:<type>/<name>, attribute:<type>/<name>/<key>, relation:<subject>/<label>/<object>, memory:<id>, turn:<id>,
    /// document:<id>, passage:<id> or trace:<id>
    #[arg(value_name = "REF")]
    reference: String,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Runs it.
pub(crate) fn run(arguments: &InspectArguments) -> anyhow::Result<Exit> {
    if let Some(exit) = arguments.reading.asked("inspect", &[], json!({ "ref": arguments.reference }))? {
        return Ok(exit);
    }
    let what = Ref::parse(&arguments.reference)?;
    let (engine, context, filter) = arguments.reading.open()?;
    let found = engine.inspect(&context, &what, &filter)?;
    if arguments.reading.json {
        output::json(&json(&found))?;
        return Ok(Exit::Ok);
    }
    match &found {
        Inspected::Entity(one) => tell_entity(one)?,
        Inspected::Key(key) => {
            output::text(&format!("{}/{}  {}", key.entity.kind, key.entity.name, key.key))?;
            key.current.iter().try_for_each(tell)?;
            key.history.iter().try_for_each(|one| output::text(&format!("  was: {}", line(one))))?;
        }
        Inspected::Relations(sheets) => sheets.iter().try_for_each(tell)?,
        Inspected::Memory(one) => tell(one)?,
        Inspected::Trace(trace) => output::text(&trace.body)?,
    }
    Ok(Exit::Ok)
}

fn tell_entity(one: &EntitySheet) -> anyhow::Result<()> {
    let also =
        if one.entity.aliases.is_empty() { String::new() } else { format!(", also {}", one.entity.aliases.join(", ")) };
    output::text(&format!("{}/{}{also}  ({})", one.entity.kind, one.entity.name, one.entity.id))?;
    let statements = one.statements.iter().chain(&one.pointing);
    statements.map(line).try_for_each(|line| output::text(&format!("  {line}")))
}

fn tell(one: &MemorySheet) -> anyhow::Result<()> {
    let memory = &one.statement.memory;
    let said =
        if memory.knowledge.is_some() { line(&one.statement) } else { format!("{}  ({})", memory.text, memory.id) };
    output::text(&said)?;
    if let Some(cited) = &one.citation {
        let whence = cited.source.as_ref().map(|source| source.id).or(cited.document);
        let whence = whence.map_or_else(String::new, |id| {
            format!("  ({id}, characters {} to {})", cited.chars.start, cited.chars.end)
        });
        output::text(&format!("  cites: {}{whence}", cited.quote))?;
    }
    let sides: [(&str, &[Memory]); 3] = [("from", &one.sources), ("older", &one.older), ("newer", &one.newer)];
    for (side, memories) in sides {
        memories.iter().try_for_each(|other| output::text(&format!("  {side}: {}  ({})", other.text, other.id)))?;
    }
    one.derived.iter().try_for_each(|fact| output::text(&format!("  read in it: {}", line(fact))))
}

fn json(found: &Inspected) -> Value {
    match found {
        Inspected::Entity(one) => json!({
            "kind": "entity", "entity": entity_body(&one.entity),
            "statements": one.statements.iter().map(body).collect::<Vec<_>>(),
            "pointing": one.pointing.iter().map(body).collect::<Vec<_>>(),
        }),
        Inspected::Key(key) => json!({
            "kind": "attribute", "entity": entity_body(&key.entity), "key": key.key,
            "current": key.current.iter().map(sheet).collect::<Vec<_>>(),
            "history": key.history.iter().map(body).collect::<Vec<_>>(),
        }),
        Inspected::Relations(sheets) => {
            json!({ "kind": "relation", "matches": sheets.iter().map(sheet).collect::<Vec<_>>() })
        }
        Inspected::Memory(one) => json!({ "kind": "memory", "memory": sheet(one) }),
        Inspected::Trace(trace) => json!({
            "kind": "trace", "traceId": trace.id, "at": trace.at.to_string(),
            "body": serde_json::from_str::<Value>(&trace.body).unwrap_or(Value::Null),
        }),
    }
}

fn sheet(one: &MemorySheet) -> Value {
    let cited = |cited: &Citation| {
        json!({
            "memoryId": cited.source.as_ref().map(|source| source.id), "documentId": cited.document,
            "span": cited.chars, "quote": cited.quote,
        })
    };
    json!({
        "memory": one.statement.memory,
        "fact": one.statement.memory.knowledge.is_some().then(|| body(&one.statement)),
        "citation": one.citation.as_ref().map(cited),
        "sources": one.sources, "older": one.older, "newer": one.newer,
        "derived": one.derived.iter().map(body).collect::<Vec<_>>(),
    })
}
