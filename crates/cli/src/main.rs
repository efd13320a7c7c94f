//! The binary `quintet`: reads the command line, wires an engine, runs one command, sets the exit code.

mod archive;
mod bench;
mod clients;
mod cmd;
mod collector;
mod config;
mod desk;
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

/// Reads settings and the command line, runs what is asked for.
fn run() -> anyhow::Result<Exit> {
    let (wired, mut config) = wired()?;
    let matches = wired.clone().get_matches();
    let arguments = cmd::Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    config.note_flags(&wired, &matches);
    cmd::run(arguments, &config)
}

/// The command with what settings say as defaults of its arguments. The command line is read once for the file of settings that it
/// may name.
fn wired() -> anyhow::Result<(clap::Command, Config)> {
    let command = cmd::Arguments::command();
    let matches = command.clone().get_matches();
    let config = Config::load(matches.get_one::<PathBuf>("config").map(PathBuf::as_path))?;
    if !matches.subcommand_name().is_some_and(cmd::works_without_settings) {
        config.refuse_faults()?;
    }
    Ok((config.wired(command), config))
}

/// The arguments as files of settings say them now: they may have changed since the program began.
pub(crate) fn arguments_again() -> anyhow::Result<cmd::Arguments> {
    let (wired, _) = wired()?;
    // The whole of clap's message is a page; its first line says what is wrong.
    let told = |error: clap::Error| anyhow::anyhow!(error.to_string().lines().next().unwrap_or_default().to_owned());
    cmd::Arguments::from_arg_matches(&wired.try_get_matches().map_err(told)?).map_err(told)
}
