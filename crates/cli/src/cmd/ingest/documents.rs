//! Files that are documents: one, or all of a folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use quintet::model::ContextId;
use quintet::retain::DocumentItem;
use quintet::{Engine, limits};
use quintet_providers::document::{self, Format};

use super::{IngestArguments, ends_everything};
use crate::exit::Exit;
use crate::output;
use crate::progress::Progress;
use crate::wire::{InputError, UsageError};

/// A file to read: its name inside the collection, and where it is.
struct File {
    name: String,
    path: PathBuf,
    format: Option<&'static Format>,
}

/// What became of the files.
#[derive(Default)]
struct Outcome {
    documents: u64,
    passages: u64,
    /// Known already, with the same content.
    unchanged: u64,
    /// Documents that took the place of an older version.
    replaced: u64,
    refused: u64,
    /// Files of a folder that no reader has.
    skipped: u64,
    degraded: u64,
}

/// Remembers one file.
pub(super) fn file(arguments: &IngestArguments, path: &Path) -> anyhow::Result<Exit> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let file = File { name, path: path.to_path_buf(), format: None };
    run(arguments, vec![file], Outcome::default())
}

/// Remembers every document of a folder.
pub(super) fn folder(arguments: &IngestArguments, folder: &Path) -> anyhow::Result<Exit> {
    let (mut files, mut outcome) = (Vec::new(), Outcome::default());
    collect(folder, "", &mut files, &mut outcome)?;
    if files.is_empty() {
        let endings: Vec<&str> = document::ALL.iter().flat_map(|format| format.extensions).copied().collect();
        let reason =
            format!("the folder {} holds no document: no file ends in {}", folder.display(), endings.join(", "));
        return Err(UsageError(reason).into());
    }
    run(arguments, files, outcome)
}

/// Files below a folder by name. Hidden ones are left out, and links are not followed: a folder may lead back into itself.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<File>, outcome: &mut Outcome) -> anyhow::Result<()> {
    let fail = |error| InputError::of(folder, error);
    let mut entries = fs::read_dir(folder).map_err(fail)?.collect::<Result<Vec<_>, _>>().map_err(fail)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let own = entry.file_name().to_string_lossy().into_owned();
        if own.starts_with('.') {
            continue;
        }
        let name = format!("{prefix}{own}");
        let kind = entry.file_type().map_err(fail)?;
        if kind.is_dir() {
            collect(&entry.path(), &format!("{name}/"), files, outcome)?;
        } else if kind.is_file() {
            match document::by_name(&own) {
                Some(format) => files.push(File { name, path: entry.path(), format: Some(format) }),
                None => outcome.skipped += 1,
            }
        }
    }
    Ok(())
}

fn run(arguments: &IngestArguments, files: Vec<File>, mut outcome: Outcome) -> anyhow::Result<Exit> {
    let engine = arguments.data.wiring()?.engine()?;
    let context = arguments.context.ensure(&engine)?;
    let progress = Progress::new("reading documents", files.len() as u64);
    let begin = engine.monotonic_us();
    let mut taken = Ok(());
    for file in &files {
        taken = take(&engine, &context, file, &mut outcome);
        if taken.is_err() {
            break;
        }
        progress.add(1);
    }
    progress.finish();
    report(arguments, &outcome, (engine.monotonic_us() - begin) as f64 / 1e6)?;
    taken?;
    engine.flush()?;
    Ok(match outcome {
        Outcome { refused: 0, .. } => Exit::Ok,
        Outcome { documents: 0, unchanged: 0, .. } => Exit::Usage,
        _ => Exit::Partial,
    })
}

/// Reads and remembers one file. An error ends the run; a file that cannot be used is named and left out.
fn take(engine: &Engine, context: &ContextId, file: &File, outcome: &mut Outcome) -> anyhow::Result<()> {
    let item = match read(file) {
        Ok(item) => item,
        Err(error) => return refuse(file, &error, outcome),
    };
    match engine.ingest(context, item) {
        Ok(ingested) => {
            if ingested.deduplicated {
                outcome.unchanged += 1;
            } else {
                outcome.documents += 1;
                outcome.passages += ingested.passages as u64;
            }
            outcome.replaced += u64::from(ingested.superseded.is_some());
            outcome.degraded += u64::from(!ingested.degraded.is_empty());
            Ok(())
        }
        Err(error) if ends_everything(&error) => Err(anyhow::Error::new(error))
            .with_context(|| format!("stopped at {}; the files before it are done", file.name)),
        Err(error) => refuse(file, &error.into(), outcome),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "a refusal goes on, and the callers hand that on")]
fn refuse(file: &File, error: &anyhow::Error, outcome: &mut Outcome) -> anyhow::Result<()> {
    outcome.refused += 1;
    output::note(&format!("quintet: {}: {error:#}", file.name));
    Ok(())
}

fn read(file: &File) -> anyhow::Result<DocumentItem> {
    let fail = |error| InputError::of(&file.path, error);
    let size = fs::metadata(&file.path).map_err(fail)?.len();
    // A file that is too large is not read at all.
    anyhow::ensure!(
        size <= limits::DOCUMENT_LEN_MAX as u64,
        "it has {size} bytes; at most {} are allowed",
        limits::DOCUMENT_LEN_MAX
    );
    let bytes = fs::read(&file.path).map_err(fail)?;
    let format = match file.format {
        Some(format) => format,
        None => document::format_of(&file.name, &bytes)?,
    };
    let extracted = document::read(format, &bytes)?;
    let hash = document::hash(&bytes);
    Ok(DocumentItem {
        size_bytes: bytes.len() as u64,
        ..DocumentItem::new(file.name.as_str(), format.media_type, hash, extracted)
    })
}

fn report(arguments: &IngestArguments, outcome: &Outcome, seconds: f64) -> anyhow::Result<()> {
    let Outcome { documents, passages, unchanged, replaced, refused, skipped, degraded } = outcome;
    if arguments.json {
        return output::json(&serde_json::json!({
            "documents": documents, "passages": passages, "unchanged": unchanged, "replaced": replaced, "refused": refused,
            "skipped": skipped, "degraded": degraded, "seconds": seconds,
        }));
    }
    let plural = |n: u64, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    output::line(&format!(
        "{} with {} remembered ({replaced} replaced), {unchanged} unchanged, {refused} refused, {skipped} skipped, in {seconds:.1} s",
        plural(*documents, "document"),
        plural(*passages, "passage"),
    ))
}
