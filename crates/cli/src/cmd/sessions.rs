//! `quintet sessions`: conversations.

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use crate::desk::DeskArguments;
use crate::exit::Exit;

/// Arguments of `sessions`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  quintet sessions turns chat-7\n  quintet sessions context chat-7 \"Where did Dana move?\""
)]
pub(crate) struct SessionsArguments {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    desk: DeskArguments,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Open one
    Open {
        /// Its id; chosen when absent
        id: Option<String>,
        /// Who may see what is said in it
        #[arg(long, value_name = "PATH")]
        scope: Vec<String>,
    },
    /// One of them
    Show {
        /// Its id
        id: String,
    },
    /// What was said in it, oldest first
    Turns {
        /// Its id
        id: String,
        /// Turns at most
        #[arg(long, value_name = "N", default_value_t = 100)]
        limit: usize,
        /// Turns to pass over
        #[arg(long, value_name = "N", default_value_t = 0)]
        offset: usize,
    },
    /// A block to put in front of a question, with its last turns
    Context {
        /// Its id
        id: String,
        /// The question
        query: String,
    },
    /// Close it; what was said in it stays
    Close {
        /// Its id
        id: String,
    },
}

/// Runs it.
pub(crate) fn run(arguments: &SessionsArguments) -> anyhow::Result<Exit> {
    let desk = &arguments.desk;
    match &arguments.what {
        What::Open { id, scope } => {
            let scopes = (!scope.is_empty()).then(|| json!([scope]));
            desk.tell("session_open", &[], json!({ "id": id, "scopes": scopes }))
        }
        What::Show { id } => desk.tell("session", &[("id", id)], Value::Null),
        What::Turns { id, limit, offset } => {
            desk.tell("session_turns", &[("id", id)], json!({ "limit": limit, "offset": offset }))
        }
        What::Context { id, query } => desk.tell("session_context", &[("id", id)], json!({ "query": query })),
        What::Close { id } => desk.tell("session_close", &[("id", id)], Value::Null),
    }
}
