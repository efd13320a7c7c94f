//! Assertions: claims on their way into the store, and what became of them.

use serde::Serialize;

use crate::model::{Claim, EntityId, EntityKind, Link, Memory, MemoryId};
use crate::reconcile::Authority;

/// One claim with the memory that it becomes when it is news. Names become entities, and it is reconciled with what is known,
/// inside the transaction that writes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Assertion {
    /// What is said.
    pub claim: Claim,
    /// The memory as it is written when it is news; its `knowledge` is filled in. The first of `source.derived_from` is the
    /// memory that it was read in, where there is one. Where `supersedes` names a row, it takes that row's place, whatever
    /// the two say and whoever said them; the claim then has the sort of that row, and only its value counts.
    pub memory: Memory,
    /// Its vector.
    pub vector: Option<Vec<f32>>,
    /// Edges to the names that it says something about.
    pub links: Vec<Link>,
    /// Who says it, by name; `None` for the person of a conversation without names.
    pub speaker: Option<String>,
    /// How much its source counts.
    pub authority: Authority,
    /// The first of a run of ids for what has to be made along with it: entities, doubts, ended values. Taken from nobody
    /// else's run: random but for its time, as a UUIDv7 is.
    pub spare: u128,
}

/// What became of an assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// It is news.
    Created,
    /// It was known; the row that says so was counted once more.
    Repeated,
    /// It replaced an older value.
    Superseded,
    /// It is older than what is known, and stands before it.
    Backfilled,
    /// It ended what is named.
    Closed,
    /// It clashes with what it may not replace, and stands beside it.
    Doubted,
    /// It says nothing that could be kept.
    Dropped,
}

/// An entity that a claim is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Touched {
    /// Its id.
    pub id: EntityId,
    /// What it is.
    pub kind: EntityKind,
    /// Its name.
    pub name: String,
    /// It was not known before.
    pub is_new: bool,
}

/// One value that took the place of another, or ended it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Correction {
    /// Whose.
    pub entity: EntityId,
    /// Which key, label or verb.
    pub key: String,
    /// What was known.
    pub old: String,
    /// What is known now; `None` where it ended.
    pub new: Option<String>,
}

/// What was done about one assertion.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Asserted {
    /// What became of it.
    pub fate: Fate,
    /// The row that says it now; `None` when it was dropped.
    pub memory: Option<MemoryId>,
    /// Whom it is about, subject first.
    pub entities: Vec<Touched>,
    /// What it put right.
    pub corrections: Vec<Correction>,
    /// The doubt that was noted.
    pub doubt: Option<MemoryId>,
}

/// An entity as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entity {
    /// Its id, which is also that of the memory that is its card.
    pub id: EntityId,
    /// What it is.
    pub kind: EntityKind,
    /// Its name.
    pub name: String,
    /// Other names of it, sorted.
    pub aliases: Vec<String>,
    /// The entity that it turned out to be.
    pub merged_into: Option<EntityId>,
    /// Row number of its card, for pages.
    pub row: u32,
}

/// A change to an entity, asked for by somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntityChange {
    /// One turned out to be another. What is known of it is known of the other from now on.
    Merge {
        /// The one that is no more.
        from: EntityId,
        /// What it is.
        into: EntityId,
    },
    /// A merge was wrong: it is an entity of its own again, with all that was known of it before.
    Split {
        /// The one that was merged.
        entity: EntityId,
    },
    /// It goes by another name, too.
    Alias {
        /// The entity.
        entity: EntityId,
        /// The name.
        name: String,
    },
    /// It does not go by that name.
    Unalias {
        /// The entity.
        entity: EntityId,
        /// The name.
        name: String,
    },
}

/// Which entities are asked for. Every condition that is set must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntityAsk {
    /// Of this kind.
    pub kind: Option<EntityKind>,
    /// Called so, whatever its spelling.
    pub name: Option<String>,
    /// Whoever speaks without a name. A name is not looked at then.
    pub nameless: bool,
    /// With a card above this row number, for pages.
    pub after: u32,
}

/// Which knowledge is asked for. Every condition that is set must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnowledgeAsk {
    /// What is known of this entity.
    pub subject: Option<EntityId>,
    /// Relations that lead to this entity.
    pub object: Option<EntityId>,
    /// Under this key, label or verb.
    pub key: Option<String>,
    /// Of these sorts: `attribute`, `relation`, `action`, `instruction`, `uncertainty`; all of them when empty. What was drawn
    /// from several memories, `observation` and `proposal`, is no fact and comes only when it is named.
    pub sorts: Vec<&'static str>,
    /// Read in this memory.
    pub source: Option<MemoryId>,
    /// Row numbers above this, for pages.
    pub after: u32,
}
