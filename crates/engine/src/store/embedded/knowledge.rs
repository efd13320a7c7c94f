//! Reading knowledge: claims and entities, of the rows that a filter lets through.
//!
//! Must not know: how they are written.

use std::sync::Arc;

use rusqlite::Connection;

use super::cast;
use super::context::EmbeddedContext;
use super::tables::entities::{self, Card};
use super::tables::{claims, memories};
use crate::limits;
use crate::model::{EntityId, MemoryId};
use crate::store::{ContextStore, Entity, EntityAsk, Filter, KnowledgeAsk, Ordinal, Row, StoreError, View, Whom};
use crate::text;

/// Rows read at a time while some of them are kept back by the filter. Chosen.
const PAGE: usize = 256;

impl EmbeddedContext {
    pub(super) fn read_knowledge(
        &self,
        ask: &KnowledgeAsk,
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<Row>, StoreError> {
        let view = self.view(&quiet(filter))?;
        let (subject, object, source) = self.core().readers.with(|connection| {
            let cluster = |id: Option<EntityId>| id.map_or_else(|| Ok(Vec::new()), |id| cluster(connection, id));
            let source = ask.source.map(|id| {
                let found = memories::locate(connection, id)?;
                found.map(|(ordinal, _)| ordinal).ok_or(StoreError::NoSuchMemory(id))
            });
            Ok((cluster(ask.subject)?, cluster(ask.object)?, source.transpose()?))
        })?;
        let mut ask = ask.clone();
        let mut found = Vec::new();
        while found.len() < limit {
            let read = |connection: &Connection| claims::asked(connection, &ask, &subject, &object, source, PAGE);
            let page = self.core().readers.with(read)?;
            let Some(last) = page.last().copied() else { break };
            for (ordinal, memory) in page.iter().zip(view.memories(&page)?) {
                if let Some(memory) = memory.filter(|_| found.len() < limit) {
                    found.push(Row { ordinal: *ordinal, memory, feeling: crate::store::Feeling::default() });
                }
            }
            ask.after = last.0;
            if page.len() < PAGE {
                break;
            }
        }
        Ok(found)
    }

    pub(super) fn read_sources(&self, ids: &[MemoryId]) -> Result<Vec<Vec<MemoryId>>, StoreError> {
        self.core().readers.with_one_state(|connection| {
            let mut all = Vec::with_capacity(ids.len());
            for id in ids {
                let mut own = Vec::new();
                if let Some((row, _)) = memories::locate(connection, *id)? {
                    for source in claims::sources(connection, row)? {
                        own.extend(memories::id(connection, source)?);
                    }
                }
                all.push(own);
            }
            Ok(all)
        })
    }

    pub(super) fn read_entity(&self, id: EntityId, filter: &Filter) -> Result<Option<Entity>, StoreError> {
        let view = self.view(&quiet(filter))?;
        self.core().readers.with_one_state(|connection| {
            let Some((ordinal, _)) = memories::locate(connection, MemoryId(id.0))? else { return Ok(None) };
            let Some(card) = entities::get(connection, ordinal)? else { return Ok(None) };
            if !seen(connection, &view, &card)? {
                return Ok(None);
            }
            entity(connection, &card).map(Some)
        })
    }

    pub(super) fn read_entities(
        &self,
        ask: &EntityAsk,
        filter: &Filter,
        limit: usize,
    ) -> Result<Vec<Entity>, StoreError> {
        let view = self.view(&quiet(filter))?;
        self.core().readers.with_one_state(|connection| {
            let mut found: Vec<Entity> = Vec::new();
            if ask.nameless || ask.name.is_some() {
                let cards = match &ask.name {
                    Some(name) if !ask.nameless => {
                        entities::by_key(connection, &text::name_key(name), limits::NAMESAKES_MAX)?
                    }
                    // Whom nothing may be seen of is left out below.
                    _ => entities::speakers(connection, &|_| true, usize::MAX)?,
                };
                for ordinal in cards {
                    let Some(card) = entities::root(connection, ordinal)? else { continue };
                    let fits = ask.kind.is_none_or(|kind| kind == card.kind) && card.ordinal.0 > ask.after;
                    let is_new = found.iter().all(|known| known.id != card.id);
                    if fits && is_new && found.len() < limit && seen(connection, &view, &card)? {
                        found.push(entity(connection, &card)?);
                    }
                }
                return Ok(found);
            }
            let mut after = Ordinal(ask.after);
            while found.len() < limit {
                let page = entities::after(connection, after, ask.kind, PAGE)?;
                let Some(last) = page.last().copied() else { break };
                for ordinal in page {
                    let Some(card) = entities::get(connection, ordinal)? else { continue };
                    if found.len() < limit && seen(connection, &view, &card)? {
                        found.push(entity(connection, &card)?);
                    }
                }
                after = last;
            }
            Ok(found)
        })
    }
}

/// The filter with what stays in the background let through: whoever asks for knowledge asks for that, too.
fn quiet(filter: &Filter) -> Filter {
    Filter { quiet: true, ..filter.clone() }
}

/// The cards of an entity and of all that were merged into it.
pub(super) fn cluster(connection: &Connection, id: EntityId) -> Result<Vec<Ordinal>, StoreError> {
    let (ordinal, _) = memories::locate(connection, MemoryId(id.0))?.ok_or(StoreError::NoSuchEntity(id))?;
    let card = entities::root(connection, ordinal)?.ok_or(StoreError::NoSuchEntity(id))?;
    entities::members(connection, card.ordinal)
}

/// True when the view holds an entity's card or anything that is known of it.
fn seen(connection: &Connection, view: &Arc<dyn View>, card: &Card) -> Result<bool, StoreError> {
    let cluster = entities::members(connection, card.ordinal)?;
    if view.visible(&cluster)?.contains(&true) {
        return Ok(true);
    }
    for by_object in [false, true] {
        let mut ask = KnowledgeAsk::default();
        loop {
            let (subject, object) = if by_object { (&[][..], &cluster[..]) } else { (&cluster[..], &[][..]) };
            let page = claims::asked(connection, &ask, subject, object, None, PAGE)?;
            if view.visible(&page)?.contains(&true) {
                return Ok(true);
            }
            match page.last() {
                Some(last) if page.len() == PAGE => ask.after = last.0,
                _ => break,
            }
        }
    }
    Ok(false)
}

fn entity(connection: &Connection, card: &Card) -> Result<Entity, StoreError> {
    let mut aliases: Vec<String> = Vec::new();
    for member in entities::members(connection, card.ordinal)? {
        aliases.extend(entities::names(connection, member)?);
    }
    aliases.sort();
    aliases.dedup();
    aliases.retain(|name| *name != card.name);
    let into = card.merged_into.map(|into| entities::get(connection, into)).transpose()?.flatten();
    Ok(Entity {
        id: card.id,
        kind: card.kind,
        name: card.name.clone(),
        aliases,
        merged_into: into.map(|into| into.id),
        row: card.ordinal.0,
    })
}

/// Rows under the keys of whoever is meant, newest first within each key.
pub(super) fn known(
    connection: &Connection,
    whom: &Whom,
    keys: &[String],
    may_see: &dyn Fn(Ordinal) -> bool,
) -> Result<Vec<Ordinal>, StoreError> {
    let mut people = match &whom.name {
        Some(name) => roots(connection, entities::by_key(connection, name, limits::NAMESAKES_MAX)?)?,
        None => roots(connection, entities::speakers(connection, may_see, limits::NAMESAKES_MAX)?)?,
    };
    for role in &whom.roles {
        let mut next = Vec::new();
        for person in people {
            let found = entities::by_key(connection, &cast::role_key(person, role), limits::NAMESAKES_MAX)?;
            next.extend(roots(connection, found)?);
        }
        people = next;
    }
    let mut rows = Vec::new();
    for key in keys {
        for person in &people {
            let cluster = entities::members(connection, *person)?;
            let mut found = claims::newest(connection, &cluster, key, limits::CLAIMS_COMPARED_MAX)?;
            rows.append(&mut found);
        }
    }
    Ok(rows)
}

/// What each of these cards was merged into, each once.
fn roots(connection: &Connection, cards: Vec<Ordinal>) -> Result<Vec<Ordinal>, StoreError> {
    let mut roots: Vec<Ordinal> = Vec::new();
    for ordinal in cards {
        let Some(card) = entities::root(connection, ordinal)? else { continue };
        if !roots.contains(&card.ordinal) {
            roots.push(card.ordinal);
        }
    }
    Ok(roots)
}
