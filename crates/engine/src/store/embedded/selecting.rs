//! Which rows a choice means, of those that a filter lets through.
//!
//! Live rows are judged by the view, so that nobody can forget what they cannot see; forgotten rows, which no view has, by the
//! same conditions read from the row itself.
//!
//! Must not know: what goes along with them.

use rusqlite::{Connection, Params};

use super::closure::closure;
use super::context::EmbeddedContext;
use super::database::During;
use super::knowledge::cluster;
use super::tables::memories::{self, Stored};
use super::tables::sessions;
use crate::model::{EntityId, MemoryId, Pattern, ScopeSets};
use crate::store::{Choice, ContextStore, Feeling, Filter, ForgetMode, Gone, Listed, Ordinal, Row, StoreError};

/// Rows read at a time. Chosen.
const PAGE: usize = 1_024;

fn numbers(connection: &Connection, sql: &str, values: impl Params) -> Result<Vec<Ordinal>, StoreError> {
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.query_map(values, |row| Ok(Ordinal(row.get(0)?)))?.collect())
        .during("choosing memories")
}

/// The rows that a choice means, ascending, each once.
fn chosen(connection: &Connection, choice: &Choice) -> Result<Vec<Ordinal>, StoreError> {
    let mut rows = match choice {
        Choice::All | Choice::Scope(_) => numbers(connection, "SELECT ordinal FROM memories ORDER BY ordinal", ())?,
        Choice::Session(id) => match sessions::number(connection, id)? {
            // What was read in it goes along unless it was read elsewhere, too.
            Some(number) => numbers(
                connection,
                "SELECT ordinal FROM memories m WHERE session = ?1
                     AND NOT EXISTS (SELECT 1 FROM claim_sources c WHERE c.ordinal = m.ordinal)",
                [number],
            )?,
            None => Vec::new(),
        },
        Choice::Entity { id, with_sources } => of_entity(connection, *id, *with_sources)?,
        Choice::Ids(ids) => {
            let mut rows = Vec::new();
            for id in ids {
                let Some((row, _)) = memories::locate(connection, *id)? else { continue };
                let cards = "SELECT ordinal FROM entities WHERE ordinal = ?1";
                if numbers(connection, cards, [row.0])?.is_empty() {
                    rows.push(row);
                } else {
                    rows.extend(of_entity(connection, EntityId(id.0), false)?);
                }
            }
            rows
        }
    };
    rows.sort_unstable();
    rows.dedup();
    Ok(rows)
}

/// What is known of an entity, with its cards; where asked for, what that was read in and what mentions it.
fn of_entity(connection: &Connection, id: EntityId, with_sources: bool) -> Result<Vec<Ordinal>, StoreError> {
    let mut rows = Vec::new();
    for card in cluster(connection, id)? {
        let about = "SELECT ordinal FROM claims WHERE subject = ?1 UNION SELECT ordinal FROM claims WHERE object = ?1";
        let about = numbers(connection, about, [card.0])?;
        if with_sources {
            for row in &about {
                rows.extend(numbers(connection, "SELECT source FROM claim_sources WHERE ordinal = ?1", [row.0])?);
            }
            let mentions = "SELECT DISTINCT e.owner FROM edges e
                 WHERE e.target_kind = 'node' AND e.target IN (
                     SELECT n.number FROM entity_names k JOIN nodes n ON n.key = k.key WHERE k.entity = ?1 AND n.kind = ?2)";
            rows.extend(numbers(connection, mentions, (card.0, crate::model::NodeKind::Entity.code()))?);
        }
        rows.extend(about);
        rows.push(card);
    }
    Ok(rows)
}

/// True when a row lies in a subtree of scopes alone: every clause has a scope of it.
fn lies_below(sets: &ScopeSets, below: &Pattern) -> bool {
    !sets.is_empty() && sets.clauses().iter().all(|clause| clause.iter().any(|scope| below.covers(scope)))
}

/// The filter's conditions on a row that no view has, but for those on places.
fn lets_through(filter: &Filter, row: &Stored) -> bool {
    let memory = &row.memory;
    let involved = |lens: &ScopeSets| {
        let own = || memory.scopes.clauses().iter().flatten();
        lens.clauses().iter().any(|clause| clause.iter().all(|scope| own().any(|has| has == scope)))
    };
    filter.grant.sees(&memory.scopes)
        && filter.lens.as_ref().is_none_or(involved)
        && filter.labels.iter().all(|(key, value)| memory.labels.get(key) == Some(value))
        && filter.kinds.as_ref().is_none_or(|kinds| kinds.contains(&memory.kind))
        && filter.session.as_ref().is_none_or(|session| memory.session.as_ref() == Some(session))
        && filter.event.is_none_or(|window| memory.event.start < window.end && window.start <= memory.event.end)
        && filter.as_of.is_none_or(|at| memory.known_at <= at)
        && filter.at_instant.is_none_or(|at| memory.recorded_at <= at)
        && filter.valid_from.is_none_or(|from| memory.valid.from.is_some_and(|own| own >= from))
        && filter.valid_until.is_none_or(|until| memory.valid.until.is_some_and(|own| own <= until))
        && filter.place.is_none()
}

impl EmbeddedContext {
    pub(super) fn list(
        &self,
        choice: &Choice,
        filter: &Filter,
        with_forgotten: bool,
    ) -> Result<Vec<Listed>, StoreError> {
        // Whatever became of a row, it can be forgotten.
        let filter = Filter { history: true, include_duplicates: true, quiet: true, now: None, ..filter.clone() };
        let view = self.view(&filter)?;
        let below = match choice {
            Choice::Scope(below) => Some(below.clone()),
            _ => None,
        };
        self.core().readers.with_one_state(|connection| {
            let mut listed = Vec::new();
            for page in chosen(connection, choice)?.chunks(PAGE) {
                for (row, is_seen) in page.iter().zip(view.visible(page)?) {
                    if !is_seen && !with_forgotten {
                        continue;
                    }
                    let Some(stored) = memories::get(connection, *row)? else { continue };
                    let is_meant = is_seen || stored.memory.forgotten_at.is_some() && lets_through(&filter, &stored);
                    if is_meant && below.as_ref().is_none_or(|below| lies_below(&stored.memory.scopes, below)) {
                        let told_at = memories::told_at(connection, &stored)?;
                        listed.push(Listed::of(*row, &stored.memory, told_at));
                    }
                }
            }
            Ok(listed)
        })
    }

    pub(super) fn read_page(
        &self,
        filter: &Filter,
        after: Option<Ordinal>,
        newest_first: bool,
        limit: usize,
    ) -> Result<Vec<Row>, StoreError> {
        let view = self.view(filter)?;
        let sql = if newest_first {
            "SELECT ordinal FROM memories WHERE ordinal < ?1 ORDER BY ordinal DESC LIMIT ?2"
        } else {
            "SELECT ordinal FROM memories WHERE ordinal > ?1 ORDER BY ordinal LIMIT ?2"
        };
        let mut after = after.map_or(if newest_first { u32::MAX } else { 0 }, |row| row.0);
        let mut found = Vec::new();
        while found.len() < limit {
            let page = self.core().readers.with(|connection| numbers(connection, sql, (after, PAGE as u32)))?;
            let Some(last) = page.last() else { break };
            after = last.0;
            let seen = view.visible(&page)?;
            let seen = page.iter().zip(seen).filter(|(_, is_seen)| *is_seen).map(|(row, _)| *row);
            let seen: Vec<Ordinal> = seen.take(limit - found.len()).collect();
            for (ordinal, memory) in seen.iter().zip(view.memories(&seen)?) {
                found.extend(memory.map(|memory| Row { ordinal: *ordinal, memory, feeling: Feeling::default() }));
            }
        }
        Ok(found)
    }

    pub(super) fn read_reach(&self, ids: &[MemoryId], mode: ForgetMode) -> Result<Vec<Gone>, StoreError> {
        self.core().readers.with_one_state(|connection| {
            let locate = |id: &MemoryId| {
                let found = memories::locate(connection, *id)?;
                found.map(|(row, _)| row).ok_or(StoreError::NoSuchMemory(*id))
            };
            let rows = ids.iter().map(locate).collect::<Result<Vec<_>, StoreError>>()?;
            let mut gone = Vec::new();
            for row in closure(connection, &rows, mode)? {
                let Some(stored) = memories::get(connection, row)? else { continue };
                gone.push(Gone { id: stored.memory.id, kind: stored.memory.kind });
            }
            Ok(gone)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Scope;

    #[test]
    fn a_row_that_is_seen_from_elsewhere_lies_in_no_subtree() {
        let scope = |path: &str| Scope::new(path).unwrap();
        let below = Pattern::Subtree(scope("org/acme"));
        let lies = |clauses: Vec<Vec<Scope>>| lies_below(&ScopeSets::new(clauses).unwrap(), &below);
        assert!(lies(vec![vec![scope("org/acme")]]));
        assert!(lies(vec![vec![scope("org/acme/a"), scope("user/x")], vec![scope("org/acme/b")]]));
        assert!(!lies(vec![vec![scope("org/acme/a")], vec![scope("user/x")]]));
        assert!(!lies(vec![vec![scope("org/acme2")]]));
        assert!(!lies(vec![]));
    }
}
