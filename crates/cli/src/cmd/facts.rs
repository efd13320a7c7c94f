//! `quintet facts`: what is known, and writing it by name.

use clap::Args;
use quintet::limits::LIST_MAX;
use quintet::model::EntityKind;
use quintet::retain::{FactItem, Learned};
use quintet::store::KnowledgeAsk;
use serde_json::json;

use super::moment;
use super::reading::{ReadingArguments, body, entity, line};
use crate::desk::{self, There};
use crate::exit::Exit;
use crate::output;
use crate::wire::UsageError;

/// The sorts of facts.
const SORTS: [&str; 5] = ["attribute", "relation", "action", "instruction", "uncertainty"];

/// Arguments of `facts`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  quintet facts\n  quintet facts person/Dana --key role\n  \
quintet facts person/Dana --set role=CTO --relate works_at=organisation/Halyard\n  \
quintet facts Dana --as-of 2026-03-01")]
pub(crate) struct FactsArguments {
    /// Of whom: type/name, a name or an id; everybody when absent
    entity: Option<String>,
    /// Only under this key, label or verb
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
    /// Only of this sort: attribute, relation, action, instruction or uncertainty
    #[arg(long, value_name = "SORT")]
    kind: Option<String>,
    /// Facts at most
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: usize,
    /// Write a fact about the entity
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Write a relation of the entity to another
    #[arg(long, value_name = "LABEL=ENTITY")]
    relate: Vec<String>,
    /// When what is written was learnt; now when absent
    #[arg(long, value_name = "TIME")]
    at: Option<String>,
    #[command(flatten)]
    reading: ReadingArguments,
}

/// Runs it.
pub(crate) fn run(arguments: &FactsArguments) -> anyhow::Result<Exit> {
    if let Some(there) = arguments.reading.there()? {
        return elsewhere(arguments, &there);
    }
    if arguments.set.is_empty() && arguments.relate.is_empty() {
        return list(arguments);
    }
    let facts = stated(arguments)?;
    let (engine, context, _) = arguments.reading.open_to_write()?;
    let learned = engine.assert_facts(&context, &facts)?;
    engine.flush()?;
    for one in &learned {
        tell(one, arguments.reading.json)?;
    }
    Ok(Exit::Ok)
}

/// The same on a server.
fn elsewhere(arguments: &FactsArguments, there: &There) -> anyhow::Result<Exit> {
    let reading = &arguments.reading;
    if arguments.set.is_empty() && arguments.relate.is_empty() {
        let body = json!({
            "entity": arguments.entity, "key": arguments.key, "kind": arguments.kind, "limit": arguments.limit.min(LIST_MAX),
        });
        return there.tell("facts_list", &[], &reading.fields(body), reading.json);
    }
    // What is wrong with them is told here as it is for a folder.
    stated(arguments)?;
    let named = |text: &str| {
        let name = entity(text)?;
        Ok::<_, anyhow::Error>(json!({ "type": name.kind.unwrap_or(EntityKind::Other), "name": name.name }))
    };
    let whom = named(arguments.entity.as_deref().unwrap_or_default())?;
    let mut triples = Vec::new();
    for (key, value) in arguments.set.iter().filter_map(|text| text.split_once('=')) {
        triples.push(json!({ "entity": whom, "key": key.trim(), "value": value.trim() }));
    }
    for (label, target) in arguments.relate.iter().filter_map(|text| text.split_once('=')) {
        triples.push(json!({ "entity": whom, "key": label.trim(), "target": named(target.trim())? }));
    }
    let body = json!({ "infer": "triples", "triples": triples, "observed_at": arguments.at });
    let answer = there.write("remember", &[], &body)?;
    desk::show(&answer, reading.json)
}

/// Prints what became of a fact.
pub(crate) fn tell(one: &Learned, as_json: bool) -> anyhow::Result<()> {
    let outcome = json!(one.asserted.fate);
    let corrections: Vec<_> = one
        .asserted
        .corrections
        .iter()
        .map(|put| json!({ "entityId": put.entity, "key": put.key, "oldValue": put.old, "newValue": put.new }))
        .collect();
    if as_json {
        return output::json(&json!({
            "id": one.asserted.memory, "outcome": outcome, "text": one.text, "corrections": corrections,
        }));
    }
    let id = one.asserted.memory.map_or_else(String::new, |id| format!("  ({id})"));
    output::text(&format!("{}: {}{id}", outcome.as_str().unwrap_or_default(), one.text))
}

fn stated(arguments: &FactsArguments) -> anyhow::Result<Vec<FactItem>> {
    let usage = |text: String| anyhow::Error::from(UsageError(text));
    let whom =
        arguments.entity.as_deref().ok_or_else(|| usage("say of whom: quintet facts <ENTITY> --set ...".into()))?;
    let whom = entity(whom)?;
    let kind = |kind: Option<EntityKind>| kind.unwrap_or(EntityKind::Other);
    let pair = |flag: &str, text: &str| {
        let pair = text.split_once('=').map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()));
        pair.ok_or_else(|| usage(format!("--{flag}: '{text}' has no '='")))
    };
    let mut facts = Vec::new();
    for text in &arguments.set {
        let (key, value) = pair("set", text)?;
        facts.push(FactItem::attribute(kind(whom.kind), &whom.name, &key, &value));
    }
    for text in &arguments.relate {
        let (label, target) = pair("relate", text)?;
        let target = entity(&target)?;
        let (subject, object) = ((kind(whom.kind), whom.name.as_str()), (kind(target.kind), target.name.as_str()));
        facts.push(FactItem::relation(subject, &label, object));
    }
    let known_at = moment("at", arguments.at.as_deref())?;
    Ok(facts.into_iter().map(|fact| FactItem { known_at, ..fact }).collect())
}

fn list(arguments: &FactsArguments) -> anyhow::Result<Exit> {
    let sort = arguments.kind.as_deref().map(|kind| {
        let sort = SORTS.iter().copied().find(|sort| *sort == kind);
        sort.ok_or_else(|| UsageError(format!("--kind: there are {}", SORTS.join(", "))))
    });
    let sorts = sort.transpose()?.into_iter().collect();
    let (engine, context, filter) = arguments.reading.open()?;
    let whom = arguments.entity.as_deref().map(entity).transpose()?;
    let whom = whom.map(|whom| engine.find_entity(&context, &whom, &filter)).transpose()?;
    let ask = KnowledgeAsk {
        subject: whom.map(|whom| whom.id),
        key: arguments.key.clone(),
        sorts,
        ..KnowledgeAsk::default()
    };
    for one in engine.statements(&context, &ask, &filter, arguments.limit.min(LIST_MAX))? {
        if arguments.reading.json {
            output::json(&body(&one))?;
        } else {
            output::text(&line(&one))?;
        }
    }
    Ok(Exit::Ok)
}
