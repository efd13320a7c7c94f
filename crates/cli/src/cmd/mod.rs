//! The commands: one file each.

pub(crate) mod backup;
mod bench;
mod completions;
mod config;
mod connect;
mod consolidate;
mod contexts;
mod correct;
mod demo;
mod diff;
mod doctor;
mod edit;
mod elaborate;
mod entities;
mod eval;
mod explore;
mod export;
mod facts;
mod feelings;
mod forget;
mod fsck;
mod history;
mod hygiene;
mod import;
mod ingest;
mod inspect;
mod keys;
mod lifecycle;
mod mcp;
mod memories;
mod merge;
mod operation;
mod principals;
mod profile;
mod reading;
mod recall;
mod reflect;
mod remember;
mod retention;
mod scopes;
pub(crate) mod serve;
mod sessions;
mod split;
mod state;
mod timeline;
mod traces;
mod upkeep;

use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand};
use quintet::model::{ContextId, Grant, Micros, Pattern};

use crate::config::Config;
use crate::desk::ServerArguments;
use crate::exit::Exit;
use crate::language::LanguageArguments;
use crate::wire::{InputError, UsageError, Wiring};

/// Long-term memory for AI agents: remembers conversations and documents, finds what a question needs, says why.
#[derive(Debug, Parser)]
#[command(name = "quintet", version, about, max_term_width = 100)]
pub(crate) struct Arguments {
    /// File of settings, read before those of the project and the user
    #[arg(long, global = true, env = "QUINTET_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// See it work: a sample conversation, four questions that a single vector fails on
    Demo(demo::DemoArguments),
    /// Remember one text
    Remember(remember::RememberArguments),
    /// Ask
    Recall(recall::RecallArguments),
    /// Remember documents, or a file of JSON lines
    Ingest(ingest::IngestArguments),
    /// Correct or delete what memories feel like, switch feelings off, show an arc
    Feelings(feelings::FeelingsArguments),
    /// What is known, and writing it by name
    Facts(facts::FactsArguments),
    /// Whom and what is known
    Entities(entities::EntitiesArguments),
    /// Who somebody is, in five sections
    Profile(profile::ProfileArguments),
    /// Every value that a key of an entity ever had
    History(history::HistoryArguments),
    /// What began, changed, ended and was done
    Timeline(timeline::TimelineArguments),
    /// Neighbours of an entity, and ways to another
    Explore(explore::ExploreArguments),
    /// Put a fact right, or take a correction back
    Correct(correct::CorrectArguments),
    /// Say that two entities are one
    Merge(merge::MergeArguments),
    /// Take a merge back
    Split(split::SplitArguments),
    /// All that holds, by category
    State(state::StateArguments),
    /// One thing seen from all sides: its words in their turn, its history, what was drawn from it
    Inspect(inspect::InspectArguments),
    /// What changed in what is known between two instants
    Diff(diff::DiffArguments),
    /// What is remembered, in the order of writing
    Memories(memories::MemoriesArguments),
    /// Put other words in the place of a memory's own
    Edit(edit::EditArguments),
    /// Forget what is named, or purge it from every file
    Forget(forget::ForgetArguments),
    /// Look for doubles, contradictions, unscoped memories and orders hidden in texts
    Fsck(fsck::FsckArguments),
    /// Look for junk, near-doubles, secrets and what was never recalled
    Hygiene(hygiene::HygieneArguments),
    /// Let importance fade by the days since the last time
    Decay(lifecycle::DecayArguments),
    /// End what is over and carry out the rules of retention, or list what ends soon
    Expire(lifecycle::ExpireArguments),
    /// The rules on how long memories are kept
    Retention(retention::RetentionArguments),
    /// Draw observations from what several memories tell, list them, or take one back
    Consolidate(consolidate::ConsolidateArguments),
    /// Propose ties between entities that memories name together
    Elaborate(elaborate::ElaborateArguments),
    /// Put together what is remembered about a question
    Reflect(reflect::ReflectArguments),
    /// Memory spaces of their own: list, make, set, drop
    Contexts(contexts::ContextsArguments),
    /// Who may do what: list, make, grant, revoke
    Principals(principals::PrincipalsArguments),
    /// Keys and short-lived tokens: list, make, rotate, delete
    Keys(keys::KeysArguments),
    /// Scopes: list, register, delete, purge, share
    Scopes(scopes::ScopesArguments),
    /// Conversations: open, show, read, close
    Sessions(sessions::SessionsArguments),
    /// What recalls did
    Traces(traces::TracesArguments),
    /// Who did what
    Audit(traces::AuditArguments),
    /// Run any operation of the interface by its name
    Call(operation::CallArguments),
    /// Serve over HTTP and MCP
    Serve(serve::ServeArguments),
    /// Be a client's memory over standard input and output (MCP)
    Mcp(mcp::McpArguments),
    /// Put this program into the configuration of a client that speaks MCP
    Connect(connect::ConnectArguments),
    /// Take it out again
    Disconnect(connect::DisconnectArguments),
    /// Write everything of a context as lines of JSON
    Export(export::ExportArguments),
    /// Read an export into an empty context, or the dump of another product
    Import(import::ImportArguments),
    /// Copy all records into one file, also while a server has the folder
    Backup(backup::BackupArguments),
    /// Make a data folder of a backup
    Restore(backup::RestoreArguments),
    /// Which settings hold, who said so, and what is wrong with them
    Config(config::ConfigArguments),
    /// Measure how well the right memories come back, on labelled data
    Eval(eval::EvalArguments),
    /// Measure how fast it is, on made-up data
    Bench(bench::BenchArguments),
    /// Check the installation and the data folder
    Doctor(doctor::DoctorArguments),
    /// Check every record, and compare every index with one built anew
    Verify(upkeep::UpkeepArguments),
    /// Completions for a shell
    Completions(completions::CompletionsArguments),
    /// The manual page
    Man(completions::ManArguments),
    /// Throw the indexes away and build them anew from the records
    Rebuild(upkeep::UpkeepArguments),
}

/// True for commands that say what is wrong with settings, or need none.
pub(crate) fn works_without_settings(command: &str) -> bool {
    matches!(command, "config" | "demo" | "completions" | "man" | "doctor")
}

/// Runs the command that was asked for.
pub(crate) fn run(arguments: Arguments, config: &Config) -> anyhow::Result<Exit> {
    match arguments.command {
        Command::Demo(arguments) => demo::run(&arguments),
        Command::Remember(arguments) => remember::run(arguments),
        Command::Recall(arguments) => recall::run(&arguments),
        Command::Ingest(arguments) => ingest::run(&arguments),
        Command::Feelings(arguments) => feelings::run(&arguments),
        Command::Facts(arguments) => facts::run(&arguments),
        Command::Entities(arguments) => entities::run(&arguments),
        Command::Profile(arguments) => profile::run(&arguments),
        Command::History(arguments) => history::run(&arguments),
        Command::Timeline(arguments) => timeline::run(&arguments),
        Command::Explore(arguments) => explore::run(&arguments),
        Command::Correct(arguments) => correct::run(&arguments),
        Command::Merge(arguments) => merge::run(&arguments),
        Command::Split(arguments) => split::run(&arguments),
        Command::State(arguments) => state::run(&arguments),
        Command::Inspect(arguments) => inspect::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Memories(arguments) => memories::run(&arguments),
        Command::Edit(arguments) => edit::run(&arguments),
        Command::Forget(arguments) => forget::run(&arguments),
        Command::Fsck(arguments) => fsck::run(&arguments),
        Command::Hygiene(arguments) => hygiene::run(&arguments),
        Command::Decay(arguments) => lifecycle::decay(&arguments),
        Command::Expire(arguments) => lifecycle::expire(&arguments),
        Command::Retention(arguments) => retention::run(&arguments),
        Command::Consolidate(arguments) => consolidate::run(&arguments),
        Command::Elaborate(arguments) => elaborate::run(&arguments),
        Command::Reflect(arguments) => reflect::run(&arguments),
        Command::Contexts(arguments) => contexts::run(&arguments),
        Command::Principals(arguments) => principals::run(&arguments),
        Command::Keys(arguments) => keys::run(&arguments),
        Command::Scopes(arguments) => scopes::run(&arguments),
        Command::Sessions(arguments) => sessions::run(&arguments),
        Command::Traces(arguments) => traces::run(&arguments),
        Command::Audit(arguments) => traces::audit(&arguments),
        Command::Call(arguments) => operation::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Mcp(arguments) => mcp::run(&arguments),
        Command::Connect(arguments) => connect::connect(&arguments),
        Command::Disconnect(arguments) => connect::disconnect(&arguments),
        Command::Export(arguments) => export::run(&arguments),
        Command::Import(arguments) => import::run(&arguments),
        Command::Backup(arguments) => backup::backup(&arguments),
        Command::Restore(arguments) => backup::restore(&arguments),
        Command::Completions(arguments) => completions::completions(&arguments, Arguments::command()),
        Command::Man(arguments) => completions::man(&arguments, Arguments::command()),
        Command::Config(arguments) => config::run(&arguments, config),
        Command::Eval(arguments) => eval::run(&arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Doctor(arguments) => doctor::run(&arguments, config),
        Command::Verify(arguments) => upkeep::verify(&arguments),
        Command::Rebuild(arguments) => upkeep::rebuild(&arguments),
    }
}

/// Where memories live and which model reads them; the same for every command.
#[derive(Clone, Debug, Args)]
pub(crate) struct DataArguments {
    /// Data folder
    #[arg(long, global = true, env = "QUINTET_DATA", value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) model: ModelArguments,
    #[command(flatten)]
    pub(crate) language: LanguageArguments,
    #[command(flatten)]
    pub(crate) server: ServerArguments,
}

/// Which embedding model to use.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ModelArguments {
    /// Folder with an encoder of your own (config.json, vocab.txt, model.safetensors) instead of the bundled model
    #[arg(long, global = true, env = "QUINTET_MODEL_PATH", value_name = "DIR")]
    pub(crate) model_path: Option<PathBuf>,
    /// Folder that keeps the vectors of texts embedded before; makes repeated evaluations fast
    #[arg(long, global = true, env = "QUINTET_EMBEDDING_CACHE", value_name = "DIR")]
    pub(crate) embedding_cache: Option<PathBuf>,
}

/// Which context.
#[derive(Clone, Debug, Args)]
pub(crate) struct ContextArguments {
    /// Context; the default one is made when it is needed
    #[arg(long, short, global = true, env = "QUINTET_CONTEXT", default_value = "default", value_name = "ID")]
    pub(crate) context: String,
}

impl ContextArguments {
    /// The id, checked.
    pub(crate) fn id(&self) -> anyhow::Result<ContextId> {
        ContextId::checked(&self.context).map_err(|error| UsageError(format!("--context: {error}")).into())
    }

    /// The id, after making the context where it does not exist yet: what is written has to go somewhere.
    pub(crate) fn ensure(&self, engine: &quintet::Engine) -> anyhow::Result<ContextId> {
        let id = self.id()?;
        match engine.create_context(id.as_str(), None, quintet::model::Labels::new()) {
            Ok(_) | Err(quintet::ContextError::Store(quintet::StoreError::ContextExists(_))) => Ok(id),
            Err(error) => Err(error.into()),
        }
    }
}

impl DataArguments {
    /// What to open, for commands that have asked a server where one is named: the others work on a folder alone.
    pub(crate) fn wiring(&self) -> anyhow::Result<Wiring> {
        if self.server.server.is_some() {
            let told = "this works on a data folder: leave --server away, and QUINTET_SERVER unset";
            return Err(UsageError(told.to_owned()).into());
        }
        self.wiring_here()
    }

    /// What to open, whatever server is named.
    pub(crate) fn wiring_here(&self) -> anyhow::Result<Wiring> {
        Ok(Wiring {
            data: self.folder()?,
            model_path: self.model.model_path.clone(),
            embedding_cache: self.model.embedding_cache.clone(),
            language: self.language.clone(),
            memory_budget_bytes: None,
        })
    }

    /// What to open, for commands that read what is there: a folder that does not exist is not made by a slip of the hand.
    pub(crate) fn existing(&self) -> anyhow::Result<Wiring> {
        let wiring = self.wiring()?;
        if wiring.data.exists() {
            return Ok(wiring);
        }
        let what = format!("the data folder {}", wiring.data.display());
        Err(InputError::Missing { what }.into())
    }

    /// The data folder: given, or `$XDG_DATA_HOME/quintet`, or `~/.local/share/quintet`.
    #[expect(clippy::disallowed_methods, reason = "the command line is where the environment is read")]
    pub(crate) fn folder(&self) -> anyhow::Result<PathBuf> {
        let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty()).map(PathBuf::from);
        self.data
            .clone()
            .or_else(|| set("XDG_DATA_HOME").map(|folder| folder.join("quintet")))
            .or_else(|| set("HOME").map(|home| home.join(".local/share/quintet")))
            .ok_or_else(|| UsageError("no data folder: give --data, or set QUINTET_DATA".to_owned()).into())
    }
}

/// What a reader may see, by the patterns of `--grant`; everything where there is none.
pub(crate) fn grant(patterns: &[String]) -> anyhow::Result<Grant> {
    if patterns.is_empty() {
        return Ok(Grant::everything());
    }
    let patterns = patterns.iter().map(|text| Pattern::parse(text)).collect::<Result<Vec<_>, _>>();
    Ok(Grant(patterns.map_err(|error| UsageError(format!("--grant: {error}")))?))
}

/// A pair of `--label`.
pub(crate) fn label(pair: &str) -> anyhow::Result<(String, String)> {
    let parts = pair.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned()));
    parts.ok_or_else(|| UsageError(format!("--label: '{pair}' is no KEY=VALUE")).into())
}

/// A moment given on the command line.
pub(crate) fn moment(flag: &str, text: Option<&str>) -> anyhow::Result<Option<Micros>> {
    text.map(|text| Micros::parse(text).map_err(|error| UsageError(format!("--{flag}: {error}")).into())).transpose()
}
