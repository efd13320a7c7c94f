//! `quintet traces`: what recalls did; and `quintet audit`: who did what.

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use crate::desk::DeskArguments;
use crate::exit::Exit;

/// Arguments of `traces`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quintet traces list --limit 10\n  quintet traces show 0192…")]
pub(crate) struct TracesArguments {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    desk: DeskArguments,
}

#[derive(Debug, Subcommand)]
enum What {
    /// The newest, newest first
    List {
        /// Traces at most
        #[arg(long, value_name = "N", default_value_t = 20)]
        limit: usize,
    },
    /// One of them, channel by channel
    Show {
        /// Its id
        id: String,
    },
    /// In figures
    Stats,
}

/// Arguments of `audit`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quintet audit --limit 20\n  quintet audit --principal bot --since 2026-03-01")]
pub(crate) struct AuditArguments {
    /// Only what this principal did
    #[arg(long, value_name = "ID")]
    principal: Option<String>,
    /// Only what was done with this key
    #[arg(long, value_name = "NAME")]
    key: Option<String>,
    /// Only this: read, write, forget or manage
    #[arg(long, value_name = "KIND")]
    kind: Option<String>,
    /// Only at or after this
    #[arg(long, value_name = "TIME")]
    since: Option<String>,
    /// Only before this
    #[arg(long, value_name = "TIME")]
    until: Option<String>,
    /// Rows at most
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: usize,
    /// Go on from where an earlier answer ended
    #[arg(long, value_name = "CURSOR")]
    cursor: Option<String>,
    #[command(flatten)]
    desk: DeskArguments,
}

/// Runs `traces`.
pub(crate) fn run(arguments: &TracesArguments) -> anyhow::Result<Exit> {
    let desk = &arguments.desk;
    match &arguments.what {
        What::List { limit } => desk.tell("traces", &[], json!({ "limit": limit })),
        What::Show { id } => desk.tell("trace", &[("id", id)], Value::Null),
        What::Stats => desk.tell("traces_stats", &[], Value::Null),
    }
}

/// Runs `audit`.
pub(crate) fn audit(arguments: &AuditArguments) -> anyhow::Result<Exit> {
    let body = json!({
        "principal": arguments.principal, "key": arguments.key, "kind": arguments.kind, "since": arguments.since,
        "until": arguments.until, "limit": arguments.limit, "cursor": arguments.cursor,
    });
    arguments.desk.tell("audit", &[], body)
}
