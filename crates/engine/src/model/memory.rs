//! The memory: the unit that every channel ranks.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{EpisodeId, Interval, Knowledge, Location, MemoryId, Micros, ScopeSets, SessionId, Span};

macro_rules! closed_list {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $name { $($(#[$vdoc])* #[serde(rename = $text)] $variant),+ }

        impl $name {
            /// Every value, in order.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The stored and printed name.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }

            /// The value of a stored or given name.
            pub fn parse(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$variant),)+ _ => None }
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str(self.as_str())
            }
        }
    };
}

pub(super) use closed_list;

closed_list!(
    /// What a memory is.
    Kind {
        /// One message of a conversation.
        Turn = "turn",
        /// A passage of a document, or the later part of a long turn.
        Passage = "passage",
        /// An attribute of an entity, or a relation between two.
        Fact = "fact",
        /// Something somebody did.
        Action = "action",
        /// A card about an entity: its name, aliases and current facts.
        Entity = "entity",
        /// A thought drawn from several memories.
        Reflection = "reflection",
        /// A shorter form of several memories.
        Summary = "summary",
        /// A segment of an image.
        Image = "image",
        /// A segment of a recording.
        Audio = "audio",
        /// A document: its title and a short form of it. Its passages are what channels rank; it is in no view that does not
        /// ask for it by kind.
        Document = "document",
        /// Something drawn from several memories that say the same, or a tie that they suggest. It says what they say, and is in
        /// no view that does not ask for it by kind.
        Observation = "observation",
    }
);

closed_list!(
    /// Who said a turn.
    Role {
        /// The person.
        User = "user",
        /// The agent.
        Assistant = "assistant",
        /// Instructions given to the agent.
        System = "system",
        /// The output of a tool.
        Tool = "tool",
    }
);

closed_list!(
    /// How much a memory matters and how long it lives.
    Category {
        /// Who somebody is; never decays.
        Identity = "identity",
        /// What is known.
        Knowledge = "knowledge",
        /// What is going on at present.
        Context = "context",
        /// What happened in a conversation.
        Episodic = "episodic",
        /// A standing instruction.
        Instruction = "instruction",
        /// A doubt that waits to be resolved.
        Uncertainty = "uncertainty",
    }
);

impl Category {
    /// True for what applies whatever is asked: standing instructions, and who somebody is and what they wish.
    pub const fn is_standing(self) -> bool {
        matches!(self, Self::Instruction | Self::Identity)
    }
}

closed_list!(
    /// Where a memory comes from.
    Origin {
        /// Said in a conversation.
        Conversation = "conversation",
        /// Read in a document.
        Document = "document",
        /// Written through the API as a fact.
        Upsert = "upsert",
        /// Drawn from other memories by consolidation.
        Derived = "derived",
        /// Drawn from what a question found.
        Reflection = "reflection",
        /// Suggested by what is named together.
        Elaboration = "elaboration",
    }
);

/// What stands between the headings of a section path.
pub const SECTION_SEPARATOR: &str = " > ";

/// Key-value labels, sorted by key. They filter, never widen.
pub type Labels = BTreeMap<String, String>;

/// Where a memory comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// The kind of source.
    pub origin: Origin,
    /// The client's own name for it, for example a message id or a file name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// Where in the source it stands, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<Span>,
    /// Memories it was drawn from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derived_from: Vec<MemoryId>,
    /// Who wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub principal: Option<String>,
}

impl Source {
    /// A source of that kind about which nothing more is known.
    pub fn of(origin: Origin) -> Self {
        Self { origin, reference: None, span: None, derived_from: Vec::new(), principal: None }
    }
}

/// When a memory held in the world: `[from, until)`, open where `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Validity {
    /// First instant it held.
    pub from: Option<Micros>,
    /// First instant it no longer held.
    pub until: Option<Micros>,
}

/// One memory, as stored. Its text is verbatim.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// Its id.
    pub id: MemoryId,
    /// What it is.
    pub kind: Kind,
    /// What was said or written, verbatim.
    pub text: String,
    /// ISO 639-1 language, where known.
    pub lang: Option<String>,
    /// The title of the page or section it belongs to.
    pub title: Option<String>,
    /// Who may see it.
    pub scopes: ScopeSets,
    /// Its labels.
    pub labels: Labels,
    /// The conversation it belongs to.
    pub session: Option<SessionId>,
    /// Its place in the conversation, from 0; given out by the store when absent.
    pub seq: Option<u32>,
    /// Who said it.
    pub role: Option<Role>,
    /// The speaker's name.
    pub speaker: Option<String>,
    /// The document it is a passage of.
    pub document: Option<String>,
    /// The section path inside the document.
    pub section: Option<String>,
    /// The longer memory that this one is a part of.
    pub part_of: Option<MemoryId>,
    /// The episode it belongs to.
    pub episode: Option<EpisodeId>,
    /// When we learnt it.
    pub known_at: Micros,
    /// When the database took it.
    pub recorded_at: Micros,
    /// When what it tells happened.
    pub event: Interval,
    /// When it held in the world.
    pub valid: Validity,
    /// Intervals that its text states, at most [`crate::limits::STATED_MAX`].
    pub stated: Vec<Interval>,
    /// Where it was taken, or the places it tells of, at most [`crate::limits::PLACES_MAX`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<Location>,
    /// Its category.
    pub category: Category,
    /// How much it matters, in `[0, 1]`.
    pub importance: f32,
    /// Days after which recall falls to 0.9 (FSRS stability).
    pub stability_days: f32,
    /// How far its source is trusted, in `[0, 1]`.
    pub trust: f32,
    /// How sure we are of it, in `[0, 1]`.
    pub confidence: f32,
    /// Where it comes from.
    pub source: Source,
    /// The memory it replaced.
    pub supersedes: Option<MemoryId>,
    /// The memory that replaced it.
    pub superseded_by: Option<MemoryId>,
    /// When it was forgotten.
    pub forgotten_at: Option<Micros>,
    /// Hash of its shape, for near-duplicates.
    pub simhash: u64,
    /// The memory it repeats.
    pub duplicate_of: Option<MemoryId>,
    /// What it says, taken apart; for facts, actions, instructions and doubts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub knowledge: Option<Knowledge>,
    /// How often it was said again, word for word or in other words.
    #[serde(default)]
    pub repeats: u32,
}

/// A text without a leading `Speaker: `.
pub fn spoken<'a>(text: &'a str, speaker: Option<&str>) -> &'a str {
    let behind = speaker.and_then(|speaker| text.strip_prefix(speaker)).and_then(|rest| rest.strip_prefix(':'));
    behind.map_or(text, str::trim_start)
}

impl Memory {
    /// The text without a leading `Speaker: `, so that a name written into the text does not count twice.
    pub fn spoken(&self) -> &str {
        spoken(&self.text, self.speaker.as_deref())
    }

    /// What stands in front of the text wherever it is read without its surroundings: the speaker, or the title and the
    /// section path, which often begins with the title and then says both. Empty when there is neither.
    pub fn front(&self) -> Cow<'_, str> {
        let title = self.title.as_deref().unwrap_or_default();
        match (self.speaker.as_deref(), self.section.as_deref()) {
            (Some(speaker), _) => Cow::Borrowed(speaker),
            (None, None) => Cow::Borrowed(title),
            (None, Some(section)) if title.is_empty() || section.starts_with(title) => Cow::Borrowed(section),
            (None, Some(section)) => Cow::Owned(format!("{title}{SECTION_SEPARATOR}{section}")),
        }
    }

    /// What the embedder reads: [`Memory::front`] and the text.
    pub fn embedded_text(&self) -> String {
        match (self.front(), self.speaker.is_some()) {
            (front, _) if front.is_empty() => self.text.clone(),
            (front, true) => format!("{front}: {}", self.spoken()),
            (front, false) => format!("{front}. {}", self.text),
        }
    }
}

/// A conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// Its id, chosen by the client.
    pub id: SessionId,
    /// Who may see it.
    pub scopes: ScopeSets,
    /// Free text pairs.
    pub metadata: Labels,
    /// When it began.
    pub opened_at: Micros,
    /// When it was closed.
    pub closed_at: Option<Micros>,
}

/// A run of turns inside a session, closed by a pause or explicitly.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Episode {
    /// Its id.
    pub id: EpisodeId,
    /// The session it lies in.
    pub session: SessionId,
    /// Place of its first turn.
    pub seq_first: u32,
    /// Place of its last turn so far.
    pub seq_last: u32,
    /// When its first turn was said.
    pub started_at: Micros,
    /// When its last turn so far was said.
    pub ended_at: Micros,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closed_lists_round_trip() {
        for kind in Kind::ALL {
            assert_eq!(Kind::parse(kind.as_str()), Some(*kind));
        }
        assert_eq!(Role::parse("robot"), None);
    }
}
