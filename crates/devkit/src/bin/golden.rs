//! `golden`: runs the golden set and shows how often the first hit is right, for the baseline and for Quintet.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use quintet::ports::Embedder;
use quintet_devkit::golden::{self, Outcome, World};
use quintet_providers::embed::{self, Settings};
use quintet_providers::memo::MemoEmbedder;

const USAGE: &str = "usage: golden [--misses] [--family NAME] [--world NAME] [--set DIR] [--cache DIR]

  --misses        list the questions whose first hit is wrong, with the first hits and the place of the right one
  --family NAME   only questions of that family
  --world NAME    only that world
  --set DIR       a set of worlds in place of the shipped one
  --cache DIR     keep vectors of texts there, for the next run";

/// Hits shown of a wrong answer.
const SHOWN: usize = 3;

/// What the command line says.
#[derive(Default)]
struct Arguments {
    misses: bool,
    family: Option<String>,
    world: Option<String>,
    set: Option<PathBuf>,
    cache: Option<PathBuf>,
}

fn main() -> ExitCode {
    match arguments().and_then(|arguments| run(&arguments)) {
        Ok(text) => {
            drop(io::stdout().write_all(text.as_bytes()));
            ExitCode::SUCCESS
        }
        Err(reason) => {
            drop(writeln!(io::stderr(), "{reason}"));
            ExitCode::FAILURE
        }
    }
}

fn arguments() -> Result<Arguments, String> {
    let mut given = Arguments::default();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value\n{USAGE}"));
        match word.as_str() {
            "--misses" => given.misses = true,
            "--family" => given.family = Some(value()?),
            "--world" => given.world = Some(value()?),
            "--set" => given.set = Some(value()?.into()),
            "--cache" => given.cache = Some(value()?.into()),
            _ => return Err(format!("'{word}' cannot be understood\n{USAGE}")),
        }
    }
    Ok(given)
}

fn run(arguments: &Arguments) -> Result<String, String> {
    let mut worlds =
        World::read_all(arguments.set.as_deref().unwrap_or(golden::folder())).map_err(|error| error.to_string())?;
    worlds.retain(|world| arguments.world.as_ref().is_none_or(|name| *name == world.name));
    for world in &mut worlds {
        world.queries.retain(|query| arguments.family.as_ref().is_none_or(|name| *name == query.kind));
    }
    let embedder = embedder(arguments.cache.as_deref())?;
    let outcomes = golden::run(&worlds, &embedder).map_err(|error| error.to_string())?;
    let mut text = golden::table(&outcomes);
    if arguments.misses {
        for outcome in outcomes.iter().filter(|outcome| outcome.place(&outcome.quintet) != Some(1)) {
            text.push_str(&miss(outcome, &worlds));
        }
    }
    Ok(text)
}

fn embedder(cache: Option<&Path>) -> Result<Arc<dyn Embedder>, String> {
    let embedder = embed::open("minilm", &Settings::default()).map_err(|error| error.to_string())?;
    Ok(match cache {
        Some(folder) => Arc::new(MemoEmbedder::open(embedder, folder).map_err(|error| error.to_string())?),
        None => embedder,
    })
}

/// One wrong answer: the question, what was wanted, what came first.
fn miss(outcome: &Outcome, worlds: &[World]) -> String {
    let text_of = |id: &str| {
        let found = worlds.iter().flat_map(|world| &world.documents).find(|document| document.id == id);
        found.map_or_else(String::new, |document| {
            let front = document.speaker.as_deref().or(document.title.as_deref()).unwrap_or_default();
            format!("{id} [{}] {front}: {}", document.time, document.text)
        })
    };
    let place = |found: &[String]| outcome.place(found).map_or("-".to_owned(), |place| place.to_string());
    let (own, flat) = (place(&outcome.quintet), place(&outcome.baseline));
    let head = format!("{} (right hit at {own}, baseline at {flat}) {}", outcome.id, outcome.text);
    let wanted = outcome.wanted.iter().map(|id| format!("   want {}", text_of(id)));
    let found = outcome.quintet.iter().take(SHOWN).map(|id| format!("   got  {}", text_of(id)));
    let missing = outcome.degraded.iter().map(|missing| format!("   degraded {missing}"));
    let lines: Vec<String> = std::iter::once(head).chain(wanted).chain(found).chain(missing).collect();
    format!("\n{}\n", lines.join("\n"))
}
