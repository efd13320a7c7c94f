//! `quintet import`: what an export wrote, or the dump of another product.

use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use quintet::limits::BATCH_ITEMS_MAX;
use quintet::store::{Frame, Portable};
use quintet::{ContextError, Engine, StoreError};
use serde_json::json;

use super::export::{Header, Line, checked};
use super::{ContextArguments, DataArguments};
use crate::exit::Exit;
use crate::import::{self, Found, Product};
use crate::output;
use crate::progress::Progress;
use crate::wire::{InputError, UsageError};

/// Longest line of an export, in bytes: a document of 64 MiB with every byte of it written as an escape.
const LINE_BYTES_MAX: u64 = 512 * 1024 * 1024;
/// Longest dump of another product, in bytes. Chosen: it is held in memory.
const DUMP_BYTES_MAX: u64 = 1024 * 1024 * 1024;
/// Skipped things that are told one by one. Chosen: a screen.
const SKIPPED_TOLD_MAX: usize = 20;

/// Arguments of `import`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quintet import memory.jsonl\n  quintet import --from mem0 dump.json\n\
An export is written as it was, into an empty context. Dumps of other products are read and remembered beside what is there.")]
pub(crate) struct ImportArguments {
    /// The file; `-` is standard input
    file: PathBuf,
    /// The product that wrote it: langmem, letta, mcp, mem0 or zep; Quintet itself when absent
    #[arg(long, value_name = "PRODUCT")]
    from: Option<String>,
    /// Print one object of JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    context: ContextArguments,
    #[command(flatten)]
    data: DataArguments,
}

/// Runs it.
pub(crate) fn run(arguments: &ImportArguments) -> anyhow::Result<Exit> {
    let product = arguments.from.as_deref().map(product).transpose()?;
    let input: Box<dyn BufRead> = if arguments.file == Path::new("-") {
        Box::new(std::io::stdin().lock())
    } else {
        let file = std::fs::File::open(&arguments.file).map_err(|error| InputError::of(&arguments.file, error))?;
        Box::new(std::io::BufReader::new(file))
    };
    match product {
        Some(product) => foreign(arguments, product, input),
        None => own(arguments, input),
    }
}

fn product(name: &str) -> anyhow::Result<&'static Product> {
    let names = || import::ALL.iter().map(|product| product.name);
    import::ALL.iter().find(|product| product.name == name).ok_or_else(|| {
        UsageError(format!("--from: '{name}' is not one of {}", names().collect::<Vec<_>>().join(", "))).into()
    })
}

/// What an export holds.
#[derive(Default)]
struct Export {
    header: Option<Header>,
    frame: Frame,
    rows: Vec<Portable>,
    ended: bool,
}

fn own(arguments: &ImportArguments, input: Box<dyn BufRead>) -> anyhow::Result<Exit> {
    let export = read(input).map_err(|error| error.context(arguments.file.display().to_string()))?;
    let Export { header: Some(header), mut frame, rows, .. } = export else {
        return Err(UsageError(format!("{}: there is no header", arguments.file.display())).into());
    };
    (frame.model, frame.sweep) = (header.model, header.sweep);
    let engine = arguments.data.wiring()?.engine()?;
    let context = arguments.context.id()?;
    let made =
        engine.create_context_with(context.as_str(), header.description, header.metadata, header.settings.clone());
    let is_new = match made {
        Ok(_) => true,
        Err(ContextError::Store(StoreError::ContextExists(_))) => false,
        Err(error) => return Err(error.into()),
    };
    let restored = engine.restore(&context, frame, rows);
    let count = match restored {
        Ok(count) => count,
        Err(error) => {
            if is_new {
                engine.drop_context(&context)?;
            }
            return Err(error.into());
        }
    };
    if !is_new {
        engine.set_settings(&context, header.settings)?;
    }
    engine.flush()?;
    tell(arguments, count, 0, 0)
}

/// Reads an export whole: nothing is written before all of it was understood.
fn read(mut input: Box<dyn BufRead>) -> anyhow::Result<Export> {
    let mut export = Export::default();
    let (mut text, mut number) = (String::new(), 0_usize);
    loop {
        text.clear();
        number += 1;
        let wrong = |reason: String| UsageError(format!("line {number}: {reason}"));
        let read = Read::take(&mut *input, LINE_BYTES_MAX).read_line(&mut text);
        if read.map_err(|error| wrong(error.to_string()))? == 0 {
            break;
        }
        if text.trim().is_empty() {
            continue;
        }
        let line: Line = serde_json::from_str(&text).map_err(|error| wrong(told(&error)))?;
        match line {
            _ if export.ended => return Err(wrong("something follows the end".to_owned()).into()),
            Line::Header(header) if export.header.is_none() => {
                export.header = Some(checked(*header).map_err(|error| wrong(error.0))?);
            }
            _ if export.header.is_none() => return Err(wrong("the header is missing".to_owned()).into()),
            Line::Header(_) => return Err(wrong("a second header".to_owned()).into()),
            Line::Session(session) => export.frame.sessions.push(session),
            Line::Episode(episode) => export.frame.episodes.push(episode),
            Line::Memory(row) => export.rows.push(*row),
            Line::End { memories } if memories == export.rows.len() => export.ended = true,
            Line::End { memories } => {
                let found = export.rows.len();
                return Err(wrong(format!("it says {memories} memories, and {found} were found")).into());
            }
        }
    }
    if !export.ended {
        return Err(UsageError("it was cut short: its end is missing".to_owned()).into());
    }
    Ok(export)
}

/// What is wrong with a line, without any of its text.
fn told(error: &serde_json::Error) -> String {
    let kind = match error.classify() {
        serde_json::error::Category::Data => "it has not the form of an export",
        _ => "it is no JSON",
    };
    format!("{kind} (column {})", error.column())
}

fn foreign(arguments: &ImportArguments, product: &Product, input: Box<dyn BufRead>) -> anyhow::Result<Exit> {
    let name = arguments.file.display();
    let mut text = String::new();
    let read = input.take(DUMP_BYTES_MAX + 1).read_to_string(&mut text);
    read.map_err(|error| InputError::of(&arguments.file, error))?;
    if text.len() as u64 > DUMP_BYTES_MAX {
        return Err(UsageError(format!("{name}: at most 1 GiB is allowed")).into());
    }
    let found = (product.read)(&text).map_err(|reason| UsageError(format!("{name}: {reason}")))?;
    if found.memories.is_empty() && found.facts.is_empty() {
        // Success that was none is worse than a refusal.
        let reason = format!("{name}: nothing to remember was found in it; is it a dump of {}?", product.name);
        return Err(UsageError(reason).into());
    }
    let engine = arguments.data.wiring()?.engine()?;
    let context = arguments.context.ensure(&engine)?;
    let (memories, facts, mut skipped) = write(&engine, &context, found)?;
    engine.flush()?;
    let count = skipped.len();
    for reason in skipped.drain(..).take(SKIPPED_TOLD_MAX) {
        output::note(&format!("quintet: {reason}; skipped"));
    }
    if count > SKIPPED_TOLD_MAX {
        output::note(&format!("quintet: {} more were skipped", count - SKIPPED_TOLD_MAX));
    }
    tell(arguments, memories, facts, count)
}

fn write(
    engine: &Engine,
    context: &quintet::model::ContextId,
    found: Found,
) -> anyhow::Result<(usize, usize, Vec<String>)> {
    let Found { mut memories, facts, mut skipped } = found;
    let progress = Progress::new("importing", memories.len() as u64);
    let mut written = 0;
    while !memories.is_empty() {
        let rest = memories.split_off(memories.len().min(BATCH_ITEMS_MAX));
        let batch = std::mem::replace(&mut memories, rest);
        progress.add(batch.len() as u64);
        for outcome in engine.remember_all(context, batch)? {
            match outcome {
                Ok(_) => written += 1,
                Err(error) => skipped.push(error.to_string()),
            }
        }
    }
    progress.finish();
    let mut known = 0;
    for fact in facts {
        match engine.assert_facts(context, &[fact]) {
            Ok(_) => known += 1,
            Err(quintet::RememberError::Store(error)) => return Err(error.into()),
            Err(error) => skipped.push(error.to_string()),
        }
    }
    Ok((written, known, skipped))
}

fn tell(arguments: &ImportArguments, memories: usize, facts: usize, skipped: usize) -> anyhow::Result<Exit> {
    if arguments.json {
        output::json(&json!({ "memories": memories, "facts": facts, "skipped": skipped }))?;
    } else {
        output::line(&format!("{memories} memories and {facts} facts imported, {skipped} skipped"))?;
    }
    Ok(if skipped > 0 { Exit::Partial } else { Exit::Ok })
}
