//! Who serves a data folder: a file in it that says where, for programs on the same machine that find the folder taken.
//!
//! The file is written by whoever holds the folder's lock and is believed only while the lock is held: what a killed process left
//! behind names a port that anybody may have by now. It holds no key, but where the key is.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{ErrorKind, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

/// The file, in the data folder.
const FILE: &str = "server.json";
/// The file that is locked while a process has the folder open; the store's own.
const LOCK: &str = "lock";

/// Where a server's admin key is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum KeySource {
    /// In the environment that it was started with.
    Environment,
    /// In the data folder.
    File,
}

/// What the file says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Found {
    /// Where it listens, as this machine reaches it.
    pub(crate) url: String,
    /// Where its admin key is.
    pub(crate) key: KeySource,
}

/// The file while the server runs; taken away at its end.
pub(crate) struct Notice {
    file: PathBuf,
}

impl Notice {
    /// Writes it. The caller holds the folder.
    pub(crate) fn put(data: &Path, address: SocketAddr, key: KeySource) -> anyhow::Result<Self> {
        let file = data.join(FILE);
        let found = Found { url: format!("http://{}", near(address)), key };
        // What an earlier process left behind goes: it would keep its mode and perhaps its readers.
        match std::fs::remove_file(&file) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(anyhow::Error::new(error).context(format!("cannot replace {}", file.display())));
            }
            _ => {}
        }
        let bytes = serde_json::to_vec(&found)?;
        write_private(&file, &bytes).with_context(|| format!("cannot write {}", file.display()))?;
        Ok(Self { file })
    }
}

impl Drop for Notice {
    fn drop(&mut self) {
        // It is believed only while the folder is held, so that one that stays does no harm.
        drop(std::fs::remove_file(&self.file));
    }
}

/// An address that listens everywhere, as this machine reaches it.
fn near(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// True while a process has the folder open.
pub(crate) fn is_held(data: &Path) -> bool {
    let Ok(file) = File::open(data.join(LOCK)) else { return false };
    // The lock goes with the file at the end of this function.
    matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// What is said of the server of a folder that is held; `None` when it says nothing (yet).
pub(crate) fn find(data: &Path) -> Option<Found> {
    let text = std::fs::read_to_string(data.join(FILE)).ok()?;
    serde_json::from_str(&text).ok()
}

/// Writes a new file that its owner alone reads.
pub(crate) fn write_private(file: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let mut file = options.open(file)?;
    file.write_all(bytes)?;
    Ok(file.sync_all()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_is_found_until_it_goes() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE), "left behind").unwrap();
        assert_eq!(find(folder.path()), None);
        let notice = Notice::put(folder.path(), "0.0.0.0:9090".parse().unwrap(), KeySource::File).unwrap();
        let found = Found { url: "http://127.0.0.1:9090".to_owned(), key: KeySource::File };
        assert_eq!(find(folder.path()), Some(found));
        assert!(!is_held(folder.path()), "nobody has the folder open");
        drop(notice);
        assert_eq!(find(folder.path()), None);
    }
}
