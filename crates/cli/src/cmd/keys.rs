//! `quintet keys`: keys of a context, and short-lived tokens.

use clap::{Args, Subcommand};
use serde_json::{Map, Value, json};

use crate::desk::DeskArguments;
use crate::exit::Exit;
use crate::output;
use crate::wire::UsageError;

/// Arguments of `keys`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  quintet keys create --principal bot --name laptop --ttl 86400\n  quintet keys rotate laptop --overlap 3600\n  \
quintet keys token idp:42 --ttl 900 --grant memory:read=user/42/*\n\nA new key is printed once, alone on standard output."
)]
pub(crate) struct KeysArguments {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    desk: DeskArguments,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Keys that there are, without their secrets
    List,
    /// Make a key
    Create {
        /// Its name
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// Whose it is; your own when absent and you have a key of your own
        #[arg(long, value_name = "ID")]
        principal: Option<String>,
        /// Seconds that it is valid; for ever when absent
        #[arg(long, value_name = "SECONDS")]
        ttl: Option<u64>,
        /// What it may do at most, as VERB=PATTERN; whatever its principal may when absent
        #[arg(long, value_name = "VERB=PATTERN")]
        grant: Vec<String>,
        /// Reads outside of its scopes are errors, not empty
        #[arg(long)]
        strict: bool,
    },
    /// A new key in place of an old one
    Rotate {
        /// The old one, by name or id
        name: String,
        /// Seconds that the old one stays valid beside it
        #[arg(long, value_name = "SECONDS")]
        overlap: Option<u64>,
        /// Seconds that the new one is valid
        #[arg(long, value_name = "SECONDS")]
        ttl: Option<u64>,
    },
    /// Take a key away; it opens nothing from then on
    Delete {
        /// By name or id
        name: String,
    },
    /// A short-lived key for somebody whom you vouch for; their principal is made when it is new
    Token {
        /// Who it is, by the name of whoever vouches
        external_id: String,
        /// Seconds that it is valid
        #[arg(long, value_name = "SECONDS")]
        ttl: u64,
        /// A name to show
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
        /// What it may do, as VERB=PATTERN
        #[arg(long, value_name = "VERB=PATTERN")]
        grant: Vec<String>,
    },
}

/// Runs it.
pub(crate) fn run(arguments: &KeysArguments) -> anyhow::Result<Exit> {
    let desk = &arguments.desk;
    match &arguments.what {
        What::List => desk.tell("keys", &[], json!({})),
        What::Create { name, principal, ttl, grant, strict } => {
            let body = json!({
                "name": name, "principal": principal, "ttlSeconds": ttl, "strict": strict, "grants": grants(grant)?,
            });
            minted(desk, "key_create", &[], body)
        }
        What::Rotate { name, overlap, ttl } => {
            minted(desk, "key_rotate", &[("name", name)], json!({ "overlapSeconds": overlap, "ttlSeconds": ttl }))
        }
        What::Delete { name } => desk.tell("key_delete", &[("name", name)], Value::Null),
        What::Token { external_id, ttl, name, grant } => {
            let body =
                json!({ "externalId": external_id, "ttlSeconds": ttl, "displayName": name, "grants": grants(grant)? });
            minted(desk, "access_token", &[], body)
        }
    }
}

/// Prints a new key: the secret alone on standard output, so that it can go into a file.
fn minted(desk: &DeskArguments, operation: &str, path: &[(&str, &str)], body: Value) -> anyhow::Result<Exit> {
    let made = desk.call(operation, path, body)?;
    if desk.json {
        output::json(&made)?;
        return Ok(Exit::Ok);
    }
    let text = |name: &str| made[name].as_str().unwrap_or_default().to_owned();
    let until = made["validUntil"].as_str().map_or_else(String::new, |until| format!(", valid until {until}"));
    output::note(&format!("key '{}' of {}{until}; it is told this once", text("name"), text("principalId")));
    output::line(&text("key"))?;
    Ok(Exit::Ok)
}

/// Pairs of a verb and a pattern as the wire has them; `None` where there are none.
pub(super) fn grants(pairs: &[String]) -> anyhow::Result<Option<Value>> {
    let mut grants: Map<String, Value> = Map::new();
    for pair in pairs {
        let Some((verb, pattern)) = pair.split_once('=') else {
            return Err(
                UsageError(format!("--grant: '{pair}' is no VERB=PATTERN, such as memory:read=org/acme/*")).into()
            );
        };
        let patterns = grants.entry(verb.to_owned()).or_insert_with(|| json!([]));
        if let Value::Array(patterns) = patterns {
            patterns.push(json!(pattern));
        }
    }
    Ok((!grants.is_empty()).then_some(Value::Object(grants)))
}
