//! `quintet principals`: who may do what in a context.

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use super::keys::grants;
use crate::desk::DeskArguments;
use crate::exit::Exit;

/// Arguments of `principals`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  quintet principals create bot --kind agent --grant memory:read=team/* --grant memory:write=team/red\n  \
quintet principals grant bot team/blue memory:read\n  quintet principals effective bot team/red"
)]
pub(crate) struct PrincipalsArguments {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    desk: DeskArguments,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Those that there are
    List,
    /// One of them
    Show {
        /// Its id
        id: String,
    },
    /// Make one
    Create {
        /// Its id; chosen when absent
        id: Option<String>,
        /// human, agent, service or unknown
        #[arg(long, value_name = "KIND")]
        kind: Option<String>,
        /// A name to show
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// Its name at whoever vouches for it
        #[arg(long, value_name = "ID")]
        external_id: Option<String>,
        /// What it may do, as VERB=PATTERN
        #[arg(long, value_name = "VERB=PATTERN")]
        grant: Vec<String>,
    },
    /// Let one do something in a part of the scopes
    Grant {
        /// Its id
        id: String,
        /// A scope, `scope/*` for all below it, or `*`
        path: String,
        /// What: memory:read, memory:write, memory:forget, scope:read, scope:create, scope:delete, grant:manage
        #[arg(required = true)]
        verbs: Vec<String>,
    },
    /// Take a grant back, as it was given
    Revoke {
        /// Its id
        id: String,
        /// The pattern
        path: String,
        /// What
        #[arg(required = true)]
        verbs: Vec<String>,
    },
    /// What one may do at a scope
    Effective {
        /// Its id
        id: String,
        /// The scope
        path: String,
    },
}

/// Runs it.
pub(crate) fn run(arguments: &PrincipalsArguments) -> anyhow::Result<Exit> {
    let desk = &arguments.desk;
    match &arguments.what {
        What::List => desk.tell("principals", &[], json!({})),
        What::Show { id } => desk.tell("principal", &[("id", id)], Value::Null),
        What::Create { id, kind, name, external_id, grant } => {
            let body = json!({
                "id": id, "kind": kind, "displayName": name, "externalId": external_id, "grants": grants(grant)?,
            });
            desk.tell("principal_create", &[], body)
        }
        What::Grant { id, path, verbs } => {
            desk.tell("principal_grant", &[("id", id)], json!({ "path": path, "verbs": verbs }))
        }
        What::Revoke { id, path, verbs } => {
            desk.tell("principal_revoke", &[("id", id)], json!({ "path": path, "verbs": verbs }))
        }
        What::Effective { id, path } => desk.tell("principal_effective", &[("id", id)], json!({ "path": path })),
    }
}
