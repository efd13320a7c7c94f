//! `quintet eval`: how well the right memories come back, on labelled data.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use quintet::fuse::Fusion;
use quintet::ports::Clock;
use quintet::recall::Profile;
use quintet::store::embedded::{EmbeddedOptions, EmbeddedStore};

use super::ModelArguments;
use crate::eval::{
    Dataset, NameSet, PlaceSet, Report, Settings, is_name_set, name_table, run as evaluate, run_names, run_places,
    table,
};
use crate::exit::Exit;
use crate::output;
use crate::wire::{self, SystemClock, UsageError};

/// Arguments of `eval`.
#[derive(Debug, Args)]
#[command(after_help = "Each folder holds corpus.jsonl {id, text, title?, time?, speaker?, session?, group?, turn?}, \
queries.jsonl {id, text, type?, time?, group?} and qrels.tsv (query id, document id, grade). Labels never reach the engine. \
A folder of places.jsonl {id, name, lat, lon} instead is asked by distance: {id, type, lat, lon, radius_km | k, exclude?} or {id, type, bbox}. \
A folder of items.jsonl {text, tokens, entities, relations?} tells how well names and relations are read.\n\n\
Example: quintet eval --channels semantic,keyword my-data")]
pub(crate) struct EvalArguments {
    /// Folders with labelled data
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Only these channels, separated by commas
    #[arg(long, value_delimiter = ',', value_name = "NAMES")]
    channels: Option<Vec<String>>,
    /// Weights that replace the channels' own, for example semantic=0.7,graph=0
    #[arg(long, value_delimiter = ',', value_name = "NAME=WEIGHT")]
    weights: Vec<String>,
    /// Set of choices: quintet or metamemory
    #[arg(long, default_value = "quintet")]
    profile: String,
    /// How lists become one: convex or rrf
    #[arg(long)]
    fusion: Option<String>,
    /// Look at the best hits a second time; slower
    #[arg(long)]
    rerank: bool,
    /// Hits to ask for
    #[arg(long)]
    k: Option<usize>,
    /// Print one object of JSON instead of a table
    #[arg(long)]
    json: bool,
    /// Print a line for each question whose relevant rows are not all in the first ten
    #[arg(long)]
    misses: bool,
    /// Compare what is read out of the texts with the labels, in place of asking questions
    #[arg(long)]
    claims: bool,
    #[command(flatten)]
    model: ModelArguments,
}

/// Runs it.
pub(crate) fn run(arguments: &EvalArguments) -> anyhow::Result<Exit> {
    let settings = settings(arguments)?;
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::new());
    let by_names = |folder: &PathBuf| arguments.claims || is_name_set(folder);
    let mut report = Report::default();
    if arguments.folders.iter().all(by_names) {
        for folder in &arguments.folders {
            report.names.push(run_names(&NameSet::read(folder)?)?);
        }
        return print(arguments, &report);
    }
    let embedder = wire::embedder(arguments.model.model_path.as_deref(), arguments.model.embedding_cache.as_deref())?;
    for folder in &arguments.folders {
        if by_names(folder) {
            report.names.push(run_names(&NameSet::read(folder)?)?);
            continue;
        }
        let data = tempfile::tempdir()?;
        let store = EmbeddedStore::open(data.path(), EmbeddedOptions::default())?;
        if PlaceSet::is_in(folder) {
            let engine = wire::assemble(Arc::new(store), Arc::clone(&clock), None, None);
            report.sets.push(run_places(&engine, &PlaceSet::read(folder)?, arguments.misses)?);
            continue;
        }
        let set = Dataset::read(folder)?;
        let engine = wire::assemble(Arc::new(store), Arc::clone(&clock), Some(Arc::clone(&embedder)), None);
        report.sets.push(evaluate(&engine, &set, &settings, &|| clock.monotonic_us())?);
    }
    print(arguments, &report)
}

fn print(arguments: &EvalArguments, report: &Report) -> anyhow::Result<Exit> {
    if arguments.json {
        output::json(report)?;
        return Ok(Exit::Ok);
    }
    if !report.sets.is_empty() {
        output::line(table(report).trim_end())?;
    }
    if !report.names.is_empty() {
        output::line(name_table(&report.names).trim_end())?;
    }
    Ok(Exit::Ok)
}

fn settings(arguments: &EvalArguments) -> anyhow::Result<Settings> {
    let usage = |text: String| anyhow::Error::from(UsageError(text));
    let weights = arguments.weights.iter().map(|pair| {
        let parsed =
            pair.split_once('=').and_then(|(name, weight)| Some((name.trim().to_owned(), weight.trim().parse().ok()?)));
        parsed.ok_or_else(|| usage(format!("--weights: '{pair}' is no NAME=WEIGHT")))
    });
    let unknown = |what: &str, given: &str, known: &str| usage(format!("--{what}: '{given}' is not one of {known}"));
    let profile = Profile::parse(&arguments.profile)
        .ok_or_else(|| unknown("profile", &arguments.profile, "quintet, metamemory"))?;
    let fusion = arguments
        .fusion
        .as_deref()
        .map(|name| Fusion::parse(name).ok_or_else(|| unknown("fusion", name, "convex, rrf")));
    Ok(Settings {
        channels: arguments.channels.clone(),
        weights: weights.collect::<Result<_, _>>()?,
        profile,
        fusion: fusion.transpose()?,
        k: arguments.k,
        rerank: arguments.rerank,
        misses: arguments.misses,
    })
}
