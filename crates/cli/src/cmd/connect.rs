//! `quintet connect` and `quintet disconnect`: this program in the configuration of a client that speaks MCP.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;
use quintet_providers::http::Address;
use quintet_server::PROFILES;
use serde_json::json;

use super::ContextArguments;
use super::mcp::profile;
use crate::clients::{self, ALL, Change, Client, Entry, Place, Request};
use crate::config;
use crate::exit::Exit;
use crate::output;
use crate::wire::{InputError, UsageError};

/// Longest name of an entry, in bytes: clients put it in front of the names of tools and cut at 60.
const NAME_LEN_MAX: usize = 24;

/// Arguments of `connect`.
#[derive(Debug, Args)]
#[command(
    after_help = "The client starts `quintet mcp` by itself. With --url it asks a server instead: where it knows HTTP it is told the \
address and where to find the key, which is the variable QUINTET_KEY; with --key-file, or where it knows no HTTP, it starts `quintet \
mcp --server` with that file. No key is ever written or taken on the command line.\n\nThe file as it was is kept beside it \
(.quintet-backup); every byte that is not the entry stays. A second run changes nothing.\n\nExamples:\n  quintet connect claude-code\n  \
quintet connect vscode --project --data ./memory --context work\n  quintet connect codex --url https://memory.example.com\n  \
quintet connect zed --url https://memory.example.com --key-file ~/.quintet.key\n  quintet connect cursor --print"
)]
pub(crate) struct ConnectArguments {
    #[command(flatten)]
    which: ClientArguments,
    /// Data folder that the client's memory lies in
    #[arg(long, env = "QUINTET_DATA", value_name = "DIR")]
    data: Option<PathBuf>,
    /// Context that the client is bound to
    #[arg(long, short, env = "QUINTET_CONTEXT", value_name = "ID")]
    context: Option<String>,
    /// Which tools the client is shown
    #[arg(long, default_value = "core", value_name = "NAME", value_parser = profile)]
    profile: String,
    /// Server to ask, in place of a data folder
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// File with the key of --url
    #[arg(long, value_name = "FILE", requires = "url")]
    key_file: Option<PathBuf>,
    /// Only print what stands in a file that has nothing else in it
    #[arg(long)]
    print: bool,
}

/// Arguments of `disconnect`.
#[derive(Debug, Args)]
#[command(
    after_help = "Takes out exactly what connect put in. Where nothing else changed since, the file is what it was, byte for \
byte.\n\nExamples:\n  quintet disconnect claude-code\n  quintet disconnect vscode --project --dry-run"
)]
pub(crate) struct DisconnectArguments {
    #[command(flatten)]
    which: ClientArguments,
}

/// Which client, which file of it, which entry.
#[derive(Debug, Args)]
struct ClientArguments {
    /// The client
    #[arg(value_parser = PossibleValuesParser::new(ALL.iter().map(|client| client.name)))]
    client: String,
    /// The file of the project in this folder, in place of the user's
    #[arg(long, conflicts_with = "config_file")]
    project: bool,
    /// Another file of the same form
    #[arg(long, value_name = "FILE")]
    config_file: Option<PathBuf>,
    /// Name of the entry
    #[arg(long, default_value = "quintet", value_name = "NAME", value_parser = entry_name)]
    name: String,
    /// Show what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
    /// Replace, or take out, an entry of that name that another hand wrote
    #[arg(long)]
    force: bool,
    /// Print one object of JSON
    #[arg(long)]
    json: bool,
}

/// A name that every client takes.
fn entry_name(name: &str) -> Result<String, String> {
    let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    if is_plain && (1..=NAME_LEN_MAX).contains(&name.len()) {
        return Ok(name.to_owned());
    }
    Err(format!("it has to be 1 to {NAME_LEN_MAX} letters, digits, '-' or '_'"))
}

/// Runs `connect`.
pub(crate) fn connect(arguments: &ConnectArguments) -> anyhow::Result<Exit> {
    let which = &arguments.which;
    let client = which.client()?;
    let program = program()?;
    let request = which.request(client, &program);
    let entry = entry(arguments, client, &program)?;
    if arguments.print {
        let told = clients::fragment(&request, &entry).ok_or_else(|| no_http(client))?;
        output::line(told.trim_end())?;
        return Ok(Exit::Ok);
    }
    let file = which.file(client)?;
    let change = clients::connect(&request, &file, &entry)?.ok_or_else(|| no_http(client))?;
    tell(&change, which, "already has this entry")?;
    if !which.dry_run && !which.json && !change.diff.is_empty() {
        output::note(&format!("{}: {}", client.title, client.hint));
        if matches!(entry, Entry::Remote { .. }) {
            output::note("it takes the key from the variable QUINTET_KEY of its own environment");
        }
    }
    Ok(Exit::Ok)
}

/// Runs `disconnect`.
pub(crate) fn disconnect(arguments: &DisconnectArguments) -> anyhow::Result<Exit> {
    let which = &arguments.which;
    let client = which.client()?;
    let program = program()?;
    let file = which.file(client)?;
    let change = clients::disconnect(&which.request(client, &program), &file)?;
    let change = change.unwrap_or(Change { file, diff: String::new(), backup: None });
    tell(&change, which, &format!("has no entry '{}'", which.name))?;
    Ok(Exit::Ok)
}

fn tell(change: &Change, which: &ClientArguments, nothing: &str) -> anyhow::Result<()> {
    let file = change.file.display();
    if which.json {
        let is_changed = !change.diff.is_empty() && !which.dry_run;
        output::json(&json!({
            "client": which.client,
            "name": which.name,
            "file": change.file,
            "changed": is_changed,
            "diff": change.diff,
            "backup": change.backup,
        }))?;
    } else if change.diff.is_empty() {
        output::note(&format!("{file} {nothing}"));
    } else {
        output::text(change.diff.trim_end())?;
        match &change.backup {
            _ if which.dry_run => output::note("nothing was changed"),
            Some(backup) => output::note(&format!("{file} was changed; what it was is in {}", backup.display())),
            None => output::note(&format!("{file} was changed")),
        }
    }
    Ok(())
}

fn no_http(client: &Client) -> UsageError {
    let title = client.title;
    UsageError(format!("{title} can be told no address without the key itself beside it; give --key-file"))
}

impl ClientArguments {
    fn client(&self) -> anyhow::Result<&'static Client> {
        clients::named(&self.client).ok_or_else(|| UsageError(format!("there is no client '{}'", self.client)).into())
    }

    /// The file that is meant.
    fn file(&self, client: &Client) -> anyhow::Result<PathBuf> {
        if let Some(file) = &self.config_file {
            return Ok(file.clone());
        }
        if self.project {
            let folder = std::env::current_dir()?;
            let none = || UsageError(format!("{} has no file of a project", client.title)).into();
            return client.project_file(&folder).ok_or_else(none);
        }
        let place = Place { variable: &config::variable, os: std::env::consts::OS };
        let unknown = || UsageError("no home folder is known: give --config-file".to_owned()).into();
        client.user_file(&place).ok_or_else(unknown)
    }

    fn request<'a>(&'a self, client: &'static Client, program: &'a str) -> Request<'a> {
        Request {
            client,
            name: &self.name,
            program,
            force: self.force,
            dry_run: self.dry_run,
            // A project's file is for whoever has the project.
            mode: if self.project { 0o644 } else { 0o600 },
        }
    }
}

/// Where this program is.
fn program() -> anyhow::Result<String> {
    text(&std::env::current_exe()?)
}

/// A path as configurations hold it: whole, since clients start programs from anywhere.
fn text(path: &Path) -> anyhow::Result<String> {
    let path = std::path::absolute(path).map_err(|error| InputError::of(path, error))?;
    let text = path.to_str().map(str::to_owned);
    text.ok_or_else(|| UsageError(format!("{} cannot be written into a configuration", path.display())).into())
}

/// What the client is told.
fn entry(arguments: &ConnectArguments, client: &Client, program: &str) -> anyhow::Result<Entry> {
    if let Some(context) = &arguments.context {
        ContextArguments { context: context.clone() }.id()?;
    }
    let is_default = PROFILES.first().is_some_and(|(name, _)| *name == arguments.profile);
    let mut words = vec!["mcp".to_owned()];
    let mut add = |flag: &str, value: String| words.extend([flag.to_owned(), value]);
    if let Some(url) = &arguments.url {
        let address = Address::checked(url, true).map_err(|error| UsageError(format!("--url: {error}")))?;
        let address = address.as_str().trim_end_matches("/mcp").trim_end_matches('/').to_owned();
        let Some(key_file) = &arguments.key_file else {
            let profile = if is_default { String::new() } else { format!("/{}", arguments.profile) };
            if !client.knows_http() {
                return Err(no_http(client).into());
            }
            return Ok(Entry::Remote { url: format!("{address}/mcp{profile}"), context: arguments.context.clone() });
        };
        add("--server", address);
        add("--key-file", text(key_file)?);
    } else if let Some(data) = &arguments.data {
        add("--data", text(data)?);
    }
    if let Some(context) = &arguments.context {
        add("--context", context.clone());
    }
    if !is_default {
        add("--profile", arguments.profile.clone());
    }
    Ok(Entry::Program { program: program.to_owned(), words })
}
