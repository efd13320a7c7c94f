//! The table of rows: the few columns that filters and ranking need, and the order of turns in their sessions.

use roaring::RoaringBitmap;
use serde::{Deserialize, Serialize};

use crate::index::sections::SectionKey;
use crate::model::{Category, EdgeKind, Kind, Memory, Micros, Role, ScopeSets, Validity};
use crate::store::{Facets, Ordinal};
use crate::text;

use super::bitmaps::Bitmaps;
use super::compose::{self, Entry};
use super::shared::Names;
use super::source::{SourceLink, SourceTarget};

/// No number: ordinals, names and sessions are counted from 0 and never get here.
pub(super) const NONE: u32 = u32::MAX;

/// One row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Columns {
    pub(super) kind: Kind,
    pub(super) category: Category,
    pub(super) role: Option<Role>,
    pub(super) scope: u32,
    pub(super) session: u32,
    pub(super) seq: u32,
    pub(super) speaker: u32,
    /// Number of its episode's node.
    pub(super) episode: u32,
    pub(super) title: u32,
    pub(super) document: u32,
    pub(super) section: u32,
    pub(super) part_of: u32,
    /// The row that it was read in, of knowledge.
    pub(super) told_in: u32,
    pub(super) labels: Box<[u32]>,
    pub(super) known_at: Micros,
    pub(super) recorded_at: Micros,
    pub(super) words: u32,
    pub(super) simhash: u64,
    pub(super) importance: f32,
    pub(super) stability_days: f32,
    pub(super) is_duplicate: bool,
    /// When the row that replaced it was known, and when it was recorded.
    pub(super) replaced_at: Option<Box<(Micros, Micros)>>,
    pub(super) is_chat: bool,
    pub(super) valid: Option<Box<Validity>>,
}

/// A turn, as courses want it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) row: u32,
    /// Who speaks: the number of a name, else a role.
    pub(super) voice: Result<u32, Option<Role>>,
    pub(super) role: Option<Role>,
    pub(super) episode: u32,
}

/// The table. Rows are found by their ordinal.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    columns: Vec<Option<Columns>>,
    names: Names,
    labels: Names,
    sessions: Names,
    scopes: Vec<ScopeSets>,
    derived: Bitmaps,
}

/// The part that is written to a snapshot.
#[derive(Serialize, Deserialize)]
struct Stored {
    columns: Vec<Option<Columns>>,
    names: Names,
    labels: Names,
    sessions: Names,
    scopes: Vec<ScopeSets>,
}

impl Rows {
    pub(super) fn encode(&self) -> Result<Vec<u8>, postcard::Error> {
        let stored = Stored {
            columns: self.columns.clone(),
            names: self.names.clone(),
            labels: self.labels.clone(),
            sessions: self.sessions.clone(),
            scopes: self.scopes.clone(),
        };
        postcard::to_stdvec(&stored)
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<Self, postcard::Error> {
        let Stored { columns, names, labels, sessions, scopes } = postcard::from_bytes(bytes)?;
        let mut rows = Self { columns: Vec::new(), names, labels, sessions, scopes, derived: Bitmaps::default() };
        for (number, scope) in rows.scopes.iter().enumerate() {
            rows.derived.scope_numbers.insert(scope.clone(), number as u32);
        }
        rows.derived.by_scope.resize(rows.scopes.len(), RoaringBitmap::new());
        for (ordinal, columns) in columns.iter().enumerate() {
            if let Some(columns) = columns {
                if columns.scope as usize >= rows.scopes.len() {
                    return Err(postcard::Error::DeserializeBadEncoding);
                }
                rows.derived.add(ordinal as u32, columns);
            }
        }
        for order in rows.derived.by_session.values_mut() {
            order.sort_unstable();
        }
        rows.columns = columns;
        Ok(rows)
    }

    pub(super) fn upsert(&mut self, entry: &Entry) {
        self.remove(entry.ordinal);
        let memory = &entry.memory;
        let columns = Columns {
            kind: memory.kind,
            category: memory.category,
            role: memory.role,
            scope: self.scope_number(&memory.scopes),
            session: memory.session.as_ref().map_or(NONE, |session| self.sessions.number(session.as_str())),
            seq: memory.seq.unwrap_or(NONE),
            speaker: memory.speaker.as_deref().map_or(NONE, |name| self.names.number(&text::name_key(name))),
            episode: episode(entry),
            title: memory.title.as_deref().map_or(NONE, |name| self.names.number(&text::name_key(name))),
            document: memory.document.as_deref().map_or(NONE, |name| self.names.number(name)),
            section: memory.section.as_deref().map_or(NONE, |path| self.names.number(path)),
            part_of: entry.part_of.map_or(NONE, |whole| whole.0),
            told_in: told_in(entry),
            labels: labels(memory).map(|label| self.labels.number(&label)).collect(),
            known_at: memory.known_at,
            recorded_at: memory.recorded_at,
            words: entry.words,
            simhash: memory.simhash,
            importance: memory.importance,
            stability_days: memory.stability_days,
            is_duplicate: entry.is_duplicate,
            // A row without the times of its successor was replaced before there were any.
            replaced_at: memory
                .superseded_by
                .map(|_| Box::new(entry.replaced_at.unwrap_or((Micros::MIN, Micros::MIN)))),
            is_chat: compose::is_chat(memory),
            valid: (memory.valid != Validity::default()).then(|| Box::new(memory.valid)),
        };
        let ordinal = entry.ordinal.0;
        self.derived.add(ordinal, &columns);
        if let Some(order) = self.derived.by_session.get_mut(&columns.session) {
            // New turns nearly always come last.
            if order.len() > 1 && order[order.len() - 2] > order[order.len() - 1] {
                order.sort_unstable();
            }
        }
        if self.columns.len() <= ordinal as usize {
            let missing = ordinal as usize + 1 - self.columns.len();
            if self.columns.capacity() - self.columns.len() < missing {
                // Doubling would hold twice as much as there is.
                self.columns.reserve_exact(missing + self.columns.len() / 8);
            }
            self.columns.resize(ordinal as usize + 1, None);
        }
        self.columns[ordinal as usize] = Some(columns);
    }

    pub(super) fn remove(&mut self, ordinal: Ordinal) -> bool {
        let Some(columns) = self.columns.get_mut(ordinal.0 as usize).and_then(Option::take) else { return false };
        self.derived.take(ordinal.0, &columns);
        true
    }

    fn scope_number(&mut self, scopes: &ScopeSets) -> u32 {
        if let Some(number) = self.derived.scope_numbers.get(scopes) {
            return *number;
        }
        let number = self.scopes.len() as u32;
        self.scopes.push(scopes.clone());
        self.derived.scope_numbers.insert(scopes.clone(), number);
        self.derived.by_scope.push(RoaringBitmap::new());
        number
    }

    fn get(&self, ordinal: Ordinal) -> Option<&Columns> {
        self.columns.get(ordinal.0 as usize)?.as_ref()
    }

    pub(super) fn live(&self) -> &RoaringBitmap {
        &self.derived.live
    }

    pub(super) fn scopes(&self) -> &[ScopeSets] {
        &self.scopes
    }

    pub(super) fn of_scope(&self, number: u32) -> Option<&RoaringBitmap> {
        self.derived.by_scope.get(number as usize)
    }

    pub(super) fn scope_of(&self, ordinal: Ordinal) -> u32 {
        self.get(ordinal).map_or(NONE, |columns| columns.scope)
    }

    pub(super) fn of_kind(&self, kind: Kind) -> RoaringBitmap {
        self.derived.by_kind.get(&kind).cloned().unwrap_or_default()
    }

    pub(super) fn of_label(&self, key: &str, value: &str) -> RoaringBitmap {
        let number = self.labels.numbers.get(format!("{key}={value}").as_str());
        number.and_then(|number| self.derived.by_label.get(number)).cloned().unwrap_or_default()
    }

    pub(super) fn of_session(&self, session: &str) -> RoaringBitmap {
        let order = self.sessions.numbers.get(session).and_then(|number| self.derived.by_session.get(number));
        order.into_iter().flatten().map(|(_, ordinal)| *ordinal).collect()
    }

    /// Rows of standing wishes and facts.
    pub(super) fn standing(&self) -> &RoaringBitmap {
        &self.derived.standing
    }

    /// Rows that somebody of one of these names said.
    pub(super) fn of_speakers(&self, keys: &[String]) -> RoaringBitmap {
        let rows = |key: &String| self.derived.by_speaker.get(self.names.numbers.get(key.as_str())?);
        keys.iter().filter_map(rows).fold(RoaringBitmap::new(), |all, rows| all | rows)
    }

    pub(super) fn duplicates(&self) -> &RoaringBitmap {
        &self.derived.duplicates
    }

    pub(super) fn superseded(&self) -> &RoaringBitmap {
        &self.derived.superseded
    }

    /// Replaced rows whose successor was known at the one moment, or recorded at the other, already.
    pub(super) fn superseded_by(&self, known: Micros, recorded: Micros) -> RoaringBitmap {
        let replaced = |ordinal: &u32| {
            let at = self.get(Ordinal(*ordinal)).and_then(|columns| columns.replaced_at.as_deref());
            at.is_some_and(|(by_known, by_recorded)| *by_known <= known && *by_recorded <= recorded)
        };
        self.derived.superseded.iter().filter(replaced).collect()
    }

    /// Rows that were read out of others.
    pub(super) fn told(&self) -> &RoaringBitmap {
        &self.derived.told
    }

    /// Rows that are there to be asked for by kind or sort, and else stay in the background: documents, entity cards, and
    /// instructions and doubts that were read out of other memories.
    pub(super) fn quiet(&self) -> &RoaringBitmap {
        &self.derived.quiet
    }

    /// Quiet rows known by that moment, which no timeline has.
    pub(super) fn quiet_known_by(&self, at: Micros) -> RoaringBitmap {
        let known = |ordinal: &u32| self.get(Ordinal(*ordinal)).is_some_and(|columns| columns.known_at <= at);
        self.derived.quiet.iter().filter(known).collect()
    }

    /// Live rows that the database took after that moment. Cost: looks at every row.
    pub(super) fn recorded_after(&self, at: Micros) -> RoaringBitmap {
        let later = |(ordinal, columns): (usize, &Option<Columns>)| {
            columns.as_ref().filter(|columns| columns.recorded_at > at).map(|_| ordinal as u32)
        };
        self.columns.iter().enumerate().filter_map(later).collect()
    }

    /// Rows whose validity has a bound, with it.
    pub(super) fn bounded(&self) -> impl Iterator<Item = (u32, Validity)> {
        let validity = |ordinal| self.get(Ordinal(ordinal)).and_then(|columns| columns.valid.as_deref().copied());
        self.derived.bounded.iter().filter_map(move |ordinal| Some((ordinal, validity(ordinal)?)))
    }

    /// What makes a row one section with others: its path inside its document, or its title. A turn is in none, and neither
    /// is a part, whose whole is.
    pub(super) fn section_key(&self, ordinal: Ordinal) -> Option<SectionKey> {
        let columns = self.get(ordinal)?;
        if matches!(columns.kind, Kind::Turn | Kind::Document) || columns.part_of != NONE {
            return None;
        }
        let named = |number: u32| self.names.get(number).is_some_and(|name| !name.is_empty());
        let path =
            Some(columns.section).filter(|path| named(*path)).or(Some(columns.title).filter(|path| named(*path)));
        Some(SectionKey { scope: columns.scope, document: columns.document, path: path? })
    }

    /// True when all that was read in a row was replaced since, as it was known at the one moment and recorded at the other.
    /// What somebody did is never replaced, and says nothing of the rest.
    pub(super) fn is_stale(&self, ordinal: Ordinal, known: Micros, recorded: Micros) -> bool {
        let Some(told) = self.derived.told_of.get(&ordinal.0) else { return false };
        let facts = told.iter().filter_map(|fact| self.get(Ordinal(*fact))).filter(|fact| fact.kind == Kind::Fact);
        let (mut n_facts, mut n_replaced) = (0, 0);
        for fact in facts.filter(|fact| !compose::is_card(fact.kind, fact.category, fact.role)) {
            n_facts += 1;
            let by = fact.replaced_at.as_deref();
            n_replaced += usize::from(by.is_some_and(|by| by.0 <= known && by.1 <= recorded));
        }
        n_facts > 0 && n_replaced == n_facts
    }

    /// How much a row takes from its neighbours, in `[0, 1]`.
    pub(super) fn gate(&self, ordinal: Ordinal) -> f32 {
        self.get(ordinal).map_or(0.0, |columns| compose::gate(columns.category, columns.words))
    }

    pub(super) fn facets(&self, ordinal: Ordinal) -> Option<Facets> {
        let columns = self.get(ordinal)?;
        Some(Facets {
            kind: columns.kind,
            speaker_key: self.names.get(columns.speaker).cloned(),
            role: columns.role,
            session: (columns.session != NONE).then_some((columns.session, columns.seq)),
            part_of: (columns.part_of != NONE).then_some(Ordinal(columns.part_of)),
            told_in: (columns.told_in != NONE).then_some(Ordinal(columns.told_in)),
            is_stale: false,
            title_key: self.names.get(columns.title).cloned(),
            words: columns.words,
            simhash: columns.simhash,
            category: columns.category,
            importance: columns.importance,
            stability_days: columns.stability_days,
        })
    }

    /// Turns around a turn in its session, nearest first, with their signed distance.
    pub(super) fn around(&self, ordinal: Ordinal, reach: u32) -> Vec<(Ordinal, i32)> {
        let Some(columns) = self.get(ordinal).filter(|columns| columns.is_chat) else { return Vec::new() };
        let Some(order) = self.derived.by_session.get(&columns.session) else { return Vec::new() };
        let Ok(place) = order.binary_search(&(columns.seq, ordinal.0)) else { return Vec::new() };
        let is_chat = |number: u32| self.get(Ordinal(number)).is_some_and(|columns| columns.is_chat);
        let mut neighbours = Vec::new();
        let before = order[..place].iter().rev().filter(|(_, number)| is_chat(*number)).take(reach as usize);
        neighbours.extend(before.enumerate().map(|(idx, (_, number))| (Ordinal(*number), -(idx as i32) - 1)));
        let after = order[place + 1..].iter().filter(|(_, number)| is_chat(*number)).take(reach as usize);
        neighbours.extend(after.enumerate().map(|(idx, (_, number))| (Ordinal(*number), idx as i32 + 1)));
        neighbours.sort_by_key(|(_, distance)| (distance.abs(), *distance));
        neighbours
    }

    /// The number of each session with its rows, turns or not, in order; sessions in no order.
    pub(super) fn sessions(&self) -> impl Iterator<Item = (u32, &[(u32, u32)])> {
        self.derived.by_session.iter().map(|(number, order)| (*number, order.as_slice()))
    }

    /// The number of the session that a turn belongs to; `None` for other rows.
    pub(super) fn session_of_turn(&self, row: u32) -> Option<u32> {
        self.get(Ordinal(row))
            .filter(|columns| columns.is_chat && columns.session != NONE)
            .map(|columns| columns.session)
    }

    /// The turns of the session of that number, in order.
    pub(super) fn turns_of_session(&self, number: u32) -> Vec<Turn> {
        self.derived.by_session.get(&number).map(|order| self.turns_of(order)).unwrap_or_default()
    }

    /// The turns of one session, in order.
    pub(super) fn turns_in(&self, session: &str) -> Vec<Turn> {
        let order = self.sessions.numbers.get(session).and_then(|number| self.derived.by_session.get(number));
        order.map(|order| self.turns_of(order)).unwrap_or_default()
    }

    /// The turns of the session of a row, in order.
    pub(super) fn turns_beside(&self, row: Ordinal) -> Vec<Turn> {
        let order = self.get(row).and_then(|columns| self.derived.by_session.get(&columns.session));
        order.map(|order| self.turns_of(order)).unwrap_or_default()
    }

    fn turns_of(&self, order: &[(u32, u32)]) -> Vec<Turn> {
        let turn = |(_, number): &(u32, u32)| {
            let columns = self.get(Ordinal(*number)).filter(|columns| columns.is_chat)?;
            let voice = (columns.speaker != NONE).then_some(columns.speaker).ok_or(columns.role);
            Some(Turn { row: *number, voice, role: columns.role, episode: columns.episode })
        };
        order.iter().filter_map(turn).collect()
    }

    /// The number of a speaker's name, where anybody of that name speaks or ever spoke.
    pub(super) fn speaker_number(&self, key: &str) -> Option<u32> {
        self.names.numbers.get(key).copied()
    }

    /// Bytes held, roughly.
    pub(super) fn memory_bytes(&self) -> usize {
        // Cheap on purpose: it is asked for after every write.
        let names = |names: &Names| names.text_bytes + names.list.len() * 64;
        self.columns.capacity() * core::mem::size_of::<Option<Columns>>()
            + names(&self.names)
            + names(&self.labels)
            + names(&self.sessions)
            + self.derived.by_session.len() * 64
            + self.columns.len() * 8
            + self.derived.by_scope.iter().map(RoaringBitmap::serialized_size).sum::<usize>()
            + self.derived.live.serialized_size() * 2
    }

    /// Rows that differ from those of `other`, whatever numbers names and scopes have.
    pub(super) fn differing(&self, other: &Self) -> Vec<Ordinal> {
        let n = self.columns.len().max(other.columns.len());
        let described = |rows: &Self, ordinal| {
            let columns = rows.get(ordinal)?;
            let labels: Vec<_> = columns.labels.iter().map(|number| rows.labels.get(*number).cloned()).collect();
            let scopes = rows.scopes.get(columns.scope as usize).cloned();
            let session = rows.sessions.get(columns.session).cloned();
            let mut facets = rows.facets(ordinal)?;
            facets.session = facets.session.map(|(_, seq)| (0, seq));
            let document = rows.names.get(columns.document).cloned();
            let section = rows.names.get(columns.section).cloned();
            let labels = (labels, document, section);
            let flags = (columns.is_duplicate, columns.replaced_at.clone(), columns.episode);
            Some((facets, labels, scopes, session, flags, columns.valid.clone()))
        };
        (0..n as u32).map(Ordinal).filter(|ordinal| described(self, *ordinal) != described(other, *ordinal)).collect()
    }
}

fn told_in(entry: &Entry) -> u32 {
    let is_knowledge = matches!(entry.memory.kind, Kind::Fact | Kind::Action | Kind::Observation);
    let mut source = entry.links.iter().filter(|link| is_knowledge && link.kind == EdgeKind::DerivedFrom);
    let row = |link: &SourceLink| match link.target {
        SourceTarget::Row(row) => Some(row.0),
        SourceTarget::Node(_) => None,
    };
    source.find_map(row).unwrap_or(NONE)
}

fn episode(entry: &Entry) -> u32 {
    let node = entry.links.iter().find(|link| link.kind == EdgeKind::InEpisode).map(|link| link.target);
    match node {
        Some(SourceTarget::Node(number)) => number,
        _ => NONE,
    }
}

fn labels(memory: &Memory) -> impl Iterator<Item = String> {
    memory.labels.iter().map(|(key, value)| format!("{key}={value}"))
}
