//! `quintet backup` and `quintet restore`: all records of a data folder in one file, and a data folder made of it.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use clap::Args;
use quintet::model::{ContextId, MemoryId};
use quintet::ports::Clock;
use quintet::store::embedded::{EmbeddedOptions, EmbeddedStore, RecordFile};
use quintet::store::{Filter, ForgetMode, StoreError};
use quintet::{Engine, Forget, ForgetRequest};
use serde_json::json;

use super::DataArguments;
use crate::archive::{self, Manifest};
use crate::exit::Exit;
use crate::output;
use crate::wire::{self, InputError, SystemClock, UsageError};

/// What stands for standard input and output.
const STREAM: &str = "-";

/// Arguments of `backup`.
#[derive(Debug, Args)]
#[command(
    after_help = "The folder may be in use: each context is as it was at one moment. The file is a tar of the databases with their \
checksums. Indexes are not in it, nor is the admin key (<data>/admin.key): a restored folder gets a new one. It holds everything that is \
remembered, unencrypted and readable by you alone.\n\nExamples:\n  quintet backup memory.tar\n  quintet backup - | zstd | age -r \
KEY > memory.tar.zst.age\n  quintet restore memory.tar --into ./memory"
)]
pub(crate) struct BackupArguments {
    /// File to write; it must not exist yet. `-` is standard output
    file: PathBuf,
    /// Print one object of JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: DataArguments,
}

/// Arguments of `restore`.
#[derive(Debug, Args)]
#[command(
    after_help = "Nothing is put in place before every checksum was compared and every record was read. What was purged after the \
backup was taken comes back with it, unless --erasures names a later state of the same data folder: what that does not have any more \
is purged here, too.\n\nExamples:\n  quintet restore memory.tar\n  quintet restore memory.tar --into ./memory --erasures ./memory-of-today"
)]
pub(crate) struct RestoreArguments {
    /// The backup. `-` is standard input
    file: PathBuf,
    /// Folder to make, in place of the data folder; it must be absent or empty
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    /// A later data folder: what was purged from it since the backup is purged again
    #[arg(long, value_name = "DIR")]
    erasures: Option<PathBuf>,
    /// Print one object of JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    data: DataArguments,
}

/// Runs `backup`.
pub(crate) fn backup(arguments: &BackupArguments) -> anyhow::Result<Exit> {
    let data = arguments.data.existing()?.data;
    let file = &arguments.file;
    let is_stream = file.as_os_str() == STREAM;
    if is_stream && arguments.json {
        return Err(UsageError("--json goes to standard output, which the backup takes".to_owned()).into());
    }
    let refuse_existing = || {
        let told = format!("{} exists already; it is not overwritten", file.display());
        if file.exists() { Err(UsageError(told)) } else { Ok(()) }
    };
    if !is_stream {
        refuse_existing()?;
    }
    let beside = if is_stream { std::env::temp_dir() } else { folder_of(file)? };
    let cannot = || format!("cannot write to {}", beside.display());
    let copies = private_folder(".quintet-backup-", &beside).with_context(cannot)?;
    let files = EmbeddedStore::copy_records(&data, copies.path())?;
    let taken_at = SystemClock::new().now().to_string();
    if is_stream {
        archive::write(BufWriter::new(std::io::stdout().lock()), copies.path(), &files, taken_at)?;
        return Ok(Exit::Ok);
    }
    let mut out = tempfile::Builder::new().prefix(".quintet-backup-").tempfile_in(&beside).with_context(cannot)?;
    let manifest = archive::write(BufWriter::new(out.as_file_mut()), copies.path(), &files, taken_at)?;
    out.as_file().sync_all()?;
    refuse_existing()?;
    out.persist_noclobber(file).with_context(|| format!("cannot write {}", file.display()))?;
    tell(&manifest, arguments.json, json!({ "file": file }), &format!("in {}", file.display()))?;
    Ok(Exit::Ok)
}

/// The folder that a file lies in.
fn folder_of(file: &Path) -> anyhow::Result<PathBuf> {
    let file = std::path::absolute(file)?;
    Ok(file.parent().map_or_else(PathBuf::new, Path::to_path_buf))
}

/// A folder for its owner alone, deleted at the end.
fn private_folder(prefix: &str, beside: &Path) -> std::io::Result<tempfile::TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.tempdir_in(beside)
}

fn tell(manifest: &Manifest, as_json: bool, mut told: serde_json::Value, place: &str) -> anyhow::Result<()> {
    let contexts = manifest.files.len().saturating_sub(1);
    if !as_json {
        let noun = if contexts == 1 { "context" } else { "contexts" };
        return output::line(&format!("{contexts} {noun}, {} bytes, {place}", manifest.bytes()));
    }
    told["contexts"] = json!(contexts);
    told["bytes"] = json!(manifest.bytes());
    told["takenAt"] = json!(manifest.taken_at);
    output::json(&told)
}

/// Runs `restore`.
pub(crate) fn restore(arguments: &RestoreArguments) -> anyhow::Result<Exit> {
    let target = match &arguments.into {
        Some(folder) => folder.clone(),
        None => arguments.data.folder()?,
    };
    let target = std::path::absolute(target)?;
    refuse_furnished(&target)?;
    let beside = folder_of(&target)?;
    std::fs::create_dir_all(&beside).with_context(|| format!("cannot make {}", beside.display()))?;
    // A link to an empty folder stays a link.
    let target = if target.exists() { target.canonicalize()? } else { target };
    let beside = folder_of(&target)?;
    let cannot = || format!("cannot write to {}", beside.display());
    let staging = private_folder(".quintet-restore-", &beside).with_context(cannot)?;
    let manifest = if arguments.file.as_os_str() == STREAM {
        archive::read(std::io::stdin().lock(), staging.path())?
    } else {
        let file = File::open(&arguments.file).map_err(|error| InputError::of(&arguments.file, error))?;
        archive::read(BufReader::new(file), staging.path())?
    };
    let settled = settle(staging.path(), arguments.erasures.as_deref())?;
    put_in_place(staging, &target)?;
    let told = json!({ "folder": target, "rows": settled.rows, "purged": settled.purged, "dropped": settled.dropped });
    let place = format!("{} rows read and found sound, now in {}", settled.rows, target.display());
    tell(&manifest, arguments.json, told, &place)?;
    if arguments.erasures.is_some() && !arguments.json {
        output::line(&format!("purged again: {} memories, {} contexts", settled.purged, settled.dropped))?;
    }
    Ok(Exit::Ok)
}

/// Only a folder that holds nothing is replaced.
fn refuse_furnished(target: &Path) -> anyhow::Result<()> {
    let furnished = match std::fs::read_dir(target) {
        Ok(mut entries) => entries.next().is_some(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => std::fs::symlink_metadata(target).is_ok(),
        Err(error) => return Err(InputError::of(target, error).into()),
    };
    if furnished {
        let told =
            format!("{} is not empty; restore into another folder with --into, or move it away", target.display());
        return Err(TakenError(told).into());
    }
    Ok(())
}

/// The place to restore to is taken.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct TakenError(String);

/// What was done with a restored folder before anybody sees it.
struct Settled {
    rows: u64,
    purged: usize,
    dropped: usize,
}

/// Purges what a later state does not have, and reads every record.
fn settle(folder: &Path, later: Option<&Path>) -> anyhow::Result<Settled> {
    let gone = later.map(|later| {
        if RecordFile::Control.path(later).exists() {
            return Ok(EmbeddedStore::purged_since(folder, later)?);
        }
        let what = format!("the data folder {}", later.display());
        Err(anyhow::Error::new(InputError::Missing { what }))
    });
    let gone = gone.transpose()?.unwrap_or_default();
    let store = EmbeddedStore::open(folder, EmbeddedOptions::default())?;
    let engine = wire::assemble(Arc::new(store), Arc::new(SystemClock::new()), None, None);
    gone.contexts.iter().try_for_each(|id| engine.drop_context(id))?;
    let mut settled = Settled { rows: 0, purged: 0, dropped: gone.contexts.len() };
    for (context, ids) in gone.memories {
        settled.purged += ids.len();
        purge(&engine, &context, ids)?;
    }
    for spec in engine.contexts()? {
        let report = engine.verify(&spec.id)?;
        settled.rows += report.rows;
        if let Some(fault) = report.faults.first() {
            let detail = format!("context '{}': {}: {}", spec.id, fault.place, fault.detail);
            return Err(StoreError::Corrupt { what: "the backup".to_owned(), detail }.into());
        }
    }
    engine.flush()?;
    Ok(settled)
}

fn purge(engine: &Engine, context: &ContextId, ids: Vec<MemoryId>) -> anyhow::Result<()> {
    let filter = Filter::everything();
    let request = ForgetRequest { mode: ForgetMode::Purge, ..ForgetRequest::new(Forget::Ids(ids), filter) };
    let receipt = engine.forget_matching(context, &request)?;
    if receipt.complete {
        return Ok(());
    }
    Err(anyhow::anyhow!("context '{context}': what was purged could not be taken out of the files"))
}

/// Gives the folder its name.
fn put_in_place(staging: tempfile::TempDir, target: &Path) -> anyhow::Result<()> {
    let context = || format!("cannot put {} in place", target.display());
    if target.exists() {
        // Fails where something came into it meanwhile.
        std::fs::remove_dir(target).with_context(context)?;
    }
    std::fs::rename(staging.path(), target).with_context(context)?;
    // It has another name now.
    drop(staging.keep());
    #[cfg(unix)]
    if let Some(parent) = target.parent() {
        File::open(parent)?.sync_all()?;
    }
    Ok(())
}
