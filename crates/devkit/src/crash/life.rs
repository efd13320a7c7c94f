//! The life of one writer process, from its start to the kill.
//!
//! Must not know: what the lines mean for the data.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use quintet::ports::Clock;

use super::lines::Line;
use super::writer::Load;

/// Time for a writer to open the folder, at most. A writer that takes longer hangs.
const START_MAX: Duration = Duration::from_secs(120);

/// When a writer is killed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kill {
    /// Microseconds to live.
    pub(super) after_us: u64,
    /// Counted from its start; else from its first line, so that it has opened the folder.
    pub(super) from_start: bool,
}

/// What a dead writer said: its whole lines, in order.
pub(super) type Said = Vec<Line>;

/// Starts a writer, kills it, and reads what it said.
///
/// # Errors
/// When it cannot be started, ends by itself, never says anything, or says what is no line. What it said before goes with
/// the error.
pub(super) fn live(
    program: &Path,
    folder: &Path,
    load: &Load,
    kill: Kill,
    clock: &dyn Clock,
) -> (Said, Result<(), String>) {
    let mut child = match command(program, folder, load).spawn() {
        Ok(child) => child,
        Err(error) => return (Vec::new(), Err(format!("the writer cannot be started: {error}"))),
    };
    let (texts, heard) = channel();
    let reader =
        child.stdout.take().map(|stdout| std::thread::spawn(move || read(stdout, &|line| texts.send(line).is_ok())));
    let mut said = Vec::new();
    let waited = wait(&heard, kill, clock, &mut said);
    let ended = end(&mut child);
    // The pipe is at its end now, but for lines that nobody has fetched yet.
    said.extend(heard.iter());
    if let Some(reader) = reader {
        drop(reader.join());
    }
    let mut lines = Vec::new();
    for text in said {
        match text.parse::<Line>() {
            Ok(line) => lines.push(line),
            Err(reason) => return (lines, Err(reason)),
        }
    }
    (lines, ended.and(waited))
}

fn command(program: &Path, folder: &Path, load: &Load) -> Command {
    let mut command = Command::new(program);
    command.arg("write").arg("--data").arg(folder);
    command.args(["--seed", &load.seed.to_string(), "--life", &load.life.to_string()]);
    command.args(["--settled", &load.settled.to_string()]);
    if let Some(control) = load.control {
        command.args(["--negative", control.as_str()]);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    command
}

/// Hands on every line that has its end.
fn read(stdout: impl Read, hand_on: &dyn Fn(String) -> bool) {
    let mut stdout = BufReader::new(stdout);
    let mut bytes = Vec::new();
    while stdout.read_until(b'\n', &mut bytes).is_ok() && bytes.pop() == Some(b'\n') {
        if !hand_on(String::from_utf8_lossy(&bytes).into_owned()) {
            return;
        }
        bytes.clear();
    }
}

/// Listens until it is time.
fn wait(heard: &Receiver<String>, kill: Kill, clock: &dyn Clock, said: &mut Vec<String>) -> Result<(), String> {
    if !kill.from_start {
        match heard.recv_timeout(START_MAX) {
            Ok(line) => said.push(line),
            Err(RecvTimeoutError::Disconnected) => return Err("the writer ended without a word".to_owned()),
            Err(RecvTimeoutError::Timeout) => return Err(format!("the writer said nothing for {START_MAX:?}")),
        }
    }
    let until_us = clock.monotonic_us().saturating_add(kill.after_us);
    loop {
        let left_us = until_us.saturating_sub(clock.monotonic_us());
        if left_us == 0 {
            return Ok(());
        }
        match heard.recv_timeout(Duration::from_micros(left_us)) {
            Ok(line) => said.push(line),
            Err(RecvTimeoutError::Timeout) => return Ok(()),
            Err(RecvTimeoutError::Disconnected) => return Err("the writer ended by itself".to_owned()),
        }
    }
}

fn end(child: &mut Child) -> Result<(), String> {
    child.kill().map_err(|error| format!("the writer cannot be killed: {error}"))?;
    let status = child.wait().map_err(|error| format!("the writer's end cannot be seen: {error}"))?;
    if was_killed(status) { Ok(()) } else { Err(format!("the writer ended by itself: {status}")) }
}

#[cfg(unix)]
fn was_killed(status: ExitStatus) -> bool {
    /// SIGKILL, the same number on every Unix.
    const KILL: i32 = 9;
    std::os::unix::process::ExitStatusExt::signal(&status) == Some(KILL)
}

#[cfg(not(unix))]
fn was_killed(status: ExitStatus) -> bool {
    !status.success()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    #[test]
    fn half_a_line_says_nothing() {
        let said = RefCell::new(Vec::new());
        let hear = |line: String| {
            said.borrow_mut().push(line);
            true
        };
        read(b"ready\nack 1.2.3 forgotten -\nack 1.2.4 forgo".as_slice(), &hear);
        assert_eq!(*said.borrow(), ["ready", "ack 1.2.3 forgotten -"]);
    }
}
