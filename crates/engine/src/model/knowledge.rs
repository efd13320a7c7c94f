//! Knowledge: what a text says, taken apart. Entities, attributes, relations, actions, instructions, uncertainties.
//!
//! Owns the plain data and the table of keys. Must not know: how it is read out of a text, or how it is reconciled.

use serde::{Deserialize, Serialize};

use super::memory::closed_list;
use super::{Category, EntityId, Interval, MemoryId, Span, Validity};

/// The name of a person of a conversation who has none.
pub(crate) const NAMELESS: &str = "user";

closed_list!(
    /// What an entity is; the closed list of the published wire.
    EntityKind {
        /// A human being, pets included where they have a name.
        Person = "person",
        /// A company, an institution, a team.
        Organisation = "organisation",
        /// A piece of work with an end.
        Project = "project",
        /// A place.
        Location = "location",
        /// A subject that is talked about.
        Topic = "topic",
        /// Something made to be used or sold.
        Product = "product",
        /// A rule that was laid down.
        Policy = "policy",
        /// An idea.
        Concept = "concept",
        /// Something that happens at a time.
        Event = "event",
        /// A program that acts for somebody.
        Agent = "agent",
        /// Something that runs and is used over an interface.
        Service = "service",
        /// Anything else, and what nothing is known of.
        Other = "other",
    }
);

closed_list!(
    /// How the speaker knows what is said.
    Stance {
        /// Lived or decided: the default for what somebody says of themselves and of the world.
        Lived = "lived",
        /// Heard from somebody ("Ann said that...").
        Told = "told",
        /// Read, watched or played; never the speaker's own life.
        Read = "read",
        /// Wished, planned, asked or imagined ("if I moved...").
        Hypothetical = "hypothetical",
        /// Said by an agent about somebody else.
        Claimed = "claimed",
    }
);

closed_list!(
    /// Why something is uncertain.
    Doubt {
        /// One text says two things.
        Contradiction = "self_contradiction",
        /// It does not say who or what is meant.
        Reference = "ambiguous_reference",
        /// It clashes with what is known.
        Clash = "clash",
        /// Its date cannot be told.
        Date = "unresolved_date",
        /// The speaker is not sure ("maybe", "I think").
        Hedged = "hedged",
        /// It may not have been meant.
        Sarcasm = "sarcasm",
    }
);

/// Who or what a claim is about, as the text has it. It becomes an entity when it is written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "party", rename_all = "snake_case")]
pub enum Party {
    /// Whoever speaks: the speaker's name where there is one, else the person of the conversation.
    Speaker,
    /// Somebody or something that has a name.
    Named {
        /// The name as written, without a possessive ending or an article.
        name: String,
        /// What it is, as far as the text tells.
        kind: EntityKind,
        /// Where the name stands.
        span: Span,
    },
    /// An entity that is known already.
    Known {
        /// Which.
        id: EntityId,
        /// Its name, for texts.
        name: String,
    },
    /// Somebody known by what they are to another ("my sister", "Ann's manager").
    Role {
        /// The role in its plain form: `sister`, `manager`.
        role: String,
        /// To whom.
        of: Box<Party>,
        /// Where the phrase stands.
        span: Span,
    },
}

/// What is said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "said", rename_all = "snake_case")]
pub enum Said {
    /// A property of somebody or something.
    Attribute {
        /// Whose.
        subject: Party,
        /// Which: a name of [`KEYS`] where one fits, else a short snake-case word of the text.
        key: String,
        /// The value, verbatim.
        value: String,
        /// Where the value stands.
        value_span: Span,
    },
    /// A relation that has a direction: the subject *label* the object.
    Relation {
        /// From whom.
        subject: Party,
        /// Plain snake-case verb phrase in the active voice: `works_at`, `founded`, `sister_of`.
        label: String,
        /// To whom.
        object: Party,
    },
    /// Something somebody did or will do.
    Action {
        /// Who.
        actor: Party,
        /// The verb in its plain form.
        verb: String,
        /// What it was done to, verbatim.
        object: Option<String>,
        /// When, as far as the text tells.
        at: Option<Interval>,
    },
    /// A standing wish on how to be treated.
    Instruction {
        /// A few words that name what it is about; two instructions of one label are about the same thing.
        label: String,
        /// The wish, verbatim.
        description: String,
        /// It takes back an earlier one.
        reverses: bool,
    },
    /// Something that cannot be decided from the text.
    Uncertainty {
        /// What it is about, verbatim.
        about: String,
        /// Why.
        reason: Doubt,
    },
}

/// One thing that a text says, as an extractor reads it. Names are not yet entities.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Claim {
    /// What is said.
    pub said: Said,
    /// The words that say it, in bytes of the text that was read.
    pub span: Span,
    /// How sure the reading is, in `[0, 1]`.
    pub confidence: f32,
    /// How the speaker knows.
    pub stance: Stance,
    /// When it held, as far as the text tells ("since March", "until Friday").
    pub valid: Validity,
    /// It says that this no longer holds, or never did ("no longer", "used to", "is not").
    pub ends: bool,
    /// What it is to the person.
    pub category: Category,
}

/// One key that attributes have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The stored and printed name.
    pub name: &'static str,
    /// Several values may hold at once (`likes`); else a new value replaces the old one (`home`).
    pub is_many: bool,
    /// What values of it are to the person.
    pub category: Category,
}

const fn one(name: &'static str, category: Category) -> Key {
    Key { name, is_many: false, category }
}

const fn many(name: &'static str, category: Category) -> Key {
    Key { name, is_many: true, category }
}

/// The keys that are known, sorted by name. Any other snake-case word is a key of one value.
pub const KEYS: &[Key] = &[
    one("age", Category::Identity),
    many("allergy", Category::Identity),
    one("birthday", Category::Identity),
    one("car", Category::Knowledge),
    many("child", Category::Identity),
    many("condition", Category::Identity),
    one("diet", Category::Identity),
    many("dislikes", Category::Identity),
    one("education", Category::Identity),
    one("email", Category::Identity),
    one("employer", Category::Identity),
    one("favourite", Category::Identity),
    one("gender", Category::Identity),
    many("goal", Category::Knowledge),
    one("height", Category::Identity),
    many("hobby", Category::Identity),
    one("home", Category::Identity),
    many("language", Category::Identity),
    many("likes", Category::Identity),
    one("location", Category::Context),
    one("marital_status", Category::Identity),
    one("mood", Category::Context),
    one("name", Category::Identity),
    one("nationality", Category::Identity),
    one("occupation", Category::Identity),
    one("origin", Category::Identity),
    many("parent", Category::Identity),
    one("partner", Category::Identity),
    many("pet", Category::Identity),
    one("phone", Category::Identity),
    many("plan", Category::Context),
    many("possession", Category::Knowledge),
    one("price", Category::Knowledge),
    one("religion", Category::Identity),
    one("role", Category::Identity),
    many("schedule", Category::Knowledge),
    many("sibling", Category::Identity),
    many("skill", Category::Identity),
    one("status", Category::Context),
    one("version", Category::Knowledge),
    one("website", Category::Knowledge),
];

/// The key of that name, where it is one of [`KEYS`]. `favourite_colour` and the like are keys of `favourite`.
pub fn key(name: &str) -> Option<&'static Key> {
    let found = |name: &str| KEYS.binary_search_by(|key| key.name.cmp(name)).ok().map(|at| &KEYS[at]);
    found(name)
        .or_else(|| name.split_once('_').filter(|(first, _)| *first == "favourite").and_then(|_| found("favourite")))
}

/// What a fact, an action, an entity card, an instruction or an uncertainty says, in the form it is stored in: with entities
/// in the place of names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Knowledge {
    /// A property.
    Attribute {
        /// Whose.
        subject: EntityId,
        /// Which.
        key: String,
        /// The value, verbatim.
        value: String,
    },
    /// A relation.
    Relation {
        /// From whom.
        subject: EntityId,
        /// Verb phrase.
        label: String,
        /// To whom.
        object: EntityId,
    },
    /// Something done.
    Action {
        /// Who.
        subject: EntityId,
        /// The verb.
        verb: String,
        /// What it was done to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        object: Option<String>,
    },
    /// A standing wish.
    Instruction {
        /// Whose wish.
        subject: EntityId,
        /// What it is about.
        label: String,
        /// The wish.
        description: String,
    },
    /// Something undecided.
    Uncertainty {
        /// About whom.
        subject: Option<EntityId>,
        /// About what.
        about: String,
        /// Why.
        reason: Doubt,
        /// The memories that clash.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        between: Vec<MemoryId>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_sorted_and_found() {
        assert!(KEYS.windows(2).all(|pair| pair[0].name < pair[1].name));
        assert!(key("likes").is_some_and(|key| key.is_many));
        assert_eq!(key("favourite_colour").map(|key| key.name), Some("favourite"));
        assert!(key("unheard_of").is_none());
    }
}
