//! `quintet bench`: how fast it is, on made-up data.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};

use crate::bench::{self, Synthetic};
use crate::exit::Exit;
use crate::language::LanguageArguments;
use crate::output;
use crate::wire::Wiring;

/// Arguments of `bench`.
#[derive(Debug, Args)]
#[command(after_help = "Builds contexts in a temporary folder, then opens and asks them in a process of its own.\n\n\
Examples:\n  quintet bench --memories 100000\n  quintet bench --contexts 2000 --memories 200 --memory-budget-mib 64")]
pub(crate) struct BenchArguments {
    /// Memories of one context
    #[arg(long, default_value_t = 100_000)]
    memories: u64,
    /// Build that many contexts and measure cold ones
    #[arg(long)]
    contexts: Option<u64>,
    /// Memory that indexes may take, in MiB
    #[arg(long, default_value_t = 1_024)]
    memory_budget_mib: usize,
    /// Seed of the made-up data
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Make places, standing wishes and documents as well, and ask for them, so that every channel has work
    #[arg(long)]
    mixed: bool,
    /// Print one object of JSON
    #[arg(long)]
    json: bool,
    /// Keep the data in this folder, which must not exist yet
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Only open and ask what stands in this folder
    #[arg(long, value_name = "DIR", conflicts_with = "keep")]
    reopen: Option<PathBuf>,
}

/// Runs it.
pub(crate) fn run(arguments: &BenchArguments) -> anyhow::Result<Exit> {
    if let Some(folder) = &arguments.reopen {
        output::json(&read(arguments, folder)?)?;
        return Ok(Exit::Ok);
    }
    let temporary = tempfile::tempdir()?;
    let folder = arguments.keep.clone().unwrap_or_else(|| temporary.path().join("data"));
    let written = write(arguments, &folder)?;
    let report = json!({ "memories": arguments.memories, "contexts": arguments.contexts.unwrap_or(1), "write": written, "read": reopened(arguments, &folder)? });
    if arguments.json {
        output::json(&report)?;
    } else {
        output::line(text(&report, "").trim_end())?;
    }
    Ok(Exit::Ok)
}

fn write(arguments: &BenchArguments, folder: &Path) -> anyhow::Result<Value> {
    let wiring = Wiring {
        data: folder.to_path_buf(),
        model_path: None,
        embedding_cache: None,
        language: LanguageArguments::default(),
        memory_budget_bytes: Some(arguments.memory_budget_mib * 1024 * 1024),
    };
    let engine = wiring.engine_with(Some(Arc::new(bench::GivenVectors::new())))?;
    let data = Synthetic { seed: arguments.seed, mixed: arguments.mixed };
    let written = if let Some(contexts) = arguments.contexts {
        bench::build_many(&engine, data, contexts, arguments.memories)?;
        Value::Null
    } else {
        let batched = bench::build(&engine, data, arguments.memories)?;
        serde_json::to_value(bench::durable(&engine, data, arguments.memories, batched)?)?
    };
    engine.flush()?;
    Ok(written)
}

fn read(arguments: &BenchArguments, folder: &Path) -> anyhow::Result<Value> {
    let data = Synthetic { seed: arguments.seed, mixed: arguments.mixed };
    Ok(match arguments.contexts {
        Some(contexts) => {
            serde_json::to_value(bench::cold(folder, data, contexts, arguments.memories, arguments.memory_budget_mib)?)?
        }
        None => serde_json::to_value(bench::measure(folder, data, arguments.memories)?)?,
    })
}

/// Opens and asks in a process of its own.
fn reopened(arguments: &BenchArguments, folder: &Path) -> anyhow::Result<Value> {
    let mut command = std::process::Command::new(std::env::current_exe()?);
    command.arg("bench").arg("--reopen").arg(folder);
    command.arg("--memories").arg(arguments.memories.to_string()).arg("--seed").arg(arguments.seed.to_string());
    command.arg("--memory-budget-mib").arg(arguments.memory_budget_mib.to_string());
    if let Some(contexts) = arguments.contexts {
        command.arg("--contexts").arg(contexts.to_string());
    }
    if arguments.mixed {
        command.arg("--mixed");
    }
    let output = command.stderr(std::process::Stdio::inherit()).output()?;
    if !output.status.success() {
        anyhow::bail!("the measuring process failed: {}", output.status);
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// A report as lines of names and numbers.
fn text(value: &Value, name: &str) -> String {
    match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(key, value)| text(value, &if name.is_empty() { key.clone() } else { format!("{name}.{key}") }))
            .collect(),
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            Some(float) => format!("{name:<44} {float:>14.3}\n"),
            None => format!("{name:<44} {number:>14}\n"),
        },
        Value::Null => String::new(),
        other => format!("{name:<44} {other:>14}\n"),
    }
}
