//! `crasher`: kills writers of an embedded store with SIGKILL and checks that nothing acknowledged is lost.
//!
//! `crasher run` watches; it calls itself as `crasher write`. See `quintet_devkit::crash`.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use quintet::model::Micros;
use quintet::ports::Clock;
use quintet_devkit::crash::{self, Control, Failure, Load, Options, Report};

const USAGE: &str =
    "usage: crasher run [--cycles N] [--seed S] [--window-ms MS] [--data DIR] [--negative CONTROL] [--first CYCLE]

  --cycles N            cycles of writing, killing and checking (200)
  --seed S              seed of all choices (1)
  --window-ms MS        longest life of a writer, 5 at least (500)
  --data DIR            where data folders are made (a new folder among the system's temporary files)
  --negative CONTROL    break a promise on purpose, which has to be found: ack-early acknowledges before writing,
                        torn-batch writes the texts of a batch one by one
  --first CYCLE         begin with the era of that cycle, to replay a failure (0)";
/// Faults that are printed, at most.
const FAULTS_SHOWN: usize = 20;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((verb, rest)) if verb == "run" => Arguments::read(rest).and_then(|arguments| run(&arguments)),
        Some((verb, rest)) if verb == "write" => Arguments::read(rest).and_then(|arguments| write(&arguments)),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(code) => code,
        Err(reason) => {
            drop(writeln!(io::stderr(), "{reason}"));
            ExitCode::FAILURE
        }
    }
}

/// `--name value` pairs.
struct Arguments(BTreeMap<String, String>);

impl Arguments {
    const NAMES: [&str; 8] = ["cycles", "seed", "window-ms", "data", "negative", "first", "life", "settled"];

    fn read(words: &[String]) -> Result<Self, String> {
        let mut pairs = BTreeMap::new();
        for pair in words.chunks(2) {
            let name = pair[0].strip_prefix("--").filter(|name| Self::NAMES.contains(name));
            match (name, pair.get(1)) {
                (Some(name), Some(value)) => pairs.insert(name.to_owned(), value.clone()),
                _ => return Err(format!("'{}' cannot be understood\n{USAGE}", pair.join(" "))),
            };
        }
        Ok(Self(pairs))
    }

    fn number(&self, name: &str, default: u64) -> Result<u64, String> {
        let Some(value) = self.0.get(name) else { return Ok(default) };
        value.parse().map_err(|_| format!("--{name}: '{value}' is no number\n{USAGE}"))
    }

    fn count(&self, name: &str, default: u32) -> Result<u32, String> {
        let number = self.number(name, u64::from(default))?;
        u32::try_from(number).map_err(|_| format!("--{name}: {number} is too large"))
    }

    fn data(&self) -> Option<PathBuf> {
        self.0.get("data").map(PathBuf::from)
    }

    fn control(&self) -> Result<Option<Control>, String> {
        let Some(name) = self.0.get("negative") else { return Ok(None) };
        Control::parse(name).map(Some).ok_or_else(|| format!("--negative: there is no control '{name}'\n{USAGE}"))
    }
}

fn write(arguments: &Arguments) -> Result<ExitCode, String> {
    let load = Load {
        seed: arguments.number("seed", 1)?,
        life: arguments.count("life", 0)?,
        settled: arguments.count("settled", 0)?,
        control: arguments.control()?,
    };
    let folder = arguments.data().ok_or("write needs --data")?;
    crash::write(&folder, Arc::new(SystemClock::start()), &load, io::stdout()).map_err(|error| error.to_string())?;
    // Only a fault makes a writer stop; it was said on standard output.
    Ok(ExitCode::FAILURE)
}

fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let temporary = std::env::temp_dir().join(format!("quintet-crasher-{}", std::process::id()));
    let options = Options {
        program: std::env::current_exe().map_err(|error| format!("the program's own path is unknown: {error}"))?,
        folder: arguments.data().unwrap_or_else(|| temporary.clone()),
        first: arguments.count("first", 0)?,
        cycles: arguments.count("cycles", 200)?,
        seed: arguments.number("seed", 1)?,
        window_ms: arguments.number("window-ms", 500)?,
        control: arguments.control()?,
    };
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::start());
    let begin_us = clock.monotonic_us();
    let seconds = |clock: &dyn Clock| clock.monotonic_us().saturating_sub(begin_us) as f64 / 1e6;
    let tell = |report: &Report| show(format_args!("{} cycles: {} acknowledged writes", report.cycles, report.writes));
    let result = crash::run(&options, &clock, &tell);
    let code = match &result {
        Ok(report) => {
            show(summary(report, seconds(clock.as_ref())));
            show(format_args!("seed {}: nothing was lost", options.seed));
            ExitCode::SUCCESS
        }
        Err(failure) => {
            show(story(failure, options.seed, seconds(clock.as_ref())));
            ExitCode::FAILURE
        }
    };
    if result.is_ok() && options.folder == temporary {
        drop(std::fs::remove_dir(&temporary));
    }
    Ok(code)
}

fn show(text: impl Display) {
    drop(writeln!(io::stdout(), "{text}"));
}

fn summary(report: &Report, seconds: f64) -> String {
    let Report { cycles, kills, kills_early, writes, texts, forgotten, kept, dropped, recovery_max_us } = report;
    format!(
        "cycles {cycles}, kills {kills} ({kills_early} before the folder was open), acknowledged writes {writes} \
         (texts {texts}, forgotten {forgotten}), unacknowledged: {kept} wholly there, {dropped} wholly absent, \
         slowest recovery {} ms, {seconds:.1} s",
        recovery_max_us / 1_000
    )
}

fn story(failure: &Failure, seed: u64, seconds: f64) -> String {
    let mut lines = vec![format!("FAILED: seed {seed}, cycle {}, {} faults", failure.cycle, failure.faults.len())];
    lines.extend(failure.faults.iter().take(FAULTS_SHOWN).map(|fault| format!("  {fault}")));
    lines.push(format!("before it: {}", summary(&failure.before, seconds)));
    lines.push(format!("data left in {}", failure.folder.display()));
    lines.push(format!("replay: crasher {}", failure.replay));
    lines.join("\n")
}

/// The host's clock.
struct SystemClock {
    begin: Instant,
}

impl SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the clock port's implementation")]
    fn start() -> Self {
        Self { begin: Instant::now() }
    }
}

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the clock port's implementation")]
    fn now(&self) -> Micros {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Micros(since.as_micros() as i64)
    }

    fn monotonic_us(&self) -> u64 {
        self.begin.elapsed().as_micros() as u64
    }
}
