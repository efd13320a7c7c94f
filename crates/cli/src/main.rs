//! The binary `quintet`: reads the command line, wires an engine, runs one command, sets the exit code.

mod bench;
mod cmd;
mod discovery;
mod eval;
mod exit;
mod language;
mod lines;
mod output;
mod place;
mod progress;
mod relay;
mod wire;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let arguments = cmd::Arguments::parse();
    match cmd::run(arguments) {
        Ok(code) => code.into(),
        Err(error) => {
            output::error(&error);
            exit::code_of(&error).into()
        }
    }
}
