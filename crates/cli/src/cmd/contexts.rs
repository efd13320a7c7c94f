//! `quintet contexts`: memory spaces of their own.

use clap::{Args, Subcommand};
use serde_json::{Value, json};

use crate::desk::DeskArguments;
use crate::exit::Exit;
use crate::output;
use crate::wire::UsageError;

/// Arguments of `contexts`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  quintet contexts create acme --description \"all of Acme\"\n  quintet contexts settings acme --emotions off\n  \
quintet contexts drop acme --yes"
)]
pub(crate) struct ContextsArguments {
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
        /// Its id
        id: String,
        /// What it is for
        #[arg(long, value_name = "TEXT")]
        description: Option<String>,
    },
    /// Change what is set of one
    Settings {
        /// Its id
        id: String,
        /// on or off
        #[arg(long, value_name = "SWITCH")]
        emotions: Option<String>,
        /// Take out what was inferred of feelings so far
        #[arg(long)]
        delete_inferred_emotions: bool,
    },
    /// Drop one with everything in it; there is no way back
    Drop {
        /// Its id
        id: String,
        /// Do it; without it is only told what would go
        #[arg(long)]
        yes: bool,
    },
}

/// Runs it.
pub(crate) fn run(arguments: &ContextsArguments) -> anyhow::Result<Exit> {
    let desk = &arguments.desk;
    match &arguments.what {
        What::List => desk.tell("context_list", &[], json!({})),
        What::Show { id } => desk.tell("context_get", &[("context", id)], Value::Null),
        What::Create { id, description } => {
            desk.tell("context_create", &[], json!({ "id": id, "description": description }))
        }
        What::Settings { id, emotions, delete_inferred_emotions } => {
            let mut body = json!({ "deleteInferredEmotions": delete_inferred_emotions });
            if let Some(emotions) = emotions {
                body["emotions"] = json!(emotions);
            }
            desk.tell("context_settings", &[("context", id)], body)
        }
        What::Drop { id, yes: false } => {
            let held = desk.call("status", &[("context", id)], Value::Null)?;
            let (memories, sessions) = (&held["memories"], &held["sessions"]);
            let told = format!("'{id}' holds {memories} memories and {sessions} sessions; --yes drops them for good");
            Err(UsageError(told).into())
        }
        What::Drop { id, yes: true } => {
            desk.call("context_drop", &[("context", id)], Value::Null)?;
            output::note(&format!("'{id}' is dropped"));
            Ok(Exit::Ok)
        }
    }
}
