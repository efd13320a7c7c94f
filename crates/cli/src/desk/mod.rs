//! Where commands go: to a server that is named, to the one that has the data folder already, or to the folder itself.
//!
//! Everywhere the same operations of the one table run, with the same checks and the same answers. Must not know: what a command
//! asks for.

mod remote;
mod show;

use std::collections::BTreeMap;
use std::env::VarError;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use quintet_server::{Local, OPERATIONS, Verb};
use serde_json::{Value, json};

use self::remote::Remote;
use crate::cmd::serve::AdminSecret;
use crate::cmd::{ContextArguments, DataArguments};
use crate::discovery::{self, KeySource};
use crate::exit::Exit;
use crate::output;
use crate::wire::{InputError, UsageError};

/// An operation said no.
#[derive(Debug, thiserror::Error)]
#[error("{message} ({code})")]
pub(crate) struct Refused {
    /// The HTTP status.
    pub(crate) status: u16,
    /// The kind of error.
    pub(crate) code: String,
    /// What happened and what to do about it.
    pub(crate) message: String,
}

/// A server did not answer.
#[derive(Debug, thiserror::Error)]
#[error("{url} cannot be asked: {reason}")]
pub(crate) struct Unreachable {
    /// Where.
    pub(crate) url: String,
    /// Why.
    pub(crate) reason: String,
}

/// Which server to ask, if any.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ServerArguments {
    /// Server to ask, in place of a data folder
    #[arg(long, global = true, env = "QUINTET_SERVER", value_name = "URL")]
    pub(crate) server: Option<String>,
    /// File with the key of --server; else it is taken from QUINTET_KEY
    #[arg(long, global = true, env = "QUINTET_KEY_FILE", value_name = "FILE")]
    pub(crate) key_file: Option<PathBuf>,
}

impl ServerArguments {
    /// The server's key, from a file or the environment: command lines are seen by everybody on a machine.
    #[expect(clippy::disallowed_methods, reason = "the command line is where the environment is read")]
    pub(crate) fn key(&self) -> anyhow::Result<String> {
        let key = match &self.key_file {
            Some(file) => std::fs::read_to_string(file).map_err(|error| InputError::of(file, error))?,
            None => std::env::var("QUINTET_KEY")
                .map_err(|_| UsageError("--server needs a key: give --key-file, or set QUINTET_KEY".to_owned()))?,
        };
        Ok(key.trim().to_owned())
    }
}

/// What management commands have in common.
#[derive(Clone, Debug, Args)]
pub(crate) struct DeskArguments {
    /// Print the answer as the server gives it, as JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) context: ContextArguments,
    #[command(flatten)]
    pub(crate) data: DataArguments,
}

impl DeskArguments {
    /// Runs an operation wherever it has to run, and prints its answer.
    pub(crate) fn tell(&self, name: &str, path: &[(&str, &str)], body: Value) -> anyhow::Result<Exit> {
        let answer = self.call(name, path, body)?;
        show(&answer, self.json)
    }

    /// Runs an operation wherever it has to run.
    pub(crate) fn call(&self, name: &str, path: &[(&str, &str)], body: Value) -> anyhow::Result<Value> {
        let context = self.context.id()?;
        let desk = Desk::of(&self.data, name)?;
        let answer = desk.call(context.as_str(), name, path, body);
        desk.close()?;
        answer
    }
}

/// Where operations run.
enum Desk {
    Here(Box<Local>),
    There(Remote),
}

impl Desk {
    fn of(data: &DataArguments, name: &str) -> anyhow::Result<Self> {
        if let Some(remote) = elsewhere(data)? {
            return Ok(Self::There(remote));
        }
        // Loading a model takes longer than what is done about contexts, keys and scopes, which needs none.
        let is_of_memories = OPERATIONS.iter().any(|operation| {
            operation.name == name
                && matches!(operation.verb, Verb::MemoryRead | Verb::MemoryWrite | Verb::MemoryForget)
        });
        let wiring = data.wiring()?;
        let engine = if is_of_memories { wiring.engine()? } else { wiring.engine_without_models()? };
        let engine = Arc::new(engine);
        let log = Arc::new(|text: &str| output::note(&format!("quintet: {text}")));
        Ok(Self::Here(Box::new(Local::new(engine, log)?)))
    }

    fn call(&self, context: &str, name: &str, path: &[(&str, &str)], body: Value) -> anyhow::Result<Value> {
        let path = parameters(context, path);
        match self {
            Self::There(remote) => remote.call(name, &path, &body),
            Self::Here(local) => local.call(name, path, body).map_err(|problem| {
                let message = problem.message.clone();
                Refused { status: problem.status, code: problem.code.to_owned(), message }.into()
            }),
        }
    }

    fn close(self) -> anyhow::Result<()> {
        if let Self::Here(local) = self {
            local.close()?;
        }
        Ok(())
    }
}

fn parameters(context: &str, path: &[(&str, &str)]) -> BTreeMap<String, String> {
    let own = path.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    std::iter::once(("context".to_owned(), context.to_owned())).chain(own).collect()
}

/// Prints an answer of an operation.
pub(crate) fn show(answer: &Value, as_json: bool) -> anyhow::Result<Exit> {
    show::answer(answer, as_json)?;
    Ok(Exit::Ok)
}

/// A server, and the context that a command works in there.
pub(crate) struct There {
    remote: Remote,
    context: String,
}

impl There {
    /// The server that a command has to ask; `None` where the folder is free to be opened.
    pub(crate) fn find(data: &DataArguments, context: &ContextArguments) -> anyhow::Result<Option<Self>> {
        let context = context.id()?.to_string();
        Ok(elsewhere(data)?.map(|remote| Self { remote, context }))
    }

    /// Runs an operation there.
    pub(crate) fn call(&self, name: &str, path: &[(&str, &str)], body: &Value) -> anyhow::Result<Value> {
        self.remote.call(name, &parameters(&self.context, path), body)
    }

    /// Runs an operation that writes. A context that is not there yet is made first, as in a folder.
    pub(crate) fn write(&self, name: &str, path: &[(&str, &str)], body: &Value) -> anyhow::Result<Value> {
        match self.call(name, path, body) {
            Err(error) if error.downcast_ref::<Refused>().is_some_and(|one| one.code == "context-not-found") => {
                self.call("context_create", &[], &json!({ "id": self.context }))?;
                self.call(name, path, body)
            }
            outcome => outcome,
        }
    }

    /// Runs an operation there and prints its answer.
    pub(crate) fn tell(&self, name: &str, path: &[(&str, &str)], body: &Value, as_json: bool) -> anyhow::Result<Exit> {
        show(&self.call(name, path, body)?, as_json)
    }
}

/// The server that a command has to ask, if any: one that is named, or the one that has the folder.
fn elsewhere(data: &DataArguments) -> anyhow::Result<Option<Remote>> {
    if let Some(url) = &data.server.server {
        return Ok(Some(Remote::new(url, &data.server.key()?)?));
    }
    let folder = data.folder()?;
    if !discovery::is_held(&folder) {
        return Ok(None);
    }
    // Who has the folder and says nothing is no server: opening it tells that it is taken.
    let Some(found) = discovery::find(&folder) else { return Ok(None) };
    Ok(Some(Remote::new(&found.url, &key_of(&folder, found.key)?)?))
}

/// The key of the process that has a folder.
#[expect(clippy::disallowed_methods, reason = "the command line is where the environment is read")]
pub(crate) fn key_of(data: &Path, source: KeySource) -> anyhow::Result<String> {
    match source {
        KeySource::File => AdminSecret::of_file(data),
        KeySource::Environment => std::env::var("QUINTET_ADMIN_KEY").map_err(|error| {
            let told = match error {
                VarError::NotPresent => {
                    "the process that has the data folder took its key from QUINTET_ADMIN_KEY; set it here, too"
                }
                VarError::NotUnicode(_) => "QUINTET_ADMIN_KEY is no text",
            };
            UsageError(told.to_owned()).into()
        }),
    }
}
