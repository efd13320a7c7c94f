//! Nodes and their packed form.

/// Highest ordinal of a memory or an entity: one bit of the packed form tells the two apart.
pub const ORDINAL_MAX: u32 = u32::MAX >> 1;

/// What an edge joins: a memory or an entity, by its ordinal in the context (0-based, at most [`ORDINAL_MAX`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// A memory.
    Memory(u32),
    /// An entity (a person, a thing, a keyphrase): in walks it connects memories and is never a result of spreading.
    Entity(u32),
}

/// A node packed into 32 bits: the ordinal, then one bit for "entity". Its order is the canonical order of nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Key(pub(super) u32);

impl Key {
    /// The packed form; `None` above [`ORDINAL_MAX`], where no edge can be.
    pub(super) fn of(node: Node) -> Option<Self> {
        let (ordinal, bit) = match node {
            Node::Memory(ordinal) => (ordinal, 0),
            Node::Entity(ordinal) => (ordinal, 1),
        };
        (ordinal <= ORDINAL_MAX).then_some(Self(ordinal << 1 | bit))
    }

    /// The packed form of a memory whose ordinal is known to be in range.
    pub(super) fn memory(ordinal: u32) -> Self {
        debug_assert!(ordinal <= ORDINAL_MAX, "memory ordinal {ordinal}");
        Self(ordinal << 1)
    }

    pub(super) fn is_entity(self) -> bool {
        self.0 & 1 == 1
    }

    pub(super) fn ordinal(self) -> u32 {
        self.0 >> 1
    }

    pub(super) fn node(self) -> Node {
        if self.is_entity() { Node::Entity(self.ordinal()) } else { Node::Memory(self.ordinal()) }
    }
}
