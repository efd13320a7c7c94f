//! What `quintet doctor` looks at around the records: who may read them, room on the disk, the process that serves them, its port,
//! the clock, settings.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use quintet::model::Micros;
use quintet::ports::Clock;

use super::{Told, fine, warn};
use crate::config::{self, Config};
use crate::discovery;
use crate::wire::{SystemClock, UsageError};

/// Least room on a disk, in bytes: below it a write may fail half way through a batch. Chosen: a rewrite of some 100,000 memories.
const ROOM_LEAST: u64 = 512 << 20;
/// Share of a disk below which file systems get slow and other programs fail, in percent, and the room that is enough whatever the
/// share. Chosen.
const ROOM_PERCENT: u64 = 5;
const ROOM_ENOUGH: u64 = 10 << 30;
/// How far a file may be ahead of the clock, in microseconds: file systems elsewhere have clocks of their own. Chosen.
const AHEAD_US_MAX: i64 = 300_000_000;
/// No clock that is right is before the first release: 2026-01-01, in microseconds.
const FIRST_RELEASE: Micros = Micros(1_767_225_600_000_000);
/// Time that a server gets to answer.
const ANSWER_WAIT: Duration = Duration::from_secs(5);

/// Files of a data folder and those that settings name keys in are for their owner alone.
#[cfg(unix)]
pub(super) fn permissions(data: &Path, config: &Config) -> anyhow::Result<Told> {
    let mut keys: Vec<PathBuf> = Vec::new();
    for setting in config::ALL.iter().filter(|setting| setting.key.ends_with("key_file")) {
        keys.extend(config.given(setting).first().map(|given| PathBuf::from(&given.text)));
    }
    let records = record_files(data);
    let own = [data.join("admin.key"), data.join("server.json")];
    for file in records.iter().chain(&own).chain(&keys) {
        if let Some(mode) = loose(file) {
            anyhow::bail!("others may read {path} (mode {mode:o}); chmod 600 {path}", path = file.display());
        }
    }
    match loose(data) {
        Some(mode) if records.is_empty() => {
            warn(format!("others may look into {path} (mode {mode:o}); chmod 700 {path}", path = data.display()))
        }
        Some(mode) => {
            anyhow::bail!("others may look into {path} (mode {mode:o}); chmod 700 {path}", path = data.display())
        }
        None if data.exists() => fine("data folder and key files are for their owner alone"),
        None => fine("nothing is there yet"),
    }
}

#[cfg(not(unix))]
pub(super) fn permissions(_: &Path, _: &Config) -> anyhow::Result<Told> {
    fine("left to the system")
}

/// The mode of a file that others than its owner may do something with.
#[cfg(unix)]
fn loose(path: &Path) -> Option<u32> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(path).ok()?.permissions().mode() & 0o777;
    (mode & 0o077 != 0).then_some(mode)
}

/// The databases of a data folder that are there, and their logs.
fn record_files(data: &Path) -> Vec<PathBuf> {
    let contexts = std::fs::read_dir(data.join("contexts")).into_iter().flatten().flatten();
    let databases = contexts.map(|entry| entry.path().join("memory.db")).chain([data.join("control.db")]);
    let mut files: Vec<PathBuf> =
        databases.flat_map(|file| [file.with_extension("db-wal"), file]).filter(|file| file.exists()).collect();
    files.sort_unstable();
    files
}

/// There is room on the disk of the folder, or of the one that it will be made in.
#[cfg(unix)]
pub(super) fn disk(data: &Path) -> anyhow::Result<Told> {
    let data = std::path::absolute(data)?;
    let Some(place) = data.ancestors().find(|folder| folder.exists()) else { return fine("no disk is known") };
    let found = rustix::fs::statvfs(place)?;
    room(found.f_bavail.saturating_mul(found.f_frsize), found.f_blocks.saturating_mul(found.f_frsize))
}

#[cfg(not(unix))]
pub(super) fn disk(_: &Path) -> anyhow::Result<Told> {
    fine("left to the system")
}

#[cfg(unix)]
fn room(free: u64, total: u64) -> anyhow::Result<Told> {
    let told = format!("{} MiB of {} MiB are free", free >> 20, total >> 20);
    if free < ROOM_LEAST {
        anyhow::bail!("{told}; free some space: below {} MiB writes may fail", ROOM_LEAST >> 20);
    }
    if free < ROOM_ENOUGH && free < total / 100 * ROOM_PERCENT {
        return warn(format!("{told}, less than {ROOM_PERCENT} %; free some space"));
    }
    fine(told)
}

/// Whoever has the folder answers.
pub(super) fn server(data: &Path, is_held: bool) -> anyhow::Result<Told> {
    let found = discovery::find(data);
    if !is_held {
        return fine(match found {
            Some(_) => "none runs; what one left behind when it was killed does no harm",
            None => "none runs",
        });
    }
    let Some(found) = found else {
        return warn(
            "a process has the data folder and serves nobody: a command at work, or a server that only starts",
        );
    };
    let status = ready(&found.url);
    match status {
        Ok(200) => fine(format!("one answers at {}", found.url)),
        Ok(status) => {
            anyhow::bail!("{} has the data folder and answers with status {status}; look at its log", found.url)
        }
        Err(error) => {
            anyhow::bail!(
                "{} has the data folder and does not answer: {error}; stop that process and start it anew",
                found.url
            )
        }
    }
}

/// The status of a server's readiness.
fn ready(url: &str) -> anyhow::Result<u16> {
    let address: SocketAddr = url.trim_start_matches("http://").parse()?;
    let mut stream = TcpStream::connect_timeout(&address, ANSWER_WAIT)?;
    stream.set_read_timeout(Some(ANSWER_WAIT))?;
    stream.set_write_timeout(Some(ANSWER_WAIT))?;
    stream.write_all(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
    let mut start = [0; 12];
    stream.read_exact(&mut start)?;
    let status = std::str::from_utf8(&start).ok().and_then(|start| start.strip_prefix("HTTP/1.1 "));
    Ok(status.ok_or_else(|| anyhow::anyhow!("it speaks no HTTP"))?.parse()?)
}

/// The port that `serve` would take is free, or taken by the server of this folder.
pub(super) fn port(data: &Path, is_held: bool, config: &Config) -> anyhow::Result<Told> {
    let given = config::named("server.listen").and_then(|setting| config.given(setting).first());
    let Some(address) = given.and_then(|given| given.text.parse::<SocketAddr>().ok()) else {
        return warn("no address is set; give serve --listen");
    };
    let is_own =
        is_held && discovery::find(data).is_some_and(|found| found.url.ends_with(&format!(":{}", address.port())));
    match TcpListener::bind(address) {
        Ok(_) => fine(format!("{address} is free")),
        Err(_) if is_own => fine(format!("{address} is the server's")),
        Err(error) if error.kind() == ErrorKind::AddrInUse => {
            warn(format!("{address} is taken by another program; give serve another --listen"))
        }
        Err(error) => warn(format!("{address} cannot be listened at ({error}); give serve another --listen")),
    }
}

/// The clock is not before what was written already.
pub(super) fn clock(data: &Path) -> anyhow::Result<Told> {
    let now = SystemClock::new().now();
    let modified = record_files(data).into_iter().filter_map(|file| std::fs::metadata(file).ok()?.modified().ok());
    time(now, modified.map(micros).max())
}

fn micros(time: SystemTime) -> Micros {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    Micros(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
}

fn time(now: Micros, newest: Option<Micros>) -> anyhow::Result<Told> {
    if now < FIRST_RELEASE {
        anyhow::bail!("it says {now}, which is before this program was made; set the clock");
    }
    if let Some(newest) = newest.filter(|newest| newest.0.saturating_sub(now.0) > AHEAD_US_MAX) {
        anyhow::bail!("it says {now}, but records were written at {newest}; set the clock, or wait until then");
    }
    fine(format!("it says {now}"))
}

/// Files and variables say nothing wrong.
pub(super) fn settings(config: &Config) -> anyhow::Result<Told> {
    if !config.faults.is_empty() {
        return Err(UsageError(format!("{}; see quintet config check", config.faults.join("; "))).into());
    }
    let strange: Vec<String> =
        config::strange_variables().into_iter().map(|(name, meant)| format!("{name} is no setting{meant}")).collect();
    if !strange.is_empty() {
        return warn(strange.join("; "));
    }
    match config.files.as_slice() {
        [] => fine("no file; nothing is wrong"),
        files => {
            let files: Vec<String> = files.iter().map(|(_, file)| file.display().to_string()).collect();
            fine(format!("{}; nothing is wrong", files.join(", ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_warning(told: anyhow::Result<Told>) -> bool {
        matches!(told.unwrap(), Told::Warn(_))
    }

    #[cfg(unix)]
    #[test]
    fn room_is_judged_by_bytes_and_by_share() {
        let (mib, gib) = (1 << 20, 1 << 30);
        assert!(room(511 * mib, gib).unwrap_err().to_string().contains("free some space"));
        assert!(!is_warning(room(512 * mib, gib)));
        assert!(is_warning(room(600 * mib, 100 * gib)));
        assert!(!is_warning(room(10 * gib, 10_000 * gib)), "a share of a large disk says nothing");
    }

    #[test]
    fn a_clock_that_is_behind_its_records_is_told() {
        let now = Micros::parse("2026-12-01T00:00:00Z").unwrap();
        let day = 86_400_000_000;
        for (newest, is_right) in [(None, true), (Some(0), true), (Some(AHEAD_US_MAX), true), (Some(day), false)] {
            let newest = newest.map(|ahead| Micros(now.0 + ahead));
            assert_eq!(time(now, newest).is_ok(), is_right, "{newest:?}");
        }
        assert!(time(Micros(0), None).unwrap_err().to_string().contains("set the clock"));
        assert!(time(FIRST_RELEASE, None).is_ok() && FIRST_RELEASE.to_string().starts_with("2026-01-01T00:00:00"));
    }
}
