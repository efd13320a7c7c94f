//! The look at a folder after a kill: opens it, compares it with the ledger, and closes it again.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use quintet::ports::Clock;

use super::draw::Draw;
use super::ledger::{Ledger, Verdict};
use super::{found, rig};

/// Time for one look, at most. One that takes longer hangs.
const CHECK_MAX: Duration = Duration::from_secs(300);

/// What a look came to.
pub(super) struct Checked {
    /// The ledger, settled.
    pub(super) ledger: Ledger,
    /// What became of what was on its way, and what is wrong.
    pub(super) verdict: Verdict,
    /// Microseconds until the folder was open and its context loaded.
    pub(super) recovery_us: u64,
}

/// Looks at a folder, on a thread of its own, so that a panic or a standstill of the engine is a finding like any other.
///
/// # Errors
/// Why nothing can be said about what is there.
pub(super) fn check(folder: PathBuf, clock: Arc<dyn Clock>, ledger: Ledger, draw: Draw) -> Result<Checked, String> {
    let (result, finished) = channel();
    std::thread::Builder::new()
        .name("check".to_owned())
        .spawn(move || drop(result.send(look(&folder, clock, ledger, &draw))))
        .map_err(|error| format!("starting a thread: {error}"))?;
    match finished.recv_timeout(CHECK_MAX) {
        Ok(checked) => checked,
        Err(RecvTimeoutError::Disconnected) => Err("the check panicked".to_owned()),
        Err(RecvTimeoutError::Timeout) => Err(format!("the check took more than {CHECK_MAX:?}")),
    }
}

fn look(folder: &std::path::Path, clock: Arc<dyn Clock>, mut ledger: Ledger, draw: &Draw) -> Result<Checked, String> {
    let begin_us = clock.monotonic_us();
    let engine = rig::open(folder, Arc::clone(&clock), draw.bits()).map_err(|error| format!("opening: {error}"))?;
    let loaded = engine.context_store(&rig::context());
    let recovery_us = clock.monotonic_us().saturating_sub(begin_us);
    // That there is no context is for the ledger to judge.
    drop(loaded);
    let found = found::inspect(&engine, &ledger.gone())?;
    let fresh = ledger.fresh();
    let mut verdict = ledger.settle(&found);
    if found.context {
        verdict.faults.extend(found::recall(&engine, &fresh, &ledger.live(), &ledger.forgotten(), draw));
    }
    // Half of the next writers find a folder that was left in order, half one whose traces were not written.
    if draw.percent(50) {
        engine.flush().map_err(|error| format!("flush: {error}"))?;
    }
    Ok(Checked { ledger, verdict, recovery_us })
}
