//! What commands that read knowledge have in common: the three clocks, and how a fact is printed.

use clap::Args;
use quintet::Engine;
use quintet::model::ContextId;
use quintet::store::{Entity, Filter};
use quintet::views::{EntityName, Statement};
use serde_json::{Value, json};

use super::{ContextArguments, DataArguments, grant, moment};
use crate::desk::There;
use crate::exit::Exit;
use crate::wire::{InputError, UsageError};

/// Which moment, for whom, and in which form.
#[derive(Clone, Debug, Args)]
pub(crate) struct ReadingArguments {
    /// Only what was known by then
    #[arg(long, value_name = "TIME")]
    as_of: Option<String>,
    /// Only what the database held by then
    #[arg(long, value_name = "TIME")]
    at_instant: Option<String>,
    /// Only what began to hold at or after this
    #[arg(long, value_name = "TIME")]
    valid_from: Option<String>,
    /// Only what ceased to hold at or before this
    #[arg(long, value_name = "TIME")]
    valid_until: Option<String>,
    /// What you may see, for example org/acme/*; everything when absent
    #[arg(long, value_name = "PATTERN")]
    grant: Vec<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    context: ContextArguments,
    #[command(flatten)]
    pub(crate) data: DataArguments,
}

impl ReadingArguments {
    /// Asks the server, where one has to be asked, and prints its answer; `None` where the folder is free to be opened. `own` are
    /// the fields of the request beside the three clocks.
    pub(crate) fn asked(&self, name: &str, path: &[(&str, &str)], own: Value) -> anyhow::Result<Option<Exit>> {
        let Some(there) = self.there()? else { return Ok(None) };
        there.tell(name, path, &self.fields(own), self.json).map(Some)
    }

    /// The server that has to be asked, if any.
    pub(crate) fn there(&self) -> anyhow::Result<Option<There>> {
        let there = There::find(&self.data, &self.context)?;
        refuse_grant(there.is_some(), &self.grant)?;
        Ok(there)
    }

    /// Fields of a request with the three clocks.
    pub(crate) fn fields(&self, mut own: Value) -> Value {
        for (name, given) in [
            ("asOf", &self.as_of),
            ("atInstant", &self.at_instant),
            ("validFrom", &self.valid_from),
            ("validUntil", &self.valid_until),
        ] {
            if let Some(given) = given {
                own[name] = json!(given);
            }
        }
        own
    }

    /// The engine over the folder that is there, the context, and the filter. No model is needed to read.
    pub(crate) fn open(&self) -> anyhow::Result<(Engine, ContextId, Filter)> {
        let (filter, context) = (self.filter()?, self.context.id()?);
        Ok((self.data.existing()?.engine_without_models()?, context, filter))
    }

    /// The same for commands that compare by meaning.
    pub(crate) fn open_with_model(&self) -> anyhow::Result<(Engine, ContextId, Filter)> {
        let (filter, context) = (self.filter()?, self.context.id()?);
        Ok((self.data.existing()?.engine()?, context, filter))
    }

    /// The same for commands that write; what is written is to be found by meaning, too.
    pub(crate) fn open_to_write(&self) -> anyhow::Result<(Engine, ContextId, Filter)> {
        let filter = self.filter()?;
        self.context.id()?;
        let engine = self.data.wiring()?.engine()?;
        let context = self.context.ensure(&engine)?;
        Ok((engine, context, filter))
    }

    fn filter(&self) -> anyhow::Result<Filter> {
        Ok(Filter {
            grant: grant(&self.grant)?,
            as_of: moment("as-of", self.as_of.as_deref())?,
            at_instant: moment("at-instant", self.at_instant.as_deref())?,
            valid_from: moment("valid-from", self.valid_from.as_deref())?,
            valid_until: moment("valid-until", self.valid_until.as_deref())?,
            ..Filter::default()
        })
    }
}

/// `--grant` says what a reader of a folder may see; what a key may see, its server knows.
pub(crate) fn refuse_grant(is_elsewhere: bool, grant: &[String]) -> anyhow::Result<()> {
    if is_elsewhere && !grant.is_empty() {
        let told = "--grant is for a data folder that is opened here; a server goes by what the key may see";
        return Err(UsageError(told.to_owned()).into());
    }
    Ok(())
}

/// An entity as paths of a server name it: by type and name. One that is named without a type is looked for.
pub(crate) fn named_there(there: &There, text: &str) -> anyhow::Result<(String, String)> {
    let name = entity(text)?;
    if let Some(kind) = name.kind {
        return Ok((kind.as_str().to_owned(), name.name));
    }
    let found = there.call("entities", &[], &json!({ "name": name.name, "limit": 2 }))?;
    let one = found["entities"].as_array().or_else(|| found.as_array()).and_then(|all| all.first());
    let kind = one.and_then(|one| one["type"].as_str());
    let kind = kind.ok_or_else(|| InputError::Missing { what: format!("an entity named {}", name.name) })?;
    Ok((kind.to_owned(), name.name))
}

/// An entity as the command line names it: `type/name`, a name or an id.
pub(crate) fn entity(text: &str) -> anyhow::Result<EntityName> {
    let name = EntityName::parse(text);
    if name.name.is_empty() {
        return Err(UsageError("an entity has a name: write <type>/<name>, a name or an id".to_owned()).into());
    }
    Ok(name)
}

/// An entity as JSON.
pub(crate) fn entity_body(entity: &Entity) -> Value {
    json!({
        "id": entity.id, "name": entity.name, "type": entity.kind, "aliases": entity.aliases,
        "mergedInto": entity.merged_into,
    })
}

/// A fact as JSON.
pub(crate) fn body(one: &Statement) -> Value {
    let memory = &one.memory;
    let name = |entity: &Option<Entity>| entity.as_ref().map(|entity| entity.name.clone());
    json!({
        "id": memory.id, "kind": one.sort(), "entity": name(&one.subject), "key": one.key(), "value": one.value(),
        "memoryCategory": memory.category, "confidence": memory.confidence, "trust": memory.trust,
        "validFrom": memory.valid.from.map(|at| at.to_string()), "validUntil": memory.valid.until.map(|at| at.to_string()),
        "createdAt": memory.known_at.to_string(), "supersedes": memory.supersedes, "supersededBy": memory.superseded_by,
        "sources": memory.source.derived_from,
    })
}

/// The day of a moment.
pub(crate) fn day(at: quintet::model::Micros) -> String {
    at.to_string().chars().take(10).collect()
}

/// A fact as a line: whose, what, since when it is known, and its id.
pub(crate) fn line(one: &Statement) -> String {
    let whose = one.subject.as_ref().map_or("", |subject| &subject.name);
    let said = match one.sort() {
        "attribute" => format!("{whose}  {} = {}", one.key(), one.value()),
        "uncertainty" => format!("{whose}  ? {}", one.value()),
        _ => format!("{whose}  {} {}", one.key(), one.value()),
    };
    let until = one.memory.valid.until.map_or_else(String::new, |until| format!(", until {}", day(until)));
    format!("{}  {said}{until}  ({})", day(one.memory.known_at), one.memory.id)
}
