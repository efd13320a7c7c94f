//! `quintet doctor`: is everything in place?

use clap::Args;
use quintet::ports::Prompt;
use serde_json::json;

use super::DataArguments;
use crate::exit::Exit;
use crate::output;
use crate::wire;

/// Tokens of answer when a language model is only asked whether it is there. Chosen: room for models that think first.
const GREETING_TOKENS: u32 = 256;

/// Arguments of `doctor`.
#[derive(Debug, Args)]
pub(crate) struct DoctorArguments {
    /// Print one object of JSON a check
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: DataArguments,
}

/// One check: what was looked at, and what was found.
struct Finding {
    what: &'static str,
    found: anyhow::Result<String>,
}

/// Runs it.
pub(crate) fn run(arguments: &DoctorArguments) -> anyhow::Result<Exit> {
    let findings = [
        Finding { what: "data folder", found: folder(arguments) },
        Finding { what: "embedding model", found: model(arguments) },
        Finding { what: "contexts", found: contexts(arguments) },
        Finding { what: "language model", found: language(arguments) },
    ];
    let mut worst = Exit::Ok;
    for Finding { what, found } in findings {
        let (status, detail) = match &found {
            Ok(detail) => ("ok", detail.clone()),
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
            output::line(&format!("{status:<4}  {what}: {detail}"))?;
        }
    }
    Ok(worst)
}

/// The folder exists or can be made, and can be written to.
fn folder(arguments: &DoctorArguments) -> anyhow::Result<String> {
    let folder = arguments.data.folder()?;
    if !folder.exists() {
        return Ok(format!("{} does not exist yet; the first write makes it", folder.display()));
    }
    let probe = tempfile::NamedTempFile::new_in(&folder);
    probe.map_err(|error| {
        anyhow::anyhow!("{} cannot be written to: {error}; check its owner and permissions", folder.display())
    })?;
    Ok(folder.display().to_string())
}

/// The model loads and makes vectors of the right length.
fn model(arguments: &DoctorArguments) -> anyhow::Result<String> {
    let embedder = wire::embedder(arguments.data.model.model_path.as_deref(), None)?;
    let vectors = embedder.embed(&["a short test"])?;
    let length = vectors.first().map_or(0, Vec::len);
    if length != embedder.model().dims as usize {
        anyhow::bail!("{} made a vector of {length} numbers", embedder.model());
    }
    Ok(embedder.model().to_string())
}

/// The language model answers, where there is one. One short request is sent; no key is shown.
fn language(arguments: &DoctorArguments) -> anyhow::Result<String> {
    let Some(model) = arguments.data.language.open()? else {
        return Ok("none set up; texts are read by rules".to_owned());
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
    Ok(format!("{} answers ({tokens} tokens spent on asking)", model.name()))
}

/// Every context opens, and was written with this model.
fn contexts(arguments: &DoctorArguments) -> anyhow::Result<String> {
    if !arguments.data.folder()?.exists() {
        return Ok("none yet".to_owned());
    }
    let model = wire::embedder(arguments.data.model.model_path.as_deref(), None)?.model().clone();
    let engine = arguments.data.wiring()?.engine_without_models()?;
    let contexts = engine.contexts()?;
    let mut memories = 0;
    for spec in &contexts {
        let store = engine.context_store(&spec.id)?;
        memories += store.counts()?.memories;
        if let Some(stored) = store.model()?.filter(|stored| *stored != model) {
            return Err(quintet::StoreError::ModelMismatch { stored: Box::new(stored), given: Box::new(model) }.into());
        }
    }
    Ok(format!("{} with {memories} memories", contexts.len()))
}
