//! `quintet decay` and `quintet expire`: what wears with time, and what ends.

use clap::Args;
use quintet::model::DAY_US;
use quintet::store::Filter;
use serde_json::{Value, json};

use super::{ContextArguments, DataArguments};
use crate::desk::There;
use crate::exit::Exit;
use crate::output;

/// Arguments of `decay`.
#[derive(Debug, Args)]
#[command(after_help = "Example, once a night:\n  quintet decay")]
pub(crate) struct DecayArguments {
    /// Print one object of JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    context: ContextArguments,
    #[command(flatten)]
    data: DataArguments,
}

/// Arguments of `expire`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quintet expire --within 30\n  quintet expire")]
pub(crate) struct ExpireArguments {
    /// Only list what ends within so many days; nothing is changed
    #[arg(long, value_name = "DAYS")]
    within: Option<u32>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    context: ContextArguments,
    #[command(flatten)]
    data: DataArguments,
}

/// Runs `decay`.
pub(crate) fn decay(arguments: &DecayArguments) -> anyhow::Result<Exit> {
    if let Some(there) = There::find(&arguments.data, &arguments.context)? {
        return there.tell("lifecycle_decay", &[], &Value::Null, arguments.json);
    }
    let context = arguments.context.id()?;
    let engine = arguments.data.existing()?.engine_without_models()?;
    let affected = engine.decay(&context, engine.now())?;
    engine.flush()?;
    if arguments.json {
        output::json(&json!({ "affected": affected }))?;
    } else {
        output::line(&format!("{context}: {affected} memories matter a little less"))?;
    }
    Ok(Exit::Ok)
}

/// Runs `expire`.
pub(crate) fn expire(arguments: &ExpireArguments) -> anyhow::Result<Exit> {
    if let Some(there) = There::find(&arguments.data, &arguments.context)? {
        return match arguments.within {
            Some(days) => there.tell("lifecycle_expiring", &[], &json!({ "days": days }), arguments.json),
            None => there.tell("lifecycle_expire", &[], &Value::Null, arguments.json),
        };
    }
    let context = arguments.context.id()?;
    let engine = arguments.data.existing()?.engine_without_models()?;
    if let Some(days) = arguments.within {
        for one in engine.expiring(&context, i64::from(days) * DAY_US, &Filter::everything())? {
            if arguments.json {
                let at = one.at.to_string();
                output::json(&json!({ "id": one.id, "kind": one.kind, "at": at, "reason": one.reason }))?;
                continue;
            }
            let reason = json!(one.reason);
            let reason = reason.as_str().unwrap_or_default().replace('_', " ");
            output::line(&format!("{}  {reason}  {}  ({})", one.at, one.kind, one.id))?;
        }
        return Ok(Exit::Ok);
    }
    let done = engine.expire(&context, engine.now())?;
    engine.flush()?;
    if arguments.json {
        output::json(&done)?;
    } else {
        let (lapsed, forgotten, purged) = (done.lapsed, done.forgotten, done.purged);
        output::line(&format!("{context}: {lapsed} taken to be over, {forgotten} forgotten, {purged} purged"))?;
    }
    Ok(Exit::Ok)
}
