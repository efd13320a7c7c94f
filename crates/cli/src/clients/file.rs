//! A client's file: read whole, replaced whole, with the text as it was kept beside it.
//!
//! Must not know: what is in it.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::ClientError;
use crate::wire::InputError;

/// Longest file that is changed, in bytes. Chosen: clients that keep their state in it reach some MiB.
const LEN_MAX: u64 = 64 << 20;
/// What is added to the name of the text as it was.
const BACKUP: &str = ".quintet-backup";

/// A file as it was read.
#[derive(Debug)]
pub(super) struct Source {
    /// Where it is named.
    pub(super) path: PathBuf,
    /// Where it is: behind links.
    real: PathBuf,
    /// What is in it; `None` where there is no file.
    pub(super) text: Option<String>,
}

impl Source {
    /// Reads it.
    ///
    /// # Errors
    /// [`InputError`] when it cannot be read; [`ClientError`] when it is no text or a link that leads nowhere.
    pub(super) fn read(path: &Path) -> anyhow::Result<Self> {
        let path = std::path::absolute(path)?;
        let real = match fs::canonicalize(&path) {
            Ok(real) => real,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                if fs::symlink_metadata(&path).is_ok() {
                    return Err(ClientError::Unusable { path, reason: "it is a link that leads nowhere" }.into());
                }
                return Ok(Self { real: path.clone(), path, text: None });
            }
            Err(error) => return Err(InputError::of(&path, error).into()),
        };
        let text = Some(read(&path, &real)?);
        Ok(Self { path, real, text })
    }

    /// What is in it, or nothing.
    pub(super) fn said(&self) -> &str {
        self.text.as_deref().unwrap_or_default()
    }

    /// The text as it was, where it was kept.
    pub(super) fn kept(&self) -> anyhow::Result<Option<String>> {
        let backup = self.backup();
        if fs::symlink_metadata(&backup).is_ok_and(|found| found.is_file()) {
            return read(&backup, &backup).map(Some);
        }
        Ok(None)
    }

    /// Where the text as it was is kept.
    pub(super) fn backup(&self) -> PathBuf {
        let mut name = self.path.file_name().map_or_else(OsString::new, OsString::from);
        name.push(BACKUP);
        self.path.with_file_name(name)
    }

    /// Keeps what is in it, where there is something.
    pub(super) fn keep(&self) -> anyhow::Result<()> {
        let Some(text) = &self.text else { return Ok(()) };
        let backup = self.backup();
        replace(&backup, text, mode_of(&self.real).unwrap_or(0o600))
    }

    /// Forgets what was kept.
    pub(super) fn forget_kept(&self) -> anyhow::Result<()> {
        match fs::remove_file(self.backup()) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(anyhow::Error::new(error).context(format!("cannot delete {}", self.backup().display())))
            }
            _ => Ok(()),
        }
    }

    /// Puts another text in, under the mode that the file has; `mode` is that of a new one.
    pub(super) fn replace(&self, text: &str, mode: u32) -> anyhow::Result<()> {
        self.refuse_changed()?;
        if let Some(folder) = self.real.parent() {
            fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        }
        replace(&self.real, text, mode_of(&self.real).unwrap_or(mode))
    }

    /// Deletes it.
    pub(super) fn delete(&self) -> anyhow::Result<()> {
        self.refuse_changed()?;
        fs::remove_file(&self.real).with_context(|| format!("cannot delete {}", self.path.display()))
    }

    /// Clients write these files, too: what they wrote since the file was read is not lost.
    fn refuse_changed(&self) -> anyhow::Result<()> {
        let now = Self::read(&self.path)?;
        if now.text == self.text && now.real == self.real {
            return Ok(());
        }
        let path = self.path.clone();
        Err(ClientError::Unusable { path, reason: "it was changed by another program just now; try again" }.into())
    }
}

fn read(path: &Path, real: &Path) -> anyhow::Result<String> {
    let unreadable = |error| InputError::of(path, error);
    // A pipe would wait for ever.
    if !fs::metadata(real).map_err(unreadable)?.is_file() {
        return Err(ClientError::Unusable { path: path.to_owned(), reason: "it is no file" }.into());
    }
    let mut bytes = Vec::new();
    File::open(real).and_then(|file| file.take(LEN_MAX + 1).read_to_end(&mut bytes)).map_err(unreadable)?;
    if bytes.len() as u64 > LEN_MAX {
        return Err(ClientError::Unusable { path: path.to_owned(), reason: "it is longer than 64 MiB" }.into());
    }
    let no_text = |_| ClientError::Unusable { path: path.to_owned(), reason: "it is no UTF-8 text" };
    Ok(String::from_utf8(bytes).map_err(no_text)?)
}

/// Replaces a file as a whole: after a crash there is the old one or the new one.
fn replace(path: &Path, text: &str, mode: u32) -> anyhow::Result<()> {
    let context = || format!("cannot write {}", path.display());
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".quintet-").tempfile_in(folder).with_context(context)?;
    file.write_all(text.as_bytes()).with_context(context)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.as_file().set_permissions(fs::Permissions::from_mode(mode)).with_context(context)?;
    }
    #[cfg(not(unix))]
    let _ = mode;
    file.as_file().sync_all().with_context(context)?;
    file.persist(path).with_context(context)?;
    Ok(())
}

#[cfg(unix)]
fn mode_of(path: &Path) -> Option<u32> {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).ok().map(|found| found.permissions().mode() & 0o7777)
}

#[cfg(not(unix))]
fn mode_of(_: &Path) -> Option<u32> {
    None
}
