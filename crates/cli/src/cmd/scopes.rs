//! `quintet scopes`: slash paths inside a context, and who lets whom see them.

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use crate::desk::DeskArguments;
use crate::exit::Exit;

/// Arguments of `scopes`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  quintet scopes register team/red --name Red\n  quintet scopes forget team/red --dry-run\n  \
quintet scopes share user/ann/trips/* bob --ttl 604800"
)]
pub(crate) struct ScopesArguments {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    desk: DeskArguments,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Those that are known
    List,
    /// Make one known
    Register {
        /// The path
        path: String,
        /// A name to show
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// What it is for
        #[arg(long, value_name = "TEXT")]
        description: Option<String>,
    },
    /// Take one off the list: it takes no more, and what lies under it stays
    Delete {
        /// The path
        path: String,
    },
    /// Purge everything that is seen only through a scope or one below it; there is no way back
    Forget {
        /// The path
        path: String,
        /// Only tell what would go
        #[arg(long)]
        dry_run: bool,
    },
    /// Let another principal see a scope, or `scope/*` for all below it
    Share {
        /// The path
        path: String,
        /// Who is to see it
        principal: String,
        /// Seconds that it holds; until it is taken back when absent
        #[arg(long, value_name = "SECONDS")]
        ttl: Option<u64>,
    },
    /// What is shared
    Shares,
    /// Take a share back
    Unshare {
        /// Its id
        id: String,
    },
}

/// Runs it.
pub(crate) fn run(arguments: &ScopesArguments) -> anyhow::Result<Exit> {
    let desk = &arguments.desk;
    match &arguments.what {
        What::List => desk.tell("scopes", &[], json!({})),
        What::Register { path, name, description } => {
            desk.tell("scope_register", &[], json!({ "path": path, "displayName": name, "description": description }))
        }
        What::Delete { path } => desk.tell("scope_delete", &[], json!({ "path": path })),
        What::Forget { path, dry_run } => desk.tell("scopes_forget", &[], json!({ "path": path, "dryRun": dry_run })),
        What::Share { path, principal, ttl } => {
            desk.tell("share_create", &[], json!({ "path": path, "principal": principal, "ttlSeconds": ttl }))
        }
        What::Shares => desk.tell("shares", &[], json!({})),
        What::Unshare { id } => desk.tell("share_delete", &[("id", id)], Value::Null),
    }
}
