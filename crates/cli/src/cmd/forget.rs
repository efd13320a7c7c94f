//! `quintet forget`: take memories out of every read, or out of every file.

use std::io::BufRead;

use clap::Args;
use quintet::model::{ContextId, Kind, Micros, Scope, SessionId};
use quintet::store::{Filter, ForgetMode, Gone};
use quintet::{Engine, Forget, ForgetReceipt, ForgetRequest, QUERY_SCORE, limits};

use serde_json::json;

use super::reading::{entity, refuse_grant};
use super::{ContextArguments, DataArguments, grant, label, moment};
use crate::desk::There;
use crate::exit::Exit;
use crate::output;
use crate::wire::UsageError;

/// Memories that are shown before somebody is asked; a dry run shows all. Chosen.
const SHOWN: usize = 10;
/// Characters shown of each. Chosen.
const SHOWN_CHARS: usize = 100;

/// Arguments of `forget`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  quintet forget 0192…\n  quintet forget --query \"the gateway incident\" --dry-run\n  \
quintet forget --entity person/Dana --with-sources --purge\n  quintet forget --label team=support --until 2025-01-01 --yes"
)]
pub(crate) struct ForgetArguments {
    /// Memories, by their ids
    #[arg(conflicts_with_all = ["query", "entity", "session", "scope", "all"])]
    id: Vec<String>,
    /// What a question finds: the closest matches alone, so that broad subjects take several calls
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["entity", "session", "scope", "all"])]
    query: Option<String>,
    /// What is known of somebody or something: type/name, a name or an id
    #[arg(long, value_name = "ENTITY", conflicts_with_all = ["session", "scope", "all"])]
    entity: Option<String>,
    /// With it the memories that it was read in or is named in
    #[arg(long, requires = "entity")]
    with_sources: bool,
    /// A conversation with everything said in it
    #[arg(long, value_name = "ID", conflicts_with_all = ["scope", "all"])]
    session: Option<String>,
    /// Everything that is seen only through this scope or one below it
    #[arg(long, value_name = "PATH", conflicts_with = "all")]
    scope: Option<String>,
    /// Everything
    #[arg(long)]
    all: bool,
    /// Of these, only what carries this label
    #[arg(long, value_name = "KEY=VALUE")]
    label: Vec<String>,
    /// Only what is of this kind: turn, passage, fact, action, document, ...
    #[arg(long, value_name = "KIND")]
    kind: Vec<String>,
    /// Only what was learnt at or after this
    #[arg(long, value_name = "TIME")]
    since: Option<String>,
    /// Only what was learnt before this
    #[arg(long, value_name = "TIME")]
    until: Option<String>,
    /// Of a question: the least score that counts, 0 to 1
    #[arg(long, value_name = "SCORE", default_value_t = QUERY_SCORE, requires = "query")]
    min_score: f32,
    /// Of a question: matches at most
    #[arg(long, value_name = "N", default_value_t = limits::K_DEFAULT, requires = "query")]
    limit: usize,
    /// Only what may be seen with this, for example org/acme/*; everything when absent
    #[arg(long, value_name = "PATTERN")]
    grant: Vec<String>,
    /// Leave no byte of it in any file; there is no way back
    #[arg(long)]
    purge: bool,
    /// Only show what would go
    #[arg(long)]
    dry_run: bool,
    /// Do not ask
    #[arg(long, short)]
    yes: bool,
    /// Print one object of JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    context: ContextArguments,
    #[command(flatten)]
    data: DataArguments,
}

/// Runs it.
pub(crate) fn run(arguments: &ForgetArguments) -> anyhow::Result<Exit> {
    let (filter, context) = (arguments.filter()?, arguments.context.id()?);
    arguments.check()?;
    let (since, until) = (moment("since", arguments.since.as_deref())?, moment("until", arguments.until.as_deref())?);
    if let Some(there) = There::find(&arguments.data, &arguments.context)? {
        refuse_grant(true, &arguments.grant)?;
        return elsewhere(arguments, &there);
    }
    let wiring = arguments.data.existing()?;
    let engine = if arguments.query.is_some() { wiring.engine()? } else { wiring.engine_without_models()? };
    let request = request(arguments, &engine, &context, filter, (since, until))?;
    let dry = ForgetRequest { dry_run: true, ..request.clone() };
    if arguments.dry_run {
        let told = engine.forget_matching(&context, &dry)?;
        return tell(arguments, &engine, &context, &told, usize::MAX);
    }
    if !arguments.yes {
        let told = engine.forget_matching(&context, &dry)?;
        if !told.gone.is_empty() && !agreed(&engine, &context, &told)? {
            output::note("nothing was forgotten");
            return Ok(Exit::General);
        }
    }
    let done = engine.forget_matching(&context, &request)?;
    engine.flush()?;
    tell(arguments, &engine, &context, &done, 0)
}

/// The same on a server.
fn elsewhere(arguments: &ForgetArguments, there: &There) -> anyhow::Result<Exit> {
    let mut body = json!({
        "query": arguments.query, "ids": (!arguments.id.is_empty()).then_some(&arguments.id), "entity": arguments.entity,
        "sessionId": arguments.session, "scope": arguments.scope, "all": arguments.all, "withSources": arguments.with_sources,
        "kinds": arguments.kind, "knownFrom": arguments.since, "knownUntil": arguments.until, "purge": arguments.purge,
        "dryRun": true,
    });
    if !arguments.label.is_empty() {
        body["labels"] = json!(arguments.label);
    }
    if arguments.query.is_some() {
        body["minScore"] = json!(arguments.min_score);
        body["limit"] = json!(arguments.limit);
    }
    if arguments.dry_run {
        return there.tell("forget", &[], &body, arguments.json);
    }
    if !arguments.yes {
        let would = there.call("forget", &[], &body)?;
        let n_gone = would["deleted"].as_u64().or_else(|| would["forgotten"].as_u64()).unwrap_or_default();
        if n_gone > 0 && !answered(&format!("{n_gone} memories would go. Forget them? [y/N]"))? {
            output::note("nothing was forgotten");
            return Ok(Exit::General);
        }
    }
    body["dryRun"] = json!(false);
    there.tell("forget", &[], &body, arguments.json)
}

impl ForgetArguments {
    fn filter(&self) -> anyhow::Result<Filter> {
        Ok(Filter {
            grant: grant(&self.grant)?,
            labels: self.label.iter().map(|pair| label(pair)).collect::<Result<_, _>>()?,
            kinds: kinds("kind", &self.kind)?,
            ..Filter::default()
        })
    }

    /// Refuses a call that names nothing: it would forget everything.
    fn check(&self) -> anyhow::Result<()> {
        let named = [&self.query, &self.entity, &self.session, &self.scope, &self.since, &self.until];
        let names = !self.id.is_empty() || self.all || !self.label.is_empty() || !self.kind.is_empty();
        if names || named.into_iter().any(Option::is_some) {
            return Ok(());
        }
        let text = "say what: ids, --query, --entity, --session, --scope, --label, --kind, --since, --until or --all";
        Err(UsageError(text.to_owned()).into())
    }
}

/// Kinds of memories by name; `None` where none is named.
pub(super) fn kinds(flag: &str, names: &[String]) -> anyhow::Result<Option<Vec<Kind>>> {
    let kind = |name: &String| {
        Kind::parse(name).ok_or_else(|| {
            let known: Vec<&str> = Kind::ALL.iter().map(|kind| kind.as_str()).collect();
            UsageError(format!("--{flag}: there are {}", known.join(", ")))
        })
    };
    let kinds: Vec<Kind> = names.iter().map(kind).collect::<Result<_, _>>()?;
    Ok((!kinds.is_empty()).then_some(kinds))
}

fn request(
    arguments: &ForgetArguments,
    engine: &Engine,
    context: &ContextId,
    filter: Filter,
    (known_from, known_until): (Option<Micros>, Option<Micros>),
) -> anyhow::Result<ForgetRequest> {
    let usage = |text: String| anyhow::Error::from(UsageError(text));
    let what = if let Some(query) = &arguments.query {
        if !(0.0..=1.0).contains(&arguments.min_score) {
            return Err(usage("--min-score: 0 to 1 is allowed".to_owned()));
        }
        Forget::Query { query: query.clone(), min_score: arguments.min_score, limit: arguments.limit }
    } else if let Some(text) = &arguments.entity {
        let seen = Filter { grant: filter.grant.clone(), history: true, ..Filter::default() };
        // An id may stand for one of which all was forgotten, but not purged.
        let id = text.parse().or_else(|_| {
            engine.find_entity(context, &entity(text)?, &seen).map(|found| found.id).map_err(anyhow::Error::from)
        });
        Forget::Entity { id: id?, with_sources: arguments.with_sources }
    } else if let Some(text) = &arguments.session {
        Forget::Session(SessionId::new(text).map_err(|error| usage(format!("--session: {error}")))?)
    } else if let Some(text) = &arguments.scope {
        Forget::Scope(Scope::new(text).map_err(|error| usage(format!("--scope: {error}")))?)
    } else if arguments.id.is_empty() {
        Forget::Matching
    } else {
        let id = |text: &String| text.parse().map_err(|_| usage(format!("'{text}' is no id of a memory")));
        Forget::Ids(arguments.id.iter().map(id).collect::<Result<_, _>>()?)
    };
    let mode = if arguments.purge { ForgetMode::Purge } else { ForgetMode::Expire };
    Ok(ForgetRequest { known_from, known_until, mode, ..ForgetRequest::new(what, filter) })
}

/// Shows what would go and asks on standard error; whoever cannot answer has to say so beforehand.
fn agreed(engine: &Engine, context: &ContextId, told: &ForgetReceipt) -> anyhow::Result<bool> {
    for gone in told.gone.iter().take(SHOWN) {
        output::note(&output::harmless(&shown(engine, context, gone)?));
    }
    if told.gone.len() > SHOWN {
        output::note(&format!("and {} more", told.gone.len() - SHOWN));
    }
    let verb = if told.mode == ForgetMode::Purge { "purge, without a way back," } else { "forget" };
    answered(&format!("{verb} {}? [y/N]", counted(told)))
}

/// Asks on standard error.
fn answered(question: &str) -> anyhow::Result<bool> {
    output::note(question);
    let mut answer = String::new();
    if std::io::stdin().lock().read_line(&mut answer)? == 0 {
        return Err(UsageError("nobody answers; say --yes".to_owned()).into());
    }
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// How many memories, by kind.
fn counted(told: &ForgetReceipt) -> String {
    let kinds: Vec<String> = told.kinds.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let total = told.gone.len();
    let word = if total == 1 { "memory" } else { "memories" };
    if kinds.is_empty() { format!("{total} {word}") } else { format!("{total} {word} ({})", kinds.join(", ")) }
}

/// One of them as a line.
fn shown(engine: &Engine, context: &ContextId, gone: &Gone) -> anyhow::Result<String> {
    let text = engine.memory(context, gone.id)?.map(|row| row.memory.text).unwrap_or_default();
    let line: String = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(SHOWN_CHARS).collect();
    Ok(format!("{}  {}  {line}", gone.id, gone.kind))
}

/// Prints the receipt, with at most so many of its memories.
fn tell(
    arguments: &ForgetArguments,
    engine: &Engine,
    context: &ContextId,
    receipt: &ForgetReceipt,
    listed: usize,
) -> anyhow::Result<Exit> {
    if arguments.json {
        output::json(receipt)?;
    } else {
        for gone in receipt.gone.iter().take(listed) {
            output::text(&shown(engine, context, gone)?)?;
        }
        let verb = match (receipt.dry_run, receipt.mode) {
            (true, ForgetMode::Expire) => "would be forgotten",
            (true, ForgetMode::Purge) => "would be purged",
            (false, ForgetMode::Expire) => "forgotten",
            (false, ForgetMode::Purge) => "purged",
        };
        output::line(&format!("{} {verb}", counted(receipt)))?;
    }
    if !receipt.complete {
        output::note("quintet: files still hold some of it; the next command on this folder finishes it");
    }
    for id in &receipt.missing {
        output::note(&format!("quintet: there is no memory {id}"));
    }
    Ok(match (receipt.missing.is_empty(), receipt.gone.is_empty()) {
        (true, _) => Exit::Ok,
        (false, true) => Exit::NotFound,
        (false, false) => Exit::Partial,
    })
}
