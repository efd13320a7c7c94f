//! What is known as the wire shows it. Spans are characters here and bytes inside; this is where they are turned.

use quintet::model::{Category, Claim, Kind, Knowledge, Memory, Micros, Origin, Said, Scope, ScopeSets};
use quintet::retain::Learned;
use quintet::store::{Entity, Fate, Filter};
use quintet::views::{Citation, MemorySheet, Moment, Statement};
use serde_json::{Map, Value, json};

use super::schema::Shape;
use super::schema::Shape::{Any, List, Maybe, Number, Object, Of, Text, Time, Whole};
use super::{Call, Service};
use crate::problem::Problem;

/// A moment, or null.
pub(super) fn moment(at: Option<Micros>) -> Value {
    at.map_or(Value::Null, |at| json!(at.to_string()))
}

/// The kind of a source, as published.
fn source_kind(memory: &Memory) -> &'static str {
    match memory.source.origin {
        Origin::Conversation => "turn",
        Origin::Document => "document",
        Origin::Upsert => "upsert",
        Origin::Derived => "consolidation",
        Origin::Reflection => "reflect",
        Origin::Elaboration => "elaboration",
    }
}

/// Where a memory comes from.
fn source(memory: &Memory) -> Value {
    let turn = memory.source.derived_from.first().filter(|_| memory.knowledge.is_some());
    json!({
        "kind": source_kind(memory),
        "ref": turn.map(|id| format!("turn:{id}")),
        "sessionId": memory.session,
        "derivedFrom": memory.source.derived_from,
        "principal": memory.source.principal,
        "reference": memory.source.reference,
        "trust": memory.trust,
    })
}

/// The words that a memory cites, with their place in characters.
pub(super) fn citation(cited: Option<&Citation>) -> Value {
    let Some(cited) = cited else { return Value::Null };
    json!({
        "turnId": cited.source.as_ref().filter(|source| source.kind == Kind::Turn).map(|source| source.id),
        "memoryId": cited.source.as_ref().map(|source| source.id),
        "documentId": cited.document,
        "span": { "start": cited.chars.start, "end": cited.chars.end },
        "quote": cited.quote,
        "spokenAt": cited.source.as_ref().map(|source| source.known_at.to_string()),
    })
}

/// What is told of an entity.
pub(super) const ENTITY: Shape = Of(&[
    ("id", Text),
    ("name", Text),
    ("type", Text),
    ("entityType", Text),
    ("aliases", List(&Text)),
    ("mergedInto", Maybe(&Text)),
    ("memoryCategory", Maybe(&Text)),
    ("importance", Maybe(&Number)),
    ("createdAt", Maybe(&Time)),
]);

/// What is told of every row of knowledge; its sort has members of its own.
pub(super) const STATEMENT: Shape = Of(&[
    ("id", Text),
    ("kind", Text),
    ("text", Text),
    ("memoryCategory", Text),
    ("importance", Any),
    ("confidence", Any),
    ("validFrom", Maybe(&Time)),
    ("validUntil", Maybe(&Time)),
    ("occurredAt", Time),
    ("createdAt", Time),
    ("recordedAt", Time),
    ("supersedes", Any),
    ("supersededBy", Any),
    ("source", Object),
]);

/// What is told of a memory.
pub(super) const MEMORY: Shape = Of(&[
    ("id", Text),
    ("kind", Text),
    ("text", Text),
    ("sessionId", Maybe(&Text)),
    ("seq", Maybe(&Whole)),
    ("role", Maybe(&Text)),
    ("speaker", Maybe(&Text)),
    ("title", Maybe(&Text)),
    ("documentId", Maybe(&Text)),
    ("partOf", Maybe(&Text)),
    ("labels", Object),
    ("scopes", Any),
    ("memoryCategory", Text),
    ("createdAt", Time),
    ("recordedAt", Time),
    ("occurredAt", Time),
    ("validFrom", Maybe(&Time)),
    ("validUntil", Maybe(&Time)),
    ("source", Object),
]);

/// What a memory seen from all sides has beside.
pub(super) const SHEET: Shape = Of(&[
    ("citation", Maybe(&Object)),
    ("sources", List(&Object)),
    ("derived", List(&Object)),
    ("older", List(&Object)),
    ("newer", List(&Object)),
]);

/// What is told of what a text changed.
pub(super) const EXTRACTION: Shape = Of(&[
    ("entities", List(&Object)),
    ("attributes", List(&Object)),
    ("relations", List(&Object)),
    ("actions", List(&Object)),
    ("instructions", List(&Object)),
    ("uncertainties", List(&Object)),
    ("corrections", List(&Object)),
]);

/// An entity.
pub(super) fn entity(entity: &Entity, card: Option<&Memory>) -> Value {
    json!({
        "id": entity.id,
        "name": entity.name,
        "type": entity.kind,
        "entityType": entity.kind,
        "aliases": entity.aliases,
        "mergedInto": entity.merged_into,
        "memoryCategory": card.map(|card| card.category),
        "importance": card.map(|card| card.importance),
        "createdAt": moment(card.map(|card| card.known_at)),
    })
}

/// One row of knowledge; its members go by its sort.
pub(super) fn statement(one: &Statement) -> Value {
    let memory = &one.memory;
    let subject = one.subject.as_ref();
    let party = |entity: &Entity| json!({ "id": entity.id, "name": entity.name, "type": entity.kind });
    let mut body = json!({
        "id": memory.id,
        "memoryCategory": memory.category,
        "importance": memory.importance,
        "confidence": memory.confidence,
        "trust": memory.trust,
        "validFrom": moment(memory.valid.from),
        "validUntil": moment(memory.valid.until),
        "occurredAt": memory.event.start.to_string(),
        "createdAt": memory.known_at.to_string(),
        "recordedAt": memory.recorded_at.to_string(),
        "supersedes": memory.supersedes,
        "supersededBy": memory.superseded_by,
        "repeats": memory.repeats,
        "text": memory.text,
        "source": source(memory),
    });
    let own = match &memory.knowledge {
        Some(Knowledge::Relation { label, .. }) => json!({
            "subject": subject.map(party), "label": label, "object": one.object.as_ref().map(party),
        }),
        Some(Knowledge::Action { verb, object, .. }) => json!({
            "subject": subject.map(party), "verb": verb, "object": object,
        }),
        Some(Knowledge::Instruction { label, description, .. }) => json!({
            "subject": subject.map(party), "label": label, "description": description, "active": memory.superseded_by.is_none(),
        }),
        Some(Knowledge::Uncertainty { about, reason, between, .. }) => json!({
            "subject": subject.map(party), "about": about, "reason": reason, "between": between,
            "resolved": memory.superseded_by.is_some(),
        }),
        Some(Knowledge::Attribute { .. }) | None => json!({
            "entity": subject.map(party), "key": one.key(), "value": one.value(),
        }),
    };
    if let (Value::Object(body), Value::Object(own)) = (&mut body, own) {
        body.insert("kind".to_owned(), json!(one.sort()));
        body.extend(own);
    }
    body
}

/// Statements in lists by their sort.
pub(super) fn by_sort(statements: &[Statement]) -> Map<String, Value> {
    let lists = [
        ("attributes", "attribute"),
        ("relations", "relation"),
        ("actions", "action"),
        ("instructions", "instruction"),
        ("unknowns", "uncertainty"),
    ];
    let list = |sort: &str| statements.iter().filter(|one| one.sort() == sort).map(statement).collect::<Vec<_>>();
    lists.iter().map(|(name, sort)| ((*name).to_owned(), json!(list(sort)))).collect()
}

/// A memory that is told beside others.
pub(super) fn memory(memory: &Memory) -> Value {
    json!({
        "id": memory.id,
        "kind": memory.kind,
        "text": memory.text,
        "sessionId": memory.session,
        "seq": memory.seq,
        "role": memory.role,
        "speaker": memory.speaker,
        "title": memory.title,
        "documentId": memory.document,
        "section": memory.section,
        "partOf": memory.part_of,
        "labels": memory.labels,
        "scopes": memory.scopes,
        "memoryCategory": memory.category,
        "importance": memory.importance,
        "createdAt": memory.known_at.to_string(),
        "recordedAt": memory.recorded_at.to_string(),
        "occurredAt": memory.event.start.to_string(),
        "validFrom": moment(memory.valid.from),
        "validUntil": moment(memory.valid.until),
        "supersedes": memory.supersedes,
        "supersededBy": memory.superseded_by,
        "repeats": memory.repeats,
        "locations": memory.locations,
        "confidence": memory.confidence,
        "trust": memory.trust,
        "source": source(memory),
    })
}

/// One memory seen from all sides.
pub(super) fn sheet(sheet: &MemorySheet) -> Value {
    let one = &sheet.statement;
    let mut body = if one.memory.knowledge.is_some() { statement(one) } else { memory(&one.memory) };
    body["citation"] = citation(sheet.citation.as_ref());
    body["sources"] = sheet.sources.iter().map(memory).collect();
    body["derived"] = sheet.derived.iter().map(statement).collect();
    body["older"] = sheet.older.iter().map(memory).collect();
    body["newer"] = sheet.newer.iter().map(memory).collect();
    body
}

/// One place of a time line.
pub(super) fn moment_body(one: &Moment) -> Value {
    json!({
        "at": one.at.to_string(),
        "event": one.kind.as_str(),
        "key": one.statement.key(),
        "value": one.statement.value(),
        "oldValue": one.older,
        "replacedBy": one.replaced_by,
        "fact": statement(&one.statement),
    })
}

/// Where a hit comes from, as published.
pub(super) fn hit_source(memory: &Memory) -> &'static str {
    match (memory.kind, &memory.knowledge) {
        (Kind::Observation, _) => "observation",
        (_, Some(Knowledge::Relation { .. })) => "relation",
        (Kind::Fact, _) => "attribute",
        (Kind::Action, _) => "action",
        (Kind::Entity, _) => "entity",
        (Kind::Turn, _) => "memory_chunk",
        _ if memory.session.is_some() && memory.document.is_none() => "memory_chunk",
        _ => "chunk",
    }
}

/// The words that a hit cites.
pub(super) fn cited(service: &Service, call: &Call, memory: &Memory) -> Result<Value, Problem> {
    let filter = Filter { grant: call.grant()?, ..Filter::default() };
    Ok(citation(service.engine.citation(&call.context()?, memory, &filter)?.as_ref()))
}

fn fate(fate: Fate) -> &'static str {
    match fate {
        Fate::Created => "created",
        Fate::Repeated => "repeated",
        Fate::Superseded => "superseded",
        Fate::Backfilled => "backfilled",
        Fate::Closed => "closed",
        Fate::Doubted => "doubted",
        Fate::Dropped => "dropped",
    }
}

/// What a text or a list of facts changed in what is known. `text`: what was read, and who spoke it by name.
pub(super) fn extraction(learned: &[Learned], text: Option<(&str, Option<&str>)>) -> Map<String, Value> {
    let mut entities: Vec<Value> = Vec::new();
    let mut lists: [Vec<Value>; 5] = Default::default();
    let (mut corrections, mut seen) = (Vec::new(), Vec::new());
    for one in learned {
        for touched in &one.asserted.entities {
            if let Some(at) = seen.iter().position(|id| *id == touched.id) {
                // New to the first claim that names it is new.
                entities[at]["isNew"] = json!(touched.is_new || entities[at]["isNew"] == true);
            } else {
                seen.push(touched.id);
                entities.push(json!({
                    "id": touched.id, "name": touched.name, "type": touched.kind, "entityType": touched.kind,
                    "isNew": touched.is_new,
                }));
            }
        }
        for correction in &one.asserted.corrections {
            corrections.push(json!({
                "entityId": correction.entity, "key": correction.key, "oldValue": correction.old, "newValue": correction.new,
            }));
        }
        let list = match &one.claim.said {
            Said::Attribute { .. } => 0,
            Said::Relation { .. } => 1,
            Said::Action { .. } => 2,
            Said::Instruction { .. } => 3,
            Said::Uncertainty { .. } => 4,
        };
        lists[list].push(claim(one, text));
        if let Some(doubt) = one.asserted.doubt {
            lists[4].push(json!({ "id": doubt, "about": one.text, "reason": "clash", "resolved": false }));
        }
    }
    let mut body = Map::new();
    body.insert("entities".to_owned(), json!(entities));
    for (name, list) in ["attributes", "relations", "actions", "instructions", "uncertainties"].iter().zip(lists) {
        body.insert((*name).to_owned(), json!(list));
    }
    body.insert("corrections".to_owned(), json!(corrections));
    body
}

/// Takes the words of what was replaced out of an extraction for whoever writes to scopes that they may not read. What is
/// replaced has the scopes of what replaces it; those of `None` are the engine's own, the root.
pub(super) fn only_readable(call: &Call, scopes: Option<&ScopeSets>, extraction: &mut Value) -> Result<(), Problem> {
    let grant = call.caller()?.readable();
    let may_read = scopes.map_or_else(|| grant.covers(&Scope::root()), |scopes| grant.sees(scopes));
    if let Some(corrections) = extraction["corrections"].as_array_mut().filter(|_| !may_read) {
        for correction in corrections {
            correction["oldValue"] = Value::Null;
        }
    }
    Ok(())
}

/// One claim and what became of it.
fn claim(one: &Learned, text: Option<(&str, Option<&str>)>) -> Value {
    let Claim { said, span, confidence, stance, valid, ends, category } = &one.claim;
    let name =
        |at: usize| one.asserted.entities.get(at).map(|touched| json!({ "id": touched.id, "name": touched.name }));
    let mut body = json!({
        "id": one.asserted.memory,
        "outcome": fate(one.asserted.fate),
        "text": one.text,
        "confidence": confidence,
        "stance": stance,
        "memoryCategory": if *category == Category::Episodic { Category::Context } else { *category },
        "validFrom": moment(valid.from),
        "validUntil": moment(valid.until),
        "ends": ends,
        "span": text.and_then(|(text, speaker)| {
            // A claim is read behind a leading speaker, and cited in the whole text.
            let lead = text.len() - quintet::model::spoken(text, speaker).len();
            characters(text, lead + span.start as usize, lead + span.end as usize)
        }),
    });
    let own = match said {
        Said::Attribute { key, value, .. } => json!({ "entity": name(0), "key": key, "value": value }),
        Said::Relation { label, .. } => json!({ "subject": name(0), "label": label, "object": name(1) }),
        Said::Action { verb, object, at, .. } => json!({
            "subject": name(0), "verb": verb, "object": object, "occurredAt": moment(at.map(|at| at.start)),
        }),
        Said::Instruction { label, description, reverses } => json!({
            "label": label, "description": description, "reverses": reverses,
        }),
        Said::Uncertainty { about, reason } => json!({ "about": about, "reason": reason, "resolved": false }),
    };
    if let (Value::Object(body), Value::Object(own)) = (&mut body, own) {
        body.extend(own);
    }
    body
}

/// A span of bytes as one of characters; none for an empty one.
pub(super) fn characters(text: &str, start: usize, end: usize) -> Option<Value> {
    let (before, inside) = (text.get(..start)?, text.get(start..end).filter(|inside| !inside.is_empty())?);
    let start = before.chars().count();
    Some(json!({ "start": start, "end": start + inside.chars().count() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_become_characters() {
        assert_eq!(characters("Zo\u{eb} is", 5, 7), Some(json!({ "start": 4, "end": 6 })));
        assert_eq!(characters("Zo\u{eb}", 3, 4), None, "inside a character");
        assert_eq!(characters("x", 0, 0), None);
    }
}
