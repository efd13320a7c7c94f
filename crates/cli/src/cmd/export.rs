//! `quintet export`: everything of a context, line by line.
//!
//! The first line is the header, the last says how many rows there are, so that a file that was cut short is noticed. The same
//! context gives the same bytes.

use std::io::Write;

use clap::Args;
use quintet::model::Labels;
use quintet::model::{Episode, Session};
use quintet::ports::ModelId;
use quintet::store::{ContextSettings, Ordinal, Portable};
use serde::{Deserialize, Serialize};

use super::{ContextArguments, DataArguments};
use crate::exit::Exit;
use crate::wire::UsageError;

/// The version of the form that this program writes, and the highest that it reads.
pub(super) const VERSION: u32 = 1;
/// What stands in the header of every export.
pub(super) const FORMAT: &str = "quintet-export";
/// Rows read at a time. Chosen: some MiB.
const PAGE: usize = 512;

/// Arguments of `export`.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  quintet export > memory.jsonl\n  quintet export --context club --vectors > club.jsonl\n\
quintet import reads it. Keys and principals are not in it; quintet backup copies everything."
)]
pub(crate) struct ExportArguments {
    /// Vectors, too; without them they are computed anew by the import
    #[arg(long)]
    vectors: bool,
    #[command(flatten)]
    context: ContextArguments,
    #[command(flatten)]
    data: DataArguments,
}

/// One line of an export.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Line {
    /// The first.
    Header(Box<Header>),
    /// A conversation.
    Session(Session),
    /// A run of turns.
    Episode(Episode),
    /// A memory with everything that is kept of it.
    Memory(Box<Portable>),
    /// The last.
    End {
        /// How many lines of memories there are.
        memories: usize,
    },
}

/// What holds for the whole context.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    pub(super) format: String,
    pub(super) version: u32,
    pub(super) description: Option<String>,
    pub(super) metadata: Labels,
    pub(super) settings: ContextSettings,
    pub(super) model: Option<ModelId>,
    pub(super) vectors: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) sweep: Option<String>,
}

/// Runs it.
pub(crate) fn run(arguments: &ExportArguments) -> anyhow::Result<Exit> {
    let context = arguments.context.id()?;
    let engine = arguments.data.existing()?.engine_without_models()?;
    let spec = engine.contexts()?.into_iter().find(|spec| spec.id == context);
    let Some(spec) = spec else { return Err(quintet::StoreError::NoSuchContext(context).into()) };
    let frame = engine.frame(&context)?;
    let mut out = Out { out: Box::new(std::io::BufWriter::new(std::io::stdout().lock())), gone: false };
    out.line(&Line::Header(Box::new(Header {
        format: FORMAT.to_owned(),
        version: VERSION,
        description: spec.description,
        metadata: spec.metadata,
        settings: spec.settings,
        model: frame.model,
        vectors: arguments.vectors,
        sweep: frame.sweep,
    })))?;
    frame.sessions.into_iter().try_for_each(|session| out.line(&Line::Session(session)))?;
    frame.episodes.into_iter().try_for_each(|episode| out.line(&Line::Episode(episode)))?;
    let (mut after, mut memories) = (Ordinal(0), 0);
    loop {
        let page = engine.portable(&context, after, PAGE, arguments.vectors)?;
        let Some(last) = page.last() else { break };
        after = last.row;
        memories += page.len();
        page.into_iter().try_for_each(|row| out.line(&Line::Memory(Box::new(row))))?;
    }
    out.line(&Line::End { memories })?;
    out.done()?;
    Ok(Exit::Ok)
}

/// Standard output. A reader that went away is no error.
struct Out {
    out: Box<dyn Write>,
    gone: bool,
}

impl Out {
    fn line(&mut self, line: &Line) -> anyhow::Result<()> {
        let text = serde_json::to_string(line)?;
        let written = if self.gone { Ok(()) } else { writeln!(self.out, "{text}") };
        self.note(written)
    }

    fn done(&mut self) -> anyhow::Result<()> {
        let flushed = if self.gone { Ok(()) } else { self.out.flush() };
        self.note(flushed)
    }

    fn note(&mut self, written: std::io::Result<()>) -> anyhow::Result<()> {
        match written {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => self.gone = true,
            other => other?,
        }
        Ok(())
    }
}

/// Refuses a header of another format or a newer version.
pub(super) fn checked(header: Header) -> Result<Header, UsageError> {
    if header.format != FORMAT {
        return Err(UsageError(format!("it is no {FORMAT}")));
    }
    if header.version > VERSION {
        let found = header.version;
        return Err(UsageError(format!(
            "it has version {found}, this program reads up to {VERSION}; use a newer quintet"
        )));
    }
    Ok(header)
}
