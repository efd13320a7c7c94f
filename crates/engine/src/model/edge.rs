//! Typed edges of the graph.

use serde::{Deserialize, Serialize};

use super::{EntityId, MemoryId, Micros};

/// What a node that is no memory stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeKind {
    /// A person, place, organisation or thing that has a name.
    Entity,
    /// A page or section with a title.
    Section,
    /// A key phrase.
    Keyphrase,
    /// A run of turns.
    Episode,
    /// A document, by the name under which others link to it.
    Document,
}

impl NodeKind {
    /// Every kind, in the order of its stored code.
    pub const ALL: &[Self] = &[Self::Entity, Self::Section, Self::Keyphrase, Self::Episode, Self::Document];

    /// The stored code, from 0.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The kind with that stored code.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(code as usize).copied()
    }
}

/// A node that is no memory, as the write path names it. The store keeps one node for each (kind, key).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NodeName {
    /// What it stands for.
    pub kind: NodeKind,
    /// The normal form that makes two spellings one node (`text::name_key`).
    pub key: String,
    /// The name as first written.
    pub name: String,
    /// The id it gets when it is new.
    pub id: EntityId,
}

/// What an edge says. The stored code is the position in [`EdgeKind::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EdgeKind {
    /// A memory names an entity.
    Mentions,
    /// Two entities are related by a fact.
    RelatesTo,
    /// What happened because of what.
    CausedBy,
    /// The newer replaces the older.
    Supersedes,
    /// Drawn from.
    DerivedFrom,
    /// The next turn of a session.
    Next,
    /// Lies in an episode.
    InEpisode,
    /// Means much the same.
    SimilarTo,
    /// Has a key phrase.
    HasKeyphrase,
    /// Belongs to a titled page or section.
    InSection,
    /// A document links to another.
    LinksTo,
    /// Two names of one thing.
    SameAs,
    /// Is a passage of a document.
    InDocument,
}

impl EdgeKind {
    /// Every kind, in the order of its stored code.
    pub const ALL: &[Self] = &[
        Self::Mentions,
        Self::RelatesTo,
        Self::CausedBy,
        Self::Supersedes,
        Self::DerivedFrom,
        Self::Next,
        Self::InEpisode,
        Self::SimilarTo,
        Self::HasKeyphrase,
        Self::InSection,
        Self::LinksTo,
        Self::SameAs,
        Self::InDocument,
    ];

    /// The stored code, from 0.
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// The kind with that stored code.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.get(code as usize).copied()
    }

    /// The stored and printed name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Mentions => "mentions",
            Self::RelatesTo => "relates_to",
            Self::CausedBy => "caused_by",
            Self::Supersedes => "supersedes",
            Self::DerivedFrom => "derived_from",
            Self::Next => "next",
            Self::InEpisode => "in_episode",
            Self::SimilarTo => "similar_to",
            Self::HasKeyphrase => "has_keyphrase",
            Self::InSection => "in_section",
            Self::LinksTo => "links_to",
            Self::SameAs => "same_as",
            Self::InDocument => "in_document",
        }
    }
}

/// Where an edge of a memory leads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// To a node, made when it is new.
    Node(NodeName),
    /// To another memory, which must exist or be written in the same change.
    Memory(MemoryId),
}

/// An edge that a memory states; it has the memory's scopes and goes with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// Where it leads.
    pub target: Target,
    /// What it says.
    pub kind: EdgeKind,
    /// How strong it is, in `(0, 1]`.
    pub weight: f32,
    /// When it held, `[from, until)`; always when `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid: Option<(Micros, Micros)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_positions() {
        for (position, kind) in EdgeKind::ALL.iter().enumerate() {
            assert_eq!(kind.code() as usize, position);
            assert_eq!(EdgeKind::from_code(position as u8), Some(*kind));
        }
        for (position, kind) in NodeKind::ALL.iter().enumerate() {
            assert_eq!(kind.code() as usize, position);
        }
        assert_eq!(EdgeKind::from_code(200), None);
    }
}
