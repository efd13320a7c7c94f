//! What goes with what when memories are forgotten: one function for looking and for doing.
//!
//! - A memory takes its parts or passages along, which hold its text. A purge goes the other way, too: no part of a text can be
//!   taken out of a file while the whole stays.
//! - What was read in memories that are all gone goes. What has another source stays, unless a purge would leave words in it
//!   that only the purged source says.
//! - An observation goes with the last of its sources, and with the fact that it restates.
//! - A thought or a summary goes with any of its sources, since its words are drawn from all of them.
//! - What only repeats a memory, word for word in its conversation or as a machine fills it in, goes with it; whoever told its
//!   facts again elsewhere or in other words told them, too, and that turn stays.
//! - What a memory said before it was edited goes with it.
//! - A doubt goes with either side, and a row that only says until when a value held with the row that had the value.
//! - The card of an entity goes with the last that is known of it.
//!
//! Must not know: how rows are taken out.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, OptionalExtension, Params};

use super::database::During;
use super::retelling;
use super::tables::cells::corrupt;
use super::tables::{claims, documents, entities, memories};
use crate::model::{Kind, Knowledge, MemoryId};
use crate::store::{ForgetMode, Ordinal, StoreError};
use crate::text;

/// What deciding takes of a row.
struct Head {
    kind: String,
    part_of: Option<u32>,
    supersedes: Option<u32>,
    superseded_by: Option<u32>,
    is_forgotten: bool,
    is_bare: bool,
}

struct Closure<'a> {
    connection: &'a Connection,
    mode: ForgetMode,
    set: BTreeSet<Ordinal>,
    left: Vec<Ordinal>,
    /// Entities of which something goes.
    cards: BTreeSet<Ordinal>,
    /// Doubts by the memories that they stand between; read when first needed.
    doubts: Option<BTreeMap<MemoryId, Vec<Ordinal>>>,
}

/// The rows that go when these go, ascending. Rows that went already, and names of purged rows, are not among them.
pub(super) fn closure(connection: &Connection, rows: &[Ordinal], mode: ForgetMode) -> Result<Vec<Ordinal>, StoreError> {
    let (set, cards) = (BTreeSet::new(), BTreeSet::new());
    let mut closure = Closure { connection, mode, set, left: Vec::new(), cards, doubts: None };
    for row in rows {
        closure.add(*row)?;
    }
    while let Some(row) = closure.left.pop() {
        closure.follow(row)?;
    }
    closure.take_cards()?;
    Ok(closure.set.into_iter().collect())
}

impl Closure<'_> {
    fn numbers(&self, sql: &str, values: impl Params) -> Result<Vec<Ordinal>, StoreError> {
        self.connection
            .prepare_cached(sql)
            .and_then(|mut statement| statement.query_map(values, |row| Ok(Ordinal(row.get(0)?)))?.collect())
            .during("reading what goes along")
    }

    fn head(&self, row: Ordinal) -> Result<Option<Head>, StoreError> {
        self.connection
            .prepare_cached(
                "SELECT kind, part_of, supersedes, superseded_by, forgotten_at IS NOT NULL, scopes = '[]' AND text = ''
                 FROM memories WHERE ordinal = ?1",
            )
            .and_then(|mut statement| {
                let head = |row: &rusqlite::Row<'_>| {
                    Ok(Head {
                        kind: row.get(0)?,
                        part_of: row.get(1)?,
                        supersedes: row.get(2)?,
                        superseded_by: row.get(3)?,
                        is_forgotten: row.get(4)?,
                        is_bare: row.get(5)?,
                    })
                };
                statement.query_row([row.0], head).optional()
            })
            .during("reading what goes along")
    }

    fn is_gone(&self, head: &Head) -> bool {
        head.is_forgotten && (self.mode == ForgetMode::Expire || head.is_bare)
    }

    fn add(&mut self, row: Ordinal) -> Result<(), StoreError> {
        if self.set.contains(&row) {
            return Ok(());
        }
        let Some(head) = self.head(row)? else { return Ok(()) };
        if self.is_gone(&head) {
            return Ok(());
        }
        if head.kind == Kind::Entity.as_str() {
            self.cards.insert(row);
            return Ok(());
        }
        self.set.insert(row);
        self.left.push(row);
        Ok(())
    }

    fn follow(&mut self, row: Ordinal) -> Result<(), StoreError> {
        let Some(head) = self.head(row)? else { return Ok(()) };
        for (part, _) in memories::parts(self.connection, row)? {
            self.add(part)?;
        }
        for after in 1..=documents::passages(self.connection, row)? {
            self.add(Ordinal(row.0.saturating_add(after)))?;
        }
        if self.mode == ForgetMode::Purge {
            if let Some(whole) = head.part_of {
                self.add(Ordinal(whole))?;
            }
            if head.kind == Kind::Passage.as_str() {
                let document = self.numbers(DOCUMENT_OF, [row.0])?;
                document.into_iter().try_for_each(|document| self.add(document))?;
            }
        }
        for repeat in self.numbers("SELECT ordinal FROM memories WHERE duplicate_of = ?1", [row.0])? {
            if !retelling::stands_alone(self.connection, repeat, row)? {
                self.add(repeat)?;
            }
        }
        for drawn in self.numbers("SELECT ordinal FROM claim_sources WHERE source = ?1", [row.0])? {
            self.drawn(drawn)?;
        }
        if let Some(older) = head.supersedes {
            self.numbers(WORDS_BEFORE, (row.0, older))?.into_iter().try_for_each(|older| self.add(older))?;
        }
        if let Some(by) = head.superseded_by {
            self.successor(row, Ordinal(by))?;
        }
        self.about(row)
    }

    /// A row that was read in, or drawn from, one that goes.
    fn drawn(&mut self, row: Ordinal) -> Result<(), StoreError> {
        if self.set.contains(&row) || self.cards.contains(&row) {
            return Ok(());
        }
        let Some(head) = self.head(row)? else { return Ok(()) };
        let is_mixed = [Kind::Reflection.as_str(), Kind::Summary.as_str(), Kind::Entity.as_str()];
        if is_mixed.contains(&head.kind.as_str()) {
            return self.add(row);
        }
        let sources = self.numbers(SOURCES_LEFT, [row.0])?;
        let left: Vec<Ordinal> = sources.into_iter().filter(|source| !self.set.contains(source)).collect();
        // What restates a fact is not kept without it.
        let restates = head.kind == Kind::Observation.as_str() && self.lost_fact(row)?;
        if left.is_empty() || restates || self.mode == ForgetMode::Purge && !self.is_said_in(row, &left)? {
            return self.add(row);
        }
        Ok(())
    }

    /// True when a fact that a row was drawn from goes.
    fn lost_fact(&self, row: Ordinal) -> Result<bool, StoreError> {
        let facts = "SELECT c.source FROM claim_sources c JOIN claims f ON f.ordinal = c.source WHERE c.ordinal = ?1";
        Ok(self.numbers(facts, [row.0])?.iter().any(|fact| self.set.contains(fact)))
    }

    /// True when every word of what a row says stands in one of those memories, or is a name that stays.
    fn is_said_in(&self, row: Ordinal, sources: &[Ordinal]) -> Result<bool, StoreError> {
        let Some(stored) = memories::get(self.connection, row)? else { return Ok(true) };
        let said = match &stored.memory.knowledge {
            Some(Knowledge::Attribute { value, .. }) => value.as_str(),
            Some(Knowledge::Instruction { description, .. }) => description.as_str(),
            Some(Knowledge::Relation { .. }) => return Ok(true),
            _ => stored.memory.text.as_str(),
        };
        let mut known: BTreeSet<String> = BTreeSet::new();
        for source in sources {
            let Some(source) = memories::get(self.connection, *source)? else { continue };
            known.extend(terms(&source.memory.text));
            known.extend(terms(&source.memory.front()));
        }
        let place = claims::place(self.connection, row)?;
        for card in [place.subject, place.object].into_iter().flatten() {
            if let Some(card) = entities::get(self.connection, card)? {
                known.extend(terms(&card.name));
            }
        }
        Ok(terms(said).iter().all(|term| known.contains(term)))
    }

    /// The row that replaced one that goes: where it says the same, it only adds until when.
    fn successor(&mut self, row: Ordinal, by: Ordinal) -> Result<(), StoreError> {
        let same = "SELECT n.ordinal FROM memories n JOIN memories o ON o.ordinal = ?1
                    WHERE n.ordinal = ?2 AND n.text = o.text AND n.knowledge IS NOT NULL AND n.knowledge = o.knowledge";
        self.numbers(same, (row.0, by.0))?.into_iter().try_for_each(|row| self.add(row))
    }

    /// The entities that a row is about, and the doubts about it.
    fn about(&mut self, row: Ordinal) -> Result<(), StoreError> {
        let cards = "SELECT subject FROM claims WHERE ordinal = ?1 AND subject IS NOT NULL
                     UNION SELECT object FROM claims WHERE ordinal = ?1 AND object IS NOT NULL";
        let cards = self.numbers(cards, [row.0])?;
        if cards.is_empty() {
            return Ok(());
        }
        for card in cards {
            self.add(card)?;
        }
        let doubts = self.doubts_about(row)?;
        doubts.into_iter().try_for_each(|doubt| self.add(doubt))
    }

    fn doubts_about(&mut self, row: Ordinal) -> Result<Vec<Ordinal>, StoreError> {
        let Some(id) = memories::id(self.connection, row)? else { return Ok(Vec::new()) };
        if self.doubts.is_none() {
            self.doubts = Some(self.read_doubts()?);
        }
        Ok(self.doubts.as_ref().and_then(|doubts| doubts.get(&id)).cloned().unwrap_or_default())
    }

    fn read_doubts(&self) -> Result<BTreeMap<MemoryId, Vec<Ordinal>>, StoreError> {
        let mut doubts: BTreeMap<MemoryId, Vec<Ordinal>> = BTreeMap::new();
        for row in self.numbers("SELECT ordinal FROM claims WHERE sort = 'uncertainty' ORDER BY ordinal", ())? {
            let stored = memories::get(self.connection, row)?
                .ok_or_else(|| corrupt("claims", row.0, "there is no such memory"))?;
            if let Some(Knowledge::Uncertainty { between, .. }) = stored.memory.knowledge {
                for side in between {
                    doubts.entry(side).or_default().push(row);
                }
            }
        }
        Ok(doubts)
    }

    /// Entities go with the last that is known of them: in a purge each card by itself, since it holds a name, else with those
    /// that were merged into it.
    fn take_cards(&mut self) -> Result<(), StoreError> {
        for card in std::mem::take(&mut self.cards) {
            let merged = self.numbers(MERGED, [card.0])?;
            let about = if self.mode == ForgetMode::Purge { ABOUT } else { ABOUT_LIVE };
            let mut unknown = Vec::new();
            for member in &merged {
                let rows = self.numbers(about, [member.0])?;
                if rows.iter().all(|row| self.set.contains(row)) {
                    unknown.push(*member);
                }
            }
            if self.mode == ForgetMode::Expire && unknown.len() < merged.len() {
                continue;
            }
            for member in unknown {
                let head = self.head(member)?;
                if head.is_some_and(|head| !self.is_gone(&head)) {
                    self.set.insert(member);
                    // Whether it is another entity is no question any more.
                    let doubts = self.doubts_about(member)?;
                    doubts.into_iter().try_for_each(|doubt| self.add(doubt))?;
                }
            }
        }
        Ok(())
    }
}

/// Words of a text as they are compared, without the pieces of long ones.
pub(super) fn terms(text: &str) -> Vec<String> {
    let terms = text::index_terms(text, usize::MAX, 1.0).into_iter().map(|(term, _)| term);
    terms.filter(|term| !term.starts_with('~')).collect()
}

/// What a memory said before it was edited. Documents and facts replace each other, and each is a memory of its own.
const WORDS_BEFORE: &str = "SELECT o.ordinal FROM memories o JOIN memories n ON n.ordinal = ?1
     WHERE o.ordinal = ?2 AND o.superseded_by = n.ordinal AND o.kind = n.kind AND o.kind IN ('turn', 'passage')
         AND o.document IS NULL AND o.knowledge IS NULL";
const DOCUMENT_OF: &str = "SELECT ordinal FROM (SELECT ordinal, passages FROM documents WHERE ordinal < ?1
     ORDER BY ordinal DESC LIMIT 1) WHERE ?1 <= ordinal + passages";
const SOURCES_LEFT: &str = "SELECT c.source FROM claim_sources c JOIN memories s ON s.ordinal = c.source
     WHERE c.ordinal = ?1 AND s.forgotten_at IS NULL ORDER BY c.source";
/// What is known of a card; that it may be another one is no knowledge of it.
const ABOUT: &str = "SELECT ordinal FROM claims
     WHERE (subject = ?1 OR object = ?1) AND NOT (sort = 'uncertainty' AND key = 'same_as')";
const ABOUT_LIVE: &str = "SELECT c.ordinal FROM claims c JOIN memories m ON m.ordinal = c.ordinal
     WHERE (c.subject = ?1 OR c.object = ?1) AND NOT (c.sort = 'uncertainty' AND c.key = 'same_as')
         AND m.forgotten_at IS NULL";
/// A card with those that were merged into it, however far.
const MERGED: &str = "WITH RECURSIVE merged (ordinal) AS (
         SELECT ?1 UNION SELECT e.ordinal FROM entities e JOIN merged m ON e.merged_into = m.ordinal)
     SELECT ordinal FROM merged";
