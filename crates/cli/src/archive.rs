//! A backup as one file: a tar whose first entry says what follows, with the size and the SHA-256 of each.
//!
//! Nothing in an archive decides where anything is written: a name is looked up among the few that a data folder has, and whatever
//! is not exactly what the manifest lists is refused. Must not know: the store, the command line.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

use quintet::store::embedded::RecordFile;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tar::{Archive, Builder, Entry, EntryType, Header};

/// What stands in every manifest.
const FORMAT: &str = "quintet-backup";
/// The version that is written, and the highest that is read.
const VERSION: u32 = 1;
/// The first entry.
const MANIFEST: &str = "manifest.json";
/// Longest manifest that is read, in bytes. Chosen: some 100,000 contexts.
const MANIFEST_LEN_MAX: u64 = 32 << 20;
/// Bytes read at a time. Chosen.
const CHUNK: usize = 128 * 1024;
/// What backups hold beside the manifest, for their owner alone.
const MODE: u32 = 0o600;

/// Why an archive is not taken.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ArchiveError {
    /// It is something else.
    #[error("it is no backup of quintet")]
    Other,
    /// A newer program wrote it.
    #[error("the backup has version {found}, this program reads up to {VERSION}; use a newer quintet")]
    Newer {
        /// Its version.
        found: u32,
    },
    /// It is not what it says.
    #[error("the backup is damaged: {0}; nothing was restored")]
    Damaged(String),
}

/// What a backup says of itself.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Manifest {
    format: String,
    version: u32,
    /// The version of the program that wrote it.
    program: String,
    /// When it was taken, RFC 3339 in UTC.
    pub(crate) taken_at: String,
    /// What follows, in order.
    pub(crate) files: Vec<Listed>,
}

/// One file of a backup.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Listed {
    name: String,
    /// Its length.
    pub(crate) bytes: u64,
    /// In hexadecimal digits.
    sha256: String,
}

impl Manifest {
    /// Bytes of all files.
    pub(crate) fn bytes(&self) -> u64 {
        self.files.iter().fold(0, |sum, file| sum.saturating_add(file.bytes))
    }

    /// The files of a manifest by name; each is one that a data folder has, none stands twice.
    fn checked(&self) -> Result<BTreeMap<&str, (RecordFile, &Listed)>, ArchiveError> {
        let mut files = BTreeMap::new();
        let mut folded = std::collections::BTreeSet::new();
        for listed in &self.files {
            let name = listed.name.as_str();
            let file =
                RecordFile::named(name).ok_or_else(|| damaged(format!("{name:?} is no file of a data folder")))?;
            // Two names that differ in case alone are one file to some systems.
            if !folded.insert(name.to_lowercase()) {
                return Err(damaged(format!("{name:?} stands in it twice")));
            }
            files.insert(name, (file, listed));
        }
        if !files.contains_key(RecordFile::Control.name().as_str()) {
            return Err(damaged("the list of contexts is missing".to_owned()));
        }
        Ok(files)
    }
}

fn damaged(reason: String) -> ArchiveError {
    ArchiveError::Damaged(reason)
}

/// Packs files of a folder. Returns what was said of them.
pub(crate) fn write(
    out: impl Write,
    folder: &Path,
    files: &[RecordFile],
    taken_at: String,
) -> anyhow::Result<Manifest> {
    let mut listed = Vec::with_capacity(files.len());
    for file in files {
        let mut bytes = File::open(file.path(folder))?;
        let (length, sha256) = poured(&mut bytes, &mut io::sink())?;
        listed.push(Listed { name: file.name(), bytes: length, sha256 });
    }
    let program = env!("CARGO_PKG_VERSION").to_owned();
    let manifest = Manifest { format: FORMAT.to_owned(), version: VERSION, program, taken_at, files: listed };
    let text = serde_json::to_vec_pretty(&manifest)?;
    let mut builder = Builder::new(out);
    builder.append(&header(MANIFEST, text.len() as u64)?, text.as_slice())?;
    for (file, listed) in files.iter().zip(&manifest.files) {
        builder.append(&header(&listed.name, listed.bytes)?, File::open(file.path(folder))?)?;
    }
    builder.into_inner()?.flush()?;
    Ok(manifest)
}

fn header(name: &str, length: u64) -> io::Result<Header> {
    let mut header = Header::new_gnu();
    header.set_path(name)?;
    header.set_entry_type(EntryType::Regular);
    header.set_mode(MODE);
    header.set_size(length);
    header.set_cksum();
    Ok(header)
}

/// Unpacks an archive into an empty folder of its own. Every byte was checked when this returns; the caller deletes the folder when
/// it fails.
pub(crate) fn read(input: impl Read, folder: &Path) -> anyhow::Result<Manifest> {
    let mut archive = Archive::new(input);
    let mut entries = archive.entries()?.raw(true);
    let first = entries.next().and_then(Result::ok).ok_or(ArchiveError::Other)?;
    let manifest = manifest(first)?;
    let mut left = manifest.checked()?;
    for entry in entries {
        let mut entry = entry.map_err(|_| damaged("an entry cannot be read".to_owned()))?;
        let name = plain_name(&entry)?;
        let Some((file, listed)) = left.remove(name.as_str()) else {
            return Err(damaged(format!("{name:?} is not in its list, or stands in it twice")).into());
        };
        if entry.size() != listed.bytes {
            return Err(damaged(format!("{name} has another size than is said")).into());
        }
        let path = file.path(folder);
        make_private_folder(path.parent().unwrap_or(folder))?;
        let mut out = new_private(&path)?;
        let (length, sha256) = poured(&mut entry, &mut out)?;
        if length != listed.bytes || sha256 != listed.sha256 {
            return Err(damaged(format!("{name} has another content than is said")).into());
        }
        out.sync_all()?;
    }
    match left.keys().next() {
        Some(name) => Err(damaged(format!("{name} is missing")).into()),
        None => Ok(manifest),
    }
}

/// The name of an entry that is a file and nothing but a file.
fn plain_name<R: Read>(entry: &Entry<'_, R>) -> Result<String, ArchiveError> {
    let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
    if entry.header().entry_type() == EntryType::Regular {
        return Ok(name);
    }
    Err(damaged(format!("{name:?} is no file")))
}

fn manifest<R: Read>(entry: Entry<'_, R>) -> Result<Manifest, ArchiveError> {
    if plain_name(&entry).is_err()
        || entry.path_bytes().as_ref() != MANIFEST.as_bytes()
        || entry.size() > MANIFEST_LEN_MAX
    {
        return Err(ArchiveError::Other);
    }
    let mut text = Vec::new();
    entry.take(MANIFEST_LEN_MAX).read_to_end(&mut text).map_err(|_| ArchiveError::Other)?;
    let said: serde_json::Value = serde_json::from_slice(&text).map_err(|_| ArchiveError::Other)?;
    if said["format"] != FORMAT {
        return Err(ArchiveError::Other);
    }
    // A newer one may say things that this program does not know.
    if let Some(found) = said["version"].as_u64().and_then(|found| u32::try_from(found).ok())
        && found > VERSION
    {
        return Err(ArchiveError::Newer { found });
    }
    serde_json::from_value(said).map_err(|error| damaged(format!("its list cannot be read: {error}")))
}

/// Copies everything; how many bytes, and their SHA-256.
fn poured(from: &mut impl Read, to: &mut impl Write) -> io::Result<(u64, String)> {
    let (mut buffer, mut sum, mut length) = (vec![0; CHUNK], Sha256::new(), 0);
    loop {
        let n = from.read(&mut buffer)?;
        let Some(part) = buffer.get(..n).filter(|part| !part.is_empty()) else { break };
        sum.update(part);
        to.write_all(part)?;
        length += n as u64;
    }
    let digits = |byte: &u8| [byte >> 4, byte & 15].map(|digit| char::from_digit(u32::from(digit), 16).unwrap_or('0'));
    Ok((length, sum.finalize().iter().flat_map(digits).collect()))
}

fn make_private_folder(path: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

fn new_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, MODE);
    options.open(path)
}
