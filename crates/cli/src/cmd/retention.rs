//! `quintet retention`: how long memories are kept.

use clap::{Args, Subcommand};
use quintet::model::Pattern;
use quintet::store::{ContextSettings, ForgetMode, RetentionRule};
use serde_json::{Value, json};

use super::forget::kinds;
use super::{ContextArguments, DataArguments, label};
use crate::desk::{self, There};
use crate::exit::Exit;
use crate::output;
use crate::wire::UsageError;

/// Arguments of `retention`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  quintet retention\n  quintet retention add --days 365 --scope 'org/acme/*' --kind turn\n  \
quintet retention add --days 30 --label team=support --purge\n  quintet retention remove 1\nThe rules are carried out by quintet expire."
)]
pub(crate) struct RetentionArguments {
    #[command(subcommand)]
    what: Option<What>,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
    #[command(flatten)]
    context: ContextArguments,
    #[command(flatten)]
    data: DataArguments,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Add a rule
    Add {
        /// Days from when a memory was learnt
        #[arg(long)]
        days: u32,
        /// Only memories seen through such scopes alone, for example org/acme/*
        #[arg(long, value_name = "PATTERN")]
        scope: Option<String>,
        /// Only memories with this label
        #[arg(long, value_name = "KEY=VALUE")]
        label: Option<String>,
        /// Only memories of this kind
        #[arg(long, value_name = "KIND")]
        kind: Vec<String>,
        /// Leave no byte of them, in the place of taking them out of every read
        #[arg(long)]
        purge: bool,
    },
    /// Take a rule out
    Remove {
        /// Its number in the list
        number: usize,
    },
}

/// Runs it.
pub(crate) fn run(arguments: &RetentionArguments) -> anyhow::Result<Exit> {
    let context = arguments.context.id()?;
    let new = match &arguments.what {
        Some(What::Add { days, scope, label, kind, purge }) => {
            Some(rule(*days, scope.as_deref(), label.as_deref(), kind, *purge)?)
        }
        _ => None,
    };
    if let Some(there) = There::find(&arguments.data, &arguments.context)? {
        return elsewhere(arguments, &there);
    }
    let engine = arguments.data.existing()?.engine_without_models()?;
    let mut settings = engine.settings(&context)?;
    match &arguments.what {
        None => {}
        Some(What::Add { .. }) => settings.retention.extend(new),
        Some(What::Remove { number }) => {
            let place = number.checked_sub(1).filter(|place| *place < settings.retention.len());
            let place = place.ok_or_else(|| UsageError(format!("there is no rule {number}")))?;
            settings.retention.remove(place);
        }
    }
    if arguments.what.is_some() {
        engine.set_settings(&context, settings.clone())?;
    }
    tell(&settings, arguments.json)
}

/// The same on a server: the list is read, changed, and put in the place of the old one.
fn elsewhere(arguments: &RetentionArguments, there: &There) -> anyhow::Result<Exit> {
    let mut all = there.call("retention", &[], &Value::Null)?;
    let rules = all["rules"].as_array_mut();
    let rules = rules.ok_or_else(|| anyhow::anyhow!("the server's answer has no list of rules"))?;
    match &arguments.what {
        None => return desk::show(&all, arguments.json),
        Some(What::Add { days, scope, label, kind, purge }) => rules.push(json!({
            "days": days, "scope": scope, "label": label, "kinds": kind, "mode": if *purge { "purge" } else { "expire" },
        })),
        Some(What::Remove { number }) => {
            let place = number.checked_sub(1).filter(|place| *place < rules.len());
            rules.remove(place.ok_or_else(|| UsageError(format!("there is no rule {number}")))?);
        }
    }
    there.tell("retention_set", &[], &all, arguments.json)
}

fn rule(
    days: u32,
    scope: Option<&str>,
    pair: Option<&str>,
    kind: &[String],
    purge: bool,
) -> anyhow::Result<RetentionRule> {
    let scope = scope.map(Pattern::parse).transpose();
    Ok(RetentionRule {
        scope: scope.map_err(|error| UsageError(format!("--scope: {error}")))?,
        label: pair.map(label).transpose()?,
        kinds: kinds("kind", kind)?.unwrap_or_default(),
        days,
        action: if purge { ForgetMode::Purge } else { ForgetMode::Expire },
    })
}

fn tell(settings: &ContextSettings, as_json: bool) -> anyhow::Result<Exit> {
    for (place, rule) in settings.retention.iter().enumerate() {
        let scope = rule.scope.as_ref().map(ToString::to_string);
        let label = rule.label.as_ref().map(|(key, value)| format!("{key}={value}"));
        if as_json {
            output::json(&json!({
                "number": place + 1, "scope": scope, "label": label, "kinds": rule.kinds, "days": rule.days,
                "mode": rule.action,
            }))?;
            continue;
        }
        let kinds: Vec<&str> = rule.kinds.iter().map(|kind| kind.as_str()).collect();
        let named = scope.into_iter().chain(label).chain((!kinds.is_empty()).then(|| kinds.join(", ")));
        let named: Vec<String> = named.collect();
        let whom = if named.is_empty() { "everything".to_owned() } else { named.join("  ") };
        let verb = if rule.action == ForgetMode::Purge { "purged" } else { "forgotten" };
        output::text(&format!("{}  {whom}: {verb} after {} days", place + 1, rule.days))?;
    }
    if settings.retention.is_empty() && !as_json {
        output::line("no rules: everything is kept")?;
    }
    Ok(Exit::Ok)
}
