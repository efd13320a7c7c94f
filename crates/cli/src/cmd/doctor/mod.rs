//! `quintet doctor`: is everything in place?

mod protocol;
mod surroundings;

use clap::Args;
use quintet::ports::Prompt;
use quintet::store::embedded::RecordFile;
use serde_json::json;

use super::DataArguments;
use crate::config::Config;
use crate::discovery;
use crate::exit::Exit;
use crate::output;
use crate::wire;

/// Tokens of answer when a language model is only asked whether it is there. Chosen: room for models that think first.
const GREETING_TOKENS: u32 = 256;

/// Arguments of `doctor`.
#[derive(Debug, Args)]
#[command(
    after_help = "Each line is ok, warn or fail, and says what to do. The exit code is that of the first failure; warnings leave it at \
0.\n\nExamples:\n  quintet doctor\n  quintet doctor --data ./memory --json"
)]
pub(crate) struct DoctorArguments {
    /// Print one object of JSON a check
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: DataArguments,
}

/// What a check that did not fail has to say.
#[derive(Debug)]
enum Told {
    /// All is well.
    Fine(String),
    /// It works, and should not stay so.
    Warn(String),
}

#[expect(clippy::unnecessary_wraps, reason = "what every check gives back")]
fn fine(detail: impl Into<String>) -> anyhow::Result<Told> {
    Ok(Told::Fine(detail.into()))
}

#[expect(clippy::unnecessary_wraps, reason = "what every check gives back")]
fn warn(detail: impl Into<String>) -> anyhow::Result<Told> {
    Ok(Told::Warn(detail.into()))
}

/// One check: what was looked at, and what was found.
struct Finding {
    what: &'static str,
    found: anyhow::Result<Told>,
}

/// Runs it.
pub(crate) fn run(arguments: &DoctorArguments, config: &Config) -> anyhow::Result<Exit> {
    let data = arguments.data.folder()?;
    // Asked once, and before anything here opens the folder.
    let is_held = discovery::is_held(&data);
    let findings = [
        Finding { what: "data folder", found: folder(arguments) },
        Finding { what: "embedding model", found: model(arguments) },
        Finding { what: "contexts", found: contexts(arguments, is_held) },
        Finding { what: "language model", found: language(arguments) },
        Finding { what: "permissions", found: surroundings::permissions(&data, config) },
        Finding { what: "disk", found: surroundings::disk(&data) },
        Finding { what: "server", found: surroundings::server(&data, is_held) },
        Finding { what: "port", found: surroundings::port(&data, is_held, config) },
        Finding { what: "clock", found: surroundings::clock(&data) },
        Finding { what: "settings", found: surroundings::settings(config) },
        Finding { what: "mcp", found: protocol::rehearsal(arguments) },
    ];
    let mut worst = Exit::Ok;
    for Finding { what, found } in findings {
        let (status, detail) = match &found {
            Ok(Told::Fine(detail)) => ("ok", detail.clone()),
            Ok(Told::Warn(detail)) => ("warn", detail.clone()),
            Err(error) => ("fail", error.chain().map(ToString::to_string).collect::<Vec<_>>().join(": ")),
        };
        if let Err(error) = &found
            && worst == Exit::Ok
        {
            worst = crate::exit::code_of(error);
        }
        if arguments.json {
            output::json(&json!({ "check": what, "status": status, "detail": detail }))?;
        } else {
            output::text(&format!("{status:<4}  {what}: {detail}"))?;
        }
    }
    Ok(worst)
}

/// The folder exists or can be made, and can be written to.
fn folder(arguments: &DoctorArguments) -> anyhow::Result<Told> {
    let folder = arguments.data.folder()?;
    if !folder.exists() {
        return fine(format!("{} does not exist yet; the first write makes it", folder.display()));
    }
    let probe = tempfile::NamedTempFile::new_in(&folder);
    probe.map_err(|error| {
        anyhow::anyhow!("{} cannot be written to: {error}; check its owner and permissions", folder.display())
    })?;
    fine(folder.display().to_string())
}

/// The model loads and makes vectors of the right length.
fn model(arguments: &DoctorArguments) -> anyhow::Result<Told> {
    let embedder = wire::embedder(arguments.data.model.model_path.as_deref(), None)?;
    let vectors = embedder.embed(&["a short test"])?;
    let length = vectors.first().map_or(0, Vec::len);
    if length != embedder.model().dims as usize {
        anyhow::bail!("{} made a vector of {length} numbers", embedder.model());
    }
    fine(embedder.model().to_string())
}

/// The language model answers, where there is one. One short request is sent; no key is shown.
fn language(arguments: &DoctorArguments) -> anyhow::Result<Told> {
    let Some(model) = arguments.data.language.open()? else {
        return fine("none set up; texts are read by rules");
    };
    let prompt = Prompt {
        system: "Answer with one word.",
        user: "Are you there?",
        schema: None,
        max_tokens: GREETING_TOKENS,
        temperature: 0.0,
    };
    let answer = model.complete(&prompt)?;
    let tokens = u64::from(answer.tokens_in) + u64::from(answer.tokens_out);
    fine(format!("{} answers ({tokens} tokens spent on asking)", model.name()))
}

/// Every context opens, and was written with this model.
fn contexts(arguments: &DoctorArguments, is_held: bool) -> anyhow::Result<Told> {
    let data = arguments.data.folder()?;
    // Opening a folder that is there and empty would furnish it.
    if !RecordFile::Control.path(&data).exists() && !data.join("contexts").exists() {
        return fine("none yet");
    }
    if is_held {
        return fine("not looked at: a running process has the folder");
    }
    let model = wire::embedder(arguments.data.model.model_path.as_deref(), None)?.model().clone();
    let engine = arguments.data.wiring_here()?.engine_without_models()?;
    let contexts = engine.contexts()?;
    let mut memories = 0;
    for spec in &contexts {
        let store = engine.context_store(&spec.id)?;
        memories += store.counts()?.memories;
        if let Some(stored) = store.model()?.filter(|stored| *stored != model) {
            return Err(quintet::StoreError::ModelMismatch { stored: Box::new(stored), given: Box::new(model) }.into());
        }
    }
    fine(format!("{} with {memories} memories", contexts.len()))
}
