//! `quintet ingest`: a file of JSON lines, a document, or a folder of documents.

mod documents;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use quintet::model::{ContextId, Micros, Role, SessionId};
use quintet::retain::RememberItem;
use quintet::{Engine, RememberError, StoreError};
use serde::Deserialize;

use super::{ContextArguments, DataArguments};
use crate::exit::Exit;
use crate::lines::{self, Line};
use crate::output;
use crate::progress::Progress;
use crate::wire::InputError;

/// Rows of one call.
const BATCH: usize = 256;
/// Endings of files of JSON lines.
const LINES_ENDINGS: [&str; 3] = ["jsonl", "ndjson", "json"];
/// Bytes looked at to see what a file is. Chosen.
const LOOK: u64 = 256;

/// Arguments of `ingest`.
#[derive(Debug, Args)]
#[command(
    after_help = "Documents are .txt, .md and .html files; a folder is read with all its folders. A file that is known and unchanged is not written again, one that changed replaces its older version.\n\n\
Of JSON lines each is an object: {\"text\": ...} and, where known, speaker, role, session, turn, time, title, \
document, section, id, location, labels. A line that is wrong is reported with its number; the others are kept, and the exit code is 8.\n\n\
Examples:\n  quintet ingest handbook/\n  quintet ingest notes.md\n  quintet ingest chat.jsonl\n  jq -c '.messages[]' export.json | quintet ingest -"
)]
pub(crate) struct IngestArguments {
    /// The file or folder; `-` reads JSON lines from standard input
    file: PathBuf,
    /// Print one object of JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    context: ContextArguments,
    #[command(flatten)]
    data: DataArguments,
}

/// What one line says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    text: String,
    #[serde(default)]
    id: Option<String>,
    #[serde(default)]
    speaker: Option<String>,
    #[serde(default)]
    role: Option<String>,
    #[serde(default)]
    session: Option<String>,
    #[serde(default)]
    turn: Option<u32>,
    #[serde(default)]
    time: Option<String>,
    #[serde(default)]
    title: Option<String>,
    #[serde(default)]
    document: Option<String>,
    #[serde(default)]
    section: Option<String>,
    /// GeoJSON, WKT as a text, or an object of `lat` and `lon`.
    #[serde(default)]
    location: Option<serde_json::Value>,
    #[serde(default)]
    labels: quintet::model::Labels,
    /// The memory space a line belongs to in evaluation data; one file goes into one context, so it is not used.
    #[serde(default, rename = "group")]
    _group: Option<String>,
}

/// Reads one line.
pub(crate) fn item(line: &str) -> anyhow::Result<RememberItem> {
    let row: Row = serde_json::from_str(line).map_err(|error| {
        let text = error.to_string();
        // The line is named by its number in the file; inside it only the column says something.
        let reason = text.strip_suffix(&format!(" at line {} column {}", error.line(), error.column()));
        anyhow::anyhow!("column {}: {}", error.column(), reason.unwrap_or(&text))
    })?;
    let role = match row.role.as_deref() {
        Some(role) => Some(
            Role::parse(role)
                .ok_or_else(|| anyhow::anyhow!("role '{role}' is not one of user, assistant, system, tool"))?,
        ),
        // A speaker that is named like a role has that role.
        None => row.speaker.as_deref().and_then(Role::parse),
    };
    Ok(RememberItem {
        session: row.session.as_deref().map(SessionId::new).transpose()?,
        seq: row.turn.filter(|_| row.session.is_some()),
        role,
        speaker: row.speaker,
        title: row.title,
        document: row.document,
        section: row.section,
        known_at: row.time.as_deref().map(Micros::parse).transpose().context("time")?,
        location: row.location.as_ref().map(quintet::space::read).transpose().context("location")?,
        labels: row.labels,
        reference: row.id,
        ..RememberItem::new(row.text)
    })
}

/// What became of the file.
#[derive(Default)]
struct Outcome {
    kept: u64,
    refused: u64,
    degraded: u64,
}

/// Where rows go.
struct Sink<'a> {
    engine: &'a Engine,
    context: ContextId,
    progress: Progress,
    outcome: Outcome,
    batch: Vec<(usize, RememberItem)>,
}

/// Runs it.
pub(crate) fn run(arguments: &IngestArguments) -> anyhow::Result<Exit> {
    match kind(&arguments.file)? {
        Input::Lines => {}
        Input::Document => return documents::file(arguments, &arguments.file),
        Input::Folder => return documents::folder(arguments, &arguments.file),
    }
    let (mut input, lines) = open(&arguments.file)?;
    let engine = arguments.data.wiring()?.engine()?;
    let context = arguments.context.ensure(&engine)?;
    let progress = Progress::new("remembering", lines);
    let begin = engine.monotonic_us();
    let mut sink = Sink { engine: &engine, context, progress, outcome: Outcome::default(), batch: Vec::new() };
    let taken = sink.take(input.as_mut(), &arguments.file);
    sink.progress.finish();
    // What was taken is reported even when it ended early: it is kept.
    report(arguments, &sink.outcome, (engine.monotonic_us() - begin) as f64 / 1e6)?;
    taken?;
    engine.flush()?;
    Ok(match sink.outcome {
        Outcome { refused: 0, .. } => Exit::Ok,
        Outcome { kept: 0, .. } => Exit::Usage,
        _ => Exit::Partial,
    })
}

/// What there is to ingest.
#[derive(Debug, PartialEq, Eq)]
enum Input {
    Lines,
    Document,
    Folder,
}

/// What a path leads to: by what it is, by its ending, else by how it begins. What can be read only once is lines.
fn kind(path: &Path) -> anyhow::Result<Input> {
    if path == Path::new("-") {
        return Ok(Input::Lines);
    }
    let fail = |error: io::Error| InputError::of(path, error);
    let found = std::fs::metadata(path).map_err(fail)?;
    if found.is_dir() {
        return Ok(Input::Folder);
    }
    let name = path.to_string_lossy();
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    if !found.is_file() || ending.is_some_and(|ending| LINES_ENDINGS.contains(&ending.as_str())) {
        return Ok(Input::Lines);
    }
    if quintet_providers::document::by_name(&name).is_some() {
        return Ok(Input::Document);
    }
    let mut begin = Vec::new();
    io::Read::take(File::open(path).map_err(fail)?, LOOK).read_to_end(&mut begin).map_err(fail)?;
    let begin = String::from_utf8_lossy(&begin);
    let is_object = begin.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').starts_with('{');
    Ok(if is_object { Input::Lines } else { Input::Document })
}

/// The input, and how many lines it has; 0 when that cannot be known beforehand.
fn open(file: &Path) -> anyhow::Result<(Box<dyn BufRead>, u64)> {
    if file == Path::new("-") {
        return Ok((Box::new(BufReader::new(io::stdin())), 0));
    }
    let fail = |error: io::Error| InputError::of(file, error);
    let opened = File::open(file).map_err(fail)?;
    let kind = opened.metadata().map_err(fail)?;
    // What is no regular file can be read only once.
    let lines =
        if kind.is_file() { lines::count(BufReader::new(File::open(file).map_err(fail)?)).map_err(fail)? } else { 0 };
    Ok((Box::new(BufReader::new(opened)), lines))
}

impl Sink<'_> {
    /// Takes every line.
    fn take(&mut self, input: &mut dyn BufRead, file: &Path) -> anyhow::Result<()> {
        let mut number = 0;
        while let Some(line) = lines::next(input).map_err(|error| InputError::of(file, error))? {
            number += 1;
            self.progress.add(1);
            match line {
                Line::Blank => {}
                Line::Text(text) => match item(&text) {
                    Ok(item) => self.batch.push((number, item)),
                    Err(error) => self.refuse(number, &error),
                },
                Line::Wrong(reason) => self.refuse(number, &anyhow::anyhow!("{reason}")),
            }
            if self.batch.len() == BATCH {
                self.write()?;
            }
        }
        self.write()
    }

    fn refuse(&mut self, line: usize, error: &anyhow::Error) {
        self.outcome.refused += 1;
        output::note(&format!("quintet: line {line}: {error:#}"));
    }

    fn write(&mut self) -> anyhow::Result<()> {
        let (numbers, items): (Vec<usize>, Vec<RememberItem>) = self.batch.drain(..).unzip();
        let stopped = |line: usize| move || format!("stopped at line {line}; the lines before it are done");
        let all = self.engine.remember_all(&self.context, items);
        let all = all.with_context(stopped(numbers.first().copied().unwrap_or_default()))?;
        for (number, remembered) in numbers.into_iter().zip(all) {
            match remembered {
                Ok(remembered) => {
                    self.outcome.kept += 1;
                    self.outcome.degraded += u64::from(!remembered.degraded.is_empty());
                }
                Err(error) if ends_everything(&error) => {
                    return Err(anyhow::Error::new(error).context(stopped(number)()));
                }
                Err(error) => self.refuse(number, &error.into()),
            }
        }
        Ok(())
    }
}

/// True when no other line would be taken either.
fn ends_everything(error: &RememberError) -> bool {
    match error {
        RememberError::Invalid { .. } => false,
        RememberError::Store(store) => !matches!(
            store,
            StoreError::SeqTaken { .. }
                | StoreError::MemoryExists(_)
                | StoreError::NoSuchMemory(_)
                | StoreError::BadVector { .. }
        ),
        _ => true,
    }
}

fn report(arguments: &IngestArguments, outcome: &Outcome, seconds: f64) -> anyhow::Result<()> {
    let Outcome { kept, refused, degraded } = outcome;
    if arguments.json {
        return output::json(
            &serde_json::json!({ "kept": kept, "refused": refused, "degraded": degraded, "seconds": seconds }),
        );
    }
    let rate = *kept as f64 / seconds.max(1e-9);
    output::line(&format!(
        "{kept} remembered, {refused} refused, {degraded} without everything, in {seconds:.1} s ({rate:.0} a second)"
    ))
}
