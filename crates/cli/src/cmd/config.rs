//! `quintet config`: which settings hold, who said so, and what is wrong with them.

use clap::{Args, Subcommand};
use serde_json::json;

use super::{ContextArguments, DataArguments};
use crate::config::{ALL, Config, Given, Setting, meant, named, shown, strange_variables};
use crate::exit::Exit;
use crate::output;
use crate::wire::UsageError;

/// Arguments of `config`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  quintet config show\n  quintet config explain llm.model\n  quintet config check\n\
A flag wins over the environment, that over the file of --config, that over .quintet.toml of the project, that over config.toml \
in $XDG_CONFIG_HOME/quintet, that over what is built in."
)]
pub(crate) struct ConfigArguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Every setting with its value and who said it; secrets are not shown
    Show(ShowArguments),
    /// One setting: its value, who said it, what was said beside it
    Explain(ExplainArguments),
    /// Look for what is wrong in files and environment
    Check(CheckArguments),
}

#[derive(Debug, Args)]
struct ShowArguments {
    /// Print one object of JSON a setting
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    context: ContextArguments,
    #[command(flatten)]
    data: DataArguments,
}

#[derive(Debug, Args)]
struct ExplainArguments {
    /// Its name, for example llm.model
    key: String,
    /// Print one object of JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    context: ContextArguments,
    #[command(flatten)]
    data: DataArguments,
}

#[derive(Debug, Args)]
struct CheckArguments {
    /// Print one object of JSON a finding
    #[arg(long)]
    json: bool,
}

/// Runs it.
pub(crate) fn run(arguments: &ConfigArguments, config: &Config) -> anyhow::Result<Exit> {
    match &arguments.what {
        What::Show(arguments) => {
            config.refuse_faults()?;
            ALL.iter().try_for_each(|setting| show(setting, config, arguments.json))?;
            Ok(Exit::Ok)
        }
        What::Explain(arguments) => explain(arguments, config),
        What::Check(arguments) => check(config, arguments.json),
    }
}

fn object(setting: &Setting, given: Option<&Given>) -> serde_json::Value {
    json!({
        "key": setting.key,
        "value": given.map(|given| shown(setting, &given.text)),
        "origin": given.map(|given| given.origin.to_string()),
    })
}

fn show(setting: &Setting, config: &Config, as_json: bool) -> anyhow::Result<()> {
    let given = config.given(setting).first();
    if as_json {
        return output::json(&object(setting, given));
    }
    match given {
        Some(given) => {
            output::text(&format!("{:<26}  {}  ({})", setting.key, shown(setting, &given.text), given.origin))
        }
        None => output::line(&format!("{:<26}  not set", setting.key)),
    }
}

fn explain(arguments: &ExplainArguments, config: &Config) -> anyhow::Result<Exit> {
    let key = &arguments.key;
    let setting = named(key).ok_or_else(|| {
        let meant = meant(key, ALL.iter().map(|setting| setting.key));
        let meant = meant.map(|name| format!("; did you mean '{name}'?")).unwrap_or_default();
        UsageError(format!("there is no setting '{key}'{meant}"))
    })?;
    config.refuse_faults()?;
    let given = config.given(setting);
    if arguments.json {
        let mut told = object(setting, given.first());
        told["meaning"] = json!(setting.meaning);
        told["variable"] = json!(setting.variable);
        told["beside"] = given.iter().skip(1).map(|given| object(setting, Some(given))).collect();
        output::json(&told)?;
        return Ok(Exit::Ok);
    }
    show(setting, config, false)?;
    output::line(&format!("  {}", setting.meaning))?;
    output::line(&format!("  variable: {}", setting.variable))?;
    for beside in given.iter().skip(1) {
        output::text(&format!("  also said: {}  ({})", shown(setting, &beside.text), beside.origin))?;
    }
    Ok(Exit::Ok)
}

fn check(config: &Config, as_json: bool) -> anyhow::Result<Exit> {
    let tell = |status: &str, detail: &str| {
        if as_json {
            output::json(&json!({ "status": status, "detail": detail }))
        } else {
            output::text(&format!("{status:<4}  {detail}"))
        }
    };
    for (whose, file) in &config.files {
        tell("ok", &format!("{} {} was read", whose.as_str(), file.display()))?;
    }
    for (name, meant) in strange_variables().into_iter().filter(|(name, _)| !name.contains("__")) {
        tell("warn", &format!("{name} is no setting{meant}"))?;
    }
    for fault in &config.faults {
        tell("fail", fault)?;
    }
    if config.faults.is_empty() {
        tell("ok", "nothing is wrong")?;
    }
    Ok(if config.faults.is_empty() { Exit::Ok } else { Exit::Usage })
}
