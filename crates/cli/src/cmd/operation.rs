//! `quintet call`: any operation of the interface, by its name.

use std::io::Read;

use clap::Args;
use quintet_server::OPERATIONS;
use serde_json::Value;

use crate::desk::DeskArguments;
use crate::exit::Exit;
use crate::output;
use crate::wire::UsageError;

/// Arguments of `call`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  quintet call --list\n  quintet call recall '{\"query\": \"Where did Dana move?\", \"explain\": true}'\n  \
quintet call memory --path id=0192… --json"
)]
pub(crate) struct CallArguments {
    /// The operation
    #[arg(required_unless_present = "list")]
    operation: Option<String>,
    /// Its request as JSON; `-` reads it from standard input
    body: Option<String>,
    /// A part of its path, beside the context
    #[arg(long, value_name = "NAME=VALUE")]
    path: Vec<String>,
    /// List the operations
    #[arg(long, conflicts_with_all = ["operation", "body", "path"])]
    list: bool,
    #[command(flatten)]
    desk: DeskArguments,
}

/// Longest request that is read from standard input, in bytes: what a server takes.
const BODY_BYTES_MAX: u64 = 4 << 20;

/// Runs it.
pub(crate) fn run(arguments: &CallArguments) -> anyhow::Result<Exit> {
    let Some(name) = arguments.operation.as_deref().filter(|_| !arguments.list) else {
        for one in OPERATIONS {
            output::line(&format!("{:<20} {:<6} {:<58} {}", one.name, one.method.as_str(), one.path, one.summary))?;
        }
        return Ok(Exit::Ok);
    };
    let known = OPERATIONS.iter().find(|operation| operation.name == name);
    let operation =
        known.ok_or_else(|| UsageError(format!("there is no operation '{name}'; quintet call --list has all")))?;
    let given = arguments
        .path
        .iter()
        .map(|pair| pair.split_once('=').ok_or_else(|| UsageError(format!("--path: '{pair}' is no NAME=VALUE"))));
    let path: Vec<(&str, &str)> = given.collect::<Result<_, _>>()?;
    let wanted = operation.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    if let Some(missing) = wanted.filter(|name| *name != "context").find(|name| path.iter().all(|(own, _)| own != name))
    {
        return Err(UsageError(format!("'{name}' needs --path {missing}=…")).into());
    }
    let text = match arguments.body.as_deref() {
        Some("-") => {
            let mut text = String::new();
            std::io::stdin().take(BODY_BYTES_MAX + 1).read_to_string(&mut text)?;
            Some(text)
        }
        given => given.map(str::to_owned),
    };
    let body = match text {
        None if operation.method.has_body() => Value::Null,
        None => Value::Object(serde_json::Map::new()),
        Some(text) => {
            serde_json::from_str(&text).map_err(|error| UsageError(format!("the request is no JSON: {error}")))?
        }
    };
    arguments.desk.tell(name, &path, body)
}
