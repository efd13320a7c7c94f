//! The cycles: write, kill, look.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use quintet::ports::Clock;

use super::check;
use super::draw::Draw;
use super::ledger::Ledger;
use super::life::{self, Kill};
use super::writer::{Control, Load};

/// Cycles that one folder lives through. More would make each look slower, since everything is compared each time.
pub const ERA: u32 = 25;
/// Shortest life of a writer, in milliseconds.
const WINDOW_MIN_MS: u64 = 5;
/// Kills in one cycle, at most: the writer's, and those of writers that were recovering the folder.
const KILLS_MAX: u32 = 4;
/// Cycles, out of a hundred, in which recovery is killed, too.
const RECOVERY_SHARE: u64 = 30;
/// Cycles, out of a hundred, in which the first writer is killed without waiting for its first line.
const BLIND_SHARE: u64 = 10;

/// What to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The program that writes when it is called with `write`.
    pub program: PathBuf,
    /// Where data folders are made: one for each era, deleted when it ended well.
    pub folder: PathBuf,
    /// The first cycle; moved back to the beginning of its era.
    pub first: u32,
    /// Cycles to run.
    pub cycles: u32,
    /// Seed of all choices.
    pub seed: u64,
    /// Longest life of a writer, in milliseconds.
    pub window_ms: u64,
    /// Run a negative control: writers break a promise on purpose.
    pub control: Option<Control>,
}

/// A run without faults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Cycles.
    pub cycles: u32,
    /// Processes killed.
    pub kills: u64,
    /// Those of them that had not opened the folder yet.
    pub kills_early: u64,
    /// Calls acknowledged.
    pub writes: u64,
    /// Texts acknowledged.
    pub texts: u64,
    /// Forgettings acknowledged.
    pub forgotten: u64,
    /// Calls that were on their way and are wholly there.
    pub kept: u64,
    /// Calls that were on their way and are wholly absent.
    pub dropped: u64,
    /// The slowest opening after a kill, in microseconds.
    pub recovery_max_us: u64,
}

/// A run that found something.
#[derive(Clone, Debug)]
pub struct Failure {
    /// In which cycle.
    pub cycle: u32,
    /// What is wrong.
    pub faults: Vec<String>,
    /// The folder, left as it is.
    pub folder: PathBuf,
    /// Arguments that run the era again up to that cycle.
    pub replay: String,
    /// What went well before.
    pub before: Report,
}

/// Runs cycles until one of them finds a fault. `tell` hears of every era that ended.
///
/// # Errors
/// [`Failure`], with everything that is needed to look at it.
pub fn run(options: &Options, clock: &Arc<dyn Clock>, tell: &dyn Fn(&Report)) -> Result<Report, Box<Failure>> {
    let first = options.first - options.first % ERA;
    let mut report = Report::default();
    let mut ledger = Ledger::default();
    for cycle in first..first.saturating_add(options.cycles) {
        let era = cycle - cycle % ERA;
        let folder = options.folder.join(format!("era-{era}"));
        let fail = |faults: Vec<String>, report: &Report| {
            let control = options.control.map(|control| format!(" --negative {}", control.as_str()));
            Box::new(Failure {
                cycle,
                faults,
                folder: folder.clone(),
                replay: format!(
                    "run --seed {} --first {era} --cycles {} --window-ms {}{}",
                    options.seed,
                    cycle - era + 1,
                    options.window_ms,
                    control.unwrap_or_default()
                ),
                before: *report,
            })
        };
        if cycle == era {
            ledger = Ledger::default();
            std::fs::create_dir_all(&options.folder)
                .and_then(|()| std::fs::create_dir(&folder))
                .map_err(|error| fail(vec![format!("making {}: {error}", folder.display())], &report))?;
        }
        let round = Round { options, clock, cycle, folder: &folder };
        round.run(&mut ledger, &mut report).map_err(|faults| fail(faults, &report))?;
        report.cycles += 1;
        if cycle + 1 == era + ERA || report.cycles == options.cycles {
            tell(&report);
            std::fs::remove_dir_all(&folder)
                .map_err(|error| fail(vec![format!("deleting {}: {error}", folder.display())], &report))?;
        }
    }
    Ok(report)
}

/// One cycle.
struct Round<'a> {
    options: &'a Options,
    clock: &'a Arc<dyn Clock>,
    cycle: u32,
    folder: &'a Path,
}

impl Round<'_> {
    fn run(&self, ledger: &mut Ledger, report: &mut Report) -> Result<(), Vec<String>> {
        let draw = Draw::new(self.options.seed, &[u64::from(self.cycle)]);
        let before = ledger.acked();
        let window_us = (WINDOW_MIN_MS * 1_000, self.options.window_ms.max(WINDOW_MIN_MS) * 1_000);
        let again = if draw.percent(RECOVERY_SHARE) { draw.between(1, u64::from(KILLS_MAX) - 1) } else { 0 };
        for attempt in 0..=again as u32 {
            // A writer that only recovers is done with that early in the window.
            let from_start = attempt > 0 || draw.percent(BLIND_SHARE);
            let last_us = if from_start { window_us.1.div_ceil(3).max(window_us.0) } else { window_us.1 };
            let kill = Kill { after_us: draw.between(window_us.0, last_us), from_start };
            self.kill(attempt, kill, ledger, report)?;
        }
        let looked = check::check(self.folder.to_path_buf(), Arc::clone(self.clock), std::mem::take(ledger), draw);
        let checked = looked.map_err(|fault| vec![fault])?;
        *ledger = checked.ledger;
        if !checked.verdict.faults.is_empty() {
            return Err(checked.verdict.faults);
        }
        let acked = ledger.acked();
        report.writes += acked.writes - before.writes;
        report.texts += acked.texts - before.texts;
        report.forgotten += acked.forgotten - before.forgotten;
        report.kept += checked.verdict.kept;
        report.dropped += checked.verdict.dropped;
        report.recovery_max_us = report.recovery_max_us.max(checked.recovery_us);
        Ok(())
    }

    /// Lets one writer live and die.
    fn kill(&self, attempt: u32, kill: Kill, ledger: &mut Ledger, report: &mut Report) -> Result<(), Vec<String>> {
        let life = self.cycle * KILLS_MAX + attempt;
        // A writer that follows a killed one without a look in between cannot know what of it is there.
        let settled = if attempt == 0 { life } else { 0 };
        let load = Load { seed: self.options.seed, life, settled, control: self.options.control };
        let (said, ended) = life::live(&self.options.program, self.folder, &load, kill, self.clock.as_ref());
        report.kills += 1;
        report.kills_early += u64::from(said.is_empty());
        let mut faults: Vec<String> = said.into_iter().filter_map(|line| ledger.take(line).err()).collect();
        faults.extend(ended.err());
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }
}
