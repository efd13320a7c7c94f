//! The binary `quintet`: reads the command line, wires an engine, runs one command, sets the exit code.

mod bench;
mod cmd;
mod config;
mod discovery;
mod eval;
mod exit;
mod import;
mod language;
mod lines;
mod output;
mod place;
mod progress;
mod relay;
mod wire;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use crate::config::Config;
use crate::exit::Exit;

fn main() -> ExitCode {
    match run() {
        Ok(code) => code.into(),
        Err(error) => {
            output::error(&error);
            exit::code_of(&error).into()
        }
    }
}

/// Reads the command line twice: once for the file of settings that it may name, then with what settings say as defaults.
fn run() -> anyhow::Result<Exit> {
    let command = cmd::Arguments::command();
    let matches = command.clone().get_matches();
    let mut config = Config::load(matches.get_one::<PathBuf>("config").map(PathBuf::as_path))?;
    if !matches.subcommand_name().is_some_and(cmd::works_without_settings) {
        config.refuse_faults()?;
    }
    let wired = config.wired(command);
    let matches = wired.clone().get_matches();
    let arguments = cmd::Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    config.note_flags(&wired, &matches);
    cmd::run(arguments, &config)
}
