//! `quintet completions` and `quintet man`: what shells and manual pages are made of.

use clap::{Args, Command};
use clap_complete::Shell;

use crate::exit::Exit;

/// Arguments of `completions`.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  quintet completions bash > ~/.local/share/bash-completion/completions/quintet")]
pub(crate) struct CompletionsArguments {
    /// The shell
    shell: Shell,
}

/// Arguments of `man`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quintet man | man -l -\n  quintet man recall > quintet-recall.1")]
pub(crate) struct ManArguments {
    /// One command; the whole program when absent
    command: Option<String>,
}

/// Runs `completions`.
pub(crate) fn completions(arguments: &CompletionsArguments, mut command: Command) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "quintet", &mut script);
    crate::output::bytes(&script)?;
    Ok(Exit::Ok)
}

/// Runs `man`.
pub(crate) fn man(arguments: &ManArguments, mut command: Command) -> anyhow::Result<Exit> {
    command.build();
    let page = match &arguments.command {
        Some(name) => {
            let found = command.find_subcommand(name);
            let found = found.ok_or_else(|| crate::wire::UsageError(format!("there is no command '{name}'")))?;
            let name = format!("quintet-{}", found.get_name());
            found.clone().name(name)
        }
        None => command,
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(page).render(&mut text)?;
    crate::output::bytes(&text)?;
    Ok(Exit::Ok)
}
